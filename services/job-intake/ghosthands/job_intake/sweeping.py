"""The sweep of data whose retention has ended, on the log: one process at a time, in batches, each step repeatable.

    of a job that ended    closed for good on its own log, or it goes on; told; its values taken away, the request last
    its resume             every job closed that came with it; then as any object
    objects                condemned, so that nobody finds them; told; overwritten
    dead letters           told, then overwritten; their bodies likewise, after seven days at the latest

A process that is killed leaves an unfinished sweep behind; the next holder of the lease continues it, finds what is
still there, and says nothing twice. What an unfinished job refers to is kept, however old it is. An object that is put
again counts as kept from then on, and one that is being condemned at that time is not condemned (`store.condemn`), so a
reader never finds half of one.
"""

from __future__ import annotations

import asyncio
import socket
import uuid
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from datetime import datetime

from ghosthands.chassis import logging
from ghosthands.chassis.keeping import Keeping
from ghosthands.domain.errors import GhostHandsError
from ghosthands.domain.retention import Kept
from ghosthands.domain.services import JOB_INTAKE
from ghosthands.job_intake import sweep_lease
from ghosthands.job_intake.job_ends import JobEnds
from ghosthands.job_intake.sweep_lease import SweepLease
from ghosthands.messaging import fault
from ghosthands.messaging.clock import Clock
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.log.sweep_log import SweepLog
from ghosthands.messaging.server import streams
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.vault.errors import UNREADABLE
from ghosthands.vault.kept_jobs import KeptJobs, KeptRequest, NamedFile
from ghosthands.vault.store import KeptObject, KeptValue, Store
from ghosthands.vault.vault import DEAD_LETTER_LIFE, Vault

#: Things taken away at once: one event names them all.
BATCH = 100
#: Seconds between two checks whether a sweep is due.
LOOK_SECONDS = 600.0

log = logging.get(__name__)


class RetentionSweeper:
    """Sweeps when a sweep is due and no other process runs it."""

    def __init__(
        self, bus: Bus, events: EventLog, vault: Vault, store: Store, shared: Store, keeping: Keeping, now: Clock
    ) -> None:
        self._bus = bus
        self._events = events
        self._vault = vault
        self._store = store
        self._shared = shared
        self._keeping = keeping
        self._now = now
        self._name = f"{socket.gethostname()}-{uuid.uuid4().hex[:8]}"

    async def run(self) -> None:
        """Check every LOOK_SECONDS, for ever, whether a sweep is due."""
        while True:
            try:
                await self.sweep()
            except GhostHandsError as error:  # it must not end the process, and is gone on with
                log.warning("sweep_interrupted", reason=str(error))
            await asyncio.sleep(LOOK_SECONDS)

    async def sweep(self) -> bool:
        """Sweep if it is due; return whether it was. Raises Transient where the sweep could not finish."""
        lease = await sweep_lease.take(self._shared, self._now, self._name)
        if lease is None:
            return False
        await Sweep(
            self._bus,
            JobEnds(self._bus, self._events),
            self._vault,
            self._store,
            self._keeping,
            self._now(),
            lease,
            await SweepLog.open(self._events, lease.sweep),
        ).run()
        await lease.end()
        return True


