"""Which answers of an applicant's hold for other forms too, and where they are given again."""

from __future__ import annotations

import pytest

from ghosthands.domain.answers import RememberedAnswer
from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel
from ghosthands.domain.plan import LeftAlone, PlannedAction, Unanswered
from ghosthands.domain.questions import question_key
from ghosthands.planning import remembering
from ghosthands.planning.known import Known
from ghosthands.planning.plan import PagePlan, plan
from ghosthands.testkit.story import page_model

NO_YES = ("Yes", "No")


def ask(label: str, *options: str, kind: FieldKind | None = None, required: bool = True) -> FieldModel:
    return FieldModel(
        id="f",
        locator=Locator("#f"),
        kind=kind or (FieldKind.SELECT if options else FieldKind.TEXT),
        label=label,
        required=required,
        options=tuple(OptionModel(option) for option in options),
    )


def kept(label: str, text: str, *options: str, kind: FieldKind | None = None) -> RememberedAnswer | None:
    """What is remembered of the answer."""
    said = {question_key(label): text}
    return remembering.list_kept(page_model(ask(label, *options, kind=kind)), said).get(question_key(label))


def planned(field: FieldModel, before: RememberedAnswer, **values: str) -> PagePlan:
    """The plan for a page that asks the question again, on another site."""
    key = question_key(field.label)
    keys = {f"remembered.{key}", *values}
    known = Known(keys, values=values, remembered={key: before})
    return plan(page_model(field), known, action_id=lambda field_id: f"do-{field_id}")


@pytest.mark.parametrize(
    ("label", "text", "options"),
    [
        ("Which shift do you prefer?", "Nights", ("Days", "Nights")),
        ("Do you hold a forklift licence?", "No", NO_YES),
        ("Favourite programming language", "Ada", ()),
        ("Are you authorized to work in the United States?", "Yes", NO_YES),
        ("Have you ever been convicted of a felony?", "No", NO_YES),
        ("Gender", "Female", ("Female", "Male", "I do not wish to answer")),
        ("Haben Sie einen Staplerschein?", "Nein", ("Ja", "Nein")),
    ],
)
def test_an_answer_that_means_the_same_on_any_form_is_remembered(
    label: str, text: str, options: tuple[str, ...]
) -> None:
    found = kept(label, text, *options)
    assert found is not None
    assert found.text == text
    assert text not in repr(found)


@pytest.mark.parametrize(
    ("label", "text", "options"),
    [
        ("Why do you want to work for us?", "I like it", ()),
        ("Warum möchten Sie bei uns arbeiten?", "Weil es passt", ()),
        ("Why are you interested in this role?", "I like it", ()),
        ("Have you worked for Acme before?", "No", NO_YES),
        ("How did you hear about this job?", "A friend", ()),
        ("Are you authorized to work in the country of this job?", "Yes", NO_YES),
        ("Will you require visa sponsorship?", "No", NO_YES),
        ("Are you authorized to work in the United States or Canada?", "Yes", NO_YES),
        ("Have you ever been convicted of a felony?", "Yes", NO_YES),
        ("What are your salary expectations?", "90000", ()),
        ("Do you have a medical condition?", "No", NO_YES),
        ("Earliest start date", "next month", ()),
        ("When did you finish school?", "June 2019 to 2021", ()),
        ("Social security number", "078-05-1120", ()),
        ("Emergency contact name", "Charles Babbage", ()),
        ("If yes, please explain", "Because", ()),
        ("志望動機", "好き", ()),
    ],
)
def test_what_is_this_forms_alone_is_not_remembered(label: str, text: str, options: tuple[str, ...]) -> None:
    assert kept(label, text, *options) is None


def test_what_is_ticked_is_not_remembered() -> None:
    assert kept("I hold a forklift licence", "yes", kind=FieldKind.CHECKBOX) is None


SHIFT = ask("Which shift do you prefer?", "Days", "Nights")
NIGHTS = RememberedAnswer("Nights", FieldKind.SELECT, frozenset({"days", "nights"}))


def test_the_same_question_with_the_same_options_is_answered_as_before() -> None:
    (action,) = planned(SHIFT, NIGHTS).actions
    assert (action.key, action.reason) == (f"remembered.{action.question_key}", "remembered")


