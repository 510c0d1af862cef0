"""`ghosthands answers`: the answers of a job's applicant that other forms use too; `--forget` deletes one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.table import Table
from rich.text import Text

from ghosthands.cli import console
from ghosthands.cli.client import ANSWERING, Client, connect, use_running
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.lookup import find_request
from ghosthands.domain.answers import AnswersOf, KeptAnswer
from ghosthands.domain.job import JobRequested
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro


async def run(job: str, *, forget: str | None, with_text: bool, as_json: bool) -> None:
    """List the answers. Raises Stop(USAGE) for an unknown job, and where there is nothing to forget."""
    async with connect(await use_running()) as client:
        request = await find_request(client, job)
        kept = await _ask(client, request, None, with_text)
        if forget is not None:
            kept = await _ask(client, request, find_meant(kept, forget), with_text)
    if as_json:
        console.emit(kept)
    else:
        console.out.print(make_table(kept, with_text=with_text) if kept else "no answer is remembered")


def find_meant(kept: Iterable[KeptAnswer], key: str) -> str:
    """Return the key that begins so. Raises Stop(USAGE) where there is none, or several."""
    found = [one.question_key for one in kept if one.question_key.startswith(key)]
    if len(found) != 1 or not key:
        raise Stop(Exit.USAGE, f"{len(found) if key else 0} remembered answers have a key that begins with {key!r}")
    return found[0]


async def _ask(client: Client, request: JobRequested, forget: str | None, with_text: bool) -> list[KeptAnswer]:
    asked = AnswersOf(tenant=request.tenant, applicant=request.applicant, forget=forget, with_text=with_text)
    return await micro.ask_for(client.bus, subjects.ANSWERS, asked, list[KeptAnswer], timeout=ANSWERING)


def make_table(answers: Sequence[KeptAnswer], *, with_text: bool) -> Table:
    """Return the answers as a table, a row each; the texts only with `with_text`."""
    listed = Table(box=None, pad_edge=False, header_style="dim")
    listed.add_column("key", no_wrap=True)
    for name in ("question", "control", *(["answer"] if with_text else [])):
        listed.add_column(name)
    for one in answers:
        options = f", {one.options} options" if one.options else ""
        said = [Text(one.text or "")] if with_text else []
        listed.add_row(one.question_key, Text(one.question or "–"), f"{one.kind.value}{options}", *said)
    return listed
