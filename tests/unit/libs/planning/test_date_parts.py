"""Parts of a date that share one label are one question."""

from __future__ import annotations

from ghosthands.domain.page import FieldKind, FieldModel, Locator
from ghosthands.domain.questions import question_key
from ghosthands.planning.page_matching import match_page
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
