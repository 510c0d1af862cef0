"""Other people's pages, changed since they were learnt: a recipe puts nothing into a field but what went there."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from mutations import MUTATIONS
from playwright.async_api import Page
from trial import Tally, apply_again, learn, of_page

from ghosthands.bench import forms, labelled, scan
from ghosthands.browser_host import page as pages

pytestmark = [pytest.mark.heavy, pytest.mark.e2e, pytest.mark.timeout(900)]

#: every so many pages are tried, so that there are some of each corpus
STRIDE = 12
#: what leaves each question as it is, so that what went there still belongs there
HARMLESS = ("options reordered", "renamed ids", "wrapped")
VALUES = {key: key for key in labelled.CANONICAL if key.startswith("profile.")}


@pytest.fixture(scope="module")
def labelled_pages(form_pages: Callable[[str, str], Path]) -> Path:
    return form_pages("dev", "expected.jsonl")


@pytest.fixture(scope="module")
def address(labelled_pages: Path) -> Iterator[str]:
    with forms.serve(labelled_pages) as url:
        yield url


@pytest.fixture(scope="module")
async def tab(address: str) -> AsyncIterator[Page]:
    """A tab that reaches nothing but the pages."""
    async with scan.open_tab(only=address) as page:
        yield page


async def test_a_recipe_puts_nothing_into_a_changed_page_but_what_went_there(
    tab: Page, address: str, labelled_pages: Path
) -> None:
    seed, same, changed = secrets.randbits(32), Tally(), {name: Tally() for name in HARMLESS}
    chance = Random(seed)
    for row in labelled.read(labelled_pages)[::STRIDE]:
        await tab.goto(f"{address}/{row.page}", wait_until="domcontentloaded")
        form = of_page(await pages.scan(tab), VALUES)
        learnt = learn(form, VALUES)
        same.add(apply_again(learnt, form, VALUES))
        for name in HARMLESS:
            changed[name].add(apply_again(learnt, MUTATIONS[name](form, chance), VALUES))
    for name, one in {"as it was": same, **changed}.items():
        wrong = f"{len(one.wrong)} wrong by the rules alone"
        print(f"\n{name}: right {one.right} of {one.of} ({one.rate:.1%}), {one.replayed} replayed, {wrong}", end="")
        assert [each for each in one.wrong if " by recipe:" in each] == [], f"seed {seed}"
    assert (same.wrong, same.rate) == ([], 1.0)
    assert changed["wrapped"].rate == changed["options reordered"].rate == 1.0