class Sweep:
    """One run that takes away everything whose retention has ended at one moment."""

    def __init__(
        self,
        bus: Bus,
        jobs: JobEnds,
        vault: Vault,
        store: Store,
        keeping: Keeping,
        at: datetime,
        lease: SweepLease,
        sweep_log: SweepLog,
    ) -> None:
        self._bus = bus
        self._jobs = jobs
        self._vault = vault
        self._store = store
        self._kept = KeptJobs(store)
        self._cutoffs = {kept: keeping.cutoff(kept, at) for kept in Kept}
        self._at = at
        self._lease = lease
        self._log = sweep_log
        #: the references of unfinished jobs, looked up once something is due
        self._needed: frozenset[str] | None = None
        #: the jobs' files, by applicant and reference
        self._files: dict[str, Mapping[str, Sequence[NamedFile]]] = {}

    async def run(self) -> None:
        """Take away what is due. Raises Transient, LeaseLost."""
        await self._sweep_requests()
        await self._sweep_letters()
        await self._sweep_bodies()
        await self._sweep_objects()

    async def _sweep_requests(self) -> None:
        before = self._cutoffs[Kept.REQUESTS]
        if before is None:
            return
        batch: dict[str, Sequence[KeptValue]] = {}
        for request in await self._find_requests(before):
            await self._lease.keep()
            values = await self._kept.list_values(request)
            if await self._jobs.close_for_good(request.job_id, before, Kept.REQUESTS):
                batch[request.job_id] = values
            if len(batch) == BATCH:
                await self._take_requests(batch, before)
                batch = {}
        await self._take_requests(batch, before)

    async def _find_requests(self, before: datetime) -> Sequence[KeptRequest]:
        """Return the requests that can be due: a job ends after it was requested."""
        found = []
        async with aclosing(self._kept.each_request(before)) as requests:
            async for request in requests:
                await self._lease.keep()
                found.append(request)
        return found

    async def _take_requests(self, batch: Mapping[str, Sequence[KeptValue]], before: datetime) -> None:
        if not batch:
            return
        await self._lease.renew()
        await self._log.tell(Kept.REQUESTS, before, sorted(batch))
        for *beside, request in batch.values():
            for value in beside:
                await self._kept.take(value)
            await _reach("swept-beside")
            await self._kept.take(request)
        await _reach("swept-requests")

    async def _sweep_letters(self) -> None:
        before = self._cutoffs[Kept.DEAD_LETTERS]
        if before is None:
            return
        stored = await self._bus.read_back(streams.DEAD, subjects.ALL_DEAD_LETTERS, after=0)
        old = [one.sequence for one in stored if one.stored_at and one.stored_at < before]
        for start in range(0, len(old), BATCH):
            await self._lease.renew()
            batch = old[start : start + BATCH]
            await self._log.tell(Kept.DEAD_LETTERS, before, [f"{streams.DEAD}/{sequence}" for sequence in batch])
            for sequence in batch:
                await self._bus.delete(streams.DEAD, sequence)
            await _reach("swept-letters")

    async def _sweep_bodies(self) -> None:
        oldest = self._at - DEAD_LETTER_LIFE
        before = max(self._cutoffs[Kept.DEAD_LETTERS] or oldest, oldest)
        old = []
        async with aclosing(self._store.each_letter()) as letters:
            async for letter in letters:
                await self._lease.keep()
                if letter.kept_at < before:
                    old.append(letter.reference)
        for start in range(0, len(old), BATCH):
            await self._lease.renew()
            batch = old[start : start + BATCH]
            await self._log.tell(Kept.DEAD_LETTERS, before, [f"dead-letters/{reference}" for reference in batch])
            for reference in batch:
                await self._store.delete_letter(reference)
                await _reach("swept-body")

    async def _sweep_objects(self) -> None:
        place, batch = 0, [KeptObject("", 0, self._at)]
        while batch:
            batch = []
            async with aclosing(self._store.each_object(after=place)) as objects:
                async for kept in objects:
                    place = kept.place
                    if kept.is_condemned or self._is_old(kept):
                        batch.append(kept)
                    if len(batch) == BATCH:
                        break
            await self._take_objects(batch)

    def _is_old(self, kept: KeptObject) -> bool:
        kind = _kind_of(kept)
        before = self._cutoffs[kind] if kind else None
        return before is not None and kept.kept_at < before

    async def _take_objects(self, batch: list[KeptObject]) -> None:
        if not batch:
            return
        await self._lease.renew()
        condemned = [found for kept in batch if (found := await self._condemn(kept))]
        await _reach("condemned")
        for kind in Kept:
            if names := [each.name for each in condemned if _kind_of(each) is kind]:
                await self._log.tell(kind, self._cutoffs[kind] or self._at, names)
        for each in condemned:
            await self._store.overwrite_condemned(each)
            await _reach("overwritten")

    async def _condemn(self, kept: KeptObject) -> KeptObject | None:
        if kept.is_condemned:
            return kept
        return None if await self._is_needed(kept) else await self._store.condemn(kept)

    async def _is_needed(self, kept: KeptObject) -> bool:
        owner, _, rest = kept.name.partition("/")
        reference = rest.rpartition("/")[2]
        if _kind_of(kept) is Kept.RESUMES:
            return not await self._close_all_with(owner, reference)
        if self._needed is None:
            self._needed = await self._jobs.find_named_by_unfinished()
        return reference in self._needed

    async def _close_all_with(self, applicant: str, reference: str) -> bool:
        """Close for good all jobs that came with the file; False where one of them may go on yet.

        It stops at the first job that is going on: the jobs closed until then stay closed, though the file stays too.
        """
        before = self._cutoffs[Kept.RESUMES] or self._at
        named = (await self._files_of(applicant)).get(reference, ())
        for file in named:
            await self._lease.keep()
            if file.kept_at >= before or not await self._jobs.ended_before(file.job_id, before):
                return False
        for file in named:
            if not await self._jobs.close_for_good(file.job_id, before, Kept.RESUMES):
                return False
        return True

    async def _files_of(self, applicant: str) -> Mapping[str, Sequence[NamedFile]]:
        """Return the applicant's jobs by the file that they came with."""
        if applicant not in self._files:
            found: dict[str, list[NamedFile]] = {}
            for file in await self._kept.list_files(applicant):
                found.setdefault(await self._file_at(file.job_id, file.path), []).append(file)
            self._files[applicant] = found
        return self._files[applicant]

    async def _file_at(self, job_id: str, path: str) -> str:
        person = await self._jobs.find_person(job_id)
        try:
            return await self._vault.find_file(person, path) if person else ""
        except UNREADABLE:
            return ""


def _kind_of(kept: KeptObject) -> Kept | None:
    """Return the object's retention kind, by its name; None where nothing takes it away."""
    owner, _, rest = kept.name.partition("/")
    if owner == "page-models":
        return Kept.PAGE_MODELS
    return {"screenshots": Kept.SCREENSHOTS, "files": Kept.RESUMES}.get(rest.partition("/")[0])


async def _reach(name: str) -> None:
    await fault.point(JOB_INTAKE, fault.AFTER_EFFECT, name)
