"""Objects and dead letters that another login writes over: what others stored stays readable, on a real server."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass

import msgspec
import pytest

from ghosthands.domain import services
from ghosthands.domain.errors import GhostHandsError, Permanent
from ghosthands.domain.services import BROWSER_HOST, COOKBOOK, HITL_GATEWAY, JOB_INTAKE, VAULT_HOLDERS
from ghosthands.hitl_gateway.dead_desk import DeadDesk
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.connection import Forbidden
from ghosthands.messaging.server.jetstream import ApiError, Bus, Outgoing
from ghosthands.messaging.server.permissions import MIGRATION
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.jetstream import JetStreamStore
from ghosthands.vault.keyring import COMMON, Keyring
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.vault import Vault

from .conftest import Server
from .letters import report_letter

pytestmark = pytest.mark.integration

MASTERS = MasterKeys.generate()
#: the streams of objects and of bodies
PLACES = (streams.LETTERS, f"OBJ_{streams.ARTIFACTS}")


@pytest.fixture(autouse=True)
async def common_key(bus: Bus) -> AsyncIterator[None]:
    """What belongs to nobody is sealed for these tests alone."""
    store = JetStreamStore(bus)
    paths = [f"{kind}/{COMMON.id}" for kind in ("key", "copy")]
    for path in paths:
        await store.delete(path)
    await Keyring(store, MASTERS).ensure_common()
    yield
    for path in paths:
        await store.delete(path)


@dataclass(frozen=True)
class Thing:
    """Something that one service stored, and how job-intake reads it."""

    writer: str
    data: bytes
    read: Callable[[Vault], Awaitable[bytes]]


@asynccontextmanager
async def logged_in(server: Server, user: str) -> AsyncIterator[Bus]:
    bus = await server.connect(user)
    try:
        yield bus
    finally:
        await bus.close()


@asynccontextmanager
async def vaults(server: Server) -> AsyncIterator[Mapping[str, Vault]]:
    async with AsyncExitStack() as stack:
        found = {}
        for service in sorted(VAULT_HOLDERS):
            bus = await stack.enter_async_context(logged_in(server, service))
            found[service] = Vault(JetStreamStore(bus), MASTERS, keeper=service == services.KEY_KEEPER)
        yield found


def read_file(person: Applicant, file: str) -> Callable[[Vault], Awaitable[bytes]]:
    return lambda vault: vault.get_object(person, "files", file)


def read_letter(reference: str) -> Callable[[Vault], Awaitable[bytes]]:
    return lambda vault: vault.open_dead_letter(reference)


async def store_each(held: Mapping[str, Vault]) -> list[Thing]:
    """A thing of each kind, by each service that stores such."""
    person, mark = Applicant("acme", str(uuid.uuid4())), uuid.uuid4().bytes
    await held[JOB_INTAKE].keyring.ensure(person)
    things = []
    for service in (JOB_INTAKE, HITL_GATEWAY):
        data = b"%PDF " + service.encode() + mark
        file = await held[service].put_object(person, "files", data)
        things.append(Thing(service, data, read_file(person, file)))
    page, picture = b"page" + mark, b"png" + mark
    model, shot = (
        await held[BROWSER_HOST].put_page_model(page),
        await held[BROWSER_HOST].seal_screenshot(person, picture),
    )
    things.append(Thing(BROWSER_HOST, page, lambda vault: vault.get_page_model(model)))
    things.append(Thing(BROWSER_HOST, picture, lambda vault: vault.open_screenshot(person, shot)))
    for service in sorted(held):
        body = service.encode() + mark
        letter = await held[service].seal_dead_letter(body)
        things.append(Thing(service, body, read_letter(letter)))
    return things


async def attack(attacker: Bus, admin: Bus) -> None:
    """Write over all that lies there: as deleted, as lying elsewhere, one piece too many; and delete it."""
    for stream in PLACES:
        for stored in await admin.read_back(stream, ">", after=0):
            with suppress(msgspec.DecodeError, TypeError):
                meta = msgspec.json.decode(stored.data)
                await publish(attacker, stored.subject, msgspec.json.encode(meta | {"deleted": True}))
                await publish(attacker, stored.subject, msgspec.json.encode(meta | {"nuid": "elsewhere"}))
            await publish(attacker, stored.subject, b"x")
            with suppress(Forbidden, ApiError):
                await attacker.api(f"STREAM.MSG.DELETE.{stream}", {"seq": stored.sequence})


async def publish(bus: Bus, subject: str, data: bytes) -> None:
    with suppress(Forbidden):
        await bus.publish(Outgoing(subject, data))


async def is_readable(thing: Thing, vault: Vault) -> bool:
    try:
        return await thing.read(vault) == thing.data
    except (GhostHandsError, msgspec.DecodeError):
        return False


@pytest.mark.parametrize("login", sorted(VAULT_HOLDERS - {JOB_INTAKE}))
async def test_what_others_stored_stays_readable_whoever_writes_over_it(login: str, server: Server) -> None:
    """Job-intake deletes what nobody needs any more, and so may delete anything; hitl-gateway any letter."""
    async with vaults(server) as held, logged_in(server, login) as attacker, logged_in(server, MIGRATION) as admin:
        things = await store_each(held)
        await attack(attacker, admin)
        lost = {thing.data for thing in things if not await is_readable(thing, held[JOB_INTAKE])}
    letters = {thing.data for thing in things[4:]} if login == HITL_GATEWAY else set()
    assert lost <= {thing.data for thing in things if thing.writer == login} | letters


@pytest.mark.parametrize("named", ["job-intake/{token}", "{token}"])
async def test_a_dead_letter_leads_to_no_body_of_another_service(named: str, server: Server) -> None:
    async with vaults(server) as held, logged_in(server, COOKBOOK) as forger, logged_in(server, HITL_GATEWAY) as bus:
        reference = await held[JOB_INTAKE].seal_dead_letter(b"a request")
        told = await report_letter(forger, COOKBOOK, named.format(token=reference.partition("/")[2]))
        desk = DeadDesk(bus, held[HITL_GATEWAY])
        with pytest.raises(Permanent, match="seven days"):
            await desk.redrive(told.sequence)
        await desk.drop(told.sequence)
        assert await held[JOB_INTAKE].open_dead_letter(reference) == b"a request"
