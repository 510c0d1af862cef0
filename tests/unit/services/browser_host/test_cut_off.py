"""Where our connection to the browser breaks, an engine on one of its own is out of the slot at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.domain.engine import EngineName, SwitchReason
from ghosthands.domain.session import SwitchEngine

if TYPE_CHECKING:
    from conftest import Scene


async def test_an_engine_that_nothing_guards_any_more_is_out_of_the_slot(scene: Scene) -> None:
    browser = await scene.open()
    await scene.observed(browser)
    engine, reason = EngineName.STAGEHAND_DOM, SwitchReason.ESCALATION
    await scene.send(await scene.command(SwitchEngine, engine=engine, reason=reason))
    (session,) = scene.host.sessions.all()
    assert (session.slot.name, browser.level) == (engine, GuardLevel.ENGINE)
    await browser.on_cut_off()
    assert (session.slot.name, browser.level) == (EngineName.NONE, GuardLevel.RESTING)
