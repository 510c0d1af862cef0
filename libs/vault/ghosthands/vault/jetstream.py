"""The store on JetStream: KV bucket `gh_vault` for values, `gh_keys` for keys, object store `gh_artifacts` for objects,
stream `GH_LETTERS` for the bodies of dead letters.

The layouts are those of NATS ADR-8 (KV) and ADR-20 (object store), so that the `nats` tool can list and fetch. This
module writes them itself, because nats-py's KV mistakes the markers of expired keys for empty values, its updates take
no TTL, and its object reads need consumers, which the services' NATS users may not create.

The server lets each service write only its own objects and bodies. A file's subjects have a token more than ADR-20's,
the service that stored it, since two services store files; all other objects are browser-host's. A body is one subject
of its service with one message for each piece, so it can be found however much of it was written.

Reads ask any replica first, and the leader on a miss. An object's chunks are written before the meta message that makes
it visible; a process that dies in between leaves chunks under an applicant's key that nobody can reach. The migration
makes the buckets.

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
from ghosthands.domain.services import FILE_WRITERS
from ghosthands.messaging.clock import utc_now
from ghosthands.messaging.server import direct_get
from ghosthands.messaging.server.jetstream import API, ApiError, Bus, Outgoing, Stored
from ghosthands.messaging.server.streams import ARTIFACTS, KEYS, LETTERS, VAULT
from ghosthands.messaging.wire import subjects
from ghosthands.vault.errors import NotWhole
from ghosthands.vault.store import (
    ABSENT,
    MAX_VALUE_BYTES,
    RENEWED_AFTER,
    Entry,
    KeptObject,
    KeptValue,
    SealedLetter,
    keeps_past,
)

_OBJECTS = f"OBJ_{ARTIFACTS}"
#: Everything that describes an object.
_METAS = f"$O.{ARTIFACTS}.M.>"

#: Half of the largest message; most objects are one chunk.
CHUNK_BYTES = 512 * 1024

#: The marker of a deleted key expires too, or a bucket would keep a message of each key there ever was. It takes the
#: value's place without a rollup, as a key has one message; a message that rolls up might empty the bucket.
_PURGED = {"KV-Operation": "PURGE"}
_MARKER_LIFE = timedelta(hours=1)

_PLAIN_VALUE: Mapping[str, str] = {}
_TTL_DISABLED = 10166
_PLAIN = frozenset(b"_-" + string.ascii_letters.encode() + string.digits.encode())
_TOKEN = re.compile(r"[A-Za-z0-9_-]+")
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

    async def put_object(self, name: str, data: bytes) -> bool:
        """Write this service's object once; return False if there is one of that name, which is renewed if it is old.

        A condemned object counts as missing, and is written again.
        """
        subject = _meta_subject(name, self._bus.service if _is_file(name) else "")
        present = await self._bus.last(_OBJECTS, subject)
        if present is not None and _read_meta(present) is not None:
            return not await self._renew(present)
        expected = present.sequence if present is not None else 0
        meta = _Meta.of(name, data, nuid=self._bus.unique())
        for start in range(0, len(data), CHUNK_BYTES):
            await self._publish(_chunk_subject(subject, meta), data[start : start + CHUNK_BYTES])
        try:
            await self._publish(subject, msgspec.json.encode(meta), expected=expected)
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
            return last is not None and _read_meta(last) is not None
        return True

    async def get_object(self, name: str) -> bytes | None:
        """Return the object's bytes, or None."""
        for subject in _meta_subjects(name):
            message = await self._last(_OBJECTS, subject)
            if message is not None and (meta := _read_meta(message)) is not None:
                return await self._chunks(subject, meta)
        return None

    async def list_objects(self, prefix: str) -> Sequence[str]:
        """Return the names of the objects under `prefix/`, by one request for the names of all objects."""
        names = dict.fromkeys(map(_object_of, await self._count(_OBJECTS, _METAS)))
        return [name for name in names if name.startswith(f"{prefix}/")]

    async def each_object(self, *, after: int = 0) -> AsyncGenerator[KeptObject, None]:
        """Yield every object whose meta is past that sequence, in few requests."""
        async for message in direct_get.each(self._bus, _OBJECTS, _METAS, after=after):
            if message.kept_at is not None:
                is_gone = _read_meta(message) is None
                yield KeptObject(_object_of(message.subject), message.sequence, message.kept_at, is_gone)

    async def condemn(self, kept: KeptObject) -> KeptObject | None:
        """Mark the object as deleted, unless somebody has put it again."""
        message = await self._bus.at(_OBJECTS, kept.place)
        if message is None or (meta := _read_meta(message)) is None:
            return None
        gone = msgspec.structs.replace(meta, deleted=True)
        try:
            place = await self._publish(message.subject, msgspec.json.encode(gone), expected=message.sequence)
        except Conflict:
            return None
        return replace(kept, place=place, is_condemned=True)

    async def overwrite_condemned(self, condemned: KeptObject) -> None:
        """Overwrite chunks and metas, the deletion marker last, so that an interrupted run can begin again."""
        said = await self._bus.at(_OBJECTS, condemned.place)
        if said is None:
            return
        if gone := _decode_meta(said):
            await self._overwrite_all(_OBJECTS, _chunk_subject(said.subject, gone))
            for message in await self._bus.read_back(_OBJECTS, said.subject, after=0):
                meta = _decode_meta(message)
                if message.sequence < said.sequence and meta is not None and meta.nuid == gone.nuid:
                    await self._bus.delete(_OBJECTS, message.sequence)
        await self._bus.delete(_OBJECTS, said.sequence)

    async def delete_object(self, name: str) -> None:
        """Delete the object and overwrite its bytes, the meta last, so that an interrupted run can begin again."""
        for subject in _meta_subjects(name):
            for message in await self._bus.read_back(_OBJECTS, subject, after=0):
                if meta := _decode_meta(message):
                    await self._overwrite_all(_OBJECTS, _chunk_subject(subject, meta))
                await self._bus.delete(_OBJECTS, message.sequence)

    async def put_letter(self, token: str, frame: bytes) -> str:
        """Store a dead letter's sealed body among this service's; return its reference."""
        service, last = self._bus.service, 0
        for start in range(0, len(frame), CHUNK_BYTES):
            piece = frame[start : start + CHUNK_BYTES]
            last = await self._publish(subjects.letter(service, token), piece, expected=last)
        return f"{service}/{token}"

    async def get_letter(self, reference: str) -> bytes | None:
        """Return the sealed body; None if there is none."""
        pieces = await self._bus.read_back(LETTERS, _letter_subject(reference), after=0)
        return b"".join(piece.data for piece in pieces) if pieces else None

    async def list_letters(self) -> Sequence[str]:
        """Return the references of all sealed bodies."""
        found = await self._bus.list_subjects(LETTERS, subjects.ALL_LETTERS)
        return ["/".join(subject.split(".")[2:]) for subject in found]

    async def each_letter(self) -> AsyncGenerator[SealedLetter, None]:
        """Yield every sealed body's place and time."""
        for reference in await self.list_letters():
            first = await self._bus.first(LETTERS, _letter_subject(reference))
            if first is not None and first.kept_at is not None:
                yield SealedLetter(reference, first.kept_at)

    async def delete_letter(self, reference: str) -> None:
        """Delete the sealed body and overwrite its bytes.

        Whoever is still writing it expects the piece before, and cannot go on once there is none.
        """
        while await self._bus.first(LETTERS, _letter_subject(reference)) is not None:
            await self._overwrite_all(LETTERS, _letter_subject(reference))

    async def list_versions(self, key: str, *, fresh: bool = True) -> Sequence[Entry]:
        """Return the entries of all messages at that path, oldest first."""
        stream, subject = self._stream(key), self._value_subject(key)
        found = [] if fresh else [each async for each in direct_get.each(self._bus, stream, subject)]
        return [_entry(message) for message in found or await self._bus.read_back(stream, subject, after=0)]

    async def overwrite_past(self, key: str, *, before: int) -> int:
        """Overwrite the messages at that path before that sequence on the server's disk; return how many there were."""
        every = await self._bus.read_back(self._stream(key), self._value_subject(key), after=0)
        past = [message for message in every if message.sequence < before]
        for message in past:
            await self._bus.delete(self._stream(key), message.sequence)
        return len(past)

    async def list_past(self) -> Sequence[str]:
        """Return the paths of keys that have more than one message."""
        counted = await self._count(f"KV_{KEYS}", f"$KV.{KEYS}.>")
        return [self._key(subject) for subject, messages in counted.items() if messages > 1]

    async def _overwrite_all(self, stream: str, subject: str) -> None:
        for message in await self._bus.read_back(stream, subject, after=0):
            await self._bus.delete(stream, message.sequence)

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

    async def _chunks(self, named: str, meta: _Meta) -> bytes:
        lie_at = _chunk_subject(named, meta)
        chunks = [chunk.data async for chunk in direct_get.each(self._bus, _OBJECTS, lie_at)]
        if sum(map(len, chunks)) != meta.size:  # the replica that answered is behind
            chunks = [chunk.data for chunk in await self._bus.read_back(_OBJECTS, lie_at, after=0)]
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


