"""`ghosthands codes`: the sources of one-time codes of a job's applicant, so that no human is asked for a code.

A secret is typed and not shown, or comes from a file of its owner's alone; it is never printed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec
from rich.table import Table

from ghosthands.cli import console, terminal
from ghosthands.cli.client import ANSWERING, Client, connect, use_running
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.files import read_json
from ghosthands.cli.lookup import find_request
from ghosthands.domain.code_sources import CodeSource, CodeSourcesOf, GivenAuthenticator, GivenMailbox, KeptCodeSource
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro

_SHAPE = '{"host": "imap.example.com", "port": 993, "username": "…", "password": "…"}'


async def run(job: str, *, authenticator: str | None, mailbox: Path | None, forget: str | None, as_json: bool) -> None:
    """List the sources, after keeping or forgetting one. Raises Stop(USAGE), also where there is nothing to forget."""
    given = read_mailbox(mailbox) if mailbox is not None else None
    async with connect(await use_running()) as client:
        kept = await _ask(client, job)
        if forget is not None and forget not in [*_places(kept), CodeSource.MAILBOX]:
            raise Stop(Exit.USAGE, f"no code comes from {forget}")
        secret = await _read_secret() if authenticator is not None else ""
        named = GivenAuthenticator(domain=authenticator, secret=secret) if authenticator is not None else None
        if named or given or forget:
            kept = await _ask(client, job, authenticator=named, mailbox=given, forget=forget)
    if as_json:
        console.emit(kept)
    else:
        console.out.print(make_table(kept) if kept else "the applicant's codes come from nowhere: a human is asked")


def read_mailbox(path: Path) -> GivenMailbox:
    """Read the mailbox from the file. Raises Stop(USAGE)."""
    try:
        return msgspec.convert(read_json(path, private=True), GivenMailbox)
    except msgspec.ValidationError:
        raise Stop(Exit.USAGE, f"{path} must hold {_SHAPE}") from None


async def _read_secret() -> str:
    if terminal.is_there():
        return await terminal.read_secret("the secret beside the QR code, or the otpauth:// address (not shown) > ")
    return sys.stdin.readline().strip()


async def _ask(
    client: Client,
    job: str,
    *,
    authenticator: GivenAuthenticator | None = None,
    mailbox: GivenMailbox | None = None,
    forget: str | None = None,
) -> list[KeptCodeSource]:
    request = await find_request(client, job)
    asked = CodeSourcesOf(
        tenant=request.tenant,
        applicant=request.applicant,
        authenticator=authenticator,
        mailbox=mailbox,
        forget=forget,
    )
    try:
        return await micro.ask_for(client.bus, subjects.CODE_SOURCES, asked, list[KeptCodeSource], timeout=ANSWERING)
    except micro.RequestRefused as refused:
        raise Stop(Exit.USAGE, str(refused)) from None


def _places(kept: Iterable[KeptCodeSource]) -> list[str]:
    return [one.place for one in kept if one.source is CodeSource.AUTHENTICATOR]


def make_table(kept: Iterable[KeptCodeSource]) -> Table:
    """Return the sources as a table, a row each, without secrets."""
    listed = console.new_table("codes from", "for")
    for one in kept:
        listed.add_row(
            one.source.value, one.place if one.source is CodeSource.AUTHENTICATOR else f"mail at {one.place}"
        )
    return listed
