"""The data that outlive a browser, sealed in the vault: a job's last page, and an applicant's logins.

  snapshot   of a job, after each verified run of actions and each page that was left: its address, cookies and
             storage. The session that replaces a lost one begins with it; it is deleted with the job's session.
  login      of an applicant on one domain, after a job that succeeded: cookies and storage. Every later session of
             theirs begins with all of them; each is given only to its own domain, by the browser itself.

All of it is under the applicant's key: erasing the person erases this too.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from functools import reduce

import msgspec

from ghosthands.browser_host.ports.storage import Storage
from ghosthands.contract.credentials import domain_of
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import Erased, NotInVault
from ghosthands.vault.vault import Vault

#: How long a snapshot is kept: a job that waits longer for a human begins anew if its browser is lost.
SNAPSHOT_LIFE = timedelta(days=8)


class Snapshot(msgspec.Struct, frozen=True):
    """A job's page as it was."""

    session_id: str
    url: str
    storage: Storage

    def __repr__(self) -> str:
        return f"Snapshot({self.session_id})"


class Login(msgspec.Struct, frozen=True):
    """The cookies and storage by which a domain knows an applicant."""

    domain: str
    storage: Storage
    saved_at: datetime
    expires_at: datetime

    def __repr__(self) -> str:
        return f"Login({self.storage})"


class Beginning(msgspec.Struct, frozen=True):
    """The storage and address that a new session begins with."""

    storage: Storage = Storage()
    #: where it begins, if not at the job's target
    url: str | None = None


class Keepsakes:
    """The store of what outlives a browser."""

    def __init__(self, vault: Vault, *, login_life: timedelta) -> None:
        self._vault = vault
        self._login_life = login_life

    async def keep_snapshot(self, person: Applicant, job_id: str, snapshot: Snapshot) -> None:
        """Keep the snapshot in place of the job's last one."""
        await self._vault.put_json(person, _snapshot(job_id), snapshot, expires=SNAPSHOT_LIFE)

    async def forget_snapshot(self, person: Applicant, job_id: str) -> None:
        """Delete the snapshot of an ended job."""
        await self._vault.delete(person, _snapshot(job_id))

    async def find_beginning(self, person: Applicant, job_id: str, *, lost: str | None) -> Beginning:
        """Return what the job's next session begins with; `lost` is the lost session that it replaces, if any."""
        logins = [login.storage for login in await self.list_logins(person)]
        storage = reduce(lambda older, newer: newer.over(older), logins, Storage())
        snapshot = await self._snapshot(person, job_id) if lost else None
        if snapshot is None or snapshot.session_id != lost:
            return Beginning(storage)
        return Beginning(snapshot.storage.over(storage), snapshot.url)

    async def keep_logins(self, person: Applicant, storage: Storage, hosts: Collection[str]) -> None:
        """Keep what the domains of these hosts, which the job visited, have put into the browser."""
        if not self._login_life:
            return
        now = datetime.now(UTC)
        for domain in sorted({domain_of(host) for host in hosts if host}):
            own = storage.of(lambda host, domain=domain: domain_of(host) == domain)  # type: ignore[misc]
            if own:
                login = Login(domain, _drop_session_storage(own), now, now + self._login_life)
                path = await self._login_path(person, domain)
                await self._vault.put_json(person, path, login, expires=self._login_life)

    async def list_logins(self, person: Applicant) -> list[Login]:
        """Return all the person's logins, the oldest first; none for a person who was erased or is unknown."""
        try:
            found = await self._vault.list(person, "logins")
        except (NotInVault, Erased):
            return []
        logins = [msgspec.json.decode(data, type=Login) for data in found.values()]
        return sorted(logins, key=lambda login: login.saved_at)

    async def forget_login(self, person: Applicant, domain: str) -> None:
        """Delete the login for the domain."""
        await self._vault.delete(person, await self._login_path(person, domain))

    async def _snapshot(self, person: Applicant, job_id: str) -> Snapshot | None:
        try:
            return msgspec.json.decode(await self._vault.get(person, _snapshot(job_id)), type=Snapshot)
        except NotInVault:
            return None

    async def _login_path(self, person: Applicant, domain: str) -> str:
        return f"logins/{await self._vault.fingerprint(person, domain)}"


def _snapshot(job_id: str) -> str:
    return f"snapshots/{job_id}"


def _drop_session_storage(storage: Storage) -> Storage:
    """Return the storage without what belongs to one tab."""
    origins = (msgspec.structs.replace(origin, session_storage=()) for origin in storage.origins)
    return Storage(storage.cookies, tuple(origin for origin in origins if origin.local_storage))
