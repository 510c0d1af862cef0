"""A connection to NATS: requests over one private inbox, endless reconnects, refusals that fail fast.

A service's NATS user may subscribe only below `_INBOX_<service>.>`, so every answer, pull and feed arrives there. The
server reports a forbidden publish only by an asynchronous error; here that fails the request at once, as Forbidden,
rather than by a time-out. While the server is away requests raise StreamUnavailable; the connection never gives up.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from typing import TypeVar

import nats.errors
from nats.aio.client import Server
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.nuid import NUID

from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import Permanent, StreamUnavailable
from ghosthands.messaging.server import addresses
from ghosthands.messaging.server.client import DirectClient
from ghosthands.messaging.server.waiting import Forbidden as Forbidden  # raised here
from ghosthands.messaging.server.waiting import Waiting

T = TypeVar("T")

log = logging.getLogger(__name__)

#: Seconds between attempts to reach a server that is away, doubling from the first value up to the second.
BACKOFF_SECONDS = (0.1, 5.0)

_VIOLATION = re.compile(r'permissions violation for (publish|subscription) to "([^"]+)"')

#: The server itself answers this: once it does, it has processed everything sent before.
ROUND_TRIP = "$JS.API.INFO"
DRAIN_SECONDS = 2.0

OnMessage = Callable[[Msg], None]


def inbox_of(service: str) -> str:
    """Return the prefix of a service's inboxes, below which its NATS user may subscribe."""
    return f"_INBOX_{service}"


