"""`ghosthands retry` and `ghosthands continue`: another attempt of a job that ended, or a paused one goes on.

The message to a job is read from a file or from standard input, as every user of the machine can see a command's
options.
"""

from __future__ import annotations

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
from ghosthands.domain.job import (
    JobCompleted,
    JobContinued,
    Outcome,
    Phase,
    can_be_tried_anew,
    decide,
    refuse_forgotten,
)
from ghosthands.domain.wording import describe
from ghosthands.messaging.clock import utc_now
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.wire.recorded import list_caused

#: seconds for job-intake, and the service that takes an answer
TAKEN_WITHIN = 30.0


async def retry(job: str) -> None:
    """Begin another attempt. Raises Stop(NO) where that is not possible, Stop(USAGE) for an unknown job."""
    async with connect(await use_running()) as client:
        seen = JobWatch.of(await find_history(client, job))
        _refuse_unless_unsent(seen)
        await _bring_on(client, seen, "retry", {})
    console.out.print(f"job {seen.job.id}: tried anew; see: ghosthands show {seen.job.id[: console.SHORT_ID]}")


async def go_on(job: str, *, message: str | None, file: Path | None) -> None:
    """Continue the job by a message. Raises Stop(NO) where it cannot go on, Stop(USAGE) for no job, or no message."""
    if message is not None and file is not None:
        raise Stop(Exit.USAGE, "give --message or --file")
    text = message if message is not None else await _read_message(file)
    async with connect(await use_running()) as client:
        seen = JobWatch.of(await find_history(client, job))
        _refuse_unless_fit(seen, text)
        command_id = await _bring_on(client, seen, "continue", {"message": text})
    [said] = list_caused(seen.recorded, command_id, JobContinued)
    console.out.print(
        f"job {seen.job.id}: {describe(said.event)}; see: ghosthands show {seen.job.id[: console.SHORT_ID]}"
    )


async def _bring_on(client: Client, seen: JobWatch, what: str, said: Mapping[str, Any]) -> str:
    """Send the wish and wait for its effect; return the command's id. Raises Stop(NO) where it has none."""
    named = {"tenant": seen.job.accepted_request.tenant, "job_id": seen.job.id}
    ack = await client.publish(f"job.{what}", {**named, **said})
    verdict = await client.hear(seen.job, what, ack, seconds=TAKEN_WITHIN)
    if not verdict.accepted:
        raise Stop(Exit.NO, verdict.why)
    seen.take((await client.events.load(subjects.job(seen.job.id))).recorded)
    if seen.job.is_cancelling or seen.job.phase is Phase.CANCELLED:
        raise Stop(Exit.NO, f"job {seen.job.id} was cancelled meanwhile")
    return ids.command_of_message(what, ack.stream, ack.sequence)


def _refuse_unless_unsent(seen: JobWatch) -> None:
    job = seen.job
    if not job.ended:
        raise Stop(Exit.NO, f"job {job.id} goes on: it is {job.phase.replace('_', ' ')}")
    if job.is_swept:
        raise Stop(Exit.NO, str(refuse_forgotten(job)))
    if not can_be_tried_anew(job):
        raise Stop(Exit.NO, f"job {job.id} {_word_end(seen)}")


def _word_end(seen: JobWatch) -> str:
    """Return why the job is not tried again, and the alternative."""
    if seen.job.phase is Phase.REJECTED:
        return "was refused, and would be again: apply with what it names mended"
    if seen.job.phase is Phase.COMPLETED:
        completed = next(one.event for one in reversed(seen.recorded) if isinstance(one.event, JobCompleted))
        if completed.outcome is Outcome.SUBMITTED:
            return "was sent"
        unsent = "" if completed.outcome not in (Outcome.DRY_RUN, Outcome.FILLED) else ": apply again to have it sent"
        return f"did what was asked, and sent nothing{unsent}"
    return f"may have been sent; if you know: ghosthands answer {seen.short_id} --submitted or --not-submitted"


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
