"""The upstream documents' own queries, as they stand there, on the views that carry their tables' names."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import asyncpg
import pytest

from ghosthands.domain import job, plan, session
from ghosthands.domain.cascade import EngineRecord, Why
from ghosthands.domain.codes import BLAMELESS
from ghosthands.domain.engine import EngineName, SwitchReason
from ghosthands.domain.message import Event
from ghosthands.domain.registry import EVENTS
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.testkit.story import Story, fill, form

pytestmark = pytest.mark.integration

Log = list[Recorded[Event]]

SUCCESS_RATES = """
SELECT
  platform,
  engine,
  COUNT(*) FILTER (WHERE success = true) AS successes,
  COUNT(*) FILTER (WHERE success = false) AS failures,
  ROUND(
    COUNT(*) FILTER (WHERE success = true)::numeric /
    NULLIF(COUNT(*), 0), 3
  ) AS success_rate
FROM task_events
WHERE event_type = 'engine_operation'
GROUP BY platform, engine
ORDER BY platform, success_rate DESC;
"""

SWITCHES = """
-- Engine switch frequency per workflow run
SELECT
  workflow_run_id,
  COUNT(*) AS switch_count,
  ARRAY_AGG(data->>'reason' ORDER BY created_at) AS reasons
FROM task_events
WHERE event_type = 'engine_switch'
GROUP BY workflow_run_id
ORDER BY switch_count DESC;
"""

LATENCY = """
-- Average switch latency
SELECT
  (data->>'from')::text AS from_engine,
  (data->>'to')::text AS to_engine,
  ROUND(AVG((data->>'durationMs')::numeric)) AS avg_latency_ms,
  COUNT(*) AS total_switches
FROM task_events
WHERE event_type = 'engine_switch'
GROUP BY data->>'from', data->>'to';
"""

SUCCESS_RATES_BY_DATA = """
-- Engine success rates by platform
SELECT
  data->>'platform' AS platform,
  data->>'engine' AS engine,
  COUNT(*) FILTER (WHERE (data->>'success')::boolean = true) AS successes,
  COUNT(*) AS total,
  ROUND(
    COUNT(*) FILTER (WHERE (data->>'success')::boolean = true)::numeric /
    NULLIF(COUNT(*), 0), 3
  ) AS success_rate
