import asyncio
import uuid
from datetime import timedelta

import msgspec
import nats
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.domain import services
from ghosthands.domain.errors import Conflict, Permanent
from ghosthands.messaging.server import migrating, streams
from ghosthands.messaging.server.connection import Forbidden
from ghosthands.messaging.server.jetstream import Ack, Bus, Outgoing
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import Erased
from ghosthands.vault.jetstream import CHUNK_BYTES, JetStreamStore, decode_key, encode_key
from ghosthands.vault.keyring import Keyring
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import ABSENT, MAX_VALUE_BYTES, MemoryStore, Store
from ghosthands.vault.vault import Vault

from .conftest import BUCKETS, PASSWORD, Server

pytestmark = pytest.mark.integration


@pytest.fixture(params=["memory", "jetstream"])
def store(request: pytest.FixtureRequest, bus: Bus) -> Store:
    """Both stores, which must behave the same."""
    return MemoryStore() if request.param == "memory" else JetStreamStore(bus)


@pytest.fixture
def key() -> str:
    return f"val/{uuid.uuid4()}/profile"


paths = st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=4).map(
    lambda segments: "/".join(segment.replace("/", "_") for segment in segments)
)


@given(path=paths)
def test_any_path_becomes_a_key_and_back(path: str) -> None:
    encoded = encode_key(path)
    assert decode_key(encoded) == path
    assert set(encoded) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-=.")


def test_a_path_with_an_empty_segment_is_refused() -> None:
    with pytest.raises(ValueError, match="empty segments"):
        encode_key("a//b")


async def test_nothing_lies_at_a_new_key(store: Store, key: str) -> None:
    assert await store.get(key) == ABSENT
    assert await store.get(key, fresh=True) == ABSENT


async def test_a_value_is_read_back_with_its_revision(store: Store, key: str) -> None:
    revision = await store.put(key, b"\x00data")
    entry = await store.get(key)
    assert (entry.data, entry.revision) == (b"\x00data", revision)


async def test_a_write_that_expects_another_revision_is_refused(store: Store, key: str) -> None:
    first = await store.put(key, b"1", expected=0)
    with pytest.raises(Conflict):
        await store.put(key, b"2", expected=0)
    await store.put(key, b"2", expected=first)
    assert (await store.get(key, fresh=True)).data == b"2"


async def test_a_deleted_key_is_absent_and_can_be_written_anew(store: Store, key: str) -> None:
    await store.delete(key)
    await store.put(key, b"1")
    await store.delete(key)
    gone = await store.get(key)
    assert gone.data is None
    await store.put(key, b"2", expected=gone.revision)
    assert (await store.get(key)).data == b"2"


async def test_a_value_that_was_replaced_since_is_not_deleted(store: Store, key: str) -> None:
    first = await store.put(key, b"1")
    second = await store.put(key, b"2")
    await store.delete(key, expected=first)
    assert (await store.get(key, fresh=True)).data == b"2"
    await store.delete(key, expected=second)
    assert (await store.get(key, fresh=True)).data is None


async def test_a_listing_has_what_lies_under_the_prefix_and_nothing_beside_it(store: Store) -> None:
    root = f"val/{uuid.uuid4()}"
    for path in ("answers/1/a b", "answers/1/é", "answers/10/c", "answers/1/deleted"):
        await store.put(f"{root}/{path}", path.encode())
    await store.delete(f"{root}/answers/1/deleted")
    found = {path: entry.data for path, entry in await store.list(f"{root}/answers/1")}
    assert found == {f"{root}/answers/1/a b": b"answers/1/a b", f"{root}/answers/1/é": "answers/1/é".encode()}


async def test_an_object_is_written_once(store: Store) -> None:
    name = f"{uuid.uuid4()}/files/a"
    assert await store.get_object(name) is None
    assert await store.put_object(name, b"first")
    assert not await store.put_object(name, b"second")
    assert await store.get_object(name) == b"first"


