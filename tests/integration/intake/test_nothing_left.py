"""Of who was erased nothing is found in any file, archive and backups included, with every key; of others all is."""

from __future__ import annotations

import json
import secrets
from base64 import b64encode
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ghosthands.domain import services
from ghosthands.hitl_gateway.dead_desk import DeadDesk
from ghosthands.messaging import private_files
from ghosthands.messaging.archive import archiving
from ghosthands.messaging.archive.folder import FolderFiles
from ghosthands.messaging.archive.key import ArchiveKey
from ghosthands.messaging.archive.sealed import Archive
from ghosthands.messaging.server import consumers, streams
from ghosthands.messaging.server.permissions import MIGRATION
from ghosthands.stack import StateDir
from ghosthands.vault import restore
from ghosthands.vault.credentials import Credentials
from ghosthands.vault.jetstream import JetStreamStore
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.vault import Vault

from .conftest import TENANT, job_of
from .house import ADA, BOB, USER, House, ask, person_of
from .hunt import Hunt, read_archive, read_backups, read_files

pytestmark = [pytest.mark.integration, pytest.mark.slow]


class Given:
    """What somebody gave, and left in messages that nobody could handle."""

    def __init__(self, profile: dict[str, str], user: str = "") -> None:
        mark = profile["first_name"].encode()
        self.file, self.picture = (b"%s: %s" % (kind, secrets.token_bytes(64)) for kind in (b"%PDF", b"\x89PNG"))
        self.answer, self.password, self.sent, self.left = (f"{mark!r} {secrets.token_hex(16)}" for _ in range(4))
        self.request = ask(profile, user) | {
            "resume": {"content_base64": b64encode(self.file).decode(), "file_name": "cv.pdf"}
        }
        self.person, self.job_id = person_of(self.request), job_of(self.request)
        self.values = {
            "profile": profile["email"].encode(),
            "resume": self.file,
            "picture": self.picture,
            "answer": self.answer.encode(),
            "password": self.password.encode(),
        }
        self.letters = {"sent": self.sent.encode(), "left": self.left.encode()}

    async def put(self, vault: Vault, host_vault: Vault) -> None:
        """Have it lie in the vault, as services put it there."""
        await vault.put_answer(self.person, self.job_id, "abcd", self.answer)
        await vault.put_credentials(self.person, [Credentials("site.example", "me", self.password)])
        await host_vault.seal_screenshot(self.person, self.picture)
        await vault.seal_dead_letter(json.dumps(self.request | {"text": self.left}).encode())  # its letter was not sent


async def test_of_who_was_erased_nothing_is_found_anywhere_and_of_others_everything(tmp_path: Path) -> None:
    house, backups = House(tmp_path), tmp_path / "backups"
    ada, bob = Given(ADA, USER), Given(BOB)
    async with house.open():
        await house.handle(ada.request, bob.request, b"{ broken " + ada.sent.encode())
        async with house.vault() as vault, house.vault(services.BROWSER_HOST) as host_vault:
            for one in (ada, bob):
                await one.put(vault, host_vault)
                await house.end(one.job_id)
        assert await house.run("backup", backups) == 0
    async with house.serve():
        archived = await archive(house)
    before = hunt(house, backups, ada, bob)
    assert before.find(ada.values | ada.letters) == {
        "nats": {*ada.values, *ada.letters},
        "backup of 0": {*ada.values},
    }
    async with house.open():
        assert await house.run("backup", backups) == 0
        async with house.as_user(services.HITL_GATEWAY) as bus:
            desk = DeadDesk(bus, Vault(JetStreamStore(bus), MasterKeys.load(house.master_key_file)))
            [letter] = await desk.list_all()
            await desk.drop(letter.number)
        assert await house.run("erase", f"{TENANT}/{USER}") == 0
    after = hunt(house, backups, ada, bob)
    assert after.find(ada.values | ada.letters) == {}
    kept = {place: {*bob.values} for place in ("backup of 0", f"backup of {archived}")}
    assert after.find(bob.values | {"left": bob.letters["left"]}) == kept | {"nats": {*bob.values, "left"}}
    jobs = {name: one.job_id.encode() for name, one in (("ada", ada), ("bob", bob))}
    everywhere = {"nats", "archive", "archive beside backups"}
    assert {place for place, names in after.find(jobs).items() if names == {*jobs}} >= everywhere
    again = House(tmp_path / "again")
    async with again.serve(), again.as_user(MIGRATION) as bus:
        masters = MasterKeys.load(house.master_key_file)
        await restore.restore(bus, min(backups.glob("[0-9]*")), masters)
    restored = Hunt({"restored": read_files(again.disk)}, masters, [ada.person, bob.person])
    assert restored.find(ada.values | ada.letters) == {}
    assert restored.find(bob.values) == {"restored": {*bob.values}}


async def archive(house: House) -> int:
    """Have what was heard of the log leave the server; up to where that is."""
    state = StateDir(house.folder / "state")
    async with house.as_user(MIGRATION) as bus:
        last = (await bus.api(f"STREAM.INFO.{streams.EVENTS}"))["state"]["last_seq"]
        for consumer in consumers.CONSUMERS:
            if consumer.stream == streams.EVENTS:
                await bus.api(f"CONSUMER.RESET.{streams.EVENTS}.{consumer.name}", {"seq": last})
        private_files.write(state.archive_key_file, ArchiveKey.generate().text().encode())
        into = Archive(FolderFiles(state.archive), ArchiveKey.load(state.archive_key_file))
        done = await archiving.archive(bus, into, older_than=datetime.now(UTC) + timedelta(hours=1))
    assert done.end == last - 1
    return done.end


def hunt(house: House, backups: Path, *people: Given) -> Hunt:
    """With the master key and the archive's, through all files there are."""
    state, masters = StateDir(house.folder / "state"), MasterKeys.load(house.master_key_file)
    places = {
        "nats": read_files(house.disk),
        "as they lie": read_files(backups) + read_files(state.path),
        "archive": read_archive(Archive(FolderFiles(state.archive), ArchiveKey.load(state.archive_key_file))),
        **read_backups(backups, masters),
    }
    return Hunt(places, masters, [one.person for one in people])
