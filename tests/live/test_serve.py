"""What the server itself does beside serving."""

import asyncio

import pytest
from django.core.exceptions import RequestAborted

from games.management.commands.serve import pass_over_who_left


@pytest.mark.parametrize(("fault", "logged"), [(RequestAborted(), False), (ValueError(), True)])
def test_a_browser_that_leaves_in_mid_request_is_no_fault(caplog, fault, logged):
    loop = asyncio.new_event_loop()
    try:
        loop.set_exception_handler(pass_over_who_left)
        loop.call_exception_handler({"message": "Task exception", "exception": fault})
    finally:
        loop.close()
    assert bool(caplog.records) is logged
