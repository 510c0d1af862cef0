"""A log as many jobs leave it: a NATS server of its own, filled quickly, then restarted with the usual settings.

One application is simulated and encoded; every job is a copy with other ids. Its events are in realistic places:
between those of the jobs at work at the same time, and for some jobs the second half is long after the first, as for a
job that waited for a human. Each event has its trail. The bench is the only writer, so it knows every sequence in
advance and publishes without a pause; while it fills the log, the server need not sync each message.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import shutil
import socket
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ghosthands.bench import application
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.measure import Progress
from ghosthands.messaging.clock import utc_now
from ghosthands.messaging.server import jetstream, migrating, permissions, streams
from ghosthands.messaging.server.configuration import server_config
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects, trail
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.envelope import MESSAGE_ID, Envelope
from ghosthands.messaging.wire.trail import Trail
from ghosthands.stack import ports

#: number of fields of each job's form, which cause some seventy events
FIELDS = 24
#: jobs at work at the same time
AT_ONCE = 5
#: values of an applicant in the vault, and about the size of one: those of 500 applicants fill three of the server's
#: blocks, of 4 MB
VALUES = 6
VALUE_BYTES = 4000
#: messages published before an answer is awaited, and between two requests for an answer
_UNDER_WAY = 4000
_ASKED_EVERY = 500
#: seconds for a server to recover its streams
_PATIENCE = 120.0

_STAND_IN = "JJJJJJJJ-JJJJ-JJJJ-JJJJ-JJJJJJJJJJJJ"


@dataclass
class AgedLog:
    """A server with its streams in a folder that the bench removes."""

    folder: Path
    jobs: int
    _passwords: dict[str, str] = field(default_factory=lambda: {u: secrets.token_hex(8) for u in permissions.USERS})
    _key: str = field(default_factory=lambda: secrets.token_hex(16))
    _process: subprocess.Popen[bytes] | None = None
    _port: int = 0

    def __post_init__(self) -> None:
        chance = random.Random(self.jobs)  # noqa: S311 - ids that are the same each time
        self._ids = [str(uuid.UUID(int=chance.getrandbits(128), version=4)) for _ in range(self.jobs)]
        #: the numbers of the jobs that waited for a human
        self.rested = [self.jobs * part // 100 for part in range(20, 40, 2)]

    def job_at(self, part: float, step: int = 0) -> str:
        """Return the id of the job that began after that share of the jobs, and `step` more."""
        return self._ids[int(self.jobs * part) + step]

    def rested_job(self, number: int) -> str:
        """Return the id of a job that waited long."""
        return self._ids[self.rested[number % len(self.rested)]]

    def start(self, *, synced: bool = True) -> None:
        """Start the server with the usual settings; `synced=False` lets it sync less often, for filling."""
        self.folder.mkdir(parents=True, exist_ok=True)
        [self._port] = ports.free_ports(1)
        config = server_config(
            port=self._port,
            store_dir=self.folder / "store",
            encryption_key=self._key,
            passwords=self._passwords,
        )
        file = self.folder / "server.conf"
        file.write_text(config if synced else config.replace("  sync_interval: always\n", ""))
        self._process = subprocess.Popen([_binary(), "-c", file, "-l", file.with_suffix(".log")])

    def stop(self) -> None:
        """Stop the server in order, if it runs."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=_PATIENCE)
            self._process = None

    async def restart(self) -> None:
        """Restart the server; return when it has recovered its streams."""
        self.stop()
        self.start()
        async with self.connected(permissions.MIGRATION) as bus:
            await bus.api(f"STREAM.INFO.{streams.EVENTS}", timeout=_PATIENCE)

    @property
    def address(self) -> tuple[str, int]:
        """The host and the port that it listens on."""
        return "127.0.0.1", self._port

    def password_of(self, user: str) -> str:
        """Return the password of that user."""
        return self._passwords[user]

    @asynccontextmanager
    async def connected(self, user: str) -> AsyncIterator[Bus]:
        """Connect as that user for the block."""
        url = f"nats://127.0.0.1:{self._port}"
        bus = await jetstream.connect(url, user=user, password=self._passwords[user], timeout=_PATIENCE)
        try:
            yield bus
        finally:
            await bus.close()

    async def fill(self, progress: Progress) -> None:
        """Fill the log and the vault, and stop the server. Raises BenchFailed where one refuses a message."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.start(synced=False)
        async with self.connected(permissions.MIGRATION) as bus:
            await migrating.migrate(bus)
        try:
            await asyncio.to_thread(self._fill, progress)
        finally:
            self.stop()

    def _fill(self, progress: Progress) -> None:
        with socket.create_connection(self.address, timeout=_PATIENCE) as connection:
            writing = _Writing(connection, self.password_of(permissions.MIGRATION))
            told = _tell_application()
            total = len(told) * self.jobs
            for sequence, (job, at, block) in enumerate(self._list_events(told), start=1):
                writing.publish(told[at].subject.replace(_STAND_IN, self._ids[job]), block, is_last=sequence == total)
                if sequence % (total // 100) == 0:
                    progress(f"filling a log of {self.jobs} jobs", sequence, total)
            writing.begin()
            values = [(job, value) for job in range(self.jobs) for value in range(VALUES)]
            for job, value in values:
                subject = subject_of_value(self._ids[job], value)
                writing.publish(subject, (b"", bytes(VALUE_BYTES)), is_last=(job, value) == values[-1])

    def _list_events(self, told: Sequence[_Told]) -> Iterator[tuple[int, int, tuple[bytes, bytes]]]:
        """Yield job, number of the event, headers and body, in the order of the log."""
        trails: dict[int, dict[str, Trail]] = {}
        for sequence, (job, at) in enumerate(order_events(self.jobs, len(told), self.rested), start=1):
            event, job_id = told[at], self._ids[job].encode()
            theirs = trails.setdefault(job, {})
            before = theirs.get(event.service, Trail())
            begun = min((each.first for each in theirs.values()), default=0)
            left = f"{trail.HEADER}: {before.encode(begun, 0)}\r\n\r\n".encode()
            theirs[event.service] = before.including([sequence])
            yield job, at, (event.headers.replace(_STAND_IN.encode(), job_id) + left, event.data(job_id))
            if at == len(told) - 1:
                del trails[job]


def subject_of_value(applicant: str, number: int | str) -> str:
    """Return the subject under which the vault keeps an applicant's value."""
    return f"$KV.{streams.VAULT}.bench.{applicant}.values.{number}"


