"""The store on JetStream: KV bucket `gh_vault` for values, `gh_keys` for keys, object store `gh_artifacts` for objects.

The layouts are those of NATS ADR-8 (KV) and ADR-20 (object store), so that the `nats` tool can list and fetch. This
module writes them itself, because nats-py's KV mistakes the markers of expired keys for empty values, its updates take
no TTL, and its object reads need consumers, which the services' NATS users may not create.

Reads ask any replica first, and the leader on a miss. An object's chunks are written before the meta message that makes
it visible; a process that dies in between leaves chunks under an applicant's key that nobody can reach. An object of
which every chunk must be findable is named before its chunks are written. The migration makes the buckets.

Messages that are replaced, expired or purged stay on the server's disk until their block is rewritten; only a deleted
message is overwritten there. So `gh_keys` replaces nothing: each write is another message, and the earlier ones are
deleted. Objects are deleted as well.
"""

from __future__ import annotations

import base64
import hashlib
import re
import string
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec

from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import Conflict, Permanent, StreamUnavailable
from ghosthands.messaging.clock import utc_now
from ghosthands.messaging.server import direct_get
from ghosthands.messaging.server.jetstream import API, ApiError, Bus, Outgoing, Stored
from ghosthands.messaging.server.streams import ARTIFACTS, KEYS, VAULT
from ghosthands.vault.errors import NotWhole
from ghosthands.vault.store import ABSENT, MAX_VALUE_BYTES, RENEWED_AFTER, Entry, KeptObject, KeptValue, keeps_past

_OBJECTS = f"OBJ_{ARTIFACTS}"

#: Half of the largest message; most objects are one chunk.
CHUNK_BYTES = 512 * 1024

#: The marker of a deleted key expires too, or a bucket would keep a message of each key there ever was. It takes the
#: value's place without a rollup, as a key has one message; a message that rolls up might empty the bucket.
_PURGED = {"KV-Operation": "PURGE"}
_MARKER_LIFE = timedelta(hours=1)

_PLAIN_VALUE: Mapping[str, str] = {}
_TTL_DISABLED = 10166
_PLAIN = frozenset(b"_-" + string.ascii_letters.encode() + string.digits.encode())
_ESCAPED = re.compile(r"=([0-9A-F]{2})")


def encode_key(key: str) -> str:
    """Encode a path as KV key: each segment is one subject token, bytes other than `[A-Za-z0-9_-]` become `=XX`."""
    return ".".join(_encode_token(segment) for segment in key.split("/"))


def decode_key(encoded: str) -> str:
    """Decode a KV key to the path."""
    return "/".join(_decode_token(token) for token in encoded.split("."))


def _encode_token(segment: str) -> str:
    if not segment:
        raise ValueError("a vault path has no empty segments")
    return "".join(chr(byte) if byte in _PLAIN else f"={byte:02X}" for byte in segment.encode())


def _decode_token(token: str) -> str:
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), token).encode("latin-1").decode()


