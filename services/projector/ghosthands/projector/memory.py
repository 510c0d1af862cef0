"""The jobs and recipes that the fold remembers: a bounded cache over the copied events, empty after a start.

Once some of the copies were dropped (`months`), the cache is read from the log, which has all events.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter

from ghosthands.domain.aggregates import Kind
from ghosthands.domain.errors import NewerMessage
from ghosthands.domain.job import ENDED
from ghosthands.domain.message import Event
from ghosthands.domain.recipe import SiteRecipes
from ghosthands.messaging.log.event_log import EventLog
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.messaging.wire.subjects import Aggregate
from ghosthands.projector import tables
from ghosthands.projector.fold import fold
from ghosthands.projector.folded import Folded
from ghosthands.projector.job_view import JobView
from ghosthands.projector.months import find_dropped_until
from ghosthands.projector.newer import Untold
from ghosthands.projector.write import Connection
from ghosthands.readmodel.rows import EventRow

#: Jobs kept in memory, about 10 kB each; the least recently touched go first.
MAX_JOBS = 2000
#: Ended jobs among these: they get few more events, and soon.
MAX_ENDED = 100
#: Sites whose recipes are kept, of some 20 kB a page.
MAX_SITES = 200

_codec = Codec()

_COPIED = (
    f"select {', '.join(tables.EVENTS.columns)} from events"  # noqa: S608 - our own names
    " where aggregate_kind = $1 and aggregate_id = any($2::text[]) and sequence <= $3 order by sequence"
)


class Memory:
    """Jobs, and the recipes of sites, as they are at the checkpoint."""

    def __init__(self, log: EventLog | None = None) -> None:
        self._log = log
        self._views: OrderedDict[str, JobView] = OrderedDict()
        #: those of the views that have ended, in order
        self._ended: dict[str, None] = {}
        self._sites: OrderedDict[str, SiteRecipes] = OrderedDict()

    def forget(self) -> None:
        """Empty the cache; jobs and recipes are folded again from the copied events when next needed."""
        self._views.clear()
        self._ended.clear()
        self._sites.clear()

    async def recall(
        self,
        connection: Connection,
        batch: Sequence[Recorded[Event]],
        checkpoint: int,
        ahead: Mapping[str, JobView],
    ) -> dict[str, JobView]:
        """Return every job of the batch that had events before it, by id.

        `ahead` are the jobs beyond the checkpoint, because a batch in between is still being written.
        """
        wanted = {recorded.aggregate.id for recorded in batch if recorded.aggregate.kind is Kind.JOB}
        missing = wanted - self._views.keys() - ahead.keys()
        if missing and checkpoint:
            self.keep(await self._fold_again(connection, Kind.JOB, missing, checkpoint))
        known = {job_id: self._views[job_id] for job_id in wanted if job_id in self._views}
        return known | {job_id: ahead[job_id] for job_id in wanted if job_id in ahead}

    async def recall_sites(
        self,
        connection: Connection,
        batch: Sequence[Recorded[Event]],
        checkpoint: int,
        ahead: Mapping[str, SiteRecipes],
    ) -> dict[str, SiteRecipes]:
        """Return the recipes of every site of the batch that had some before it, by name; `ahead` as in `recall`."""
        wanted = {recorded.aggregate.id for recorded in batch if recorded.aggregate.kind is Kind.RECIPE}
        missing = wanted - self._sites.keys() - ahead.keys()
        if missing and checkpoint:
            self.keep(await self._fold_again(connection, Kind.RECIPE, missing, checkpoint))
        known = {name: self._sites[name] for name in wanted if name in self._sites}
        return known | {name: ahead[name] for name in wanted if name in ahead}

    def keep(self, folded: Folded) -> None:
        """Remember what was folded, as the newest."""
        for job_id, view in folded.views.items():
            self._views[job_id] = view
            self._views.move_to_end(job_id)
            if view.job.phase in ENDED:
                self._ended[job_id] = None
            else:  # it is tried again
                self._ended.pop(job_id, None)
        for name, site in folded.sites.items():
            self._sites[name] = site
            self._sites.move_to_end(name)

    def trim(self) -> None:
        """Forget the jobs that ended first beyond MAX_ENDED, and the least recently touched beyond MAX_JOBS."""
        while len(self._ended) > MAX_ENDED:
            ended = next(iter(self._ended))
            del self._ended[ended], self._views[ended]
        while len(self._views) > MAX_JOBS:
            job_id, _ = self._views.popitem(last=False)
            self._ended.pop(job_id, None)
        while len(self._sites) > MAX_SITES:
            self._sites.popitem(last=False)

    async def _fold_again(self, connection: Connection, kind: Kind, ids: Iterable[str], checkpoint: int) -> Folded:
        """Fold the events of these aggregates. Raises Untold where a newer release wrote some."""
        if self._log is None or await find_dropped_until(connection) is None:
            return await _fold_copied(connection, kind, ids, checkpoint)
        return await _fold_logged(self._log, [Aggregate(kind, one) for one in ids], checkpoint)


async def _fold_copied(connection: Connection, kind: Kind, ids: Iterable[str], checkpoint: int) -> Folded:
    """Fold the copied events of these aggregates. Raises Untold where a newer projector copied some."""
    copied = [EventRow(*record) for record in await connection.fetch(_COPIED, kind.value, list(ids), checkpoint)]
    if newer := {row.aggregate_id for row in copied if not _codec.knows(row.type, row.version)}:
        raise Untold(Aggregate(kind, one) for one in newer)
    return fold([as_recorded(row) for row in copied], {})


async def _fold_logged(log: EventLog, aggregates: Sequence[Aggregate], checkpoint: int) -> Folded:
    """Fold the log's events of these aggregates up to the checkpoint. Raises Untold."""
    found: list[Recorded[Event]] = []
    newer: list[Aggregate] = []
    for aggregate in aggregates:
        try:
            history = await log.load(aggregate)
        except NewerMessage:
            newer.append(aggregate)
        else:
            found += [one for one in history.recorded if one.sequence <= checkpoint]
    if newer:
        raise Untold(newer)
    return fold(sorted(found, key=attrgetter("sequence")), {})


def as_recorded(row: EventRow) -> Recorded[Event]:
    """Return a copied event as the log had it, at today's version. Raises NewerMessage, SchemaMismatch."""
    return Recorded(
        sequence=row.sequence,
        id=row.id,
        at=row.at,
        service=row.service,
        aggregate=Aggregate(Kind(row.aggregate_kind), row.aggregate_id),
        event=_codec.event(row.type, row.version, row.payload),
        causation=row.causation,
        correlation=row.correlation,
        tenant=row.tenant,
        epoch=row.epoch,
    )
