"""The fold is the same function whatever the batches, and says of a job what the domain says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ghosthands.domain import human, job, page, plan, recipe, session
from ghosthands.domain.aggregates import Kind
from ghosthands.domain.asked_models import CostIncurred
from ghosthands.domain.budget import (
    Allowance,
    Amounts,
    BudgetExceeded,
    BudgetReserved,
    Limits,
    Measure,
    Scope,
    settle,
)
from ghosthands.domain.codes import BLAMELESS
from ghosthands.domain.engine import EngineName, SwitchReason
from ghosthands.domain.human import Resolution
from ghosthands.domain.message import Event
from ghosthands.domain.recipe import SiteRecipes
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.projector import tables
from ghosthands.projector.fold import fold
from ghosthands.projector.folded import Folded
from ghosthands.projector.job_view import JobView
from ghosthands.readmodel.rows import JobRow, RequestRow, Row, SessionRow, StepRow
from ghosthands.testkit.story import NOON, Story, fill, form, recorded, requested

Log = list[Recorded[Event]]
RecordAll = Callable[[str, Iterable[Event]], Log]

JOB = "0b8f7d3e-0000-5000-8000-000000000001"


class Tables:
    """The tables as the batches leave them: what PostgreSQL does, in dicts."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[object, Row]] = {table.name: {} for table in tables.TABLES}
        self.views: dict[str, JobView] = {}
        self.sites: dict[str, SiteRecipes] = {}

    def apply(self, batch: Log) -> Folded:
        folded = fold(batch, self.views, self.sites)
        for table, rows in folded.rows().items():
            self._write(table, rows)
        self.views |= folded.views
        self.sites |= folded.sites
        return folded

    def _write(self, table: tables.Table, rows: Sequence[Row]) -> None:
        there = self.rows[table.name]
        for row in rows:
            key = table.key_of(row)
            there[key] = table.combine(there[key], row) if key in there else row


def folded_in(*batches: Log) -> Tables:
    built = Tables()
    for batch in batches:
        built.apply(batch)
    return built


def only(built: Tables, table: tables.Table) -> Row:
    (row,) = built.rows[table.name].values()
    return row


def job_row(log: Log) -> JobRow:
    row = only(folded_in(log), tables.JOBS)
    assert isinstance(row, JobRow)
    return row


@pytest.fixture
def history(record_all: RecordAll) -> Callable[[Story], Log]:
    return lambda story: record_all(story.job.id, story.log)


@given(data=st.data())
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_any_split_into_batches_gives_the_same_tables(logs: st.SearchStrategy[Log], data: st.DataObject) -> None:
    log = data.draw(logs)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(log)), max_size=5)))
    batches = [log[start:end] for start, end in zip([0, *cuts], [*cuts, len(log)], strict=True)]
    assert folded_in(*batches).rows == folded_in(log).rows


@given(data=st.data())
@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_folding_leaves_what_was_known_as_it_was(logs: st.SearchStrategy[Log], data: st.DataObject) -> None:
    log = data.draw(logs)
    middle = len(log) // 2
    built = folded_in(log[:middle])
    fold(log[middle:], built.views, built.sites)
    again = folded_in(log[:middle])
    assert built.views == again.views


@given(data=st.data())
@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_a_job_stands_where_the_domain_says(logs: st.SearchStrategy[Log], data: st.DataObject) -> None:
    log = data.draw(logs)
    for row in folded_in(log).rows["jobs"].values():
        assert isinstance(row, JobRow)
        events = [(each.event, each.sequence) for each in log if each.aggregate.id == row.job_id]
        assert row.phase == job.fold(row.job_id, events).phase


def test_an_applied_job_counts_its_fields_actions_and_sessions(history: Callable[[Story], Log]) -> None:
    row = job_row(history(Story().applied()))
    assert (row.status, row.outcome, row.submission) == ("completed", "submitted", "confirmed")
    assert (row.fields_verified, row.fields_failed, row.actions, row.sessions) == (1, 0, 2, 1)
    assert (row.platform, row.site) == ("greenhouse", "jobs.example.com")
    assert row.created_at < (row.started_at or NOON) or row.started_at == NOON


