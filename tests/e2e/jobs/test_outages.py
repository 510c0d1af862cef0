"""NATS or PostgreSQL away: services wait and say so; nothing is lost, nothing sent twice."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import aclosing
from pathlib import Path

import httpx
import pytest

from ghosthands import readmodel
from ghosthands.domain import services
from ghosthands.domain.job import Phase
from ghosthands.practice.holds import HoldPoint
from ghosthands.readmodel import JobStatus
from ghosthands.stack import ports
from ghosthands.testkit.lab import PATIENCE, Lab, a_posting

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.mark.heavy
async def test_a_job_survives_nats_being_killed_under_it(lab: Lab) -> None:
    posting = a_posting("stepwise")
    job_id = await lab.apply(posting)
    await lab.until(job_id, lambda seen: bool(seen.named("PageObserved")))
    restarts = lab.stack.process("nats").restarts
    os.kill(lab.stack.process("nats").pid, signal.SIGKILL)
    await lab.stack.wait_until_restarted("nats", restarts + 1)
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED, seen
    assert lab.submissions(posting) == 1


async def test_a_submission_under_way_survives_nats_being_killed(lab: Lab) -> None:
    posting = a_posting()
    lab.site.holds.arm(posting.key, HoldPoint.BEFORE_COUNT)
    job_id = await lab.apply(posting)
    await lab.held(posting)
    restarts = lab.stack.process("nats").restarts
    os.kill(lab.stack.process("nats").pid, signal.SIGKILL)
    await lab.stack.wait_until_restarted("nats", restarts + 1)
    lab.site.holds.release()
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED, seen
    assert lab.submissions(posting) == 1


async def test_projector_waits_for_postgresql_and_then_catches_up(lab: Lab) -> None:
    postgres = lab.stack.process("postgres")
    restarts = postgres.restarts
    os.kill(postgres.pid, signal.SIGKILL)
    seen = await lab.finished(await lab.apply(a_posting()))
    assert seen.phase is Phase.COMPLETED, seen
    await lab.stack.wait_until_restarted("postgres", restarts + 1)
    async with (
        asyncio.timeout(PATIENCE),
        readmodel.connect(lab.stack.reader_url) as tables,
        aclosing(tables.changes(seen.job.id)) as changes,
    ):
        assert await anext(row async for row in changes if row.status == JobStatus.COMPLETED)


async def test_a_service_without_nats_waits_says_so_and_stops_when_told(tmp_path: Path) -> None:
    free = ports.free_ports(len(services.SERVICES))
    async with asyncio.TaskGroup() as together:  # none outlives one that fails
        alone = [
            together.create_task(_alone(name, port, tmp_path))
            for name, port in zip(services.SERVICES, free, strict=True)
        ]
    assert [one.result() for one in alone] == [(503, ["nats"], 0)] * len(services.SERVICES)


async def _alone(service: str, port: int, folder: Path) -> tuple[int, list[str], int]:
    """Start the service where there is nothing else: what `/readyz` says, and the exit code once it is told to stop."""
    environment = {
        **os.environ,
        "GHOSTHANDS_NATS_URL": "nats://127.0.0.1:1",
        "GHOSTHANDS_METRICS_PORT": str(port),
        "GHOSTHANDS_MASTER_KEY_FILE": str(folder / "master.key"),
        "GHOSTHANDS_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        "GHOSTHANDS_BROWSER_HOST_BROWSERS_DIR": str(folder),
    }
    module = f"ghosthands.{service.replace('-', '_')}"
    with (folder / f"{service}.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, env=environment, stdout=log, stderr=log
        )
    try:
        answer = await _first_answer(f"http://127.0.0.1:{port}/readyz")
        process.terminate()
        code = await asyncio.wait_for(process.wait(), PATIENCE)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return answer.status_code, answer.json()["waiting_for"], code


async def _first_answer(url: str) -> httpx.Response:
    """The first answer of a server that is starting."""
    transport = httpx.AsyncHTTPTransport(retries=0)
    async with asyncio.timeout(PATIENCE), httpx.AsyncClient(transport=transport) as client:
        while True:
            try:
                return await client.get(url)
            except httpx.ConnectError:
                await asyncio.sleep(0.05)
