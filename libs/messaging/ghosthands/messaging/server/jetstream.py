"""JetStream as GhostHands uses it: the API, publishing with the retry table, reading back from the leader.

What an answer to a publish means, and what is done about it (measured; single servers and replicas differ):

    ack                        stored                          -> done
    ack, duplicate             stored by an earlier try        -> done
    10071, 10164               the expectation does not hold   -> WrongSequence: ours, or another's? read back
    10201                      an id of the batch is there     -> WrongSequence: read back
    10176                      a batch lost a message          -> again, as a new batch with the same ids
    10023, 10077               no room, by a limit             -> again, until the budget is spent
    10210, 429, 503, time-out  not now, or nobody knows        -> again with the same ids, until the budget is spent
    anything else              it never will                   -> Permanent

After a time-out only reading back tells whether a message was stored: a single server checks the expectation before
the id (10071 for a repeat), a replicated one the id first (duplicate). Foreign errors are translated here alone.
"""

from __future__ import annotations

import asyncio
import base64
import random
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator, Mapping, Sequence
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

#: Where JetStream is asked, whoever asks. Under its own name, `$JS.API`, each account has the server's answer that it
#: has no streams; `accounts` leads from here to the account that has.
API = "gh.js"

#: Messages an atomic batch may have, by the server's limit.
MAX_BATCH = 1000
#: Seconds one try waits for its answer, and all tries together last.
TRY_SECONDS = 5.0
BUDGET_SECONDS = 30.0
#: a counter that takes longer is not worth the wait
COUNT_SECONDS = 1.0
#: subjects asked about side by side
_AT_ONCE = 100

_REPEATED = 10201
_WRONG_SEQUENCE = frozenset({10071, 10164, _REPEATED})
_AGAIN = frozenset({10176, 10210})
_AGAIN_STATUS = frozenset({429, 503})
#: the server's limit of what it stores, and a stream's
_NO_ROOM = frozenset({10023, 10077})
_NOT_FOUND = frozenset({10014, 10037, 10059})


class WrongSequence(Conflict):
    """The expectation of a publish did not hold, or (`repeated`) its ids are already stored: read back to know more."""

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
        """Whether what was asked for is not there."""
        return self.status == 404 or self.err_code in _NOT_FOUND


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message that is to be published."""

    subject: str
    data: bytes
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stored:
    """A message as a stream has it."""

    subject: str
    sequence: int
    headers: Mapping[str, str]
    data: bytes
    #: when the server stored it, aware; None where it did not say
    stored_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Ack:
    """The place where a publish was stored; for a batch the sequence is the last message's."""

    stream: str
    sequence: int
    duplicate: bool = False
    #: of a counter, what it stands at now
    count: int | None = None


class Publisher(Protocol):
    """Stores messages in the name of one service."""

    @property
    def service(self) -> str:
        """The name of the service that publishes."""

    async def publish(self, message: Outgoing) -> Ack:
        """Store the message; its id again is a duplicate. Raises StreamUnavailable, Forbidden."""


class Archived(Protocol):
    """What the log's beginning is read from once it has left the server."""

    async def read(self, on: str, *, after: int, up_to: int) -> list[Stored]:
        """An aggregate's messages past `after`, oldest first; `on` is its filter. Raises StreamUnavailable."""

    def each(self, on: str, *, after: int, up_to: int) -> AsyncGenerator[Stored, None]:
        """Every message on a filter past `after`, in the log's order. Raises StreamUnavailable."""

    def check(self, up_to: int) -> None:
        """Have all of it read once. Raises StreamUnavailable where it is not all there is up to that place."""


