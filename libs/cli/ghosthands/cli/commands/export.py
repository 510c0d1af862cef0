"""`ghosthands export`: all data held of an applicant, in an archive that they can read."""

from __future__ import annotations

import os
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import msgspec

from ghosthands.cli import console
from ghosthands.cli.client import Client, connect, use_running
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.lookup import complete_applicant, tell_unread
from ghosthands.domain.codes import MessageFault
from ghosthands.domain.holdings import HoldingOf, Holdings, HoldingsOf
from ghosthands.messaging import fault, private_files
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.messaging.work.micro import RequestRefused

#: The name of this command's fault points.
NAME = "export"
#: seconds for one answer
PATIENCE = 120.0

_ABOUT = """What GhostHands holds of applicant {applicant} of {tenant}.

values/        what was given and kept: requests with the profile, answers, drafts, remembered answers, credentials,
               logins; by where it lies
files/         resumes and letters, by job
screenshots/   pictures of pages
objects/       whatever else is sealed under the same key, as it lies
jobs/          each job's events, the oldest first; `values` says what an event's keys stood for
log/           what the log says besides: reservations of postings, budgets
dead-letters/  messages that nobody could handle
"""


async def run(whose: str, to: Path, *, as_json: bool) -> None:
    """Write the archive. Raises Stop(USAGE) for an unknown applicant and for a file that exists."""
    async with connect(await use_running()) as client:
        held = await write(client, await complete_applicant(client, whose), to)
    if as_json:
        console.emit({"file": str(to), **msgspec.to_builtins(held)})
        return
    erased = "; they were erased, so this is what the log still tells" if held.is_erased else ""
    console.out.print(
        f"{to} holds {len(held.names)} things held of applicant {held.applicant}{erased}.", soft_wrap=True
    )
    tell_unread(held.unread)
    console.tell("It is in the clear, and yours alone to read: give it on as what it is, and delete it then.")


async def write(client: Client, whose: str, to: Path) -> Holdings:
    """Write the archive, readable by its owner alone; remove one that failed. Raises Stop.

    It gets its name once it is whole. The next export to that file overwrites what a killed one left.
    """
    part = to.with_name(f".{to.name}.part")
    with _create(part, to) as file:
        try:
            held = await _write(file, client, whose)
            part.rename(to)
        except BaseException as failed:
            with suppress(OSError):  # the disk may be full
                private_files.fill(file)
            part.unlink(missing_ok=True)
            if isinstance(failed, RequestRefused):
                raise Stop(Exit.USAGE, str(failed)) from None
            raise
    return held


def _create(part: Path, to: Path) -> BinaryIO:
    if to.exists():
        raise Stop(Exit.USAGE, f"{to} is there already: name another file")
    try:
        return private_files.create(part)
    except BlockingIOError:
        raise Stop(Exit.USAGE, f"{to} is just being written: name another file") from None
    except OSError as error:
        raise Stop(Exit.USAGE, f"{to} cannot be written: {error.strerror}") from None


async def _write(file: BinaryIO, client: Client, whose: str) -> Holdings:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        held = msgspec.json.decode(await _ask(client, "holdings", HoldingsOf(whose=whose)), type=Holdings)
        archive.writestr("README.txt", _ABOUT.format(applicant=held.applicant, tenant=held.tenant))
        names = tuple([name for name in held.names if await _put(archive, client, whose, name)])
    file.flush()
    os.fsync(file.fileno())
    return msgspec.structs.replace(held, names=names)


async def _put(archive: zipfile.ZipFile, client: Client, whose: str, name: str) -> bool:
    """Write one thing; False if it is gone: what a running job needs may be deleted after it was listed."""
    data = b""
    try:
        while part := await _ask(client, "holding", HoldingOf(whose=whose, name=name, offset=len(data))):
            data += part
    except RequestRefused as refused:
        if refused.code == MessageFault.NOT_IN_VAULT:
            return False
        raise
    archive.writestr(name, data)
    await fault.point(NAME, fault.AFTER_EFFECT, "put")
    return True


async def _ask(client: Client, what: str, asked: HoldingsOf | HoldingOf) -> bytes:
    return await micro.ask(client.bus, subjects.applicants(what), msgspec.json.encode(asked), timeout=PATIENCE)
