"""Our own hand as an engine: Playwright over the host's own connection, without a model.

Applications are filled by the batches of `page`; this is for single steps of tools. It finds the elements in the page's
scan by the words they share with the instruction, and does nothing if several fit equally well.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.async_api import Error, Page

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.engines.engine import (
    Candidate,
    Done,
    EngineMove,
    EngineTrouble,
)
from ghosthands.browser_host.engines.own_page import OwnPageEngine
from ghosthands.browser_host.page import frames
from ghosthands.domain.codes import EngineFailure
from ghosthands.domain.engine import EngineName
from ghosthands.domain.page import FieldKind, Locator

_ACT_MS = 5000
_WORDS = re.compile(r"\w+")
#: words of an instruction that say what to do, not to what
_VERBS = frozenset(
    re.findall(
        r"\w+",
        "a an and as box button check choose click enter field fill for from in into is it labelled of on option"
        " press select set tick the to type value with",
    )
)
#: a selector within a frame: `frame=0/1;<selector>`
_FRAMED = re.compile(r"frame=([\d/]+);(.*)", re.DOTALL)
#: a variable, or text between quotation marks
_ARGUMENT = re.compile(r"(%\w+%)|[\"“]([^\"”]*)[\"”]")
_METHODS = {FieldKind.SELECT: "selectOption", FieldKind.CHECKBOX: "check", FieldKind.RADIO: "check"}


class PlaywrightEngine(OwnPageEngine):
    """An engine without a model, for moves that name their element well enough."""

    name = EngineName.PLAYWRIGHT

    async def detach(self) -> None:
        """Do nothing: the connection is the host's."""

    async def kill(self) -> None:
        """Do nothing: the connection is the host's."""

    async def act(self, move: EngineMove) -> Done:
        """Work the one element that the move names. Raises EngineTrouble if none or several fit."""
        candidate = move.candidate or await self._find_only_one(move.instruction)
        try:
            await _do(self._require_page(), candidate, _fill_arguments(candidate, move.instruction, move.variables))
        except Error as error:
            raise EngineTrouble(EngineFailure.NOT_DONE) from error
        self._on_sign(candidate.method)
        return Done(confidence=1.0)

    async def extract(self, instruction: str, schema: Mapping[str, Any]) -> Any:
        """Raise EngineTrouble: extracting needs a model."""
        raise EngineTrouble(EngineFailure.NOT_SUPPORTED, "extract needs an engine with a model")

    async def observe(self, instruction: str) -> Sequence[Candidate]:
        """Return the page's elements that share words with the instruction, the best first."""
        try:
            model = await pages.scan(self._require_page())
        except (Error, pages.PageUnreadable) as error:
            raise EngineTrouble(EngineFailure.PAGE_UNREADABLE) from error
        wanted = _split_words(instruction)
        found = [
            (
                _rate_likeness(wanted, field.label),
                _make_candidate(field.locator, _METHODS.get(field.kind, "fill"), field.label),
            )
            for field in model.fields
            if field.visible
        ]
        found += [
            (_rate_likeness(wanted, button.text), _make_candidate(button.locator, "click", button.text))
            for button in model.buttons
        ]
        return [candidate for score, candidate in sorted(found, key=lambda one: -one[0]) if score > 0]

    async def _find_only_one(self, instruction: str) -> Candidate:
        """Return the element that fits best. Raises EngineTrouble if none or several do."""
        found = await self.observe(instruction)
        wanted = _split_words(instruction)
        best = [
            one
            for one in found
            if _rate_likeness(wanted, one.description) == _rate_likeness(wanted, found[0].description)
        ]
        if len(best) != 1:
            raise EngineTrouble(EngineFailure.ELEMENT_AMBIGUOUS if found else EngineFailure.ELEMENT_NOT_FOUND)
        return best[0]


async def _do(page: Page, candidate: Candidate, arguments: Sequence[str]) -> None:
    framed = _FRAMED.fullmatch(candidate.selector)
    frame = frames.at(page, framed[1]) if framed else page.main_frame
    if frame is None:
        raise Error("the frame is gone")
    element = frame.locator(framed[2] if framed else candidate.selector).first
    match candidate.method:
        case "fill" | "type":
            await element.fill("".join(arguments), timeout=_ACT_MS)
        case "selectOption":
            await element.select_option(list(arguments), timeout=_ACT_MS)
        case "check":
            await element.check(timeout=_ACT_MS)
        case "press":
            await element.press(arguments[0] if arguments else "Enter", timeout=_ACT_MS)
        case _:
            await element.click(timeout=_ACT_MS)


def _fill_arguments(candidate: Candidate, instruction: str, values: Mapping[str, str]) -> list[str]:
    """Return what is filled in: the candidate's own arguments, else the instruction's variable or quoted text."""
    said = _ARGUMENT.search(instruction)
    given = candidate.arguments or (((said[1] or said[2]),) if said else ())
    return [re.sub(r"%(\w+)%", lambda name: values.get(name[1], name[0]), argument) for argument in given]


def _make_candidate(locator: Locator, method: str, words: str) -> Candidate:
    css = locator.css.replace(" >>> ", " >> ")
    return Candidate(f"frame={locator.frame};{css}" if locator.frame else css, method, (), words)


def _split_words(text: str) -> frozenset[str]:
    return frozenset(_WORDS.findall(text.casefold())) - _VERBS


def _rate_likeness(wanted: frozenset[str], label: str) -> float:
    """Return the share of the words of both that they have in common, 0–1."""
    words = _split_words(label)
    return len(wanted & words) / len(wanted | words) if wanted & words else 0.0
