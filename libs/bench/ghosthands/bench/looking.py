"""A labelled page looked at: for each of its fields, whether we found it and what we would put in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playwright.async_api import Page

from ghosthands.bench import labelled
from ghosthands.bench.labelled import Expected, LabelledPage
from ghosthands.browser_host import page as pages
from ghosthands.domain.page import Locator, PageModel

#: for each expected element, which of our locators hits it
_HITS = """([expected, ours]) => {
  const resolve = (css) => css.split(" >>> ").reduce((found, step, index) =>
    (index === 0 ? document : found?.shadowRoot)?.querySelector(step) ?? null, null);
  const at = new Map(ours.map((css, index) => [resolve(css), index]).reverse());
  return expected.map((css) => at.get(document.querySelector(css)) ?? -1);
}"""


@dataclass(frozen=True)
class Answered:
    """One labelled field: whether it was found, and our answer."""

    expected: Expected
    found: bool
    key: str | None


@dataclass(frozen=True)
class Look:
    """One labelled page as our scan sees it."""

    row: LabelledPage
    model: PageModel
    answers: tuple[Answered, ...]


async def look(page: Page, url: str, row: LabelledPage) -> Look:
    """The page as we see it, and our answers. Raises playwright's Error, PageUnreadable."""
    await page.goto(url)
    model = await pages.scan(page)
    ours = list(labelled.understand(model))
    hits = await find_hits(page, row, [where for where, _ in ours])
    answers = (
        Answered(field, at >= 0, ours[at][1] if at >= 0 else None) for field, at in zip(row.fields, hits, strict=True)
    )
    return Look(row, model, tuple(answers))


async def find_hits(page: Page, row: LabelledPage, places: Sequence[Locator]) -> list[int]:
    """For each labelled field the index of its place, -1 for none. Labels know the main frame alone."""
    within = [index for index, where in enumerate(places) if not where.frame]
    hits = await page.evaluate(_HITS, [[field.css for field in row.fields], [places[index].css for index in within]])
    return [within[at] if at >= 0 else -1 for at in hits]
