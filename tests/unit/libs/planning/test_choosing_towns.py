"""Which option says where the applicant lives; a namesake of the town is worse than none."""

from __future__ import annotations

import pytest

from ghosthands.domain.residence import Residence
from ghosthands.planning.choosing import choose, choose_all, separated

ILLINOIS = {"region": "Illinois", "country": "United States"}
FULL = "Springfield, Illinois, United States"
MISSOURI = "Springfield, Missouri, United States"


def chosen(options: tuple[str, ...], town: str, text: str = "", **around: str) -> str | None:
    index = choose(options, Residence(text or town, town=town, **around))
    return None if index is None else options[index]


@pytest.mark.parametrize(
    "option",
    [
        FULL,
        "Springfield, IL, USA",
        "Springfield, IL",
        "springfield, illinois",
        "Springfield - Illinois",
        "Springfield IL, USA",
        "Springfield, United States",
        "Springfield, Sangamon County, Illinois, United States",
    ],
)
def test_a_bare_town_is_the_one_of_its_region_and_country(option: str) -> None:
    assert chosen((MISSOURI, "Springfield Gardens, New York", option), "Springfield", **ILLINOIS) == option
    assert chosen((MISSOURI, option), "Springfield", FULL, **ILLINOIS) == option


@pytest.mark.parametrize(
    "option",
    [
        MISSOURI,
        "Springfield, MO",
        "Springfield, Missouri",
        "Springfield, Illinois, Canada",
        "Springfield, Missouri, Illinois, United States",
        "Springfield, Sangamon County, United States",
        "Springfield (Missouri)",
        "West Springfield, Illinois, United States",
        "Illinois, United States",
        "Illinois",
    ],
)
def test_a_namesake_is_not_chosen_though_it_is_all_there_is(option: str) -> None:
    assert chosen((option,), "Springfield", **ILLINOIS) is None
    assert chosen((option,), "Springfield", FULL, **ILLINOIS) is None


@pytest.mark.parametrize(
    ("option", "town", "around"),
    [
        ("Richmond, Canada", "Richmond", {"region": "CA", "country": "US"}),
        ("Richmond, CA", "Richmond", {"region": "British Columbia", "country": "Canada"}),
        ("Salem, IN", "Salem", {"country": "India"}),
        ("Springfield, Delaware County, Pennsylvania", "Springfield", {"region": "Delaware", "country": "US"}),
        ("Springfield, Delaware County", "Springfield", {"region": "Delaware", "country": "US"}),
        ("Frankfurt (Oder), Brandenburg, Germany", "Frankfurt", {"country": "Germany"}),
        ("Frankfurt, Brandenburg, Germany", "Frankfurt", {"region": "Hesse", "country": "Germany"}),
        (MISSOURI, "Springfield", {"country": "United States"}),
        ("Springfield, Mo., United States", "Springfield", {"country": "United States"}),
        (FULL, "Springfield", {}),
        ("London, England", "London", {"country": "United Kingdom"}),
        ("London, Ontario, Canada", "London", {"country": "United Kingdom"}),
        ("Windsor, California", "Windsor", {"region": "Ontario", "country": "CA"}),
        ("Richmond, California", "Richmond", {"region": "British Columbia", "country": "CA"}),
        ("Richmond, CA", "Richmond", {"region": "British Columbia", "country": "CA"}),
        ("London, CA", "London", {"region": "ON", "country": "CA"}),
        ("Salem, Indiana", "Salem", {"country": "IN"}),
        ("Georgetown, Delaware", "Georgetown", {"country": "DE"}),
        ("Cambridge, Massachusetts", "Cambridge", {"country": "MA"}),
        ("Salem, TN", "Salem", {"region": "Tamil Nadu", "country": "India"}),
        ("Salem, TN", "Salem", {"region": "TN", "country": "India"}),
        ("Milan, MI", "Milan", {"region": "MI", "country": "Italy"}),
        ("Bellevue, WA", "Bellevue", {"region": "Western Australia", "country": "Australia"}),
        ("Newcastle, Northern Ireland, UK", "Newcastle", {"country": "United Kingdom"}),
        ("Aurangabad, Bihar, India", "Aurangabad", {"country": "India"}),
        ("Frankfurt, Brandenburg, Germany", "Frankfurt", {"country": "Germany"}),
        ("Richmond, Tasmania, Australia", "Richmond", {"country": "Australia"}),
        ("London, England, United Kingdom", "London", {"country": "UK"}),
    ],
)
def test_what_may_be_another_town_is_not_chosen(option: str, town: str, around: dict[str, str]) -> None:
    assert chosen((option,), town, **around) is None


@pytest.mark.parametrize(
    ("option", "town", "around"),
    [
        ("London, England, United Kingdom", "London", {"region": "England", "country": "UK"}),
        ("Salem, TN, India", "Salem", {"region": "Tamil Nadu", "country": "India"}),
        ("Austin, TX, US", "Austin", {"region": "TX"}),
        ("Singapore (SG)", "Singapore", {"country": "Singapore"}),
        ("Zürich, Zürich, Schweiz", "Zurich", {"country": "Switzerland"}),
        ("Göteborg, Västra Götaland County, Sweden", "Goteborg", {"region": "Västra Götaland", "country": "SE"}),
        ("Sydney NSW, Australia", "Sydney", {"region": "New South Wales", "country": "Australia"}),
        ("Toronto, ON, CA", "Toronto", {"region": "Ontario", "country": "Canada"}),
        ("Springfield, IL", "Springfield", {"region": "Illinois"}),
        ("Tbilisi, Georgia", "Tbilisi", {"country": "Georgia"}),
        ("Berlin, Germany", "Berlin", {"country": "Germany"}),
    ],
)
def test_a_town_is_known_by_other_names_of_what_is_around_it(option: str, town: str, around: dict[str, str]) -> None:
    assert chosen(("Springfield", option, "London, Ontario, Canada"), town, **around) == option


def test_between_two_that_agree_none_is_chosen() -> None:
    counties = ("Springfield, Sangamon County, Illinois, United States", "Springfield, Bond County, Illinois, USA")
    assert chosen(counties, "Springfield", **ILLINOIS) is None
    assert chosen(("Newport, Wales, UK", "Newport, Isle of Wight, UK"), "Newport", country="UK") is None
    assert chosen(("Springfield", "Springfield"), "Springfield", **ILLINOIS) is None


def test_the_option_that_says_most_of_it_is_chosen() -> None:
    assert chosen(("Springfield", "Springfield, Illinois", FULL), "Springfield", **ILLINOIS) == FULL
    assert chosen(("London, England, UK", "London, UK"), "London", country="UK") == "London, UK"


def test_a_place_is_chosen_as_the_applicant_writes_it() -> None:
    capital = "Washington, D.C., United States"
    assert chosen((capital, "Washington, Pennsylvania, United States"), "Washington", capital) == capital


def test_a_town_alone_is_chosen_where_a_town_alone_is_asked_for() -> None:
    assert chosen(("Shelbyville", "Springfield"), "Springfield", **ILLINOIS) == "Springfield"
    assert chosen(("Shelbyville", "Springfield"), "Springfield", FULL, **ILLINOIS) is None


def test_an_option_listed_twice_is_one_place() -> None:
    assert choose((FULL, "Shelbyville", FULL), Residence("Springfield", town="Springfield", **ILLINOIS)) == 0


def test_where_somebody_lives_is_no_list() -> None:
    residence = Residence(FULL, town="Springfield", **ILLINOIS)
    assert separated(residence) == [FULL]
    assert choose_all(("Springfield", "Illinois", "United States"), residence) == []
