"""The real Magnitude fills an application of the practice site by sight; our own hand uploads and sends it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import Locator, Page

from ghosthands import models
from ghosthands.browser_host import page as pages
from ghosthands.browser_host.commands.engine_runs import word_move
from ghosthands.browser_host.engines import node
from ghosthands.browser_host.engines.magnitude import MagnitudeEngine
from ghosthands.browser_host.page import Upload
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.domain.asked_models import Purpose
from ghosthands.domain.page import ButtonRole, FieldKind, FieldModel, FieldState, FilePurpose, PageModel, PageType
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.practice import server
from ghosthands.practice.model_server import AnswerRule, Asked, ModelServer
from ghosthands.practice.postings import Posting
from ghosthands.practice.profiles import JORDAN

if TYPE_CHECKING:
    from conftest import Guarded, Running, Take

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.heavy,
    pytest.mark.skipif(node.missing() is not None, reason=f"magnitude not available: {node.missing()}"),
]

numbers = count(80_001)

#: words of a question -> the answer; the first that fits wins, "" leaves it alone
ANSWERS = (
    ("future jobs", ""),
    ("legally authorized", "Yes"),
    ("sponsorship", "No"),
    ("hear about", "LinkedIn"),
    ("privacy", "yes"),
    ("confirm", "yes"),
    ("First Name", "Zebulon"),
    ("Last Name", "Quagmire"),
    ("Email", "zeb@example.com"),
    ("Phone", "+1 415 555 0123"),
    ("Country", "United States"),
    ("LinkedIn", "https://www.linkedin.com/in/zebulon"),
    ("Why would", "Because the work is good."),
)
#: a window in which the whole form is in view
WINDOW = {"width": 1280, "height": 3000}


class Eyes:
    """What a model that sees would know: where each question is. It knows no answer."""

    def __init__(self) -> None:
        self._places: dict[str, tuple[int, int]] = {}

    async def look(self, page: Page, model: PageModel) -> None:
        """Learn the places of the questions."""
        for field in model.fields:
            box = await _element(page, field).bounding_box() if field.visible else None
            if box is not None:
                self._places[field.label] = (int(box["x"] + box["width"] / 2), int(box["y"] + box["height"] / 2))

    def plan(self, asked: Asked) -> Mapping[str, Any]:
        """How to do the task that is asked."""
        task = asked.text.rpartition("<task>")[2].partition("</task>")[0]
        label = re.search(r'labelled "([^"]*)"', task)
        assert label is not None, task
        x, y = self._places[label[1]]
        click = {"variant": "mouse:click", "x": x, "y": y}
        if "choose the option" in task:
            actions = [{"variant": "option:choose", "x": x, "y": y, "option": "%value%"}]
        elif "tick" in task:
            actions = [click]
        else:
            actions = [click, {"variant": "keyboard:type", "content": "%value%"}]
        return {"reasoning": "by sight", "actions": [*actions, {"variant": "task:done", "evidence": "seen"}]}


def _element(page: Page, field: FieldModel) -> Locator:
    return page.locator(field.locator.css).first


async def test_an_application_is_filled_by_sight_and_sent_once_by_our_own_hand(
    running: Running, model: ModelServer, gateway: models.ModelGateway, guarded: Guarded, take: Take
) -> None:
    page, posting, eyes = running.context.pages[0], Posting("greenhouse", "acme", next(numbers)), Eyes()
    model.rules.append(AnswerRule(answer=eyes.plan, image=True))
    async with server.serve() as site, models.ModelEndpoint.serving() as endpoint:
        engine = MagnitudeEngine(models.Account(gateway, Purpose.SEE), endpoint)
        await page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
        await page.goto(site.url(posting))
        seen = await _look(page)
        tab = await guarded(page)
        await take(engine, page, lambda _what: None)
        by_sight: list[str] = []
        while todo := _unanswered(seen, by_sight):
            await eyes.look(page, seen)
            for field, answer in todo.items():
                await engine.act(word_move(_action(field.id, field.kind), field, answer))
                by_sight.append(field.label)
            seen = await _look(page)
        await engine.detach()
        await tab.submits.keep(GuardLevel.RESTING)
        assert not [field.label for field in seen.fields if field.required and field.state is FieldState.EMPTY]
        assert len(by_sight) >= 10
        assert site.ledger.of(posting.key) == []
        assert not any(model.shown(value) for value in ("Zebulon", "Quagmire", "zeb@example.com", "555 0123"))

        await _upload(page, seen)
        button = (await _look(page)).button(ButtonRole.SUBMIT)
        assert button is not None
        assert (await pages.press(page, await _look(page), button.id)).clicked
        assert (await _look(page)).page_type is PageType.CONFIRMATION
        (sent,) = site.ledger.of(posting.key)
        assert sent.received.first("first_name") == "Zebulon"
        assert sent.received.first("email") == "zeb@example.com"


async def _look(page: Page) -> PageModel:
    await pages.settle(page)
    return await pages.scan(page)


def _unanswered(model: PageModel, done: list[str]) -> dict[FieldModel, str]:
    found: dict[FieldModel, str] = {}
    for field in model.fields:
        fitting = [text for words, text in ANSWERS if words.casefold() in field.label.casefold()]
        open_ = field.visible and field.state is FieldState.EMPTY and field.label not in done
        if open_ and fitting and fitting[0]:
            found[field] = fitting[0]
    return found


def _action(target: str, kind: FieldKind | None = None) -> PlannedAction:
    what = ActionKind.CHECK if kind is FieldKind.CHECKBOX else ActionKind.FILL
    return PlannedAction(
        id=target, kind=what, field_id=target, key="x", tier=3, confidence=1, reason="", question_key="x"
    )


async def _upload(page: Page, model: PageModel) -> None:
    (resume,) = [file for file in model.file_inputs if file.purpose is FilePurpose.RESUME]
    upload = Upload(JORDAN.resume(), "resume.pdf", "application/pdf")
    (result,) = await pages.run_batch(page, model, [_action(resume.id)], {resume.id: upload})
    assert result.ok
