"""A person is told whose name, phone or address a form asks for, in every place where they are asked."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from ghosthands.domain.human import AskKind
from ghosthands.domain.job import HumanRequested, Job
from ghosthands.domain.page import FieldKind, FieldModel, FileInputModel, Locator, PageModel
from ghosthands.domain.plan import Unanswered
from ghosthands.hitl_gateway.ask_wording import word_ask
from ghosthands.hitl_gateway.console.questions import describe_ask
from ghosthands.hitl_gateway.sections import find_sections
from ghosthands.hitl_gateway.status import describe_fields
from ghosthands.testkit.story import NOON, page_model


def text(field_id: str, label: str, section: str = "", *around: str) -> FieldModel:
    return FieldModel(
        id=field_id, locator=Locator(f"#{field_id}"), kind=FieldKind.TEXT, label=label, section=section, around=around
    )


FORM = page_model(
    text("own", "Full name", "About you"),
    text("contact", "Name", "Emergency contact"),
    text("referee", "Name", "Referee"),
    text("why", "Why us?", "Why us?"),
)


def ask(*field_ids: str, kind: AskKind = AskKind.FIELDS) -> HumanRequested:
    fields = tuple(Unanswered(field_id, f"key-{field_id}") for field_id in field_ids)
    return HumanRequested(request_id="r", kind=kind, at=NOON, timeout_seconds=300, fields=fields)


ASKED = ask("contact", "referee", "why")


def test_the_description_says_whose_name_is_asked_for() -> None:
    assert word_ask(ASKED, FORM, Job(id="j")).description == "Name (Emergency contact)\nName (Referee)\nWhy us?"


def test_questions_of_the_same_words_are_told_one_by_one_but_one_question_once() -> None:
    page = page_model(text("a", "Name"), text("b", "Name"))
    assert word_ask(ask("a", "b"), page, Job(id="j")).description == "Name (1 of 2)\nName (2 of 2)"
    assert word_ask(ask("a", "a"), page, Job(id="j")).description == "Name (1 of 2)"


def test_questions_that_no_heading_tells_apart_are_counted() -> None:
    page = page_model(text("a", "Name", "Referee", "Apply"), text("b", "Name", "Referee", "Apply"), text("c", "Age"))
    assert find_sections(page) == {"a": "Referee, Apply, 1 of 2", "b": "Referee, Apply, 2 of 2"}
    nested = page_model(text("a", "Name", "Details", "Referee 1"), text("b", "Name", "Details", "Referee 2"))
    assert find_sections(nested) == {"a": "Referee 1", "b": "Referee 2"}


def test_the_parts_of_one_date_are_not_counted() -> None:
    month, year = (replace(text(name, "Start"), name=name) for name in ("start_month", "start_year"))
    assert find_sections(page_model(month, year)) == {}


def test_files_of_the_same_words_are_counted() -> None:
    letters = tuple(FileInputModel(id=each, locator=Locator(f"#{each}"), label="Letter") for each in ("a", "b"))
    page = page_model(file_inputs=letters)
    assert find_sections(page) == {"a": "1 of 2", "b": "2 of 2"}
    labels = [field.label for field in describe_ask(Job(id="j"), ask("a", "b"), page).fields]
    assert labels == ["Letter (1 of 2)", "Letter (2 of 2)"]


def test_the_console_asks_whose_name_it_is() -> None:
    fields = describe_ask(Job(id="j"), ASKED, FORM).fields
    assert [field.label for field in fields] == ["Name (Emergency contact)", "Name (Referee)", "Why us?"]


def test_the_status_tells_what_a_question_stands_under() -> None:
    told = [(field["label"], field["section"]) for field in describe_fields(ASKED.fields, FORM)]
    assert told == [("Name", "Emergency contact"), ("Name", "Referee"), ("Why us?", "")]
    assert [field["section"] for field in describe_fields(ASKED.fields, None)] == ["", "", ""]


@pytest.mark.parametrize(
    ("page", "section"),
    [
        pytest.param(page_model(text("x", "Name", "Your details"), text("y", "Phone", "Your details")), "", id="only"),
        pytest.param(
            page_model(text("x", "Name", "Emergency contact"), text("y", "Phone", "Emergency contact")),
            "Emergency contact",
            id="the only heading, but of somebody else",
        ),
        pytest.param(
            page_model(text("x", "Name", "Details", "Emergency contact"), text("y", "Phone", "Emergency contact")),
            "Details, Emergency contact",
            id="the outer heading says whose it is",
        ),
        pytest.param(
            page_model(text("x", "Name", "Referee 1", "Apply to us"), text("y", "Phone", "Referee 2", "Apply to us")),
            "Referee 1",
            id="a title over everything is left out",
        ),
        pytest.param(
            page_model(text("x", "Name", "Name *", "Referee"), text("y", "Phone")), "Referee", id="not the label itself"
        ),
        pytest.param(page_model(text("x", "Name")), "", id="none"),
        pytest.param(page_model(text("x", "Name", "a" * 99), text("y", "Phone")), "a" * 79 + "…", id="long"),
    ],
)
def test_what_tells_a_question_from_the_others_is_said(page: PageModel, section: str) -> None:
    assert find_sections(page).get("x", "") == section
