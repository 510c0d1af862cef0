"""Moves files and dead letters' bodies to where only their writers may write; before, each vault holder could.

Both were objects of `gh_artifacts` on subjects that carried no writer. A file becomes job-intake's, with the writer in
its subjects; a body goes to GH_LETTERS, under the writer of the letter that names it, else under job-intake. Page
models and screenshots stay as they are. No key is needed. The steps for each object are:

    1  what a killed move left of a copy is overwritten
    2  the pieces are copied, and a file is named; the copy keeps the time since which the object has been kept
    3  the old object is marked as deleted
    4  its pieces are overwritten, and last what named it

A process killed before step 3 leaves an object that the next one copies again; from step 3 on the copy alone counts.
Objects that were marked as deleted earlier are only overwritten. Nobody else may write meanwhile: no service runs, or
the store is being restored from an older backup.
"""

from __future__ import annotations

import base64
import logging
import re
from contextlib import suppress
from typing import Any

import msgspec

from ghosthands.domain import services
from ghosthands.messaging import fault
from ghosthands.messaging.server import server_lock, streams
from ghosthands.messaging.server.jetstream import KEPT_AT, Bus, Outgoing, Stored
from ghosthands.messaging.wire import subjects

log = logging.getLogger(__name__)

#: The stream in which they lay.
BEFORE = f"OBJ_{streams.ARTIFACTS}"
#: The prefix of the fault points here, and the points; `cleared` only after a move that was killed while copying.
NAME = "moved-objects"
STEPS = ("copying", "cleared", "copied", "condemned", "overwriting", "done")

_METAS, _CHUNKS = f"$O.{streams.ARTIFACTS}.M", f"$O.{streams.ARTIFACTS}.C"
_LOCK = (streams.DEAD, NAME)
_LETTERS = "dead-letters"
_NUID = re.compile(r"[A-Za-z0-9_-]+")


async def is_due(bus: Bus) -> bool:
    """Whether objects may lie where they did before. Raises StreamUnavailable, ApiError."""
    before = await bus.find_stream(BEFORE)
    return before is not None and f"{_METAS}.>" in before["config"]["subjects"]


async def move(bus: Bus) -> int:
    """Move every file and every body; return their number. Raises StreamUnavailable, and Locked while another does."""
    moved = 0
    async with server_lock.hold(bus, *_LOCK) as lock:
        writers = await _find_writers(bus)
        for subject in await bus.list_subjects(BEFORE, f"{_METAS}.*"):
            owner, _, rest = _decode_name(subject).partition("/")
            if owner == _LETTERS or rest.startswith("files/"):
                await lock.require()
                moved += await _move(bus, subject, writers.get(rest, services.JOB_INTAKE))
    return moved


async def _move(bus: Bus, named: str, writer: str) -> int:
    """Move the object that the last message on the subject `named` describes; return 0 if that is no object of ours.

    Any login of the vault could write a name: of a body only a name that fits into a subject is one of ours.
    """
    last = await bus.last(BEFORE, named)
    meta = _decode_meta(last) if last is not None else None
    owner, _, reference = _decode_name(named).partition("/")
    if last is None or meta is None or (owner == _LETTERS and subjects.token(reference) != reference):
        log.error("object_not_moved", extra={"subject": named})
        return 0
    pieces = f"{_CHUNKS}.{meta['nuid']}"
    if not meta.get("deleted"):
        await _copy(bus, last, meta["nuid"], pieces, writer)
        await _reach("copied")
        await bus.publish(Outgoing(named, msgspec.json.encode(meta | {"deleted": True})))
        await _reach("condemned")
    await _overwrite(bus, BEFORE, pieces, "overwriting")
    await _overwrite(bus, BEFORE, named, "overwriting")
    await _reach("done")
    return 1


async def _copy(bus: Bus, named: Stored, nuid: str, pieces: str, writer: str) -> None:
    """Copy a body's pieces to the writer's letters, or a file's to job-intake's files, and name the file there."""
    owner, _, reference = _decode_name(named.subject).partition("/")
    kept = {KEPT_AT: named.stored_at.isoformat()} if named.stored_at else {}
    if owner == _LETTERS:
        await _copy_pieces(bus, pieces, streams.LETTERS, subjects.letter(writer, reference), kept)
        return
    there = f"{_METAS}.{services.JOB_INTAKE}.{named.subject.rpartition('.')[2]}"
    if await bus.last(BEFORE, there) is None:
        await _copy_pieces(bus, pieces, BEFORE, f"{_CHUNKS}.{services.JOB_INTAKE}.{nuid}", {})
        await bus.publish(Outgoing(there, named.data, kept))


async def _copy_pieces(bus: Bus, pieces: str, stream: str, to: str, headers: dict[str, str]) -> None:
    await _overwrite(bus, stream, to, "cleared")
    async for piece in bus.each(BEFORE, pieces):
        await bus.publish(Outgoing(to, piece.data, headers))
        await _reach("copying")


async def _find_writers(bus: Bus) -> dict[str, str]:
    """Return the writer of each dead letter by the reference of its body."""
    writers: dict[str, str] = {}
    async for letter in bus.each(streams.DEAD, subjects.ALL_DEAD_LETTERS):
        with suppress(msgspec.DecodeError, AttributeError):
            writers[msgspec.json.decode(letter.data).get("reference")] = letter.subject.split(".")[2]
    return writers


async def _overwrite(bus: Bus, stream: str, on: str, each: str) -> None:
    """Overwrite every message on the subject, the last one last; `each` names the fault point after each one."""
    async for message in bus.each(stream, on):
        await bus.delete(stream, message.sequence)
        await _reach(each)


def _decode_name(subject: str) -> str:
    """Return the name of the object in the subject of what describes it; empty if that is no name."""
    try:
        return base64.urlsafe_b64decode(subject.rpartition(".")[2]).decode()
    except ValueError:
        return ""


def _decode_meta(message: Stored) -> dict[str, Any] | None:
    try:
        meta = msgspec.json.decode(message.data, type=dict[str, Any])
    except msgspec.DecodeError:
        return None
    return meta if _NUID.fullmatch(str(meta.get("nuid"))) else None


async def _reach(name: str) -> None:
    await fault.point(NAME, fault.AFTER_EFFECT, name)