FROM task_events
WHERE event_type = 'engine_operation'
GROUP BY data->>'platform', data->>'engine'
ORDER BY platform, success_rate DESC;
"""


@pytest.fixture
async def ask(db: Any, log_of: Callable[[str, list[Event]], Log]) -> Callable[[str], Any]:
    """A query, as the role that may only read, on a log with three operations that worked and one that did not, an
    engine that did not come, a human's takeover, and much that no engine is to blame for.
    """
    story = Story().begun().observed(form()).no_recipe().planned(*(fill(name, f"a-{name}") for name in "wxyz"))
    worked = [
        session.ActionVerified(
            cause="c", action_id=f"a-{name}", field_id=name, took_ms=10, fingerprint="f", confidence=0.75
        )
        for name in "wxy"
    ]
    failed = session.ActionFailed(
        cause="c", action_id="a-z", target="z", code="value_not_kept", took_ms=40, tier=1, engine="stagehand"
    )
    started = session.ActionStarted(
        cause="c", session_id="s1", action_id="a-z", kind=plan.ActionKind.FILL, target="z", key="profile.z"
    )
    about: dict[str, Any] = {"session_id": "s1", "source": EngineName.PLAYWRIGHT, "platform": "greenhouse", "site": "x"}
    switches = [
        session.EngineSwitched(
            **about, cause="s", target=EngineName.STAGEHAND_DOM, reason=SwitchReason.ESCALATION, took_ms=100
        ),
        session.EngineSwitchFailed(
            **about,
            cause="t",
            target=EngineName.MAGNITUDE,
            reason=SwitchReason.FORCED,
            code="engine_crashed",
            took_ms=30,
        ),
    ]
    not_to_blame: list[Event] = [
        session.ActionFailed(cause="c", action_id=f"b-{code}", target="z", code=code, took_ms=took_ms)
        for code, took_ms in [*((code, 9) for code in sorted(BLAMELESS)), ("consecutive_failures", 0)]
    ]
    not_to_blame += [
        session.EngineSwitchFailed(
            **about, cause="u", target=EngineName.MAGNITUDE, reason=SwitchReason.FORCED, code=code, took_ms=30
        )
        for code in sorted(BLAMELESS)
    ]
    others: list[Event] = [
        job.TierEscalated(
            at=story.now,
            failed=("a-z",),
            actions=("b-z",),
            source=EngineName.PLAYWRIGHT,
            target=EngineName.STAGEHAND_DOM,
            reason=SwitchReason.ESCALATION,
            platform="greenhouse",
            order=(EngineName.STAGEHAND_DOM,),
            why=Why.LEARNED,
            seen=(EngineRecord(EngineName.STAGEHAND_DOM, 40.0, 0.9),),
        ),
        session.EngineConnected(session_id="s1", engine=EngineName.STAGEHAND_DOM, took_ms=5),
        session.ControlTaken(session_id="s1", viewer_id="v"),
        session.ControlReleased(session_id="s1", viewer_id="v", held_ms=7000),
        session.ControlTaken(session_id="s1", viewer_id="v"),
    ]
    projection = await db.projection()
    happened = [*story.log, *worked, started, failed, *switches, *not_to_blame, *others]
    await projection.apply(log_of(story.job.id, happened))

    async def query(text: str) -> list[tuple[Any, ...]]:
        connection = await asyncpg.connect(db.reader_url, server_settings={"search_path": "gh"})
        try:
            return [tuple(record) for record in await connection.fetch(text)]
        finally:
            await connection.close()

    return query


async def test_success_rates_by_column(ask: Callable[[str], Any]) -> None:
    assert await ask(SUCCESS_RATES) == [
        ("greenhouse", "playwright", 3, 0, Decimal("1.000")),
        ("greenhouse", "magnitude", 0, 1, Decimal("0.000")),
        ("greenhouse", "stagehand", 0, 1, Decimal("0.000")),
    ]


async def test_the_engines_own_table_counts_the_same(ask: Callable[[str], Any]) -> None:
    counted = await ask("select platform, engine, successes, failures from engine_stats")
    by_days = await ask("select platform, engine, sum(successes), sum(failures) from engine_days group by 1, 2")
    rates = [row[:4] for row in await ask(SUCCESS_RATES)]
    assert sorted(counted) == sorted(by_days) == sorted(rates)


async def test_an_operation_says_how_long_it_took_and_how_sure_its_engine_was(ask: Callable[[str], Any]) -> None:
    found = await ask(
        "select data->>'durationMs', data->>'confidence' from task_events"
        " where event_type = 'engine_operation' and success"
    )
    assert found == [("10", "0.75")] * 3


async def test_a_connected_engine_is_told_with_its_mode(ask: Callable[[str], Any]) -> None:
    found = await ask("select engine, data->>'mode' from task_events where event_type = 'engine_connected'")
    assert found == [("stagehand:dom", "dom")]


async def test_an_escalation_says_from_where_to_where_and_what_was_known(ask: Callable[[str], Any]) -> None:
    found = await ask(
        "select data->>'from', data->>'to', data->>'why', data->'seen'->0->>'rate' from task_events"
        " where event_type = 'cascade_escalation'"
    )
    assert found == [("playwright", "stagehand:dom", "learned", "0.9")]


async def test_a_takeover_lasts_until_control_is_released(ask: Callable[[str], Any]) -> None:
    found = await ask("select duration_ms from task_events where event_type = 'human_takeover' order by sequence")
    assert found == [(7000,), (None,)], "the second lasts still"


async def test_a_job_that_ran_out_of_time_says_so_in_words(db: Any, log_of: Callable[[str, list[Event]], Log]) -> None:
    story = Story().filled().wait(300)
    story.proceed_to(job.JobTimedOut)
    projection = await db.projection()
    await projection.apply(log_of(story.job.id, story.log))
    found = await db.rows("select message from gh.gh_job_events where event_type = 'job_failed'")
    assert found == [("Timeout after 5 minutes",)]


async def test_success_rates_by_data(ask: Callable[[str], Any]) -> None:
    assert await ask(SUCCESS_RATES_BY_DATA) == [
        ("greenhouse", "playwright", 3, 3, Decimal("1.000")),
        ("greenhouse", "magnitude", 0, 1, Decimal("0.000")),
        ("greenhouse", "stagehand", 0, 1, Decimal("0.000")),
    ]


async def test_how_often_a_run_switched_engines_and_why(ask: Callable[[str], Any]) -> None:
    ((_run, count, reasons),) = await ask(SWITCHES)
    assert count == 2 + len(BLAMELESS)
    assert reasons[:2] == ["escalation", "forced"]


async def test_how_long_switching_takes(ask: Callable[[str], Any]) -> None:
    assert sorted(await ask(LATENCY)) == [
        ("playwright", "magnitude", Decimal(30), 1 + len(BLAMELESS)),
        ("playwright", "stagehand:dom", Decimal(100), 1),
    ]


async def test_a_switch_carries_its_outcome_in_data_and_in_columns(ask: Callable[[str], Any]) -> None:
    found = await ask(
        "select platform, engine, success, duration_ms, data->>'success', data->>'engine' from task_events"
        " where event_type = 'engine_switch' order by sequence limit 2"
    )
    assert found == [
        ("greenhouse", "stagehand:dom", True, 100, "true", "stagehand:dom"),
        ("greenhouse", "magnitude", False, 30, "false", "magnitude"),
    ]


async def test_a_failed_operation_is_an_engine_failure_too(ask: Callable[[str], Any]) -> None:
    found = await ask(
        "select event_type, success, duration_ms, data->>'operation', data->>'code' from task_events"
        " where success = false and event_type <> 'engine_switch' order by event_type, duration_ms"
    )
    assert found == [
        ("engine_failure", False, 30, None, "engine_crashed"),
        ("engine_failure", False, 40, "fill", "value_not_kept"),
        ("engine_operation", False, 30, None, "engine_crashed"),
        ("engine_operation", False, 40, "fill", "value_not_kept"),
    ]


async def test_the_events_of_a_job_carry_its_status_changes(ask: Callable[[str], Any]) -> None:
    found = await ask("SELECT event_type, from_status, to_status, actor FROM gh_job_events ORDER BY created_at")
    assert found[0] == ("job_started", "pending", "running", "executor")
    assert [row[0] for row in found].count("step_completed") == 3


async def test_the_jobs_can_be_asked_as_a_worker_would(ask: Callable[[str], Any]) -> None:
    running = await ask(
        "SELECT * FROM gh_automation_jobs"
        " WHERE browser_mode = 'server' AND status = 'running' AND worker_id = 'executor-1'"
    )
    stuck = await ask("SELECT * FROM gh_automation_jobs WHERE status = 'running' AND last_heartbeat < now()")
    assert len(running) == len(stuck) == 1
    assert await ask("SELECT status, result_summary FROM gh_automation_jobs") == [("running", None)]


async def test_every_name_is_of_an_event_there_is(db: Any) -> None:
    await db.open()
    assert {name for (name,) in await db.rows("select type from gh.event_names")} <= EVENTS.keys()


async def test_costs_are_read_by_tier_model_platform_and_day(db: Any, log: Callable[[int], Log]) -> None:
    projection = await db.projection()
    await projection.apply(log(8))  # two of them asked models
    by_tier = await db.rows(
        "select tier, calls, failures, tokens, usd, unpriced, owners from gh.costs_by_tier order by 1"
    )
    assert by_tier == [(1, 4, 2, 18, Decimal("1.6E-8"), 0, 2), (2, 2, 0, 16, Decimal(0), 2, 2)]
    by_model = await db.rows("select model, calls from gh.costs_by_model order by 1")
    assert by_model == [("local/own", 2), ("openai/gpt-4o", 4)]
    assert await db.rows("select sum(calls) from gh.costs_by_platform") == [(6,)]
    assert await db.rows("select calls, owners from gh.costs_by_day") == [(6, 2)]
    jobs = await db.rows(
        "select model_calls, model_tokens, nano_usd, unpriced_calls from gh.jobs where model_calls > 0"
    )
    assert jobs == [(3, 17, 8, 1)] * 2
    names = await db.rows("select distinct event_type from gh.gh_job_events where event_type = 'tokens_used'")
    assert names == [("tokens_used",)]
