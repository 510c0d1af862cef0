"""Filling the measured form by a Playwright script: what a good engineer writes, our reference.

It fills every question by its locator and reads it back; nothing sleeps. The script knows in advance the kind of each
question and its answer: it neither looks for fields nor decides anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from playwright.async_api import Locator, Page, expect

from ghosthands.domain.page import FieldKind

#: a question's kind, its CSS selector (the option's, for radios), and its answer
Step = tuple[FieldKind, str, str]


async def fill(page: Page, steps: Sequence[Step], resume: Path) -> None:
    """Fill every question and attach the resume. Raises AssertionError where a value is not kept."""
    for kind, css, answer in steps:
        locator = page.locator(css)
        match kind:
            case FieldKind.SELECT:
                await _select(locator, answer)
            case FieldKind.RADIO | FieldKind.CHECKBOX:
                await _check(locator)
            case _:
                await _fill(locator, answer)
    file = page.locator("#resume")
    await file.set_input_files(resume)
    await expect(file).to_have_value(f"C:\\fakepath\\{resume.name}")


async def _fill(locator: Locator, answer: str) -> None:
    await locator.fill(answer)
    _hold(await locator.input_value(), answer)


async def _select(locator: Locator, answer: str) -> None:
    [value] = await locator.select_option(label=answer)
    _hold(await locator.input_value(), value)


async def _check(locator: Locator) -> None:
    await locator.check()
    _hold(str(await locator.is_checked()), "True")


def _hold(held: str, meant: str) -> None:
    if held != meant:
        raise AssertionError("a field does not hold what was filled in")
