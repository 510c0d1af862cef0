"""A host that is told to open no more browsers, and to open them again."""

from __future__ import annotations

from ghosthands.browser_host.sessions.registry import Sessions
from ghosthands.browser_host.tools.drain_desk import DrainDesk
from ghosthands.messaging.work.hosts import UNDRAIN


async def test_a_drained_host_has_no_room_until_it_is_taken_back_and_everybody_is_told_each_time() -> None:
    sessions, told, woken = Sessions(slots=3, per_site=1), list[bool](), list[int]()
    sessions.on_free = lambda: woken.append(sessions.free)

    async def tell() -> None:
        told.append(sessions.is_draining)

    desk = DrainDesk("host-1", sessions, tell)
    await desk.answer(b"")
    assert sessions.free == 0
    await desk.answer(UNDRAIN)
    assert woken == [3]
    assert told == [True, False]
