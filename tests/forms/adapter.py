"""What the scanner finds on a page and the matcher makes of it, in the words that `shared/forms/score.py` counts in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.async_api import Page

from ghosthands.browser_host.page.scan import scan
from ghosthands.domain.page import FieldModel, FileInputModel, Locator, PageModel
from ghosthands.planner import uploads
from ghosthands.planner.page_matching import match_page
from ghosthands.planner.refusal import refusals
from ghosthands.planner.signals import Signals

#: our keys by the labels' names for them
CANONICAL = {
    "profile.first_name": "first_name",
    "profile.middle_name": "middle_name",
    "profile.last_name": "last_name",
    "profile.full_name": "full_name",
    "profile.email": "email",
    "profile.phone": "phone",
    "profile.phone_country_code": "phone_country_code",
    "profile.address_line1": "address_line1",
    "profile.address_line2": "address_line2",
    "profile.location.city": "city",
    "profile.location.state": "state",
    "profile.location.zip": "postal_code",
    "profile.location.country": "country",
    "profile.country_of_residence": "country",
    "profile.date_of_birth": "date_of_birth",
    "profile.current_company": "company",
    "profile.work_history.0.company": "company",
    "profile.current_title": "job_title",
    "profile.work_history.0.title": "job_title",
    "profile.linkedin_url": "linkedin_url",
    "profile.website_url": "website_url",
    "profile.portfolio_url": "website_url",
    "files.resume": "resume_file",
    "files.cover_letter": "cover_letter_file",
    "credentials.username": "username",
    "credentials.password": "password",
    "credentials.new_password": "new_password",
}


async def predict(page: Page) -> list[dict[str, Any]]:
    """Every control of the page, and what belongs into it."""
    return [{"css": css(locator), "key": key} for locator, key in understood(await scan(page)) if not locator.frame]


def understood(page: PageModel) -> Iterator[tuple[Locator, str | None]]:
    """Where each control is, each of a group's too, and the canonical name of what belongs into it."""
    for field, key in answers(page):
        yield field.locator, key
        if isinstance(field, FieldModel):
            yield from ((option.locator, key) for option in field.options if option.locator)


def answers(page: PageModel) -> Iterator[tuple[FieldModel | FileInputModel, str | None]]:
    """Each question of the page and the canonical name of what belongs into it; None when nothing does."""
    signals = {field.id: Signals.of(field) for field in page.fields}
    matches, refused = match_page(page, signals), refusals(page, signals)
    for field in page.fields:
        found = None if field.id in refused else matches.get(field.id)
        yield field, CANONICAL.get(found.key, "other") if found else None
    for file in page.file_inputs:
        wanted = uploads.key(file)
        yield file, CANONICAL[wanted] if wanted and not uploads.refusal(file, page.file_inputs) else None


def css(locator: Locator) -> str:
    """The locator as playwright reads it."""
    return locator.css.replace(" >>> ", " >> ")
