"""A stack by compose.yaml, without containers: each command with its environment and its secrets, as processes.

The names of containers become loopback, /app the checkout, /run/secrets a folder for each; all else is as it stands.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import asyncpg
import pytest
import yaml

from ghosthands.domain.services import BROWSER_HOST, SERVICES
from ghosthands.stack import ports, probes
from ghosthands.stack.postgres import PostgresServer
from ghosthands.stack.processes import BackOff
from ghosthands.stack.state import StateDir

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
PATIENCE = 120.0

pytestmark = pytest.mark.heavy  # nine processes and a database, each started anew: half a minute


@dataclass
class Composed:
    """The services of the file, made to run here."""

    deploy: Path
    folder: Path
    nats_port: int
    nats_health: int
    database_url: str
    services: dict[str, dict[str, Any]]
    metrics_ports: dict[str, int]
    started: list[asyncio.subprocess.Process] = field(default_factory=list)

    def here(self, text: object, name: str) -> str:
        """The text with what is a container's as it is here."""
        text = re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", str(text))
        text = text.replace("nats://nats:4222", f"nats://127.0.0.1:{self.nats_port}").replace("0.0.0.0", "127.0.0.1")
        text = text.replace("127.0.0.1:8222", f"127.0.0.1:{self.nats_health}")
        text = text.replace("/app/deploy/nats", str(self.deploy / "nats")).replace("/app", str(ROOT))
        for name_of_ours in ("browsers", "archive", "backups", "metrics"):
            text = text.replace(f"/var/lib/ghosthands/{name_of_ours}", str(self.folder / name_of_ours))
        return text.replace("/run/secrets", str(self.folder / name))

    def hand_in_secrets(self, name: str) -> None:
        """Put its secrets where the container would find them, and nothing else."""
        (self.folder / name).mkdir(exist_ok=True)
        for one in self.services[name].get("secrets", []):
            source, target = (one, one) if isinstance(one, str) else (one["source"], one["target"])
            content = (self.deploy / "secrets" / source).read_text()
            if target == "GHOSTHANDS_DATABASE_URL":
                content = self.database_url
            file = self.folder / name / target
            file.write_text(content)
            file.chmod(0o400)

    def environment(self, name: str) -> dict[str, str]:
        said: Mapping[str, object] = self.services[name].get("environment", {})
        ours = {key: self.here(value, name) for key, value in said.items()}
        ours |= {"PATH": f"{BIN}:{os.environ['PATH']}", "HOME": str(self.folder)}
        ours |= {"GHOSTHANDS_HTTP_PORT": "0", "GHOSTHANDS_WORKER_PORT": "0"}
        if name in SERVICES:
            ours["GHOSTHANDS_METRICS_PORT"] = str(self.metrics_ports[name])
        if name == BROWSER_HOST:  # the first of the image's own, the second a name of the containers' network
            ours["GHOSTHANDS_BROWSER_HOST_BROWSERS_DIR"] = str(self.folder / "browsers")
            ours |= {"GHOSTHANDS_BROWSER_HOST_LIVE_HOST": "127.0.0.1", "GHOSTHANDS_BROWSER_HOST_LIVE_PORT": "0"}
        return ours

    async def start(
        self, name: str, *command: str, stdout: int = asyncio.subprocess.DEVNULL
    ) -> asyncio.subprocess.Process:
        self.hand_in_secrets(name)
        words = command or self.services[name].get("command", ["python", "-m", "ghosthands.browser_host"])
        process = await asyncio.create_subprocess_exec(
            *(self.here(word, name) for word in words),
            env=self.environment(name),
            cwd=self.folder,
            stdout=stdout,
            stderr=asyncio.subprocess.STDOUT,
        )
        self.started.append(process)
        return process

    async def finish(self, name: str, *command: str) -> str:
        """What it prints, once it has come to its end, which is to be a good one."""
        process = await self.start(name, *command, stdout=asyncio.subprocess.PIPE)
        output, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
        assert process.returncode == 0, output.decode()
        return output.decode()


def answers(port: int, page: str, token: str = "") -> bool:
    asked = Request(f"http://127.0.0.1:{port}{page}", headers={"Authorization": f"Bearer {token}"})
    try:
        with urlopen(asked, timeout=5) as answer:
            return bool(answer.status == 200)
    except URLError:
        return False


async def until_answered(port: int, page: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await asyncio.to_thread(answers, port, page):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.2)