@pytest.mark.parametrize("size", [0, 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES])
async def test_an_object_of_any_size_comes_back_whole(store: Store, size: int) -> None:
    name = f"{uuid.uuid4()}/files/a"
    data = (bytes(range(251)) * (size // 251 + 1))[:size]
    await store.put_object(name, data)
    assert await store.get_object(name) == data


async def test_an_object_that_is_taken_away_is_gone_and_its_name_is_free(store: Store) -> None:
    root = f"{uuid.uuid4()}/files"
    for name in ("a b", "é", "stays"):
        await store.put_object(f"{root}/{name}", bytes(CHUNK_BYTES + 1))
    for name in ("a b", "é", "never there"):
        await store.delete_object(f"{root}/{name}")
    assert await store.get_object(f"{root}/é") is None
    assert await store.list_objects(root) == [f"{root}/stays"]
    assert await store.put_object(f"{root}/é", b"anew")


async def test_what_a_key_was_before_is_there_until_it_is_overwritten(store: Store) -> None:
    path = f"key/{uuid.uuid4()}"
    for value in (b"1", b"2", b"3"):
        await store.put(path, value)
    assert path in await store.list_past()
    first, second, third = await store.list_versions(path)
    assert [each.data for each in (first, second, third)] == [b"1", b"2", b"3"]
    assert await store.overwrite_past(path, before=second.revision) == 1
    assert await store.list_versions(path) == [second, third]
    assert await store.overwrite_past(path, before=third.revision) == 1
    assert await store.overwrite_past(path, before=third.revision) == 0
    assert path not in await store.list_past()
    assert (await store.get(path, fresh=True)).data == b"3"


async def test_a_value_too_large_for_a_message_is_refused_before_it_is_sent(bus: Bus, key: str) -> None:
    with pytest.raises(Permanent, match="too large"):
        await JetStreamStore(bus).put(key, bytes(MAX_VALUE_BYTES + 1))
    await JetStreamStore(bus).put(key, bytes(MAX_VALUE_BYTES))


async def test_the_server_forgets_what_has_expired(bus: Bus, key: str) -> None:
    store = JetStreamStore(bus)
    await store.put(key, b"data", ttl=timedelta(seconds=1))
    async with asyncio.timeout(30):
        while (await store.get(key, fresh=True)).data:  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.1)
    assert await store.put(key, b"again", expected=0)


async def test_a_body_is_listed_though_who_wrote_it_was_killed_before_its_last_piece(
    bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, publish = JetStreamStore(bus), bus.publish

    async def die(message: Outgoing) -> Ack:
        monkeypatch.setattr(bus, "publish", publish)
        await publish(message)
        raise KeyboardInterrupt

    monkeypatch.setattr(bus, "publish", die)
    with pytest.raises(KeyboardInterrupt):
        await store.put_letter("a1", bytes(CHUNK_BYTES + 1))
    assert "job-intake/a1" in await store.list_letters()
    assert "job-intake/a1" in [letter.reference async for letter in store.each_letter()]
    await store.delete_letter("job-intake/a1")
    assert await store.get_letter("job-intake/a1") is None
    assert "job-intake/a1" not in await store.list_letters()


async def test_a_body_that_is_deleted_as_it_is_written_leaves_no_byte(
    bus: Bus, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, publish = JetStreamStore(bus), bus.publish

    async def delete_behind(message: Outgoing) -> Ack:
        ack = await publish(message)
        monkeypatch.setattr(bus, "publish", publish)
        await store.delete_letter("job-intake/b2")
        return ack

    monkeypatch.setattr(bus, "publish", delete_behind)
    with pytest.raises(Conflict):
        await store.put_letter("b2", bytes(2 * CHUNK_BYTES))
    assert await bus.read_back(streams.LETTERS, "gh.letters.job-intake.b2", after=0) == []


async def test_a_file_of_either_writer_is_found_and_deleted_with_the_others(bus: Bus, eight: list[Bus]) -> None:
    store, person = JetStreamStore(bus), str(uuid.uuid4())
    both, one = f"{person}/files/both", f"{person}/files/one"
    for writer, name in ((bus, both), (eight[0], both), (eight[0], one)):
        assert await JetStreamStore(writer).put_object(name, name.encode())
    assert sorted(await store.list_objects(person)) == [both, one]
    assert [await store.get_object(name) for name in (both, one)] == [both.encode(), one.encode()]
    for name in (both, one):
        await store.delete_object(name)
    assert await store.list_objects(person) == []
    assert not await bus.list_subjects(f"OBJ_{streams.ARTIFACTS}", f"$O.{streams.ARTIFACTS}.C.hitl-gateway.*")


@pytest.mark.parametrize("nuid", [">", "*", "job-intake.*", ""])
async def test_an_object_that_names_others_bytes_as_its_own_takes_none_of_them_away(
    bus: Bus, server: Server, nuid: str
) -> None:
    store, name = JetStreamStore(bus), f"{uuid.uuid4()}/files/a"
    await store.put_object(name, b"a resume")
    forged = {"name": "x", "bucket": streams.ARTIFACTS, "nuid": nuid, "size": 0, "deleted": True}
    host = await server.connect(services.BROWSER_HOST)
    seen = f"page-models/{uuid.uuid4()}"
    await JetStreamStore(host).put_object(seen, b"a page")
    at = (await host.publish(Outgoing(f"$O.{streams.ARTIFACTS}.M.eA==", msgspec.json.encode(forged)))).sequence
    await host.close()
    [found] = [kept async for kept in store.each_object(after=at - 1)]
    assert found.is_condemned
    await store.overwrite_condemned(found)
    assert [await store.get_object(each) for each in (name, seen)] == [b"a resume", b"a page"]
    assert [kept async for kept in store.each_object(after=at - 1)] == []


async def test_the_marker_of_an_expired_key_is_not_taken_for_a_value(bus: Bus, key: str) -> None:
    await bus.publish(Outgoing(f"$KV.{streams.VAULT}.{encode_key(key)}", b"", {"Nats-Marker-Reason": "MaxAge"}))
    assert (await JetStreamStore(bus).get(key)).data is None


async def test_objects_lie_as_the_nats_tools_expect_them(server: Server) -> None:
    name, data = f"page-models/{uuid.uuid4()}", bytes(CHUNK_BYTES + 5)
    host = await server.connect(services.BROWSER_HOST)
    await JetStreamStore(host).put_object(name, data)
    await host.close()
    client = await nats.connect(server.url, user="migration", password=PASSWORD)
    bucket = await client.jetstream().object_store(streams.ARTIFACTS)
    assert (await bucket.get(name)).data == data
    await client.close()


async def test_an_object_that_two_processes_write_at_once_is_one_of_them_whole(eight: list[Bus]) -> None:
    name = f"{uuid.uuid4()}/files/a"
    written = await asyncio.gather(
        *(JetStreamStore(bus).put_object(name, bytes([n]) * (CHUNK_BYTES + 1)) for n, bus in enumerate(eight))
    )
    data = await JetStreamStore(eight[0]).get_object(name)
    assert written.count(True) == 1
    assert data == bytes([written.index(True)]) * (CHUNK_BYTES + 1)


async def test_eight_processes_that_meet_a_person_at_once_get_one_key(eight: list[Bus]) -> None:
    masters = MasterKeys.generate()
    for _ in range(10):
        person = Applicant("acme", str(uuid.uuid4()))
        keys = await asyncio.gather(*(Keyring(JetStreamStore(bus), masters).ensure(person) for bus in eight))
        assert len({key.id for key in keys}) == 1


async def test_eight_processes_that_admit_an_erased_person_at_once_get_one_key(eight: list[Bus], bus: Bus) -> None:
    masters, person = MasterKeys.generate(), Applicant("acme", str(uuid.uuid4()))
    before = await Keyring(JetStreamStore(eight[0]), masters).ensure(person)
    await Keyring(JetStreamStore(bus), masters).erase(person)
    keys = await asyncio.gather(*(Keyring(JetStreamStore(bus), masters).admit(person) for bus in eight))
    assert len({key.id for key in keys}) == 1
    assert keys[0] != before


async def test_a_job_goes_through_the_vault_from_one_service_to_another(bus: Bus, server: Server) -> None:
    masters, person = MasterKeys.generate(), Applicant("acme", str(uuid.uuid4()))
    intake = await server.connect(services.JOB_INTAKE)
    try:
        vault = Vault(JetStreamStore(intake), masters)
        await vault.put_request(
            person, "job-1", {"target_url": "https://x.example", "profile": {"email": "a@b.example"}}
        )
        await vault.put_job_file(person, "job-1", "resume", b"%PDF", name="cv.pdf", media_type="application/pdf")
    finally:
        await intake.close()
    planner = Vault(JetStreamStore(bus), masters)
    await planner.put_answer(person, "job-1", "abcd", "yes")
    data = await planner.get_applicant_data(person, "job-1")
    assert data.value("profile.email") == "a@b.example"
    assert data.value("answers.abcd") == "yes"
    assert data.file("files.resume").data == b"%PDF"
    assert await planner.open_dead_letter(await planner.seal_dead_letter(bytes(2 * CHUNK_BYTES)))
    await planner.erase(person)
    with pytest.raises(Erased):
        await planner.get_applicant_data(person, "job-1")


async def test_a_new_master_key_rewraps_every_record_in_the_bucket(bus: Bus) -> None:
    store, old, new = JetStreamStore(bus), MasterKeys.generate(), MasterKeys.generate()
    for path, _ in await store.list("key"):
        await store.delete(path)
    people = [Applicant("acme", str(uuid.uuid4())) for _ in range(5)]
    keys = [await Keyring(store, old).ensure(person) for person in people]
    assert await Keyring(store, MasterKeys(new.current, [old.current])).rewrap_all() == 5
    assert [await Keyring(store, new).key(person) for person in people] == keys


async def test_a_service_without_the_vault_can_neither_read_nor_write_it(server: Server, key: str) -> None:
    executor = await server.connect(services.EXECUTOR)
    try:
        store = JetStreamStore(executor)
        with pytest.raises(Forbidden):
            await store.get(key)
        with pytest.raises(Forbidden):
            await store.put(key, b"data")
        with pytest.raises(Forbidden):
            await store.put_object(key, b"data")
    finally:
        await executor.close()


async def test_keys_that_lay_among_the_values_are_moved_once_and_newer_ones_stand(bus: Bus, server: Server) -> None:
    migration = await server.connect("migration")
    masters = MasterKeys.generate()
    moved, newer = (Applicant("acme", str(uuid.uuid4())) for _ in range(2))
    memory = MemoryStore()
    keys = {person: await Keyring(memory, masters).ensure(person) for person in (moved, newer)}
    for path, entry in [*await memory.list("key"), *await memory.list("copy")]:
        await migration.publish(Outgoing(f"$KV.{streams.VAULT}.{encode_key(path)}", entry.data or b""))
    value = f"val/{moved.id}/profile"
    await JetStreamStore(bus).put(value, b"stays")
    await Keyring(JetStreamStore(bus), masters).erase(newer)
    buckets = [one for one in streams.STREAMS if one.name in BUCKETS]
    for _ in range(2):
        await migrating.migrate(migration, streams=buckets, consumers=[])
    assert await Keyring(JetStreamStore(bus), masters).key(moved) == keys[moved]
    with pytest.raises(Erased):
        await Keyring(JetStreamStore(bus), masters).key(newer)
    assert (await JetStreamStore(bus).get(value)).data == b"stays"
    left = await migration.read_back(f"KV_{streams.VAULT}", ">", after=0)
    assert not [one.subject for one in left if ".key." in one.subject or ".copy." in one.subject]
    await migration.close()
