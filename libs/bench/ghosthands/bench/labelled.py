"""Real form pages with labels for each field's content, and our answers in the labels' words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from ghosthands.domain.codes import LeftBecause
from ghosthands.domain.page import AnyField, FieldModel, Locator, PageModel
from ghosthands.planning import uploads
from ghosthands.planning.page_matching import match_page
from ghosthands.planning.refusal import refusals
from ghosthands.planning.signals import Signals

#: the labels' names for our keys
CANONICAL = {
    "profile.first_name": "first_name",
    "profile.middle_name": "middle_name",
    "profile.middle_initial": "middle_name",
    "profile.last_name": "last_name",
    "profile.full_name": "full_name",
    "profile.full_name_last_first": "full_name",
    "profile.email": "email",
    "profile.phone": "phone",
    "profile.phone_country_code": "phone_country_code",
    "profile.address_line1": "address_line1",
    "profile.address_line2": "address_line2",
    "profile.location.city": "city",
    "profile.location.state": "state",
    "profile.location.zip": "postal_code",
    # a box with several parts has the label of the first
    "profile.address_full": "address_line1",
    "profile.address_street": "address_line1",
    "profile.location.zip_and_city": "postal_code",
    "profile.location.city_state_zip": "city",
    "profile.location.full": "city",
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
#: our refusals that the labels have the same name for
REFUSED = frozenset({LeftBecause.ONE_TIME_CODE.value})
#: our types without a name in DuckDuckGo's labels
UNKNOWN_TO_DDG = ("company", "job_title")
#: the label of fields that take nothing of the applicant's, or nothing that the labels name
OTHER = "other"
#: the answers that leave a field empty
NOTHING = frozenset({None, OTHER, *REFUSED})


class Expected(msgspec.Struct, frozen=True):
    """A labelled field; `css` matches it alone."""

    css: str
    visible: bool
    canonical: str | None = None
    canonical_alt: tuple[str, ...] = ()

    @property
    def is_scored(self) -> bool:
        """Whether the field is visible and its label says what belongs there."""
        return self.visible and self.canonical is not None

    @property
    def is_ours(self) -> bool:
        """Whether some of the applicant's data belongs there."""
        return self.canonical not in (None, OTHER) and not str(self.canonical).startswith("cc_")

    def is_met(self, key: str | None) -> bool:
        """Whether `key` is the right one."""
        if not self.is_ours:
            return key in NOTHING or key == self.canonical
        return key == self.canonical or key in self.canonical_alt


class LabelledPage(msgspec.Struct, frozen=True):
    """A page with its labels; `page` is its path below the folder."""

    page: str
    corpus: str
    site: str
    fields: tuple[Expected, ...]


def read(folder: Path) -> list[LabelledPage]:
    """Return every labelled page of the folder."""
    lines = (folder / "expected.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=LabelledPage) for line in lines]


def understand(page: PageModel) -> Iterator[tuple[Locator, str | None]]:
    """Yield the locator of each control, also within groups, and the label of what belongs into it."""
    for field, key in make_answers(page):
        yield field.locator, key
        if isinstance(field, FieldModel):
            yield from ((option.locator, key) for option in field.options if option.locator)


def list_places(page: PageModel) -> list[Locator]:
    """Return the locator of each control, in the order of `understand`."""
    return [where for where, _ in understand(page)]


def make_answers(page: PageModel) -> Iterator[tuple[AnyField, str | None]]:
    """Yield each question of the page and the label of what belongs into it; None when nothing does.

    A field that the page has locked takes nothing, but what it asks for is read all the same, and judged.
    """
    signals = {field.id: Signals.of(field) for field in page.fields}
    matches, refused = match_page(page, signals), refusals(page, signals)
    for field in page.fields:
        found = matches.get(field.id)
        why = refused.get(field.id)
        if why and why != LeftBecause.LOCKED:
            yield field, why if why in REFUSED else None
        else:
            yield field, CANONICAL.get(found.key, OTHER) if found else None
    for file in page.file_inputs:
        wanted = uploads.key(file)
        yield file, CANONICAL[wanted] if wanted and not uploads.refusal(file, page) else None
