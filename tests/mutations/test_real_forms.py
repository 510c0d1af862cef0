"""The practice site's forms, as Chromium shows them: changed as page models, and one of them in the page itself."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from random import Random

import pytest
from mutations import LABELS_STAY, MUTATIONS, Form
from playwright.async_api import Page
from trial import Tally, apply_again, learn, of_page

from ghosthands.browser_host import page as pages
from ghosthands.cookbook.matching import find_similar
from ghosthands.cookbook.replaying import replay
from ghosthands.domain.keys import CONSTANTS
from ghosthands.domain.page import ButtonRole, PageModel, PageType
from ghosthands.domain.profile import flatten, flatten_answers
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.practice import server
from ghosthands.practice.families import greenhouse
from ghosthands.practice.form import list_shown, write_out
from ghosthands.practice.postings import Posting
from ghosthands.practice.profiles import JORDAN
from ghosthands.practice.server import Site as Practice
from ghosthands.practice.switches import Switches
from ghosthands.testkit.applicants import expected

pytestmark = [pytest.mark.heavy, pytest.mark.e2e, pytest.mark.timeout(900)]

#: presses of "Apply" before the form
FORMS = {"greenhouse": 0, "lever": 1, "ashby": 1, "linkedin": 1, "smartrecruiters": 1, "icims": 1}
REQUEST = JORDAN.request()
VALUES = {**flatten(REQUEST["profile"]), **flatten_answers(REQUEST.get("qa_answers") or {})}
TRIALS = 60

#: other ids, a box more around each question, another order of options, and a question that looks like one known
CHANGED = """(seed) => {
  const form = [...document.forms].sort((a, b) => b.elements.length - a.elements.length)[0];
  for (const [index, label] of [...form.querySelectorAll("label[for]")].entries()) {
    const control = document.getElementById(label.htmlFor);
    if (!control || !["text", "email", "tel", "url"].includes(control.type)) continue;
    control.id = label.htmlFor = `other_${seed}_${index}`;
    const box = document.createElement("section");
    control.parentElement.replaceWith(box);
    box.append(label, control);
  }
  for (const list of form.querySelectorAll("select")) {
    const [first, ...rest] = list.options;
    list.append(...rest.reverse());
  }
  const added = document.createElement("p");
  added.innerHTML = "<label>Emergency contact first name <input id='added'></label>";
  form.prepend(added);
}"""


@pytest.fixture(scope="module")
async def practice() -> AsyncIterator[Practice]:
    async with server.serve() as site:
        yield site


@pytest.fixture
async def page(browser: object) -> AsyncIterator[Page]:
    tab = await browser.contexts[0].new_page()  # type: ignore[attr-defined]
    pages.traffic_of(tab)
    yield tab
    await tab.close()


async def look(page: Page) -> PageModel:
    await pages.settle(page)
    return await pages.scan(page)


async def opened(page: Page, practice: Practice, posting: Posting) -> PageModel:
    await page.goto(practice.url(posting))
    model = await look(page)
    for _ in range(FORMS[posting.family]):
        button = model.button(ButtonRole.APPLY)
        assert button is not None
        await pages.press(page, model, button.id)
        model = await look(page)
    return model


@pytest.mark.parametrize("family", FORMS)
async def test_a_practice_form_that_was_changed_gets_no_wrong_value(
    page: Page, practice: Practice, family: str
) -> None:
    form, seed = of_page(await opened(page, practice, Posting(family, "acme", 9)), VALUES), secrets.randbits(32)
    chance, stay, change = Random(seed), Tally(), Tally()
    for _ in range(TRIALS):
        names = sorted(chance.sample(sorted(MUTATIONS), k=chance.randint(1, 3)))
        changed: Form = form
        for name in names:
            changed = MUTATIONS[name](changed, chance)
        tally = apply_again(learn(form, VALUES), changed, VALUES)
        (stay if LABELS_STAY.issuperset(names) else change).add(tally)
    for name, one in (("labels stay", stay), ("labels change", change)):
        print(f"\n{family}, {name}: right {one.right} of {one.of} ({one.rate:.1%}), {one.replayed} replayed", end="")
    assert stay.wrong + change.wrong == [], f"seed {seed}"
    assert stay.rate >= 0.9, f"seed {seed}"


async def test_a_form_that_was_changed_in_the_browser_is_filled_and_sent_right(page: Page, practice: Practice) -> None:
    posting = Posting("greenhouse", "acme", 93_001)
    site = learn(of_page(await opened(page, practice, posting), VALUES), VALUES)
    await page.evaluate(CHANGED, secrets.randbits(16))
    model, by_recipe = await look(page), 0
    known = Known(frozenset(VALUES) | {"files.resume"}, values={**VALUES, **CONSTANTS})
    found = find_similar(site.recipes.values(), model)
    assert found is not None
    done = set()
    while left := [each.id for each in (*model.fields, *model.file_inputs) if each.id not in done]:
        replayed = replay(found, model, known, action_id=str, only=left).actions
        rest = [name for name in left if name not in {action.field_id for action in replayed}]
        planned = plan(model, known, action_id=str, only=rest).actions if rest else ()
        by_recipe += len(replayed)
        actions = sorted((*planned, *replayed), key=lambda action: action.kind != "upload")
        resume = pages.Upload(JORDAN.resume(), "resume.pdf", "application/pdf")
        said = {**VALUES, **CONSTANTS}
        values = {one.field_id: resume if one.key == "files.resume" else said[one.key] for one in actions}
        results = await pages.run_batch(page, model, actions, values)
        assert [result.code for result in results if not result.ok] == []
        done |= set(left)
        model = await look(page)
    button = model.button(ButtonRole.SUBMIT)
    assert button is not None
    await pages.press(page, model, button.id)
    assert (await look(page)).page_type is PageType.CONFIRMATION
    [sent] = practice.ledger.of(posting.key)
    asked = list_shown(greenhouse.form(posting, Switches()), sent.received)
    assert write_out(asked, sent.received) == expected(asked, JORDAN, "greenhouse")
    print(f"\nin the browser: {by_recipe} by the recipe of {len(done)} fields", end="")
    assert by_recipe >= 8
