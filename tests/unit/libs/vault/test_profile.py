import pytest

from ghosthands.domain.keys import CONSTANTS, DECLINE, NO, YES
from ghosthands.domain.profile import flatten
from ghosthands.domain.questions import question_key
from ghosthands.domain.residence import Residence
from ghosthands.vault.errors import NotInVault
from ghosthands.vault.profile import ApplicantData
from ghosthands.vault.redact import Redactor
from ghosthands.vault.sealed import StoredFile
from tests.unit.libs.ada import PROFILE


def test_an_unknown_name_never_becomes_a_key() -> None:
    data = ApplicantData.of({"profile": {"Ada's secret": "x", "education": [{"Ada": "y"}]}}, {}, {})
    assert not data.keys()
    assert sorted(data.all_values().values()) == ["x", "y"]
    assert not any("Ada" in key for key in data.all_values())


def data() -> ApplicantData:
    resume = StoredFile("Ada CV.pdf", "application/pdf", b"%PDF")
    request = {"target_url": "https://x.example/?id=1", "profile": PROFILE, "qa_answers": {"Why us?": "Engines"}}
    answers = {question_key("Why us?"): "Because", question_key("Notice?"): "none"}
    return ApplicantData.of(request, answers, {"resume": resume, "cover_letter": None})


def test_a_human_wins_over_the_request() -> None:
    assert data().value(f"answers.{question_key('Why us?')}") == "Because"


def test_keys_name_values_answers_and_files() -> None:
    keys = data().keys()
    assert {"profile.email", f"answers.{question_key('Notice?')}", "files.resume", "files.cover_letter"} <= set(keys)
    assert all(key in data() for key in keys)


def test_a_key_without_a_value_is_refused_by_name() -> None:
    for missing in ("profile.github_url", "files.resume", "profile.other.0"):
        with pytest.raises(NotInVault, match=missing):
            data().value(missing)
    for missing in ("files.cover_letter", "profile.email"):
        with pytest.raises(NotInVault, match=missing):
            data().file(missing)


def test_everything_that_may_not_be_seen_is_among_all_values() -> None:
    values = data().all_values()
    assert values["files.resume"] == "Ada CV.pdf"
    assert values["profile.email"] == "ada@example.org"


def test_the_data_show_nothing_of_themselves() -> None:
    assert repr(data()) == "ApplicantData()"
    assert "Ada" not in repr(data().file("files.resume"))


def test_a_request_without_anything_has_no_keys() -> None:
    assert ApplicantData.of({}, {}, {}).keys() == []


def test_constants_can_be_read_and_are_nobodys_keys() -> None:
    data = ApplicantData.of({}, {}, {})
    assert {key: data.value(key) for key in CONSTANTS} == {YES: "yes", NO: "no", DECLINE: "decline"}
    assert data.keys() == []
    assert DECLINE in data


def test_what_facts_say_stays_in_the_questions_of_a_page() -> None:
    facts = {
        "work_permission": {"United States": "citizen"},
        "citizenships": ["United States"],
        "languages": {"English": "native"},
    }
    asked = "Are you a citizen of the United States, or a native speaker of English?"
    assert Redactor.for_pages(flatten({"first_name": "Ada", "facts": facts})).redact(asked) == asked


def test_where_somebody_lives_is_answered_with_what_lies_around_it() -> None:
    place = {"city": "Springfield", "state": "Illinois", "country": "USA"}
    applicant = ApplicantData.of({"profile": {"first_name": "Jane", "location": place}}, {}, {})
    for key, text in (("city", "Springfield"), ("full", "Springfield, Illinois, USA")):
        residence = applicant.value(f"profile.location.{key}")
        assert isinstance(residence, Residence)
        assert (residence, residence.town, residence.around) == (text, "Springfield", ("Illinois", "USA"))
    for key in ("profile.location.state", "profile.first_name"):
        assert type(applicant.value(key)) is str


def test_a_residence_without_a_town_is_a_text() -> None:
    applicant = ApplicantData.of({"profile": {"location": {"state": "Illinois", "country": "USA"}}}, {}, {})
    assert type(applicant.value("profile.location.full")) is str
    with pytest.raises(NotInVault):
        applicant.value("profile.location.city")
