"""A NATS server with jobs that keep things, and a retention sweeper whose clock is set."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from ghosthands.chassis.keeping import Keeping
from ghosthands.domain import ids, job, services
from ghosthands.domain.aggregates import Kind
from ghosthands.domain.retention import Kept, Swept
from ghosthands.domain.session import PageObserved
from ghosthands.job_intake.sweeping import RetentionSweeper
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import direct_get, migrating, permissions, streams
from ghosthands.messaging.server.jetstream import Bus, connect
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.stack import passwords, ports
from ghosthands.stack.nats import NatsServer
from ghosthands.stack.processes import BackOff
from ghosthands.stack.state import StateDir
from ghosthands.testkit.story import form, requested
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.jetstream import JetStreamStore
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.vault import Vault

TENANT = "valet"
ADA = Applicant(TENANT, ids.applicant_id(TENANT, "ada"))
DAYS = 10


class House:
    """A server, the services that write to it, and the moment it is for the sweeper."""

    def __init__(self, server: NatsServer, secrets: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._server, self._secrets = server, secrets
        self.monkeypatch = monkeypatch
        self.ahead = timedelta()
        self.masters = MasterKeys.generate()
        self.buses: dict[str, Bus] = {}

    async def bus(self, user: str) -> Bus:
        if user not in self.buses:
            self.buses[user] = await connect(self._server.url, user=user, password=self._secrets[user], timeout=60)
        return self.buses[user]

    def now(self) -> datetime:
        return datetime.now(UTC) + self.ahead

    async def vault(self, service: str = services.JOB_INTAKE) -> Vault:
        return Vault(JetStreamStore(await self.bus(service)), self.masters)

    async def sweeper(self, **days: int) -> RetentionSweeper:
        """One that keeps each kind for so many days."""
        for kind in Kept:
            kept_days = days.get(kind.replace("-", "_"), 30 if kind is Kept.DEAD_LETTERS else 0)
            self.monkeypatch.setenv(f"GHOSTHANDS_KEEP_{kind.replace('-', '_').upper()}_DAYS", str(kept_days))
        bus = await self.bus(services.JOB_INTAKE)
        store, shared = JetStreamStore(bus), JetStreamStore(bus, streams.GATEWAYS)
        log = JetStreamEventLog(bus)
        return RetentionSweeper(bus, log, await self.vault(), store, shared, Keeping(), self.now)

    async def write(self, service: str, job_id: str, *events: Any) -> None:
        log = JetStreamEventLog(await self.bus(service))
        for event in events:
            history = await log.load(subjects.job(job_id))
            cause = Cause(command_id=ids.derived(job_id, str(history.last_sequence)), tenant=TENANT, correlation=job_id)
            await log.append_facts(history, [event], cause=cause)

    async def begin(self, job_id: str, *, page: str = "", resume: bytes = b"", picture: bytes = b"") -> None:
        """A job of Ada's, with what it keeps."""
        vault = await self.vault()
        await vault.put_request(ADA, job_id, {"target_url": "https://jobs.example.com/1", "profile": {}})
        await vault.put_answer(ADA, job_id, "a" * 16, "yes")
        await vault.put_draft(ADA, job_id, "b" * 16, "a draft")
        if resume:
            await vault.put_job_file(ADA, job_id, "resume", resume, name="cv.pdf", media_type="application/pdf")
        now = datetime.now(UTC)
        await self.write(services.JOB_INTAKE, job_id, requested(at=now, tenant=TENANT, applicant=ADA.id))
        if page:
            seen = PageObserved(cause="c", page=form(model_ref=page), session_id="s", took_ms=1)
            await self.write(services.BROWSER_HOST, job_id, seen)

    async def end(self, job_id: str) -> None:
        await self.write(services.EXECUTOR, job_id, job.JobCancelled(at=datetime.now(UTC)))

    async def told(self) -> dict[Kept, list[str]]:
        """All that the log says was taken away; each as often as it says so."""
        log, found = JetStreamEventLog(await self.bus(services.JOB_INTAKE)), dict[Kept, list[str]]()
        named = subjects.events_named("Swept", kind=Kind.RETENTION)
        async for stored in direct_get.each(await self.bus(services.JOB_INTAKE), streams.EVENTS, named):
            recorded = log.find_event(stored)
            assert recorded is not None
            assert isinstance(recorded.event, Swept)
            found.setdefault(recorded.event.kept, []).extend(recorded.event.references)
        return found

    async def objects(self) -> set[str]:
        """Every object that can be had."""
        store = JetStreamStore(await self.bus(services.JOB_INTAKE))
        return {kept.name async for kept in store.each_object() if await store.get_object(kept.name) is not None}

    async def messages(self) -> int:
        """How many messages the bucket of objects holds."""
        info = await (await self.bus(services.JOB_INTAKE)).api(f"STREAM.INFO.OBJ_{streams.ARTIFACTS}")
        return int(info["state"]["messages"])


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    state = StateDir(tmp_path / "nats")
    state.prepare()
    secrets = passwords.load_or_make(state, permissions.USERS, {})
    (port,) = ports.free_ports(1)
    server = NatsServer(state, secrets, port=port)
    process = server.process(BackOff(), lambda: None)
    await process.start(90)
    house = House(server, secrets.nats_passwords, monkeypatch)
    await migrating.migrate(await house.bus(permissions.MIGRATION))
    keyring = (await house.vault()).keyring
    await keyring.ensure_common()
    await keyring.ensure(ADA)
    yield house
    for bus in house.buses.values():
        await bus.close()
    await process.stop(20)


def job_id(number: int) -> str:
    return ids.job_id(TENANT, f"key-{number}")
