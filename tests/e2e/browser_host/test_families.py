"""Every family of the practice site as the page layer sees it: its platform, the way on, what has arrived."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import asdict

import pytest
from playwright.async_api import Page

from ghosthands import platforms
from ghosthands.browser_host import page as pages
from ghosthands.browser_host.page import Upload
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.page import ButtonRole, FilePurpose, PageModel, PageType, is_mere_step
from ghosthands.domain.plan import ActionKind
from ghosthands.planning import uploads
from ghosthands.practice import server
from ghosthands.practice.postings import Posting
from ghosthands.practice.profiles import JORDAN
from ghosthands.practice.server import Site as Practice
from ghosthands.testkit.story import fill

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

#: how many buttons open the form, and the role and proof of the one that leads on from there
FORMS = {
    "greenhouse": (0, ButtonRole.SUBMIT, False),
    "lever": (1, ButtonRole.SUBMIT, False),
    "ashby": (1, ButtonRole.SUBMIT, False),
    "linkedin": (1, ButtonRole.NEXT, True),
    "smartrecruiters": (1, ButtonRole.NEXT, True),
    "icims": (1, ButtonRole.NEXT, True),
    "workday": (2, ButtonRole.NEXT, True),
}

#: what of a platform is no CSS
TEXTS = ("name", "hosts", "honeypots")


@pytest.fixture(scope="module")
async def practice() -> AsyncIterator[Practice]:
    async with server.serve() as site:
        yield site


async def look(page: Page) -> PageModel:
    await pages.settle(page)
    return await pages.scan(page)


async def opened(page: Page, practice: Practice, family: str, query: str = "") -> PageModel:
    """The family's form, reached from its posting."""
    await page.goto(practice.url(Posting(family, "acme", 9), query))
    model = await look(page)
    for _ in range(FORMS[family][0]):
        button = model.button(ButtonRole.APPLY)
        assert button is not None
        assert (model.page_type, is_mere_step(model, button)) == (PageType.POSTING, True)
        assert (await pages.press(page, model, button.id)).clicked
        model = await look(page)
    return model


@pytest.mark.parametrize("family", FORMS)
async def test_a_form_is_reached_from_its_posting_and_known_by_its_marks(
    page: Page, practice: Practice, family: str
) -> None:
    model = await opened(page, practice, family)
    _, role, is_step = FORMS[family]
    assert (model.platform, model.page_type, model.blockers) == (family, PageType.FORM, ())
    button = model.button(role)
    assert button is not None
    assert is_mere_step(model, button) is is_step


@pytest.mark.parametrize("family", ["greenhouse", "lever", "ashby", "smartrecruiters"])
async def test_an_upload_is_told_by_its_platforms_own_mark(page: Page, practice: Practice, family: str) -> None:
    model = await opened(page, practice, family)
    resumes = [file for file in model.file_inputs if file.purpose is FilePurpose.RESUME]
    [resume] = [file for file in resumes if uploads.refusal(file, model) is None]
    action = fill(resume.id, "upload", key="files.resume", kind=ActionKind.UPLOAD)
    upload = Upload(JORDAN.resume(), "resume.pdf", "application/pdf")
    [done] = await pages.run_batch(page, model, [action], {"upload": upload})
    assert done.ok, done.code
    uploaded = [file.id for file in (await look(page)).file_inputs if file.already_uploaded]
    assert uploaded == [resume.id]


@pytest.mark.parametrize("family", ["greenhouse", "lever", "ashby", "smartrecruiters", "linkedin", "workday"])
async def test_what_is_missing_is_told_where_it_is_missing(page: Page, practice: Practice, family: str) -> None:
    model = await opened(page, practice, family)
    button = model.button(FORMS[family][1])
    assert button is not None
    assert (await pages.press(page, model, button.id)).clicked
    refused = await look(page)
    assert refused.page_type is PageType.FORM
    wrong = {field.label for field in refused.fields if field.error}
    required = {field.label for field in refused.fields if field.required and field.visible}
    assert wrong
    assert wrong == required


@pytest.mark.parametrize(
    ("query", "kind", "page_type"),
    [
        ("?captcha=1", BlockerType.CAPTCHA, PageType.OTHER),
        ("?login=1", BlockerType.LOGIN, PageType.LOGIN),
        ("?code=1", BlockerType.TWO_FACTOR, None),
        ("?limited=1", BlockerType.RATE_LIMITED, None),
        ("?closed=1", None, PageType.CLOSED),
    ],
)
async def test_a_wall_is_told_by_its_type(
    page: Page, practice: Practice, query: str, kind: BlockerType | None, page_type: PageType | None
) -> None:
    await page.goto(practice.url(Posting("greenhouse", "acme", 9), query))
    model = await look(page)
    assert [wall.type for wall in model.blockers if wall.confidence >= 0.8] == [kind] * (kind is not None)
    assert page_type in (None, model.page_type)


async def test_an_account_page_is_a_login_wall_after_the_posting(page: Page, practice: Practice) -> None:
    model = await opened(page, practice, "workday", "?login=1")
    assert ([wall.type for wall in model.blockers], model.page_type) == ([BlockerType.LOGIN], PageType.LOGIN)


@pytest.mark.parametrize("platform", platforms.ALL, ids=lambda platform: platform.name)
async def test_every_selector_known_of_a_platform_is_one(page: Page, platform: platforms.Platform) -> None:
    known = [value for name, value in asdict(platform).items() if isinstance(value, str) and name not in TEXTS]
    known += asdict(platform.lists).values()
    await page.evaluate("known => known.filter(Boolean).forEach(css => document.querySelectorAll(css))", known)
