"""The jobs the fold remembers: a cache over the copied events, bounded, and empty after a start."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence

from ghosthands.domain.message import Event
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.wire.recorded import Recorded
from ghosthands.messaging.wire.subjects import Aggregate, Kind
from ghosthands.projector import tables
from ghosthands.projector.fold import fold
from ghosthands.projector.job_view import JobView
from ghosthands.projector.write import Connection
from ghosthands.readmodel.rows import EventRow

#: Jobs kept in memory, about 20 kB each; the least recently touched go first.
MAX_JOBS = 2000

_codec = Codec()

_COPIED = (
    f"select {', '.join(tables.EVENTS.columns)} from events"  # noqa: S608 - our own names
    " where aggregate_kind = 'job' and aggregate_id = any($1::text[]) and sequence <= $2 order by sequence"
)


class Memory:
    """Jobs as they stand at the checkpoint."""

    def __init__(self, capacity: int = MAX_JOBS) -> None:
        self._capacity = capacity
        self._views: OrderedDict[str, JobView] = OrderedDict()

    def forget(self) -> None:
        """Everything is folded again from the copied events when it is next needed."""
        self._views.clear()

    async def recall(
        self,
        connection: Connection,
        batch: Sequence[Recorded[Event]],
        checkpoint: int,
        ahead: Mapping[str, JobView],
    ) -> dict[str, JobView]:
        """Every job of the batch that had events before it, by id.

        `ahead` are the jobs as they stand beyond the checkpoint, because a batch between is still being written.
        """
        wanted = {recorded.aggregate.id for recorded in batch if recorded.aggregate.kind is Kind.JOB}
        missing = wanted - self._views.keys() - ahead.keys()
        if missing and checkpoint:
            copied = await connection.fetch(_COPIED, list(missing), checkpoint)
            self.keep(fold([as_recorded(EventRow(*record)) for record in copied], {}).views)
        known = {job_id: self._views[job_id] for job_id in wanted if job_id in self._views}
        return known | {job_id: ahead[job_id] for job_id in wanted if job_id in ahead}

    def keep(self, views: Mapping[str, JobView]) -> None:
        """Remember these, as the newest."""
        for job_id, view in views.items():
            self._views[job_id] = view
            self._views.move_to_end(job_id)

    def trim(self) -> None:
        """Forget the least recently touched beyond the capacity."""
        while len(self._views) > self._capacity:
            self._views.popitem(last=False)


def as_recorded(row: EventRow) -> Recorded[Event]:
    """A copied event as the log had it, at today's version. Raises UnknownMessage, SchemaMismatch."""
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
