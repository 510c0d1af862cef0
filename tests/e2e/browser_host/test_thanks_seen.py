"""What a page is taken for by its words of thanks, in a real Chromium: a confirmation, or none."""

from __future__ import annotations

import html
import tomllib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from ghosthands.domain.page import PageModel, PageType

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]
WORDS = Path(__file__).parents[2] / "unit/services/browser_host/page/thanks/strangers.toml"
STRANGERS = tomllib.loads(WORDS.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("kind", "meant"), [("arrived", True), ("not", False)])
async def test_a_page_of_a_strangers_words_is_taken_for_what_it_is(show: Open, kind: str, meant: bool) -> None:
    said = [each for of_language in STRANGERS[kind].values() for each in of_language]
    taken = [(await show(f"<h1>{html.escape(each)}</h1>")).page_type is PageType.CONFIRMATION for each in said]
    assert sum(each is meant for each in taken) >= 0.9 * len(taken)


_NOTICE = "<div role=alert>Your application has been submitted.</div>"
_ITEM = "<ul><li><a href='#'>Junior clerk</a> at Globex: Application received</li></ul>"


@pytest.mark.parametrize(
    ("shown", "confirms"),
    [
        (_ITEM, False),
        ("<h1>My applications</h1><p>Thank you for applying for Junior clerk at Globex.</p>", False),
        ("<table><tr><td>Junior clerk</td><td>Your application has been submitted</td></tr></table>", False),
        ("<table><tr><td>Your application has been submitted</td></tr></table>", True),
        (f"<h1>My applications</h1>{_NOTICE}{_ITEM}", True),
    ],
)
async def test_a_list_of_applications_confirms_none_but_a_notice_does(show: Open, shown: str, confirms: bool) -> None:
    assert ((await show(shown)).page_type is PageType.CONFIRMATION) is confirms
