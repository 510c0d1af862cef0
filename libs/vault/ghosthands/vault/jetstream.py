"""The store on JetStream: KV bucket `gh_vault` for values, object store `gh_artifacts` for objects.

The layouts are those of NATS ADR-8 (KV) and ADR-20 (object store), so that the `nats` tool can list and fetch; but
this module writes them itself, because nats-py's KV mistakes the markers of expired keys for empty values, its updates
take no TTL, and its object reads need consumers, which the services' NATS users may not create.

Reads ask any replica first and the leader on a miss. An object's chunks are written before the meta message that makes
it visible; a process that dies between leaves sealed chunks nobody can reach. The buckets are made by the migration.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import string
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import timedelta

import nats.errors
import nats.js.errors
from nats.aio.client import Client
from nats.js.api import RawStreamMsg
from nats.nuid import NUID

from ghosthands.domain.errors import Conflict, Permanent
from ghosthands.vault.errors import VaultUnavailable
from ghosthands.vault.store import ABSENT, MAX_VALUE_BYTES, Entry, utc_now

VALUES = "gh_vault"
OBJECTS = "gh_artifacts"

#: Half of a NATS message by default; most objects are one chunk.
CHUNK_BYTES = 512 * 1024
TIMEOUT_SECONDS = 5.0

_WRONG_LAST_SEQUENCE = (10071, 10164)
_TTL_DISABLED = 10166
_PLAIN = frozenset(b"_-" + string.ascii_letters.encode() + string.digits.encode())
_ESCAPED = re.compile(r"=([0-9A-F]{2})")


def encode_key(key: str) -> str:
    """A path as KV key: each segment one subject token, every other byte than `[A-Za-z0-9_-]` as `=XX`."""
    return ".".join(_encode_token(segment) for segment in key.split("/"))


def decode_key(encoded: str) -> str:
    """The path that `encode_key` was given."""
    return "/".join(_decode_token(token) for token in encoded.split("."))


def _encode_token(segment: str) -> str:
    if not segment:
        raise ValueError("a vault path has no empty segments")
    return "".join(chr(byte) if byte in _PLAIN else f"={byte:02X}" for byte in segment.encode())


def _decode_token(token: str) -> str:
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), token).encode("latin-1").decode()


@contextmanager
def _translated() -> Iterator[None]:
    """nats-py's errors as the vault's: the one place that knows them."""
    try:
        yield
    except nats.js.errors.APIError as error:
        if error.err_code in _WRONG_LAST_SEQUENCE:
            raise Conflict("another process wrote this first", delay=0.1) from None
        raise VaultUnavailable(f"the vault's store refused: {error.code} {error.err_code}") from None
    except (nats.errors.Error, TimeoutError, OSError) as error:
        raise VaultUnavailable(f"the vault's store does not answer ({type(error).__name__})") from None


class JetStreamStore:
    """The vault's store over a NATS connection; one may serve a whole process."""

    def __init__(self, nc: Client) -> None:
        self._js = nc.jetstream(timeout=TIMEOUT_SECONDS)
        self._nuid = NUID()

    async def get(self, key: str, *, fresh: bool = False) -> Entry:
        """See Store."""
        message = await self._last(f"KV_{VALUES}", f"$KV.{VALUES}.{encode_key(key)}", fresh)
        return _entry(message) if message else ABSENT

    async def put(self, key: str, data: bytes, *, expected: int | None = None, ttl: timedelta | None = None) -> int:
        """See Store."""
        if len(data) > MAX_VALUE_BYTES:
            raise Permanent(
                f"{key} is too large for a value: {len(data)} bytes, at most {MAX_VALUE_BYTES}", "too_large"
            )
        return await self._publish(f"$KV.{VALUES}.{encode_key(key)}", data, expected, ttl)

    async def delete(self, key: str) -> None:
        """See Store."""
        if (await self.get(key, fresh=True)).data is None:
            return
        marker = {"KV-Operation": "PURGE", "Nats-Rollup": "sub"}
        with _translated():
            await self._js.publish(f"$KV.{VALUES}.{encode_key(key)}", b"", headers=marker)

    async def list(self, prefix: str) -> list[tuple[str, Entry]]:
        """See Store."""
        root = f"$KV.{VALUES}."
        found = [(m, _entry(m)) async for m in self._each(f"KV_{VALUES}", f"{root}{encode_key(prefix)}.>")]
        return [(decode_key(str(m.subject)[len(root) :]), entry) for m, entry in found if entry.data is not None]

    async def put_object(self, name: str, data: bytes, *, ttl: timedelta | None = None) -> bool:
        """See Store."""
        meta = _meta_subject(name)
        if await self._last(f"OBJ_{OBJECTS}", meta, fresh=True):
            return False
        nuid = self._nuid.next().decode()
        chunks = [data[start : start + CHUNK_BYTES] for start in range(0, len(data), CHUNK_BYTES)]
        for chunk in chunks:
            await self._publish(f"$O.{OBJECTS}.C.{nuid}", chunk, None, ttl)
        try:
            await self._publish(meta, _meta(name, nuid, data, len(chunks)), 0, ttl)
        except Conflict:
            return False
        return True

    async def get_object(self, name: str) -> bytes | None:
        """See Store."""
        message = await self._last(f"OBJ_{OBJECTS}", _meta_subject(name), fresh=False)
        info = json.loads(message.data) if message and message.data else {"deleted": True}
        if info.get("deleted"):
            return None
        chunks = self._each(f"OBJ_{OBJECTS}", f"$O.{OBJECTS}.C.{info['nuid']}")
        data = b"".join([chunk.data or b"" async for chunk in chunks])
        if len(data) != info["size"]:
            raise VaultUnavailable(f"object {name} is not complete: {len(data)} of {info['size']} bytes")
        return data

    async def _publish(self, subject: str, data: bytes, expected: int | None, ttl: timedelta | None) -> int:
        headers = {} if expected is None else {"Nats-Expected-Last-Subject-Sequence": str(expected)}
        with _translated():
            try:
                seconds = max(1, int(ttl.total_seconds())) if ttl else None
                ack = await self._js.publish(subject, data, headers=dict(headers), msg_ttl=seconds)
            except nats.js.errors.APIError as error:
                if error.err_code != _TTL_DISABLED:
                    raise
                ack = await self._js.publish(subject, data, headers=headers)  # the frame itself says when it is over
        return int(ack.seq)

    async def _last(self, stream: str, subject: str, fresh: bool) -> RawStreamMsg | None:
        """The subject's last message, by any replica if `fresh` is not asked for; a miss is asked of the leader."""
        for direct in (False,) if fresh else (True, False):
            with _translated():
                try:
                    return await self._js.get_msg(stream, subject=subject, direct=direct)
                except nats.js.errors.NotFoundError:
                    continue
        return None

    async def _each(self, stream: str, subjects: str) -> AsyncIterator[RawStreamMsg]:
        """Every message on the subjects, oldest first, by the leader, one request each."""
        seq = 1
        while True:
            with _translated():
                try:
                    message = await self._js.get_msg(stream, seq=seq, subject=subjects, next=True)
                except nats.js.errors.NotFoundError:
                    return
            yield message
            seq = int(message.seq or seq) + 1


def _entry(message: RawStreamMsg) -> Entry:
    """The message as an entry; markers of deleted and expired keys hold nothing."""
    headers = message.headers or {}
    is_marker = "KV-Operation" in headers or "Nats-Marker-Reason" in headers
    return Entry(None if is_marker else message.data or b"", int(message.seq or 0))


def _meta_subject(name: str) -> str:
    return f"$O.{OBJECTS}.M.{base64.urlsafe_b64encode(name.encode()).decode()}"


def _meta(name: str, nuid: str, data: bytes, chunks: int) -> bytes:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode()
    info = {
        "name": name,
        "bucket": OBJECTS,
        "nuid": nuid,
        "size": len(data),
        "chunks": chunks,
        "digest": f"SHA-256={digest}",
        "mtime": utc_now().isoformat(),
        "options": {"max_chunk_size": CHUNK_BYTES},
    }
    return json.dumps(info).encode()
