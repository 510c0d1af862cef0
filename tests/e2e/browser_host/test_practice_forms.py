"""The practice site's families from the first look to the confirmation: told, filled, revealed, refused, sent once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from itertools import count

import pytest
from playwright.async_api import Page

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.page import Upload, Value
from ghosthands.domain.page import (
    ButtonRole,
    ErrorKind,
    FieldModel,
    FieldState,
    FilePurpose,
    PageModel,
    PageType,
)
from ghosthands.domain.plan import ActionKind
from ghosthands.practice import server
from ghosthands.practice.postings import Posting
from ghosthands.practice.profiles import JORDAN
from ghosthands.practice.server import Site as Practice
from ghosthands.testkit.story import fill as planned

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

numbers = count(90_001)

#: words of a question -> the answer; the first that fits wins, None ticks, "" leaves it alone
ANSWERS: Sequence[tuple[str, str | None]] = (
    ("future jobs", ""),
    ("worked for us", "no"),
    ("prefer to work", "Remote"),
    ("legally authorized", "yes"),
    ("sponsorship", "I will not require sponsorship"),
    ("hear about", "LinkedIn"),
    ("Gender", "Female"),
    ("Hispanic", "no"),
    ("race", "Asian"),
    ("Veteran", "I am not a protected veteran"),
    ("Disability", "decline"),
    ("privacy notice", None),
    ("I confirm", None),
    ("First Name", "Zebulon"),
    ("Last Name", "Quagmire"),
    ("Full name", "Zebulon Quagmire"),
    ("Email a", "zeb@example.com"),
    ("Email", "zeb@example.com"),
    ("Phone", "+1 415 555 0123"),
    ("Street", "12 Fir Street"),
    ("City", "Sausalito"),
    ("Postal", "94965"),
    ("Country", "United States of America"),
    ("State", "CA"),
    ("LinkedIn", "https://www.linkedin.com/in/zebulon"),
    ("Years", "7"),
    ("start date", "March 1, 2027"),
    ("salary", "USD 90,000"),
    ("Why would", "Because the work is good."),
)


@pytest.fixture(scope="module")
async def practice() -> AsyncIterator[Practice]:
    async with server.serve() as site:
        yield site


def posting(family: str) -> Posting:
    return Posting(family, "acme", next(numbers))


async def look(page: Page) -> PageModel:
    await pages.settle(page)
    return await pages.scan(page)


def answers(model: PageModel) -> dict[FieldModel, str | None]:
    """What goes into each visible field that has nothing yet."""
    known: dict[FieldModel, str | None] = {}
    for field in model.fields:
        fitting = [text for words, text in ANSWERS if words.casefold() in field.label.casefold()]
        if fitting and fitting[0] != "" and field.visible and field.state is FieldState.EMPTY:
            known[field] = fitting[0]
    return known


async def fill(page: Page, model: PageModel, known: Mapping[FieldModel, str | None]) -> list[str]:
    """Fills those fields and every empty resume input; the codes of what failed."""
    uploads = [file for file in model.file_inputs if file.purpose is FilePurpose.RESUME and not file.already_uploaded]
    values: dict[str, Value] = {field.id: text for field, text in known.items() if text is not None}
    values |= {file.id: Upload(JORDAN.resume(), "resume.pdf", "application/pdf") for file in uploads}
    targets = [*((field.id, text) for field, text in known.items()), *((file.id, "") for file in uploads)]
    actions = [
        planned(target, target, key="answers.x", kind=ActionKind.CHECK if text is None else ActionKind.FILL)
        for target, text in targets
    ]
    results = await pages.run_batch(page, model, actions, values)
    return [result.code for result in results if not result.ok]


async def complete(page: Page, model: PageModel) -> PageModel:
    """The page with everything answered, what the answers reveal included."""
    while known := answers(model):
        assert await fill(page, model, known) == []
        model = await look(page)
    return model


async def press(page: Page, model: PageModel, role: ButtonRole) -> PageModel:
    button = model.button(role)
    assert button is not None
    assert (await pages.press(page, model, button.id)).clicked
    return await look(page)


async def test_a_one_page_form_is_sent_once(page: Page, practice: Practice) -> None:
    job = posting("greenhouse")
    await page.goto(practice.url(job))
    model = await look(page)
    assert (model.platform, model.page_type) == ("greenhouse", PageType.FORM)
    assert [field.label for field in model.fields if not field.visible] == ["Personal website"]
    filled = await complete(page, model)
    assert "Please identify your race" in [field.label for field in filled.fields]
    assert filled.fingerprint != model.fingerprint
    assert (await press(page, filled, ButtonRole.SUBMIT)).page_type is PageType.CONFIRMATION
    [sent] = practice.ledger.of(job.key)
    assert sent.received.first("first_name") == "Zebulon"


async def test_a_stepwise_form_is_walked_through(page: Page, practice: Practice) -> None:
    job = posting("stepwise")
    await page.goto(practice.url(job))
    first = await look(page)
    assert (first.platform, first.step and first.step.current) == ("generic", 1)
    assert first.button(ButtonRole.SUBMIT) is None
    second = await press(page, await complete(page, first), ButtonRole.NEXT)
    assert (second.step and second.step.current, second.button(ButtonRole.NEXT)) == (2, None)
    sent = await press(page, await complete(page, second), ButtonRole.SUBMIT)
    assert sent.page_type is PageType.CONFIRMATION
    assert len(practice.ledger.of(job.key)) == 1


async def test_what_a_list_says_while_it_is_searched_is_no_option(page: Page, practice: Practice) -> None:
    await page.goto(f"{practice.url(posting('lever'))}/apply")
    model = await look(page)
    [place] = [field for field in model.fields if field.label == "Current location"]
    assert await fill(page, model, {place: "Sacramento, California, United States"}) == []
    assert await page.input_value("#selected-location") == "Sacramento, California, United States"


@pytest.mark.parametrize(("family", "role"), [("greenhouse", ButtonRole.SUBMIT), ("stepwise", ButtonRole.NEXT)])
async def test_what_the_server_refuses_is_tied_to_its_question(
    page: Page, practice: Practice, family: str, role: ButtonRole
) -> None:
    await page.goto(practice.url(posting(family)))
    refused = await press(page, await look(page), role)
    required = [field for field in refused.fields if field.required and field.visible]
    assert {field.error for field in required} == {ErrorKind.MISSING}
    assert all(field.error is None for field in refused.fields if field not in required)
    assert refused.page_error
    repaired = await complete(page, refused)
    assert (await press(page, repaired, role)).page_error is False


@pytest.mark.parametrize("family", ["greenhouse", "stepwise"])
async def test_a_page_that_repeats_every_value_is_the_same_form(page: Page, practice: Practice, family: str) -> None:
    job = posting(family)
    await page.goto(practice.url(job))
    quiet = await complete(page, await look(page))
    await page.goto(practice.url(job, "?echo=1"))
    noisy = await complete(page, await look(page))
    assert noisy.fingerprint == quiet.fingerprint
    assert [field.id for field in noisy.fields] == [field.id for field in quiet.fields]
    assert "Zebulon" not in repr(noisy)


@pytest.mark.parametrize(("wall", "kind"), [("captcha", PageType.OTHER), ("login", PageType.LOGIN)])
async def test_a_wall_is_seen(page: Page, practice: Practice, wall: str, kind: PageType) -> None:
    await page.goto(practice.url(posting("greenhouse"), f"?{wall}=1"))
    model = await look(page)
    assert ([each.type for each in model.blockers], model.page_type) == ([wall], kind)
