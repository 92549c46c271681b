"""Dates that both sides of the Atlantic read alike (not 11/10/2026); hours tell their zone."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i T"
SHORT_DATE_FORMAT = "j M Y"
SHORT_DATETIME_FORMAT = "j M Y, H:i T"
TIME_FORMAT = "H:i"
