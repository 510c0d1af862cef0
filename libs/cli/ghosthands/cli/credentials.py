"""Credentials on the command line: from a file that only its owner may read, or typed and not shown.

Never as an argument: every process sees a command line, and a shell's history keeps it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.files import read_json

_SHAPE = '[{"domain": "acme.wd5.myworkdayjobs.com", "username": "…", "password": "…"}]'


def read_credentials(path: Path) -> list[dict[str, Any]]:
    """Read the entries of the file, unvalidated; a single entry needs no list. Raises Stop(USAGE)."""
    content = read_json(path, private=True)
    entries = [content] if isinstance(content, dict) else content
    if not isinstance(entries, list) or not entries or not all(isinstance(one, dict) for one in entries):
        raise Stop(Exit.USAGE, f"{path} must hold {_SHAPE}")
    return entries


def choose_for_page(entries: Iterable[Mapping[str, Any]], page_url: str | None) -> Mapping[str, Any] | None:
    """Return the entry for the page, by the most specific domain; one without a domain fits every page."""
    host = (urlsplit(page_url).hostname if page_url else None) or ""
    fitting = [one for one in entries if _fits(str(one.get("domain") or "").lower(), host)]
    return max(fitting, key=lambda one: len(str(one.get("domain") or "")), default=None)


def _fits(domain: str, host: str) -> bool:
    return not domain or not host or host == domain or host.endswith(f".{domain}")
