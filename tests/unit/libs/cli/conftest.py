"""Jobs told from events alone, and stacks that exist on paper only."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console

from ghosthands.chromium import processes
from ghosthands.cli import console
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain import ids, ownership, services
from ghosthands.domain.job import Job, JobContinued, JobRetried
from ghosthands.domain.message import Event
from ghosthands.messaging.log.event_log import Feed
from ghosthands.messaging.log.memory import MemoryEventLog
from ghosthands.messaging.server import permissions
from ghosthands.messaging.server.jetstream import Ack, Stored
from ghosthands.messaging.server.streams import HOSTS
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.wire.recorded import History, Recorded
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.messaging.work.hosts import HostRecord
from ghosthands.messaging.work.verdicts import Verdict
from ghosthands.stack import StateDir, passwords, record
from ghosthands.testkit.story import NOON

JOB = ids.derived("a job")


def owner_of(event: Event) -> str:
    """The service that writes it."""
    return next(service for service, owned in ownership.OWNS.items() if type(event) in owned)


class House:
    """A client of a stack in memory; what is published is kept, and may be answered."""

    def __init__(self) -> None:
        self.events = MemoryEventLog(services.EXECUTOR, clock=lambda: NOON, owns=None)
        self.published: list[tuple[str, Mapping[str, Any]]] = []
        self.on_publish: Callable[[], tuple[Event, ...]] = lambda: ()
        #: what comes of a message
        self.verdict = Verdict(accepted=True)
        self.is_there = True
        self.said: list[Mapping[str, Any]] = []
        self.hosts: list[HostRecord] = []
        self.job_id = JOB
        self.bus = self
        self._told = 0

    async def read_back(self, stream: str, _subject: str, *, after: int) -> list[Stored]:
        """What the hosts last said of themselves, or what was said to VALET, in its bodies."""
        bodies = self.hosts if stream == f"KV_{HOSTS}" else self.said
        return [Stored("", number, {}, msgspec.json.encode(body)) for number, body in enumerate(bodies, start=1)]

    async def publish(self, subject: str, body: Mapping[str, Any]) -> Ack:
        self.published.append((subject, body))
        ack = Ack("GH_INTAKE", len(self.published))
        own = ids.command_of_message(subject.removeprefix("job."), ack.stream, ack.sequence)
        await self.tell(*self.on_publish(), because_of=own)
        return ack

    async def hear(self, _of: Job, _what: str, _ack: Ack, *, seconds: float) -> Verdict:
        """As Client's, at once."""
        assert seconds > 0
        return self.verdict

    async def next(self, feed: Feed) -> list[Recorded[Event]]:
        """As Client's, with less patience."""
        arrived = await feed.next(0.02)
        if not arrived and not self.is_there:
            raise Stop(Exit.UNAVAILABLE, "gone")
        return arrived

    async def tell(self, *events: Event, because_of: str | None = None, on: Aggregate | None = None) -> None:
        """The services say this, of the job that is followed if of nothing else; job-intake because of a message."""
        aggregate = on or subjects.job(self.job_id)
        for event in events:
            self._told += 1
            door = self.events.as_service(owner_of(event))
            is_own = because_of is not None and isinstance(event, JobContinued | JobRetried)
            command_id = because_of if is_own else ids.derived(self._told)
            cause = Cause(command_id=command_id, tenant="t", correlation=self.job_id).at_stage(self._told)
            await door.append_facts(await door.load(aggregate), [event], cause=cause)


@pytest.fixture
def house() -> House:
    return House()


@pytest.fixture
def told() -> Callable[..., list[Recorded[Event]]]:
    """Events as the log has them: one a second, from noon on, each by the service that owns it."""

    def tell(*events: Event) -> list[Recorded[Event]]:
        return [
            Recorded(
                sequence=number,
                id=f"event-{number}",
                at=NOON + timedelta(seconds=number - 1),
                service=owner_of(event),
                aggregate=subjects.job(JOB),
                event=event,
                causation="",
                correlation=JOB,
                tenant="valet",
            )
            for number, event in enumerate(events, start=1)
        ]

    return tell


@pytest.fixture
def history(told: Callable[..., list[Recorded[Event]]]) -> Callable[..., History]:
    """A job's history, as loaded."""
    return lambda *events: History(subjects.job(JOB)).continued(told(*events))


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """What has been printed, on either output, at 80 columns and without colours."""
    recording = Console(record=True, width=80, highlight=False, file=io.StringIO())
    monkeypatch.setattr(console, "out", recording)
    monkeypatch.setattr(console, "err", recording)
    return lambda: recording.export_text(clear=False)


@pytest.fixture
def screen(printed: Callable[[], str]) -> Callable[[], str]:
    """The words printed, wherever their lines break."""
    return lambda: " ".join(printed().split())


@pytest.fixture
def paper_stack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., StateDir]:
    """A stack that this very process seems to supervise; nothing answers at its addresses unless told so."""

    def make(
        nats_url: str = "nats://127.0.0.1:1",
        reader_url: str = "postgresql://nobody@127.0.0.1:1/nothing",
        *,
        ready: bool = True,
    ) -> StateDir:
        folder = StateDir(tmp_path / "state")
        folder.prepare()
        monkeypatch.setenv("GHOSTHANDS_STATE_DIR", str(folder.path))
        passwords.load_or_make(folder, permissions.USERS, {})
        own = processes.identify(os.getpid())
        assert own is not None
        supervisor = record.RecordedProcess(own.pid, own.start_time)
        record.write(
            folder,
            record.Record(record.boot_id(), supervisor, ready, nats_url, reader_url, reader_url, processes={}),
        )
        return folder

    return make
