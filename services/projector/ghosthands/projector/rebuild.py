"""`python -m ghosthands.projector.rebuild`: fold the log from zero, then compare with the live tables or replace them.

    --compare    leave the live tables as they are; exit 1 where they differ from their rebuild
    --json       the report as JSON on standard output (progress goes to standard error)

Exit codes: 0 done, and equal where compared; 1 there are differences; 2 the settings are unusable, 3 it could not
be done, and the text says why. Settings are projector's own.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time

import msgspec

from ghosthands.chassis import logging, settings
from ghosthands.domain.errors import GhostHandsError
from ghosthands.messaging.archive.sealed import Archive
from ghosthands.messaging.server import jetstream
from ghosthands.projector import database, migrations
from ghosthands.projector.rebuilding import Report, rebuild
from ghosthands.projector.settings import Settings

NATS_SECONDS = 30.0


def main() -> None:
    """Run `python -m ghosthands.projector.rebuild`."""
    arguments = _parse_arguments()
    logging.configure("projector", level="warning")
    try:
        report = asyncio.run(_run(only_compare=arguments.compare))
    except settings.SettingsInvalid as error:
        print(*error.lines, sep="\n", file=sys.stderr)  # noqa: T201
        sys.exit(2)
    except GhostHandsError as error:
        print(f"not rebuilt: {error}", file=sys.stderr)  # noqa: T201
        sys.exit(3)
    except database.AWAY as error:
        print(f"not rebuilt: PostgreSQL: {error or type(error).__name__}", file=sys.stderr)  # noqa: T201
        sys.exit(3)
    print(_format_json(report) if arguments.json else _format_text(report))  # noqa: T201
    sys.exit(0 if report.equal else 1)


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="ghosthands rebuild", description="Fold the log into the tables from zero.")
    parser.add_argument("--compare", action="store_true", help="compare with the live tables, change nothing")
    parser.add_argument("--json", action="store_true", help="the report as JSON")
    return parser.parse_args()


async def _run(*, only_compare: bool) -> Report:
    loaded = settings.load(Settings)
    archive = Archive.open(loaded.archive, loaded.archive_key_file)
    bus = await jetstream.connect(
        loaded.nats_url,
        user=loaded.nats_user,
        password=loaded.nats_password.get_secret_value(),
        service="projector",
        timeout=NATS_SECONDS,
    )
    bus.archive = archive
    try:
        files = loaded.migrations or migrations.folder()
        return await rebuild(bus, loaded.database_dsn(), files, only_compare=only_compare, progress=ProgressLine())
    finally:
        await bus.close()


class ProgressLine:
    """Shows on standard error how far the fold is: one line rewritten in a terminal, else a line now and then."""

    def __init__(self) -> None:
        self._in_terminal = sys.stderr.isatty()
        self._started = time.monotonic()
        self._next = self._started

    def __call__(self, folded: int, wanted: int) -> None:
        """Show the progress, but not too often."""
        now = time.monotonic()
        if now < self._next and folded < wanted:
            return
        self._next = now + (0.1 if self._in_terminal else 5.0)
        rate = folded / max(now - self._started, 0.001)
        line = f"folded {folded:,} of {wanted:,} events ({folded * 100 // wanted} %), {rate:,.0f} a second"
        end = "\n" if folded >= wanted or not self._in_terminal else ""
        print(f"\r{line}\033[K" if self._in_terminal else line, end=end, file=sys.stderr, flush=True)  # noqa: T201


def _format_json(report: Report) -> str:
    return msgspec.json.encode({"equal": report.equal, **msgspec.to_builtins(report)}).decode()


def _format_text(report: Report) -> str:
    done = "replaced the live tables" if report.replaced else "compared with the live tables"
    lines = [f"folded {report.sequence:,} events in {report.seconds:.1f} s and {done}"]
    for table in report.tables:
        verdict = "equal" if table.equal else f"{table.differing:,} rows differ"
        lines.append(
            f"  {table.table:16} {table.rows_live:>10,} rows live, {table.rows_rebuilt:>10,} rebuilt: {verdict}"
        )
        lines += [f"    {difference.what:12} {difference.key}" for difference in table.differences]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
