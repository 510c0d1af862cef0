"""Agreement of envelope and subject: a message whose envelope contradicts its subject counts as no message.

NATS checks who may publish on a subject, but not what is published there. So only the subject is proof of an event's
writer and aggregate, or of the command or timer it carries. A contradicting envelope was written by somebody else;
every reader raises Misfiled for it, and goes on as if the message were not there.
"""

from __future__ import annotations

from collections.abc import Mapping

from ghosthands.domain import ownership
from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import Misfiled, SchemaMismatch
from ghosthands.messaging.wire import envelope, subjects
from ghosthands.messaging.wire.envelope import Envelope
from ghosthands.messaging.wire.subjects import Aggregate


def read_event(subject: str, headers: Mapping[str, str]) -> tuple[Aggregate, Envelope]:
    """Return the aggregate and the envelope of the event on that subject. Raises Misfiled."""
    try:
        head = envelope.read(headers)
        kind = subjects.kind_of_event(subject)
    except SchemaMismatch as error:
        raise Misfiled(str(error), error.code) from None
    aggregate = subjects.Aggregate(kind, head.subject)
    if subject != subjects.event(aggregate, head.service, head.name):
        raise Misfiled("the event is not the one that its subject names", MessageFault.MISFILED)
    if not ownership.may_be_of(kind, head.name):
        raise Misfiled("the event is none of its subject's kind", MessageFault.MISFILED)
    return aggregate, head


def read_command(subject: str, headers: Mapping[str, str]) -> Envelope:
    """Return the envelope of the command on that subject. Raises SchemaMismatch without one, Misfiled for another's."""
    head = envelope.read(headers)
    if subject.rpartition(".")[2] != head.name:
        raise Misfiled("the command is not the one that its subject names", MessageFault.MISFILED)
    return head
