"""What the log tells of requests."""

import logging
from copy import copy


class BriefFormatter(logging.Formatter):
    """Writes a request that was refused (4xx) in one line, a fault with its traceback.

    Whoever sends nonsense would fill the log with tracebacks otherwise.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return what the log says of `record`."""
        if getattr(record, "status_code", 500) < 500:
            record = copy(record)
            record.exc_info = record.exc_text = None
        return super().format(record)
