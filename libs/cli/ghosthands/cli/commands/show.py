"""`ghosthands show`: one job's course in short, what became of it, and what it waits for."""

from __future__ import annotations

from ghosthands.cli import asking, chronicle, console
from ghosthands.cli.client import Client, connect, use_running
from ghosthands.cli.lookup import find_history
from ghosthands.cli.questions import Question, read_question
from ghosthands.cli.watching import JobWatch
from ghosthands.domain.budget import BudgetLedger
from ghosthands.domain.human import AskKind
from ghosthands.messaging.log.states import ledger_of
from ghosthands.messaging.wire import subjects


async def run(job: str, *, as_json: bool) -> None:
    """Show it. Raises Stop(USAGE) for an unknown job."""
    async with connect(await use_running()) as client:
        seen = JobWatch.of(await find_history(client, job))
        asked = await find_open_question(client, seen)
        ledger = await read_ledger(client, seen)
    told, lines = chronicle.summarise(seen.job.id, seen.recorded, ledger), chronicle.tell_timeline(seen.recorded)
    if as_json:
        console.emit({"summary": told, "timeline": lines, "waits_for": asked})
        return
    console.show_timeline(chronicle.condense(lines))
    console.show_summary(told)
    if asked is not None:
        asking.tell(asked, console.out)
        show_ways_on(asked, seen)


async def read_ledger(client: Client, seen: JobWatch) -> BudgetLedger | None:
    """What is put by and spent on models in the job's month; None for a job that nobody requested."""
    if seen.job.request is None:
        return None
    return ledger_of(await client.events.load(subjects.ledger_of(seen.job.request)))


async def find_open_question(client: Client, seen: JobWatch) -> Question | None:
    """What the job waits for a human to answer; None when it does not."""
    if seen.ask is None or seen.job.request is None:
        return None
    return await read_question(client, seen.job.request, seen.job.id, seen.ask)


def show_ways_on(asked: Question, seen: JobWatch) -> None:
    """How the job can be answered, seen while it has a browser, or stopped."""
    short = asked.job_id[: console.SHORT_ID]
    how = f"--value {asked.fields[0].question_key}=…" if asked.fields else "--done"
    how = "--credentials FILE" if asked.wants_login else how
    if asked.kind is AskKind.REVIEW:
        how = f"--done (uses all as they are), {how}, --reject KEY"
    console.out.print(f"  answer it   ghosthands answer {short}")
    console.out.print(f"  or          ghosthands answer {short} {how}")
    if seen.job.browser.session is not None:
        console.out.print(f"  see it      ghosthands live {short}")
        if asked.fields:
            console.out.print(f"  filled in there by yourself:  ghosthands answer {short} --done")
    console.out.print(f"  or stop it  ghosthands cancel {short}")
