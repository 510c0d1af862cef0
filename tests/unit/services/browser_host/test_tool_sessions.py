"""Tool sessions without a real browser: when one is started, shared, replaced and closed, and which host has it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import pytest

from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.storage import Storage
from ghosthands.browser_host.sessions.adoption import take_over
from ghosthands.browser_host.sessions.idle import Sweeper
from ghosthands.browser_host.sessions.session import Session
from ghosthands.browser_host.sessions.session_log import SessionLog
from ghosthands.browser_host.tools.tool_sessions import ElsewhereError, ToolSessions
from ghosthands.domain import services
from ghosthands.domain.errors import StreamUnavailable
from ghosthands.domain.message import Event
from ghosthands.domain.session import SessionClosed, SessionLost, SessionOpened
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.micro import RequestRefused

if TYPE_CHECKING:
    from conftest import Scene

    from tests.unit.services.browser_host.fakes import FakeBrowser

NAME = "mine"
KEPT = Storage(({"name": "a", "value": "b", "domain": "example.com", "path": "/"},))


async def nothing(session: Session) -> str:
    return session.id


@pytest.fixture
def tools(scene: Scene) -> ToolSessions:
    return ToolSessions(scene.host)


async def begin(tools: ToolSessions, name: str = NAME, work: Callable[[Session], Awaitable[str]] = nothing) -> str:
    return await tools.use(name, work, begins=True)


async def said(scene: Scene, name: str = NAME) -> list[Event]:
    history = await scene.log.load(subjects.session(name))
    return [one.event for one in history.recorded if one.service == services.BROWSER_HOST]


def browser_of(tools: ToolSessions, name: str = NAME) -> FakeBrowser:
    session = tools.find(name)
    assert session is not None
    return session.browser  # type: ignore[return-value]


async def test_fifty_who_start_it_at_once_share_one_browser(scene: Scene, tools: ToolSessions) -> None:
    used = await asyncio.gather(*(begin(tools) for _ in range(50)))
    assert (len(set(used)), len(scene.provider.launched)) == (1, 1)


async def test_nothing_starts_before_somebody_navigates(scene: Scene, tools: ToolSessions) -> None:
    with pytest.raises(RequestRefused) as refused:
        await tools.use(NAME, nothing, begins=False)
    assert (refused.value.code, scene.provider.launched) == ("no_page", [])


async def test_the_guard_is_closed_from_the_first_moment(tools: ToolSessions) -> None:
    await begin(tools)
    assert browser_of(tools).level is GuardLevel.ENGINE


async def test_its_events_are_on_the_session_of_its_name(scene: Scene, tools: ToolSessions) -> None:
    session_id = await begin(tools)
    await tools.close(NAME)
    opened, closed = await said(scene)
    assert isinstance(opened, SessionOpened)
    assert (opened.session_id, opened.host) == (session_id, scene.host.name)
    assert closed == SessionClosed(session_id=session_id, reason="closed")


async def test_one_that_is_not_well_is_replaced_where_it_stood(scene: Scene, tools: ToolSessions) -> None:
    first = await begin(tools)
    before = browser_of(tools)
    before.kept = KEPT
    await begin(tools)
    before.is_well = False
    second = await tools.use(NAME, nothing, begins=False)
    after = browser_of(tools)
    assert first != second
    assert before.is_over
    assert (after.visited, after.given) == (before.live_page.url, KEPT)
    assert SessionLost(session_id=first, reason="unhealthy") in await said(scene)


async def test_one_that_goes_under_the_work_is_replaced_and_the_work_done_once_more(
    scene: Scene, tools: ToolSessions
) -> None:
    worked: list[str] = []

    async def work(session: Session) -> str:
        worked.append(session.id)
        if len(worked) == 1:
            raise scene.death()
        return session.id

    assert await begin(tools, work=work) == worked[1]
    assert len(set(worked)) == 2


async def test_work_that_loses_two_browsers_is_given_up(scene: Scene, tools: ToolSessions) -> None:
    async def work(session: Session) -> str:
        raise scene.death()

    with pytest.raises(RequestRefused) as refused:
        await begin(tools, work=work)
    assert (refused.value.code, len(scene.provider.launched)) == ("browser_lost", 2)


async def test_a_browser_that_dies_while_nobody_uses_it_is_reported_lost_and_later_replaced(
    scene: Scene, tools: ToolSessions
) -> None:
    first = await begin(tools)
    scene.lose(browser_of(tools))
    await scene.until_all_wait()
    assert (await said(scene))[-1] == SessionLost(session_id=first, reason="crashed")
    assert await tools.use(NAME, nothing, begins=False) != first


async def test_closing_ends_what_is_under_way(scene: Scene, tools: ToolSessions) -> None:
    at_work = asyncio.Event()

    async def work(session: Session) -> str:
        at_work.set()
        return await asyncio.shield(session.interruption)

    using = asyncio.create_task(begin(tools, work=work))
    await at_work.wait()
    await tools.close(NAME)
    assert await using == "closed"
    assert tools.find(NAME) is None


async def test_a_closing_that_the_log_did_not_take_is_made_up_for(
    scene: Scene, tools: ToolSessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_args: object, **_kwargs: object) -> None:
        raise StreamUnavailable("no log")

    first = await begin(tools)
    with monkeypatch.context() as outage:
        outage.setattr(SessionLog, "open", away)
        with pytest.raises(StreamUnavailable):
            await tools.close(NAME)
    assert await begin(tools) != first
    assert SessionLost(session_id=first, reason="closed") in await said(scene)


async def test_what_is_closed_is_forgotten(tools: ToolSessions) -> None:
    await begin(tools)
    await tools.close(NAME)
    await tools.close(NAME)
    with pytest.raises(RequestRefused, match="navigate first"):
        await tools.use(NAME, nothing, begins=False)


async def test_where_all_slots_are_taken_the_asker_is_told(scene: Scene, tools: ToolSessions) -> None:
    await begin(tools, "one")
    await begin(tools, "two")
    with pytest.raises(RequestRefused) as refused:
        await begin(tools, "three")
    assert refused.value.code == "no_slot"


async def test_one_that_is_used_by_nobody_is_closed_unless_it_is_to_stay(scene: Scene, tools: ToolSessions) -> None:
    for name in ("idle", "kept"):
        await begin(tools, name)
        session = tools.find(name)
        assert session is not None
        session.used_at -= 301
        session.keep_alive = name == "kept"
    await Sweeper(scene.host, idle_seconds=300).look()
    assert (tools.find("idle"), tools.find("kept") is not None) == (None, True)
    assert (await said(scene, "idle"))[-1].reason == "idle"  # type: ignore[attr-defined]


async def test_a_host_that_takes_over_has_it_guarded_as_before(scene: Scene, tools: ToolSessions) -> None:
    session_id = await begin(tools)
    browser = browser_of(tools)
    browser.level = GuardLevel.RESTING
    scene.restart()
    await take_over(scene.host, away_seconds=2)
    successor = ToolSessions(scene.host)
    assert await successor.use(NAME, nothing, begins=False) == session_id
    assert browser.level is GuardLevel.ENGINE


async def test_another_host_learns_who_has_it(scene: Scene, tools: ToolSessions) -> None:
    await begin(tools)
    other = scene.new_host()
    other.name = "host-2"
    for act in (begin(ToolSessions(other)), ToolSessions(other).close(NAME)):
        with pytest.raises(ElsewhereError) as elsewhere:
            await act
        assert elsewhere.value.host == scene.host.name


async def test_of_two_hosts_that_start_it_at_once_one_has_it(scene: Scene, tools: ToolSessions) -> None:
    other = scene.new_host()
    other.name = "host-2"
    both = await asyncio.gather(begin(tools), begin(ToolSessions(other)), return_exceptions=True)
    assert {type(one) for one in both} == {str, ElsewhereError}
    opened = [event for event in await said(scene) if isinstance(event, SessionOpened)]
    assert len(opened) == 1
    await other.stop()


async def test_the_session_of_a_host_that_is_gone_for_good_can_be_started_elsewhere(
    scene: Scene, tools: ToolSessions
) -> None:
    first = await begin(tools)
    other = scene.new_host()
    other.name = "host-2"
    there = ToolSessions(other)
    await there.give_up_elsewhere(NAME)
    assert SessionLost(session_id=first, reason="host_was_away") in await said(scene)
    assert await begin(there) != first
    await other.stop()
