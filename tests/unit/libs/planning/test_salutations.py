"""How the applicant is addressed: chosen from a told form of address alone, in any language."""

from __future__ import annotations

import pytest

from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.domain.profile import flatten
from ghosthands.planning.choosing import choose
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.testkit.story import page_model
from tests.unit.libs.planning.test_matching import field

PERSON = {"first_name": "Ada", "last_name": "Lovelace", "eeo": {"gender": "Female"}, "pronouns": "she/her"}


def given(asked: FieldModel, **told: str) -> str | None:
    """The key that the field is filled with for a person who tells that."""
    values = flatten({**PERSON, **told})
    made = plan(page_model(asked), Known(values, values=values), action_id=lambda field_id: field_id)
    return next((action.key for action in made.actions), None)


def listed(label: str, *options: str, kind: FieldKind = FieldKind.SELECT, name: str = "") -> FieldModel:
    return field(label, kind, options=options, name=name, required=True)


@pytest.mark.parametrize(
    "asked",
    [
        listed("Salutation", "Mr", "Mrs", "Ms"),
        listed("Title", "Mr.", "Ms.", "Dr."),
        listed("Anrede", "Herr", "Frau", "Divers", kind=FieldKind.RADIO),
        listed("Titel", "Herr", "Frau"),
        listed("Civilité", "Madame", "Monsieur"),
        listed("Tratamiento", "Sr.", "Sra."),
        listed("Titolo", "Sig.", "Sig.ra"),
        listed("Aanhef", "Dhr.", "Mevr."),
        listed("", "Mr", "Ms", name="salutation"),
        field("Anrede", required=True),
        field("Civilité", required=True),
    ],
)
def test_a_form_of_address_is_what_the_applicant_tells_and_never_follows_from_a_gender(asked: FieldModel) -> None:
    assert given(asked, salutation="Ms") == "profile.salutation"
    assert given(asked, honorific_prefix="Ms") == "profile.salutation"
    assert given(asked) is None


@pytest.mark.parametrize(
    "asked",
    [
        listed("Title", "Engineer", "Nurse"),
        field("Title", required=True),
        field("Akademischer Titel", required=True),
        listed("Akademischer Titel", "Dr.", "Prof."),
        field("Suffix", required=True),
    ],
)
def test_another_title_is_no_form_of_address(asked: FieldModel) -> None:
    assert given(asked, salutation="Ms") is None


@pytest.mark.parametrize(
    "label", ["Ansprechpartner Anrede", "Anrede der Kontaktperson", "Reference: Salutation", "Referee title"]
)
def test_somebody_elses_form_of_address_is_left(label: str) -> None:
    assert given(listed(label, "Mr", "Ms"), salutation="Ms") is None


def test_a_gender_is_none_either() -> None:
    assert given(listed("Gender", "Male", "Female"), salutation="Ms") == "profile.eeo.gender"
    assert given(listed("Geschlecht", "Herr", "Frau"), salutation="Ms") == "profile.eeo.gender"


@pytest.mark.parametrize(
    ("told", "options", "chosen"),
    [
        ("Ms", ["Mr", "Mrs", "Ms"], "Ms"),
        ("Ms", ["Herr", "Frau"], "Frau"),
        ("Mr.", ["Herr", "Frau", "Divers"], "Herr"),
        ("Frau", ["Monsieur", "Madame"], "Madame"),
        ("Frau", ["Mr", "Mrs", "Miss", "Ms"], "Ms"),
        ("Mrs", ["Herr", "Frau"], "Frau"),
        ("Miss", ["M.", "Mme"], "Mme"),
        ("Herr", ["Sr.", "Sra."], "Sr."),
        ("Herr", ["Herr / Mr", "Frau / Ms"], "Herr / Mr"),
        ("Mx", ["Herr", "Frau", "Divers"], None),
        ("Dr.", ["Mr", "Ms", "Dr."], "Dr."),
        ("Ms", ["Mr", "Mrs"], None),
        ("Mr", ["Mrs", "Ms"], None),
        ("Mr", ["Male", "Female"], None),
        ("Frau", ["Frau Dr.", "Herr Dr."], None),
    ],
)
def test_a_form_of_address_is_chosen_by_whom_it_is_for(told: str, options: list[str], chosen: str | None) -> None:
    assert choose(options, told) == (options.index(chosen) if chosen else None)
