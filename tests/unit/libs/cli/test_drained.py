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
    tell = drained.tell_changes(house, seen)

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


ASK = job.HumanRequested(request_id="r", kind=AskKind.STUCK, at=NOON, timeout_seconds=300)
WAITING, BUSY = ids.derived("waiting"), ids.derived("busy")


async def of_browsers(house: Any) -> None:
    """A job is queued behind one that asks and one that works."""
    for job_id, events in ((WAITING, (ASK,)), (BUSY, ())):
        house.job_id = job_id
        await house.tell(*Story(job_id).begun().log, *events)
    house.job_id = ids.derived("a job")
    await house.tell(*queued(house.job_id).log)
    browsers = tuple(SessionStatus(session=one, job_id=one) for one in (WAITING, BUSY))
    house.hosts = [msgspec.structs.replace(host("a", draining=False), open=browsers)]


async def test_a_queued_job_is_told_once_which_jobs_hold_the_browsers_and_what_frees_them(
    house: Any, screen: Screen
) -> None:
    await of_browsers(house)
    await until_silent(house, 3)
    (line,) = screen().split("1 of 2 browsers ")[1:]
    assert line == (
        f"is held by a job that waits for a human ({WAITING[:8]}); once answered, it goes on and frees its browser:"
        f" ghosthands answer {WAITING[:8]}"
    )


async def test_a_queued_job_is_told_again_once_more_browsers_are_held(
    house: Any, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drained, "LOOK_AGAIN_SECONDS", 0)
    await of_browsers(house)
    tell = drained.tell_changes(house, JobWatch.of(await house.events.load(subjects.job(house.job_id))))
    await tell()
    mine, house.job_id = house.job_id, BUSY
    await house.tell(ASK)
    house.job_id = mine
    await tell()
    await tell()
    both = ", ".join(sorted((WAITING[:8], BUSY[:8])))
    assert screen().count("1 of 2 browsers is held by a job") == 1
    assert screen().count(f"2 of 2 browsers are held by jobs that wait for a human ({both})") == 1


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
    assert "1 of 2 browsers is held by a job that waits for a human" in screen()


@pytest.mark.usefixtures("connected")
def test_the_doctor_names_drained_hosts(house: Any, paper_stack: Callable[..., StateDir]) -> None:
    paper_stack()
    house.hosts = [host("a")]
    (finding,) = doctor._check_hosts()
    assert not finding.ok
    assert f"{finding.detail}: {finding.mend}" == SAID.format("a", "a")
    house.hosts = [host("a", draining=False)]
    assert doctor._check_hosts() == []
