"""One number and one e-mail address of the applicant's, and boxes for several kinds of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from ghosthands.domain.keys import ANSWERS
from ghosthands.domain.page import FieldKind
from ghosthands.domain.questions import question_key
from ghosthands.planning.known import Known
from ghosthands.planning.plan import PagePlan, plan
from ghosthands.testkit.story import page_model
from tests.unit.libs.planning.test_matching import field

_TOLD = {"profile.full_name": "Ada Lovelace", "profile.phone": "+49 151 23456789", "profile.email": "ada@example.org"}


def planned(
    labels: Iterable[str],
    *,
    kind: FieldKind = FieldKind.TEL,
    required: bool = False,
    told: Mapping[str, str] | None = None,
) -> PagePlan:
    asked = [field("Name", id="Name"), *(field(each, kind, id=each, required=required) for each in labels)]
    values = {**_TOLD, **(told or {})}
    return plan(page_model(*asked), Known(values, values=values), action_id=lambda field_id: f"do-{field_id}")


def filled(made: PagePlan) -> dict[str, str]:
    return {action.field_id: action.key for action in made.actions if action.field_id != "Name"}


@pytest.mark.parametrize(
    ("first", "others"),
    [
        ("Mobile phone", ["Home phone", "Work phone"]),
        ("Phone", ["Alternate phone", "Work phone number"]),
        ("Contact number", ["Alternate contact number"]),
        ("Home/mobile phone", ["Business phone"]),
        ("Home phone", ["Work phone"]),
        ("Daytime phone", ["Evening phone"]),
        ("Phone", ["Phone 2"]),
        ("Primary phone", ["Secondary phone"]),
        ("Cell phone", ["Landline", "Office phone"]),
        ("Mobiltelefon", ["Telefon privat", "Telefon geschäftlich", "Festnetz"]),
        ("Telefon privat", ["Telefon dienstlich"]),
        ("Téléphone portable", ["Téléphone fixe", "Téléphone professionnel"]),
        ("Teléfono móvil", ["Teléfono fijo", "Teléfono de trabajo", "Otro teléfono"]),
        ("Cellulare", ["Telefono fisso", "Telefono ufficio"]),
        ("Telemóvel", ["Telefone fixo"]),
        ("Celular", ["Telefone residencial", "Telefone comercial"]),
        ("Mobiel", ["Vaste telefoon", "Telefoon werk"]),
        ("Telefon komórkowy", ["Telefon domowy", "Telefon służbowy"]),
        ("Mobilnummer", ["Telefon arbete"]),
        ("Matkapuhelin", ["Puhelin (koti)"]),
        ("Мобильный телефон", ["Домашний телефон", "Рабочий телефон"]),
        ("携帯電話", ["自宅電話", "勤務先電話番号"]),
    ],
)
def test_the_one_number_goes_into_the_box_of_its_kind_alone(first: str, others: list[str]) -> None:
    made = planned([*others, first])
    assert filled(made) == {first: "profile.phone"}
    assert {each.field_id for each in made.left_alone} == {*others}


def test_another_number_that_is_required_is_asked_for() -> None:
    made = planned(["Mobile phone", "Work phone"], required=True)
    assert filled(made) == {"Mobile phone": "profile.phone"}
    assert [each.field_id for each in made.unanswered] == ["Work phone"]


def test_another_number_that_the_applicant_tells_is_given() -> None:
    key = f"{ANSWERS}{question_key('Work phone')}"
    made = planned(["Mobile phone", "Work phone"], told={key: "+49 30 1234567"})
    assert filled(made) == {"Mobile phone": "profile.phone", "Work phone": key}


@pytest.mark.parametrize("label", ["Home phone", "Work phone", "Alternate phone", "Festnetz", "Téléphone fixe"])
@pytest.mark.parametrize("required", [True, False])
def test_a_box_that_is_alone_takes_the_number(label: str, required: bool) -> None:
    assert filled(planned([label], required=required)) == {label: "profile.phone"}


@pytest.mark.parametrize(
    "labels",
    [["Phone", "Confirm phone"], ["Telefon", "Mobil"], ["Phone", "Mobile phone"], ["Phone", "Mobile or home phone"]],
)
def test_boxes_that_the_number_fits_take_it_each(labels: list[str]) -> None:
    assert filled(planned(labels)) == dict.fromkeys(labels, "profile.phone")


def test_boxes_of_another_form_say_nothing_of_it() -> None:
    asked = field("Home phone", FieldKind.TEL, id="home", form=1), field("Mobile phone", FieldKind.TEL, id="m", form=2)
    made = plan(page_model(*asked), Known(_TOLD, values=_TOLD), action_id=lambda field_id: field_id)
    assert {action.field_id for action in made.actions} == {"home", "m"}


@pytest.mark.parametrize(
    ("first", "others"),
    [
        ("Email", ["Alternative email", "Work email"]),
        ("Personal email", ["Secondary email address"]),
        ("E-Mail", ["Weitere E-Mail"]),
    ],
)
def test_a_second_email_address_is_left(first: str, others: list[str]) -> None:
    assert filled(planned([first, *others], kind=FieldKind.EMAIL)) == {first: "profile.email"}


@pytest.mark.parametrize("labels", [["Alternative email"], ["Email", "Confirm email"], ["Email", "Re-enter email"]])
def test_an_email_address_that_is_alone_or_confirmed_is_given(labels: list[str]) -> None:
    assert filled(planned(labels, kind=FieldKind.EMAIL)) == dict.fromkeys(labels, "profile.email")
