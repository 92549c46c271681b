"""What a request's body goes through before an application sees it: a limit."""

import asyncio
from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from django.conf import settings
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import translation

# Whoever is still sending gets so many seconds to read the answer; what they send is dropped.
LINGER_SECONDS = 5


class LimitedRequest(WebRequest):
    """Answers 413 as soon as a body is known to be too large, by its stated length or by counting.

    daphne would take in all of it before the first line of ours is run.
    """

    too_large = False
    received = 0

    def __init__(self, *arguments: Any, **options: Any) -> None:
        # Django reads forms. Twisted would too, and refuse one that it cannot read without a word.
        super().__init__(*arguments, **{**options, "parsePOSTFormSubmission": False})

    def gotLength(self, length: int | None) -> None:  # noqa: N802 — Twisted’s name
        """Take note of the stated length, None where a body comes in chunks."""
        super().gotLength(length)
        if length is not None and length > settings.MOST_BODY_BYTES:
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 — Twisted’s name
        """Take in a part of the body, or drop it."""
        self.received += len(data)
        if not self.too_large and self.received > settings.MOST_BODY_BYTES:
            self._refuse()
        if not self.too_large:
            super().handleContentChunk(data)

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:  # noqa: N802
        """Hand the whole request on, or be done with one that was answered already."""
        if self.too_large:
            self.channel.loseConnection()
        else:
            # daphne would believe it, from anybody, and fail over what is not ASCII (asgi.py).
            self.requestHeaders.removeHeader(b"Daphne-Root-Path")
            super().requestReceived(command, path, version)

    def _refuse(self) -> None:
        self.too_large = True
        # Nobody is to be asked to go on.
        self.requestHeaders.removeHeader(b"Expect")
        body = _page(self).encode()
        head = (
            "HTTP/1.1 413 Content Too Large\r\nContent-Type: text/html; charset=utf-8\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        transport = self.channel.transport
        transport.write(head.encode() + body)
        # A connection that is closed with something unread in it takes the answer with it.
        transport.loseWriteConnection()
        asyncio.get_running_loop().call_later(LINGER_SECONDS, transport.abortConnection)


class LimitedFactory(HTTPFactory):
    """Makes connections whose requests have a limit."""

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802 — Twisted’s name
        """Return the protocol for a new connection."""
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = LimitedRequest
        return protocol


def _page(request: WebRequest) -> str:
    asked = HttpRequest()
    accepted = request.requestHeaders.getRawHeaders(b"Accept-Language", [b""])[0]
    asked.META["HTTP_ACCEPT_LANGUAGE"] = accepted.decode("latin-1")
    chosen = request.getCookie(settings.LANGUAGE_COOKIE_NAME.encode())
    if chosen is not None:
        asked.COOKIES[settings.LANGUAGE_COOKIE_NAME] = chosen.decode("latin-1")
    with translation.override(translation.get_language_from_request(asked)):
        return render_to_string("413.html")
