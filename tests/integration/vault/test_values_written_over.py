"""Values that another login writes over: it reaches only the kinds that its service stores, on a real server."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from datetime import timedelta

import pytest

from ghosthands.browser_host.keeping.keepsakes import Keepsakes, Snapshot
from ghosthands.browser_host.ports.storage import Storage
from ghosthands.domain.answers import RememberedAnswer
from ghosthands.domain.page import FieldKind
from ghosthands.domain.services import BROWSER_HOST, HITL_GATEWAY, JOB_INTAKE, PLANNER, VALUES_OF, VAULT_HOLDERS
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.connection import Forbidden
from ghosthands.messaging.server.jetstream import Bus, Outgoing, Stored
from ghosthands.messaging.server.permissions import MIGRATION
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.code_sources import Authenticator, Mailbox
from ghosthands.vault.credentials import Credentials, OneTimeCode
from ghosthands.vault.errors import Erased, SealBroken
from ghosthands.vault.jetstream import JetStreamStore, decode_key
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.vault import Vault

from .conftest import Server

pytestmark = pytest.mark.integration

MASTERS = MasterKeys.generate()
VAULT = f"KV_{streams.VAULT}"
ANSWER = RememberedAnswer("yes", FieldKind.TEXT)
COOKIE = {"name": "session", "value": "1", "domain": "jobs.example.com"}

#: The kinds of values, by what their paths begin with, that each login may write over.
STORED_BY: Mapping[str, set[str]] = {
    "jobs/j/request": set(),
    "callbacks": {HITL_GATEWAY},
    "jobs/j/files": {HITL_GATEWAY},
    "jobs/j/extract": {BROWSER_HOST},
    "answers": {HITL_GATEWAY},
    "additions": set(),
    "drafts": {PLANNER},
    "remembered": {HITL_GATEWAY, PLANNER},
    "credentials": {HITL_GATEWAY, BROWSER_HOST},
    "authenticators": {HITL_GATEWAY},
    "mailbox": {HITL_GATEWAY},
    "codes": {HITL_GATEWAY, BROWSER_HOST},
    "snapshots": {BROWSER_HOST},
    "logins": {BROWSER_HOST},
}


@pytest.fixture
async def vaults(server: Server) -> AsyncIterator[Mapping[str, Vault]]:
    opened = {service: await server.connect(service) for service in sorted(VAULT_HOLDERS)}
    yield {
        service: Vault(JetStreamStore(bus), MASTERS, keeper=service == JOB_INTAKE) for service, bus in opened.items()
    }
    for bus in opened.values():
        await bus.close()


@pytest.fixture
async def admin(server: Server) -> AsyncIterator[Bus]:
    bus = await server.connect(MIGRATION)
    yield bus
    await bus.close()


@pytest.fixture(params=sorted(VAULT_HOLDERS - {JOB_INTAKE}))
async def login(request: pytest.FixtureRequest, server: Server) -> AsyncIterator[Bus]:
    bus = await server.connect(request.param)
    yield bus
    await bus.close()


async def store_each(vaults: Mapping[str, Vault], person: Applicant) -> None:
    """Each service stores everything that it ever stores."""
    await vaults[JOB_INTAKE].put_request(person, "j", {"target_url": "https://jobs.example.com/1"})
    await vaults[JOB_INTAKE].put_addition(person, "j", 1, "and a letter")
    for service in (JOB_INTAKE, HITL_GATEWAY):
        vault = vaults[service]
        await vault.put_job_file(person, "j", "resume", b"%PDF", name="cv.pdf", media_type="application/pdf")
        await vault.put_answer(person, "j", "question", "an answer")
        await vault.put_credentials(person, [Credentials("example.com", "ada", "secret")])
    gateway, planner, host = vaults[HITL_GATEWAY], vaults[PLANNER], vaults[BROWSER_HOST]
    for vault in (gateway, planner):
        await vault.remember(person, {"question": ANSWER})
    await gateway.put_callback(person, "j", {"callback_url": "https://valet.example.com"})
    await gateway.put_authenticator(person, Authenticator("example.com", "GEZDGNBVGY3TQOJQ"))
    await gateway.put_mailbox(person, Mailbox("imap.example.com", 993, "ada", "secret"))
    await planner.put_draft(person, "j", "question", "a draft")
    for vault in (gateway, host):
        await vault.put_code(person, "j", OneTimeCode("jobs.example.com", "123456"))
    await host.put_extract(person, "j", {"salary": 1})
    await host.mark_credentials_used(person, "jobs.example.com")
    keepsakes = Keepsakes(host, login_life=timedelta(days=30))
    await keepsakes.keep_snapshot(person, "j", Snapshot("s", "https://jobs.example.com/1", Storage()))
    await keepsakes.keep_logins(person, Storage((COOKIE,)), ["jobs.example.com"])


async def find_values(admin: Bus, person: Applicant) -> list[Stored]:
    return await admin.read_back(VAULT, f"$KV.{streams.VAULT}.val.{person.id}.>", after=0)


def path_of(stored: Stored) -> str:
    return decode_key(stored.subject.split(".", 2)[2]).split("/", 2)[2]


def kind_of(path: str) -> str:
    return next(kind for kind in STORED_BY if path.startswith(kind))


def kind_named(pattern: str) -> str:
    """Return the kind whose values these subjects are."""
    return pattern.removesuffix(".>").removesuffix(".*").replace(".", "/").replace("*", "j")


def test_the_permissions_name_every_kind_and_no_other() -> None:
    named = {(kind_named(path), service) for service, paths in VALUES_OF.items() for path in paths if path != ">"}
    assert named == {(kind, writer) for kind, writers in STORED_BY.items() for writer in writers}


async def write(bus: Bus, subject: str, data: bytes, headers: Mapping[str, str]) -> None:
    with suppress(Forbidden):
        await bus.publish(Outgoing(subject, data, headers))


async def test_every_kind_of_value_can_be_stored_by_whoever_stores_it(vaults: Mapping[str, Vault], admin: Bus) -> None:
    person = Applicant("acme", str(uuid.uuid4()))
    await store_each(vaults, person)
    assert {kind_of(path_of(each)) for each in await find_values(admin, person)} == set(STORED_BY)


@pytest.mark.parametrize(
    ("replaced", "headers"), [(b"x", {}), (b"", {"KV-Operation": "PURGE"})], ids=["noise", "a marker"]
)
async def test_a_login_reaches_no_value_of_a_kind_that_its_service_does_not_store(
    vaults: Mapping[str, Vault], admin: Bus, login: Bus, replaced: bytes, headers: dict[str, str]
) -> None:
    person = Applicant("acme", str(uuid.uuid4()))
    await store_each(vaults, person)
    before = {path_of(each): each.data for each in await find_values(admin, person)}
    for each in await find_values(admin, person):
        await write(login, each.subject, replaced, headers)
    after = {path_of(each): each.data for each in await find_values(admin, person)}
    gone = {kind_of(path) for path in before if after[path] != before[path]}
    assert gone == {kind for kind, writers in STORED_BY.items() if login.service in writers}


async def test_what_is_put_in_a_values_place_is_never_taken_for_it(vaults: Mapping[str, Vault], admin: Bus) -> None:
    """Noise, another path's value, and another person's at the same path: each was sealed for its own place."""
    ada, bob = (Applicant("acme", str(uuid.uuid4())) for _ in range(2))
    for person in (ada, bob):
        await store_each(vaults, person)
    found = {path_of(each): each for each in await find_values(admin, ada)}
    of_bob = {path_of(each): each.data for each in await find_values(admin, bob)}
    reader = vaults[BROWSER_HOST]
    for path, each in found.items():
        others = [b"x", next(other.data for other in found.values() if other != each)]
        for data in (*others, *filter(None, [of_bob.get(path)])):
            await admin.publish(Outgoing(each.subject, data))
            with pytest.raises((SealBroken, Erased)):
                await reader.get(ada, path)
        await admin.publish(Outgoing(each.subject, each.data))
        assert await reader.get(ada, path)
