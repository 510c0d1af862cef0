"""Page models without the applicant."""

from __future__ import annotations

import pytest

from ghosthands.browser_host.keeping.redaction import PageRedaction, leave_out_named
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.page import (
    BlockerModel,
    ButtonModel,
    ButtonRole,
    FieldKind,
    FieldModel,
    Locator,
    OptionModel,
    PageModel,
    PageType,
)

SECRETS = {"profile.first_name": "Wilhelmina", "profile.email": "wilhelmina@example.org"}
PAGE = PageModel(
    url="https://jobs.example.com/of/wilhelmina@example.org",
    platform="greenhouse",
    page_type=PageType.FORM,
    fingerprint="Wilhelmina",
    fields=(
        FieldModel(
            id="Wilhelmina",
            locator=Locator("#wilhelmina"),
            kind=FieldKind.SELECT,
            label="Wilhelmina, where do you live?",
            options=(OptionModel("With Wilhelmina"), OptionModel("Elsewhere")),
        ),
    ),
    buttons=(ButtonModel(id="b", locator=Locator("#b"), text="Go on, Wilhelmina", role=ButtonRole.NEXT),),
    blockers=(BlockerModel(type=BlockerType.LOGIN, confidence=0.9, evidence="signed in as wilhelmina@example.org"),),
)


def test_every_text_loses_the_applicant_and_keeps_the_rest() -> None:
    page = PageRedaction(SECRETS).redact(PAGE)
    (field,), (button,), (wall,) = page.fields, page.buttons, page.blockers
    assert page.url == "https://jobs.example.com/of/{profile.email}"
    assert field.label == "{profile.first_name}, where do you live?"
    assert [option.label for option in field.options] == ["With {profile.first_name}", "Elsewhere"]
    assert field.locator.css == "#{profile.first_name}"
    assert button.text == "Go on, {profile.first_name}"
    assert wall.evidence == "signed in as {profile.email}"


def test_what_identifies_stays_as_it_is() -> None:
    page = PageRedaction(SECRETS).redact(PAGE)
    assert (page.fields[0].id, page.fingerprint, page.platform) == ("Wilhelmina", "Wilhelmina", "greenhouse")


def test_redacting_twice_gives_the_same() -> None:
    redaction = PageRedaction(SECRETS)
    assert redaction.redact(redaction.redact(PAGE)) == redaction.redact(PAGE)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("profile.current_company", "Acme"),
        ("profile.work_history.0.company", "Acme Robotics"),
        ("profile.location.city", "San José"),
        ("profile.education.0.institution", "ACME"),
    ],
)
def test_what_the_postings_own_address_names_is_the_postings(key: str, value: str) -> None:
    address = "https://acme.example.com/greenhouse/acme-robotics/san-jos%C3%A9/1002"
    assert leave_out_named({key: value, **SECRETS}, address) == SECRETS


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("profile.first_name", "Acme"),
        ("profile.email", "acme"),
        ("credentials.0.username", "acme"),
        ("profile.current_company", "Globex"),
        ("profile.current_company", "acme jobs"),
        ("answers.ab12", "acme"),
    ],
)
def test_what_names_the_person_is_hidden_whatever_the_address_says(key: str, value: str) -> None:
    assert leave_out_named({key: value}, "https://jobs.example.com/acme/1002?of=acme") == {key: value}
