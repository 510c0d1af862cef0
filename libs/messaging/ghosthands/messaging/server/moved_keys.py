"""The migration of applicants' key records out of the bucket of values, where older releases kept them.

They are copied byte by byte, which needs no key; records that were moved before are not moved again. The old records
stay in NATS' blocks on the disk until those are rewritten: only a change of the master key makes them worthless
(docs/keeping.md).
"""

from __future__ import annotations

from ghosthands.messaging.server import direct_get
from ghosthands.messaging.server.jetstream import Bus, Outgoing, WrongSequence

#: The prefixes of the records' paths.
_KINDS = ("key", "copy", "master")


async def move(bus: Bus, before: str, now: str) -> int:
    """Move every record left in the bucket `before`; return their number. Raises StreamUnavailable."""
    moved = 0
    for kind in _KINDS:
        filter_subject = f"$KV.{before}.{kind}.*"
        if not await _holds(bus, f"KV_{before}", filter_subject):
            continue
        async for message in direct_get.each(bus, f"KV_{before}", filter_subject):
            if message.data and "KV-Operation" not in message.headers:
                moved += await _put(bus, message.subject.replace(before, now, 1), message.data)
        await bus.api(f"STREAM.PURGE.KV_{before}", {"filter": filter_subject})
    return moved


async def _holds(bus: Bus, stream: str, filter_subject: str) -> bool:
    info = await bus.find(f"STREAM.INFO.{stream}", {"subjects_filter": filter_subject})
    return info is not None and bool(info["state"].get("subjects"))


async def _put(bus: Bus, subject: str, record: bytes) -> bool:
    """Store the record unless one is there, which must be newer; return whether it was stored."""
    try:
        await bus.publish(Outgoing(subject, record, {"Nats-Expected-Last-Subject-Sequence": "0"}))
    except WrongSequence:
        return False
    return True
