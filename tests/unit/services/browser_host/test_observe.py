"""Reading a page: what is stored, what is said, and what is kept as evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from msgspec.structs import replace

from ghosthands.browser_host.commands import observing
from ghosthands.browser_host.commands.observing import MAX_FIELDS
from ghosthands.browser_host.errors import PageTrouble
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.errors import Transient
from ghosthands.domain.page import ANY_BUTTON, BlockerModel, Locator, PageModel, PageType
from ghosthands.domain.session import (
    BlockerDetected,
    CommandRefused,
    Observe,
    PageObserved,
    ScreenshotTaken,
    SessionLost,
)

if TYPE_CHECKING:
    from conftest import Scene

WALL = BlockerModel(type=BlockerType.CAPTCHA, confidence=0.9, evidence="recaptcha challenge")


async def test_an_observation_says_what_the_page_asks_and_where_its_model_lies(scene: Scene) -> None:
    await scene.open()
    (observed,) = await scene.send(await scene.command(Observe))
    assert isinstance(observed, PageObserved)
    assert (observed.page.site, observed.page.submit_button) == ("jobs.example.com", "send")
    stored = msgspec.json.decode(await scene.vault.get_page_model(observed.page.model_ref), type=PageModel)
    assert stored == scene.browser().page


@pytest.mark.parametrize("waits", [True, False])
async def test_a_disabled_button_is_waited_for_if_the_command_says_so(scene: Scene, waits: bool) -> None:
    browser = await scene.open()
    browser.page_once_enabled = browser.page
    browser.page = replace(browser.page, buttons=(replace(browser.page.buttons[-1], enabled=False),))
    (observed,) = await scene.send(await scene.command(Observe, button_id="send" if waits else ""))
    assert isinstance(observed, PageObserved)
    told = (observed.page.submit_button, observed.page.disabled_button)
    assert told == (("send", None) if waits else (None, "send"))


async def test_a_page_without_a_button_is_given_time_to_draw_one(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observing, "_GLANCE_SECONDS", 0.0)
    browser = await scene.open()
    drawn, browser.page = browser.page, replace(browser.page, fields=(), buttons=(), page_type=PageType.OTHER)
    browser.glimpses = [browser.page, None, drawn]
    browser.trouble["glance"] = PageTrouble("the page does not answer")
    (observed,) = await scene.send(await scene.command(Observe, button_id=ANY_BUTTON))
    assert isinstance(observed, PageObserved)
    assert observed.page.submit_button == "send"
    assert (browser.done.count("glance"), browser.done.count("observe")) == (4, 2)


async def test_a_page_that_shows_a_button_is_not_waited_for(scene: Scene) -> None:
    browser = await scene.open()
    await scene.send(await scene.command(Observe, button_id=ANY_BUTTON))
    assert "glance" not in browser.done


async def test_a_page_that_draws_no_button_in_time_is_told_as_it_is(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(observing, "DRAWING_SECONDS", 0.01)
    monkeypatch.setattr(observing, "_GLANCE_SECONDS", 0.01)
    browser = await scene.open()
    browser.page = replace(browser.page, fields=(), buttons=(), page_type=PageType.OTHER)
    (observed,) = await scene.send(await scene.command(Observe, button_id=ANY_BUTTON))
    assert isinstance(observed, PageObserved)
    assert observed.page.page_type is PageType.OTHER


async def test_a_page_that_a_human_holds_is_not_even_read(scene: Scene) -> None:
    """Reading opens lists and scrolls, under their hands."""
    browser = await scene.open()
    scene.session().control.reserve("viewer")
    with pytest.raises(Transient):
        await scene.send(await scene.command(Observe))
    assert "observe" not in browser.done


async def test_a_page_that_a_human_takes_while_its_button_is_waited_for_is_not_read_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = await scene.open()
    browser.page = replace(browser.page, buttons=(replace(browser.page.buttons[-1], enabled=False),))

    async def be_taken(_: Locator) -> None:
        scene.session().control.reserve("viewer")

    monkeypatch.setattr(browser, "wait_until_enabled", be_taken)
    with pytest.raises(Transient):
        await scene.send(await scene.command(Observe, button_id="send"))
    assert browser.done.count("observe") == 1


async def test_a_stored_page_model_holds_nothing_of_the_applicant(scene: Scene) -> None:
    browser = await scene.open()
    field = replace(browser.page.fields[0], label="Is wilhelmina@example.org right, Wilhelmina?")
    browser.page = replace(browser.page, fields=(field,), url="https://jobs.example.com/Quartermaine")
    (observed,) = await scene.send(await scene.command(Observe))
    assert isinstance(observed, PageObserved)
    stored = (await scene.vault.get_page_model(observed.page.model_ref)).decode()
    assert "ilhelmina" not in stored
    assert "uartermaine" not in stored
    assert "{profile.email}" in stored


async def test_a_page_is_known_by_the_same_whatever_it_says(scene: Scene) -> None:
    browser = await scene.open()
    told = []
    for said in ((), ("Please try again.",), ("Still not.",)):
        browser.page = replace(browser.page, said=said)
        (observed,) = await scene.send(await scene.command(Observe))
        assert isinstance(observed, PageObserved)
        told.append(observed.page)
    assert len({page.model_ref for page in told}) == len(told)
    assert {page.known_by for page in told} == {told[0].model_ref}


async def test_a_wall_is_told_before_the_page_it_stands_on_and_its_picture_is_sealed(scene: Scene) -> None:
    browser = await scene.open()
    browser.page = replace(browser.page, blockers=(WALL,))
    wall, picture, observed = await scene.send(await scene.command(Observe))
    assert isinstance(wall, BlockerDetected)
    assert wall.type is BlockerType.CAPTCHA
    assert isinstance(picture, ScreenshotTaken)
    assert picture.why == "blocker"
    assert isinstance(observed, PageObserved)
    assert wall.cause == picture.cause == observed.cause
    assert b"a picture" not in scene.store.everything()


async def test_a_suspicion_is_no_wall(scene: Scene) -> None:
    browser = await scene.open()
    browser.page = replace(browser.page, blockers=(replace(WALL, confidence=0.7),))
    assert [type(fact) for fact in await scene.send(await scene.command(Observe))] == [PageObserved]


async def test_a_confirmation_is_kept_as_evidence(scene: Scene) -> None:
    browser = await scene.open()
    browser.page = replace(browser.page, page_type=PageType.CONFIRMATION, buttons=())
    picture, _ = await scene.send(await scene.command(Observe))
    assert isinstance(picture, ScreenshotTaken)
    assert picture.why == "confirmation"


async def test_an_answered_command_that_comes_again_changes_nothing(scene: Scene) -> None:
    browser = await scene.open()
    command = await scene.command(Observe)
    await scene.send(command, "again")
    assert await scene.send(command, "again") == []
    assert browser.done.count("observe") == 1


async def test_a_command_to_an_erased_applicant_is_refused(scene: Scene) -> None:
    await scene.open()
    await scene.vault.erase(scene.person)
    (refused,) = await scene.send(await scene.command(Observe))
    assert isinstance(refused, CommandRefused)
    assert refused.code == "applicant_erased"


async def test_a_browser_that_dies_under_a_command_is_its_answer(scene: Scene) -> None:
    browser = await scene.open()
    browser.trouble["observe"] = scene.death()
    assert await scene.send(await scene.command(Observe)) == [SessionLost(session_id="s1", reason="crashed")]
    assert browser.is_over
    assert len(scene.host.sessions) == 0


async def test_a_browser_that_hangs_when_it_dies_is_not_waited_for(scene: Scene) -> None:
    browser = await scene.open()
    browser.open_gate.clear()
    browser.lost.get_loop().call_soon(scene.lose, browser)
    assert await scene.send(await scene.command(Observe)) == [SessionLost(session_id="s1", reason="crashed")]


async def test_a_page_that_never_stands_still_is_a_refusal_that_may_be_retried(scene: Scene) -> None:
    browser = await scene.open()
    browser.trouble["observe"] = PageTrouble("the page cannot be worked on: PageUnreadable")
    (refused,) = await scene.send(await scene.command(Observe))
    assert isinstance(refused, CommandRefused)
    assert (refused.code, refused.retryable) == ("page_unreadable", True)


async def test_a_page_that_asks_more_than_any_application_is_refused(scene: Scene) -> None:
    browser = await scene.open()
    browser.page = replace(browser.page, fields=browser.page.fields[:1] * (MAX_FIELDS + 1))
    (refused,) = await scene.send(await scene.command(Observe))
    assert isinstance(refused, CommandRefused)
    assert (refused.code, refused.retryable) == ("page_too_large", False)


async def test_the_page_is_compared_with_everything_we_know_of_the_applicant(scene: Scene) -> None:
    browser = await scene.open()
    await scene.send(await scene.command(Observe))
    assert browser.compared_with["profile.email"] == "wilhelmina@example.org"