def test_a_rejected_request_is_a_failed_job_with_its_first_reason(record_all: RecordAll) -> None:
    reasons = (job.Reason("target_url", "private_target", "…"), job.Reason("profile", "missing", "…"))
    row = job_row(record_all(JOB, [job.JobRejected(at=NOON, tenant="acme", task="t-1", reasons=reasons)]))
    assert (row.status, row.phase, row.error_code, row.tenant, row.task) == (
        "failed",
        "rejected",
        "private_target",
        "acme",
        "t-1",
    )


def test_a_rejected_request_that_was_mended_is_pending_again(record_all: RecordAll) -> None:
    rejected = job.JobRejected(at=NOON, tenant="t", task="x", reasons=())
    built = folded_in(record_all(JOB, [rejected, requested()]))
    row = only(built, tables.JOBS)
    assert isinstance(row, JobRow)
    assert (row.status, row.error_code, row.completed_at) == ("pending", None, None)
    assert [(t.from_status, t.to_status) for t in built.rows["job_transitions"].values()] == [  # type: ignore[attr-defined]
        (None, "failed"),
        ("failed", "pending"),
    ]


def test_a_waiting_job_is_paused_and_its_question_is_open(history: Callable[[Story], Log]) -> None:
    built = folded_in(history(asked()))
    row, request = only(built, tables.JOBS), only(built, tables.INBOX)
    assert isinstance(row, JobRow)
    assert isinstance(request, RequestRow)
    assert (row.status, row.request_id, row.paused_at) == ("paused", request.request_id, NOON)
    assert (request.status, request.kind, request.applicant) == ("open", "fields", row.applicant)
    assert request.fields == '[{"field_id":"parrot","question_key":"q-parrot"}]'


def test_an_answered_question_is_resolved_and_the_job_runs_again(history: Callable[[Story], Log]) -> None:
    story = asked()
    assert story.job.human.ask is not None
    answer = human.HumanResolved(
        request_id=story.job.human.ask.request_id, resolution=Resolution.VALUE, at=story.now, answered=("q-parrot",)
    )
    story.tell(answer)
    story.proceed_to(job.JobResumed)
    built = folded_in(history(story))
    row, request = only(built, tables.JOBS), only(built, tables.INBOX)
    assert isinstance(row, JobRow)
    assert isinstance(request, RequestRow)
    assert (row.status, row.request_id, row.paused_at) == ("running", None, None)
    assert (request.status, request.resolution, request.answered) == ("resolved", "value", '["q-parrot"]')
    assert request.kind == "fields"


def test_an_answer_to_another_question_changes_nothing(history: Callable[[Story], Log]) -> None:
    story = asked()
    story.tell(human.HumanTimedOut(request_id="another", at=story.now))
    request = only(folded_in(history(story)), tables.INBOX)
    assert isinstance(request, RequestRow)
    assert request.status == "open"


def test_a_question_nobody_answered_before_the_job_was_cancelled_is_withdrawn(history: Callable[[Story], Log]) -> None:
    story = asked()
    story.decide(job.CancelJob(story.now))
    story.proceed_to(job.JobCancelled)
    request = only(folded_in(history(story)), tables.INBOX)
    assert isinstance(request, RequestRow)
    assert request.status == "withdrawn"


