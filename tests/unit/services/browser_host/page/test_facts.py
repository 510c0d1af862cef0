"""What a page says plainly, in a schema's shape: by its own names, in the type that is wanted, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from ghosthands.browser_host.page.facts import PageFacts, answer, missing

POSTING = {
    "@type": "JobPosting",
    "title": "Engineer",
    "hiringOrganization": {"@type": "Organization", "name": "Acme"},
    "jobLocation": {"@type": "Place", "address": {"addressLocality": "Oslo"}},
    "baseSalary": {"value": {"value": 90000}},
    "description": "<p>Build <b>things</b></p>",
}


def asked(facts: PageFacts, **properties: Any) -> dict[str, Any]:
    return answer({"type": "object", "properties": properties}, facts)


@pytest.mark.parametrize(
    ("name", "wanted", "said"),
    [
        ("title", {"type": "string"}, "Engineer"),
        ("jobTitle", {"type": "string"}, "Engineer"),
        ("company", {"type": "string"}, "Acme"),
        ("location", {"type": "string"}, "Oslo"),
        ("salary", {"type": "integer"}, 90000),
        ("description", {"type": "string"}, "Build things"),
    ],
)
def test_structured_data_answers_by_its_own_name_or_another_of_its_kind(
    name: str, wanted: dict[str, str], said: object
) -> None:
    assert asked(PageFacts(structured=[POSTING]), **{name: wanted}) == {name: said}


@pytest.mark.parametrize(
    ("said", "wanted", "value"),
    [
        ("1,200 EUR", {"type": "number"}, 1200.0),
        ("between 1 and 3", {"type": "number"}, None),
        ("3.5", {"type": "integer"}, None),
        ("Yes", {"type": "boolean"}, True),
        ("perhaps", {"type": "boolean"}, None),
        ("Go, SQL", {"type": "array", "items": {"type": "string"}}, ["Go", "SQL"]),
        ("", {"type": "string"}, None),
        ("3", {"type": ["null", "integer"]}, 3),
    ],
)
def test_a_labelled_value_comes_in_the_type_that_is_wanted_or_not_at_all(
    said: str, wanted: dict[str, Any], value: object
) -> None:
    found = asked(PageFacts(pairs=[("What it is", said)]), what_it_is=wanted)
    assert found == ({} if value is None else {"what_it_is": value})


def test_a_tables_rows_are_a_list_of_objects() -> None:
    table = {"head": ["Job title", "Team", "Openings"], "rows": [["Engineer", "Core", "2"], ["Writer", "Docs", "one"]]}
    item = {
        "type": "object",
        "properties": {"job_title": {"type": "string"}, "openings": {"type": "integer"}},
        "required": ["job_title"],
    }
    found = asked(PageFacts(tables=[table]), jobs={"type": "array", "items": item})
    assert found == {"jobs": [{"job_title": "Engineer", "openings": 2}, {"job_title": "Writer"}]}


def test_a_table_without_a_column_that_must_be_there_is_another_one() -> None:
    item = {"type": "object", "properties": {"pay": {"type": "string"}}}
    assert (
        asked(PageFacts(tables=[{"head": ["Team"], "rows": [["Core"]]}]), jobs={"type": "array", "items": item}) == {}
    )


def test_what_a_page_does_not_say_is_left_out_and_told() -> None:
    schema = {"properties": {"title": {"type": "string"}, "visa": {"type": "string"}}}
    found = answer(schema, PageFacts(headings=["Engineer"]))
    assert found == {"title": "Engineer"}
    assert missing(schema, found) == ("visa",)
