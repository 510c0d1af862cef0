"""Projector's handler: batches of the log, in order."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import aclosing, contextmanager

from ghosthands.chassis import metrics
from ghosthands.domain.codes import ProjectionFault
from ghosthands.domain.errors import GhostHandsError
from ghosthands.domain.services import PROJECTOR
from ghosthands.messaging import fault
from ghosthands.messaging.log import whole
from ghosthands.messaging.server.jetstream import Bus, Stored
from ghosthands.messaging.wire.codec import Codec
from ghosthands.messaging.work.delivery import Delivery
from ghosthands.projector.newer import Entry, Unreadable
from ghosthands.projector.projection import Projection

BATCH_SECONDS = metrics.histogram(PROJECTOR, "batch_seconds", "Folding and writing one batch")
LAG = metrics.gauge(PROJECTOR, "lag_events", "Events of the log that are not folded yet")

#: events in a batch of the archive or of a rebuild, where nobody waits for the first of them
BATCH = 4000

_codec = Codec()


async def on_events(batch: Sequence[Delivery], projection: Projection) -> None:
    """Fold the batch into the tables; return once that is committed. Raises what `apply` raises."""
    with BATCH_SECONDS.time(), pause_collecting():
        await projection.apply(entries(batch, projection.checkpoint))
    LAG.set(batch[-1].pending)
    await fault.point(PROJECTOR, fault.BEFORE_ACK)


def _tell_nobody() -> None:
    pass


async def fold_archived(
    bus: Bus, projection: Projection, *, up_to: int, folded: Callable[[], None] = _tell_nobody
) -> None:
    """Fold the archived events from the checkpoint up to that sequence; call `folded` after every batch.

    Raises what `apply` raises, StreamUnavailable where the archive cannot be read.
    """
    batch: list[Stored] = []
    async with aclosing(whole.archived(bus, after=projection.checkpoint)) as archived:
        async for message in archived:
            if message.sequence > up_to:
                break
            batch.append(message)
            if len(batch) == BATCH:
                await _apply(batch, projection)
                folded()
                batch = []
    if batch:
        await _apply(batch, projection)
        folded()


async def _apply(batch: Sequence[Stored], projection: Projection) -> None:
    with pause_collecting():
        await projection.apply(entries(batch, projection.checkpoint))


@contextmanager
def pause_collecting() -> Iterator[None]:
    """Switch Python's cyclic garbage collector off within the block.

    A batch makes tens of thousands of objects and no cycle among them; their number would start the collector several
    times a batch, and each time it would walk through all of them and everything else in the process.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def entries(batch: Sequence[Delivery | Stored], checkpoint: int) -> Iterator[Entry]:
    """Yield what the log holds after the checkpoint, one entry for each sequence.

    The messages come without gaps, so a sequence that is missing among them is not in the log.
    """
    due = checkpoint + 1
    for message in batch:
        sequence = message.sequence
        if sequence < due:
            continue
        if sequence > due:
            yield missing(due, sequence - 1)
        yield read(message)
        due = sequence + 1


def missing(first: int, last: int) -> Unreadable:
    """Return the entry for events that the log has lost."""
    reason = f"events {first} to {last} are not in the log"
    return Unreadable(sequence=last, subject="", code=ProjectionFault.MISSING, reason=reason, first=first)


def read(message: Delivery | Stored) -> Entry:
    """Return the event, or the reason why it is none, in our own words and never the message's."""
    try:
        return _codec.decode_event(message.subject, message.headers, message.data, message.sequence)
    except GhostHandsError as error:
        return Unreadable(
            message.sequence, message.subject, getattr(error, "code", ProjectionFault.UNREADABLE), str(error)
        )
    except Exception as error:  # a codec's bug must not stop the log
        return Unreadable(message.sequence, message.subject, "unreadable", type(error).__name__)