def test_a_started_action_keeps_what_it_was_about_when_its_outcome_comes(record_all: RecordAll) -> None:
    story = Story().begun().observed(form()).no_recipe().planned(fill("email"))
    started = session.ActionStarted(
        cause="c",
        session_id="s1",
        action_id="fill-email",
        kind=plan.ActionKind.FILL,
        target="email",
        key="profile.email",
    )
    failed = session.ActionFailed(
        cause="c", action_id="fill-email", target="email", code="value_not_kept", took_ms=7, tier=1, engine="stagehand"
    )
    log = record_all(JOB, [*story.log, started, failed])
    for batches in ([log], [[each] for each in log]):
        built = folded_in(*batches)
        step = only(built, tables.STEPS)
        assert isinstance(step, StepRow)
        assert (step.status, step.code, step.kind, step.key) == ("failed", "value_not_kept", "fill", "profile.email")
        assert (step.tier, step.engine, step.took_ms, step.platform) == (1, "stagehand", 7, "greenhouse")
        row = only(built, tables.JOBS)
        assert isinstance(row, JobRow)
        assert (row.fields_verified, row.fields_failed) == (0, 1)


def test_a_field_that_failed_and_was_mended_counts_as_verified_once(record_all: RecordAll) -> None:
    story = Story().begun().observed(form()).no_recipe().planned(fill("email", "a1"))
    failed = session.ActionFailed(cause="c", action_id="a1", target="email", code="x", took_ms=1)
    verified = session.ActionVerified(cause="c", action_id="a2", field_id="email", took_ms=1, fingerprint="f")
    row = job_row(record_all(JOB, [*story.log, failed, verified, verified]))
    assert (row.fields_verified, row.fields_failed, row.actions) == (1, 0, 3)


def test_another_attempt_of_a_job_that_failed_is_pending_again(record_all: RecordAll) -> None:
    story = Story().begun().tell(job.JobFailed(at=NOON, code="network_error"), job.JobRetried(at=NOON))
    row = job_row(record_all(JOB, story.log))
    assert (row.status, row.error_code, row.completed_at, row.outcome) == ("pending", None, None, None)


def test_another_attempt_has_nothing_of_the_dry_run_that_ended_before(record_all: RecordAll) -> None:
    dry = job.JobCompleted(at=NOON, outcome=job.Outcome.DRY_RUN, ended_before="submit", page=2, pages=3)
    story = Story().begun(dry_run=True).tell(dry, job.JobRetried(at=NOON), job.JobFailed(at=NOON, code="job_closed"))
    row = job_row(record_all(JOB, story.log))
    assert (row.status, row.ended_before, row.ended_on_page, row.of_pages) == ("failed", None, None, None)


def test_a_claim_that_only_closes_an_ended_jobs_browser_leaves_its_failure(record_all: RecordAll) -> None:
    story = Story().begun().tell(job.JobFailed(at=NOON, code="job_closed"), job.JobClaimed(at=NOON, worker="w2"))
    row = job_row(record_all(JOB, story.log))
    assert (row.status, row.error_code, row.worker) == ("failed", "job_closed", "w2")


def test_a_job_that_a_human_says_was_sent_has_failed_no_more(record_all: RecordAll) -> None:
    completed = job.JobCompleted(at=NOON, outcome=job.Outcome.SUBMITTED)
    story = Story().begun().tell(job.JobFailed(at=NOON, code="hitl_timeout"), completed)
    assert job_row(record_all(JOB, story.log)).error_code is None


def test_a_retry_counts_its_fields_anew(record_all: RecordAll) -> None:
    story = Story().filled()
    retry = job.RetryScheduled(attempt=1, code="network_error", due=NOON)
    row = job_row(record_all(JOB, [*story.log, retry]))
    assert (row.status, row.phase, row.error_code, row.retries) == ("pending", "backing_off", "network_error", 1)
    assert row.retry_due == NOON
    assert row.fields_verified == 0


def test_engines_are_counted_by_platform(record_all: RecordAll) -> None:
    lever = session.PageObserved(cause="c", session_id="s1", page=form(platform="lever"), took_ms=1)
    verified = session.ActionVerified(cause="c", action_id="a", field_id="f", took_ms=5, fingerprint="f")
    failed = session.ActionFailed(cause="c", action_id="b", target="f", code="x", took_ms=9)
    log = record_all(JOB, [requested(), verified, lever, verified, failed, failed])
    stats = folded_in(log[:4], log[4:]).rows["engine_stats"]
    assert {key: (s.successes, s.failures, s.took_ms) for key, s in stats.items()} == {  # type: ignore[attr-defined]
        ("unknown", "playwright"): (1, 0, 5),
        ("lever", "playwright"): (1, 2, 23),
    }


