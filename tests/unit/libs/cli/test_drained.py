"""Where every host is drained, `apply`, `show` and `doctor` say so, and name the command that ends it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from ghosthands.cli import drained
from ghosthands.cli.commands import doctor, show
from ghosthands.cli.watching import JobWatch, watch
from ghosthands.domain import ids, job, services
from ghosthands.domain.human import AskKind
from ghosthands.domain.tools import SessionStatus
from ghosthands.messaging.server.jetstream import Outgoing
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Envelope
from ghosthands.messaging.work import hosts
from ghosthands.messaging.work.hosts import HostRecord
from ghosthands.stack import StateDir
from ghosthands.testkit.story import NOON, Story, requested

Screen = Callable[[], str]

SAID = "host {} is drained and opens no browsers: ghosthands drain {} --undo"


def host(name: str, *, draining: bool = True, gone: bool = False) -> HostRecord:
    seen_at = hosts.now() - timedelta(minutes=5) if gone else hosts.now()
    return HostRecord(name, 2, 0, seen_at, draining=draining)


def queued(job_id: str) -> Story:
    """It waits for a browser."""
    story = Story(job_id).tell(requested())
    story.claim()
    story.expect_step(job.StepKind.OPEN_SESSION)
    return story


@pytest.fixture
def connected(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stack in memory is the one that runs."""

    @asynccontextmanager
    async def connect(_to: object) -> AsyncIterator[Any]:
        yield house

    async def use_running() -> None:
        return None

    for command in (show, doctor):
        monkeypatch.setattr(command, "connect", connect)
    monkeypatch.setattr(show, "use_running", use_running)


async def until_silent(house: Any, times: int) -> None:
    """The job is followed through so many silences while it is queued."""
    seen, silences, passed = JobWatch(house.job_id), 0, asyncio.Event()
    tell = drained.tell_once(house, seen)

    async def on_silence() -> None:
        nonlocal silences
        await tell()
        silences += 1
        if silences == times:
            passed.set()

    following = asyncio.create_task(watch(house, seen, on_silence=on_silence))
    await asyncio.wait_for(passed.wait(), 10)
    following.cancel()
    await asyncio.wait({following})


async def test_a_job_in_the_queue_of_drained_hosts_is_told_so_once(house: Any, screen: Screen) -> None:
    await house.tell(*queued(house.job_id).log)
    house.hosts = [host("b"), host("a"), host("c", draining=False, gone=True)]
    await until_silent(house, 3)
    assert screen() == f"{SAID.format('a', 'a')} {SAID.format('b', 'b')}"


@pytest.mark.parametrize("there", [[], [host("a"), host("b", draining=False)]], ids=["none", "one of two"])
async def test_where_a_host_opens_browsers_or_none_is_there_nothing_is_said(
    house: Any, screen: Screen, there: list[HostRecord]
) -> None:
    await house.tell(*queued(house.job_id).log)
    house.hosts = there
    await until_silent(house, 2)
    assert screen() == ""


async def test_a_job_that_has_its_browser_is_not_told_of_drained_hosts(house: Any, screen: Screen) -> None:
    await house.tell(*Story(house.job_id).begun().log)
    house.hosts = [host("a")]
    await until_silent(house, 2)
    assert screen() == ""


@pytest.mark.usefixtures("connected")
async def test_show_says_why_a_queued_job_gets_no_browser(house: Any, screen: Screen) -> None:
    await house.tell(*queued(house.job_id).log)
    house.hosts = [host("a")]
    await show.run(house.job_id, as_json=False)
    assert SAID.format("a", "a") in screen()


async def test_a_queued_job_is_told_once_that_jobs_which_wait_for_a_human_hold_the_browsers(
    house: Any, screen: Screen
) -> None:
    waiting, busy = ids.derived("waiting"), ids.derived("busy")
    ask = job.HumanRequested(request_id="r", kind=AskKind.STUCK, at=NOON, timeout_seconds=300)
    for job_id, events in ((waiting, (ask,)), (busy, ())):
        house.job_id = job_id
        await house.tell(*Story(job_id).begun().log, *events)
    house.job_id = ids.derived("a job")
    await house.tell(*queued(house.job_id).log)
    browsers = tuple(SessionStatus(session=one, job_id=one) for one in (waiting, busy))
    house.hosts = [msgspec.structs.replace(host("a", draining=False), open=browsers)]
    await until_silent(house, 3)
    assert screen().count("1 of 2 browsers is held by jobs that wait for a human") == 1


@pytest.mark.usefixtures("connected")
async def test_a_queued_job_is_shown_while_a_browser_belongs_to_a_job_that_only_a_newer_release_can_read(
    house: Any, screen: Screen
) -> None:
    waiting, unreadable = ids.derived("waiting"), ids.derived("unreadable")
    head = Envelope(
        id="e",
        name="RecipeMissed",
        version=999,
        service=services.COOKBOOK,
        subject=unreadable,
        at=NOON,
        correlation=unreadable,
        causation="c",
        tenant="t",
    )
    subject = subjects.event(subjects.job(unreadable), services.COOKBOOK, "RecipeMissed")
    house.events._stream.store([Outgoing(subject, b"{}", head.headers())])
    house.job_id = waiting
    ask = job.HumanRequested(request_id="r", kind=AskKind.STUCK, at=NOON, timeout_seconds=300)
    await house.tell(*Story(waiting).begun().log, ask)
    house.job_id = ids.derived("a job")
    await house.tell(*queued(house.job_id).log)
    browsers = tuple(SessionStatus(session=one, job_id=one) for one in (unreadable, waiting))
    house.hosts = [msgspec.structs.replace(host("a", draining=False), open=browsers)]
    await show.run(house.job_id, as_json=False)
    assert "1 of 2 browsers is held by jobs that wait for a human" in screen()


@pytest.mark.usefixtures("connected")
def test_the_doctor_names_drained_hosts(house: Any, paper_stack: Callable[..., StateDir]) -> None:
    paper_stack()
    house.hosts = [host("a")]
    (finding,) = doctor._check_hosts()
    assert not finding.ok
    assert f"{finding.detail}: {finding.mend}" == SAID.format("a", "a")
    house.hosts = [host("a", draining=False)]
    assert doctor._check_hosts() == []
