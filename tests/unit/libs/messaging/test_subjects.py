"""Subjects, and what may stand in them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.domain.aggregates import Kind
from ghosthands.domain.errors import SchemaMismatch
from ghosthands.domain.job import Band
from ghosthands.messaging.wire import subjects

SAFE = re.compile(r"[A-Za-z0-9_-]{1,64}")


@given(st.text())
def test_any_text_becomes_one_safe_token(text: str) -> None:
    assert SAFE.fullmatch(subjects.token(text))


@given(st.from_regex(SAFE, fullmatch=True))
def test_a_safe_text_is_its_own_token(text: str) -> None:
    assert subjects.token(text) == text


@given(st.text())
def test_a_token_stays_as_it_is(text: str) -> None:
    assert subjects.token(subjects.token(text)) == subjects.token(text)


@given(st.text(), st.text())
def test_two_texts_never_share_a_token_by_being_unsafe(one: str, other: str) -> None:
    if one != other and not SAFE.fullmatch(one) and not SAFE.fullmatch(other):
        assert subjects.token(one) != subjects.token(other)


@pytest.mark.parametrize("text", ["", "a.b", "a b", "*", ">", "x\r\nPUB y", "é", "a" * 65])
def test_a_text_that_would_change_the_subject_is_hashed(text: str) -> None:
    assert re.fullmatch(r"x[0-9a-f]{40}", subjects.token(text))


def test_an_event_lies_below_both_filters_of_its_aggregate() -> None:
    job = subjects.job("j1")
    subject = subjects.event(job, "planner", "PlanProposed")
    assert subject == "gh.evt.job.j1.planner.PlanProposed"
    assert subject.startswith(job.subjects().removesuffix(">"))
    assert subject.startswith(job.written_by("planner").removesuffix(">"))
    assert not subject.startswith(job.written_by("executor").removesuffix(">"))


def test_a_site_is_one_token_of_its_recipes_subjects() -> None:
    assert subjects.event(subjects.recipe("jobs.example.com"), "cookbook", "RecipeMissed").count(".") == 5


@pytest.mark.parametrize(
    ("subject", "expected"),
    [
        (subjects.command("planner", "PlanPage"), "gh.cmd.planner.PlanPage"),
        (subjects.command("browser-host", "Observe", host="box-1"), "gh.cmd.browser-host.at.box-1.Observe"),
        (subjects.in_band("executor", "RunJob", Band.HIGH), "gh.cmd.executor.high.RunJob"),
        (subjects.given_on("j1"), "human.resolved.j1"),
        (subjects.timer_set("executor", subjects.job("j1"), "retry"), "gh.timers.executor.set.job.j1.retry"),
        (
            subjects.timer_fired("planner", "executor", subjects.job("j1"), "retry"),
            "gh.timers.planner.fired.executor.job.j1.retry",
        ),
        (subjects.dead("planner", "GH_COMMANDS"), "gh.dead.planner.GH_COMMANDS"),
        (subjects.out("acme", "t1", "status"), "gh.out.acme.t1.status"),
        (subjects.events_named("JobFailed", service="executor"), "gh.evt.job.*.executor.JobFailed"),
    ],
)
def test_subjects_are_spelt_as_the_wire_has_them(subject: str, expected: str) -> None:
    assert subject == expected


@pytest.mark.parametrize(
    ("subject", "queue", "is_for_one_host"),
    [
        (subjects.command("planner", "PlanPage"), "", False),
        (subjects.in_band("browser-host", "OpenSession", Band.HIGH), "high", False),
        (subjects.command("browser-host", "OpenSession", host="box-1"), "box-1", True),
        (subjects.command("browser-host", "OpenSession", host="high"), "high", True),
    ],
)
def test_a_command_is_for_any_instance_or_for_one_whatever_that_is_called(
    subject: str, queue: str, is_for_one_host: bool
) -> None:
    assert (subjects.queue_of(subject), subjects.is_for_one_host(subject)) == (queue, is_for_one_host)


@pytest.mark.parametrize("kind", Kind)
def test_the_kind_is_read_back_from_a_subject(kind: Kind) -> None:
    aggregate = subjects.Aggregate(kind, "a1")
    assert subjects.kind_of_event(subjects.event(aggregate, "executor", "X")) is kind
    assert subjects.kind_of_firing(subjects.timer_fired("planner", "executor", aggregate, "x")) is kind


@pytest.mark.parametrize("subject", ["", "gh", "gh.evt", "gh.evt.tree.a.b.C", "job.requested", "gh.cmd.job.a.b.C"])
def test_a_foreign_subject_is_no_event(subject: str) -> None:
    with pytest.raises(SchemaMismatch):
        subjects.kind_of_event(subject)
    with pytest.raises(SchemaMismatch):
        subjects.kind_of_firing(subject)
