"""Two gateways beside each other: a receiver is told no more often for that, and both tell it."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ghosthands.domain import job, services
from ghosthands.stack import StackConfig, Supervisor, logged_in
from ghosthands.testkit.receiver import Receiver
from ghosthands.vault.opening import open_vault
from tests.integration.services.conftest import HITL_GATEWAY, SECRET, Case, Town

pytestmark = [pytest.mark.integration, pytest.mark.heavy]  # more than the minute that it is about

PER_MINUTE = 12
ASIDE = {"GHOSTHANDS_HTTP_PORT": "0", "GHOSTHANDS_WORKER_PORT": "0", "GHOSTHANDS_METRICS_PORT": "0"}


@pytest.fixture
async def crossing(tmp_path: Path, open_folder: Path) -> AsyncIterator[Town]:
    """A town whose gateway tells a receiver twelve times a minute."""
    env = {**HITL_GATEWAY, "GHOSTHANDS_HITL_GATEWAY_CALLBACKS_PER_MINUTE": str(PER_MINUTE)}
    config = StackConfig(
        state_dir=open_folder / "crossing",
        services=(services.HITL_GATEWAY,),
        nats_url=None,
        http_port=None,
        worker_port=None,
        extra_env={services.HITL_GATEWAY: env},
    )
    async with AsyncExitStack() as exits:
        stack = await exits.enter_async_context(Supervisor(config))
        users = (services.JOB_INTAKE, services.EXECUTOR, services.BROWSER_HOST)
        buses = {user: await exits.enter_async_context(logged_in(stack, user)) for user in users}
        vault = await open_vault(buses[services.JOB_INTAKE], stack.state.master_key_file)
        yield Town(stack, buses, vault, await open_vault(buses[services.BROWSER_HOST], stack.state.master_key_file))


@asynccontextmanager
async def second_gateway(stack: Supervisor, log: Path) -> AsyncIterator[Process]:
    """Another gateway beside the stack's own, with the same settings but for its doors."""
    running = Path(f"/proc/{stack.process(services.HITL_GATEWAY).pid}/environ").read_text()  # noqa: ASYNC240  no disk
    environment = dict(line.partition("=")[::2] for line in running.split("\0") if line)
    command = (sys.executable, "-m", "ghosthands.hitl_gateway")
    with log.open("wb") as out:
        process = await asyncio.create_subprocess_exec(*command, env={**environment, **ASIDE}, stdout=out, stderr=out)
        try:
            yield process
        finally:
            process.terminate()
            await asyncio.wait_for(process.wait(), 30)


def most_in_a_minute(moments: Sequence[float]) -> int:
    return max(sum(start <= moment < start + 60 for moment in moments) for start in moments)


async def test_both_together_tell_a_receiver_no_more_often_than_it_may_be_told(crossing: Town, tmp_path: Path) -> None:
    log, first_log = tmp_path / "second.log", crossing.stack.state.log_file(services.HITL_GATEWAY)
    async with Receiver(SECRET).listening() as receiver, second_gateway(crossing.stack, log):
        cases = [Case(crossing) for _ in range(4 * PER_MINUTE)]
        for each in cases:
            await each.start(callback_url=receiver.callback_url(), valet_task_id=each.task)
        await asyncio.gather(
            *(each.say(services.EXECUTOR, job.JobClaimed(at=datetime.now(UTC), worker="w")) for each in cases)
        )
        await receiver.until(lambda: len(receiver.heard) >= 2 * PER_MINUTE, timeout=150)
        moments = [one.at for one in receiver.heard]
    assert most_in_a_minute(moments) == PER_MINUTE
    assert all("callback_delivered" in path.read_text() for path in (log, first_log)), "both have told it"
