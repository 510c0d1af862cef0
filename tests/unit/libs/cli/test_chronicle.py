"""A job told from its events alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ghosthands.cli import chronicle, console
from ghosthands.domain import budget, job, plan, session
from ghosthands.domain.asked_models import CostIncurred, ModelSubstituted
from ghosthands.domain.budget import Allowance, Amounts, BudgetReserved, Limits
from ghosthands.domain.codes import Stuck
from ghosthands.domain.human import AskKind
from ghosthands.domain.message import Event
from ghosthands.domain.recipe import RecipeFound
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.testkit import recorded
from ghosthands.testkit.story import NOON, Story, fill, requested

Tell = Callable[..., list[Recorded[Event]]]

STREAMS = Path(__file__).parents[3] / "replay" / "streams"


def started(
    action: str, target: str, kind: plan.ActionKind = plan.ActionKind.FILL, key: str | None = None
) -> session.ActionStarted:
    key = None if kind in (plan.ActionKind.NEXT, plan.ActionKind.SUBMIT) else key or f"profile.{target}"
    return session.ActionStarted(cause="c", session_id="s1", action_id=action, kind=kind, target=target, key=key)


def verified(action: str, field: str, tier: int = 0) -> session.ActionVerified:
    return session.ActionVerified(
        cause="c", action_id=action, field_id=field, took_ms=1, fingerprint="f" * 64, tier=tier
    )


def failed(action: str, target: str, code: str = "no_match") -> session.ActionFailed:
    return session.ActionFailed(cause="c", action_id=action, target=target, code=code, took_ms=1)


def rejected(code: str) -> job.JobRejected:
    return job.JobRejected(at=NOON, tenant="t", task="t", reasons=(job.Reason("target_url", code, "mend it"),))


def test_a_recorded_application_sums_up_to_what_was_filled_and_sent() -> None:
    history, _ = recorded.read(STREAMS / "two_pages_submitted.jsonl")
    told = chronicle.summarise(history.aggregate.id, history.recorded)
    assert (told.phase, told.submission, told.outcome, told.code) == ("completed", "confirmed", "submitted", None)
    assert (told.fields_verified, told.fields_failed) == (len(set(fields_verified(history.events))), 0)
    assert (told.highest_tier, told.sessions, told.asked_human) == (0, 1, 0)


def fields_verified(events: tuple[Event, ...]) -> list[str]:
    return [event.field_id for event in events if isinstance(event, session.ActionVerified)]


def test_a_recorded_cancel_is_told_as_one() -> None:
    history, _ = recorded.read(STREAMS / "asked_then_cancelled.jsonl")
    told = chronicle.summarise(history.aggregate.id, history.recorded)
    assert (told.phase, told.submission, told.outcome, told.asked_human) == ("cancelled", "none", None, 1)


def test_nothing_recorded_is_an_empty_timeline_and_a_new_job() -> None:
    assert chronicle.tell_timeline([]) == []
    told = chronicle.summarise("j", [])
    assert (told.phase, told.seconds, told.highest_tier, told.reasons) == ("new", 0, None, ())


def test_a_timeline_counts_from_the_first_event(told: Tell) -> None:
    lines = chronicle.tell_timeline(told(*Story().applied().log))
    assert [line.after for line in lines] == [float(number) for number in range(len(lines))]
    assert [line.sequence for line in lines] == list(range(1, len(lines) + 1))
    assert (lines[0].service, lines[0].event) == ("job-intake", "JobRequested")


def test_an_outcome_names_the_key_of_its_action(told: Tell) -> None:
    lines = chronicle.tell_timeline(told(started("a1", "email"), verified("a1", "email"), failed("a2", "phone")))
    assert [line.detail for line in lines] == ["fill profile.email", "profile.email in 1 ms", "phone: no_match"]


def test_a_pressed_button_is_named_by_its_purpose(told: Tell) -> None:
    pressed = session.ActionSucceeded(cause="c", action_id="i", took_ms=9)
    lines = chronicle.tell_timeline(told(started("i", "0badcafe", plan.ActionKind.SUBMIT), pressed))
    assert lines[1].detail == "submit in 9 ms"


def test_in_short_what_a_service_repeats_is_one_line(told: Tell) -> None:
    lines = chronicle.tell_timeline(told(started("a", "x"), started("b", "y"), verified("a", "x"), verified("b", "y")))
    short = chronicle.condense(lines)
    assert [(line.event, line.times, line.sequence) for line in short] == [
        ("ActionStarted", 2, 1),
        ("ActionVerified", 2, 3),
    ]
    assert short[0].detail == "fill profile.x, fill profile.y"


def test_in_short_no_event_is_lost() -> None:
    history, _ = recorded.read(STREAMS / "two_pages_submitted.jsonl")
    lines = chronicle.tell_timeline(history.recorded)
    short = chronicle.condense(lines)
    assert sum(line.times for line in short) == len(lines) > len(short)


def test_the_last_outcome_of_a_field_counts(told: Tell) -> None:
    events = (failed("a", "email"), verified("b", "email"), verified("c", "phone"), failed("d", "phone"))
    summary = chronicle.summarise("j", told(*events))
    assert (summary.fields_verified, summary.fields_failed) == (1, 1)
    assert summary.fields_left == ("phone: no_match",)


def test_a_question_that_is_not_right_is_called_a_question(told: Tell) -> None:
    summary = chronicle.summarise("j", told(started("a", "f", key="answers.9c08"), failed("a", "f")))
    assert summary.fields_left == ("question 9c08: no_match",)


def test_a_button_is_no_field(told: Tell) -> None:
    events = (started("i", "send", plan.ActionKind.SUBMIT), failed("i", "send", "interrupted"))
    assert chronicle.summarise("j", told(*events)).fields_failed == 0


def test_the_dearest_tier_is_told(told: Tell) -> None:
    assert chronicle.summarise("j", told(verified("a", "x"), verified("b", "y", tier=2))).highest_tier == 2


def test_a_field_that_is_right_counts_for_the_tier_that_filled_it_last(told: Tell) -> None:
    first, again = verified("a", "x"), verified("b", "x", tier=3)
    events = (first, failed("c", "x"), again, verified("d", "y"), verified("e", "z", tier=2), failed("f", "z"))
    assert chronicle.summarise("j", told(*events)).tiers == {0: 1, 3: 1}


def test_what_an_earlier_attempt_lost_is_not_told_of_the_next(told: Tell) -> None:
    lost, failed = stuck(Stuck.FIELDS_LOST, "f"), job.JobFailed(at=NOON, code=Stuck.FIELDS_LOST)
    events = (requested(), job.JobClaimed(at=NOON, worker="w1"), lost, failed)
    assert chronicle.summarise("j", told(*events)).fields_lost == ("question key-f",)
    assert chronicle.summarise("j", told(*events, job.JobRetried(at=NOON))).fields_lost == ()


def test_an_end_counts_no_more_once_the_job_is_tried_anew(told: Tell) -> None:
    dry = job.JobCompleted(at=NOON, outcome=job.Outcome.DRY_RUN, ended_before="submit", page=1)
    begun = (requested(dry_run=True), job.JobClaimed(at=NOON, worker="w1"), dry, job.JobRetried(at=NOON))
    summary = chronicle.summarise("j", told(*begun))
    assert (summary.phase, summary.outcome, summary.ended_before, summary.seconds) == ("pending", None, None, 3)
    summary = chronicle.summarise("j", told(*begun, job.JobFailed(at=NOON, code="job_closed"), verified("a", "x")))
    assert (summary.phase, summary.outcome, summary.ended_before, summary.seconds) == ("failed", None, None, 4)


def test_a_rejected_job_is_summed_up_by_the_reasons_said_last(told: Tell) -> None:
    summary = chronicle.summarise("j", told(rejected("bad_url"), rejected("duplicate_application")))
    assert (summary.phase, summary.code) == ("rejected", "duplicate_application")
    assert [reason.code for reason in summary.reasons] == ["duplicate_application"]


def test_a_job_accepted_after_all_has_no_reasons_any_more(told: Tell) -> None:
    summary = chronicle.summarise("j", told(rejected("bad_url"), requested()))
    assert (summary.phase, summary.code, summary.reasons) == ("pending", None, ())


def test_a_dry_run_has_an_outcome_and_no_submission(told: Tell) -> None:
    summary = chronicle.summarise(
        "j", told(requested(dry_run=True), job.JobCompleted(at=NOON, outcome=job.Outcome.DRY_RUN))
    )
    assert (summary.outcome, summary.submission) == ("dry_run", "none")


def test_a_job_took_until_its_end_not_until_its_browser_was_closed(told: Tell) -> None:
    closed = session.SessionClosed(session_id="s1", reason="completed")
    events = told(requested(), job.JobCancelled(at=NOON), closed)
    assert chronicle.summarise("j", events).seconds == 1


def test_what_models_cost_is_told_tier_by_tier_with_those_that_were_asked_instead(told: Tell) -> None:
    about = {"model": "openai/gpt-4o", "purpose": "act", "took_ms": 1}
    summary = chronicle.summarise(
        "j",
        told(
            requested(),
            ModelSubstituted(asked="gpt-4.1", used="openai/gpt-4o", code="no_provider"),
            CostIncurred(call_id="1", input_tokens=10, nano_usd=2_000_000, **about),  # type: ignore[arg-type]
            CostIncurred(call_id="2", tier=1, input_tokens=20, output_tokens=5, nano_usd=1_500_000_000, **about),  # type: ignore[arg-type]
            CostIncurred(call_id="3", tier=1, **about),  # type: ignore[arg-type]
        ),
    )
    assert {tier: (spent.calls, spent.tokens, spent.nano_usd) for tier, spent in summary.models.items()} == {
        0: (1, 10, 2_000_000),
        1: (2, 25, 1_500_000_000),
    }
    facts = console._list_models(summary)
    assert facts == {
        "models": "gpt-4.1 can't be had (there is no key here for a provider of that model: add one):"
        " openai/gpt-4o is asked instead",
        "model calls": "3, 35 tokens, $1.50, 1 at a price nobody knows"
        " (tier 0: 1, 10 tokens, $0.00200; tier 1: 2, 25 tokens, $1.50, 1 at a price nobody knows)",
    }


def test_how_a_job_stands_with_its_budget_is_told(told: Tell) -> None:
    wanted = BudgetReserved(
        call_id="1",
        job_id="j",
        at=NOON,
        expires_at=NOON,
        model="a/b",
        purpose="draft",
        amounts=Amounts(calls=1, tokens=400, nano_usd=30_000_000),
        allowance=Allowance(job=Limits(nano_usd=50_000_000), month=Limits(nano_usd=25_000_000_000)),
    )
    ledger = budget.fold(budget.BudgetLedger(), [wanted])
    spent = budget.find_excess(ledger, wanted)
    assert spent is not None
    assert console._list_models(chronicle.summarise("j", told(requested(), spent), ledger)) == {
        "budget": "$0.03000 of $0.05000, under way: 1; this month $0.03000 of $25.00",
        "budget spent": "the job's money: $0.03000 of $0.05000 are taken, and $0.03000 more were wanted",
    }


def test_fields_that_the_page_does_not_keep_are_told_by_their_keys(told: Tell, screen: Callable[[], str]) -> None:
    email, phone = fill("f", key="profile.email"), fill("p", key="profile.phone")
    planned = plan.PlanProposed(cause="c", model_ref="m", actions=(email,), left_alone=(), unanswered=())
    known = RecipeFound(cause="c", fingerprint="f", recipe="r", model_ref="m", actions=(phone,))
    history = told(
        requested(),
        planned,
        known,
        stuck(Stuck.FIELDS_LOST, "e"),
        stuck(Stuck.FIELDS_LOST, "f", "p", "g"),
        stuck(Stuck.VALIDATION_ERROR, "h"),
    )
    summary = chronicle.summarise("j", history)
    assert summary.fields_lost == ("profile.email", "profile.phone", "question key-g")
    console.show_summary(summary)
    assert "not kept the page emptied or overwrote profile.email, profile.phone, question key-g" in screen()


def stuck(code: Stuck, *fields: str) -> job.HumanRequested:
    asked = tuple(plan.Unanswered(field, f"key-{field}") for field in fields)
    return job.HumanRequested(request_id="r", kind=AskKind.STUCK, code=code, at=NOON, timeout_seconds=300, fields=asked)


def test_entries_of_a_history_that_no_page_had_fields_for_are_told(told: Tell) -> None:
    second, third = "profile.work_history.1", "profile.work_history.2"
    short = plan.PlanProposed(cause="c", model_ref="m" * 64, beyond=(second, third))
    later = plan.PlanProposed(cause="c", model_ref="m" * 64, actions=(fill("f", key=f"{second}.company"),))
    summary = chronicle.summarise("j", told(short, later))
    assert summary.entries_left == (third,)
    assert chronicle.tell_timeline(told(short))[-1].detail == "nothing to fill; no fields for work_history 2, 3"
