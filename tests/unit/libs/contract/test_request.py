"""Every reason, all at once, and never what was sent."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from ghosthands.contract.body import Invalid, read
from ghosthands.contract.request import MAX_REQUEST_BYTES, ApplicantProfile, Facts, JobNamed, parse
from ghosthands.domain.budget import Limits
from ghosthands.domain.facts import list_answers
from ghosthands.domain.job import Band
from ghosthands.domain.keys import PROFILE_NAMES
from ghosthands.domain.kinds import WorkMode
from ghosthands.domain.profile import flatten
from tests.unit.libs.ada import REQUEST


def reasons(size: int = 100, **changes: Any) -> dict[str, str]:
    body = {**copy.deepcopy(REQUEST), **changes}
    with pytest.raises(Invalid) as refusal:
        parse({key: value for key, value in body.items() if value is not None}, size=size)
    return {reason.field: reason.code for reason in refusal.value.reasons}


def test_a_request_as_the_contract_has_it_is_taken() -> None:
    assert parse(REQUEST, size=100).priority == 5


@pytest.mark.parametrize("login", ["ada:secret@", "ada@", ":secret@"])
def test_an_address_with_a_login_in_it_is_refused_without_repeating_it(login: str) -> None:
    with pytest.raises(Invalid) as refusal:
        parse({**REQUEST, "target_url": f"https://{login}jobs.example.com/acme/jobs/1001"}, size=100)
    (reason,) = refusal.value.reasons
    assert (reason.field, reason.code) == ("target_url", "value_error")
    assert reason.message == "should hold no user name and no password: leave them out, and give them as credentials"


def test_what_the_contract_does_not_name_is_kept_with_the_profile() -> None:
    request = parse({**REQUEST, "profile": {**REQUEST["profile"], "pronouns": "they"}}, size=100)
    assert request.profile.model_dump()["pronouns"] == "they"


def test_whatever_the_contract_names_of_a_profile_can_be_filled_in() -> None:
    assert set(ApplicantProfile.model_fields) <= PROFILE_NAMES
    known = {name for name in PROFILE_NAMES if flatten({name: "x"}).keys() - {"profile.other.0"}}
    assert PROFILE_NAMES - known == {"location", "eeo", "education", "work_history", "facts"}


STATED: dict[str, Any] = {
    "work_permission": {"France": "citizen"},
    "citizenships": ["France"],
    "years": {"Python": 7},
    "languages": {"German": "B1"},
    "licences": {"CPA": True},
    "driving_licence": "B",
    "own_transport": True,
    "weekends": True,
    "overtime": True,
    "night_shifts": True,
    "travel": 25,
    "relatives": False,
}


@pytest.mark.parametrize("name", Facts.model_fields)
def test_each_fact_that_the_contract_names_answers_something(name: str) -> None:
    assert list_answers({name: STATED[name]})


@pytest.mark.parametrize("facts", [STATED, {"of": "my own"}, "citizen", [], {"years": "many"}])
def test_facts_of_whatever_shape_are_kept_as_they_came(facts: object) -> None:
    kept = ApplicantProfile.model_validate({"facts": facts}).model_dump(mode="json", exclude_none=True)
    assert kept["facts"] == facts


def test_every_reason_is_given_at_once() -> None:
    found = reasons(target_url="ftp://x", quality="best", priority=11, profile=None)
    assert found == {
        "target_url": "url_scheme",
        "quality": "not_allowed",
        "priority": "less_than_equal",
        "profile": "missing",
    }


@pytest.mark.parametrize("given", [True, False, "steps"])
def test_a_dry_run_is_plain_or_with_steps(given: bool | str) -> None:
    assert parse({**REQUEST, "dry_run": given}, size=100).dry_run == given


@pytest.mark.parametrize("given", ["yes", "true", "", 1, 0, ["steps"]])
def test_nothing_else_is_taken_for_a_dry_run(given: object) -> None:
    assert reasons(dry_run=given) == {"dry_run": "value_error"}


@pytest.mark.parametrize(
    "name", ["qwen-72b", "gpt-4.1", "claude-sonnet", "openai/gpt-4o", "openrouter/qwen/qwen3:free"]
)
def test_a_model_is_named_by_an_alias_or_with_its_provider(name: str) -> None:
    request = parse({**REQUEST, "model": name, "image_model": name}, size=100)
    assert (request.model, request.image_model) == (name, name)


@pytest.mark.parametrize("name", ["", "openai/", "openai/gpt 4o", "/gpt", "gpt\n4", "a" * 201])
def test_what_is_no_models_name_is_refused(name: str) -> None:
    assert reasons(model=name, image_model=name).keys() == {"model", "image_model"}


@pytest.mark.parametrize(
    ("given", "limits"),
    [
        ({"usd": 0.25}, Limits(nano_usd=250_000_000)),
        ({"usd": 1, "calls": 3}, Limits(nano_usd=1_000_000_000, calls=3)),
        ({"tokens": 0}, Limits(tokens=0)),
        ({"usd": 0.000_000_001}, Limits(nano_usd=1)),
    ],
)
def test_a_request_may_limit_what_models_are_asked_for_it(given: dict[str, Any], limits: Limits) -> None:
    budget = parse({**REQUEST, "budget": given}, size=100).budget
    assert budget is not None
    assert budget.limits == limits


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ({}, "budget"),
        ({"usd": None}, "budget"),
        ({"usd": -0.01}, "budget.usd"),
        ({"usd": "1"}, "budget.usd"),
        ({"usd": True}, "budget.usd"),
        ({"usd": float("nan")}, "budget.usd"),
        ({"usd": float("inf")}, "budget.usd"),
        ({"usd": 101}, "budget.usd"),
        ({"tokens": 1.5}, "budget.tokens"),
        ({"calls": -1}, "budget.calls"),
        ({"calls": 3, "euros": 1}, "budget.*"),
        (5, "budget"),
    ],
)
def test_a_budget_that_makes_no_sense_is_refused(given: object, where: str) -> None:
    assert reasons(budget=given).keys() == {where}


def test_a_wrong_value_in_the_profile_says_where() -> None:
    assert reasons(profile={"first_name": "Ada", "email": "ada"}) == {"profile.email": "string_pattern_mismatch"}


@pytest.mark.parametrize("name", ["salary_expectation", "years_of_experience"])
@pytest.mark.parametrize("given", [-5, -0.5, "-1", " -5 years", "−5"])
def test_a_salary_or_years_below_zero_are_refused(name: str, given: object) -> None:
    assert list(reasons(profile={"first_name": "Ada", name: given})) == [f"profile.{name}"]


@pytest.mark.parametrize("given", [0, 5, 1.5, "5", "50000-60000", "- negotiable"])
def test_a_salary_or_years_of_zero_or_more_are_accepted(given: object) -> None:
    profile = {"first_name": "Ada", "salary_expectation": given, "years_of_experience": given}
    assert parse({**REQUEST, "profile": profile}, size=100).profile is not None


@pytest.mark.parametrize(
    ("said", "version", "mode"),
    [
        ({}, 1, WorkMode.HYBRID),
        ({"execution_mode": "auto"}, 1, WorkMode.HYBRID),
        ({"execution_mode": "hybrid"}, 1, WorkMode.HYBRID),
        ({"execution_mode": "ai_only"}, 1, WorkMode.AI),
        ({"execution_mode": "cookbook_only"}, 1, WorkMode.COOKBOOK),
        ({"execution_mode": "smart_apply"}, 2, None),
        ({"execution_mode": "agent_apply"}, 2, None),
        ({"execution_mode": "mastra"}, 2, None),
        ({"engine_version": 1}, 1, WorkMode.HYBRID),
        ({"engine_version": 2}, 2, None),
        ({"engine_version": 2, "execution_mode": "ai_only"}, 2, None),
    ],
)
def test_a_request_says_its_version_and_how_that_is_to_work(
    said: dict[str, Any], version: int, mode: WorkMode | None
) -> None:
    request = parse({**{key: value for key, value in REQUEST.items() if key != "engine_version"}, **said}, size=100)
    assert (request.version(1), request.work_mode(1)) == (version, mode)


def test_the_installations_version_is_that_of_a_request_which_names_neither_version_nor_mode() -> None:
    def version(**said: Any) -> int:
        return parse({**REQUEST, "engine_version": None, **said}, size=100).version(2)

    assert (version(), version(engine_version=1), version(execution_mode="cookbook_only")) == (2, 1, 1)


def test_there_is_no_third_version() -> None:
    assert reasons(engine_version=3) == {"engine_version": "less_than_equal"}


def test_what_the_vault_cannot_keep_as_one_value_is_refused_whatever_the_resume_has() -> None:
    resume = {"content_base64": "A" * 2_000_000}
    answers = {f"question {n}": "x" * 20_000 for n in range(50)}
    assert reasons(size=3_000_000, resume=resume, qa_answers=answers) == {"": "oversize"}
    assert parse({**REQUEST, "resume": resume}, size=2_800_000).inline_resume == resume["content_base64"]


def test_an_oversize_request_is_refused() -> None:
    assert reasons(size=MAX_REQUEST_BYTES + 1) == {"": "oversize"}


def test_a_resume_must_say_where_it_is() -> None:
    assert list(reasons(resume={"file_name": "cv.pdf"})) == ["resume"]


def test_reasons_never_repeat_what_was_sent() -> None:
    secret = "hunter2-secret-value"
    with pytest.raises(Invalid) as refusal:
        parse({**REQUEST, "quality": secret, "qa_answers": {secret: 7}, "target_url": secret}, size=100)
    assert secret not in repr(refusal.value.reasons)


@pytest.mark.parametrize(
    ("changes", "begins"),
    [
        ({"target_url": "ftp://x"}, "should begin with http:// or https://"),
        ({"valet_user_id": 7}, "should be a UUID"),
        ({"profile": None}, "is missing: send it"),
    ],
)
def test_reasons_name_the_mend(changes: dict[str, Any], begins: str) -> None:
    body = {key: value for key, value in {**REQUEST, **changes}.items() if value is not None}
    with pytest.raises(Invalid) as refusal:
        parse(body, size=100)
    assert refusal.value.reasons[0].message.startswith(begins)


@pytest.mark.parametrize(("priority", "band"), [(1, Band.LOW), (5, Band.NORMAL), (8, Band.HIGH), (10, Band.HIGH)])
def test_priority_chooses_the_band(priority: int, band: Band) -> None:
    assert parse({**REQUEST, "priority": priority}, size=100).band is band


def test_a_cancel_must_name_its_job() -> None:
    with pytest.raises(Invalid):
        read(JobNamed, {"tenant": "valet"})


def test_control_characters_in_ids_are_refused() -> None:
    assert reasons(tenant="a\x00b", valet_task_id="x\x00") == {
        "tenant": "control_character",
        "valet_task_id": "control_character",
    }


def test_what_is_nested_too_deeply_is_refused() -> None:
    deep: Any = "x"
    for _ in range(100):
        deep = {"a": deep}
    assert reasons(metadata=deep) == {"": "too_deep"}
