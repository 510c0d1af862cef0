"""What runs and is not well: suspended, it answers nobody, and is started again."""

from __future__ import annotations

import os
import signal
from collections.abc import Awaitable, Callable

import pytest

from ghosthands.messaging.server import permissions, streams
from ghosthands.messaging.server.jetstream import Outgoing
from ghosthands.stack import StackConfig, Supervisor, Tolerance, logged_in

pytestmark = [pytest.mark.integration, pytest.mark.timeout(300), pytest.mark.slow]

Config = Callable[..., StackConfig]
Until = Callable[[Callable[[], object]], Awaitable[None]]

#: a healthy service on a loaded machine may well be silent for a second
QUICK = Tolerance(every=0.1, running=3.0)


async def test_a_suspended_service_is_started_again(config: Config, until: Until) -> None:
    async with Supervisor(config(tolerance=QUICK)) as running:
        suspended = running.process("planner").pid
        os.kill(suspended, signal.SIGSTOP)
        await until(lambda: "does not answer; see /" in running.process("planner").trouble)
        await running.wait_until_restarted("planner")
        assert running.process("planner").pid != suspended
        assert (running.process("planner").trouble, running.process("executor").restarts) == ("", 0)


async def test_a_suspended_nats_is_started_again_and_has_what_it_accepted(config: Config) -> None:
    async with Supervisor(config(tolerance=QUICK)) as running, logged_in(running, permissions.MIGRATION) as bus:
        await bus.publish(Outgoing("job.requested", b"before"))
        os.kill(running.process("nats").pid, signal.SIGSTOP)
        assert "it does not say how it is" in await running.wait_for_trouble("nats", "")
        await running.wait_until_restarted("nats")
        assert (await bus.publish(Outgoing("job.requested", b"after"))).sequence == 2
        assert (await bus.api(f"STREAM.INFO.{streams.INTAKE}"))["state"]["messages"] == 2


async def test_who_is_suspended_for_less_than_we_tolerate_is_left(config: Config, until: Until) -> None:
    async with Supervisor(config(tolerance=Tolerance(every=0.1, running=600.0))) as running:
        suspended = running.process("planner").pid
        os.kill(suspended, signal.SIGSTOP)
        await until(lambda: running.process("planner").trouble)
        os.kill(suspended, signal.SIGCONT)
        await until(lambda: not running.process("planner").trouble)
        assert (running.process("planner").pid, running.process("planner").restarts) == (suspended, 0)
