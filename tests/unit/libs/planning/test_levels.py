"""Blocks and boxes named by a level of schooling: filled from the one entry that is of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.testkit.story import page_model
from tests.unit.libs.planning.test_matching import field

MASTER = {"institution": "MIT", "degree": "Master of Science", "field": "Computing", "graduation_year": "2020"}
BACHELOR = {"institution": "Berkeley", "degree": "BSc Mathematics", "field": "Mathematics", "graduation_year": "2018"}
SCHOOL = {"institution": "Lincoln High", "degree": "High school diploma", "graduation_year": "2014"}
ASKED = ("Name of school", "Degree", "Major", "Graduation year")


def told(*entries: Mapping[str, str]) -> dict[str, str]:
    return {f"profile.education.{at}.{name}": text for at, one in enumerate(entries) for name, text in one.items()}


def filled(fields: Sequence[FieldModel], *entries: Mapping[str, str]) -> dict[str, str]:
    values = {"profile.full_name": "Ada", **told(*entries)}
    made = plan(page_model(*fields), Known(values, values=values), action_id=lambda field_id: field_id)
    return {action.field_id: values[action.key] for action in made.actions}


def blocks(*headings: str, around: tuple[str, ...] = (), asked: Sequence[str] = ASKED) -> list[FieldModel]:
    return [
        field(label, id=f"{heading}: {label}", section=heading, around=around)
        for heading in headings
        for label in asked
    ]


def of(heading: str, entry: Mapping[str, str]) -> dict[str, str]:
    keys = zip(ASKED, ("institution", "degree", "field", "graduation_year"), strict=True)
    return {f"{heading}: {label}": entry[key] for label, key in keys if key in entry}


@pytest.mark.parametrize(
    ("school", "college", "graduate"),
    [
        ("High school", "College", "Graduate school"),
        ("High School / GED", "Undergraduate", "Graduate studies"),
        ("Secondary school", "Bachelor's degree", "Master's degree"),
        ("Gymnasium", "Bachelorstudium", "Masterstudium"),
        ("Liceo", "Laurea triennale", "Laurea magistrale"),
        ("Bachillerato", "Licenciatura", "Maestría"),
        ("Ensino médio", "Bacharelado", "Mestrado"),
    ],
)
@pytest.mark.parametrize("around", [(), ("Education",)])
def test_a_block_takes_the_entry_of_its_level_in_any_order(
    school: str, college: str, graduate: str, around: tuple[str, ...]
) -> None:
    asked = blocks(school, college, graduate, around=around)
    wanted = of(school, SCHOOL) | of(college, BACHELOR) | of(graduate, MASTER)
    assert filled(asked, MASTER, BACHELOR, SCHOOL) == wanted
    assert filled(asked, SCHOOL, BACHELOR, MASTER) == wanted


def test_a_block_of_a_level_that_no_entry_has_is_left() -> None:
    asked = blocks("High school", "College", "Graduate school")
    assert filled(asked, BACHELOR) == of("College", BACHELOR)
    assert filled(blocks("Bachelor", "Master", "PhD"), MASTER, BACHELOR) == of("Bachelor", BACHELOR) | of(
        "Master", MASTER
    )


@pytest.mark.parametrize(
    "entries",
    [
        (BACHELOR, {**BACHELOR, "institution": "Yale"}),
        ({**BACHELOR, "degree": "Diplom"},),
        ({**BACHELOR, "degree": "Some college"},),
        ({"institution": "Yale"},),
    ],
)
def test_a_block_is_left_where_several_entries_or_none_are_of_its_level_for_certain(
    entries: Sequence[Mapping[str, str]],
) -> None:
    assert filled(blocks("High school", "College", "Graduate school"), *entries) == {}


def test_a_label_may_name_the_level() -> None:
    asked = ["High school name", "High school graduation year", "College", "College major", "Graduate school", "GPA"]
    fields = [field(label, id=label, section="Education") for label in asked]
    assert filled(fields, MASTER, BACHELOR, SCHOOL) == {
        "High school name": "Lincoln High",
        "High school graduation year": "2014",
        "College": "Berkeley",
        "College major": "Mathematics",
        "Graduate school": "MIT",
    }


def test_the_only_school_of_a_form_is_that_of_any_level() -> None:
    fields = [field("College", id="College"), field("Degree", id="Degree")]
    assert filled(fields, MASTER, BACHELOR) == {"College": "MIT", "Degree": "Master of Science"}
    assert filled([field("High school", id="school")], MASTER, BACHELOR, SCHOOL) == {}


def test_a_school_and_what_else_is_asked_of_its_level_are_of_one_entry() -> None:
    fields = [field("College", id="College"), field("College major", id="major")]
    assert filled(fields, MASTER, BACHELOR) == {"College": "Berkeley", "major": "Mathematics"}


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("Did you graduate from high school?", FieldKind.TEXT),
        ("College city", FieldKind.TEXT),
        ("College ID", FieldKind.TEXT),
        ("Master's thesis title", FieldKind.TEXT),
        ("College or high school", FieldKind.TEXT),
    ],
)
def test_what_else_names_a_level_is_no_entrys(label: str, kind: FieldKind) -> None:
    fields = [field(label, kind, id="asked"), field("College major", id="major")]
    assert "asked" not in filled(fields, MASTER, BACHELOR, SCHOOL)
