"""`ghosthands erase`: erases an applicant, so that no value of theirs can be read from anything kept here."""

from __future__ import annotations

import asyncio

import msgspec

from ghosthands import stack
from ghosthands.cli import console
from ghosthands.cli.client import Client, connect, use_running
from ghosthands.cli.commands import backup
from ghosthands.cli.exits import Exit, Stop
from ghosthands.cli.lookup import complete_applicant, tell_unread
from ghosthands.domain.erasure import EraseApplicant, Erasure
from ghosthands.domain.errors import StreamUnavailable
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.messaging.work.micro import RequestRefused

#: seconds for one answer, for jobs to end or a killed service to return, and between two requests
ANSWER, PATIENCE, LOOK_AGAIN = 120.0, 180.0, 0.5
#: least characters of a job's id, as an erasure cannot be undone
LEAST_OF_AN_ID = 8

STAYS = (
    "What stays is on the log, for ever, and names nobody: which pages and fields there were, by keys such as"
    " profile.email; codes, sites, times; ids, which are hashes of the tenant, its user id and its idempotency keys;"
    " and the task's id as the upstream product gave it. Logs hold the same until they are deleted."
)

ELSEWHERE = (
    "Beside backups of that stack their key lies still: for each FOLDER of them run there"
    " `python -m ghosthands.vault.backup --keys FOLDER`, as docs/deploying.md tells, and put its keys.sealed in place"
    " of every copy of that file."
)


def run(whose: str, *, cancel: bool, as_json: bool) -> None:
    """Erase the applicant, with their keys beside backups.

    Raises Stop(USAGE) for an unknown applicant and for too short an id, Stop(NO) while their jobs run, or where a
    backup's keys can't be reached.
    """
    _refuse_short(whose)
    done = asyncio.run(_run(EraseApplicant(whose=whose, cancel=cancel)))
    _show(done, as_json=as_json)
    if isinstance(asyncio.run(use_running()), stack.StackElsewhere):
        console.tell(ELSEWHERE)
        return
    if failed := backup.rewrite_keys():
        folders = ", ".join(map(str, failed))
        raise Stop(
            Exit.NO,
            f"their key can still be had from the backups in {folders}, whose keys could not be written anew: mend"
            " that, then erase again (of a folder that is gone for good: take it out of backups.json)",
        )


def _refuse_short(whose: str) -> None:
    """Raise Stop(USAGE) for an id so short that a typing error may name somebody else."""
    if "/" not in whose and len(whose.strip()) < LEAST_OF_AN_ID:
        raise Stop(
            Exit.USAGE,
            f"nothing was erased: {whose!r} is too little of an id, and this cannot be undone; give at least"
            f" {LEAST_OF_AN_ID} characters of it, or TENANT/USER",
        )


async def _run(asked: EraseApplicant) -> Erasure:
    async with connect(await use_running()) as client:
        whose = await complete_applicant(client, asked.whose)
        return await _erase(client, msgspec.structs.replace(asked, whose=whose))


def _show(done: Erasure, *, as_json: bool) -> None:
    if as_json:
        console.emit(done)
        return
    console.out.print(
        f"erased: applicant {done.applicant} of {done.tenant} ({done.values} values, {done.objects} files and pictures,"
        f" {done.letters} messages that nobody could handle); of {len(done.jobs)} jobs the log still tells.",
        soft_wrap=True,
    )
    tell_unread(done.unread)
    console.tell(STAYS)


async def _erase(client: Client, asked: EraseApplicant) -> Erasure:
    """Repeat the request until the erasure is done; a service that was killed meanwhile goes on at the next one."""
    told = False
    async with asyncio.timeout(PATIENCE) as patience:
        while True:
            try:
                found = await micro.ask_for(client.bus, subjects.applicants("erase"), asked, Erasure, timeout=ANSWER)
            except RequestRefused as refused:
                raise Stop(Exit.USAGE, str(refused)) from None
            except StreamUnavailable:
                if (patience.when() or 0) - asyncio.get_running_loop().time() < LOOK_AGAIN:
                    raise
            else:
                if found.is_done:
                    return found
                _refuse_running(found, asked)
                told = told or _tell_waiting(found)
            await asyncio.sleep(LOOK_AGAIN)


def _refuse_running(found: Erasure, asked: EraseApplicant) -> None:
    """Raise Stop(NO) where waiting would not help; nothing was erased then."""
    if not asked.cancel:
        jobs = ", ".join(one.job_id for one in found.running)
        raise Stop(Exit.NO, f"nothing was erased: jobs of theirs still run ({jobs}); --cancel stops them first")
    if refused := [one for one in found.running if one.refusal]:
        words = "; ".join(one.refusal for one in refused)
        raise Stop(Exit.NO, f"nothing was erased: {words}; erase them once that has ended")


def _tell_waiting(found: Erasure) -> bool:
    console.tell(f"waiting until {len(found.running)} jobs have stopped and their browsers are closed …")
    return True
