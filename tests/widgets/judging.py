"""How the controls of a family fare: each is right, given up and said to be, or wrong."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.page.values import Upload
from ghosthands.domain.page import FieldModel, FileInputModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.testkit.story import fill

from .families import Asked

RIGHT = "right"
UNSEEN = "unseen"
WRONG = "wrong"


async def fare(page: Page, family: Sequence[Asked]) -> dict[str, str]:
    """Fill them all; for each label RIGHT, UNSEEN, WRONG, or the code that it was given up with.

    Wrong is what is said to hold and does not, and what holds another answer though it is said to have failed.
    """
    model = await pages.scan(page)
    targets: dict[str, FieldModel | FileInputModel] = {}
    for field in (*model.fields, *model.file_inputs):
        if not isinstance(field, FieldModel) or field.visible:
            targets.setdefault(field.label, field)
    before = await _held(page)
    seen = [asked for asked in family if asked.label in targets]
    actions = [_planned(targets[asked.label], asked) for asked in seen]
    values = {each.id: asked.answer for each, asked in zip(actions, seen, strict=True) if asked.answer is not None}
    results = await pages.run_batch(page, model, actions, values)
    codes = {asked.label: result.code for asked, result in zip(seen, results, strict=True)}
    for asked in seen:
        if isinstance(asked.answer, Upload):  # a library may look at a file before it tells of it
            with contextlib.suppress(PlaywrightError):
                await page.wait_for_function("key => window.held[key]", arg=asked.key, timeout=2_000)
    await page.evaluate("() => { document.activeElement?.blur(); window.paint(); }")
    await pages.settle(page)
    after = await _held(page)
    return {asked.label: _verdict(asked, codes.get(asked.label), before, after) for asked in family}


def _verdict(asked: Asked, code: str | None, before: dict[str, Any], after: dict[str, Any]) -> str:
    holds = after.get(asked.key)
    is_right = _unordered(holds) == _unordered(asked.held) and type(holds) is type(asked.held)
    if code is None:
        return UNSEEN
    if code == "":
        return RIGHT if is_right else WRONG
    return code if is_right or not holds or holds == before.get(asked.key) else WRONG


def _unordered(held: Any) -> Any:
    return sorted(held) if isinstance(held, list) else held


async def _held(page: Page) -> dict[str, Any]:
    state: dict[str, Any] = await page.evaluate("() => window.held")
    return state


def _planned(field: FieldModel | FileInputModel, asked: Asked) -> PlannedAction:
    kind = ActionKind.CHECK if asked.answer is None else ActionKind.FILL
    return fill(field.id, f"do {asked.label}", key="answers.x", kind=kind)
