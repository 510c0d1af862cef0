"""Events in words."""

from __future__ import annotations

import types
import typing
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ghosthands.domain import human, job, plan, registry, session
from ghosthands.domain.human import AskKind
from ghosthands.domain.message import Event
from ghosthands.domain.wording import describe, word_not_entered
from ghosthands.testkit.story import NOON, confirmation, fill, form

#: their names say all there is to say
SPEAK_FOR_THEMSELVES = {
    job.AccountCreated,
    job.AccountUnclear,
    human.HumanTimedOut,
    job.JobCancelRequested,
    job.JobCancelled,
    job.JobResumed,
    job.JobRetried,
    job.SubmitUnclear,
}


def anything(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of that type, but for empty texts and lists."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return st.one_of(*map(anything, arguments))
    if origin is tuple:
        return st.lists(anything(arguments[0]), min_size=1, max_size=3).map(tuple)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = typing.get_type_hints(kind)
        return st.builds(kind, **{field.name: anything(hints[field.name]) for field in msgspec.structs.fields(kind)})
    return st.text(min_size=1) if kind is str else st.from_type(kind)


@given(st.one_of(*map(anything, registry.EVENTS.values())))
@settings(max_examples=300, deadline=None)
def test_every_event_has_words_or_speaks_for_itself(event: Event) -> None:
    assert (describe(event) == "") == (type(event) in SPEAK_FOR_THEMSELVES)


def test_an_outcome_names_what_its_action_is_about() -> None:
    verified = session.ActionVerified(cause="c", action_id="a", field_id="0123456789", took_ms=8, fingerprint="f")
    assert describe(verified, {"a": "profile.email"}) == "profile.email in 8 ms"
    assert describe(verified) == "01234567 in 8 ms"


def test_a_dearer_tier_is_told() -> None:
    verified = session.ActionVerified(cause="c", action_id="a", field_id="f", took_ms=8, fingerprint="f", tier=3)
    assert describe(verified) == "f in 8 ms, tier 3"


def test_a_page_is_told_by_its_fields() -> None:
    observed = session.PageObserved(cause="c", session_id="s", page=form(), took_ms=5)
    assert describe(observed) == "greenhouse form: 0 of 1 filled"


def test_a_page_without_fields_is_told_by_its_type() -> None:
    observed = session.PageObserved(cause="c", session_id="s", page=confirmation(), took_ms=5)
    assert describe(observed) == "greenhouse confirmation"


def test_a_plan_is_told_by_its_counts_and_leaves_out_what_is_nothing() -> None:
    unanswered = (plan.Unanswered("f", "q"),)
    proposed = plan.PlanProposed(cause="c", model_ref="m", actions=(fill("email"),), unanswered=unanswered)
    assert describe(proposed) == "1 to fill, 1 unanswered"
    assert describe(plan.PlanProposed(cause="c", model_ref="m")) == "nothing to fill"


@pytest.mark.parametrize("kind", AskKind)
def test_whatever_is_asked_of_a_human_has_words(kind: AskKind) -> None:
    asked = job.HumanRequested(request_id="r", kind=kind, at=NOON, timeout_seconds=300, code="captcha")
    assert describe(asked).endswith(", 300 s to answer")


def test_a_refused_request_is_told_by_what_mends_it() -> None:
    reason = job.Reason("target_url", "duplicate_application", "this person has already applied to this posting")
    rejected = job.JobRejected(at=NOON, tenant="t", task="t", reasons=(reason,))
    assert describe(rejected) == "target_url: this person has already applied to this posting"


@pytest.mark.parametrize(
    ("key", "code", "words"),
    [
        ("profile.education.0.degree", "no_such_option", "the profile's education.0.degree could not be entered (none"),
        (
            "remembered.0123456789abcdef",
            "not_kept",
            "the answer from before could not be entered (the value was put",
        ),
        ("files.resume", "unfit_value", "the resume could not be entered (the applicant's value"),
        ("drafts.0123456789abcdef", "engine_hung", "the draft could not be entered (the engine's process"),
        ("profile.phone", "escalation", "the profile's phone could not be entered"),
    ],
)
def test_an_answer_that_could_not_be_entered_is_named_by_where_it_comes_from(key: str, code: str, words: str) -> None:
    assert word_not_entered(job.NotEntered(question_key="q", key=key, code=code)).startswith(words)
