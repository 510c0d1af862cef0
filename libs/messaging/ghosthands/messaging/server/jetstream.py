"""The JetStream API, publishing by the retry table, and reading back from the leader.

The meaning of each answer to a publish, and the reaction (measured; single servers and replicas differ):

    ack                        stored                          -> done
    ack, duplicate             stored by an earlier try        -> done
    10071, 10164               the expectation does not hold   -> WrongSequence: ours, or another's? read back
    10201                      an id of the batch is there     -> WrongSequence: read back
    10176                      a batch lost a message          -> again, as a new batch with the same ids
    10023, 10077               no room, by a limit             -> again, until the budget is spent
    10210, 429, 503, time-out  not now, or unknown             -> again with the same ids, until the budget is spent
    anything else              it never will                   -> Permanent

After a time-out only reading back shows whether a message was stored: a single server checks the expectation before the
id (10071 for a repeat), a replicated one the id first (duplicate). Only this module translates JetStream's errors.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import random
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol, TypeVar

import msgspec
from nats.aio.msg import Msg

from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import Conflict, Permanent, StreamUnavailable, Transient
from ghosthands.messaging.server import message_ids
from ghosthands.messaging.server.connection import Connection
from ghosthands.messaging.wire.envelope import MESSAGE_ID

T = TypeVar("T")

log = logging.getLogger(__name__)

#: The prefix of JetStream requests. Under its own name, `$JS.API`, each account gets the server's answer that it has
#: no streams; `accounts` maps this prefix to the account that has them.
API = "gh.js"

#: The header of a moved message that says since when its content is kept.
KEPT_AT = "gh-kept-at"

#: The server's limit of messages in an atomic batch.
MAX_BATCH = 1000
#: Seconds that one try waits for its answer, and that all tries together last.
TRY_SECONDS = 5.0
BUDGET_SECONDS = 30.0
#: seconds to wait for a counter, at most
COUNT_SECONDS = 1.0
#: the number of subjects to ask about concurrently
_AT_ONCE = 100

_REPEATED = 10201
_WRONG_SEQUENCE = frozenset({10071, 10164, _REPEATED})
_TOO_MANY_BATCHES = 10210
_AGAIN = frozenset({10176})
_AGAIN_STATUS = frozenset({429, 503})
#: the server's limit on what it stores, and a stream's
_NO_ROOM = frozenset({10023, 10077})
_NOT_FOUND = frozenset({10014, 10037, 10043, 10059})


class WrongSequence(Conflict):
    """A publish's expectation did not hold, or (`repeated`) its ids are already stored; reading back tells more."""

    def __init__(self, message: str, *, repeated: bool) -> None:
        super().__init__(message, delay=0.1)
        self.repeated = repeated


class ApiError(Permanent):
    """JetStream refused an API request; `err_code` is the server's own."""

    def __init__(self, act: str, status: int, err_code: int, description: str) -> None:
        super().__init__(f"JetStream refused {act}: {status} {err_code} {description}", code=f"jetstream_{err_code}")
        self.status = status
        self.err_code = err_code

    @property
    def not_found(self) -> bool:
        """Whether the object of the request does not exist."""
        return self.status == 404 or self.err_code in _NOT_FOUND


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message to publish."""

    subject: str
    data: bytes
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stored:
    """A message as a stream stores it."""

    subject: str
    sequence: int
    headers: Mapping[str, str]
    data: bytes
    #: when the server stored it, aware; None if it did not tell
    stored_at: datetime | None = None

    @property
    def kept_at(self) -> datetime | None:
        """The time since which its content is kept, even if it was moved from another subject since."""
        try:
            moved = datetime.fromisoformat(self.headers[KEPT_AT])
        except (KeyError, ValueError):
            return self.stored_at
        return min(moved, self.stored_at) if moved.tzinfo and self.stored_at else self.stored_at


@dataclass(frozen=True, slots=True)
class Ack:
    """The acknowledgement of a publish, with its stream and sequence; for a batch, the last message's."""

    stream: str
    sequence: int
    duplicate: bool = False
    #: the value of a counter after the publish
    count: int | None = None


class TooManyBatches(StreamUnavailable):
    """As many batches are open as the server allows; ours are committed at once, so another login keeps them open."""


class Publisher(Protocol):
    """An object that stores messages in the name of one service."""

    @property
    def service(self) -> str:
        """The name of the service that publishes."""

    async def publish(self, message: Outgoing) -> Ack:
        """Store the message; an id that was used before makes it a duplicate. Raises StreamUnavailable, Forbidden."""