def order_events(jobs: int, events: int, rested: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the events of all jobs in the order of the log, as (job, number of the event).

    A few jobs are at work at a time, in random turns. A job among the `rested` waits, half done, until half of all jobs
    have begun since.
    """
    chance = random.Random(1)  # noqa: S311 - the same each time
    waiting = iter(range(jobs))
    at_work: list[list[int]] = []
    resting: list[tuple[int, list[int]]] = []
    begun = 0
    while True:
        while resting and (resting[0][0] <= begun or begun == jobs):
            at_work.append(resting.pop(0)[1])
        while len(at_work) < AT_ONCE and (job := next(waiting, None)) is not None:
            at_work.append([job, 0])
            begun += 1
        if not at_work:
            if not resting:
                return
            continue
        job, at = turn = chance.choice(at_work)
        yield job, at
        turn[1] += 1
        if turn[1] == events:
            at_work.remove(turn)
        elif job in rested and turn[1] == events // 2:
            at_work.remove(turn)
            resting.append((begun + jobs // 2, turn))


@dataclass(frozen=True)
class _Told:
    """An event of the application, with placeholders for its ids."""

    service: str
    subject: str
    headers: bytes
    payload: bytes

    def data(self, job_id: bytes) -> bytes:
        return self.payload.replace(_STAND_IN.encode(), job_id)


def _tell_application() -> list[_Told]:
    codec, job = Codec(), subjects.job(_STAND_IN)
    told: list[_Told] = []
    for at, (service, event) in enumerate(application.tell(_STAND_IN, fields=FIELDS)):
        head = Envelope(
            id=f"{_STAND_IN[:24]}{at:012d}",
            name=type(event).__name__,
            version=event.VERSION,
            service=service,
            subject=_STAND_IN,
            at=utc_now(),
            correlation=_STAND_IN,
            causation=_STAND_IN,
            tenant="bench",
        )
        # under another name: a starting server reads every message id that it has to remember
        headers = {**head.headers(), f"Bench-{MESSAGE_ID}": head.id}
        del headers[MESSAGE_ID]
        block = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        told.append(_Told(service, subjects.event(job, service, head.name), block.encode(), codec.encode(event)))
    return told


def _binary() -> str:
    beside = Path(sys.executable).parent / "nats-server"
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    if not found:
        raise BenchFailed("nats-server was not found: run `make setup`")
    return found


class _Writing:
    """A bare connection that publishes without waiting for each answer."""

    def __init__(self, connection: socket.socket, password: str) -> None:
        self._connection = connection
        self._lines = connection.makefile("rb")
        self._inbox = f"_INBOX_{permissions.MIGRATION}.fill"
        self._buffer: list[bytes] = []
        self.begin()
        login = {"user": permissions.MIGRATION, "pass": password, "verbose": False, "headers": True}
        connection.sendall(f"CONNECT {json.dumps(login)}\r\nSUB {self._inbox} 1\r\n".encode())

    def begin(self) -> None:
        """Begin with an empty stream."""
        self._published = self._answered = 0

    def publish(self, subject: str, message: tuple[bytes, bytes], *, is_last: bool) -> None:
        """Publish the message; at intervals, and after the last, wait until the server has stored most, or all."""
        headers, body = message
        self._published += 1
        asks = is_last or self._published % _ASKED_EVERY == 0
        reply = f"{self._inbox} " if asks else ""
        block = b"NATS/1.0\r\n" + headers if headers else b"NATS/1.0\r\n\r\n"
        head = f"HPUB {subject} {reply}{len(block)} {len(block) + len(body)}\r\n"
        self._buffer += [head.encode(), block, body, b"\r\n"]
        if asks:
            self._connection.sendall(b"".join(self._buffer))
            self._buffer.clear()
            while self._published - self._answered > (0 if is_last else _UNDER_WAY):
                self._take_answer()

    def _take_answer(self) -> None:
        line = self._lines.readline()
        if line.startswith(b"PING"):
            self._connection.sendall(b"PONG\r\n")
        elif line.startswith(b"-ERR") or not line:
            raise BenchFailed(f"NATS does not take the log: {line.decode().strip()}")
        elif line.startswith(b"MSG"):
            answer = json.loads(self._lines.read(int(line.split()[-1]) + 2))
            if "error" in answer:
                raise BenchFailed(f"NATS does not take the log: {answer['error'].get('description')}")
            self._answered = answer["seq"]
