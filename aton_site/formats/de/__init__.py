"""German, as it is written."""
