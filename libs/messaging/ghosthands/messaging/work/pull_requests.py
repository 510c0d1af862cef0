"""The open pull requests at one consumer: the number of messages that were requested and have not arrived.

Messages arrive under their own subjects, so only the sum over all requests is counted: a message takes one off, and a
request that ends takes off what the server says it still owed. A wrong count corrects itself: after two missed
heartbeats, and after a reconnect, nothing counts as requested.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import monotonic

import msgspec
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from ghosthands.messaging.server.jetstream import API, Bus
from ghosthands.messaging.work.delivery import Delivery

log = logging.getLogger(__name__)

#: How long a request waits at the server, and how often the server sends a heartbeat for it.
EXPIRES_SECONDS = 30.0
HEARTBEAT_SECONDS = 5.0
SILENCE_SECONDS = 2.5 * HEARTBEAT_SECONDS
#: Seconds before asking again a consumer that is gone or moving.
REFUSED_SECONDS = 0.5

_NANOSECONDS = 1_000_000_000


class PullRequests:
    """The open pull requests; `on_delivery` gets each message, `on_change` signals that asking again may help."""

    def __init__(
        self,
        bus: Bus,
        stream: str,
        durable: str,
        *,
        on_delivery: Callable[[Delivery], None],
        on_change: Callable[[], None],
    ) -> None:
        self._bus = bus
        self._next = f"{API}.CONSUMER.MSG.NEXT.{stream}.{durable}"
        self._on_delivery = on_delivery
        self._on_change = on_change
        self._subscription: Subscription | None = None
        self._inbox = ""
        #: by request, its latest end: the server does not report the end of one that was fully served
        self._open: dict[str, float] = {}
        self._heard = 0.0
        self._not_before = 0.0
        self._forget_reconnects = bus.on_reconnect(self._forget)
        #: The number of messages requested that have not arrived.
        self.outstanding = 0
        #: The server's last reason for refusing a request; None if it accepts them.
        self.refusal: str | None = None

    async def ask(self, messages: int, *, wait: bool = True) -> None:
        """Request that many more messages: as they come, or only those that are there now.

        Raises StreamUnavailable if nothing can be sent, Forbidden never (the server logs it).
        """
        if self._subscription is None:
            self._inbox = self._bus.new_inbox()
            self._subscription = await self._bus.subscribe(f"{self._inbox}.*", self._on_message)
        request = self._bus.unique()
        if not self.outstanding:
            self._heard = monotonic()
        self._note_open(request)
        self.outstanding += messages
        await self._bus.send(self._next, _encode_request(messages, wait), reply=f"{self._inbox}.{request}")

    async def withdraw(self) -> None:
        """Withdraw the open requests; messages on their way still arrive before this returns."""
        subscription, self._subscription = self._subscription, None
        if subscription is not None:
            await self._bus.drain(subscription)
        self._reset()

    async def close(self) -> None:
        """Withdraw the open requests, and make no more."""
        self._forget_reconnects()
        await self.withdraw()

    def patience(self) -> float:
        """Return the seconds until the next check: whether the server still answers, or may be asked again."""
        if self._not_before > monotonic():
            return self._not_before - monotonic()
        return max(0.0, self._heard + SILENCE_SECONDS - monotonic()) if self.outstanding else SILENCE_SECONDS

    def is_ready(self) -> bool:
        """Whether asking makes sense now; forgets requests without heartbeats."""
        if self.outstanding and monotonic() - self._heard >= SILENCE_SECONDS:
            log.warning("pull_silent", extra={"request": self._next, "outstanding": self.outstanding})
            self._reset()
        return self._bus.connected and monotonic() >= self._not_before

    def __len__(self) -> int:
        """Return the number of requests that may be open."""
        return len(self._open)

    def _note_open(self, request: str) -> None:
        now = monotonic()
        self._open = {one: until for one, until in self._open.items() if until > now}
        self._open[request] = now + EXPIRES_SECONDS + SILENCE_SECONDS

    def _forget(self) -> None:
        self._reset()
        self._not_before = 0.0
        self._on_change()

    def _reset(self) -> None:
        self._open.clear()
        self.outstanding = 0

    def _on_message(self, message: Msg) -> None:
        self._heard = monotonic()
        if message.subject.startswith(self._inbox):
            self._on_status(message.subject.rpartition(".")[2], message.headers or {})
            return
        self.refusal = None
        self.outstanding = max(0, self.outstanding - 1)
        if not self.outstanding:
            self._open.clear()
        self._on_delivery(Delivery(self._bus, message))

    def _on_status(self, request: str, headers: Mapping[str, str]) -> None:
        """Handle a status message: a request ended, or is alive (100)."""
        status = headers.get("Status", "")
        if status == "100":
            return
        self._open.pop(request, None)
        owed = int(headers.get("Nats-Pending-Messages", "0"))
        self.outstanding = max(0, self.outstanding - owed) if self._open else 0
        if status in ("409", "503"):
            self._note_refusal(headers.get("Description", "") or "no such consumer")
        self._on_change()

    def _note_refusal(self, why: str) -> None:
        if why != self.refusal:
            log.warning("pull_refused", extra={"request": self._next, "reason": why})
        self.refusal = why
        self._not_before = monotonic() + REFUSED_SECONDS


async def wait_for_change(changed: asyncio.Event, requests: Sequence[PullRequests]) -> None:
    """Wait until `changed` is set, or until it is time to check the requests."""
    with suppress(TimeoutError):
        async with asyncio.timeout(min(each.patience() for each in requests)):
            await changed.wait()


def _encode_request(messages: int, wait: bool) -> bytes:
    if not wait:
        return msgspec.json.encode({"batch": messages, "no_wait": True})
    return msgspec.json.encode(
        {
            "batch": messages,
            "expires": int(EXPIRES_SECONDS * _NANOSECONDS),
            "idle_heartbeat": int(HEARTBEAT_SECONDS * _NANOSECONDS),
        }
    )
