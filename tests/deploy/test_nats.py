"""NATS as the chart runs it, one server and three: what it stores, what its probes say, and who is none of its servers.

The three are by NATS' own chart, so they need NATS_CHART (CONTRIBUTING.md).
"""

from __future__ import annotations

import asyncio
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Outgoing
from ghosthands.stack import ports
from ghosthands.testkit.small_disk import NotMounted, SmallDisk
from tests.deploy.nats_pods import BIN, PATH, PATIENCE, Pod, Servers, lay, stores, until_stored
from tests.deploy.rendered import CLUSTER, ROOT, of_kind, render

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("openssl") is None:
        pytest.skip("openssl, by which secrets are made, is not here")
    folder = tmp_path_factory.mktemp("deploy")
    shutil.copy(ROOT / "deploy/make-secrets", folder)
    subprocess.run([folder / "make-secrets"], check=True, capture_output=True, timeout=60)
    return folder / "secrets"


@pytest.fixture
def single(tmp_path: Path, secrets: Path) -> Iterator[Servers]:
    servers = lay(tmp_path, secrets, {})
    yield servers
    servers.end()


@pytest.fixture
def cluster(tmp_path: Path, secrets: Path) -> Iterator[Servers]:
    servers = lay(tmp_path, secrets, CLUSTER)
    yield servers
    servers.end()


@pytest.fixture
async def started(cluster: Servers) -> Servers:
    """The three servers, with the streams as the chart's hook makes them."""
    await cluster.start()
    await cluster.migrate()
    return cluster


@pytest.fixture
def disks() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def mount_small_disk(pod: Pod, disks: ExitStack) -> SmallDisk:
    """Give the server a disk that can be filled."""
    pod.store.rmdir()
    try:
        disk = disks.enter_context(SmallDisk.mounted(600, at=pod.store))
    except NotMounted as error:
        pytest.skip(str(error))
    disks.callback(pod.end, signal.SIGKILL)
    return disk


async def test_one_server_that_met_a_full_disk_is_started_again_once_there_is_room(
    single: Servers, disks: ExitStack
) -> None:
    [pod] = single.pods
    disk = mount_small_disk(pod, disks)
    await single.start()
    await single.migrate()
    bus = await single.connect()
    assert await stores(bus, b"before")
    assert await pod.passes("livenessProbe")
    disk.fill()
    while await stores(bus, bytes(100_000)):
        continue
    kept = int((await bus.api(f"STREAM.INFO.{streams.INTAKE}"))["state"]["messages"])
    await pod.until("readinessProbe", passes=False)
    assert await pod.passes("livenessProbe"), "ended on a full disk, it could not be started again"
    disk.free()
    await pod.until("livenessProbe", passes=False)
    disk.fill()
    pod.end()
    assert await asyncio.to_thread(pod.start(single.secrets).wait, timeout=60) != 0, "on a full disk it loses streams"
    disk.free()
    pod.start(single.secrets)
    await pod.until("startupProbe")
    await until_stored(bus, b"after")
    assert int((await bus.api(f"STREAM.INFO.{streams.INTAKE}"))["state"]["messages"]) == kept + 1
    assert len((await bus.api("STREAM.NAMES"))["streams"]) == len(streams.STREAMS)
    await bus.close()


async def test_one_of_three_that_met_a_full_disk_is_told_apart_and_comes_back(
    cluster: Servers, disks: ExitStack
) -> None:
    full, *others = cluster.pods
    disk = mount_small_disk(full, disks)
    await cluster.start()
    await cluster.migrate()
    bus = await cluster.connect()
    disk.fill()
    async with asyncio.timeout(PATIENCE):
        while await full.passes("readinessProbe"):
            await stores(bus, bytes(1_000))
    assert await full.passes("livenessProbe")
    for pod in others:
        assert await pod.passes("livenessProbe")
        await pod.until("readinessProbe")
    await until_stored(bus, b"meanwhile")
    disk.free()
    await full.until("livenessProbe", passes=False)
    full.end()
    full.start(cluster.secrets)
    await full.until("startupProbe")
    await bus.close()