def _decode_meta(message: Stored) -> _Meta | None:
    """Decode an object's meta; None if the message is none, which could lead to others' chunks."""
    try:
        meta = msgspec.json.decode(message.data, type=_Meta)
    except msgspec.DecodeError:
        return None
    return meta if _TOKEN.fullmatch(meta.nuid) else None


def _read_meta(message: Stored) -> _Meta | None:
    """Decode the meta of an object that is there; None if it is marked as deleted, or the message is no meta."""
    meta = _decode_meta(message)
    return None if meta is None or meta.deleted else meta


def _is_file(name: str) -> bool:
    """Whether the object, `<applicant>/<kind>/<fingerprint>`, is a file."""
    return name.split("/")[1:2] == ["files"]


def _meta_subjects(name: str) -> list[str]:
    """Return the subjects where an object of that name may be described, those that few may write to first."""
    return [_meta_subject(name, writer) for writer in ((*FILE_WRITERS, "") if _is_file(name) else ("",))]


def _meta_subject(name: str, writer: str) -> str:
    encoded = base64.urlsafe_b64encode(name.encode()).decode()
    return ".".join(("$O", ARTIFACTS, "M", *filter(None, (writer,)), encoded))


def _object_of(meta_subject: str) -> str:
    """Return the name of the object that is described on the subject; empty if it is no name."""
    try:
        return base64.urlsafe_b64decode(meta_subject.rpartition(".")[2]).decode()
    except ValueError:
        return ""


def _chunk_subject(named: str, meta: _Meta) -> str:
    """Return where the chunks lie of an object that is described on the subject `named`: with the same writer."""
    *writer, _ = named.removeprefix(f"$O.{ARTIFACTS}.M.").split(".")
    return ".".join(("$O", ARTIFACTS, "C", *writer, meta.nuid))


def _letter_subject(reference: str) -> str:
    service, _, token = reference.partition("/")
    return subjects.letter(service, token)
