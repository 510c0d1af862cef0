"""A host that gives no sign of life any more: its sessions are lost, and their jobs go on elsewhere."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from ghosthands.browser_host.sessions import gone_hosts
from ghosthands.browser_host.sessions.gone_hosts import LOOKS, GoneHosts
from ghosthands.browser_host.sessions.status import describe_sessions
from ghosthands.domain import job
from ghosthands.domain.codes import SessionLoss
from ghosthands.domain.errors import StreamUnavailable
from ghosthands.domain.session import CommandRefused, Observe, SessionLost
from ghosthands.messaging.log import states
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.hosts import HostRecord, Sign

if TYPE_CHECKING:
    from conftest import Scene


class Signs:
    """What the hosts say of themselves, as another host reads it."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.beats = 1
        self.settled: list[Sign] = []
        self.is_away = False
        self.other = GoneHosts("host-2", scene.log, self.read, self.settle)

    async def read(self) -> list[Sign]:
        if self.is_away:
            raise StreamUnavailable("NATS is away")
        sessions = self.scene.host.sessions
        told = describe_sessions(sessions, host=self.scene.host.name, live_view=False)
        open_now = () if self.settled else told
        return [Sign(self.beats, HostRecord(self.scene.host.name, 2, len(sessions), datetime.now(UTC), open_now))]

    async def settle(self, gone: Sign) -> None:
        self.settled.append(gone)

    async def look(self, times: int) -> None:
        for _ in range(times):
            await self.other.look()

    async def lost(self) -> list[SessionLost]:
        events = (await self.scene.log.load(subjects.job(self.scene.job))).events
        return [event for event in events if isinstance(event, SessionLost)]


@pytest.fixture
async def signs(scene: Scene) -> Signs:
    await scene.open()
    return Signs(scene)


async def test_the_sessions_of_a_host_that_says_nothing_any_more_are_reported_lost_once(signs: Signs) -> None:
    await signs.look(LOOKS - 1)
    assert await signs.lost() == []
    await signs.look(5)
    assert [lost.reason for lost in await signs.lost()] == [SessionLoss.HOST_WAS_AWAY]
    assert len(signs.settled) == 1
    state = states.job_of(await signs.scene.log.load(subjects.job(signs.scene.job)))
    assert state.browser.session is None
    assert isinstance(job.next_step(state, datetime.now(UTC)), job.Send)


async def test_a_host_that_goes_on_saying_something_has_its_sessions(signs: Signs) -> None:
    for _ in range(3 * LOOKS):
        signs.beats += 1
        await signs.look(1)
    assert await signs.lost() == []


async def test_nobody_counts_as_gone_for_what_could_not_be_heard(signs: Signs, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0

    async def pause(seconds: float) -> None:
        nonlocal looked
        looked += 1
        signs.is_away = looked % LOOKS == 0
        if looked > 4 * LOOKS:
            raise EOFError

    monkeypatch.setattr(gone_hosts.asyncio, "sleep", pause)
    with pytest.raises(EOFError):
        await signs.other.keep()
    assert await signs.lost() == []


async def test_a_host_takes_itself_for_gone_never(signs: Signs) -> None:
    own = GoneHosts(signs.scene.host.name, signs.scene.log, signs.read, signs.settle)
    for _ in range(3 * LOOKS):
        await own.look()
    assert await signs.lost() == []


async def test_a_job_that_nobody_can_read_keeps_no_other_from_going_on(signs: Signs) -> None:
    await signs.scene.open("s2", signs.scene.other_job)
    signs.scene.unreadable.add(signs.scene.other_job)
    await signs.look(LOOKS)
    assert len(await signs.lost()) == 1


async def test_a_host_that_comes_back_after_it_was_taken_for_gone_does_nothing_more_in_that_session(
    signs: Signs,
) -> None:
    scene = signs.scene
    await signs.look(LOOKS)
    epoch = await scene.claim()
    command = Observe(session_id="s1", job_id=scene.job, tenant="acme", applicant=scene.person.id, epoch=epoch)
    (refused,) = await scene.send(command, "after it came back")
    assert isinstance(refused, CommandRefused)
