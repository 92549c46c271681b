"""Bodies that are too large are refused while they are being sent, by the server itself."""

import json
import socket
import urllib.parse
from http.client import HTTPResponse

import pytest
from django.conf import settings

from games.usecases.read_record import MOST_BYTES
from tests.site import running

HEAD = (
    "POST /analysis/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Language: {language}\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\n{more}\r\n\r\n"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with running(tmp_path_factory.mktemp("site")) as site:
        yield site


def connected(site):
    line = socket.create_connection(("127.0.0.1", site.port), timeout=20)
    line.settimeout(20)
    return line


def head(more: str, language: str = "en") -> bytes:
    return HEAD.format(more=more, language=language).encode()


def answer_to(line) -> str:
    """Return all that the server answers until it closes."""
    parts = []
    while part := line.recv(65536):
        parts.append(part)
    return b"".join(parts).decode()


def send_without_end(line):
    while True:
        line.sendall(b"x" * 0x10000)


def test_a_stated_length_is_refused_before_the_body_is_sent(site):
    with connected(site) as line:
        line.sendall(head("Content-Length: 2000000000\r\nExpect: 100-continue"))
        told = answer_to(line)
    assert told.startswith("HTTP/1.1 413 ")
    assert "A game record has 256 kB at most" in told
    assert "100 Continue" not in told


def test_the_refusal_is_in_the_language_of_the_visitor(site):
    with connected(site) as line:
        line.sendall(head("Content-Length: 2000000000", "de"))
        assert "höchstens 256 kB" in answer_to(line)


def test_a_body_in_chunks_is_refused_when_it_grows_too_large(site):
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    with connected(site) as line:
        line.sendall(head("Transfer-Encoding: chunked"))
        # As much again as is taken, as a browser would that has not heard of it yet.
        for _ in range(2 * settings.MOST_BODY_BYTES // 0x10000):
            line.sendall(chunk)
        line.sendall(b"0\r\n\r\n")
        told = answer_to(line)
    assert told.startswith("HTTP/1.1 413 ")
    assert "A game record has 256 kB at most" in told


def test_one_who_goes_on_sending_is_cut_off(site):
    with connected(site) as line:
        line.sendall(head("Content-Length: 2000000000"))
        with pytest.raises((ConnectionError, TimeoutError)):
            send_without_end(line)


def test_a_record_that_is_a_little_too_large_gets_the_form_again(site):
    body = urllib.parse.urlencode({"record": json.dumps(["x" * MOST_BYTES])}).encode()
    assert len(body) < settings.MOST_BODY_BYTES
    token = "a" * 32
    with connected(site) as line:
        length = f"Content-Length: {len(body)}\r\nConnection: close"
        cookie = f"Cookie: csrftoken={token}\r\nX-CSRFToken: {token}"
        line.sendall(head(f"{length}\r\n{cookie}") + body)
        told = answer_to(line)
    assert told.startswith("HTTP/1.1 413 ")
    assert "this one is larger" in told


def test_the_connection_of_a_small_body_stays_open(site):
    with connected(site) as line:
        for _ in range(2):
            line.sendall(head("Content-Length: 8") + b"record=x")
            answer = HTTPResponse(line, method="POST")
            answer.begin()
            assert answer.status == 403
            answer.read()
