"""The records of applicants' keys, moved out of the bucket of values, where they lay before they had one of their own.

Byte by byte, so no key is needed for it; what was moved before is not moved again. In the blocks that NATS has on the
disk the old records stay until those are rewritten: only another master key makes them worthless (docs/keeping.md).
"""

from __future__ import annotations

from ghosthands.messaging.server import direct_get
from ghosthands.messaging.server.jetstream import ApiError, Bus, Outgoing, WrongSequence

#: What the records' paths begin with.
_KINDS = ("key", "copy", "master")


async def move(bus: Bus, before: str, now: str) -> int:
    """Move every record that is left in the bucket `before`; how many there were. Raises StreamUnavailable."""
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
    try:
        info = await bus.api(f"STREAM.INFO.{stream}", {"subjects_filter": filter_subject})
    except ApiError as error:
        if error.not_found:
            return False
        raise
    return bool(info["state"].get("subjects"))


async def _put(bus: Bus, subject: str, record: bytes) -> bool:
    """Whether it was not there yet: whatever is there is newer."""
    try:
        await bus.publish(Outgoing(subject, record, {"Nats-Expected-Last-Subject-Sequence": "0"}))
    except WrongSequence:
        return False
    return True
