"""The browser's end of a socket."""

from channels.testing import WebsocketCommunicator

# A machine that does much else at the same time is slow, not wrong.
SECONDS = 30


class Talk(WebsocketCommunicator):
    """A communicator as patient as a browser: the original waits for a second at most."""

    async def receive_output(self, *_less):
        return await super().receive_output(SECONDS)

    async def wait(self, *_less):
        return await super().wait(SECONDS)