def test_costs_are_counted_by_job_tier_model_purpose_platform_and_day(record_all: RecordAll) -> None:
    lever = session.PageObserved(cause="c", session_id="s1", page=form(platform="lever"), took_ms=1)
    read = CostIncurred(call_id="1", model="openai/gpt-4o", purpose="classify", input_tokens=10, took_ms=5, nano_usd=7)
    acted = CostIncurred(
        call_id="2",
        model="local/own",
        purpose="act",
        tier=1,
        engine="stagehand:dom",
        input_tokens=100,
        output_tokens=20,
        cached_tokens=50,
        took_ms=9,
    )
    failed = replace(acted, call_id="3", input_tokens=0, output_tokens=0, cached_tokens=0, code="model_timeout")
    log = record_all(JOB, [requested(), read, lever, read, acted, acted, failed])
    for built in (folded_in(log), folded_in(log[:4], log[4:6], log[6:])):
        rows = built.rows["model_costs"]
        assert {
            (row.tier, row.model, row.platform): (row.calls, row.failures, row.nano_usd, row.unpriced, row.took_ms)  # type: ignore[attr-defined]
            for row in rows.values()
        } == {
            (0, "openai/gpt-4o", "unknown"): (1, 0, 7, 0, 5),
            (0, "openai/gpt-4o", "lever"): (1, 0, 7, 0, 5),
            (1, "local/own", "lever"): (3, 1, 0, 2, 27),
        }
        job_row = only(built, tables.JOBS)
        assert isinstance(job_row, JobRow)
        assert (job_row.model_calls, job_row.model_tokens) == (5, 260)
        assert (job_row.nano_usd, job_row.unpriced_calls) == (14, 2)


def test_a_budget_is_what_its_ledger_says_however_it_is_cut_into_batches() -> None:
    allowance = Allowance(job=Limits(nano_usd=500), month=Limits(nano_usd=9_000))
    wanted = [
        BudgetReserved(
            call_id=str(number),
            job_id=JOB,
            at=NOON,
            expires_at=NOON,
            model="acme/own",
            purpose="act",
            amounts=Amounts(calls=1, tokens=50, nano_usd=100, took_ms=9),
            allowance=allowance,
        )
        for number in range(3)
    ]
    cost = CostIncurred(call_id="0", model="acme/own", purpose="act", input_tokens=7, took_ms=5, nano_usd=30)
    said = [*wanted, settle(wanted[0], cost, NOON), settle(wanted[1], None, NOON)]
    log = [recorded(subjects.budget("2026-01-ada"), event, place) for place, event in enumerate(said, start=1)]
    for built in (folded_in(log), folded_in(log[:2], log[2:4], log[4:])):
        (row,) = built.rows["budgets"].values()
        assert (row.ledger, row.job_id, row.calls, row.tokens, row.nano_usd) == ("2026-01-ada", JOB, 3, 107, 230)  # type: ignore[attr-defined]
        assert (row.open_calls, row.open_nano_usd, row.lapsed_calls) == (1, 100, 1)  # type: ignore[attr-defined]
        (limits,) = built.rows["budget_limits"].values()
        assert (limits.limit_nano_usd, limits.limit_calls, limits.month_limit_nano_usd) == (500, None, 9_000)  # type: ignore[attr-defined]


def test_a_spent_budget_stands_in_its_jobs_row(record_all: RecordAll) -> None:
    spent = BudgetExceeded(
        at=NOON, scope=Scope.MONTH, measure=Measure.MONEY, limit=5, used=5, wanted=1, purpose="draft"
    )
    row = only(folded_in(record_all(JOB, [requested(), spent])), tables.JOBS)
    assert isinstance(row, JobRow)
    assert row.budget_exceeded == "month_money"


