"""What it saves: each form's first run beside its later ones, as the views have it of whole applications."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ghosthands.domain import ids, job
from ghosthands.domain.asked_models import CostIncurred
from ghosthands.domain.message import Event
from ghosthands.domain.page import FieldFact
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.readmodel import Reader
from ghosthands.testkit.story import NOON, Story, confirmation, fill, form, recorded

pytestmark = pytest.mark.integration

Log = list[Recorded[Event]]

FILLED = form(FieldFact("email", required=True, filled=True))


def asked(name: str, nano_usd: int | None) -> CostIncurred:
    return CostIncurred(
        call_id=name, model="openai/gpt-4o", tier=0, purpose="classify", input_tokens=90, nano_usd=nano_usd, took_ms=9
    )


def planned(number: int) -> Story:
    """Filled by a plan that took two questions to a model."""
    story = Story(ids.job_id("valet", f"run-{number}")).begun().observed(form()).no_recipe()
    story.planned(fill("email")).tell(asked(f"{number}-1", 4_000), asked(f"{number}-2", 2_000))
    return sent(story)


def replayed(number: int) -> Story:
    """Filled by a recipe."""
    story = Story(ids.job_id("valet", f"run-{number}")).begun().observed(form())
    return sent(story.replayed(fill("email")))


def sent(story: Story) -> Story:
    story.verified().observed(FILLED)
    story.proceed_to(job.EffectIntended)
    story.pressed().observed(confirmation())
    story.proceed_to(job.SubmitConfirmed)
    story.proceed_to(job.JobCompleted)
    return story


def one_after_another(*stories: Story) -> Log:
    log: Log = []
    for story in stories:
        log += [recorded(subjects.job(story.job.id), event, len(log) + at) for at, event in enumerate(story.log, 1)]
    return log


async def test_a_forms_first_run_stands_beside_its_later_ones(db: Any, reader: Reader) -> None:
    await (await db.projection()).apply(one_after_another(planned(1), replayed(2), replayed(3)))
    (one,) = await reader.form_savings()
    assert (one.site, one.fingerprint, one.platform, one.runs) == ("jobs.example.com", "form", "greenhouse", 3)
    assert (one.first_calls, one.first_nano_usd, one.first_questions) == (2, 6_000, 0)
    assert (one.later_calls, one.later_nano_usd, one.replayed_share) == (0, 0, 1)
    assert (one.saved_calls, one.saved_nano_usd) == (4, 12_000)


async def test_a_form_that_was_filled_once_has_nothing_to_compare(db: Any, reader: Reader) -> None:
    await (await db.projection()).apply(one_after_another(planned(1)))
    (one,) = await reader.form_savings()
    assert (one.runs, one.later_calls, one.later_ms, one.replayed_share) == (1, None, None, None)
    assert (one.saved_calls, one.saved_nano_usd, one.saved_ms) == (0, 0, 0)


async def test_a_form_that_changed_a_little_is_the_one_its_recipe_was_learnt_on(db: Any, reader: Reader) -> None:
    changed = Story(ids.job_id("valet", "run-2")).begun().observed(form(fingerprint="changed"))
    changed.replayed(fill("email"), known="form")
    await (await db.projection()).apply(one_after_another(planned(1), sent(changed)))
    assert [(one.fingerprint, one.runs) for one in await reader.form_savings()] == [("form", 2)]


async def test_what_costs_more_later_saves_less_than_nothing(db: Any, reader: Reader) -> None:
    await (await db.projection()).apply(one_after_another(replayed(1), planned(2)))
    (one,) = await reader.form_savings()
    assert (one.saved_calls, one.saved_nano_usd) == (-2, -6_000)


async def test_a_human_s_time_is_not_the_runs(db: Any, reader: Reader) -> None:
    rows = "update gh.jobs set started_at = $1::timestamptz, completed_at = $1::timestamptz + interval '90 s'"
    await (await db.projection()).apply(one_after_another(planned(1)))
    await db.rows(f"{rows} returning job_id", NOON)
    await db.rows(
        "insert into gh.hitl_inbox (request_id, job_id, status, requested_at, resolved_at, sequence)"
        " select 'r', job_id, 'resolved', started_at, started_at + interval '60 s', 1 from gh.jobs returning 1"
    )
    (one,) = await reader.form_savings()
    assert (one.first_ms, one.first_questions) == (30_000, 1)


async def test_how_applications_end_and_who_fills_them_is_told_by_platform(
    db: Any, reader: Reader, log: Callable[[int], Log]
) -> None:
    await (await db.projection()).apply(log(8))
    outcomes = {one.platform: one for one in await reader.platform_outcomes()}
    assert (outcomes["greenhouse"].completed, outcomes["unknown"].failed) == (2, 2)
    assert sum(one.jobs for one in outcomes.values()) == sum(
        one.completed + one.failed + one.cancelled for one in outcomes.values()
    )
    (tier,) = await reader.platform_tiers()
    assert (tier.platform, tier.tier, tier.engine, tier.failed) == ("greenhouse", 0, "playwright", 0)
    assert tier.verified == 6
