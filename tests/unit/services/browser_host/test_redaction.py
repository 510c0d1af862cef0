"""Page models without the applicant."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from ghosthands.browser_host.keeping.redaction import PageRedaction, leave_out_named
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.page import (
    BlockerModel,
    ButtonModel,
    ButtonRole,
    FieldKind,
    FieldModel,
    FieldState,
    Locator,
    OptionModel,
    PageModel,
    PageType,
)
from ghosthands.domain.questions import question_key
from ghosthands.domain.quotes import LONGEST

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


DECLINES = "I don't wish to answer"
SAID = {"answers.ab12": DECLINES, "remembered.cd34": DECLINES, "answers.ef56": "Wilhelmina of Orange-Nassau"}


def offering(*options: str, **more: Any) -> PageModel:
    """A page with one list."""
    known: dict[str, Any] = {"id": "a", "locator": Locator("#a"), "kind": FieldKind.RADIO}
    field = FieldModel(**{**known, "options": tuple(OptionModel(text) for text in options), **more})
    return PageModel(
        url="https://jobs.example.com", platform="workday", page_type=PageType.FORM, fingerprint="f", fields=(field,)
    )


@pytest.mark.parametrize("kind", [FieldKind.SELECT, FieldKind.RADIO, FieldKind.COMBOBOX])
def test_an_answer_that_the_form_offers_to_everyone_is_no_ones(kind: FieldKind) -> None:
    page = offering("Yes", DECLINES, "", label=f"{DECLINES}: why?", kind=kind)
    redacted = PageRedaction(SECRETS | SAID).redact(page)
    assert redacted.fields[0].options == page.fields[0].options
    assert redacted.fields[0].label == "{answers.ab12}: why?"


def test_an_option_says_nothing_of_who_the_applicant_is() -> None:
    (field,) = PageRedaction(SECRETS | SAID).redact(offering(SAID["answers.ef56"])).fields
    assert field.options[0].label == "{profile.first_name} of Orange-Nassau"


def test_what_was_searched_for_in_a_list_is_the_applicants() -> None:
    page = offering(DECLINES, kind=FieldKind.COMBOBOX, state=FieldState.FILLED)
    assert PageRedaction(SAID).redact(page).fields[0].options[0].label == "{answers.ab12}"


@pytest.mark.parametrize(
    ("key", "value"),
    [("answers.ab12", "LinkedIn"), ("profile.location.country", "Germany"), ("profile.current_company", "Acme")],
)
def test_a_pages_own_words_lose_also_what_every_form_offers_and_the_address_names(key: str, value: str) -> None:
    page = replace(PAGE, said=(f"You chose {value} before",))
    redacted = PageRedaction({key: value, **SECRETS}, "https://acme.example.com").redact(page)
    assert redacted.said == (f"You chose {{{key}}} before",)


def test_a_pages_own_words_are_cut_only_once_the_applicant_is_gone() -> None:
    page = replace(PAGE, said=("x" * 290 + " Wilhelmina@example.org",))
    (said,) = PageRedaction(SECRETS).redact(page).said
    assert len(said) == LONGEST
    assert "ilhel" not in said


ASKED = "Salary expectation (max. 60000)"
OTHER = "Would 60000 do?"


def asking(*labels: str) -> PageModel:
    """A page with a box for each question."""
    fields = (
        FieldModel(id=f"{at}", locator=Locator(f"#f{at}"), kind=FieldKind.TEXT, label=label)
        for at, label in enumerate(labels)
    )
    return replace(offering(), fields=tuple(fields))


@pytest.mark.parametrize("of", ["answers", "remembered"])
def test_a_question_stays_what_it_was_answered_as(of: str) -> None:
    page = asking(ASKED)
    redacted = PageRedaction({f"{of}.{question_key(ASKED)}": "60000", **SECRETS}).redact(page)
    assert redacted.fields == page.fields


def test_an_answer_that_a_question_repeats_goes() -> None:
    answers = {f"answers.{question_key(ASKED)}": "60000"}
    (field,) = PageRedaction(answers).redact(asking("You said 60000, why?")).fields
    assert field.label == f"You said {{answers.{question_key(ASKED)}}}, why?"


def test_who_the_applicant_is_goes_out_of_an_answered_question_too() -> None:
    asked = "Will 60000 do, {profile.first_name}?"
    answers = {f"answers.{question_key(asked)}": "60000"}
    (field,) = PageRedaction(answers | SECRETS).redact(asking("Will 60000 do, Wilhelmina?")).fields
    assert field.label == asked


def test_what_was_stored_before_an_answer_was_known_is_the_pages_own() -> None:
    page, answers = asking(ASKED, OTHER), {f"answers.{question_key(ASKED)}": "60000"}
    first = PageRedaction(SECRETS)
    first.redact(page)
    then = PageRedaction(SECRETS | answers, before=first)
    assert then.redact(page).fields == page.fields
    later = PageRedaction(SECRETS | answers | {"answers.ab12": "12 King Street"}, before=then)
    more = asking(ASKED, OTHER, "You said 60000, 12 King Street")
    assert later.redact(more).fields[:2] == page.fields
    assert later.redact(more).fields[2].label == f"You said {{answers.{question_key(ASKED)}}}, {{answers.ab12}}"
