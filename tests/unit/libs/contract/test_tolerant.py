"""What VALET really sends is taken; what was mended is said, and nothing is guessed that could do harm."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ghosthands import platforms
from ghosthands.contract.body import Invalid
from ghosthands.contract.request import ApplicantProfile, JobRequest, parse
from ghosthands.contract.tolerant import MAX_METADATA_BYTES, adapt
from ghosthands.domain.codes import Mending
from ghosthands.domain.kinds import Affinity, JobType
from ghosthands.testkit import valet

URL = "https://job-boards.greenhouse.io/acme/jobs/1001"
READ = {"platform": "read_from_address"}

#: by kind of body: what is noted beside the platform that was read from the address
NOTES: dict[str, dict[str, str]] = {
    "plain": {},
    "autopilot": {},
    "no resume": {"resume.storage_path": "left_out", "resume": "missing"},
    "one-word name": {"profile.last_name": "left_out"},
    "nothing parsed": {
        "profile.first_name": "missing",
        "profile.last_name": "left_out",
        "profile.email": "missing",
        "profile.phone": "left_out",
    },
    "no e-mail": {"profile.email": "missing"},
    "unknown years": {
        "profile.education.*.field": "left_out",
        "profile.education.*.graduation_year": "left_out",
        "profile.work_history.*.start_date": "left_out",
        "profile.work_history.*.end_date": "left_out",
        "profile.work_history.*.description": "left_out",
    },
    "still studying": {"profile.education.*.graduation_year": "left_out"},
    "position held now": {"profile.work_history.*.company": "left_out", "profile.work_history.*.title": "left_out"},
    "years as a fraction": {"profile.years_of_experience": "rounded"},
    "addresses without scheme": {"profile.linkedin_url": "scheme_added", "profile.portfolio_url": "scheme_added"},
    "long lists": {
        "profile.skills": "shortened",
        "profile.education": "shortened",
        "profile.work_history": "shortened",
    },
    "long descriptions": {
        "profile.work_history": "shortened",
        "profile.work_history.*.description": "shortened",
    },
    "model aliases": {},
    "sandbox, strict": {},
    "sandbox, preferred": {},
    "nulls everywhere": {},
    "no answers": {},
    "answers of every kind": {"qa_answers.*": "left_out"},
    "of the main branch": {},
    "of the staging branch": {"metadata": "shortened"},
    "beyond every limit": {
        "priority": "limited",
        "timeout_seconds": "limited",
        "max_retries": "limited",
        "quality": "left_out",
        "tags": "shortened",
    },
    "characters that are none": {"profile.phone": "cleaned", "profile.headline": "cleaned"},
}
#: these name a platform themselves
NAMED = {"of the main branch", "of the staging branch"}


def take(body: dict[str, Any]) -> tuple[JobRequest, dict[str, str]]:
    adapted = adapt(body)
    return parse(adapted.body, size=len(json.dumps(body))), {note.field: note.code for note in adapted.notes}


def said(**changes: Any) -> tuple[JobRequest, dict[str, str]]:
    return take(valet.application(URL, **changes))


def profile_of(request: JobRequest) -> ApplicantProfile:
    assert request.profile is not None
    return request.profile


@pytest.mark.parametrize("kind", valet.bodies(URL))
def test_whatever_valet_sends_is_taken_and_what_was_mended_is_noted(kind: str) -> None:
    request, notes = take(valet.bodies(URL)[kind])
    assert notes == ({} if kind in NAMED else READ) | NOTES[kind]
    assert request.wanted is JobType.APPLY


def test_the_integration_test_of_valets_administrators_is_taken_as_it_is() -> None:
    request, notes = take(valet.integration_test())
    assert (request.wanted, notes) == (JobType.CUSTOM, {})


def test_what_is_well_is_left_alone() -> None:
    body = valet.application(URL, platform="greenhouse", tags=["a"], metadata={"a": None, "b": " "})
    assert adapt(body) == (body, ())


def test_what_is_sent_is_not_changed_in_place() -> None:
    body = valet.bodies(URL)["long descriptions"]
    before = json.dumps(body)
    adapt(body)
    assert json.dumps(body) == before


def test_notes_hold_no_value_and_no_name_that_the_sender_made_up() -> None:
    secret = "hunter2"
    body = valet.application(URL, quality=secret, qa_answers={secret: {}}, profile={"email": secret, secret: "\x00"})
    assert secret not in repr(adapt(body).notes)


def test_a_platform_is_read_from_the_address_for_every_platform_there_is() -> None:
    for platform in platforms.ALL:
        for example in platform.examples:
            request, _ = take(valet.application(f"https://{example}"))
            assert request.platform == platform.name


def test_an_address_that_tells_no_platform_leaves_it_open() -> None:
    request, notes = take(valet.application("https://careers.acme.example/1", platform="myspace"))
    assert (request.platform, notes) == (None, {"platform": "left_out"})


def test_a_platform_that_is_named_is_believed() -> None:
    assert said(platform="Workday")[0].platform == "workday"


@pytest.mark.parametrize(
    ("given", "kept"),
    [("acme.example/jobs/1", "https://acme.example/jobs/1"), ("//acme.example:8443/1", "https://acme.example:8443/1")],
)
def test_an_address_to_apply_at_without_a_scheme_gets_one(given: str, kept: str) -> None:
    request, notes = take(valet.application(given))
    assert (str(request.target_url), notes["target_url"]) == (kept, "scheme_added")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"valet_task_id": ""}, "valet_task_id"),
        ({"valet_task_id": None}, "valet_task_id"),
        ({"valet_user_id": "ada"}, "valet_user_id"),
        ({"valet_user_id": ""}, "valet_user_id"),
        ({"target_url": "ftp://acme.example"}, "target_url"),
        ({"target_url": "not an address"}, "target_url"),
        ({"target_url": None}, "target_url"),
        ({"idempotency_key": "x" * 300}, "idempotency_key"),
        ({"dry_run": "perhaps"}, "dry_run"),
        ({"browser_mode": "any"}, "browser_mode"),
        ({"cdp_url": "http://127.0.0.1:9222"}, "cdp_url"),
        ({"budget": "a dollar"}, "budget"),
    ],
)
def test_who_is_meant_and_what_may_be_sent_is_never_guessed(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(Invalid) as refusal:
        said(**changes)
    assert [reason.field for reason in refusal.value.reasons] == [field]


def test_a_type_of_job_in_free_words_is_a_task_where_one_is_described_and_else_an_application() -> None:
    request, notes = take(valet.integration_test(job_type="check the page"))
    assert (request.wanted, notes) == (JobType.CUSTOM, {"job_type": "replaced"})
    request, notes = said(job_type="linkedin_easy_apply")
    assert (request.wanted, notes["job_type"]) == (JobType.APPLY, "replaced")


def test_to_read_without_a_shape_is_a_task_in_words() -> None:
    assert take(valet.integration_test(job_type="scrape"))[0].wanted is JobType.CUSTOM


def test_a_task_in_words_has_no_applicant() -> None:
    assert take(valet.integration_test())[0].profile is None


def test_an_application_without_a_profile_starts_and_says_what_is_missing() -> None:
    request, notes = take(valet.application(URL, without=("profile", "resume")))
    missing = {field for field, code in notes.items() if code == Mending.MISSING}
    assert missing == {"profile.first_name", "profile.email", "resume"}
    assert profile_of(request).first_name is None


def test_a_text_is_shortened_at_a_word() -> None:
    request, _ = said(profile={"work_history": [{"company": "Acme", "title": "x", "description": "word " * 1000}]})
    (position,) = profile_of(request).work_history
    assert position.description is not None
    assert len(position.description) <= 2000
    assert set(position.description.split()) == {"word"}


def test_the_first_of_a_long_list_are_kept() -> None:
    request, _ = said(profile={"skills": [f"Skill {n}" for n in range(240)]})
    assert profile_of(request).skills == [f"Skill {n}" for n in range(100)]


def test_years_are_whole_and_never_more_than_was_said() -> None:
    assert profile_of(said(profile={"years_of_experience": 4.9})[0]).years_of_experience == 4


def test_what_reads_zero_is_unknown_but_for_attempts() -> None:
    request, _ = said(profile={"years_of_experience": 0}, max_retries=0, priority=0)
    assert (profile_of(request).years_of_experience, request.max_retries, request.priority) == (None, 0, 5)


def test_answers_are_texts_whatever_they_were() -> None:
    asked = {
        "Do you drive?": True,
        "How many?": 4,
        "Half?": 0.5,
        "Which?": ["Go", "C"],
        "Else?": {"a": 1},
        "No?": False,
    }
    request, notes = said(qa_answers=asked)
    assert request.qa_answers == {
        "Do you drive?": "Yes",
        "How many?": "4",
        "Half?": "0.5",
        "Which?": "Go, C",
        "No?": "No",
    }
    assert notes["qa_answers.*"] == "converted"


def test_answers_may_come_as_a_list_of_questions() -> None:
    assert said(qa_answers=[{"question": "Why?", "answer": "So."}, 7])[0].qa_answers == {"Why?": "So."}


def test_a_resume_may_be_a_path_an_address_or_content_with_its_type_before_it() -> None:
    assert said(resume="u/cv.pdf")[0].resume.storage_path == "u/cv.pdf"  # type: ignore[union-attr]
    assert str(said(resume="https://x.example/cv")[0].resume.download_url) == "https://x.example/cv"  # type: ignore[union-attr]
    content = said(resume={"content_base64": "data:application/pdf;base64,JVBE\nRg=="})[0].resume
    assert content is not None
    assert content.content() == b"%PDF"


def test_credentials_that_cannot_be_used_are_left_out_and_the_others_kept_to_the_letter() -> None:
    good = {"domain": "acme.example", "username": " ada ", "password": " correct horse "}
    given = [good, {"domain": "com", "username": "a", "password": "b"}, {"domain": "b.example", "username": "a"}, good]
    request, notes = said(credentials=given)
    (kept,) = request.credentials
    assert (kept.username, kept.secret) == (" ada ", " correct horse ")
    assert notes["credentials"] == "left_out"


def test_metadata_is_kept_to_the_letter_as_far_as_it_can_be_told_back() -> None:
    request, notes = said(metadata={"note": " as it is ", "none": None, "large": "x" * MAX_METADATA_BYTES})
    assert (request.metadata, notes["metadata"]) == ({"note": " as it is ", "none": None}, "shortened")


def test_a_time_without_a_zone_is_universal_time() -> None:
    at = said(scheduled_at="2031-05-01 09:30")[0].scheduled_at
    assert at is not None
    assert at.isoformat() == "2031-05-01T09:30:00+00:00"


def test_how_much_a_host_is_wanted_is_kept() -> None:
    request, _ = said(target_worker_id=valet.USER, worker_affinity="strict")
    assert (request.target_worker_id, request.worker_affinity) == (valet.USER, Affinity.STRICT)


def test_the_names_of_the_contracts_other_routes_are_understood() -> None:
    other = {
        "valet_task_id": valet.TASK,
        "user_id": valet.USER,
        "target_url": URL,
        "input_data": {
            "user_data": {"first_name": "Ada", "email": "ada@example.com"},
            "qa_overrides": {"Why?": "So."},
            "resume_path": "u/cv.pdf",
            "platform": "greenhouse",
        },
    }
    request, notes = take(other)
    assert (str(request.valet_user_id), profile_of(request).first_name) == (valet.USER, "Ada")
    assert (request.qa_answers, request.resume and request.resume.storage_path) == ({"Why?": "So."}, "u/cv.pdf")
    assert notes == {}


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
#: fields that a mended request may still be refused for
_STRICT = {"valet_task_id", "valet_user_id", "target_url", "idempotency_key", "tenant", "dry_run", "browser_mode"} | {
    "cdp_url",
    "budget",
    "output_schema",
}


@settings(max_examples=300, deadline=None)
@given(
    st.dictionaries(st.sampled_from(sorted(set(JobRequest.model_fields) - _STRICT)), _JSON, max_size=6),
    st.dictionaries(st.sampled_from(sorted(ApplicantProfile.model_fields)), _JSON, max_size=6),
)
def test_whatever_stands_in_the_rest_of_a_request_it_is_taken(changes: dict[str, Any], profile: dict[str, Any]) -> None:
    if "job_type" in changes:
        changes = {**changes, "job_type": "apply"}
    body = {**valet.application(URL, profile=profile), **changes}
    request, _ = take(body)
    assert request.wanted is JobType.APPLY