class Connection:
    """A connected NATS client of one service; made by `open`."""

    def __init__(self, service: str) -> None:
        self.service = service
        self.client = DirectClient()
        self._nuid = NUID()
        self._inbox = f"{inbox_of(service)}.{self.unique()}"
        self._waiting = Waiting(service)
        #: called whenever the connection is lost, not when it is closed
        self.on_disconnected: Callable[[], None] = lambda: None
        self._listeners: list[Callable[[], None]] = []
        self._refused = asyncio.Event()
        self._up = asyncio.Event()
        self._closed = asyncio.Event()
        self._closing = False
        self._attempts = 0

    async def open(self, url: str, *, user: str, password: str, timeout: float | None = None) -> None:
        """Connect to one of the servers (see `addresses.nats`), waiting up to `timeout` seconds (None: for ever).

        Raises StreamUnavailable after the time-out, Forbidden when the server refuses the credentials.
        """
        connecting = asyncio.ensure_future(self._connect(url, user, password))
        refused = asyncio.ensure_future(self._refused.wait())
        try:
            await asyncio.wait({connecting, refused}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            if self._refused.is_set():
                raise Forbidden(
                    f"NATS refuses the credentials of user {user}", code=MessageFault.NATS_CREDENTIALS_REFUSED
                )
            if not connecting.done():
                raise StreamUnavailable("NATS does not answer: is it running, and is GHOSTHANDS_NATS_URL right?")
            connecting.result()
        finally:
            connecting.cancel()
            refused.cancel()
            await asyncio.gather(connecting, refused, return_exceptions=True)
        await self.client.subscribe(f"{self._inbox}.*", cb=self._on_answer)
        self._up.set()

    async def _connect(self, url: str, user: str, password: str) -> None:
        await self.client.connect(
            addresses.split(url),
            name=self.service,
            user=user,
            password=password,
            inbox_prefix=inbox_of(self.service),
            max_reconnect_attempts=-1,
            reconnect_time_wait=BACKOFF_SECONDS[0],  # type: ignore[arg-type]  # it only sleeps for so long
            reconnect_to_server_handler=self._next_attempt,
            ping_interval=10,
            max_outstanding_pings=2,
            error_cb=self._on_error,
            disconnected_cb=self._on_disconnected,
            reconnected_cb=self._on_reconnected,
            closed_cb=self._on_closed,
        )

    async def close(self) -> None:
        """Send what is buffered and close; never waits for a server that is away."""
        self._closing = True
        self._up.clear()
        before = _count_cancellations()
        try:
            await self.client.close()
        except (nats.errors.Error, TimeoutError, OSError, asyncio.CancelledError):
            log.debug("nats_not_closed_in_order", extra={"service": self.service})
        finally:
            self.client.let_go()
            self._waiting.lose()
            self._closed.set()
        if _count_cancellations() > before:  # nats-py confuses our cancellation with its own
            raise asyncio.CancelledError

    @property
    def connected(self) -> bool:
        """Whether the server is reachable now, as `/readyz` reports it."""
        return self._up.is_set() and self.client.is_connected

    async def wait_closed(self) -> None:
        """Wait until the connection has ended for good: by `close`, or because the server refused this client."""
        await self._closed.wait()

    async def wait_connected(self, timeout: float) -> None:
        """Wait until connected. Raises StreamUnavailable after `timeout` seconds."""
        if self._up.is_set():
            return
        try:
            async with asyncio.timeout(timeout):
                await self._up.wait()
        except TimeoutError:
            raise StreamUnavailable("NATS does not answer") from None

    def on_reconnect(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` after every reconnect; return the function that ends this."""
        self._listeners.append(listener)

        def forget() -> None:
            with suppress(ValueError):
                self._listeners.remove(listener)

        return forget

    def unique(self) -> str:
        """Return a new unique token that is valid in a subject."""
        return bytes(self._nuid.next()).decode()

    def new_inbox(self) -> str:
        """Return a new unique subject below this service's inbox."""
        return f"{inbox_of(self.service)}.{self.unique()}"

    async def subscribe(self, subject: str, on_message: OnMessage) -> Subscription:
        """Subscribe: call `on_message` with every message on the subject, in order."""

        async def forward(message: Msg) -> None:
            on_message(message)

        return await self.client.subscribe(subject, cb=forward)

    async def unsubscribe(self, subscription: Subscription) -> None:
        """End a subscription, unless it ended with its connection."""
        with suppress(nats.errors.Error):
            await subscription.unsubscribe()

    async def drain(self, subscription: Subscription) -> None:
        """End a subscription after the messages already on their way; at once if the server is away."""
        # not nats-py's own drain: `client` says why
        if self.connected:
            with suppress(nats.errors.Error, StreamUnavailable):
                await self.client.end(subscription)
                await self.request(ROUND_TRIP, timeout=DRAIN_SECONDS)
        await self.unsubscribe(subscription)

    async def send(
        self, subject: str, data: bytes = b"", headers: Mapping[str, str] | None = None, *, reply: str = ""
    ) -> None:
        """Publish without waiting for an answer: acks, pull requests, the middle of a batch."""
        try:
            await self.client.publish(subject, data, reply=reply, headers=dict(headers) if headers else None)
        except nats.errors.Error as error:
            raise _translate(error) from None

    async def request(
        self,
        subject: str,
        data: bytes = b"",
        headers: Mapping[str, str] | None = None,
        *,
        timeout: float = 5.0,
        also: Iterable[str] = (),
    ) -> Msg:
        """Send a request and return its answer.

        `also` names further subjects whose refusal refuses this request (the middle of a batch). Raises
        StreamUnavailable on time-out or if nobody listens, Forbidden if the subject is not allowed.
        """
        answer: asyncio.Future[Msg] = asyncio.get_running_loop().create_future()
        token = self.unique()
        with self._waiting.expecting(token, (subject, *also), lambda each: _settle(answer, each)):
            await self.send(subject, data, headers, reply=f"{self._inbox}.{token}")
            message = await _await_within(timeout, answer, subject)
        if message.headers and message.headers.get("Status") == "503":
            raise StreamUnavailable(f"nobody answers on {subject}")
        return message

    async def answers(self, subject: str, *requests: bytes, timeout: float = 5.0) -> AsyncGenerator[Msg, None]:
        """Yield every answer to these requests, until the caller stops.

        Raises StreamUnavailable if none comes within `timeout` seconds of the last, Forbidden.
        """
        arrived: asyncio.Queue[Msg | Exception] = asyncio.Queue()
        token = self.unique()
        with self._waiting.expecting(token, (subject,), arrived.put_nowait):
            for data in requests:
                await self.send(subject, data, reply=f"{self._inbox}.{token}")
            while True:
                answer = (
                    arrived.get_nowait() if arrived.qsize() else await _await_within(timeout, arrived.get(), subject)
                )
                if isinstance(answer, Exception):
                    raise answer
                yield answer

    async def _on_answer(self, message: Msg) -> None:
        self._waiting.answer(message.subject.rpartition(".")[2], message)

    async def _on_error(self, error: Exception) -> None:
        text = str(error).lower()
        if violation := _VIOLATION.search(text):
            act, subject = violation.groups()
            log.error("nats_permission_violation", extra={"act": act, "subject": subject, "service": self.service})
            self._waiting.refuse(act, subject)
        elif "authorization violation" in text:
            self._refused.set()
            log.error("nats_credentials_refused", extra={"user": self.service})
        else:
            log.warning("nats_error", extra={"error": type(error).__name__, "attempt": self._attempts})

    def _next_attempt(self, servers: list[Server], info: dict[str, object]) -> tuple[Server | None, float]:
        self._attempts += 1
        first, most = BACKOFF_SECONDS
        delay = min(most, first * 2 ** min(self._attempts - 1, 10))
        return random.choice(servers), delay * random.uniform(0.5, 1.0)  # noqa: S311 - spreads load, guards nothing

    async def _on_disconnected(self) -> None:
        self._up.clear()
        self._waiting.lose()
        if not self._closing:
            log.warning("nats_disconnected", extra={"service": self.service})
            self.on_disconnected()

    async def _on_reconnected(self) -> None:
        self._attempts = 0
        self._up.set()
        log.info("nats_reconnected", extra={"service": self.service})
        for listener in list(self._listeners):
            listener()

    async def _on_closed(self) -> None:
        self._up.clear()
        self._closed.set()
        if not self._closing:
            log.error("nats_closed", extra={"service": self.service})


def _count_cancellations() -> int:
    """Return how many cancellations of the current task are pending."""
    task = asyncio.current_task()
    return task.cancelling() if task is not None else 0


def _settle(future: asyncio.Future[Msg], answer: Msg | Exception) -> None:
    if future.done():
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)


async def _await_within(timeout: float, answer: Awaitable[T], subject: str) -> T:
    try:
        async with asyncio.timeout(timeout):
            return await answer
    except TimeoutError:
        raise StreamUnavailable(f"no answer on {subject} within {timeout:g} s") from None


def _translate(error: nats.errors.Error) -> Exception:
    """Translate nats-py's errors into ours; no other code knows them."""
    if isinstance(error, nats.errors.MaxPayloadError):
        return Permanent("the message is larger than the server takes", code=MessageFault.TOO_LARGE)
    if isinstance(error, nats.errors.BadSubjectError | nats.errors.BadHeaderError):
        return Permanent("the subject or a header is malformed", code=MessageFault.BAD_SUBJECT)
    return StreamUnavailable(f"NATS does not take messages now ({type(error).__name__})")
