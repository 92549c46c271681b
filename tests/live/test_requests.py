"""Requests that no browser sends, on the running product: answered in words, and harmless."""

import logging
import re
import socket
import sys

import pytest

from aton_site.logs import BriefFormatter
from tests.site import running

TOKEN = "a" * 32
ROOT = "@evil.example"
EMAIL = "ramses@nile.example"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with running(tmp_path_factory.mktemp("site")) as site:
        script = (
            "from games.models import Player;"
            f"Player.objects.create_user('Ramses', '{EMAIL}', 'nile-delta-1353')"
        )
        site.manage("shell", "-v", "0", "-c", script)
        yield site


def ask(site, address: str, *headers: str, method: str = "GET", body: bytes = b"") -> str:
    """Return the whole answer to a request with these header lines, the usual ones besides."""
    lines = [
        f"{method} {address} HTTP/1.1",
        *(() if any(line.startswith("Host:") for line in headers) else ("Host: 127.0.0.1",)),
        "Connection: close",
        f"Cookie: csrftoken={TOKEN}",
        f"X-CSRFToken: {TOKEN}",
        f"Content-Length: {len(body)}",
        *headers,
    ]
    with socket.create_connection(("127.0.0.1", site.port), timeout=20) as line:
        line.sendall("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
        return b"".join(iter(lambda: line.recv(65536), b"")).decode()


def test_no_header_chooses_where_links_lead(site):
    form = f"email={EMAIL.replace('@', '%40')}".encode()
    for name in ("Daphne-Root-Path", "X-Forwarded-Host", "X-Forwarded-Prefix", "Script-Name"):
        answer = ask(
            site,
            "/password/reset/",
            f"{name}: {ROOT}",
            "Content-Type: application/x-www-form-urlencoded",
            method="POST",
            body=form,
        )
        assert answer.startswith("HTTP/1.1 302 "), answer
        assert "\r\nLocation: /password/reset/sent/\r\n" in answer
        assert "evil" not in ask(site, "/", f"{name}: {ROOT}")
    links = re.findall(r"http\S*/password/reset/\S+", site.printed())
    assert len(links) == 4
    assert all(link.startswith(f"{site.url}/password/reset/") for link in links), links


def test_a_root_that_is_no_ascii_is_passed_over(site):
    assert ask(site, "/", "Daphne-Root-Path: \xe9").startswith("HTTP/1.1 200 ")


@pytest.mark.parametrize("kind", ["", "; boundary=", "; boundary=\xe9", f"; boundary={'x' * 300}"])
def test_a_form_that_cannot_be_read_is_refused_in_words(site, kind):
    header = f"Content-Type: multipart/form-data{kind}"
    answer = ask(site, "/login/", header, method="POST", body=b"nothing of a form")
    assert answer.startswith("HTTP/1.1 400 "), answer
    assert "This request is not understood" in answer


NONSENSE = [
    ("GET", ("Host: evil.example",), b""),
    ("GET", ("Host: a b",), b""),
    ("GET", ("Host:",), b""),
    ("POST", ("Content-Type: application/x-www-form-urlencoded",), b"x=1&" * 2000),
    ("POST", ("Content-Type: application/x-www-form-urlencoded",), b"x=" + b"y" * 300_000),
    ("POST", ("Content-Type: application/x-www-form-urlencoded; charset=latin-1",), b"x=\xff"),
    (
        "POST",
        ("Content-Type: multipart/form-data; boundary=x",),
        b'--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n0\r\n' * 300
        + b"--x--\r\n",
    ),
    ("GET", ('Cookie: sessionid="\\000\\000\\000\\000\\000\\000\\000\\000"; messages=x',), b""),
]


@pytest.mark.parametrize(("method", "headers", "body"), NONSENSE)
def test_nonsense_is_a_line_of_the_log_and_never_a_traceback(site, method, headers, body):
    # The fixture looks for tracebacks when the site has ended.
    answer = ask(site, "/login/", *headers, method=method, body=body)
    assert re.match(r"HTTP/1\.1 (200|400|403|413|422) ", answer), answer[:2000]


def test_a_fault_keeps_its_traceback():
    try:
        int("broken")
    except ValueError:
        fault = logging.LogRecord(
            "django.request", logging.ERROR, "", 0, "Internal", (), sys.exc_info()
        )
    lines = BriefFormatter("%(message)s")
    assert "ValueError: invalid literal" in lines.format(fault)
    fault.status_code = 500
    assert "ValueError: invalid literal" in lines.format(fault)
    fault.exc_text, fault.status_code = None, 400
    assert lines.format(fault) == "Internal"