def test_a_tool_sessions_costs_are_its_own() -> None:
    cost = CostIncurred(call_id="1", model="openai/gpt-4o", purpose="act", took_ms=5, nano_usd=7)
    built = folded_in([recorded(subjects.session("mine"), cost, 1)])
    (row,) = built.rows["model_costs"].values()
    assert (row.owner, row.platform) == ("mine", "unknown")  # type: ignore[attr-defined]


def test_an_engine_that_does_not_come_is_counted_as_one_that_failed(record_all: RecordAll) -> None:
    about = {"cause": "c", "session_id": "s1", "source": EngineName.NONE, "target": EngineName.MAGNITUDE}
    about |= {"reason": SwitchReason.ESCALATION, "took_ms": 30, "platform": "lever", "site": "jobs.example.com"}
    switches = [session.EngineSwitchFailed(**about, code=code) for code in ("engine_crashed", *BLAMELESS)]  # type: ignore[arg-type]
    built = folded_in(record_all(JOB, [requested(), *switches]))
    for table in ("engine_stats", "engine_days"):
        (row,) = built.rows[table].values()
        assert (row.platform, row.engine, row.successes, row.failures) == ("lever", "magnitude", 0, 1)  # type: ignore[attr-defined]


def test_a_page_that_hangs_is_not_blamed_on_the_engine_that_was_to_work_it(record_all: RecordAll) -> None:
    hangs = session.EngineSwitchFailed(
        cause="c",
        session_id="s1",
        source=EngineName.NONE,
        target=EngineName.MAGNITUDE,
        reason=SwitchReason.ESCALATION,
        platform="lever",
        site="jobs.example.com",
        code="page_unreadable",
        took_ms=30,
    )
    assert not folded_in(record_all(JOB, [requested(), hangs])).rows["engine_stats"]


def test_a_lost_session_keeps_who_hosted_it(record_all: RecordAll) -> None:
    story = Story().begun()
    log = record_all(JOB, [*story.log, session.SessionLost(session_id="s1", reason="crashed")])
    row = only(folded_in(log[:-1], log[-1:]), tables.SESSIONS)
    assert isinstance(row, SessionRow)
    assert (row.status, row.reason, row.host, row.job_id) == ("lost", "crashed", "host-1", JOB)


def test_every_event_is_copied_with_its_whole_payload(history: Callable[[Story], Log]) -> None:
    story = Story().applied()
    copied = folded_in(history(story)).rows["events"]
    assert len(copied) == len(story.log)
    assert [row.type for row in copied.values()] == [type(event).__name__ for event in story.log]  # type: ignore[attr-defined]


def asked() -> Story:
    """A job that waits for a human to answer a required question."""
    unanswered = (plan.Unanswered("parrot", "q-parrot"),)
    story = Story().begun().observed(form(page.FieldFact("parrot", required=True))).no_recipe()
    story.planned(unanswered=unanswered)
    story.proceed_to(job.HumanRequested)
    return story


@given(data=st.data())
@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_a_recipe_stands_where_the_domain_says(logs: st.SearchStrategy[Log], data: st.DataObject) -> None:
    log = data.draw(logs)
    site = recipe.NOTHING_LEARNT
    for each in log:
        site = recipe.evolve(site, each.event, each.sequence) if each.aggregate.kind is Kind.RECIPE else site
    built = folded_in(log)
    assert {row.fingerprint: (row.health, row.retired) for row in built.rows["recipes"].values()} == {  # type: ignore[attr-defined]
        name: (one.health, not one.is_replayable) for name, one in site.recipes.items()
    }
    kept = {
        (row.fingerprint, row.field_id): (row.health, row.verified, row.failed)  # type: ignore[attr-defined]
        for row in built.rows["recipe_steps"].values()
        if not row.forgotten  # type: ignore[attr-defined]
    }
    assert kept == {
        (name, field): (state.health, state.verified, state.failed)
        for name, one in site.recipes.items()
        for field, state in one.steps.items()
    }
