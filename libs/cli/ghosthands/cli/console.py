"""What the commands print: people get tables and colours on a terminal, machines get JSON."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import msgspec
from ghosthands.cli.chronicle import Line, Summary
from rich.console import Console
from rich.table import Table

#: columns where there is no terminal to ask
WIDTH = 140

out = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
err = Console(stderr=True, highlight=False, width=None if sys.stderr.isatty() else WIDTH)

#: rich styles by who says it
SERVICE_STYLE = {
    "job-intake": "cyan",
    "executor": "bold",
    "browser-host": "green",
    "planner": "magenta",
    "cookbook": "yellow",
    "hitl-gateway": "red",
}


def emit(value: Any) -> None:
    """One JSON document on standard output."""
    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
    sys.stdout.flush()


def show_timeline(lines: Sequence[Line]) -> None:
    """The timeline as a table."""
    table = Table("seq", "seconds", "service", "event", "what", box=None, pad_edge=False, header_style="dim")
    table.columns[0].justify = table.columns[1].justify = "right"
    for line in lines:
        style = SERVICE_STYLE.get(line.service, "")
        table.add_row(
            str(line.sequence),
            f"{line.after:.3f}",
            f"[{style}]{line.service}[/]" if style else line.service,
            line.event,
            line.detail,
        )
    out.print(table)


def show_summary(told: Summary, **more: object) -> None:
    """The summary as a short list."""
    good = told.phase == "completed"
    mark = "[green]✔[/]" if good else "[red]✘[/]"
    out.print(f"{mark} job {told.job_id}: [bold]{told.phase}[/]" + (f" ({told.code})" if told.code else ""))
    facts: dict[str, object] = {
        "fields verified": f"{told.fields_verified}" + (f", {told.fields_failed} not" if told.fields_failed else ""),
        "tier": "none needed"
        if told.highest_tier is None
        else f"{told.highest_tier} (DOM)"
        if told.highest_tier == 0
        else told.highest_tier,
        "pages read": told.pages,
        "time": f"{told.seconds:.1f} s",
        "model calls": told.model_calls,
        "submission": told.submission,
        **more,
    }
    for name, value in facts.items():
        out.print(f"    {name:<28} {value}")
