"""NATS as the chart runs it, without containers: the rendered commands, environments and probes, as processes.

The pods' names become loopback, a pod's folders some of its own, /app the checkout; all else is as it is rendered.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ghosthands.domain.errors import GhostHandsError
from ghosthands.messaging.server import permissions
from ghosthands.messaging.server.jetstream import Bus, Outgoing, connect
from ghosthands.stack import ports
from tests.deploy.rendered import ROOT, of_kind, render

BIN = Path(sys.executable).parent
PATH = {"PATH": f"{BIN}:{os.environ['PATH']}"}
PATIENCE = 180.0


@dataclass
class Pod:
    """One pod, whose container's commands run here."""

    name: str
    root: Path
    container: Mapping[str, Any]
    #: what is a pod's, and what it is here
    here: Mapping[str, str]
    client: int
    monitoring: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def store(self) -> Path:
        return self.root / "var/lib/nats"

    def local(self, text: str) -> str:
        return re.sub("|".join(map(re.escape, self.here)), lambda found: self.here[found[0]], text)

    def command(self, words: Sequence[str]) -> list[str]:
        return [self.local(word) for word in words]

    def environment(self, secrets: Path) -> dict[str, str]:
        """What the container is told, with each `$(NAME)` of what stands before it, as Kubernetes does."""
        told = {**PATH, "POD_NAME": self.name}
        for one in self.container.get("env", ()):
            if "value" in one:
                told[one["name"]] = self.local(re.sub(r"\$\((\w+)\)", lambda found: told[found[1]], one["value"]))
            elif "secretKeyRef" in one["valueFrom"]:
                told[one["name"]] = (secrets / one["valueFrom"]["secretKeyRef"]["key"]).read_text().strip()
        return told

    def start(self, secrets: Path) -> subprocess.Popen[bytes]:
        with (self.root / "log").open("ab") as log:
            command, environment = self.command(self.container["args"]), self.environment(secrets)
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        return self.process

    async def passes(self, probe: str) -> bool:
        """Whether the probe's command ends well."""
        command = self.command(self.container[probe]["exec"]["command"])
        process = await asyncio.create_subprocess_exec(*command, env=PATH)
        return await process.wait() == 0

    async def until(self, probe: str, passes: bool = True) -> None:
        async with asyncio.timeout(PATIENCE):
            while await self.passes(probe) != passes:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.2)

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(timeout=60)


@dataclass
class Servers:
    """The pods of the set, and the secrets that they are given."""

    secrets: Path
    pods: Sequence[Pod]
    routes: Sequence[int]
    #: the command of the hook that makes the streams
    migration: Sequence[str]

    async def start(self) -> None:
        for pod in self.pods:
            pod.start(self.secrets)
        await asyncio.gather(*(pod.until("startupProbe") for pod in self.pods))

    def end(self) -> None:
        for pod in self.pods:
            pod.end(signal.SIGKILL)

    async def connect(self, *, without: Sequence[Pod] = ()) -> Bus:
        urls = ",".join(f"nats://127.0.0.1:{pod.client}" for pod in self.pods if pod not in without)
        password = (self.secrets / "nats_migration").read_text().strip()
        return await connect(urls, user=permissions.MIGRATION, password=password, timeout=PATIENCE)

    async def migrate(self) -> None:
        """As the chart's hook does."""
        await self._work(*self.migration)

    async def work_as_migration(self, module: str, *words: str) -> None:
        """Run the module as the chart's pods with migration's login do."""
        await self._work("python", "-m", module, *words)

    async def _work(self, *command: str) -> None:
        told = {
            **PATH,
            "GHOSTHANDS_NATS_URL": f"nats://127.0.0.1:{self.pods[0].client}",
            "GHOSTHANDS_NATS_PASSWORD": (self.secrets / "nats_migration").read_text().strip(),
            "GHOSTHANDS_MASTER_KEY_FILE": str(self.secrets / "master.key"),
        }
        process = await asyncio.create_subprocess_exec(*command, env=told)
        assert await asyncio.wait_for(process.wait(), PATIENCE) == 0, command


def lay(folder: Path, secrets: Path, values: dict[str, Any]) -> Servers:
    """What the chart has with these values, ready to be started."""
    manifests = render(values)
    [servers] = [one for one in of_kind(manifests, "StatefulSet") if one["metadata"]["name"] == "gh-nats"]
    [hook] = of_kind(manifests, "Job")
    configs = [one["data"]["nats.conf"] for one in of_kind(manifests, "ConfigMap")]
    count = servers["spec"]["replicas"]
    free = ports.free_ports(3 * count)
    clients, routes, monitoring = free[:count], free[count : 2 * count], free[2 * count :]
    hosts = {f"gh-nats-{n}.{servers['spec']['serviceName']}:6222": f"127.0.0.1:{p}" for n, p in enumerate(routes)}

    def lay_pod(number: int) -> Pod:
        root = folder / f"gh-nats-{number}"
        for part in ("etc/nats-config", "var/lib/nats", "tmp", "app/deploy"):
            (root / part).mkdir(parents=True)
        shutil.copytree(ROOT / "deploy/nats", root / "app/deploy/nats")
        (root / "app/deploy/docker").symlink_to(ROOT / "deploy/docker")
        here = {
            **hosts,
            '"port": 4222': f'"listen": "127.0.0.1:{clients[number]}"',
            '"port": 6222': f'"listen": "127.0.0.1:{routes[number]}"',
            "0.0.0.0:4222": f"127.0.0.1:{clients[number]}",
            "127.0.0.1:8222": f"127.0.0.1:{monitoring[number]}",
            "/run/secrets": str(secrets),
            **{one: f"{root}{one}" for one in ("/etc/nats-config", "/var/lib/nats", "/tmp/nats.pid", "/app/deploy")},
            # the image's, beside the file that includes it
            "../../app/deploy": "../../app/deploy",
        }
        [container] = servers["spec"]["template"]["spec"]["containers"]
        pod = Pod(root.name, root, container, here, clients[number], monitoring[number])
        for config in configs:
            (root / "etc/nats-config/nats.conf").write_text(pod.local(config))
        for file in (root / "app/deploy/nats").glob("*er.conf"):
            file.write_text(pod.local(file.read_text()))
        return pod

    migration = hook["spec"]["template"]["spec"]["containers"][0]["args"]
    return Servers(secrets, [lay_pod(number) for number in range(count)], routes, migration)


async def stores(bus: Bus, text: bytes) -> bool:
    """Whether NATS says that it stored a request."""
    try:
        return bool(await bus.publish_once(Outgoing("job.requested", text), timeout=5.0))
    except GhostHandsError:
        return False


async def until_stored(bus: Bus, text: bytes) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await stores(bus, text):
            continue
