"""Parts of a date that share one label are one question."""

from __future__ import annotations

from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel
from ghosthands.domain.questions import question_key
from ghosthands.planning.known import Known
from ghosthands.planning.page_matching import match_page
from ghosthands.planning.plan import plan
from ghosthands.planning.question import Questions
from ghosthands.testkit.story import page_model


def part(name: str, label: str = "") -> FieldModel:
    return FieldModel(id=name, locator=Locator(f"#{name}"), kind=FieldKind.SELECT, label=label, name=name)


def keys(*fields: FieldModel) -> list[str]:
    questions = Questions(page_model(*fields))
    return [questions.key(field) for field in fields]


def test_parts_without_a_label_ask_what_the_labelled_one_asks() -> None:
    parts = [part("start-day", "Earliest start date"), part("start-month"), part("start-year")]
    assert keys(*parts) == [question_key("Earliest start date")] * 3
    found = match_page(page_model(*parts))
    assert {found[each.id].key for each in parts} == {"profile.available_start_date"}


def test_parts_of_another_date_ask_something_else() -> None:
    parts = [part("start-day", "Earliest start date"), part("end-month"), part("start-year")]
    assert len(set(keys(*parts))) == 3


def test_a_part_with_a_label_of_its_own_asks_that() -> None:
    assert len(set(keys(part("start-day", "Day"), part("start-month", "Month")))) == 2


def test_boxes_that_are_no_parts_of_a_date_are_questions_of_their_own() -> None:
    assert len(set(keys(part("street-a", "Street"), part("street-b")))) == 2


LISTS = {
    "Tag": ("", *map(str, range(1, 32))),
    "Monat": ("", "Januar", "Februar", "März", "April"),
    "Jahr": ("", *map(str, range(1960, 2010))),
}


def listed(label: str, first: str = "", *, section: str = "Geburtsdatum", name: str = "") -> FieldModel:
    """A list for one part of a date."""
    options = (OptionModel(first, placeholder=True), *map(OptionModel, LISTS.get(label or first, ("", "2026"))[1:]))
    return FieldModel(
        id=f"{section} {label or first} {name}",
        locator=Locator("#l"),
        kind=FieldKind.SELECT,
        label=label,
        name=name,
        section=section,
        options=options,
        required=True,
    )


def filled(*fields: FieldModel, answer: str = "Geburtsdatum") -> list[str]:
    """What the fields get by an answer to that question."""
    key = f"answers.{question_key(answer)}"
    known = Known({key}, values={key: "1991-04-23"}, own={key: answer})
    return [action.key for action in plan(page_model(*fields), known, action_id=lambda _: "do").actions]


def test_an_answer_to_the_whole_date_fills_the_lists_of_its_parts() -> None:
    key = f"answers.{question_key('Geburtsdatum')}"
    assert filled(listed("Tag"), listed("Monat"), listed("Jahr")) == [key] * 3
    without_labels = [
        listed("Geburtsdatum", "Tag", section=""),
        *(listed("", one, section="") for one in ("Monat", "Jahr")),
    ]
    assert filled(*without_labels) == [key] * 3


def test_each_part_that_has_a_name_of_its_own_is_asked_by_it() -> None:
    assert len(set(keys(listed("Tag"), listed("Monat"), listed("Jahr")))) == 3


def test_a_heading_over_more_than_the_parts_is_no_question_of_theirs() -> None:
    name = FieldModel(id="n", locator=Locator("#n"), kind=FieldKind.TEXT, label="Vorname", section="Geburtsdatum")
    assert filled(listed("Tag"), listed("Monat"), listed("Jahr"), name) == []


def test_lists_that_make_up_no_whole_date_get_none() -> None:
    assert filled(listed("Tag"), listed("Monat")) == []
    assert filled(listed("Tag"), listed("Monat"), listed("Jahr", section="Ausweis")) == []


def test_a_month_and_a_year_are_filled_from_the_day_on_which_one_can_start() -> None:
    fields = [listed(one, section="Earliest start") for one in ("Month", "Year")]
    known = Known({"profile.available_start_date"})
    actions = plan(page_model(*fields), known, action_id=lambda _: "do").actions
    assert [action.key for action in actions] == ["profile.available_start_date"] * 2
