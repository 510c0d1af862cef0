"""Compares our scan of a labelled page with its labels: whether each field was found, and our answer for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playwright.async_api import Page

from ghosthands.bench import labelled
from ghosthands.bench.labelled import Expected, LabelledPage
from ghosthands.browser_host import page as pages
from ghosthands.domain.page import Locator, PageModel

#: the index of our locator that matches each expected element
_HITS = """([expected, ours]) => {
  const resolve = (css) => css.split(" >>> ").reduce((found, step, index) =>
    (index === 0 ? document : found?.shadowRoot)?.querySelector(step) ?? null, null);
  const at = new Map(ours.map((css, index) => [resolve(css), index]).reverse());
  return expected.map((css) => at.get(document.querySelector(css)) ?? -1);
}"""


@dataclass(frozen=True)
class Answered:
    """A labelled field: whether it was found, and our answer."""

    expected: Expected
    found: bool
    key: str | None


@dataclass(frozen=True)
class Look:
    """A labelled page as our scan sees it."""

    row: LabelledPage
    model: PageModel
    answers: tuple[Answered, ...]


async def look(page: Page, url: str, row: LabelledPage) -> Look:
    """Scan the page and return it with our answers. Raises playwright's Error, PageUnreadable."""
    await page.goto(url)
    model = await pages.scan(page)
    ours = list(labelled.understand(model))
    hits = await find_hits(page, row, [where for where, _ in ours])
    answers = (
        Answered(field, at >= 0, ours[at][1] if at >= 0 else None) for field, at in zip(row.fields, hits, strict=True)
    )
    return Look(row, model, tuple(answers))


async def find_hits(page: Page, row: LabelledPage, places: Sequence[Locator]) -> list[int]:
    """Return for each labelled field the index of its locator, -1 for none. Labels cover the main frame alone."""
    within = [index for index, where in enumerate(places) if not where.frame]
    hits = await page.evaluate(_HITS, [[field.css for field in row.fields], [places[index].css for index in within]])
    return [within[at] if at >= 0 else -1 for at in hits]
