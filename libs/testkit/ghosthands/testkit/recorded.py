"""Recorded streams: a real job's messages as they were on the wire, one JSON line each, and the end they reached.

`recording` makes them. `python -m ghosthands.testkit.recorded FOLDER` writes their ends again, for a state whose fields
were regrouped: the difference must show the same values under other names, and nothing else.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from ghosthands.domain.job import Job
from ghosthands.domain.message import Event
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server.jetstream import Stored
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.recorded import History, Recorded


def read(path: Path) -> tuple[History, dict[str, Any]]:
    """Return the history in a recorded stream, decoded by today's code, and the recorded end."""
    *messages, end = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    codec = Codec()
    recorded = [
        codec.decode_event(one["subject"], one["headers"], json.dumps(one["payload"]).encode(), one["sequence"])
        for one in messages
    ]
    return History(recorded[0].aggregate).continued(recorded), end["end"]


def end_of(job: Job) -> dict[str, Any]:
    """Return the job's state as plain values, which a fold must reach again."""
    state: dict[str, Any] = json.loads(msgspec.json.encode(job, order="deterministic"))
    return state


def lines(stored: Iterable[Stored]) -> Iterator[str]:
    """Yield a stream in recorded form: its messages, and last the end they fold to."""
    codec, seen = Codec(), list[Recorded[Event]]()
    for one in stored:
        seen.append(codec.decode_event(one.subject, one.headers, one.data, one.sequence))
        message = {
            "sequence": one.sequence,
            "subject": one.subject,
            "headers": dict(one.headers),
            "payload": json.loads(one.data),
        }
        yield json.dumps(message)
    yield json.dumps({"end": end_of(job_of(History(seen[0].aggregate).continued(seen)))})


def restated(path: Path) -> str:
    """Return the recorded stream with the end that today's code folds it to."""
    *messages, _ = path.read_text(encoding="utf-8").splitlines()
    history, _ = read(path)
    return "\n".join([*messages, json.dumps({"end": end_of(job_of(history))})]) + "\n"


if __name__ == "__main__":
    for stream in sorted(Path(sys.argv[1]).glob("*.jsonl")):
        stream.write_text(restated(stream), encoding="utf-8")
