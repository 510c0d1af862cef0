"""`ghosthands profile init|check`."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from ghosthands.cli.commands import profile
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.requests import TEMPLATE

Screen = Callable[[], str]

THIS_YEAR = datetime.now(UTC).year

ADA = {"first_name": "Ada", "last_name": "Lovelace", "email": "ada@example.com"}


def test_a_new_profile_is_the_template_for_its_owner_alone(tmp_path: Path, screen: Screen) -> None:
    path = tmp_path / "me.json"
    profile.make(path)
    assert json.loads(path.read_text()) == TEMPLATE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "profile check" in screen()


def test_a_profile_that_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    path.write_text("mine")
    with pytest.raises(Stop, match="left as it is") as refusal:
        profile.make(path)
    assert refusal.value.code is Exit.USAGE
    assert path.read_text() == "mine"


def test_a_profile_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(Stop, match="cannot be written"):
        profile.make(tmp_path / "nowhere" / "me.json")


def test_the_blank_template_is_told_what_it_misses(tmp_path: Path, screen: Screen) -> None:
    profile.make(tmp_path / "me.json")
    with pytest.raises(Stop, match=r"profile\.first_name") as refusal:
        profile.check(tmp_path / "me.json")
    assert refusal.value.code is Exit.USAGE


def test_everything_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    wrong = {"last_name": "Love\x07lace", "location": "London", "phone": "123", "date_of_birth": "2999-01-01"}
    path.write_text(json.dumps({**ADA, **wrong, "email": ""}))
    with pytest.raises(Stop) as refusal:
        profile.check(path)
    assert refusal.value.code is Exit.USAGE
    told = [line.split(":")[0].split(" does")[0].strip() for line in str(refusal.value).splitlines()]
    heading, *named = told
    assert heading == "this cannot be applied with"
    assert sorted(named) == ["date_of_birth", "phone", "profile.email", "profile.last_name", "profile.location"]


def test_a_profile_that_will_do_is_told_what_forms_ask_beside(tmp_path: Path, screen: Screen) -> None:
    path = tmp_path / "me.json"
    path.write_text(json.dumps(ADA))
    profile.check(path)
    assert "can be applied with" in screen()
    assert "would have you asked: phone, address, location" in screen()


def test_a_new_profile_has_a_place_for_all_that_forms_are_said_to_ask() -> None:
    assert set(profile.WELCOME.values()) <= set(TEMPLATE["profile"])


@pytest.mark.parametrize("given", [{"address": "1 Main St"}, {"address_line1": "1 Main St"}])
def test_an_address_under_any_name_that_forms_are_filled_from_is_not_told_as_empty(
    given: dict[str, str], tmp_path: Path, screen: Screen
) -> None:
    path = tmp_path / "me.json"
    path.write_text(json.dumps({**ADA, **given, "location": {"city": "London"}}))
    profile.check(path)
    assert "would have you asked: phone, work_authorization" in screen()


@pytest.mark.parametrize(
    ("added", "sign"), [({}, "✔"), ({"prefered_name": "Ada"}, "⚠"), ({"work_authorization": "US citizen"}, "⚠")]
)
def test_a_profile_with_a_doubt_has_no_mark_of_a_good_one(
    added: dict[str, str], sign: str, tmp_path: Path, screen: Screen
) -> None:
    path = tmp_path / "me.json"
    path.write_text(json.dumps({**ADA, **added}))
    profile.check(path)
    assert screen().lstrip().startswith(sign)


def test_names_that_no_form_is_filled_from_are_told(tmp_path: Path, screen: Screen) -> None:
    path = tmp_path / "me.json"
    path.write_text(json.dumps({**ADA, "pronouns": "she/her", "prefered_name": "Ada", "[b]": "x"}))
    profile.check(path)
    assert "can be applied with" in screen()
    assert "unknown, and never filled in: prefered_name (preferred_name is known), [b] empty" in screen()


def test_facts_that_answer_nothing_are_told_by_their_names(tmp_path: Path, screen: Screen) -> None:
    path = tmp_path / "me.json"
    facts = {"work_permision": {"United States": "citizen"}, "weekends": True}
    path.write_text(json.dumps({**ADA, "facts": facts}))
    profile.check(path)
    assert "never filled in: facts.work_permision (work_permission is known) empty" in screen()


def test_what_stands_beside_the_profile_and_is_read_by_nobody_is_told(tmp_path: Path, screen: Screen) -> None:
    path = tmp_path / "me.json"
    path.write_text(json.dumps({"profile": ADA, "qa_anwsers": {"Why us?": "Robots"}, "facts": {}}))
    profile.check(path)
    assert "only `qa_answers` is read, and not: qa_anwsers (qa_answers is known), facts empty" in screen()


@pytest.mark.parametrize(
    ("stated", "doubted"),
    [("US citizen", True), ("Yes, US citizen", False), ("No", False), ("I am authorized to work", False)],
)
def test_what_should_be_a_yes_or_a_no_and_is_neither_is_told(
    stated: str, doubted: bool, tmp_path: Path, screen: Screen
) -> None:
    path = tmp_path / "me.json"
    path.write_text(json.dumps({**ADA, "work_authorization": stated}))
    profile.check(path)
    assert ("work_authorization is neither a yes nor a no" in screen()) is doubted


def test_every_name_of_a_new_profile_is_known(tmp_path: Path, screen: Screen) -> None:
    filled = {**TEMPLATE["profile"], **ADA, "facts": dict.fromkeys(TEMPLATE["profile"]["facts"], "x")}
    path = tmp_path / "me.json"
    path.write_text(json.dumps({**TEMPLATE, "profile": filled}))
    profile.check(path)
    assert "known" not in screen()
    assert "read" not in screen()


@pytest.mark.parametrize(
    ("phone", "doubted"),
    [("12", True), ("+1 555 0100 ext. 12345678", True), ("+1 (555) 010-0199", False), ("030 901820", False)],
)
def test_a_phone_that_nobody_could_call_is_told(phone: str, doubted: bool, tmp_path: Path, screen: Screen) -> None:
    path = tmp_path / "me.json"
    path.write_text(json.dumps({**ADA, "phone": phone}))
    with pytest.raises(Stop) if doubted else nullcontext():
        profile.check(path)
    assert (f"does not look like a number that can be called: {phone}" in screen()) is doubted


def test_a_resume_that_would_be_refused_is_told_with_the_profile(tmp_path: Path, screen: Screen) -> None:
    path, resume = tmp_path / "me.json", tmp_path / "cv.pdf"
    path.write_text(json.dumps(ADA))
    resume.write_text("<html>not a resume</html>")
    with pytest.raises(Stop, match="the resume cannot be used") as refusal:
        profile.check(path, resume=resume)
    assert refusal.value.code is Exit.USAGE
    resume.write_bytes(b"%PDF-1.7")
    profile.check(path, resume=resume)
    assert "can be applied with" in screen()


def test_a_path_with_brackets_is_told_as_it_is(tmp_path: Path, screen: Screen) -> None:
    path = tmp_path / "[bold]me[/].json"
    path.parent.mkdir(parents=True)
    profile.make(path)
    assert str(path) in screen()


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ({}, True),
        ({"requires_sponsorship": "No"}, False),
        ({"requires_sponsorship_now": False, "requires_sponsorship_future": False}, False),
    ],
)
def test_a_question_on_sponsors_that_facts_by_country_leave_open_is_told(
    said: dict[str, object], asked: bool, tmp_path: Path, screen: Screen
) -> None:
    path = tmp_path / "me.json"
    facts = {"work_permission": {"United States": "citizen"}}
    path.write_text(json.dumps({**ADA, **said, "work_authorization": "Yes", "facts": facts}))
    profile.check(path)
    assert ("Will you now or in the future require sponsorship" in screen()) is asked


def test_a_question_on_sponsors_that_is_answered_without_a_country_is_not_told(tmp_path: Path, screen: Screen) -> None:
    path = tmp_path / "me.json"
    applicant = {**ADA, "work_authorization": "Yes", "facts": {"work_permission": {"United States": "citizen"}}}
    answers = {"Do you require visa sponsorship?": "No"}
    path.write_text(json.dumps({"profile": applicant, "qa_answers": answers}))
    profile.check(path)
    assert "you are asked" not in screen()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"email": "ada@localhost"}, "email: 'localhost' is no domain"),
        ({"email": "ada@example."}, "email: 'example.' is no domain"),
        ({"phone": "123"}, "phone does not look like a number that can be called: 123: write it with its code"),
        ({"date_of_birth": "2999-01-01"}, "date_of_birth: 2999-01-01 is in the future"),
        ({"date_of_birth": "1815-12-10"}, "date_of_birth: 1815-12-10 is an age of"),
        ({"date_of_birth": f"{THIS_YEAR - 5}-01-01"}, "is an age of 5: write the day you were born"),
        ({"date_of_birth": "in spring"}, "date_of_birth: 'in spring' is no date"),
        ({"location": {"country": "Atlantis"}}, "location.country: 'Atlantis' is no country's name"),
        ({"country_of_residence": "Atlantis"}, "country_of_residence: 'Atlantis' is no country's name"),
        ({"facts": {"work_permission": {"Narnia": "citizen"}}}, "facts.work_permission: 'Narnia' is no country"),
        ({"education": [{"institution": "x", "graduation_year": 3066}]}, "education.0.graduation_year: 3066"),
        ({"education": [{"institution": "x", "graduation_year": 1066}]}, "education.0.graduation_year: 1066"),
        ({"work_history": [{"start_date": "in spring"}]}, "work_history.0.start_date: 'in spring' is no date"),
        ({"work_history": [{"end_date": "some day"}]}, "work_history.0.end_date: 'some day' is no date"),
        ({"work_history": [{"start_date": "2020", "end_date": "2010"}]}, "work_history.0.end_date: 2010 is before"),
        ({"work_history": [{"start_date": "2999-01"}]}, "work_history.0.start_date: 2999-01 is in the future"),
        *(
            ({name: "ada l"}, f"{name}: 'ada l' is no address of a page")
            for name in ("linkedin_url", "portfolio_url", "github_url", "website_url", "twitter_url")
        ),
    ],
)
def test_a_value_that_cannot_be_right_is_told_with_its_field_and_the_mend(
    given: dict[str, Any], told: str, tmp_path: Path, screen: Screen
) -> None:
    path = tmp_path / "me.json"
    path.write_text(json.dumps({**ADA, **given}))
    with pytest.raises(Stop, match="one value looks wrong") as found:
        profile.check(path)
    assert found.value.code is Exit.NO
    assert told in screen()


@pytest.mark.parametrize(
    "given",
    [
        {"email": "ada@bücher.example"},
        {"email": "ada@mail.example.co.uk"},
        {"date_of_birth": "10/12/1990"},
        *({"location": {"country": country}} for country in ("US", "USA", "deutschland", "U.K.", "Czech Republic")),
        {"facts": {"work_permission": {"EU": "citizen", "United States": "permit"}}},
        {"education": [{"institution": "x", "graduation_year": "present"}]},
        {
            "work_history": [
                {"start_date": "Sep 2020", "end_date": "Present"},
                {"start_date": "2019", "end_date": "2019"},
            ]
        },
        {"linkedin_url": "linkedin.com/in/ada", "portfolio_url": "https://ada.example/?x=1"},
    ],
)
def test_values_as_people_write_them_are_not_odd(given: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    path.write_text(json.dumps({**ADA, **given}))
    profile.check(path)


def test_a_salary_below_nothing_is_refused_with_its_field(tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    path.write_text(json.dumps({**ADA, "salary_expectation": "-5"}))
    with pytest.raises(Stop, match=r"profile\.salary_expectation: should be 0 or more"):
        profile.check(path)


@pytest.mark.parametrize(("country", "doubted"), [("", True), ("United Kingdom", False)])
def test_a_city_without_a_country_is_told_with_what_comes_of_it(
    country: str, doubted: bool, tmp_path: Path, screen: Screen
) -> None:
    path = tmp_path / "me.json"
    path.write_text(json.dumps({**ADA, "location": {"city": "London", "country": country}}))
    profile.check(path)
    assert ("location has a city and no country" in screen()) is doubted
