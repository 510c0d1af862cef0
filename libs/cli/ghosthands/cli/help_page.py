"""The page that `ghosthands --help` shows: every command under its purpose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from typer.core import TyperGroup

SECTIONS: Mapping[str, Sequence[str]] = {
    "To begin": ("demo", "doctor", "profile", "models", "up"),
    "To work on a page": ("apply", "fill", "scrape", "task", "scan", "compare", "mcp"),
    "To follow and help jobs": (
        *("jobs", "show", "answer", "live", "console", "cancel", "retry", "continue", "replay"),
        *("answers", "logins", "codes", "insight"),
    ),
    "To run a stack": ("sessions", "drain", "submissions", "dead", "callbacks", "cookbook", "rebuild", "master-key"),
    "To keep and to delete": ("backup", "restore", "archive", "export", "erase"),
    "To work on GhostHands": ("practice", "bench"),
}


class HelpPage(TyperGroup):
    """A group of commands whose help has a section for each of `SECTIONS`."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # typer keeps the types of both to itself
        """Write the sections, each command with what it does in a line."""
        room = formatter.width - 6 - max(map(len, self.commands))
        for section, names in SECTIONS.items():
            with formatter.section(section):
                formatter.write_dl([(name, self.commands[name].get_short_help_str(room)) for name in names])
