"""A form's fingerprint on real pages: the same whatever is in it, another when it asks something else."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from ghosthands.bench.labelled import LabelledPage
from ghosthands.browser_host import page as pages
from ghosthands.domain.page import FieldKind, FieldModel, PageModel

pytestmark = [pytest.mark.heavy, pytest.mark.e2e, pytest.mark.timeout(900)]

#: every so many pages are tried, so that there are some of each corpus
STRIDE = 12

TYPED = (FieldKind.TEXT, FieldKind.EMAIL, FieldKind.TEL)

#: somebody else's session: other values, other tokens, other generated ids, other words around the form
ANOTHER_SESSION = """() => {
  const generated = /\\d{4,}|react-select-|^:r|^mui/;
  for (const el of document.querySelectorAll("[id]")) {
    if (!generated.test(el.id)) continue;
    const id = el.id.replace(/\\d+/g, (digits) => String(Number(digits) + 7).padStart(digits.length, "0"));
    for (const label of document.querySelectorAll("label")) if (label.htmlFor === el.id) label.htmlFor = id;
    el.id = id;
  }
  for (const el of document.querySelectorAll("input")) {
    if (el.type === "hidden") el.value = "another token";
    else if (["text", "email", "tel"].includes(el.type) && !el.disabled) el.value = "somebody else";
  }
  document.body.append(Object.assign(document.createElement("p"), { textContent: "17 people look at this." }));
  document.body.dataset.session = "another";
}"""
REMOVED = "(css) => document.querySelector(css).remove()"
RENAMED = """(css) => {
  const el = document.querySelector(css);
  el.removeAttribute("aria-labelledby");
  el.setAttribute("aria-label", "Something else entirely");
}"""
ADDED = """(css) => {
  const box = document.createElement("div");
  box.innerHTML = "<label>One more question <input name='one_more'></label>";
  document.querySelector(css).after(box);
}"""


@pytest.fixture
def some(rows: list[LabelledPage]) -> list[LabelledPage]:
    return rows[::STRIDE]


async def look(tab: Page, url: str) -> PageModel:
    await tab.goto(url)
    return await pages.scan(tab)


def asked(model: PageModel) -> FieldModel | None:
    """A question that can be changed: a box of its own in the main document."""
    plain = (each for each in model.fields if each.visible and each.kind in TYPED and ">>>" not in each.locator.css)
    return next((each for each in plain if not each.locator.frame), None)


async def test_it_is_the_same_in_another_session_with_another_person(
    tab: Page, address: str, some: list[LabelledPage]
) -> None:
    changed = []
    for row in some:
        before = await look(tab, f"{address}/{row.page}")
        await tab.evaluate(ANOTHER_SESSION)
        after = await pages.scan(tab)
        if after.fingerprint != before.fingerprint:
            changed.append(row.page)
    assert changed == []


@pytest.mark.parametrize("change", [REMOVED, RENAMED, ADDED], ids=["removed", "renamed", "added"])
async def test_it_is_another_when_a_question_is(tab: Page, address: str, some: list[LabelledPage], change: str) -> None:
    same = []
    for row in some:
        before = await look(tab, f"{address}/{row.page}")
        question = asked(before)
        if question is None:
            continue
        await tab.evaluate(change, question.locator.css)
        if (await pages.scan(tab)).fingerprint == before.fingerprint:
            same.append(row.page)
    assert same == []
