"""The host is killed at every point of a session's life there is; what the log tells in the end is the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ghosthands.browser_host.sessions.adoption import take_over
from ghosthands.domain.message import Command, Event
from ghosthands.domain.session import (
    ActionFailed,
    ActionStarted,
    ActionSucceeded,
    ActionVerified,
    Fence,
    Observe,
    PageObserved,
    RunActions,
    SessionClosed,
    SessionFenced,
    SessionOpened,
    Submit,
)
from ghosthands.messaging import fault

if TYPE_CHECKING:
    from conftest import Scene

#: how many fault points a life comes by
POINTS = 25

LIFE = [
    SessionOpened,
    SessionFenced,
    PageObserved,
    ActionStarted,
    ActionVerified,
    ActionStarted,
    ActionSucceeded,
    PageObserved,
    SessionClosed,
]


class Killed(BaseException):
    """The process is gone."""


class Executioner:
    """Kills the host at the `nth` point it comes by, once."""

    def __init__(self, nth: int, scene: Scene) -> None:
        self.nth = nth
        self.seen = 0
        self.struck = ""
        self._scene = scene

    async def point(self, service: str, point: str, *names: str) -> None:
        self.seen += 1
        if self.seen == self.nth:
            self.struck = f"{point} {names}"
            self._scene.provider.is_dead = True
            raise Killed


@pytest.mark.parametrize("nth", range(1, POINTS + 1))
async def test_a_life_is_told_the_same_wherever_the_host_is_killed(
    scene: Scene, nth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    executioner = Executioner(nth, scene)
    await live(scene, executioner, monkeypatch)
    assert executioner.struck, "the planned kill did not happen"

    said = await scene.said()
    assert told(said) == LIFE, executioner.struck
    assert all(browser.is_over for browser in scene.provider.launched)
    assert len(scene.host.sessions) == 0
    pressed = sum(browser.done.count("press send") for browser in scene.provider.launched)
    interrupted = any(isinstance(fact, ActionFailed) and fact.code == "interrupted" for fact in said)
    assert pressed == 1 or (pressed == 0 and interrupted), executioner.struck


async def test_every_fault_point_of_a_life_is_among_those(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    undisturbed = Executioner(0, scene)
    await live(scene, undisturbed, monkeypatch)
    assert undisturbed.seen == POINTS
    assert [type(fact) for fact in await scene.said()] == LIFE


async def live(scene: Scene, executioner: Executioner, monkeypatch: pytest.MonkeyPatch) -> None:
    """A session's whole life; a command under which the host is killed is delivered again to its successor."""

    async def deliver(command: Command, command_id: str) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(fault, "point", executioner.point)
            try:
                await scene.send(command, command_id)
                return
            except Killed:
                scene.restart()
        await take_over(scene.host, away_seconds=2)
        await scene.send(command, command_id)

    await deliver(scene.wanted(epoch=await scene.begin()), "open")
    await deliver(await scene.command(Fence), "fence")
    await deliver(await scene.command(Observe), "observe")
    model_ref = next(fact.page.model_ref for fact in await scene.said() if isinstance(fact, PageObserved))
    await deliver(await scene.command(RunActions, model_ref=model_ref, actions=(scene.fill(),)), "run")
    await scene.intend()
    await deliver(await scene.command(Submit, model_ref=model_ref, intent_id="intent-1", button_id="send"), "submit")
    await deliver(await scene.command(Observe), "look")
    await deliver(scene.closing(), "close")


def told(said: list[Event]) -> list[type[Event]]:
    """What was said, an interrupted press counted as one that came to its end."""
    return [ActionSucceeded if isinstance(fact, ActionFailed) else type(fact) for fact in said]
