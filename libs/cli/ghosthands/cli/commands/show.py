"""`ghosthands show`: one job's course in short, its outcome, and what it waits for."""

from __future__ import annotations

from ghosthands.cli import asking, chronicle, console, drained
from ghosthands.cli.client import Client, connect, use_running
from ghosthands.cli.lookup import find_history
from ghosthands.cli.questions import Question, read_page_words, read_question
from ghosthands.cli.watching import JobWatch
from ghosthands.cli.ways_on import list_ways_on, show_doubt, show_ways_on
from ghosthands.domain.budget import BudgetLedger
from ghosthands.domain.job import Phase
from ghosthands.domain.quotes import quote_page
from ghosthands.messaging.log.states import ledger_of
from ghosthands.messaging.wire import subjects


async def run(job: str, *, as_json: bool) -> None:
    """Show the job. Raises Stop(USAGE) for an unknown job."""
    async with connect(await use_running()) as client:
        seen = JobWatch.of(await find_history(client, job))
        asked = await find_open_question(client, seen)
        ledger = await read_ledger(client, seen)
        reasons = await drained.explain_queue(client, seen)
        said = await _read_page_words(client, seen)
    told, lines = chronicle.summarise(seen.job.id, seen.recorded, ledger), chronicle.tell_timeline(seen.recorded)
    if as_json:
        ways = [way._asdict() for way in list_ways_on(asked, seen)] if asked is not None else []
        console.emit({"summary": told, "timeline": lines, "page_says": said, "waits_for": asked, "ways_on": ways})
        return
    console.show_timeline(chronicle.condense(lines))
    console.show_summary(told)
    for reason in [*reasons, *filter(None, [quote_page(said)])]:
        console.out.print(f"   {reason}", markup=False, soft_wrap=True)
    if asked is not None:
        asking.tell(asked, console.out)
        show_ways_on(asked, seen)
    show_doubt(seen)


async def _read_page_words(client: Client, seen: JobWatch) -> list[str]:
    """Return what the page of a job that did not succeed said when a human was asked; nothing of any other."""
    is_unsent = seen.job.ended and seen.job.phase is not Phase.COMPLETED
    return await read_page_words(client, seen.recorded, seen.job) if is_unsent and seen.job.request else []


async def read_ledger(client: Client, seen: JobWatch) -> BudgetLedger | None:
    """Return the ledger of the job's month; None for a job that was never requested."""
    if seen.job.request is None:
        return None
    return ledger_of(await client.events.load(subjects.ledger_of(seen.job.request)))


async def find_open_question(client: Client, seen: JobWatch) -> Question | None:
    """Return the question that the job waits for a human to answer; None when it waits for none."""
    if seen.ask is None or seen.job.request is None:
        return None
    return await read_question(client, seen.job.request, seen.job.id, seen.ask)
