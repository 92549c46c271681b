"""Work counted instead of timed, so that a busy machine changes nothing."""

import sys


def calls_of(function, *arguments):
    """Return the result of `function` and how many functions were called for it."""
    number = 0

    def count(_frame, event, _argument):
        nonlocal number
        number += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        result = function(*arguments)
    finally:
        sys.setprofile(None)
    return result, number
