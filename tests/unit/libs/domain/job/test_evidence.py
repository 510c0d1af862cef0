"""What a page that complains proves: a refusal only where it still shows what we wrote there ourselves."""

from __future__ import annotations

import pytest

from ghosthands.domain import job, session
from ghosthands.domain.codes import Evidence
from ghosthands.domain.job.evidence import judge_refusal
from ghosthands.domain.job.held import HeldField
from ghosthands.domain.page import ErrorKind, FieldFact
from ghosthands.domain.plan import ActionKind
from ghosthands.testkit.story import Story, fill, form

NAME = FieldFact("name", required=True, filled=True, equals_key="profile.name")
CITY = FieldFact("city", filled=True)
COUNTRY = FieldFact("country", required=True, filled=True, equals_key="profile.country")
SOURCE = FieldFact("source", required=True, filled=True)
RESUME = FieldFact("resume", required=True, filled=True)
MISSED = FieldFact("phone", required=True, error=ErrorKind.MISSING)
TYPED, CHOSEN, UPLOADED = ActionKind.FILL, ActionKind.SELECT, ActionKind.UPLOAD


def emptied(field: FieldFact) -> FieldFact:
    return FieldFact(field.id, field.required, error=ErrorKind.MISSING if field.required else None)


def judged(by: dict[FieldFact, ActionKind | None], *after: FieldFact) -> Evidence | None:
    """What the page `after` the press proves, by what changed each field before it."""
    held = [HeldField(field_id=field.id, question_key="q", changed_by=action) for field, action in by.items()]
    shown = form(*after)
    return judge_refusal((*by, FieldFact("phone", required=True)), held, shown, shown.refused_fields)


@pytest.mark.parametrize(
    ("by", "after"),
    [
        ({NAME: TYPED}, (NAME,)),
        ({NAME: TYPED, COUNTRY: CHOSEN}, (NAME, emptied(COUNTRY))),
        ({NAME: TYPED, SOURCE: ActionKind.CHOOSE}, (NAME, emptied(SOURCE))),
        ({NAME: TYPED, RESUME: UPLOADED}, (NAME, emptied(RESUME))),
        ({COUNTRY: CHOSEN}, (COUNTRY,)),
        ({COUNTRY: CHOSEN, SOURCE: ActionKind.CHOOSE}, (COUNTRY, SOURCE)),
    ],
    ids=["typed", "a list reset", "a choice reset", "a file not given back", "chosen", "all that was chosen"],
)
def test_a_page_that_keeps_all_that_was_typed_or_else_chosen_has_refused(
    by: dict[FieldFact, ActionKind | None], after: tuple[FieldFact, ...]
) -> None:
    assert judged(by, *after, MISSED) is Evidence.VALIDATION


@pytest.mark.parametrize(
    ("by", "after"),
    [
        ({COUNTRY: None}, (COUNTRY,)),
        ({NAME: None, COUNTRY: None}, (NAME, COUNTRY)),
        ({COUNTRY: None, SOURCE: CHOSEN}, (COUNTRY, emptied(SOURCE))),
        ({NAME: TYPED, CITY: TYPED}, (NAME, emptied(CITY))),
        ({NAME: TYPED, COUNTRY: CHOSEN}, (emptied(NAME), COUNTRY)),
        ({NAME: None, CITY: TYPED}, (NAME, emptied(CITY))),
        ({RESUME: UPLOADED}, (RESUME,)),
        ({}, ()),
    ],
    ids=[
        "a preset list",
        "known from the login",
        "a preset list beside a choice",
        "a text emptied",
        "a list without its text",
        "a name the site knew",
        "a file that is stored",
        "nothing",
    ],
)
def test_what_a_page_may_show_by_itself_proves_nothing(
    by: dict[FieldFact, ActionKind | None], after: tuple[FieldFact, ...]
) -> None:
    assert judged(by, *after, MISSED) is None


@pytest.mark.parametrize(
    ("before", "told", "changed_by"),
    [
        (FieldFact("country"), None, CHOSEN),
        (FieldFact("country"), "profile.country", CHOSEN),
        (FieldFact("country", filled=True), "profile.country", CHOSEN),
        (FieldFact("country", filled=True, equals_key="profile.country"), "profile.country", None),
        (FieldFact("country", filled=True), None, None),
    ],
    ids=["empty", "empty, and told", "another value", "the same value", "it cannot be told"],
)
def test_a_field_is_changed_if_it_was_empty_or_showed_another_value(
    before: FieldFact, told: str | None, changed_by: ActionKind | None
) -> None:
    assert verified(before, told).job.work.held[0].changed_by is changed_by


def test_what_we_changed_stays_ours_if_the_page_complains_and_it_is_verified_again() -> None:
    step = {"next_button": "next", "next_is_step": True, "submit_button": None}
    wrong = FieldFact("country", required=True, filled=True, equals_key="profile.country", error=ErrorKind.OTHER)
    story = verified(FieldFact("country", required=True), "profile.country").observed(form(COUNTRY, **step))
    cause, press = story.expect_step(job.StepKind.ADVANCE), story.job.passage.press
    assert press is not None
    story.tell(session.ActionSucceeded(cause=cause, action_id=press.action_id, took_ms=9)).observed(form(wrong, **step))
    story.planned(fill("country", "again", kind=CHOSEN)).verified(equals_key="profile.country")
    assert [one.changed_by for one in story.job.work.held] == [CHOSEN]


def verified(before: FieldFact, told: str | None) -> Story:
    """The list was chosen in, and was read back to show the value of that key."""
    story = Story().begun().observed(form(before)).no_recipe().planned(fill("country", kind=CHOSEN))
    return story.verified(equals_key=told)
