"""`ghosthands retry` and `ghosthands continue`: another attempt of a job that ended, or a paused one goes on.

What is said to a job is read from a file or from standard input, as everybody on the machine sees a command's options.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from ghosthands.cli import console, terminal
from ghosthands.cli.client import Client, connect, use_running
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.files import read_text
from ghosthands.cli.lookup import find_history
from ghosthands.cli.watching import JobWatch
from ghosthands.contract.body import Invalid, read
from ghosthands.contract.message import JobMessage
from ghosthands.domain import ids
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.job import Job, JobContinued, JobRetried, Phase, can_be_tried_anew, decide
from ghosthands.domain.message import Event
from ghosthands.domain.wording import describe
from ghosthands.messaging.clock import utc_now
from ghosthands.messaging.wire import subjects

#: seconds that job-intake, and whoever takes an answer, may take
TAKEN_WITHIN = 30.0


async def retry(job: str) -> None:
    """Have it tried anew. Raises Stop(NO) where it cannot be, Stop(USAGE) for an unknown job."""
    async with connect(await use_running()) as client:
        seen = JobWatch.of(await find_history(client, job))
        _refuse_unless_unsent(seen.job)
        await _bring_on(client, seen, "retry", {}, JobRetried)
    console.out.print(f"job {seen.job.id}: tried anew; see: ghosthands show {seen.job.id[: console.SHORT_ID]}")


async def go_on(job: str, *, message: str | None, file: Path | None) -> None:
    """Have it go on by what is said. Raises Stop(NO) where it cannot, Stop(USAGE) for an unknown job, or no message."""
    if message is not None and file is not None:
        raise Stop(Exit.USAGE, "give --message or --file")
    text = message if message is not None else await _read_message(file)
    async with connect(await use_running()) as client:
        seen = JobWatch.of(await find_history(client, job))
        ask = seen.ask
        _refuse_unless_fit(seen, text)
        kind = JobRetried if ask is None else JobContinued
        command_id = await _bring_on(client, seen, "continue", {"message": text}, kind)
    said = _find(seen, JobContinued, command_id)
    assert said is not None  # noqa: S101  it was taken
    console.out.print(f"job {seen.job.id}: {describe(said)}; see: ghosthands show {seen.job.id[: console.SHORT_ID]}")


async def _bring_on(
    client: Client, seen: JobWatch, what: str, said: Mapping[str, Any], kind: type[JobRetried | JobContinued]
) -> str:
    """Send the wish, and follow the job until it counts; the command that it is. Raises Stop(NO) where it does not."""
    assert seen.job.request is not None  # noqa: S101  one that ended or asks was requested
    async with client.events.follow(subjects.job(seen.job.id)) as feed:
        named = {"tenant": seen.job.request.tenant, "job_id": seen.job.id}
        stood = seen.ask, seen.job.phase
        ack = await client.publish(f"job.{what}", {**named, **said})
        command_id = ids.command_of_message(what, ack.stream, ack.sequence)
        try:
            async with asyncio.timeout(TAKEN_WITHIN):
                while _find(seen, kind, command_id) is None or (kind is JobContinued and seen.ask == stood[0]):
                    if (seen.ask, seen.job.phase) != stood and _find(seen, JobContinued, command_id) is None:
                        raise Stop(Exit.NO, f"it was {_word_what_came(seen.job)} meanwhile, and not by this")
                    seen.take(await client.next(feed))
        except TimeoutError:
            message = "it does not go on: the person may have applied to the posting since, or be forgotten"
            raise Stop(Exit.NO, message) from None
    if seen.job.is_cancelling or seen.job.phase is Phase.CANCELLED:
        raise Stop(Exit.NO, "it was cancelled meanwhile")
    return command_id


def _find(seen: JobWatch, kind: type[Event], command_id: str) -> Event | None:
    """What that command had said, of this kind."""
    own = (one.event for one in seen.recorded if one.causation == command_id)
    return next((event for event in own if isinstance(event, kind)), None)


def _word_what_came(job: Job) -> str:
    if job.is_cancelling or job.phase is Phase.CANCELLED:
        return "cancelled"
    if job.ended:
        return "over"
    return "tried anew" if job.phase is Phase.PENDING else "answered"


def _refuse_unless_unsent(job: Job) -> None:
    if not job.ended:
        raise Stop(Exit.NO, f"job {job.id} goes on: it is {job.phase.replace('_', ' ')}")
    if not can_be_tried_anew(job):
        raise Stop(Exit.NO, f"job {job.id} is {job.phase.replace('_', ' ')}, and may have been sent")


def _refuse_unless_fit(seen: JobWatch, text: str) -> None:
    tenant = seen.job.request.tenant if seen.job.request else "valet"
    try:
        message = read(JobMessage, {"tenant": tenant, "job_id": seen.job.id, "message": text})
        decide(message.to([one.event for one in seen.recorded], utc_now()), seen.job)
    except Invalid as invalid:
        why = "; ".join(reason.message for reason in invalid.reasons)
        raise Stop(Exit.USAGE, f"the message {why}") from None
    except CommandRejected as refusal:
        raise Stop(Exit.NO, str(refusal)) from None


async def _read_message(file: Path | None) -> str:
    if file is not None and str(file) != "-":
        return read_text(file)
    if not terminal.is_there():
        return sys.stdin.read()
    console.tell("what it lacked, or should do otherwise; Ctrl-D on a line of its own ends it:")
    lines: list[str] = []
    with suppress(EOFError):
        while True:
            lines.append(await terminal.read_line("> "))
    return "\n".join(lines)
