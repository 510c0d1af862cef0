"""Jobs told from events alone, and stacks that exist on paper only."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from rich.console import Console

from ghosthands.chromium import processes
from ghosthands.cli import console
from ghosthands.domain import ids, ownership
from ghosthands.domain.message import Event
from ghosthands.messaging import permissions, subjects
from ghosthands.messaging.recorded import History, Recorded
from ghosthands.stack import StateDir, credentials, record
from ghosthands.testkit.story import NOON

JOB = ids.derived("a job")


@pytest.fixture
def told() -> Callable[..., list[Recorded[Event]]]:
    """Events as the log has them: one a second, from noon on, each by the service that owns it."""

    def tell(*events: Event) -> list[Recorded[Event]]:
        return [
            Recorded(
                sequence=number,
                id=f"event-{number}",
                at=NOON + timedelta(seconds=number - 1),
                service=next(service for service, owned in ownership.OWNS.items() if type(event) in owned),
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
        credentials.load_or_make(folder, permissions.USERS, {})
        own = processes.identify(os.getpid())
        assert own is not None
        supervisor = record.RecordedProcess(own.pid, own.start_time)
        record.write(
            folder,
            record.Record(record.boot_id(), supervisor, ready, nats_url, reader_url, reader_url, processes={}),
        )
        return folder

    return make