def test_another_control_with_the_same_options_asks_the_same() -> None:
    radio = ask(SHIFT.label, "Nights", "Days", kind=FieldKind.RADIO)
    assert planned(radio, NIGHTS).actions


@pytest.mark.parametrize(
    "field",
    [
        ask(SHIFT.label, "Days", "Nights", "Weekends"),
        ask(SHIFT.label, "Days"),
        ask(SHIFT.label),
        ask(SHIFT.label, "Days", "Nights", kind=FieldKind.CHECKBOX_GROUP),
    ],
)
def test_where_the_options_differ_it_is_asked_again(field: FieldModel) -> None:
    made = planned(field, NIGHTS)
    assert (made.actions, [type(one) for one in made.unanswered]) == ((), [Unanswered])


def test_the_requests_own_answer_comes_first() -> None:
    key = question_key(SHIFT.label)
    (action,) = planned(SHIFT, NIGHTS, **{f"answers.{key}": "Days"}).actions
    assert action.key == f"answers.{key}"


def test_the_profile_comes_first() -> None:
    period = ask("Notice period")
    before = RememberedAnswer("3 months", FieldKind.TEXT)
    (action,) = planned(period, before, **{"profile.notice_period": "1 month"}).actions
    assert action.key == "profile.notice_period"
    (action,) = planned(period, before).actions
    assert action.reason == "remembered"


def test_an_answer_given_before_comes_before_declining_and_before_a_draft() -> None:
    gender = ask("Gender", "Female", "Male", "I do not wish to answer")
    before = RememberedAnswer("Female", FieldKind.SELECT, frozenset({"female", "male", "i do not wish to answer"}))
    (action,) = planned(gender, before).actions
    assert action.reason == "remembered"
    story = ask("Tell a story about engines", kind=FieldKind.TEXTAREA)
    drafted = {f"drafts.{question_key(story.label)}": "I built one."}
    (action,) = planned(story, RememberedAnswer("There was one.", FieldKind.TEXTAREA), **drafted).actions
    assert action.reason == "remembered"


def test_what_the_human_leaves_open_is_left_open() -> None:
    key = question_key(SHIFT.label)
    known = Known({f"remembered.{key}"}, skipped={key}, remembered={key: NIGHTS})
    made = plan(page_model(SHIFT), known, action_id=str)
    assert made.left_alone == (LeftAlone("f", "skipped"),)


def test_nobody_is_asked_what_a_remembered_question_means() -> None:
    made = planned(SHIFT, NIGHTS)
    assert not made.not_understood
    assert all(isinstance(action, PlannedAction) for action in made.actions)


REMEMBERED_US = RememberedAnswer(
    "Yes", FieldKind.SELECT, frozenset({"yes", "no"}), "Are you authorized to work in the United States?"
)


@pytest.mark.parametrize(
    ("label", "options", "negated"),
    [
        ("Do you have the right to work in the US?", NO_YES, False),
        ("I am not authorized to work in the USA", NO_YES, True),
        ("Do you have the right to work in Canada?", NO_YES, None),
        ("Do you have the right to work here?", NO_YES, None),
    ],
)
def test_a_remembered_answer_is_given_again_to_the_same_question_in_other_words(
    label: str, options: tuple[str, ...], negated: bool | None
) -> None:
    known = Known({"remembered.a"}, remembered={"a": REMEMBERED_US})
    (*actions,) = plan(page_model(ask(label, *options)), known, action_id=str).actions
    expected = [] if negated is None else [("remembered.a", "remembered:by_meaning", negated)]
    assert [(one.key, one.reason, one.negated) for one in actions] == expected


def test_what_was_chosen_before_is_given_only_where_it_is_offered_again() -> None:
    before = RememberedAnswer("Nights", FieldKind.SELECT, frozenset({"days", "nights"}), "Which shift do you prefer?")
    known = Known({"remembered.a"}, remembered={"a": before})
    asked = "What shift do you prefer?"
    assert plan(page_model(ask(asked, "Nights", "Weekends")), known, action_id=str).actions
    assert not plan(page_model(ask(asked, "Early", "Late")), known, action_id=str).actions
