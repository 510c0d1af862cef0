"""The supervisor with real NATS and PostgreSQL servers and fake services."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import stat
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import nats
import pytest

from ghosthands import stack
from ghosthands.chromium import processes
from ghosthands.domain.services import SERVICES, VAULT_HOLDERS
from ghosthands.messaging.server import migrating, permissions
from ghosthands.stack import SettingRefused, StackConfig, StackError, Supervisor, logged_in, ports

pytestmark = pytest.mark.integration

Config = Callable[..., StackConfig]
Until = Callable[[Callable[[], object]], Awaitable[None]]


def environment(supervisor: Supervisor, service: str) -> dict[str, str]:
    """What a fake service saw."""
    return dict(json.loads((supervisor.state.path / f"{service}.env.json").read_text()))


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def test_all_seven_services_become_ready_each_in_its_own_process(running: Supervisor) -> None:
    pids = {running.process(name).pid for name in (*SERVICES, "nats", "postgres")}
    assert len(pids) == 9
    assert all(running.process(name).ready for name in SERVICES)


async def test_a_service_is_told_where_the_servers_are_and_who_it_is(running: Supervisor) -> None:
    env = environment(running, "planner")
    assert env["GHOSTHANDS_NATS_URL"] == running.nats_url
    assert (env["GHOSTHANDS_NATS_USER"], env["GHOSTHANDS_NATS_PASSWORD"]) == (
        "planner",
        running.password_of("planner").password,
    )
    assert env["GHOSTHANDS_STATE_DIR"] == str(running.state.path)
    assert running.metrics_url("planner") == f"http://127.0.0.1:{env['GHOSTHANDS_METRICS_PORT']}"


async def test_only_the_projector_may_write_the_database_and_only_vault_holders_get_the_key(
    running: Supervisor,
) -> None:
    seen = {name: environment(running, name) for name in SERVICES}
    databases = {name: env["GHOSTHANDS_DATABASE_URL"] for name, env in seen.items() if "GHOSTHANDS_DATABASE_URL" in env}
    readers = dict.fromkeys(("executor", "hitl-gateway"), running.reader_url)
    assert databases == {"projector": running.database_url, **readers}
    assert {name for name, env in seen.items() if "GHOSTHANDS_MASTER_KEY_FILE" in env} == VAULT_HOLDERS


async def test_extra_environment_and_the_ack_wait_reach_the_services(config: Config) -> None:
    extra = {"planner": {"GHOSTHANDS_FAULT": "planner:before-append"}}
    async with Supervisor(config(extra_env=extra, ack_wait_seconds=2.0)) as supervisor:
        assert environment(supervisor, "planner")["GHOSTHANDS_FAULT"] == "planner:before-append"
        assert "GHOSTHANDS_FAULT" not in environment(supervisor, "executor")
        assert environment(supervisor, "executor")["GHOSTHANDS_ACK_WAIT_SECONDS"] == "2"


async def test_secrets_are_for_their_owner_only_and_survive_a_restart(config: Config) -> None:
    async with Supervisor(config()) as first:
        state, password = first.state, first.password_of("valet").password
        private = (state.secrets_file, state.master_key_file, state.record_file, state.nats / "server.conf")
        assert [mode(path) for path in private] == [0o600] * 4
        key = state.master_key_file.read_bytes()
    async with Supervisor(config()) as second:
        assert second.password_of("valet").password == password
        assert state.master_key_file.read_bytes() == key


async def test_the_streams_are_there_and_what_they_hold_survives_a_killed_server(running: Supervisor) -> None:
    login = running.password_of(permissions.VALET)
    client = await nats.connect(
        running.nats_url,
        user=login.user,
        password=login.password,
        inbox_prefix=b"_INBOX_valet",
        error_cb=_ignore,
        reconnect_time_wait=0.1,
    )
    first = await client.jetstream().publish("job.requested", b"{}")
    restarts = running.process("nats").restarts
    os.kill(running.process("nats").pid, signal.SIGKILL)
    await running.wait_until_restarted("nats", restarts + 1)
    second = await _publish_when_connected(client)
    assert (first.stream, second.seq) == ("GH_INTAKE", first.seq + 1)
    await client.close()


async def test_what_nats_keeps_is_encrypted_on_the_disk(running: Supervisor) -> None:
    login = running.password_of(permissions.VALET)
    client = await nats.connect(
        running.nats_url, user=login.user, password=login.password, inbox_prefix=b"_INBOX_valet"
    )
    await client.jetstream().publish("job.requested", b"a name nobody may read on the disk")
    await client.close()
    stored = [path.read_bytes() for path in (running.state.nats / "store").rglob("*") if path.is_file()]
    assert stored
    assert not any(b"nobody may read" in content for content in stored)


async def test_a_killed_service_is_started_again(running: Supervisor) -> None:
    before = running.process("executor").pid
    os.kill(before, signal.SIGKILL)
    await running.wait_until_restarted("executor", times=1)
    assert running.process("executor").pid != before
    assert (running.process("executor").restarts, running.process("cookbook").restarts) == (1, 0)
    record = stack.find_running(running.state.path)
    assert record is not None
    assert record.processes["executor"].pid == running.process("executor").pid


async def test_a_killed_postgres_is_started_again(running: Supervisor) -> None:
    os.kill(running.process("postgres").pid, signal.SIGKILL)
    await running.wait_until_restarted("postgres")
    assert running.process("postgres").ready


async def test_helpers_of_a_killed_service_do_not_outlive_it(config: Config) -> None:
    async with Supervisor(config({"executor": "helped"})) as supervisor:
        helper = processes.identify(int((supervisor.state.path / "helper.pid").read_text()))
        assert helper is not None
        os.kill(supervisor.process("executor").pid, signal.SIGKILL)
        await supervisor.wait_until_restarted("executor")
        assert not helper.alive


async def test_a_service_can_be_restarted_with_another_environment(running: Supervisor) -> None:
    before = running.process("planner").pid
    await running.restart("planner", {"GHOSTHANDS_FAULT": "planner:before-append"})
    assert running.process("planner").pid != before
    assert environment(running, "planner")["GHOSTHANDS_FAULT"] == "planner:before-append"
    assert running.process("planner").restarts == 0
    await running.restart("planner", {})
    assert "GHOSTHANDS_FAULT" not in environment(running, "planner")


async def test_a_service_that_ignores_the_polite_signal_is_killed_in_bounded_time(config: Config) -> None:
    async with Supervisor(config({"planner": "deaf"}, grace_seconds=0.2)) as supervisor:
        identity = supervisor.process("planner").identity
        assert identity is not None
    assert not identity.alive


async def test_a_service_that_keeps_ending_is_an_error_with_its_last_line(config: Config) -> None:
    with pytest.raises(StackError, match=r"planner keeps ending at its start: planner has no reason to live; see /"):
        await Supervisor(config({"planner": "exit:1"})).start()


async def test_a_service_that_says_starting_it_again_will_not_help_is_believed(config: Config) -> None:
    supervisor = Supervisor(config({"planner": "exit:2"}, back_off=stack.BackOff(first=600)))
    with pytest.raises(StackError, match="planner keeps ending"):
        await supervisor.start()


async def test_a_service_that_does_not_become_ready_in_time_is_an_error(config: Config) -> None:
    with pytest.raises(StackError, match="planner was not ready within 1 s"):
        await Supervisor(config({"planner": "late"}, ready_timeout_seconds=1)).start()


async def test_the_start_waits_until_the_services_are_ready(config: Config, state_dir: Path, until: Until) -> None:
    supervisor = Supervisor(config({"planner": "late"}))
    starting = asyncio.create_task(supervisor.start())
    await until((state_dir / "planner.env.json").exists)
    half = stack.find_running(state_dir)
    assert half is not None
    assert not half.ready
    assert not starting.done()
    (state_dir / "now").touch()
    await starting
    whole = stack.find_running(state_dir)
    assert whole is not None
    assert whole.ready
    await supervisor.stop()


async def test_a_second_supervisor_on_the_same_state_is_refused_and_harms_nothing(
    running: Supervisor, config: Config
) -> None:
    with pytest.raises(StackError, match=rf"already runs on .* \(process {os.getpid()}\): .* set GHOSTHANDS_"):
        await Supervisor(config(state_dir=running.state.path)).start()
    assert stack.find_running(running.state.path) is not None
    assert running.process("planner").ready


async def test_a_start_that_is_cancelled_leaves_nothing(config: Config, state_dir: Path, until: Until) -> None:
    starting = asyncio.create_task(Supervisor(config({"planner": "late"})).start())
    await until((state_dir / "planner.env.json").exists)
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    assert stack.find_running(state_dir) is None


async def test_the_running_stack_is_found_with_its_credentials(running: Supervisor) -> None:
    found = stack.find_running(running.state.path)
    assert found is not None
    assert (found.nats_url, found.database_url) == (running.nats_url, running.database_url)
    assert found.password_of("valet") == running.password_of("valet")
    with pytest.raises(StackError, match="NATS has no user 'nobody'"):
        found.password_of("nobody")


async def test_a_stopped_stack_is_not_found(config: Config, state_dir: Path) -> None:
    assert stack.find_running(state_dir) is None
    async with Supervisor(config()):
        pass
    assert stack.find_running(state_dir) is None


async def test_a_port_in_use_is_an_error_that_names_the_mend(config: Config) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(StackError, match=rf"port {port} is in use: .*GHOSTHANDS_NATS_PORT"):
            await Supervisor(config(nats_port=port)).start()


async def test_a_chosen_port_is_used(config: Config) -> None:
    (port,) = ports.free_ports(1)
    async with Supervisor(config(nats_port=port)) as supervisor:
        assert supervisor.nats_url == f"nats://127.0.0.1:{port}"


async def test_without_a_browser_the_stack_says_how_to_get_one(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_CHROMIUM", "/nowhere/chromium")
    with pytest.raises(StackError, match="GHOSTHANDS_CHROMIUM is '/nowhere/chromium'"):
        await Supervisor(config(services=("browser-host",))).start()


async def test_what_is_no_browser_is_refused_before_anything_begins(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []
    monkeypatch.setenv("GHOSTHANDS_CHROMIUM", "/bin/true")
    with pytest.raises(SettingRefused, match="GHOSTHANDS_CHROMIUM is /bin/true, which is no Chromium"):
        await Supervisor(config(services=("browser-host",))).start(lambda: begun.append("servers"))
    assert begun == []


async def test_others_find_a_stack_from_the_beginning_of_its_start(config: Config, state_dir: Path) -> None:
    found: list[stack.RunningStack | None] = []

    def look() -> None:
        found.append(stack.find_running(state_dir))
        raise StackError("it goes no further")

    with pytest.raises(StackError, match="no further"):
        await Supervisor(config()).start(look)
    assert found[0] is not None
    assert not found[0].ready
    assert stack.find_running(state_dir) is None


async def test_a_start_tells_what_it_waits_for(config: Config, state_dir: Path, until: Until) -> None:
    supervisor = Supervisor(config({"planner": "late"}))
    assert supervisor.list_late(0) == []
    starting = asyncio.create_task(supervisor.start())
    await until(lambda: supervisor.list_late(0) == ["planner"])
    assert supervisor.list_late(3600) == []
    (state_dir / "now").touch()
    await starting
    assert supervisor.list_late(0) == []
    await supervisor.stop()


async def test_a_start_tells_that_it_waits_for_a_nats_elsewhere(config: Config, until: Until) -> None:
    supervisor = Supervisor(config(nats_url="nats://127.0.0.1:9"))
    starting = asyncio.create_task(supervisor.start())
    await until(lambda: supervisor.list_late(0) == ["NATS (GHOSTHANDS_NATS_URL)"])
    starting.cancel()
    with suppress(asyncio.CancelledError):
        await starting


async def test_what_an_operator_set_on_their_own_nats_is_told_and_left(
    config: Config, running: Supervisor, tmp_path: Path
) -> None:
    async with logged_in(running, permissions.MIGRATION) as bus:
        declared = (await bus.api("STREAM.INFO.GH_OUT"))["config"]
        await bus.api("STREAM.UPDATE.GH_OUT", {**declared, "max_bytes": 5_000_000})
        async with Supervisor(config(**by_url(running, tmp_path))) as supervisor:
            assert supervisor.stream_differences == ["GH_OUT has max_bytes 5000000 where -1 is declared"]
        assert (await bus.api("STREAM.INFO.GH_OUT"))["config"]["max_bytes"] == 5_000_000
        await bus.api("STREAM.UPDATE.GH_OUT", declared)


async def test_streams_that_services_cannot_run_with_are_an_error_that_names_migrate(
    config: Config, running: Supervisor, tmp_path: Path
) -> None:
    async with logged_in(running, permissions.MIGRATION) as bus:
        await bus.api("CONSUMER.DELETE.GH_COMMANDS.planner")
        with pytest.raises(StackError, match=r"GH_COMMANDS\.planner is missing, 1 in all.*server\.migrate REPLICAS"):
            await Supervisor(config(**by_url(running, tmp_path))).start()
        await migrating.migrate(bus)


def by_url(running: Supervisor, folder: Path) -> dict[str, Any]:
    """How a stack is started on the servers of another."""
    passwords = folder / "passwords.json"
    passwords.write_text(json.dumps({user: running.password_of(user).password for user in permissions.USERS}))
    return {
        "services": ("projector",),
        "nats_url": running.nats_url,
        "nats_passwords_file": passwords,
        "database_url": running.database_url,
    }


async def test_servers_configured_by_url_are_used_and_not_started(
    config: Config, running: Supervisor, tmp_path: Path
) -> None:
    async with Supervisor(config(**by_url(running, tmp_path))) as supervisor:
        with pytest.raises(StackError, match="'nats' does not run here"):
            supervisor.process("nats")
        seen = environment(supervisor, "projector")
        assert (seen["GHOSTHANDS_NATS_URL"], seen["GHOSTHANDS_DATABASE_URL"]) == (
            running.nats_url,
            running.database_url,
        )
        assert seen["GHOSTHANDS_NATS_PASSWORD"] == running.password_of("projector").password


async def test_a_nats_that_refuses_our_passwords_is_an_error_in_one_line(config: Config, running: Supervisor) -> None:
    with pytest.raises(StackError, match="refuses the credentials of user migration"):
        await Supervisor(config(nats_url=running.nats_url)).start()


async def _ignore(error: Exception) -> None:
    """Losing the connection is what this test is about."""


async def _publish_when_connected(client: nats.NATS) -> nats.js.api.PubAck:
    async with asyncio.timeout(60):
        while True:
            try:
                return await client.jetstream().publish("job.requested", b"{}", timeout=1)
            except (nats.errors.Error, OSError):
                await asyncio.sleep(0.05)