class JetStreamStore:
    """The vault's store over a service's connection; one instance may serve a whole process.

    Data that are not personal, but shared by concurrent processes, have a `bucket` of their own.
    """

    def __init__(self, bus: Bus, bucket: str = VAULT) -> None:
        self._bus = bus
        self._bucket = bucket

    async def get(self, key: str, *, fresh: bool = False) -> Entry:
        """Return the entry at `key`, from any replica unless `fresh`; ABSENT if there is none."""
        message = await self._last(self._stream(key), self._value_subject(key), fresh=fresh)
        return _entry(message) if message else ABSENT

    async def put(self, key: str, data: bytes, *, expected: int | None = None, ttl: timedelta | None = None) -> int:
        """Write the value, and return its new revision. Raises Conflict if `expected` is not the present one."""
        if len(data) > MAX_VALUE_BYTES:
            raise Permanent(
                f"{key} is too large for a value: {len(data)} bytes, at most {MAX_VALUE_BYTES}", MessageFault.TOO_LARGE
            )
        return await self._publish(self._value_subject(key), data, expected=expected, ttl=ttl)

    async def delete(self, key: str, *, expected: int | None = None) -> None:
        """Delete the value, if there is one and, with `expected`, if it has that revision."""
        if expected is None and (await self.get(key, fresh=True)).data is None:
            return
        with suppress(Conflict):
            await self._publish(self._value_subject(key), b"", expected=expected, ttl=_MARKER_LIFE, more=_PURGED)

    async def each_value(self, pattern: str) -> AsyncGenerator[KeptValue, None]:
        """Yield every present value at a key matching the pattern, by revision, page by page."""
        async for message in direct_get.each(self._bus, self._stream(pattern), self._filter(pattern)):
            if kept := self._kept(message):
                yield kept

    async def list_values(self, pattern: str) -> Sequence[KeptValue]:
        """Return the present values at keys matching the pattern; the server finds them without a search."""
        found = await self._bus.last_of_each(self._stream(pattern), self._filter(pattern))
        return [kept for message in found if (kept := self._kept(message))]

    async def take(self, kept: KeptValue) -> None:
        """Delete the value, unless somebody has put it again."""
        await self.delete(kept.key, expected=kept.revision)

    async def list(self, prefix: str) -> list[tuple[str, Entry]]:
        """Return every present key under `prefix/`, with its entry."""
        found = await self._bus.last_of_each(self._stream(prefix), f"{self._value_subject(prefix)}.>")
        entries = [(self._key(message.subject), _entry(message)) for message in found]
        return [(key, entry) for key, entry in entries if entry.data is not None]

    async def put_object(self, name: str, data: bytes, *, named_first: bool = False) -> bool:
        """Write an object once; return False if one of that name exists, which is then renewed if it is old.

        A condemned object counts as missing, and is written again.
        """
        present = await self._bus.last(_OBJECTS, _meta_subject(name))
        if present is not None and not _is_gone(present):
            return not await self._renew(present)
        expected = present.sequence if present is not None else 0
        meta = _Meta.of(name, data, nuid=self._bus.unique())
        if named_first:
            if is_new := await self._name_object(meta, expected):
                await self._put_chunks(meta, data)
                await self._overwrite_unnamed(meta)
            return is_new
        await self._put_chunks(meta, data)
        return await self._name_object(meta, expected)

    async def _put_chunks(self, meta: _Meta, data: bytes) -> None:
        for start in range(0, len(data), CHUNK_BYTES):
            await self._publish(_chunk_subject(meta), data[start : start + CHUNK_BYTES])

    async def _overwrite_unnamed(self, meta: _Meta) -> None:
        """Overwrite the chunks if the object was deleted while they were written, since nobody would find them."""
        named = await self._bus.last(_OBJECTS, _meta_subject(meta.name))
        if named is None or _is_gone(named) or _nuid_of(named) != meta.nuid:
            for chunk in await self._bus.read_back(_OBJECTS, _chunk_subject(meta), after=0):
                await self._overwrite(_OBJECTS, chunk)

    async def _name_object(self, meta: _Meta, expected: int) -> bool:
        try:
            await self._publish(_meta_subject(meta.name), msgspec.json.encode(meta), expected=expected)
        except Conflict:
            return False
        return True

    async def _renew(self, present: Stored) -> bool:
        """Rewrite the object's meta so that its retention begins now; return False if the object is gone."""
        if present.stored_at is None or utc_now() - present.stored_at < RENEWED_AFTER:
            return True
        try:
            await self._publish(present.subject, present.data, expected=present.sequence)
        except Conflict:
            last = await self._bus.last(_OBJECTS, present.subject)
            return last is not None and not _is_gone(last)
        return True

    async def get_object(self, name: str) -> bytes | None:
        """Return the object's bytes, or None."""
        message = await self._last(_OBJECTS, _meta_subject(name))
        if message is None or not message.data:
            return None
        meta = msgspec.json.decode(message.data, type=_Meta)
        return None if meta.deleted else await self._chunks(meta)

    async def list_objects(self, prefix: str) -> Sequence[str]:
        """Return the names of the objects under `prefix/`, by one request for the names of all objects."""
        names = map(_object_of, await self._count(_OBJECTS, f"$O.{ARTIFACTS}.M.*"))
        return [name for name in names if name.startswith(f"{prefix}/")]

    async def each_object(self, *, after: int = 0) -> AsyncGenerator[KeptObject, None]:
        """Yield every object whose meta is past that sequence, in few requests."""
        async for message in direct_get.each(self._bus, _OBJECTS, f"$O.{ARTIFACTS}.M.*", after=after):
            if message.data and message.stored_at is not None:
                is_gone = _is_gone(message)
                yield KeptObject(_object_of(message.subject), message.sequence, message.stored_at, is_gone)

    async def condemn(self, kept: KeptObject) -> KeptObject | None:
        """Mark the object as deleted, unless somebody has put it again."""
        message = await self._bus.last(_OBJECTS, _meta_subject(kept.name))
        if message is None or message.sequence != kept.place or _is_gone(message):
            return None
        gone = msgspec.structs.replace(msgspec.json.decode(message.data, type=_Meta), deleted=True)
        try:
            place = await self._publish(message.subject, msgspec.json.encode(gone), expected=message.sequence)
        except Conflict:
            return None
        return replace(kept, place=place, is_condemned=True)

    async def overwrite_condemned(self, condemned: KeptObject) -> None:
        """Overwrite chunks and metas, the deletion marker last, so that an interrupted run can begin again."""
        said = await self._bus.at(_OBJECTS, condemned.place)
        if said is None or not said.data:
            return
        gone = msgspec.json.decode(said.data, type=_Meta)
        for chunk in await self._bus.read_back(_OBJECTS, _chunk_subject(gone), after=0):
            await self._overwrite(_OBJECTS, chunk)
        for message in await self._bus.read_back(_OBJECTS, said.subject, after=0):
            if message.sequence < said.sequence and message.data and _nuid_of(message) == gone.nuid:
                await self._overwrite(_OBJECTS, message)
        await self._overwrite(_OBJECTS, said)

    async def delete_object(self, name: str) -> None:
        """Delete the object and overwrite its bytes, the meta last, so that an interrupted run can begin again."""
        subject = _meta_subject(name)
        for message in await self._bus.read_back(_OBJECTS, subject, after=0):
            if message.data:
                chunks = _chunk_subject(msgspec.json.decode(message.data, type=_Meta))
                for chunk in await self._bus.read_back(_OBJECTS, chunks, after=0):
                    await self._overwrite(_OBJECTS, chunk)
            await self._overwrite(_OBJECTS, message)

    async def list_versions(self, key: str) -> Sequence[Entry]:
        """Return the entries of all messages at that path, oldest first."""
        found = await self._bus.read_back(self._stream(key), self._value_subject(key), after=0)
        return [_entry(message) for message in found]

    async def overwrite_past(self, key: str, *, before: int) -> int:
        """Overwrite the messages at that path before that sequence on the server's disk; return how many there were."""
        every = await self._bus.read_back(self._stream(key), self._value_subject(key), after=0)
        past = [message for message in every if message.sequence < before]
        for message in past:
            await self._overwrite(self._stream(key), message)
        return len(past)

    async def list_past(self) -> Sequence[str]:
        """Return the paths of keys that have more than one message."""
        counted = await self._count(f"KV_{KEYS}", f"$KV.{KEYS}.>")
        return [self._key(subject) for subject, messages in counted.items() if messages > 1]

    async def _overwrite(self, stream: str, message: Stored) -> None:
        try:
            await self._bus.api(f"STREAM.MSG.DELETE.{stream}", {"seq": message.sequence})
        except ApiError:
            if await self._bus.first(stream, message.subject, after=message.sequence - 1) == message:
                raise

    async def _count(self, stream: str, filter_subject: str) -> dict[str, int]:
        """Return the number of messages of each subject, as the server counts them, page by page."""
        counted: dict[str, int] = {}
        while True:
            asked = {"subjects_filter": filter_subject, "offset": len(counted)}
            info = await self._bus.api(f"STREAM.INFO.{stream}", asked)
            page = info["state"].get("subjects") or {}
            counted |= page
            if not page or len(counted) >= info.get("total", 0):
                return counted

    def _bucket_of(self, key: str) -> str:
        return KEYS if self._bucket == VAULT and keeps_past(key) else self._bucket

    def _stream(self, key: str) -> str:
        return f"KV_{self._bucket_of(key)}"

    def _value_subject(self, key: str) -> str:
        return f"$KV.{self._bucket_of(key)}.{encode_key(key)}"

    def _filter(self, pattern: str) -> str:
        tokens = ("*" if segment == "*" else _encode_token(segment) for segment in pattern.split("/"))
        return f"$KV.{self._bucket_of(pattern)}.{'.'.join(tokens)}"

    def _kept(self, message: Stored) -> KeptValue | None:
        if message.stored_at is None or _entry(message).data is None:
            return None
        return KeptValue(self._key(message.subject), message.sequence, message.stored_at)

    def _key(self, subject: str) -> str:
        return decode_key(subject.split(".", 2)[2])

    async def _chunks(self, meta: _Meta) -> bytes:
        chunks = [chunk.data async for chunk in direct_get.each(self._bus, _OBJECTS, _chunk_subject(meta))]
        if sum(map(len, chunks)) != meta.size:  # the replica that answered is behind
            chunks = [chunk.data for chunk in await self._bus.read_back(_OBJECTS, _chunk_subject(meta), after=0)]
        data = b"".join(chunks)
        if len(data) != meta.size:
            raise NotWhole(f"object {meta.name} is not complete: {len(data)} of {meta.size} bytes")
        return data

    async def _publish(
        self,
        subject: str,
        data: bytes,
        *,
        expected: int | None = None,
        ttl: timedelta | None = None,
        more: Mapping[str, str] = _PLAIN_VALUE,
    ) -> int:
        headers = {**more} if expected is None else {**more, "Nats-Expected-Last-Subject-Sequence": str(expected)}
        if ttl is None:
            return (await self._bus.publish(Outgoing(subject, data, headers))).sequence
        expiring = {**headers, "Nats-TTL": str(max(1, round(ttl.total_seconds())))}
        try:
            return (await self._bus.publish(Outgoing(subject, data, expiring))).sequence
        except ApiError as error:
            if error.err_code != _TTL_DISABLED:
                raise
        return await self._publish(subject, data, expected=expected, more=more)  # the frame itself has the expiry too

    async def _last(self, stream: str, subject: str, *, fresh: bool = False) -> Stored | None:
        """Return the subject's last message: from any replica unless `fresh`, from the leader if that one has none."""
        if not fresh:
            answer = await self._bus.request(f"{API}.DIRECT.GET.{stream}.{subject}")
            headers = answer.headers or {}
            match headers.get("Status"):
                case None:
                    return Stored(subject, int(headers["Nats-Sequence"]), headers, answer.data)
                case "404":
                    pass
                case status:
                    raise StreamUnavailable(f"{stream} cannot be read now: {status}")
        return await self._bus.last(stream, subject)


