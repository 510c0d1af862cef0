"""Where somebody was born, comes from or lived before is not where they live, in any language."""

from __future__ import annotations

import pytest

from ghosthands.domain.page import FieldKind
from ghosthands.planning.context import FormPart
from tests.unit.libs.planning.test_context import field, keys, part_of

#: What forms call the place, the town, the country and the like.
BIRTHPLACES = """
Place of birth|Birthplace|Town of birth|Birth country|Home town
Geburtsort|Geburtsland|Geburtsstadt
Lieu de naissance|Pays de naissance
Lugar de nacimiento|Ciudad natal
Luogo di nascita|Comune di nascita
Local de nascimento|Naturalidade
Lloc de naixement
Geboorteplaats|Geboorteland
Miejsce urodzenia|Kraj urodzenia
Místo narození|Země narození|Rodiště
Miesto narodenia|Mesto narodenia|Krajina narodenia|Obec narodenia|Rodisko
Születési hely|Születési ország|Születési hely, ország|Születés helye
Locul nașterii|Țara nașterii|Localitatea de naștere|Județul nașterii
Mjesto rođenja|Grad rođenja|Država rođenja|Mjesto i država rođenja
Место рођења|Град рођења|Држава рођења|Mesto rođenja
Kraj rojstva|Država rojstva|Občina rojstva
Sünnikoht|Sünnilinn|Sünniriik
Dzimšanas vieta|Dzimšanas pilsēta|Dzimšanas valsts
Gimimo vieta|Gimimo miestas|Gimimo šalis
Syntymäpaikka|Syntymäkunta
Födelseort|Födelseland
Fødested|Fødeland
Doğum yeri|Doğum ülkesi
Tempat lahir|Kota kelahiran|Negara lahir
Nơi sinh|Thành phố sinh|Quê quán
Место рождения|Город рождения
Місце народження|Місто народження|Країна народження|Область народження
Място на раждане|Град на раждане|Държава на раждане
Место на раѓање|Град на раѓање
Τόπος γέννησης|Πόλη γέννησης|Χώρα γέννησης
מקום לידה|مكان الميلاد|محل تولد
出生地|籍贯|출생지
"""
DATES = (
    "Date of birth",
    "Geburtsdatum",
    "Születési idő",
    "Születés dátuma",
    "Sünniaeg",
    "Dzimšanas diena",
    "Gimimo diena",
    "Rojstni datum",
    "Datum rođenja",
    "Data nașterii",
    "Tanggal kelahiran",
    "Дата народження",
    "Дата на раждане",
    "Ημερομηνία γέννησης",
    "Dátum narodenia",
    "Syntymäaika",
    "生年月日",
)


@pytest.mark.parametrize("label", [each.strip() for each in BIRTHPLACES.strip().replace("\n", "|").split("|")])
@pytest.mark.parametrize("kind", [FieldKind.TEXT, FieldKind.SELECT])
def test_a_place_of_birth_is_a_things(label: str, kind: FieldKind) -> None:
    assert part_of(field(label, kind)) is FormPart.OTHER_THING


@pytest.mark.parametrize("label", DATES)
def test_a_date_of_birth_is_the_applicants(label: str) -> None:
    assert keys(field(label, FieldKind.DATE)) == {"f": "profile.date_of_birth"}


@pytest.mark.parametrize(
    ("heading", "label"),
    [
        ("Születési hely", "Város"),
        ("Gimimo vieta", "Miestas"),
        ("Locul nașterii", "Oraș"),
        ("Місце народження", "Місто"),
        ("Τόπος γέννησης", "Πόλη"),
        ("Tempat lahir", "Kota"),
        ("Syntymäpaikka", "Kaupunki"),
    ],
)
def test_a_city_under_a_place_of_birth_is_where_somebody_was_born(heading: str, label: str) -> None:
    assert keys(field(label, section=heading)) == {}


@pytest.mark.parametrize("name", ["orszag_szuletes", "gimimo_miestas", "birthTown", "naissance[ville]"])
def test_a_place_that_only_its_name_ties_to_a_birth_is_where_somebody_was_born(name: str) -> None:
    assert keys(field("City", name=name)) == {}


@pytest.mark.parametrize(
    ("heading", "label"),
    [
        ("Geburtsdatum", "Ort"),
        ("Nom de naissance", "Ville"),
        ("Datum rođenja", "Grad"),
        ("Name, date of birth and address", "City"),
        ("Rodné číslo", "Město"),
    ],
)
def test_a_city_under_another_heading_about_a_birth_is_the_applicants(heading: str, label: str) -> None:
    assert keys(field(label, section=heading)) == {"f": "profile.location.city"}


@pytest.mark.parametrize(
    "label",
    """
    Country of origin|Herkunftsland|Pays d'origine|País de origen|Paese di origine|País de origem|Země původu
    Származási ország|Țara de origine|Negara asal|Krajina pôvodu|Država podrijetla|Χώρα καταγωγής|Країна походження
    Land der Staatsangehörigkeit|Paese di cittadinanza|País de nacionalidad|Ország (állampolgárság)
    Previous address|Vorheriger Wohnort|Adresse précédente|Ancienne adresse|Domicilio anterior|Indirizzo precedente
    Código postal anterior|Adresa anterioară|Edellinen osoite|Προηγούμενη διεύθυνση|Alamat sebelumnya|Poprzedni adres
    """.strip()
    .replace("\n", "|")
    .split("|"),
)
def test_where_somebody_comes_from_or_lived_before_is_not_where_they_live(label: str) -> None:
    assert keys(field(label.strip())) == {}


@pytest.mark.parametrize("label", ["Empresa anterior", "Vorheriger Arbeitgeber", "Entreprise précédente"])
def test_an_employer_of_before_is_not_todays(label: str) -> None:
    assert keys(field(label)) == {}


@pytest.mark.parametrize(
    "label",
    [
        "Heimatadresse",
        "Kotikunta",
        "First name (as on your birth certificate)",
        "Full name (as on your former contract)",
        "E-mail",
    ],
)
def test_what_only_mentions_a_birth_an_origin_or_the_past_is_the_applicants(label: str) -> None:
    assert keys(field(label)) != {}
