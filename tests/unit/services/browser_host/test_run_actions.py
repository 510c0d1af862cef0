"""Filling fields: announced before, read back after, never lost and never restated wrongly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from ghosthands.browser_host.errors import PageTrouble
from ghosthands.browser_host.ports.browser import ActionResult
from ghosthands.domain.plan import ActionKind
from ghosthands.domain.session import (
    ActionFailed,
    ActionStarted,
    ActionVerified,
    CommandRefused,
    RunActions,
    ScreenshotTaken,
    SessionLost,
)

if TYPE_CHECKING:
    from conftest import Scene


async def run_of(scene: Scene, *fields: str) -> RunActions:
    """A session that has read its page, and the command to fill it."""
    browser = await scene.open()
    model_ref = await scene.observed(browser)
    actions = tuple(scene.fill(field) for field in fields or ("email",))
    command: RunActions = await scene.command(RunActions, model_ref=model_ref, actions=actions)
    return command


async def test_every_action_is_announced_before_and_verified_after(scene: Scene) -> None:
    command = await run_of(scene, "email", "first_name")
    facts = await scene.send(command)
    assert [type(fact) for fact in facts] == [ActionStarted, ActionStarted, ActionVerified, ActionVerified]
    started, verified = facts[0], facts[2]
    assert isinstance(started, ActionStarted)
    assert (started.target, started.key, started.kind) == ("email", "profile.email", ActionKind.FILL)
    assert isinstance(verified, ActionVerified)
    assert verified.fingerprint == await scene.vault.fingerprint(scene.person, "wilhelmina@example.org")


async def test_what_did_not_stick_is_told_by_its_code_with_a_picture(scene: Scene) -> None:
    command = await run_of(scene)
    scene.browser().results = [ActionResult("element_not_found", 7)]
    _, failed, picture = await scene.send(command)
    assert isinstance(failed, ActionFailed)
    assert (failed.code, failed.took_ms, failed.target) == ("element_not_found", 7, "email")
    assert isinstance(picture, ScreenshotTaken)
    assert picture.why == "failure"


async def test_a_run_that_was_cut_off_is_carried_out_again_and_announced_once(scene: Scene) -> None:
    command = await run_of(scene)
    scene.browser().trouble["run"] = RuntimeError("the process dies here")
    with pytest.raises(RuntimeError):
        await scene.send(command, "run")
    facts = await scene.send(command, "run")
    assert [type(fact) for fact in facts] == [ActionVerified]
    assert scene.browser().done.count("run") == 2
    assert sum(isinstance(fact, ActionStarted) for fact in await scene.said()) == 1


async def test_a_run_that_was_answered_is_not_carried_out_again(scene: Scene) -> None:
    command = await run_of(scene)
    await scene.send(command, "run")
    assert await scene.send(command, "run") == []
    assert scene.browser().done.count("run") == 1


async def test_an_action_that_is_settled_answers_another_command_with_what_happened(scene: Scene) -> None:
    command = await run_of(scene)
    *_, first = await scene.send(command, "first")
    (second,) = await scene.send(command, "second")
    assert isinstance(first, ActionVerified)
    assert second == replace(first, cause="second")
    assert scene.browser().done.count("run") == 1


async def test_only_what_is_not_settled_is_done(scene: Scene) -> None:
    command = await run_of(scene)
    await scene.send(command, "first")
    more = replace(command, actions=(*command.actions, scene.fill("first_name")))
    facts = await scene.send(more, "second")
    assert [getattr(fact, "action_id", "") for fact in facts] == ["fill-first_name", "fill-email", "fill-first_name"]


@pytest.mark.parametrize("kind", [ActionKind.NEXT, ActionKind.SUBMIT])
async def test_a_run_holds_nothing_that_cannot_be_taken_back(scene: Scene, kind: ActionKind) -> None:
    command = await run_of(scene)
    sly = replace(command, actions=(replace(command.actions[0], kind=kind),))
    (refused,) = await scene.send(sly)
    assert isinstance(refused, CommandRefused)
    assert refused.code == "irreversible"
    assert "run" not in scene.browser().done


async def test_actions_under_which_the_browser_dies_have_no_outcome(scene: Scene) -> None:
    command = await run_of(scene)
    scene.browser().trouble["run"] = scene.death()
    assert [type(fact) for fact in await scene.send(command)] == [ActionStarted, SessionLost]


async def test_the_model_is_read_from_the_vault_by_a_host_that_did_not_see_the_page(scene: Scene) -> None:
    command = await run_of(scene)
    scene.session()._models.clear()
    assert [type(fact) for fact in await scene.send(command)] == [ActionStarted, ActionVerified]


async def test_a_model_nobody_has_is_a_refusal(scene: Scene) -> None:
    command = replace(await run_of(scene), model_ref="0" * 64)
    (refused,) = await scene.send(command)
    assert isinstance(refused, CommandRefused)
    assert refused.code == "not_in_vault"


async def test_a_page_that_was_filled_is_pictured_where_that_is_wanted(scene: Scene) -> None:
    scene.host.takes_sketches = True
    *_, picture = await scene.send(await run_of(scene))
    assert isinstance(picture, ScreenshotTaken)
    assert picture.why == "filled"
    assert (await scene.vault.open_screenshot(scene.person, picture.ref)).startswith(b"\xff\xd8")


async def test_what_was_verified_is_told_even_if_the_browser_dies_as_the_page_is_pictured(scene: Scene) -> None:
    scene.host.takes_sketches = True
    command = await run_of(scene)
    scene.browser().trouble["sketch"] = scene.death()
    assert [type(fact) for fact in await scene.send(command)] == [ActionStarted, ActionVerified, SessionLost]


async def test_a_page_that_cannot_be_pictured_is_filled_all_the_same(scene: Scene) -> None:
    scene.host.takes_sketches = True
    command = await run_of(scene)
    scene.browser().trouble["sketch"] = PageTrouble("the page does not answer")
    assert [type(fact) for fact in await scene.send(command)] == [ActionStarted, ActionVerified]