class _Meta(msgspec.Struct, frozen=True, omit_defaults=True):
    """An object's meta message, as defined by ADR-20."""

    name: str
    bucket: str
    nuid: str
    size: int
    chunks: int = 0
    digest: str = ""
    mtime: str = ""
    options: dict[str, Any] = {}
    deleted: bool = False

    @classmethod
    def of(cls, name: str, data: bytes, *, nuid: str) -> _Meta:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode()
        return cls(
            name=name,
            bucket=ARTIFACTS,
            nuid=nuid,
            size=len(data),
            chunks=-(-len(data) // CHUNK_BYTES),
            digest=f"SHA-256={digest}",
            mtime=utc_now().isoformat(),
            options={"max_chunk_size": CHUNK_BYTES},
        )


def _entry(message: Stored) -> Entry:
    """Convert the message to an entry; markers of deleted and expired keys have no data."""
    is_marker = "KV-Operation" in message.headers or "Nats-Marker-Reason" in message.headers
    return Entry(None if is_marker else message.data, message.sequence)


def _is_gone(meta: Stored) -> bool:
    """Whether the meta message marks its object as deleted."""
    return not meta.data or msgspec.json.decode(meta.data, type=_Meta).deleted


def _nuid_of(meta: Stored) -> str:
    return msgspec.json.decode(meta.data, type=_Meta).nuid


def _meta_subject(name: str) -> str:
    return f"$O.{ARTIFACTS}.M.{base64.urlsafe_b64encode(name.encode()).decode()}"


def _object_of(meta_subject: str) -> str:
    return base64.urlsafe_b64decode(meta_subject.rpartition(".")[2]).decode()


def _chunk_subject(meta: _Meta) -> str:
    return f"$O.{ARTIFACTS}.C.{meta.nuid}"
