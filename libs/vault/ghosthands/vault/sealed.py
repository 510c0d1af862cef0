"""An applicant's sealed data: values and files by path, fingerprints, and erasure."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any, NamedTuple

import msgspec

from ghosthands.domain.errors import Conflict
from ghosthands.messaging.clock import Clock, utc_now
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.crypto import SealingKey, head_of, place
from ghosthands.vault.errors import Erased, NotInVault
from ghosthands.vault.keyring import Keyring
from ghosthands.vault.master import MasterKeys
from ghosthands.vault.store import ABSENT, Store


class StoredFile(msgspec.Struct, frozen=True):
    """A file as it was given; its name and bytes are personal."""

    name: str
    media_type: str
    data: bytes

    def __repr__(self) -> str:
        return f"StoredFile({self.media_type}, {len(self.data)} bytes)"


class _FilePointer(msgspec.Struct, frozen=True):
    """The sealed value at a file's path: the name of the object with the bytes, and the file's own name."""

    object: str
    name: str
    media_type: str


class Remains(NamedTuple):
    """The stored data of an applicant who is to be erased."""

    #: each by its key, with its revision
    values: tuple[tuple[str, int], ...]
    #: by their names, which could not be derived with another key
    objects: tuple[str, ...]


class SealedStore:
    """The data under applicants' keys. Any method may raise StreamUnavailable, and Erased after an erasure."""

    def __init__(self, store: Store, masters: MasterKeys, *, now: Clock = utc_now, keeper: bool = True) -> None:
        self._store = store
        self._masters = masters
        self._now = now
        self.keyring = Keyring(store, masters, keeper=keeper)

    async def put(self, applicant: Applicant, path: str, data: bytes, *, expires: timedelta | None = None) -> None:
        """Seal `data` at `path`, replacing what is there; after `expires` it cannot be read any more."""
        frame = self._seal(await self.keyring.ensure(applicant), applicant, path, data, expires)
        await self._store.put(_value_key(applicant, path), frame, ttl=expires)

    async def put_once(self, applicant: Applicant, path: str, data: bytes) -> None:
        """Seal `data` at `path`, unless something was ever put there."""
        frame = self._seal(await self.keyring.ensure(applicant), applicant, path, data)
        with suppress(Conflict):
            await self._store.put(_value_key(applicant, path), frame, expected=ABSENT.revision)

    async def get(self, applicant: Applicant, path: str) -> bytes:
        """Return the data at `path`. Raises NotInVault."""
        entry = await self._store.get(_value_key(applicant, path))
        if entry.data is None:
            await self.keyring.key(applicant)  # for an erased person this raises Erased
            raise NotInVault(_place(applicant, path))
        return await self._unseal(applicant, path, entry.data)

    async def put_json(self, applicant: Applicant, path: str, value: Any, *, expires: timedelta | None = None) -> None:
        """Seal a value as JSON; it may be anything that msgspec can encode."""
        await self.put(applicant, path, msgspec.json.encode(value), expires=expires)

    async def get_json(self, applicant: Applicant, path: str) -> Any:
        """Return a JSON value as plain dicts and lists. Raises NotInVault."""
        return msgspec.json.decode(await self.get(applicant, path))

    async def delete(self, applicant: Applicant, path: str) -> None:
        """Delete one value, if there is one."""
        await self._store.delete(_value_key(applicant, path))

    async def list(self, applicant: Applicant, prefix: str) -> dict[str, bytes]:
        """Return everything readable under `prefix/`, by full path."""
        root = _value_key(applicant, "")
        found = await self._store.list(f"{root}{prefix}")
        frames = {key.removeprefix(root): entry.data for key, entry in found if entry.data is not None}
        readable: dict[str, bytes] = {}
        for path, frame in frames.items():
            with suppress(NotInVault, Erased):  # expired, or from before an erasure
                readable[path] = await self._unseal(applicant, path, frame)
        return readable

    async def list_all(self, applicant: Applicant) -> dict[str, bytes]:
        """Return everything readable of the applicant except objects, by path. Raises NotInVault, Erased."""
        await self.keyring.key(applicant)
        root = _value_key(applicant, "")
        kinds = {key.removeprefix(root).partition("/")[0] for key, _ in await self._store.list(root[:-1])}
        found: dict[str, bytes] = {}
        for kind in sorted(kinds):
            found |= await self.list(applicant, kind)
            with suppress(NotInVault, Erased):  # a value at the kind's own path, such as the mailbox
                found[kind] = await self.get(applicant, kind)
        return found

    async def list_objects(self, applicant: Applicant) -> Sequence[str]:
        """Return the names of the applicant's objects, as `files/<fingerprint>`."""
        names = await self._store.list_objects(applicant.id)
        return sorted(name.removeprefix(f"{applicant.id}/") for name in names)

    async def put_file(
        self, applicant: Applicant, path: str, data: bytes, *, name: str = "", media_type: str = ""
    ) -> None:
        """Seal a file at `path`; the same content is stored once."""
        fingerprint = await self.put_object(applicant, "files", data)
        await self.put_json(applicant, path, _FilePointer(fingerprint, name, media_type))

    async def get_file(self, applicant: Applicant, path: str) -> StoredFile:
        """Return the file at a path. Raises NotInVault."""
        pointer = msgspec.json.decode(await self.get(applicant, path), type=_FilePointer)
        return StoredFile(pointer.name, pointer.media_type, await self.get_object(applicant, "files", pointer.object))

    async def find_file(self, applicant: Applicant, path: str) -> str:
        """Return the fingerprint of the file at a path, even if its bytes are gone. Raises NotInVault."""
        return msgspec.json.decode(await self.get(applicant, path), type=_FilePointer).object

    async def put_object(self, applicant: Applicant, kind: str, data: bytes) -> str:
        """Seal bytes of any size under their own fingerprint, once, and return it."""
        key = await self.keyring.ensure(applicant)
        fingerprint = key.fingerprint(data)
        name = f"{kind}/{fingerprint}"
        await self._store.put_object(_object_name(applicant, name), self._seal(key, applicant, name, data))
        return fingerprint

    async def get_object(self, applicant: Applicant, kind: str, fingerprint: str) -> bytes:
        """Return the bytes with that fingerprint. Raises NotInVault."""
        name = f"{kind}/{fingerprint}"
        frame = await self._store.get_object(_object_name(applicant, name))
        if frame is None:
            await self.keyring.key(applicant)
            raise NotInVault(_place(applicant, name))
        return await self._unseal(applicant, name, frame)

    async def fingerprint(self, applicant: Applicant, value: str) -> str:
        """Return the HMAC-SHA256 of the value under the applicant's key, in hex, which an event may contain."""
        return (await self.keyring.ensure(applicant)).fingerprint(value)

    async def erase(self, applicant: Applicant) -> None:
        """Destroy the applicant's key: nothing sealed under it can be read again.

        Copies of the store's files made earlier still contain the wrapped key; delete them too.
        """
        await self.keyring.erase(applicant)

    async def find_remains(self, applicant: Applicant) -> Remains:
        """Return all stored data of the applicant, for `clear` once their key is destroyed."""
        values = await self._store.list(_value_key(applicant, "").removesuffix("/"))
        objects = await self._store.list_objects(applicant.id)
        return Remains(tuple([(path, entry.revision) for path, entry in values]), tuple(objects))

    async def clear(self, remains: Remains, after_each: Callable[[], Awaitable[None]]) -> None:
        """Delete those data, except values that were replaced since: the person may have applied again."""
        for path, revision in remains.values:
            await self._store.delete(path, expected=revision)
            await after_each()
        for name in remains.objects:
            await self._store.delete_object(name)
            await after_each()

    def _seal(
        self, key: SealingKey, applicant: Applicant, path: str, data: bytes, expires: timedelta | None = None
    ) -> bytes:
        return key.seal(data, _place(applicant, path), self._now() + expires if expires else None)

    async def _unseal(self, applicant: Applicant, path: str, frame: bytes) -> bytes:
        at = _place(applicant, path)
        head = head_of(frame, at)
        if head.expired(self._now()):
            raise NotInVault(at)
        key = await self.keyring.key(applicant)
        if key.id != head.key_id:  # another process may have erased and admitted the person since the key was read
            key = await self.keyring.key(applicant, fresh=True)
        if key.id != head.key_id:
            raise Erased(applicant.id)
        return key.unseal(frame, at)


def _place(applicant: Applicant, path: str) -> str:
    return place(applicant.tenant, applicant.id, path)


def _value_key(applicant: Applicant, path: str) -> str:
    return f"val/{applicant.id}/{path}"


def _object_name(applicant: Applicant, name: str) -> str:
    return f"{applicant.id}/{name}"
