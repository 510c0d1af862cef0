"""`ghosthands retry` and `ghosthands continue`: another attempt of a job that ended, or a paused one goes on.

What is said to a job is read from a file or from standard input, as everybody on the machine sees a command's options.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping
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
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.job import Job, JobContinued, can_be_tried_anew, decide
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
        await _bring_on(client, seen, "retry", {}, lambda: not seen.job.ended)
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

        def is_taken() -> bool:
            """The answer counts, or another attempt has begun."""
            return seen.ask is None or seen.ask.request_id != ask.request_id if ask else not seen.job.ended

        await _bring_on(client, seen, "continue", {"message": text}, is_taken)
    said = next(describe(one.event) for one in reversed(seen.recorded) if isinstance(one.event, JobContinued))
    console.out.print(f"job {seen.job.id}: {said}; see: ghosthands show {seen.job.id[: console.SHORT_ID]}")


async def _bring_on(
    client: Client, seen: JobWatch, what: str, said: Mapping[str, Any], is_taken: Callable[[], bool]
) -> None:
    """Send the wish, and follow the job until it counts. Raises Stop(NO) where it does not."""
    assert seen.job.request is not None  # noqa: S101  one that ended or asks was requested
    async with client.events.follow(subjects.job(seen.job.id)) as feed:
        named = {"tenant": seen.job.request.tenant, "job_id": seen.job.id}
        await client.publish(f"job.{what}", {**named, **said})
        try:
            async with asyncio.timeout(TAKEN_WITHIN):
                while not is_taken():
                    seen.take(await client.next(feed))
        except TimeoutError:
            message = "it does not go on: the person may have applied to the posting since, or be forgotten"
            raise Stop(Exit.NO, message) from None


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
