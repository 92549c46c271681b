"""German dates as Django writes them, with the zone behind every hour."""

DATETIME_FORMAT = "j. F Y, H:i T"
SHORT_DATETIME_FORMAT = "d.m.Y, H:i T"