async def until_waiting_for(name: str, port: int) -> None:
    """Return once the service there says that it waits for that."""
    async with asyncio.timeout(PATIENCE):
        while name not in await asyncio.to_thread(waiting_for, port):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.2)


def waiting_for(port: int) -> list[str]:
    """What the service there says that it waits for."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            body = answer.read()
    except HTTPError as error:
        body = error.read()
    except URLError:
        return []
    return list(json.loads(body)["waiting_for"])


@pytest.fixture
def deploy() -> Iterator[Path]:
    """A copy of the folder, with secrets; pytest's own folders are closed to the database's user where root runs."""
    with tempfile.TemporaryDirectory(prefix="ghosthands-deploy-") as at:
        Path(at).chmod(0o711)
        copy = Path(at) / "deploy"
        shutil.copytree(ROOT / "deploy", copy, ignore=shutil.ignore_patterns("secrets", ".env"))
        subprocess.run([copy / "make-secrets"], check=True, capture_output=True, timeout=60)
        yield copy


@pytest.fixture
async def composed(deploy: Path) -> AsyncIterator[Composed]:
    folder = deploy.parent
    state = StateDir(folder / "postgres")
    state.prepare()
    server = PostgresServer(state)
    await server.prepare()
    postgres = server.process(BackOff(), lambda: None)
    await postgres.start(PATIENCE)
    await server.make_database()
    nats_port, nats_health, *metrics = ports.free_ports(2 + len(SERVICES))
    file, container = deploy / "nats/server.conf", deploy / "nats/container.conf"
    conf = file.read_text().replace("0.0.0.0:4222", f"127.0.0.1:{nats_port}")
    file.write_text(conf.replace("/var/lib/nats", str(folder / "jetstream")))
    container.write_text(container.read_text().replace("127.0.0.1:8222", f"127.0.0.1:{nats_health}"))
    services = yaml.safe_load((deploy / "compose.yaml").read_text())["services"]
    composed = Composed(
        deploy,
        folder,
        nats_port,
        nats_health,
        server.url("postgres"),
        services,
        dict(zip(SERVICES, metrics, strict=True)),
    )
    await composed.start("nats")
    async with asyncio.timeout(PATIENCE):
        await probes.wait_until_greeted(nats_port)
    yield composed
    for process in reversed(composed.started):
        if process.returncode is None:
            process.terminate()
        await asyncio.wait_for(process.communicate(), PATIENCE)
    await postgres.stop(PATIENCE)
    server.remove_socket_dir()


async def test_a_stack_by_the_file_becomes_ready_and_is_reached_by_the_command_line(composed: Composed) -> None:
    await composed.finish("migrate")
    for name in SERVICES:
        await composed.start(name)
    await until_waiting_for("provisioner", composed.metrics_ports[BROWSER_HOST])
    await composed.start("provisioner")
    await asyncio.gather(*(until_answered(port, "/readyz") for port in composed.metrics_ports.values()))
    healthy = composed.here("/app/deploy/docker/healthy.py", "planner")
    await composed.finish("planner", "python", healthy)
    _, *asking = composed.services["nats"]["healthcheck"]["test"]
    await composed.finish("nats", *asking)
    scraper = yaml.safe_load((composed.deploy / "prometheus/prometheus.yml").read_text())["scrape_configs"][0]
    token = (composed.deploy / "secrets" / Path(scraper["authorization"]["credentials_file"]).name).read_text().strip()
    for port in composed.metrics_ports.values():
        assert not await asyncio.to_thread(answers, port, "/metrics"), "the metrics are told to anybody"
        assert await asyncio.to_thread(answers, port, "/metrics", token), "Prometheus' token does not open the metrics"
    assert json.loads(await composed.finish("cli", "ghosthands", "jobs", "--json")) is not None
    assert "http://" in await composed.finish("cli", "ghosthands", "console")
    backup = composed.services["backup"]
    (composed.folder / "metrics").mkdir()
    for _ in range(2):
        assert "holds the log" in await composed.finish("backup", *backup["entrypoint"], *backup["command"])
    assert len(list((composed.folder / "backups").glob("[0-9]*/manifest.json"))) == 2
    assert (composed.folder / "metrics/backup.prom").read_text().startswith("ghosthands_backup_made_timestamp_seconds ")
    connection = await asyncpg.connect(composed.database_url)
    try:
        assert await connection.fetchval("select count(*) from gh.migrations") > 0
    finally:
        await connection.close()
