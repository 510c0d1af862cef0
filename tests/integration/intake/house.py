"""Job-intake on a NATS without encryption, whose disk can be searched; and whose it is that applies there."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ghosthands.cli import client
from ghosthands.cli.commands import erase
from ghosthands.domain import ids, services
from ghosthands.domain.applicant import ApplicantErased
from ghosthands.domain.erasure import EraseApplicant, Erasure
from ghosthands.domain.holdings import Holdings, HoldingsOf
from ghosthands.domain.job import JobCancelled
from ghosthands.messaging import fault
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.server import configuration, migrating, permissions, streams
from ghosthands.messaging.server.jetstream import Bus, Outgoing, connect
from ghosthands.messaging.server.permissions import MIGRATION, VALET
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.messaging.work import micro
from ghosthands.stack import StackConfig, Supervisor, ports
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import NotInVault, SealBroken
from ghosthands.vault.jetstream import JetStreamStore
from ghosthands.vault.key_records import PROOF_PATH, KeyRecords
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import Entry
from ghosthands.vault.vault import Vault

from .conftest import TENANT, request
from .hunt import RECORD

ADA = {"first_name": "Ada", "last_name": "Lovelace-Erased", "email": "ada.erased@example.org"}
BOB = {"first_name": "Bob", "last_name": "Babbage-Stays", "email": "bob.stays@example.org"}
#: Ada's, as VALET names her
USER = "9a1e9e0a-0000-4000-8000-00000000ada0"
EXECUTOR = services.EXECUTOR


class House:
    """Job-intake as a process of its own, on a NATS whose disk anybody can read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.disk = folder / "store"
        self.passwords = {user: secrets.token_hex(8) for user in permissions.USERS}
        (port,) = ports.free_ports(1)
        self.url = f"nats://127.0.0.1:{port}"
        text = configuration.server_config(port=port, store_dir=self.disk, encryption_key="", passwords=self.passwords)
        plain = [line for line in text.splitlines() if not line.startswith(("  key:", "  cipher:"))]
        folder.mkdir(exist_ok=True)
        (folder / "nats.conf").write_text("\n".join(plain))
        (folder / "passwords.json").write_text(json.dumps(self.passwords))
        self.master_key_file = folder / "state" / "master.key"
        self.stack: Supervisor | None = None

    @asynccontextmanager
    async def serve(self) -> AsyncIterator[None]:
        """NATS alone, with its streams."""
        server = self._start_nats()
        try:
            async with asyncio.timeout(30), self.as_user(MIGRATION) as bus:
                await migrating.migrate(bus, ack_wait=2.0)
            yield
        finally:
            server.terminate()
            server.wait(20)

    @asynccontextmanager
    async def open(self, die: str = "") -> AsyncIterator[None]:
        extra = {"GHOSTHANDS_ALLOWED_PRIVATE_HOSTS": "127.0.0.1", fault.VARIABLE: die}
        config = StackConfig(
            state_dir=self.folder / "state",
            services=(services.JOB_INTAKE,),
            ack_wait_seconds=2.0,
            nats_url=self.url,
            nats_passwords_file=self.folder / "passwords.json",
            database_url="postgresql://nobody-asks",
            extra_env={services.JOB_INTAKE: extra},
        )
        async with self.serve(), Supervisor(config) as self.stack:
            yield

    def _start_nats(self) -> subprocess.Popen[bytes]:
        binary = Path(sys.executable).parent / "nats-server"
        return subprocess.Popen([binary, "-c", self.folder / "nats.conf"], stderr=subprocess.DEVNULL)

    async def connect(self, user: str) -> Bus:
        return await connect(self.url, user=user, password=self.passwords[user], timeout=60)

    @asynccontextmanager
    async def as_user(self, user: str) -> AsyncIterator[Bus]:
        bus = await self.connect(user)
        yield bus
        await bus.close()

    @asynccontextmanager
    async def vault(self, service: str = services.JOB_INTAKE) -> AsyncIterator[Vault]:
        """The vault, as that service has it."""
        async with self.as_user(service) as bus:
            yield Vault(JetStreamStore(bus), MasterKeys.load(self.master_key_file))

    async def handle(self, *bodies: dict[str, Any] | bytes, beside: int = 0) -> None:
        """Send these as VALET would; return once they were dealt with, and only so many others wait."""
        async with self.as_user(VALET) as valet:
            for body in bodies:
                data = body if isinstance(body, bytes) else json.dumps(body).encode()
                await valet.publish(Outgoing("job.requested", data))
        async with self.as_user(MIGRATION) as bus, asyncio.timeout(60):
            while (await bus.api(f"STREAM.INFO.{streams.INTAKE}"))["state"]["messages"] > beside:  # noqa: ASYNC110  nothing tells
                await asyncio.sleep(0.1)

    async def end(self, job_id: str) -> None:
        """Have the log say that the job is cancelled."""
        async with self.as_user(EXECUTOR) as bus:
            log = JetStreamEventLog(bus)
            cause = Cause(command_id=ids.derived("end", job_id), tenant=TENANT, correlation=job_id)
            history = await log.load(subjects.job(job_id))
            await log.append_decision(history, [JobCancelled(at=datetime.now(UTC))], cause=cause)

    async def erase(self, whose: str, *, cancel: bool = False) -> Erasure:
        """As the command does."""
        assert self.stack is not None
        async with client.connect(self.stack) as asking:
            return await erase._erase(asking, EraseApplicant(whose=whose, cancel=cancel))

    async def list_held(self, whose: str) -> Holdings:
        """As whoever exports it is told."""
        assert self.stack is not None
        async with client.connect(self.stack) as asking:
            asked = HoldingsOf(whose=whose)
            return await micro.ask_for(asking.bus, subjects.applicants("holdings"), asked, Holdings, timeout=30)

    async def erasures(self, person: Applicant) -> list[ApplicantErased]:
        """What the log says of them."""
        async with self.as_user(services.JOB_INTAKE) as bus:
            history = await JetStreamEventLog(bus).load(subjects.applicant(person.id))
        return [event for event in history.events if isinstance(event, ApplicantErased)]

    def read_disk(self) -> bytes:
        """All that NATS has written."""
        return b"\n".join(path.read_bytes() for path in self.disk.rglob("*") if path.is_file())

    async def run(self, *words: object, die: str = "", state: Path | None = None) -> int:
        """The exit code of that command of the command line, here or at another stack."""
        process = await asyncio.create_subprocess_exec(
            Path(sys.executable).parent / "ghosthands",
            *map(str, words),
            env={**os.environ, "GHOSTHANDS_STATE_DIR": str(state or self.folder / "state"), fault.VARIABLE: die},
        )
        return await process.wait()

    async def is_wrapped(self) -> bool:
        """Whether all keys are wrapped by the first master key of the file."""
        current = MasterKeys.load(self.master_key_file).current
        async with self.as_user(services.JOB_INTAKE) as bus:
            mark = await JetStreamStore(bus).get(PROOF_PATH, fresh=True)  # which is written last
        return KeyRecords(MasterKeys(current)).is_proof(mark, of_current=True)

    def find_keys(self, person: Applicant, masters: MasterKeys | None = None) -> set[bytes]:
        """The keys of the person that the master key opens, in any record that lies anywhere on the disk."""
        records, found = KeyRecords(masters or MasterKeys.load(self.master_key_file)), set()
        for record in RECORD.findall(self.read_disk()):
            try:
                found.add(records.open(person, Entry(record, 1)))
            except (NotInVault, SealBroken):
                continue
        return found - {b""}


def ask(profile: dict[str, str], user: str = "") -> dict[str, Any]:
    changes = {"valet_user_id": user} if user else {}
    return request(profile=profile, **changes)


def person_of(body: dict[str, Any]) -> Applicant:
    return Applicant(TENANT, ids.applicant_id(TENANT, body["valet_user_id"]))
