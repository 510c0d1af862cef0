"""Recorded streams: a real job's messages as they were on the wire, one JSON line each, and the end they reached.

`python -m ghosthands.testkit.recorded FOLDER` runs two jobs on a lab and records them there.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from ghosthands.domain.job import Job
from ghosthands.domain.message import Event
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Stored
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.recorded import History, Recorded
from ghosthands.testkit.lab import Lab, a_posting, job_id_of


def read(path: Path) -> tuple[History, dict[str, Any]]:
    """The history in a recorded stream, decoded by today's code, and the end that was recorded."""
    *messages, end = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    codec = Codec()
    recorded = [
        codec.decode_event(one["subject"], one["headers"], json.dumps(one["payload"]).encode(), one["sequence"])
        for one in messages
    ]
    return History(recorded[0].aggregate).continued(recorded), end["end"]


def end_of(job: Job) -> dict[str, Any]:
    """The job's state as plain values; what a fold must reach again."""
    state: dict[str, Any] = json.loads(msgspec.json.encode(job, order="deterministic"))
    return state


def lines(stored: Iterable[Stored]) -> Iterator[str]:
    """A stream as recorded: its messages, and at last the end they amount to."""
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


async def record(folder: Path) -> None:
    """Run a two-page application, and one that asks a human and is cancelled; record both."""
    with tempfile.TemporaryDirectory() as state:
        os.chmod(state, 0o711)  # noqa: S103  users of Chromium and PostgreSQL pass through
        async with Lab.start(Path(state) / "lab") as lab:
            sent = await lab.apply(a_posting("stepwise"))
            await lab.finished(sent)
            asked = lab.request(a_posting(), query="?unknown=1")
            await lab.publish("job.requested", asked)
            await lab.asking(job_id_of(asked))
            await lab.publish("job.cancel", {"tenant": asked["tenant"], "job_id": job_id_of(asked)})
            await lab.finished(job_id_of(asked))
            for name, job_id in (("two_pages_submitted", sent), ("asked_then_cancelled", job_id_of(asked))):
                stored = await lab.bus.read_back(streams.EVENTS, subjects.job(job_id).subjects(), after=0)
                (folder / f"{name}.jsonl").write_text("\n".join(lines(stored)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(record(Path(sys.argv[1])))