class Archived(Protocol):
    """The archive of the log's beginning, which has left the server."""

    async def read(self, on: str, *, after: int, up_to: int) -> list[Stored]:
        """Return an aggregate's messages past `after`, oldest first; `on` is its filter. Raises StreamUnavailable."""

    def each(self, on: str, *, after: int, up_to: int) -> AsyncGenerator[Stored, None]:
        """Yield every message on a filter past `after`, in the log's order. Raises StreamUnavailable."""

    def check(self, up_to: int) -> None:
        """Read all of it once. Raises StreamUnavailable if it is not complete up to that sequence."""


class Bus(Connection):
    """A service's connection to JetStream."""

    #: the archive of what has left the server; None if none was configured
    archive: Archived | None = None

    def __init__(self, service: str) -> None:
        super().__init__(service)
        #: by subject prefix, the time at which a message there was last not stored; removed once one is
        self._unstored: dict[str, float] = {}
        #: the login's key, for the ids given to the server
        self._key = b""
        #: called whenever the server refuses a batch because too many are open
        self.on_too_many_batches: Callable[[], None] = _do_nothing

    async def open(self, url: str, *, user: str, password: str, timeout: float | None = None) -> None:
        """Connect as `Connection` does, and derive the key for message ids."""
        await super().open(url, user=user, password=password, timeout=timeout)
        self._key = await asyncio.to_thread(message_ids.make_key, user, password)

    async def api(
        self, call: str, payload: Mapping[str, Any] | None = None, *, timeout: float = TRY_SECONDS
    ) -> dict[str, Any]:
        """Call the API's `<call>` and return its answer. Raises ApiError, StreamUnavailable, Forbidden."""
        body = msgspec.json.encode(payload) if payload is not None else b""
        message = await self.request(f"{API}.{call}", body, timeout=timeout)
        answer: dict[str, Any] = msgspec.json.decode(message.data, type=dict[str, Any])
        if error := answer.get("error"):
            raise _refusal(call, error)
        return answer

    async def find(self, call: str, payload: Mapping[str, Any] | None = None) -> dict[str, Any] | None:
        """Call the API as `api` does; return None if the answer is that there is no such thing."""
        try:
            return await self.api(call, payload)
        except ApiError as error:
            if not error.not_found:
                raise
            return None

    async def publish(self, message: Outgoing, *, budget: float = BUDGET_SECONDS) -> Ack:
        """Store one message, by the retry table.

        Raises WrongSequence, Permanent, Forbidden; StreamUnavailable if `budget` seconds were not enough (the message
        may or may not be stored then; the same ids again are safe).
        """
        return await self._until_answered(lambda: self.publish_once(message), budget)

    async def publish_batch(self, messages: Sequence[Outgoing]) -> Ack:
        """Store all of 2 to 1 000 messages of one stream in order, or none, by the retry table; see `publish`."""
        if len(messages) > MAX_BATCH:
            raise Permanent(
                f"a batch has {len(messages)} messages, at most {MAX_BATCH}", code=MessageFault.BATCH_TOO_LARGE
            )
        return await self._until_answered(lambda: self._publish_batch_once(messages), BUDGET_SECONDS)

    async def count(self, subject: str, by: int = 1) -> int:
        """Add to a counter and return its value, which includes others' increments. Raises StreamUnavailable.

        If an answer was lost, it may have counted twice. Source: NATS ADR-49.
        """
        ack = await self.publish(Outgoing(subject, b"", {"Nats-Incr": str(by)}), budget=COUNT_SECONDS)
        return ack.count or 0

    async def read_back(self, stream: str, subjects: str, *, after: int) -> list[Stored]:
        """Return every message on `subjects` past sequence `after`, oldest first, from the leader.

        Each message takes one request: use it for the few that another writer stored in between. Raises
        StreamUnavailable.
        """
        return [message async for message in self.each(stream, subjects, after=after)]

    async def each(self, stream: str, subjects: str, *, after: int = 0) -> AsyncIterator[Stored]:
        """Yield every message on `subjects` past sequence `after` that still exists, oldest first, from the leader.

        Each message takes one request. Raises StreamUnavailable.
        """
        while message := await self.first(stream, subjects, after=after):
            yield message
            after = message.sequence

    async def first(self, stream: str, subjects: str, *, after: int = 0) -> Stored | None:
        """Return the first message on `subjects` past sequence `after` that still exists, from the leader.

        Raises StreamUnavailable.
        """
        return await self._find_message(stream, {"seq": after + 1, "next_by_subj": subjects})

    async def last(self, stream: str, subjects: str) -> Stored | None:
        """Return the last message on `subjects` from the leader, which needs no search. Raises StreamUnavailable."""
        return await self._find_message(stream, {"last_by_subj": subjects})

    async def at(self, stream: str, sequence: int) -> Stored | None:
        """Return the message at that sequence from the leader, if there is one. Raises StreamUnavailable."""
        return await self._find_message(stream, {"seq": sequence})

    async def _find_message(self, stream: str, wanted: Mapping[str, Any]) -> Stored | None:
        call = f"STREAM.MSG.GET.{stream}"
        answer = await self._until_answered(lambda: self.find(call, wanted), BUDGET_SECONDS)
        return _stored(answer["message"]) if answer is not None else None

    async def delete(self, stream: str, sequence: int) -> None:
        """Delete the message, which the server overwrites on its disk; one that is gone already needs nothing.

        Raises ApiError if it is still there, StreamUnavailable.
        """
        try:
            await self.find(f"STREAM.MSG.DELETE.{stream}", {"seq": sequence})
        except ApiError:  # of a purged message the server says no more than that it could not be deleted
            if await self.at(stream, sequence) is not None:
                raise

    async def describe(self, stream: str, wanted: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the stream's configuration and state, once there is a leader. Raises ApiError, StreamUnavailable."""
        return await self._until_answered(lambda: self.api(f"STREAM.INFO.{stream}", wanted), BUDGET_SECONDS)

    async def find_stream(self, stream: str) -> dict[str, Any] | None:
        """Describe the stream as `describe` does; return None if there is no such stream."""
        return await self._until_answered(lambda: self.find(f"STREAM.INFO.{stream}"), BUDGET_SECONDS)

    async def list_consumers(self, stream: str) -> list[str]:
        """Return the names of the stream's consumers; none if there is no such stream.

        Raises ApiError, StreamUnavailable.
        """
        found = await self.find(f"CONSUMER.NAMES.{stream}", {})
        return (found["consumers"] or []) if found is not None else []

    async def list_subjects(self, stream: str, subjects: str) -> dict[str, int]:
        """Return the number of messages of each subject of `subjects`, from the leader. Raises StreamUnavailable."""
        found: dict[str, int] = {}
        while True:
            answer = await self.describe(stream, {"subjects_filter": subjects, "offset": len(found)})
            found |= (page := answer["state"].get("subjects") or {})
            if not page or len(found) >= answer.get("total", 0):
                return found

    async def last_of_each(self, stream: str, subjects: str) -> list[Stored]:
        """Return the last message of each subject of `subjects`, from the leader. Raises StreamUnavailable."""
        every, found = list(await self.list_subjects(stream, subjects)), list[Stored]()
        for start in range(0, len(every), _AT_ONCE):
            some = every[start : start + _AT_ONCE]
            found += filter(None, await asyncio.gather(*(self.last(stream, subject) for subject in some)))
        return found

    async def publish_once(self, message: Outgoing, *, timeout: float = TRY_SECONDS) -> Ack:
        """Store the message in one try. Raises StreamUnavailable if it is unknown whether it was stored, Forbidden."""
        with self._noting(message.subject):
            headers = self._headers_of(message)
            return _ack(await self.request(message.subject, message.data, headers, timeout=timeout))

    def _headers_of(self, message: Outgoing) -> dict[str, str]:
        """Return the headers to send: the message id is one that no other login can produce."""
        headers = dict(message.headers)
        if message_id := headers.get(MESSAGE_ID):
            headers[MESSAGE_ID] = message_ids.under(self._key, message_id)
        return headers

    def has_unstored(self, *, within: float) -> bool:
        """Whether a message within the last `within` seconds was not stored, and none of its kind has been since."""
        now = asyncio.get_running_loop().time()
        return any(now - at < within for at in self._unstored.values())

    @contextmanager
    def _noting(self, subject: str) -> Iterator[None]:
        """Record whether what is sent to the subject within the block is stored."""
        kind = ".".join(subject.split(".", 2)[:2])
        try:
            yield
        except StreamUnavailable:
            self._unstored[kind] = asyncio.get_running_loop().time()
            raise
        except WrongSequence:  # the stream works
            self._unstored.pop(kind, None)
            raise
        self._unstored.pop(kind, None)

    async def _publish_batch_once(self, messages: Sequence[Outgoing]) -> Ack:
        # Announced with each message: whoever could tell the next one could commit half of a batch that is still open.
        batch = secrets.token_hex(16)
        subjects = [message.subject for message in messages]
        first, *middle, last = [
            Outgoing(message.subject, message.data, {**self._headers_of(message), **_batch_headers(batch, at)})
            for at, message in enumerate(messages, start=1)
        ]
        with self._noting(first.subject):
            opened = await self.request(first.subject, first.data, first.headers, timeout=TRY_SECONDS)
            if opened.data:  # an accepted first message gets an empty answer
                try:
                    _ack(opened)
                except TooManyBatches as refusal:
                    log.warning("nats_too_many_batches", extra={"reason": str(refusal)})
                    self.on_too_many_batches()
                    raise
            for message in middle:
                await self.send(message.subject, message.data, message.headers)
            commit = {**last.headers, "Nats-Batch-Commit": "1"}
            return _ack(await self.request(last.subject, last.data, commit, timeout=TRY_SECONDS, also=subjects))

    async def _until_answered(self, attempt: Callable[[], Coroutine[Any, Any, T]], budget: float) -> T:
        deadline = asyncio.get_running_loop().time() + budget
        delay = 0.05
        while True:
            try:
                await self.wait_connected(max(0.0, deadline - asyncio.get_running_loop().time()))
                return await attempt()
            except StreamUnavailable:
                if asyncio.get_running_loop().time() + delay > deadline:
                    raise
            await asyncio.sleep(delay * random.uniform(0.5, 1.0))  # noqa: S311 - spreads load, guards nothing
            delay = min(1.0, delay * 2)


async def connect(
    url: str, *, user: str, password: str, service: str | None = None, timeout: float | None = None
) -> Bus:
    """Return a connected Bus that reconnects for ever.

    Waits for the server up to `timeout` seconds, None: for ever. `service` defaults to the user's name. Raises
    StreamUnavailable after the time-out, Forbidden if the credentials are refused.
    """
    bus = Bus(service or user)
    try:
        await bus.open(url, user=user, password=password, timeout=timeout)
    except BaseException:
        await bus.close()  # a server that accepts connections and says nothing would keep the socket open
        raise
    return bus


def _do_nothing() -> None:
    pass


def _batch_headers(batch: str, at: int) -> dict[str, str]:
    return {"Nats-Batch-Id": batch, "Nats-Batch-Sequence": str(at)}


def _ack(message: Msg) -> Ack:
    answer: dict[str, Any] = msgspec.json.decode(message.data, type=dict[str, Any])
    if error := answer.get("error"):
        raise _refusal(f"a publish by {message.subject.split('.')[0].removeprefix('_INBOX_')}", error)
    count = answer.get("val")
    return Ack(answer["stream"], answer["seq"], bool(answer.get("duplicate")), int(count) if count else None)


def _refusal(act: str, error: Mapping[str, Any]) -> Transient | Permanent:
    status, err_code = int(error.get("code", 0)), int(error.get("err_code", 0))
    description = str(error.get("description", ""))
    if err_code in _WRONG_SEQUENCE:
        return WrongSequence(f"JetStream refused {act}: {err_code} {description}", repeated=err_code == _REPEATED)
    if err_code in _NO_ROOM:
        return StreamUnavailable(
            f"NATS has no room for more now: free space on its disk, or raise its limits ({err_code})"
        )
    if err_code == _TOO_MANY_BATCHES:
        return TooManyBatches(f"JetStream refused {act}: another login leaves too many batches open ({err_code})")
    if err_code in _AGAIN or status in _AGAIN_STATUS:
        return StreamUnavailable(f"JetStream cannot now: {status} {err_code} {description}")
    return ApiError(act, status, err_code, description)


def _stored(message: Mapping[str, Any]) -> Stored:
    """Convert a message of the leader's JSON answer, with headers and data in base64."""
    return Stored(
        subject=message["subject"],
        sequence=message["seq"],
        headers=_headers(base64.b64decode(message.get("hdrs", ""))),
        data=base64.b64decode(message.get("data", "")),
        stored_at=datetime.fromisoformat(message["time"]),
    )


def _headers(block: bytes) -> dict[str, str]:
    lines = block.decode().split("\r\n")[1:]
    return {key: value.strip() for key, _, value in (line.partition(":") for line in lines) if key}
