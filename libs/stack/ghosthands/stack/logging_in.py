"""A connection to a stack's NATS as one of its users, closed at the end of the block."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from ghosthands.messaging.server import jetstream
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.stack.passwords import ServicePassword

ANSWER_SECONDS = 30.0


class Stack(Protocol):
    """A stack, wherever it runs."""

    @property
    def nats_url(self) -> str:
        """The address of the stack's NATS server, or of several."""

    def password_of(self, user: str) -> ServicePassword:
        """Return a NATS user's login. Raises StackError for an unknown user."""


def logged_in(to: Stack, user: str, *, timeout: float = ANSWER_SECONDS) -> AbstractAsyncContextManager[Bus]:
    """Connect as that user. Raises StackError for an unknown one; StreamUnavailable, Forbidden."""
    return connected(to.nats_url, to.password_of(user), timeout=timeout)


@asynccontextmanager
async def connected(url: str, login: ServicePassword, *, timeout: float = ANSWER_SECONDS) -> AsyncIterator[Bus]:
    """Connect with that login for the block. Raises StreamUnavailable, Forbidden."""
    bus = await jetstream.connect(url, user=login.user, password=login.password, timeout=timeout)
    try:
        yield bus
    finally:
        await bus.close()
