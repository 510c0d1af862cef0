"""A disk that is full, for real, and freed again; and a folder of PostgreSQL's that somebody removed."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import asyncpg
import httpx
import msgspec
import pytest

from ghosthands import stack
from ghosthands.chassis.pulse import Pulse
from ghosthands.cli.commands.doctor import Finding
from ghosthands.domain.errors import StreamUnavailable
from ghosthands.messaging.server import permissions, streams
from ghosthands.messaging.server.jetstream import Bus, Outgoing
from ghosthands.messaging.wire import subjects
from ghosthands.stack import StackConfig, Supervisor, Tolerance, logged_in
from ghosthands.stack.services import module_command
from ghosthands.testkit.small_disk import NotMounted, SmallDisk

pytestmark = [pytest.mark.integration, pytest.mark.timeout(300), pytest.mark.slow]

Config = Callable[..., StackConfig]
Until = Callable[[Callable[[], object]], Awaitable[None]]

QUICK = Tolerance(every=0.1, running=3.0)


@pytest.fixture
def small_disk() -> Iterator[SmallDisk]:
    with ExitStack() as stack:
        try:
            disk = stack.enter_context(SmallDisk.mounted(500))
        except NotMounted as error:
            pytest.skip(str(error))
        yield disk


async def store(bus: Bus, text: bytes) -> bool:
    """Whether NATS stored the request, by its own answer."""
    return await refused(bus, text) is None


async def refused(bus: Bus, text: bytes = b"meanwhile", *, subject: str = "job.requested") -> str | None:
    """What our own services are told when they have a request stored; None where it was."""
    try:
        await bus.publish_once(Outgoing(subject, text), timeout=1.0)
    except StreamUnavailable as error:
        return str(error)
    return None


async def stored(bus: Bus) -> int:
    return int((await bus.api(f"STREAM.INFO.{streams.INTAKE}"))["state"]["messages"])


async def test_on_a_disk_that_is_nearly_full_new_jobs_are_refused_in_words_and_those_in_hand_go_on(
    config: Config, small_disk: SmallDisk, until: Until
) -> None:
    small = config(state_dir=small_disk.path / "state", tolerance=QUICK)
    async with Supervisor(small) as running, logged_in(running, permissions.MIGRATION) as bus:
        accepted = int(await store(bus, b"before"))
        small_disk.fill(leave_megabytes=100)
        while (refusal := await refused(bus)) is None:
            accepted += 1
        assert "NATS has no room for more now: free space on its disk" in refusal
        while (refusal := await refused(bus, subject="human.came")) is None:
            continue
        assert "NATS has no room for more now: free space on its disk" in refusal
        assert b"GH_EVENTS" in (await bus.request("gh.evt.job.one.executor.JobClaimed", b"{}")).data
        await until(lambda: "no new jobs are accepted: only" in running.process("nats").trouble)
        small_disk.free()
        async with asyncio.timeout(30):
            while not await store(bus, b"after"):
                continue
            while await refused(bus, subject="human.came"):
                continue
        assert await stored(bus) == accepted + 1
        assert running.process("nats").restarts == 0


async def test_nats_stores_again_once_a_full_disk_was_freed(
    config: Config, small_disk: SmallDisk, until: Until
) -> None:
    small = config(state_dir=small_disk.path / "state", tolerance=QUICK)
    async with Supervisor(small) as running, logged_in(running, permissions.MIGRATION) as bus:
        accepted = int(await store(bus, b"before"))
        small_disk.fill()
        while await store(bus, bytes(100_000)):
            accepted += 1
        await until(lambda: "MB are free on the disk" in running.process("nats").trouble)
        assert running.process("nats").restarts == 0, "on a full disk it would lose streams at its start"
        small_disk.free()
        await until(lambda: running.process("nats").restarts and running.process("nats").ready)
        async with asyncio.timeout(30):
            while not await store(bus, b"after"):
                continue
        assert await stored(bus) == accepted + 1
        assert len((await bus.api("STREAM.NAMES"))["streams"]) == len(streams.STREAMS)
        await until(lambda: not running.process("nats").trouble)
        record = stack.find_running(running.state.path)
        assert record is not None
        assert record.processes["nats"].trouble == ""


async def test_services_say_that_they_wait_while_nothing_is_stored_and_go_on_after_that(
    config: Config, small_disk: SmallDisk
) -> None:
    real = config(
        state_dir=small_disk.path / "state", tolerance=QUICK, services=("planner",), service_command=module_command
    )
    async with Supervisor(real) as running:
        small_disk.fill()
        assert await told(running, "planner", ready=False) == ["nats"]
        small_disk.free()
        assert await told(running, "planner", ready=True) == []


async def test_who_meets_a_stream_that_a_full_disk_broke_is_not_ready_though_another_stores_again(
    config: Config, small_disk: SmallDisk
) -> None:
    unwatched = config(state_dir=small_disk.path / "state", tolerance=Tolerance(running=1000.0))
    decided = Outgoing("gh.evt.job.one.executor.JobClaimed", bytes(100_000))
    async with Supervisor(unwatched) as running, logged_in(running, permissions.MIGRATION) as bus:
        pulse = Pulse(bus)
        assert await pulse.is_there()
        small_disk.fill()
        while await is_stored(bus, decided):
            continue
        small_disk.free()
        async with asyncio.timeout(60):
            while not await is_stored(bus, Outgoing(subjects.pulse(bus.service), b"")):
                continue
        assert not await is_stored(bus, decided)
        assert not await pulse.is_there()


async def is_stored(bus: Bus, message: Outgoing) -> bool:
    try:
        return bool(await bus.publish_once(message, timeout=2.0))
    except StreamUnavailable:
        return False


async def test_the_doctor_names_the_mend_of_a_full_disk_and_nothing_that_is_none(
    config: Config, small_disk: SmallDisk
) -> None:
    real = config(
        state_dir=small_disk.path / "state", tolerance=QUICK, services=("planner",), service_command=module_command
    )
    async with Supervisor(real) as running:
        small_disk.fill()
        await told(running, "planner", ready=False)
        found = await ask_doctor(running)
        assert found["stack"].detail.endswith("and accepts no new jobs")
        assert found["stack"].mend == (
            f"only 0 MB are free on the disk of {running.state.path}: free 200 MB; it goes on by itself then"
        )
        assert (found["planner"].detail, found["planner"].mend) == (
            "waits for nats",
            "free space on the disk, as is said of the stack; it goes on by itself then",
        )
        small_disk.free()
        await told(running, "planner", ready=True)
        found = await ask_doctor(running)
        assert (found["stack"].ok, found["planner"].ok) == (True, True)


async def ask_doctor(running: Supervisor) -> dict[str, Finding]:
    """What `ghosthands doctor` finds, by name."""
    doctor = await asyncio.create_subprocess_exec(
        *(Path(sys.executable).with_name("ghosthands"), "doctor", "--json"),
        env=os.environ | {"GHOSTHANDS_STATE_DIR": str(running.state.path)},
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await doctor.communicate()
    return {finding.name: finding for finding in msgspec.json.decode(output, type=list[Finding])}


async def told(running: Supervisor, service: str, *, ready: bool) -> list[str]:
    """What the service waits for, once it says that it is ready or not."""
    async with asyncio.timeout(60), httpx.AsyncClient() as client:
        while True:
            answer = (await client.get(f"{running.metrics_url(service)}/readyz", timeout=10)).json()
            if answer["ready"] is ready:
                return list(answer["waiting_for"])
            await asyncio.sleep(0.2)


async def test_a_nats_that_died_on_a_full_disk_is_started_once_there_is_room(
    config: Config, small_disk: SmallDisk, until: Until
) -> None:
    async with Supervisor(config(state_dir=small_disk.path / "state", tolerance=QUICK)) as running:
        small_disk.fill()
        os.kill(running.process("nats").pid, 9)
        nats = running.process("nats")
        await until(lambda: not nats.ready and "MB are free on the disk" in nats.trouble)
        small_disk.free()
        await until(lambda: nats.ready)
        async with logged_in(running, permissions.MIGRATION) as bus:
            assert len((await bus.api("STREAM.NAMES"))["streams"]) == len(streams.STREAMS)


async def test_postgres_writes_again_once_a_full_disk_was_freed(
    config: Config, small_disk: SmallDisk, until: Until
) -> None:
    started = config(state_dir=small_disk.path / "state", tolerance=QUICK, database_url=None)
    async with Supervisor(started) as running:
        await execute(running, "create table kept as select 1 as number")
        small_disk.fill()
        with pytest.raises((asyncpg.PostgresError, OSError)):
            await execute(running, "create table much as select repeat('x', 1000), n from generate_series(1, 1e6) n")
        await until(lambda: "MB are free on the disk" in running.process("postgres").trouble)
        small_disk.free()
        await until(lambda: not running.process("postgres").trouble and running.process("postgres").ready)
        await execute(running, "insert into kept values (2)")
        assert await execute(running, "select count(*) from kept") == 2


async def test_a_folder_of_postgres_that_was_removed_is_made_anew(config: Config, until: Until) -> None:
    async with Supervisor(config(tolerance=QUICK, database_url=None)) as running:
        shutil.rmtree(running.state.postgres / "data")
        await until(lambda: "is gone: it is made anew" in running.process("postgres").trouble)
        await until(lambda: running.process("postgres").restarts and running.process("postgres").ready)
        assert await execute(running, "select 1") == 1


async def execute(running: Supervisor, statement: str) -> object:
    connection = await asyncpg.connect(running.database_url, timeout=20)
    try:
        return await connection.fetchval(statement)
    finally:
        await connection.close(timeout=10)