class Bus(Connection):
    """One service's connection to JetStream."""

    #: what lies before what the server has of the log; None where nobody said
    archive: Archived | None = None

    def __init__(self, service: str) -> None:
        super().__init__(service)
        #: by the beginning of a subject, when a message there was last not stored; nothing if one was since
        self._unstored: dict[str, float] = {}
        #: of the login, for the ids that the server is given
        self._key = b""

    async def open(self, url: str, *, user: str, password: str, timeout: float | None = None) -> None:
        """Connect, as any `Connection` does."""
        await super().open(url, user=user, password=password, timeout=timeout)
        self._key = await asyncio.to_thread(message_ids.make_key, user, password)

    async def api(
        self, call: str, payload: Mapping[str, Any] | None = None, *, timeout: float = TRY_SECONDS
    ) -> dict[str, Any]:
        """The answer to the API's `<call>`. Raises ApiError, StreamUnavailable, Forbidden."""
        body = msgspec.json.encode(payload) if payload is not None else b""
        message = await self.request(f"{API}.{call}", body, timeout=timeout)
        answer: dict[str, Any] = msgspec.json.decode(message.data, type=dict[str, Any])
        if error := answer.get("error"):
            raise _refusal(call, error)
        return answer

    async def publish(self, message: Outgoing, *, budget: float = BUDGET_SECONDS) -> Ack:
        """Store one message, by the retry table.

        Raises WrongSequence, Permanent, Forbidden; StreamUnavailable when `budget` seconds were not enough (the
        message may or may not be stored then; the same ids again are safe).
        """
        return await self._until_answered(lambda: self.publish_once(message), budget)

    async def publish_batch(self, messages: Sequence[Outgoing]) -> Ack:
        """Store all of 2 to 1 000 messages of one stream or none, side by side, by the retry table; see `publish`."""
        if len(messages) > MAX_BATCH:
            raise Permanent(
                f"a batch has {len(messages)} messages, at most {MAX_BATCH}", code=MessageFault.BATCH_TOO_LARGE
            )
        return await self._until_answered(lambda: self._publish_batch_once(messages), BUDGET_SECONDS)

    async def count(self, subject: str) -> int:
        """Add one to a counter; what it stands at now, whoever counts besides. Raises StreamUnavailable.

        Where an answer was lost it may have counted twice. Source: NATS ADR-49.
        """
        ack = await self.publish(Outgoing(subject, b"", {"Nats-Incr": "1"}), budget=COUNT_SECONDS)
        return ack.count or 0

    async def read_back(self, stream: str, subjects: str, *, after: int) -> list[Stored]:
        """Every message on `subjects` past sequence `after`, asked of the leader, oldest first.

        One request a message: for the few that another writer put in between. Raises StreamUnavailable.
        """
        found: list[Stored] = []
        while message := await self.first(stream, subjects, after=after):
            found.append(message)
            after = message.sequence
        return found

    async def first(self, stream: str, subjects: str, *, after: int = 0) -> Stored | None:
        """The first message on `subjects` past sequence `after` that is there still, asked of the leader.

        Raises StreamUnavailable.
        """
        return await self._find(stream, {"seq": after + 1, "next_by_subj": subjects})

    async def last(self, stream: str, subjects: str) -> Stored | None:
        """The last message on `subjects`, asked of the leader, which knows where it is. Raises StreamUnavailable."""
        return await self._find(stream, {"last_by_subj": subjects})

    async def at(self, stream: str, sequence: int) -> Stored | None:
        """The message there, asked of the leader. Raises StreamUnavailable."""
        return await self._find(stream, {"seq": sequence})

    async def _find(self, stream: str, wanted: Mapping[str, Any]) -> Stored | None:
        call = f"STREAM.MSG.GET.{stream}"
        try:
            answer = await self._until_answered(lambda: self.api(call, wanted), BUDGET_SECONDS)
        except ApiError as error:
            if error.not_found:
                return None
            raise
        return _stored(answer["message"])

    async def describe(self, stream: str, wanted: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """What the stream is and holds, asked of the leader until there is one. Raises ApiError, StreamUnavailable."""
        return await self._until_answered(lambda: self.api(f"STREAM.INFO.{stream}", wanted), BUDGET_SECONDS)

    async def list_subjects(self, stream: str, subjects: str) -> dict[str, int]:
        """How many messages each subject has that matches `subjects`, asked of the leader. Raises StreamUnavailable."""
        found: dict[str, int] = {}
        while True:
            answer = await self.describe(stream, {"subjects_filter": subjects, "offset": len(found)})
            found |= (page := answer["state"].get("subjects") or {})
            if not page or len(found) >= answer.get("total", 0):
                return found

    async def last_of_each(self, stream: str, subjects: str) -> list[Stored]:
        """The last message of each subject that matches `subjects`, asked of the leader. Raises StreamUnavailable."""
        every, found = list(await self.list_subjects(stream, subjects)), list[Stored]()
        for start in range(0, len(every), _AT_ONCE):
            some = every[start : start + _AT_ONCE]
            found += filter(None, await asyncio.gather(*(self.last(stream, subject) for subject in some)))
        return found

    async def publish_once(self, message: Outgoing, *, timeout: float = TRY_SECONDS) -> Ack:
        """Store the message in one try. Raises StreamUnavailable where nobody knows whether it was, Forbidden."""
        with self._noting(message.subject):
            headers = self._headers_of(message)
            return _ack(await self.request(message.subject, message.data, headers, timeout=timeout))

    def _headers_of(self, message: Outgoing) -> dict[str, str]:
        """What is sent with it: its id as no other login can name it."""
        headers = dict(message.headers)
        if message_id := headers.get(MESSAGE_ID):
            headers[MESSAGE_ID] = message_ids.under(self._key, message_id)
        return headers

    def has_unstored(self, *, within: float) -> bool:
        """Whether something of the last `within` seconds was not stored, and nothing like it since."""
        now = asyncio.get_running_loop().time()
        return any(now - at < within for at in self._unstored.values())

    @contextmanager
    def _noting(self, subject: str) -> Iterator[None]:
        """Note whether what is sent to the subject within the block is stored."""
        kind = ".".join(subject.split(".", 2)[:2])
        try:
            yield
        except StreamUnavailable:
            self._unstored[kind] = asyncio.get_running_loop().time()
            raise
        except WrongSequence:  # the stream answers as it should
            self._unstored.pop(kind, None)
            raise
        self._unstored.pop(kind, None)

    async def _publish_batch_once(self, messages: Sequence[Outgoing]) -> Ack:
        batch = self.unique()
        subjects = [message.subject for message in messages]
        first, *middle, last = [
            Outgoing(message.subject, message.data, {**self._headers_of(message), **_batch_headers(batch, at)})
            for at, message in enumerate(messages, start=1)
        ]
        with self._noting(first.subject):
            opened = await self.request(first.subject, first.data, first.headers, timeout=TRY_SECONDS)
            if opened.data:  # an accepted first message is answered with nothing
                _ack(opened)
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
    """A connected Bus that reconnects for ever.

    Waits for the server up to `timeout` seconds, None: for ever. `service` defaults to the user's name.
    Raises StreamUnavailable after the time-out, Forbidden when the credentials are refused.
    """
    bus = Bus(service or user)
    try:
        await bus.open(url, user=user, password=password, timeout=timeout)
    except BaseException:
        await bus.close()  # a server that takes connections and says nothing would keep this one's socket open
        raise
    return bus


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
    if err_code in _AGAIN or status in _AGAIN_STATUS:
        return StreamUnavailable(f"JetStream cannot now: {status} {err_code} {description}")
    return ApiError(act, status, err_code, description)


def _stored(message: Mapping[str, Any]) -> Stored:
    """A message of the leader's JSON answer, headers and data in base64."""
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