async def test_every_stream_is_held_by_all_servers_and_a_lost_one_stops_nobody(started: Servers) -> None:
    bus = await started.connect()
    for stream in streams.STREAMS:
        about = await bus.api(f"STREAM.INFO.{stream.name}")
        assert about["config"]["num_replicas"] == 3, stream.name
        named = {about["cluster"]["leader"], *(one["name"] for one in about["cluster"]["replicas"])}
        assert named == {pod.name for pod in started.pods}
    await until_stored(bus, b"before")
    await bus.close()
    lost, *left = started.pods
    lost.end(signal.SIGKILL)
    bus = await started.connect(without=[lost])
    await until_stored(bus, b"meanwhile")
    for pod in left:
        await pod.until("readinessProbe")
        assert await pod.passes("livenessProbe")
    lost.start(started.secrets)
    await lost.until("startupProbe")
    assert int((await bus.api(f"STREAM.INFO.{streams.INTAKE}"))["state"]["messages"]) == 2
    await bus.close()


async def test_what_one_server_held_goes_to_three_by_a_backup(
    single: Servers, tmp_path_factory: pytest.TempPathFactory
) -> None:
    backups = tmp_path_factory.mktemp("backups")
    cluster = lay(tmp_path_factory.mktemp("cluster"), single.secrets, CLUSTER)
    await single.start()
    await single.migrate()
    bus = await single.connect()
    for number in range(3):
        await bus.publish_once(Outgoing(f"gh.evt.job.{number}.executor.JobClaimed", b"{}"), timeout=10.0)
    await bus.close()
    await single.work_as_migration("ghosthands.vault.backup", str(backups))
    single.end()
    try:
        await cluster.start()
        await cluster.migrate()
        await cluster.work_as_migration("ghosthands.vault.restore", str(backups))
        await cluster.migrate()
        bus = await cluster.connect()
        for stream in streams.STREAMS:
            assert (await bus.api(f"STREAM.INFO.{stream.name}"))["config"]["num_replicas"] == 3, stream.name
        assert (await bus.api(f"STREAM.INFO.{streams.EVENTS}"))["state"]["messages"] == 3
        await until_stored(bus, b"afterwards")
        await bus.close()
    finally:
        cluster.end()


async def test_a_server_that_is_to_go_hands_on_what_it_leads_and_ends(started: Servers) -> None:
    going, *left = started.pods
    command = going.command(going.container["lifecycle"]["preStop"]["exec"]["command"])
    await asyncio.to_thread(subprocess.run, command, check=True, env=PATH, timeout=30)
    bus = await started.connect(without=[going])
    assert going.process is not None
    assert await asyncio.to_thread(going.process.wait, timeout=60) == 0
    leaders = {(await bus.api(f"STREAM.INFO.{stream.name}"))["cluster"].get("leader") for stream in streams.STREAMS}
    assert leaders <= {pod.name for pod in left}
    await until_stored(bus, b"afterwards")
    await bus.close()


async def test_who_does_not_know_the_servers_password_is_no_server(cluster: Servers, tmp_path: Path) -> None:
    await cluster.start()
    client, route = ports.free_ports(2)
    config = tmp_path / "stranger.conf"
    config.write_text(
        f'server_name: stranger\nlisten: "127.0.0.1:{client}"\n'
        f'cluster {{ name: gh-nats, listen: "127.0.0.1:{route}", routes: ["nats://127.0.0.1:{cluster.routes[0]}"] }}\n'
    )
    stranger = await asyncio.create_subprocess_exec(BIN / "nats-server", "-c", config, stderr=asyncio.subprocess.PIPE)
    assert stranger.stderr is not None
    async with asyncio.timeout(PATIENCE):
        while b"authorization violation" not in (line := await stranger.stderr.readline()).lower():
            assert line, "it ended"
    stranger.terminate()
    await stranger.communicate()
    async with httpx.AsyncClient() as asking:
        routez = (await asking.get(f"http://127.0.0.1:{cluster.pods[0].monitoring}/routez")).json()
    assert {one["remote_name"] for one in routez["routes"]} == {pod.name for pod in cluster.pods[1:]}


def test_three_servers_are_told_what_one_is() -> None:
    [config] = [one["data"]["nats.conf"] for one in of_kind(render(CLUSTER), "ConfigMap")]
    single = (ROOT / "deploy/nats/server.conf").read_text()
    told = dict(re.findall(r"^ *(max_payload|key|cipher|sync_interval|store_dir): *(\S+)", single, re.MULTILINE))
    assert len(told) == 5
    for name, value in told.items():
        assert re.search(rf'"{name}": "?{re.escape(value.strip(chr(34)))}"?', config), name
    assert "include ../../app/deploy/nats/permissions.conf;" in config
    assert "max_file_store" not in config
