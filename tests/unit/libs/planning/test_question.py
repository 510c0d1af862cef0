"""Two fields that ask about different people or things are two questions; one answer never fills both."""

from __future__ import annotations

import pytest

from ghosthands.domain.answers import RememberedAnswer
from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel
from ghosthands.domain.questions import question_key
from ghosthands.planning import remembering
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.planning.question import Questions
from ghosthands.testkit.story import page_model

FIRST, SECOND = "Referee 1", "Referee 2"
INNER = "Contact details"


def text(field_id: str, label: str = "Name", section: str = "", *around: str, **more: object) -> FieldModel:
    return FieldModel(
        id=field_id,
        locator=Locator(f"#{field_id}"),
        kind=FieldKind.TEXT,
        label=label,
        section=section,
        around=around,
        required=True,
        **more,  # type: ignore[arg-type]
    )


def part(name: str, first: str = "", label: str = "Start date") -> FieldModel:
    options = (OptionModel(first, placeholder=True), OptionModel("1")) if first else ()
    return FieldModel(
        id=name, locator=Locator(f"#{name}"), kind=FieldKind.SELECT, label=label, name=name, options=options
    )


def keys(*fields: FieldModel) -> list[str]:
    questions = Questions(page_model(*fields))
    return [questions.key(field) for field in fields]


def filled(fields: tuple[FieldModel, ...], known: Known) -> dict[str, str]:
    """The key that each field is filled with."""
    made = plan(page_model(*fields), known, action_id=str)
    return {action.field_id: action.key for action in made.actions}


def test_the_outer_headings_tell_questions_apart_that_the_inner_does_not() -> None:
    asked = keys(text("a", "Name", INNER, FIRST), text("b", "Name", INNER, SECOND), text("c", "Name", "About you"))
    assert asked == [
        question_key(f"{FIRST} {INNER} Name"),
        question_key(f"{SECOND} {INNER} Name"),
        question_key("About you Name"),
    ]


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param((text("a"), text("b")), id="no heading, no name"),
        pytest.param((text("a", name="one"), text("b", name="two")), id="no heading"),
        pytest.param((text("a", name="ref[]"), text("b", name="ref[]")), id="one name for both"),
        pytest.param((text("a", "Name", "Referee"), text("b", "Name", "Referee")), id="one heading for both"),
        pytest.param((text("a", "Name", INNER, "Referee"), text("b", "Name", INNER, "Referee")), id="alike headings"),
        pytest.param(
            (
                text("a", "details Name", "Contact"),
                text("b", "details Name", "Visa"),
                text("c", "Name", "Contact details"),
                text("d", "Name", "Visa"),
            ),
            id="headings that end otherwise",
        ),
    ],
)
def test_fields_of_the_same_words_are_different_questions(fields: tuple[FieldModel, ...]) -> None:
    assert len(set(keys(*fields))) == len(fields)


def test_the_names_of_fields_tell_them_apart_wherever_they_stand_unless_they_are_generated() -> None:
    one, other = text("a", name="father"), text("b", name="mother")
    assert keys(one, other) == keys(other, one)[::-1] == [question_key("Name, father"), question_key("Name, mother")]
    generated = (text("a", name="react-select-2"), text("b", name="react-select-3"))
    assert keys(*generated) == [question_key("Name, field 1"), question_key("Name, field 2")]


def test_what_is_asked_once_keeps_the_key_of_its_words_whatever_it_stands_under() -> None:
    hidden = text("b", "Name", INNER, "About you", visible=False)
    assert keys(text("a", "Name", INNER, "About you"), hidden)[0] == question_key("Name")


def test_the_parts_of_a_date_are_one_question_and_those_of_the_next_another() -> None:
    named = [part("start_month"), part("start_year"), part("start_month_2"), part("start_year_2")]
    first, second = keys(*named)[0], keys(*named)[2]
    assert keys(*named) == [first, first, second, second]
    assert first != second
    assert len(set(keys(part("x", "Day"), part("y", "Month"), part("z", "Year")))) == 1


def test_one_answer_never_fills_what_two_fields_of_the_same_words_ask() -> None:
    fields = (text("a", "Role", INNER, "Project 1"), text("b", "Role", INNER, "Project 2"))
    own = f"answers.{question_key('Role')}"
    assert filled(fields, Known({own}, values={own: "Lead"}, own={own: "Role"})) == {}
    elsewhere = {question_key("role"): RememberedAnswer("Lead", FieldKind.TEXT, frozenset(), "Role")}
    assert filled(fields, Known({"remembered.x"}, remembered=elsewhere)) == {}
    assert filled(fields[:1], Known({own}, values={own: "Lead"}, own={own: "Role"})) == {"a": own}


def test_an_answer_to_one_of_them_fills_that_one() -> None:
    fields = (text("a", "Role", INNER, "Project 1"), text("b", "Role", INNER, "Project 2"))
    own = f"answers.{keys(*fields)[1]}"
    assert filled(fields, Known({own}, values={own: "Lead"})) == {"b": own}


def test_an_answer_to_one_of_them_is_not_kept_for_other_forms() -> None:
    fields = (text("a", "Role", INNER, "Project 1"), text("b", "Role", INNER, "Project 2"))
    assert remembering.list_kept(page_model(*fields), {keys(*fields)[0]: "Lead"}) == {}
    assert remembering.list_kept(page_model(fields[0]), {question_key("Role"): "Lead"}).keys() == {question_key("Role")}


def test_an_answer_to_words_alone_is_not_about_whom_a_heading_names() -> None:
    """Neither the profile's answer to "Phone", nor what was said of the referee on an earlier page."""
    own = f"answers.{question_key('Phone')}"
    assert filled((text("a", "Phone", "Referee"),), Known({own}, values={own: "1"}, own={own: "Phone"})) == {}
    assert filled((text("a", "Phone", "About you"),), Known({own}, values={own: "1"})) == {"a": own}
    one, other = (text("a", "Phone", INNER, outer) for outer in (FIRST, SECOND))
    assert keys(one) == [question_key(f"{FIRST} {INNER} Phone")] != keys(other)


@pytest.mark.parametrize(
    ("heading", "label"), [("Place of birth", "City"), ("Passport", "Country"), ("Employer details", "Phone")]
)
def test_nor_is_it_about_the_thing_that_a_heading_names(heading: str, label: str) -> None:
    assert keys(text("a", label, heading)) == [question_key(f"{heading} {label}")]


def test_a_label_that_says_whose_it_is_keeps_the_key_of_its_words() -> None:
    assert keys(text("a", "Referee's phone", "References")) == [question_key("Referee's phone")]


def test_a_heading_that_only_sounds_like_somebody_leaves_the_key_to_the_words() -> None:
    asked = text("a", "How did you hear about us?", "Referral")
    assert keys(asked) == [question_key("How did you hear about us?")]


def test_what_is_asked_of_the_applicant_twice_is_answered_twice() -> None:
    asked = "Will you require sponsorship?"
    fields = (text("a", asked, "Visa"), text("b", asked, "Visa"))
    own = f"answers.{question_key(asked)}"
    assert filled(fields, Known({own}, values={own: "No"}, own={own: asked})) == {"a": own, "b": own}
