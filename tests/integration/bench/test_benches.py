"""The benches on real servers: both sides do the same work, and nothing stays behind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ghosthands import stack
from ghosthands.bench import (
    age,
    append,
    apply,
    fill,
    first_and_second,
    fold,
    latency,
    notify,
    rebuild,
    replay,
    scale,
    servers,
    wake,
)
from ghosthands.bench.aged_log import AgedLog
from ghosthands.bench.measure import Result
from ghosthands.domain.services import EXECUTOR, PROJECTOR
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import direct_get, streams
from ghosthands.messaging.server.jetstream import Stored
from ghosthands.messaging.wire import subjects, trail
from ghosthands.projector.tables import TABLES
from ghosthands.projector.write import Connection

pytestmark = [pytest.mark.integration, pytest.mark.heavy]


def untold(what: str, done: int, of: int) -> None:
    """Nobody watches."""


def is_there(folder: Path) -> bool:
    return folder.exists()


def names(results: list[Result]) -> list[str]:
    return [result.name for result in results]


def positive(results: list[Result]) -> bool:
    return all(result.ours > 0 and result.reference > 0 and result.ratio > 0 for result in results)


async def test_append_tells_both_rates_and_leaves_nothing_behind(bench_dir: Path) -> None:
    results = await append.run(1, untold)
    assert names(results) == ["append.one_at_a_time", "append.pipelined"]
    assert positive(results)
    assert not is_there(bench_dir)


async def test_age_fills_two_logs_and_leaves_nothing_behind(bench_dir: Path) -> None:
    results = await age.run(1, untold, jobs=600)
    assert names(results) == [contest.name for contest in age.CONTESTS]
    assert positive(results)
    assert not is_there(bench_dir)


async def test_what_age_fills_a_log_with_is_read_by_its_trails(tmp_path: Path) -> None:
    log = AgedLog(tmp_path / "log", 100)
    await log.fill(untold)
    log.start()
    try:
        async with log.connected(EXECUTOR) as bus:
            for job_id in (log.job_at(0.1), log.job_at(0.9), log.rested_job(0)):
                history = await JetStreamEventLog(bus).load(subjects.job(job_id))
                looked = direct_get.each(bus, streams.EVENTS, history.aggregate.subjects())
                assert [one.sequence for one in history.recorded] == [each.sequence async for each in looked]
            [first] = [each async for each in direct_get.each(bus, streams.EVENTS, subjects.ALL_EVENTS, count=1)]
            assert first.headers[trail.HEADER] == "0,0"
    finally:
        log.stop()


async def test_the_bare_client_publishes_what_the_log_would() -> None:
    def shape(message: Stored) -> tuple[Any, ...]:
        kind = [token for token in message.subject.split(".") if "-" not in token]
        return (
            kind,
            sorted(message.headers),
            len(message.data),
            {name: len(each) for name, each in message.headers.items()},
        )

    async def body(running: stack.Supervisor) -> list[Stored]:
        async with servers.connect(running, EXECUTOR) as [bus], servers.connect_bare(running) as client:
            await append.append_to_a_job(JetStreamEventLog(bus), [append.make_event()])
            await append.publish(client.jetstream(), append.read_messages_of_a_job(1))
            return await bus.read_back(streams.EVENTS, subjects.ALL_EVENTS, after=0)

    ours, bare = await servers.run_with_servers(body)
    assert shape(ours) == shape(bare)


async def test_the_bare_inserts_leave_the_very_rows_that_the_loop_leaves() -> None:
    async def body(running: stack.Supervisor) -> tuple[dict[str, list[Any]], dict[str, list[Any]]]:
        await fold.write_log(running, 6, untold)
        async with servers.connect(running, PROJECTOR) as [bus]:
            recorded = await fold.read_log(bus)
            async with fold.empty_tables(running.database_url) as connection:
                await fold.follow(bus, connection, recorded[-1].sequence)
                folded = await contents(connection)
            async with fold.empty_tables(running.database_url) as connection:
                await fold.insert(connection, fold.list_inserts(recorded, batch=100))
                return folded, await contents(connection)

    folded, inserted = await servers.run_with_servers(body)
    assert len(folded["jobs"]) == 6
    assert folded == inserted


async def contents(connection: Connection) -> dict[str, list[Any]]:
    return {
        table.name: await connection.fetch(f"select * from {table.name} order by {', '.join(table.key)}")
        for table in TABLES
    }


async def test_fold_tells_the_rate_of_the_loop() -> None:
    results = await fold.run(1, untold)
    assert names(results) == ["fold.loop"]
    assert positive(results)


async def test_latency_tells_how_long_it_takes_to_be_seen_and_to_be_answered() -> None:
    results = await latency.run(1, untold)
    assert names(results) == ["latency.append_to_row_p99", "latency.command_to_fact_p50"]
    assert positive(results)


async def test_notify_tells_how_long_it_takes_to_be_told() -> None:
    results = await notify.run(1, untold)
    assert names(results) == ["notify.told_p99", "notify.told_p50"]
    assert positive(results)


@pytest.mark.e2e
async def test_apply_sends_every_application_of_both_sides_once(bench_dir: Path) -> None:
    results = await apply.run(1, untold)
    assert names(results)[:4] == ["apply.whole", "apply.cold", "apply.form", "apply-cpu"]
    assert set(names(results)[4:]) >= {"apply-cpu.browser-host", "apply-cpu.nats", "apply-cpu.driver"}
    assert positive(results)
    assert not is_there(bench_dir)


@pytest.mark.e2e
async def test_replay_sends_every_application_of_both_sides_once_and_plans_none(bench_dir: Path) -> None:
    results = await replay.run(1, untold)
    assert names(results) == ["replay.greenhouse"]
    assert positive(results)
    assert not is_there(bench_dir)


@pytest.mark.e2e
async def test_a_form_s_first_run_asks_a_model_and_its_second_none_with_the_same_application(bench_dir: Path) -> None:
    results = {result.name: result for result in await first_and_second.run(1, untold)}
    for form in first_and_second.FORMS:
        for what in ("calls", "tokens", "cost"):
            measured = results.pop(f"first-and-second.{form.name}.{what}")
            assert (measured.ours, measured.reference > 0) == (0, True)
        verified = results.pop(f"first-and-second.{form.name}.verified")
        assert verified.ours == verified.reference > 10
        assert results.pop(f"first-and-second.{form.name}.seconds").ratio > 0
    assert not results
    assert not is_there(bench_dir)


@pytest.mark.e2e
async def test_fill_leaves_the_same_form_behind_as_the_script(
    bench_dir: Path, form_pages: Callable[[str, str], Path]
) -> None:
    form_pages("bench", fill.PAGE)
    results = await fill.run(1, untold)
    assert names(results) == ["fill.verified"]
    assert positive(results)
    assert not is_there(bench_dir)


async def test_two_benches_at_once_are_refused(bench_dir: Path) -> None:
    async def body(_running: stack.Supervisor) -> bool:
        with pytest.raises(stack.StackError, match="already runs"):
            await append.run(1, untold)
        return is_there(bench_dir)

    assert await servers.run_with_servers(body)


async def test_wake_tells_both_percentiles_and_leaves_nothing_behind(bench_dir: Path) -> None:
    results = await wake.run(1, untold)
    assert names(results) == ["wake.to_next_step_p50", "wake.to_next_step_p99"]
    assert positive(results)
    assert not is_there(bench_dir)


async def test_rebuild_folds_all_that_is_scanned_and_leaves_nothing_behind(bench_dir: Path) -> None:
    results = await rebuild.run(2, untold, jobs=100)
    assert names(results) == ["rebuild.events", "rebuild.archived"]
    assert positive(results)
    assert not is_there(bench_dir)


async def test_scale_has_every_job_completed_by_simulated_hosts(bench_dir: Path) -> None:
    results = await scale.run(1, untold)
    assert {"scale.cost_x2", "scale.cost_x2.executor", "scale.idle_x2", "scale.jobs_x2"} <= {*names(results)}
    assert positive(results)
    assert not is_there(bench_dir)
