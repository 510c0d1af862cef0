"""Logs by days: once a day each log is set aside, and deleted when its retention ends.

A log is copied and emptied while its process appends to it: what the process writes between the two is lost.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import shutil
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from ghosthands.stack.errors import SettingRefused

VARIABLE = "GHOSTHANDS_KEEP_LOGS_DAYS"
DAY_SECONDS = 24 * 3600.0

_MOST_DAYS = 36_500
_SET_ASIDE = re.compile(r".+\.log\.([0-9]{4}-[0-9]{2}-[0-9]{2})")

log = logging.getLogger(__name__)


def keep_days() -> int | None:
    """Return for how many days logs are kept, by the environment; None: for ever. Raises SettingRefused."""
    text = os.environ.get(VARIABLE, "").strip() or "0"
    if not (text.isascii() and text.isdigit() and int(text) <= _MOST_DAYS):
        raise SettingRefused(
            f"{VARIABLE} should be a whole number of days from 1 to {_MOST_DAYS}; 0, or nothing, keeps them for ever"
        )
    return int(text) or None


def set_aside(folder: Path, today: date) -> list[Path]:
    """Move each log's content to a file with the day's name; return those files."""
    kept = []
    for path in sorted(folder.glob("*.log")):
        if path.stat().st_size:
            aside = path.with_name(f"{path.name}.{today:%Y-%m-%d}")
            with path.open("rb") as whole, aside.open("ab") as copy:
                aside.chmod(0o600)
                shutil.copyfileobj(whole, copy)
            os.truncate(path, 0)
            kept.append(aside)
    return kept


def drop_old(folder: Path, days: int, today: date) -> list[Path]:
    """Delete the files set aside more than `days` ago; return them."""
    oldest = today - timedelta(days=days)
    old = [path for path in sorted(folder.iterdir()) if (day := _day_of(path)) and day < oldest]
    for path in old:
        path.unlink(missing_ok=True)
    return old


def _day_of(path: Path) -> date | None:
    """Return the day on which a log was set aside: by its name, or by its last line where it had grown too large."""
    if path.name.endswith(".log.1"):
        return datetime.fromtimestamp(path.stat().st_mtime, UTC).date()
    named = _SET_ASIDE.fullmatch(path.name)
    try:
        return date.fromisoformat(named[1]) if named else None
    except ValueError:
        return None


async def keep(folder: Path, days: int, today: Callable[[], date] = lambda: datetime.now(UTC).date()) -> None:
    """Do both now and each day from then on; a disk error is logged, and tried again the next day."""
    while True:
        try:
            set_aside(folder, today())
            for path in drop_old(folder, days, today()):
                log.info("log_dropped", extra={"log": path.name})
        except OSError as error:
            log.warning("logs_not_set_aside", extra={"reason": str(error)})
        await asyncio.sleep(DAY_SECONDS)
