"""Objects of an older store that are moved: whatever the server refuses is told, whatever has no place there stays."""

from __future__ import annotations

import base64
from typing import Any

import msgspec
import pytest

from ghosthands.domain import services
from ghosthands.messaging.server import moved_objects, streams
from ghosthands.messaging.server.jetstream import Bus, Outgoing, Stored

BEFORE = moved_objects.BEFORE


class FakeBus(Bus):
    """A server with the messages of each stream; `refuses` it deletes nothing, and `loses` before it is asked to."""

    def __init__(self) -> None:
        self.stored: dict[str, list[Stored]] = {BEFORE: [], streams.LETTERS: []}

    async def first(self, stream: str, subjects: str, *, after: int = 0) -> Stored | None:
        found = [one for one in self.stored[stream] if one.subject == subjects and one.sequence > after]
        return found[0] if found else None

    async def last(self, stream: str, subjects: str) -> Stored | None:
        found = [one for one in self.stored[stream] if one.subject == subjects]
        return found[-1] if found else None

    async def at(self, stream: str, sequence: int) -> Stored | None:
        return next((one for one in self.stored[stream] if one.sequence == sequence), None)

    async def publish(self, message: Outgoing, **_: Any) -> Any:
        stream = BEFORE if message.subject.startswith("$O.") else streams.LETTERS
        sequence = sum(map(len, self.stored.values())) + 1
        self.stored[stream].append(Stored(message.subject, sequence, message.headers, message.data))

    async def delete(self, stream: str, sequence: int) -> None:
        assert stream == BEFORE
        self.stored[BEFORE] = [one for one in self.stored[BEFORE] if one.sequence != sequence]


async def put(bus: Bus, name: str, *, deleted: bool = False) -> str:
    """Store an object as before; return the subject of its description."""
    subject = f"$O.{streams.ARTIFACTS}.M.{base64.urlsafe_b64encode(name.encode()).decode()}"
    await bus.publish(Outgoing(f"$O.{streams.ARTIFACTS}.C.abc", b"a piece"))
    await bus.publish(Outgoing(subject, msgspec.json.encode({"nuid": "abc", "deleted": deleted})))
    return subject


async def test_a_body_is_moved_to_its_writers_letters() -> None:
    bus = FakeBus()
    assert await moved_objects._move(bus, await put(bus, "dead-letters/a-b"), services.PLANNER) == 1
    assert [(one.subject, one.data) for one in bus.stored[streams.LETTERS]] == [("gh.letters.planner.a-b", b"a piece")]
    assert bus.stored[BEFORE] == []


@pytest.mark.parametrize("reference", ["a.b", "a b", ">", "*", "", "a/b"])
async def test_a_body_whose_name_fits_into_no_subject_stays_and_is_told(
    reference: str, caplog: pytest.LogCaptureFixture
) -> None:
    bus = FakeBus()
    named = await put(bus, f"dead-letters/{reference}")
    assert await moved_objects._move(bus, named, services.JOB_INTAKE) == 0
    assert [one.message for one in caplog.records] == ["object_not_moved"]
    assert len(bus.stored[BEFORE]) == 2
    assert bus.stored[streams.LETTERS] == []
