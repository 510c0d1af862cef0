"""A store of its own with two applicants in it: what tests of backups begin with."""

from __future__ import annotations

import asyncio
import base64
import os
import secrets
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from ghosthands.domain import ids, services
from ghosthands.domain.job import JobClaimed, JobRequested
from ghosthands.messaging import fault
from ghosthands.messaging.log.jetstream_log import JetStreamEventLog
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server import migrating, permissions, streams
from ghosthands.messaging.server.configuration import server_config
from ghosthands.messaging.server.jetstream import Bus, connect
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.envelope import Cause
from ghosthands.stack import ports
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.jetstream import CHUNK_BYTES, JetStreamStore
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.vault import Vault

from .conftest import PASSWORD, _binary

ADA, BOB = (Applicant("acme", str(uuid.UUID(int=number))) for number in (1, 2))
JOBS = {ADA: ids.job_id("acme", "ada"), BOB: ids.job_id("acme", "bob")}
FILE = bytes(range(256)) * (CHUNK_BYTES // 200)
NOTHING: Mapping[str, str] = {}
LETTER = b'{"a letter": "that nobody could handle"}'


@asynccontextmanager
async def store(folder: Path) -> AsyncIterator[str]:
    """A NATS with empty streams; its address."""
    (port,) = ports.free_ports(1)
    passwords = dict.fromkeys(permissions.USERS, PASSWORD)
    text = server_config(port=port, store_dir=folder / "store", encryption_key="a key", passwords=passwords)
    write_configuration(folder, text)
    process = await asyncio.create_subprocess_exec(_binary(), "-c", folder / "nats.conf", "-l", folder / "log")
    try:
        async with user(f"nats://127.0.0.1:{port}") as bus:
            await migrating.migrate(bus)
        yield f"nats://127.0.0.1:{port}"
    finally:
        process.terminate()
        await process.wait()


def write_configuration(folder: Path, text: str) -> None:
    folder.mkdir()
    (folder / "nats.conf").write_text(text)


@asynccontextmanager
async def user(url: str, name: str = permissions.MIGRATION) -> AsyncIterator[Bus]:
    bus = await connect(url, user=name, password=PASSWORD, timeout=60)
    yield bus
    await bus.close()


async def fill(url: str, masters: MasterKeys) -> None:
    """Two applicants with a job each, values, files and pictures of theirs; and a dead letter."""
    async with user(url, services.JOB_INTAKE) as intake, user(url, services.EXECUTOR) as executor:
        vault = Vault(JetStreamStore(intake), masters)
        await vault.keyring.prove()
        for person, job_id in JOBS.items():
            await vault.put_request(person, job_id, {"profile": {"email": f"{person.id}@example.org"}})
            await vault.put_answer(person, job_id, "abcd", "replaced")
            await vault.put_answer(person, job_id, "abcd", "by a friend")
            await vault.put_job_file(person, job_id, "resume", FILE, name="cv.pdf", media_type="application/pdf")
            now = datetime.now(UTC)
            requested = JobRequested(at=now, tenant="acme", applicant=person.id, task="t", site="s", posting="p")
            for bus, event in ((intake, requested), (executor, JobClaimed(worker="e", at=now))):
                log = JetStreamEventLog(bus)
                cause = Cause(command_id=str(uuid.uuid4()), tenant="acme", correlation=job_id)
                await log.append_facts(await log.load(subjects.job(job_id)), [event], cause=cause)
        await vault.seal_dead_letter(LETTER)


async def describe(url: str) -> tuple[list[object], list[object]]:
    """The log message by message, and the jobs it amounts to."""
    async with user(url) as bus, user(url, services.EXECUTOR) as executor:
        messages = await bus.read_back(streams.EVENTS, ">", after=0)
        told = [(one.sequence, one.subject, dict(one.headers), one.data, one.stored_at) for one in messages]
        log = JetStreamEventLog(executor)
        return [*told], [job_of(await log.load(subjects.job(job_id))) for job_id in JOBS.values()]


async def read(url: str, masters: MasterKeys, person: Applicant) -> tuple[str, bytes]:
    async with user(url, services.JOB_INTAKE) as bus:
        vault = Vault(JetStreamStore(bus), masters)
        await vault.keyring.prove()
        data = await vault.get_applicant_data(person, JOBS[person])
        return data.value("answers.abcd"), data.file("files.resume").data


async def erase(url: str, masters: MasterKeys, person: Applicant) -> None:
    async with user(url, services.JOB_INTAKE) as bus:
        await Vault(JetStreamStore(bus), masters).erase(person)


def write_master(folder: Path) -> tuple[Path, MasterKeys]:
    file = folder / "master.key"
    file.write_bytes(base64.b64encode(secrets.token_bytes(32)))
    file.chmod(0o600)
    return file, MasterKeys.load(file)


def run(
    program: str,
    url: str,
    master: Path,
    *arguments: object,
    die: str = "",
    more: Mapping[str, str] = NOTHING,
    code: str = "",
) -> subprocess.CompletedProcess[str]:
    """The program as it ended; with `code`, that in its place."""
    env = {
        **os.environ,
        "GHOSTHANDS_NATS_URL": url,
        "GHOSTHANDS_NATS_PASSWORD": PASSWORD,
        "GHOSTHANDS_MASTER_KEY_FILE": str(master),
        fault.VARIABLE: die,
        **more,
    }
    started = ["-c", code] if code else ["-m", f"ghosthands.vault.{program}"]
    command = [sys.executable, *started, *map(str, arguments)]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=120)
