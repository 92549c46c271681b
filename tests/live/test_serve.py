"""What the server itself does beside serving."""

import asyncio
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPException
from threading import Barrier

import pytest
from django.core.exceptions import RequestAborted

from games.management.commands.serve import pass_over_who_left
from tests.site import running


@pytest.mark.parametrize(("fault", "logged"), [(RequestAborted(), False), (ValueError(), True)])
def test_a_browser_that_leaves_in_mid_request_is_no_fault(caplog, fault, logged):
    loop = asyncio.new_event_loop()
    try:
        loop.set_exception_handler(pass_over_who_left)
        loop.call_exception_handler({"message": "Task exception", "exception": fault})
    finally:
        loop.close()
    assert bool(caplog.records) is logged


def test_a_server_that_is_told_to_end_in_mid_request_ends(tmp_path):
    all_ask = Barrier(9)

    def ask():
        with urllib.request.urlopen(f"{site.url}/lobby/", timeout=30) as answer:
            assert answer.status == 200

    def ask_on():
        ask()
        all_ask.wait(60)
        # Until nobody answers any more.
        with suppress(OSError, HTTPException):
            while True:
                ask()

    with ThreadPoolExecutor(8) as people:
        with running(tmp_path) as site:
            asking = [people.submit(ask_on) for _ in range(8)]
            all_ask.wait(60)
        # It has ended by now, however many it was just answering.
        for one in asking:
            one.result()
