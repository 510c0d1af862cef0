"""A manual's moves: each is made once, with the network held; what would send something is dropped, and has failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ghosthands.browser_host.ports.browser import ActionResult, HeldRequests
from ghosthands.domain.manual import ManualAction, ManualMove
from ghosthands.domain.message import Event
from ghosthands.domain.moves import MakeMove
from ghosthands.domain.requests import RequestKind
from ghosthands.domain.session import ActionFailed, ActionStarted, ActionSucceeded

if TYPE_CHECKING:
    from conftest import Scene

CLICK = ManualMove(at=0, action=ManualAction.CLICK, target="onward")
PRESS = ManualMove(at=0, action=ManualAction.PRESS, target="email", value="Escape")
WAITS = HeldRequests(RequestKind.FORM, "jobs.example.com", 1, 1, 9, file=False, unreadable=False)


def there(path: str) -> ManualMove:
    return ManualMove(at=0, action=ManualAction.NAVIGATE, value=path)


async def made(scene: Scene, move: ManualMove, *results: ActionResult) -> list[Event]:
    """The move was to be made, and the browser says this of it."""
    browser = await scene.open()
    model_ref = await scene.observed(browser)
    browser.results = list(results)
    return await scene.send(await scene.command(MakeMove, model_ref=model_ref, action_id="a", move=move))


@pytest.mark.parametrize(("move", "done"), [(CLICK, "press onward"), (PRESS, "key Escape in email")])
async def test_a_click_and_a_key_are_made_with_the_network_held(scene: Scene, move: ManualMove, done: str) -> None:
    started, succeeded = await made(scene, move)
    assert isinstance(started, ActionStarted)
    assert isinstance(succeeded, ActionSucceeded)
    assert scene.browser().done[-1] == done
    assert scene.browser().holds == ([True] if move is CLICK else [])


@pytest.mark.parametrize("move", [CLICK, PRESS])
async def test_what_it_would_send_is_nobodys_to_let_go(scene: Scene, move: ManualMove) -> None:
    _, failed, *_ = await made(scene, move, ActionResult(None, 1, held=WAITS))
    assert isinstance(failed, ActionFailed)
    assert failed.code == "sends_something"


async def test_a_move_that_was_begun_is_not_made_again(scene: Scene) -> None:
    await made(scene, CLICK)
    command = await scene.command(MakeMove, model_ref="any", action_id="a", move=CLICK)
    (restated,) = await scene.send(command)
    assert isinstance(restated, ActionSucceeded)
    assert scene.browser().done.count("press onward") == 1


@pytest.mark.parametrize(
    ("path", "url"),
    [
        ("form", "https://jobs.example.com/apply/form"),
        ("/other", "https://jobs.example.com/other"),
        ("../x", "https://jobs.example.com/x"),
    ],
)
async def test_an_address_is_one_of_the_jobs_own_host(scene: Scene, path: str, url: str) -> None:
    _, succeeded = await made(scene, there(path))
    assert isinstance(succeeded, ActionSucceeded)
    assert scene.browser().visited == url


async def test_another_host_is_not_gone_to(scene: Scene) -> None:
    _, failed, *_ = await made(scene, there("https://elsewhere.example/"))
    assert isinstance(failed, ActionFailed)
    assert failed.code == "off_site"


@pytest.mark.parametrize("is_seen", [True, False])
async def test_what_is_waited_for_comes_or_the_move_has_failed(scene: Scene, *, is_seen: bool) -> None:
    browser = await scene.open()
    model_ref = await scene.observed(browser)
    browser.is_seen = is_seen
    wait = ManualMove(at=0, action=ManualAction.WAIT, target="#later")
    _, told, *_ = await scene.send(await scene.command(MakeMove, model_ref=model_ref, action_id="a", move=wait))
    assert isinstance(told, ActionSucceeded) is is_seen
