"""The commands' output: tables and colours on a terminal for people, JSON on standard output for programs.

Text from outside is passed as `Text` or escaped, since rich would read its brackets as markup. Its control characters
are dropped: a page must not command the terminal.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from ghosthands.cli.chronicle import Summary, TimelineLine
from ghosthands.domain import asked_models, codes, job
from ghosthands.domain.kinds import ModeReason
from ghosthands.domain.wording import QUEUED, describe, word_dry_run_end, word_entries, word_money

#: columns where there is no terminal to ask
WIDTH = 140
#: characters of a job's id, enough to name it
SHORT_ID = 8

#: the control characters but tab and line feed, and those that turn the direction of text around
_COMMANDS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class HarmlessConsole(Console):
    """A rich console whose text can only be text; what rich itself sends to move and colour stays."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield the segments of what is printed, without control characters."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else _COMMANDS.sub("", text), style, control)


out = HarmlessConsole(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
err = HarmlessConsole(stderr=True, highlight=False, width=None if sys.stderr.isatty() else WIDTH)

#: the submission's words for jobs that send nothing
_UNSENT = {
    job.Outcome.DRY_RUN: "none: a dry run",
    job.Outcome.FILLED: "none: it was to be filled, not sent",
    job.Outcome.SCRAPED: "none: the page was to be read",
    job.Outcome.DONE: "none: a task in words sends nothing",
}

#: rich styles by service
SERVICE_STYLE = {
    "job-intake": "cyan",
    "executor": "bold",
    "browser-host": "green",
    "planner": "magenta",
    "cookbook": "yellow",
    "hitl-gateway": "red",
}


def emit(value: Any) -> None:
    """Print one JSON document on standard output."""
    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
    sys.stdout.flush()


def write(document: bytes) -> None:
    """Write a document to standard output, unchanged."""
    sys.stdout.buffer.write(document + b"\n")
    sys.stdout.flush()


def tell(message: str, *, style: str = "dim") -> None:
    """Print a message on standard error; without a terminal each line stays whole."""
    err.print(Text(message, style=style), soft_wrap=not err.is_terminal)


def new_table(*columns: str, last: str = "") -> Table:
    """Return a table with those columns; only the `last` one may be narrowed."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in columns:
        table.add_column(name, no_wrap=True)
    if last:
        table.add_column(last)
    return table


def show_timeline(lines: Iterable[TimelineLine]) -> None:
    """Print the timeline as a table; long lines wrap, a line for several events is cut."""
    rows = Table(box=None, pad_edge=False, header_style="dim")
    rows.add_column("seq", justify="right", no_wrap=True)
    rows.add_column("seconds", justify="right", no_wrap=True)
    rows.add_column("service", no_wrap=True)
    rows.add_column("event", no_wrap=True)
    rows.add_column("what")
    for line in lines:
        service = Text(line.service, style=SERVICE_STYLE.get(line.service, ""))
        event = line.event if line.times == 1 else f"{line.event} ×{line.times}"
        what = Text(line.detail, no_wrap=line.times > 1, overflow="ellipsis" if line.times > 1 else "fold")
        rows.add_row(str(line.sequence), f"{line.after:.3f}", service, event, what)
    out.print(rows)


def show_summary(told: Summary, **more: object) -> None:
    """Print the job's phase and facts, or the reasons of a rejected one."""
    show_phase(told)
    if told.reasons:
        show_facts({reason.field or "request": _name_options(reason.message) for reason in told.reasons})
    else:
        show_facts({**_list_facts(told), **more})


def _name_options(message: str) -> str:
    """Return job-intake's message with a request's fields as options of the command line."""
    return message.replace("send allow_duplicate", "give --allow-duplicate")


def show_phase(told: Summary) -> None:
    """Print the job's phase and outcome."""
    code = f" ({told.code})" if told.code else ""
    queued = f", {QUEUED}" if told.queued else ""
    out.print(Text.assemble(_mark(told.phase), f" job {told.job_id}: ", (_word_code(told.phase), "bold"), code, queued))
    if why := codes.words_of(told.code or ""):
        out.print(Text(f"   {why}"))


def _mark(phase: str) -> Text:
    if phase == job.Phase.COMPLETED:
        return Text("✔", style="green")
    return Text("✘", style="red") if phase in job.ENDED else Text("…", style="yellow")


def _list_facts(told: Summary) -> dict[str, object]:
    failed = f", {told.fields_failed} not" if told.fields_failed else ""
    return {
        "fields verified": f"{told.fields_verified}{failed}",
        **({"not right": "; ".join(told.fields_left)} if told.fields_left else {}),
        **({"not kept": f"the page emptied or overwrote {', '.join(told.fields_lost)}"} if told.fields_lost else {}),
        **({"not entered": f"{word_entries(told.entries_left)}: no fields for it"} if told.entries_left else {}),
        "filled": _word_tiers(told.tiers),
        **_list_models(told),
        **_list_version(told),
        **({"mended": "; ".join(f"{each.field} {each.code}" for each in told.mended)} if told.mended else {}),
        "pages read": told.pages,
        "time": f"{told.seconds:.1f} s",
        **_list_submission(told),
        **({"applicant": told.applicant} if told.applicant else {}),
    }


def _list_version(told: Summary) -> dict[str, object]:
    """Return the version it ran as, where that is the older one or was not requested."""
    why = codes.find(told.mode_reason, ModeReason)
    if told.engine_version == 2 and why is None:
        return {}
    return {"version": f"{told.engine_version}" + (f" ({why.words})" if why else "")}


def _list_submission(told: Summary) -> dict[str, object]:
    """Return the submission's state; for a dry run the page it reached, what it pressed, and what it ended before."""
    if told.outcome not in _UNSENT:
        return {"submission": told.submission}
    count = f" of {told.of_pages}" if told.of_pages else ""
    seen = {"seen to": f"page {told.ended_on_page}{count}"} if told.ended_on_page else {}
    pressed = {"pressed": _word_presses(told.next_presses)} if told.ended_before else {}
    before = {"ended before": word_dry_run_end(told.ended_before)} if told.ended_before else {}
    return {**seen, **pressed, **before, "submission": _UNSENT[job.Outcome(told.outcome)]}


def _word_presses(times: int) -> str:
    if not times:
        return "no button that leads on"
    return "a button that leads on (Next, Apply), " + ("once" if times == 1 else f"{times} times")


def _list_models(told: Summary) -> dict[str, object]:
    """Return the calls to models, by tier, and the models asked in place of unavailable ones."""
    facts: dict[str, object] = {}
    if told.models_instead:
        facts["models"] = "; ".join(describe(event) for event in told.models_instead)
    if told.models:
        spent = asked_models.Spent.total(told.models.values())
        tiers = (
            ""
            if len(told.models) == 1
            else "; ".join(f"tier {at}: {_word_spent(it)}" for at, it in told.models.items())
        )
        facts["model calls"] = _word_spent(spent) + (f" ({tiers})" if tiers else "")
    return {**facts, **_list_budget(told)}


def _list_budget(told: Summary) -> dict[str, object]:
    """Return the use of the job's and its month's budget, and the limit that was reached."""
    facts: dict[str, object] = {}
    if (state := told.budget) is not None:
        under_way = f", under way: {state.open_calls}" if state.open_calls else ""
        used = f"{_word_share(state.used.nano_usd, state.limits.nano_usd)}{under_way}"
        facts["budget"] = f"{used}; this month {_word_share(state.month_used.nano_usd, state.month_limits.nano_usd)}"
    if told.budget_exceeded is not None:
        facts["budget spent"] = describe(told.budget_exceeded)
    return facts


def _word_share(used: int, limit: int | None) -> str:
    return word_money(used) + (f" of {word_money(limit)}" if limit is not None else "")


def _word_spent(spent: asked_models.Spent) -> str:
    unpriced = f", {spent.unpriced} at a price nobody knows" if spent.unpriced else ""
    return f"{spent.calls}, {spent.tokens} tokens, {word_money(spent.nano_usd)}{unpriced}"


def _word_tiers(fields: Mapping[int, int]) -> str:
    """Return the number of fields that each tier filled, in words."""
    each = (f"{count} {_BY_TIER.get(tier, f'at tier {tier}')}" for tier, count in fields.items())
    return ", ".join(each) or "nothing had to be"


_BY_TIER = {
    0: "by our own hand",
    1: "by a model that reads the page",
    2: "by our own hand, after a model read or answered the question",
    3: "by a model that sees the page",
    4: "by a human",
}


def show_facts(facts: Mapping[str, object]) -> None:
    """Print names and values side by side."""
    rows = Table.grid(padding=(0, 2, 0, 0))
    for name, value in facts.items():
        rows.add_row(" ", Text(name), Text(str(value)))
    out.print(rows)


def _word_code(code: str) -> str:
    return code.replace("_", " ")
