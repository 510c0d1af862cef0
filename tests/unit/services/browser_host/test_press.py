"""Pressing buttons: a step only where it provably is one, a submit only for an open intent, and neither ever twice."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from ghosthands.browser_host.commands import execution
from ghosthands.browser_host.errors import PageTrouble
from ghosthands.browser_host.operation import OperationLimits
from ghosthands.browser_host.ports.browser import ActionResult, HeldRequests
from ghosthands.browser_host.sessions.tenure import TENURE_SECONDS
from ghosthands.domain import services
from ghosthands.domain.errors import Conflict
from ghosthands.domain.job import (
    EffectIntended,
    EffectKind,
    EffectNotDone,
    StepChosen,
    StepKind,
    SubmitConfirmed,
    SubmitUnclear,
)
from ghosthands.domain.page import ButtonRole, StepIndicator
from ghosthands.domain.plan import ActionKind
from ghosthands.domain.requests import PressHeld, RequestKind
from ghosthands.domain.session import (
    ActionFailed,
    ActionStarted,
    ActionSucceeded,
    Advance,
    CommandRefused,
    ControlReleased,
    ControlTaken,
    Observe,
    ReleaseStep,
    ScreenshotTaken,
    SessionLost,
    Submit,
)
from ghosthands.testkit.story import NOON

if TYPE_CHECKING:
    from conftest import Scene


FIRST_OF_TWO = StepIndicator(1, 2)


async def step(scene: Scene, *, button_id: str = "onward", page: StepIndicator | None = FIRST_OF_TWO) -> Advance:
    """A session on a page of a flow, and the command to go on."""
    browser = await scene.open()
    model_ref = await scene.observed(browser, replace(browser.page, step=page))
    command: Advance = await scene.command(Advance, model_ref=model_ref, action_id="step-1", button_id=button_id)
    return command


async def submit(scene: Scene, *, intend: bool = True, button_id: str = "send") -> Submit:
    """A session on a filled form whose submit is intended, and the command to press."""
    browser = await scene.open()
    model_ref = await scene.observed(browser)
    if intend:
        await scene.intend()
    command: Submit = await scene.command(Submit, model_ref=model_ref, intent_id="intent-1", button_id=button_id)
    return command


def refusal(facts: list[object]) -> str:
    (refused,) = facts
    assert isinstance(refused, CommandRefused)
    return refused.code


async def test_a_step_is_announced_pressed_and_reported(scene: Scene) -> None:
    started, succeeded = await scene.send(await step(scene))
    assert isinstance(started, ActionStarted)
    assert (started.kind, started.target, started.action_id) == (ActionKind.NEXT, "onward", "step-1")
    assert isinstance(succeeded, ActionSucceeded)
    assert scene.browser().done.count("press onward") == 1


@pytest.mark.parametrize("page", [None, StepIndicator(2, 2)])
async def test_a_next_that_is_not_provably_a_step_is_not_pressed(scene: Scene, page: StepIndicator | None) -> None:
    assert refusal(await scene.send(await step(scene, page=page))) == "not_a_step"
    assert "press onward" not in scene.browser().done


async def test_a_step_never_presses_a_submit_button(scene: Scene) -> None:
    assert refusal(await scene.send(await step(scene, button_id="send"))) == "not_a_step"


async def test_a_step_that_may_have_been_pressed_is_not_pressed_again(scene: Scene) -> None:
    command = await step(scene)
    scene.browser().trouble["press"] = RuntimeError("the process dies here")
    with pytest.raises(RuntimeError):
        await scene.send(command, "go")
    (failed,) = await scene.send(command, "go")
    assert isinstance(failed, ActionFailed)
    assert failed.code == "interrupted"
    assert scene.browser().done.count("press onward") == 1


async def test_an_intended_submit_is_pressed_once(scene: Scene) -> None:
    command = await submit(scene)
    started, succeeded = await scene.send(command, "send")
    assert isinstance(started, ActionStarted)
    assert (started.kind, started.action_id) == (ActionKind.SUBMIT, "intent-1")
    assert isinstance(succeeded, ActionSucceeded)
    assert await scene.send(command, "send") == []
    assert scene.browser().done.count("press send") == 1


async def test_a_press_is_permitted_only_while_the_host_cannot_have_been_taken_for_gone(scene: Scene) -> None:
    command = await submit(scene)
    await scene.send(command, "send")
    (permit,) = scene.browser().permits
    assert permit()
    scene.host.tenure.renew(scene.host.tenure.now() - TENURE_SECONDS)
    assert not permit()


async def test_a_submit_without_an_intent_is_not_pressed(scene: Scene) -> None:
    assert refusal(await scene.send(await submit(scene, intend=False))) == "no_intent"
    assert "press send" not in scene.browser().done


async def test_a_submit_of_another_button_than_intended_is_not_pressed(scene: Scene) -> None:
    assert refusal(await scene.send(await submit(scene, button_id="onward"))) == "no_intent"


@pytest.mark.parametrize(
    ("settled", "code"),
    [
        (EffectNotDone(intent_id="intent-1", evidence="not_pressed"), "no_intent"),
        (SubmitConfirmed(intent_id="intent-1", evidence="page", at=NOON), "no_intent"),
        (SubmitUnclear(intent_id="intent-1", at=NOON), "intent_settled"),
    ],
)
async def test_a_submit_whose_intent_is_settled_is_not_pressed(scene: Scene, settled: object, code: str) -> None:
    command = await submit(scene)
    await scene.write(services.EXECUTOR, settled)
    assert refusal(await scene.send(command)) == code
    assert "press send" not in scene.browser().done


async def test_a_submit_of_a_claim_that_was_overtaken_is_not_pressed_even_before_the_fence(scene: Scene) -> None:
    command = await submit(scene)
    await scene.claim()
    assert refusal(await scene.send(command)) == "stale_epoch"
    assert "press send" not in scene.browser().done


async def test_a_submit_that_may_have_been_pressed_is_never_pressed_again(scene: Scene) -> None:
    command = await submit(scene)
    scene.browser().trouble["press"] = RuntimeError("the process dies here")
    with pytest.raises(RuntimeError):
        await scene.send(command, "send")
    (failed,) = await scene.send(command, "send")
    assert isinstance(failed, ActionFailed)
    assert failed.code == "interrupted"
    assert [type(fact) for fact in await scene.send(command, "another command")] == [ActionFailed]
    assert scene.browser().done.count("press send") == 1


HELD = HeldRequests(RequestKind.FORM, "jobs.example.com", values=2, of=3, size=80, file=False, unreadable=False)


async def release(scene: Scene, *, releases: str = "step-1") -> ReleaseStep:
    """A press that led on is held, the intent for it stands, and the command to let go what it sends."""
    command = await step(scene)
    await scene.write(services.EXECUTOR, StepChosen(at=NOON, step=StepKind.OBSERVE, command_id="look"))
    await scene.send(await scene.command(Observe), "look")
    chosen = StepChosen(at=NOON, step=StepKind.ADVANCE, command_id="go", actions=("step-1",))
    await scene.write(services.EXECUTOR, chosen)
    scene.browser().results = [ActionResult(None, 7, held=HELD)]
    await scene.send(command, "go")
    scene.browser().results = []
    intended = EffectIntended(
        at=NOON,
        intent_id="intent-1",
        kind=EffectKind.STEP,
        button_id="onward",
        button_role=ButtonRole.NEXT,
        fingerprint="form",
    )
    await scene.write(services.EXECUTOR, intended)
    released: ReleaseStep = await scene.command(ReleaseStep, action_id=releases, intent_id="intent-1")
    return released


async def test_a_step_that_sends_something_is_told_and_waits(scene: Scene) -> None:
    command = await step(scene)
    scene.browser().results = [ActionResult(None, 7, held=HELD)]
    started, held = await scene.send(command, "go")
    assert isinstance(started, ActionStarted)
    assert isinstance(held, PressHeld)
    assert (held.action_id, held.kind, held.site) == ("step-1", RequestKind.FORM, "jobs.example.com")
    assert (held.values, held.of, held.size, held.took_ms) == (2, 3, 80, 7)
    assert await scene.send(command, "go") == []
    (restated,) = await scene.send(command, "another command")
    assert restated == replace(held, cause="another command")
    assert scene.browser().done.count("press onward") == 1


async def test_what_a_step_sends_goes_once_with_its_intent(scene: Scene) -> None:
    command = await release(scene)
    started, succeeded = await scene.send(command, "let go")
    assert isinstance(started, ActionStarted)
    assert (started.kind, started.target, started.action_id) == (ActionKind.NEXT, "onward", "intent-1")
    assert isinstance(succeeded, ActionSucceeded)
    assert await scene.send(command, "let go") == []
    assert (scene.browser().done.count("press onward"), scene.browser().done.count("release")) == (1, 1)


async def test_what_a_step_sends_does_not_go_without_its_intent(scene: Scene) -> None:
    assert refusal(await scene.send(await release(scene, releases="another press"))) == "no_intent"
    command = await scene.command(ReleaseStep, action_id="step-1", intent_id="another")
    assert refusal(await scene.send(command)) == "no_intent"
    assert "release" not in scene.browser().done


async def test_what_a_step_sends_does_not_go_for_an_overtaken_claim(scene: Scene) -> None:
    command = await release(scene)
    await scene.claim()
    assert refusal(await scene.send(command)) == "stale_epoch"
    assert "release" not in scene.browser().done


async def test_a_release_that_may_have_been_made_is_not_made_again(scene: Scene) -> None:
    command = await release(scene)
    scene.browser().trouble["release"] = RuntimeError("the process dies here")
    with pytest.raises(RuntimeError):
        await scene.send(command, "let go")
    (failed,) = await scene.send(command, "let go")
    assert isinstance(failed, ActionFailed)
    assert failed.code == "interrupted"
    assert scene.browser().done.count("release") == 1


async def test_what_does_not_wait_any_more_is_told(scene: Scene) -> None:
    command = await release(scene)
    scene.browser().results = [ActionResult("not_pressed", 0)]
    _, failed, _ = await scene.send(command)
    assert isinstance(failed, ActionFailed)
    assert (failed.code, failed.target) == ("not_pressed", "onward")


async def test_two_deliveries_at_once_press_once(scene: Scene) -> None:
    command = await submit(scene)
    scene.browser().open_gate.clear()
    deliveries = [asyncio.create_task(scene.send(command, "send")) for _ in range(2)]
    await scene.until_all_wait()
    scene.browser().open_gate.set()
    await asyncio.gather(*deliveries)
    assert scene.browser().done.count("press send") == 1


async def test_a_submit_is_not_pressed_when_another_host_wrote_meanwhile(scene: Scene) -> None:
    """Two processes under one host name: the announcement is refused, and nothing is pressed."""
    command = await submit(scene)
    with scene.overtaken(), pytest.raises(Conflict):
        await scene.send(command)
    assert "press send" not in scene.browser().done


async def test_a_press_that_clicked_nothing_says_so_with_a_picture(scene: Scene) -> None:
    command = await submit(scene)
    scene.browser().results = [ActionResult("not_pressed", 3)]
    _, failed, picture = await scene.send(command)
    assert isinstance(failed, ActionFailed)
    assert failed.code == "not_pressed"
    assert isinstance(picture, ScreenshotTaken)


async def test_a_submit_under_which_the_browser_dies_has_begun_and_has_no_outcome(scene: Scene) -> None:
    command = await submit(scene)
    scene.browser().trouble["press"] = scene.death()
    assert [type(fact) for fact in await scene.send(command)] == [ActionStarted, SessionLost]


async def test_a_press_the_page_gave_no_account_of_may_have_happened(scene: Scene) -> None:
    command = await submit(scene)
    scene.browser().trouble["press"] = PageTrouble("the page cannot be worked on: Error")
    _, failed, _ = await scene.send(command)
    assert isinstance(failed, ActionFailed)
    assert failed.code == "interrupted"


async def test_a_page_that_hangs_under_its_picture_does_not_hide_what_came_of_the_press(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    command, browser = await submit(scene), scene.browser()

    async def hangs(**_: bool) -> bytes | None:
        await asyncio.Event().wait()
        return None

    monkeypatch.setattr(execution, "_PICTURE", OperationLimits(total_seconds=0.05))
    monkeypatch.setattr(browser, "screenshot", hangs)
    browser.results = [ActionResult("not_pressed", 1)]
    assert [type(fact) for fact in await scene.send(command)] == [ActionStarted, ActionFailed]


async def test_a_page_that_was_a_humans_since_it_was_read_is_read_again_before_anything_is_pressed(
    scene: Scene,
) -> None:
    """They may have sent the very form."""
    command = await submit(scene)
    taken = ControlTaken(session_id=command.session_id, viewer_id="viewer")
    released = ControlReleased(session_id=command.session_id, viewer_id="viewer", held_ms=1000, submitted=True)
    await scene.write(services.BROWSER_HOST, taken, released)
    (failed,) = await scene.send(command)
    assert isinstance(failed, ActionFailed)
    assert failed.code == "not_pressed"
    assert "press send" not in scene.browser().done
    await scene.write(services.EXECUTOR, EffectNotDone(intent_id="intent-1", evidence="not_pressed"))
    await scene.intend(intent_id="intent-2")
    again = replace(command, model_ref=await scene.observed(scene.browser()), intent_id="intent-2")
    assert isinstance((await scene.send(again))[-1], ActionSucceeded)
