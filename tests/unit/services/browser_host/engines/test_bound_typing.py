"""What an engine types is put in by the document that it is for, or answered with a refusal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from ghosthands.browser_host.engines.bound_typing import BoundTyping

OURS, THEIRS = "https://jobs.example/apply", "https://chat.example/"
LETTER = {"type": "keyDown", "key": "S", "text": "S"}


@dataclass
class Reach:
    """A page whose focus is where it may be typed, or is not."""

    has_focus: bool = True
    is_bound: bool = True
    inserted: list[str] = field(default_factory=list)

    def admits(self, url: str) -> bool:
        return url == OURS

    async def holds_focus(self) -> bool:
        return self.has_focus

    async def insert(self, text: str) -> bool:
        self.inserted += [text] * self.has_focus
        return self.has_focus


def command(method: str, session: str = "page", **params: Any) -> dict[str, Any]:
    return {"id": 1, "method": method, "params": params, "sessionId": session}


def told(argument: str) -> dict[str, Any]:
    """A script that an engine has run in a frame, told that."""
    return command("Runtime.callFunctionOn", "frame", arguments=[{"value": argument}])


def typing_beside(url: str) -> BoundTyping:
    """An engine that fills a city in, and a frame of its own process that shows that address."""
    typing = BoundTyping(Reach())
    typing.values = ['Spring"field']
    frame = {"type": "iframe", "targetId": "target", "url": url}
    params = {"sessionId": "frame", "targetInfo": frame}
    typing.note_received({"method": "Target.attachedToTarget", "params": params, "sessionId": "page"})
    return typing


async def test_a_text_is_put_in_by_the_document_and_never_by_the_browser() -> None:
    reach = Reach()
    assert await BoundTyping(reach).answer(command("Input.insertText", text="Springfield")) == {"result": {}}
    assert reach.inserted == ["Springfield"]


@pytest.mark.parametrize(
    "astray", [command("Input.insertText", text="Springfield"), command("Input.dispatchKeyEvent", **LETTER)]
)
async def test_what_is_typed_while_another_has_the_focus_is_refused(astray: dict[str, Any]) -> None:
    answer = await BoundTyping(Reach(has_focus=False)).answer(astray)
    assert answer is not None
    assert "error" in answer


async def test_a_key_passes_while_the_focus_is_where_it_may_be() -> None:
    assert await BoundTyping(Reach()).answer(command("Input.dispatchKeyEvent", **LETTER)) is None


async def test_an_engine_that_was_told_of_no_fields_types_anywhere() -> None:
    for typing in (BoundTyping(None), BoundTyping(Reach(has_focus=False, is_bound=False))):
        assert await typing.answer(command("Input.insertText", text="Springfield")) is None


async def test_a_script_is_told_a_value_in_a_frame_of_ours_alone() -> None:
    assert await typing_beside(OURS).answer(told('Spring"field, Illinois')) is None
    assert await typing_beside(THEIRS).answer(told('Spring"field, Illinois')) is not None
    assert await typing_beside(THEIRS).answer(told("Illinois")) is None


async def test_a_frame_that_went_to_another_site_is_no_longer_ours() -> None:
    typing = typing_beside(OURS)
    gone = {"type": "iframe", "targetId": "target", "url": THEIRS}
    typing.note_received({"method": "Target.targetInfoChanged", "params": {"targetInfo": gone}})
    assert await typing.answer(told('Spring"field')) is not None
