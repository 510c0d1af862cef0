"""A message's envelope says what its subject says, or it says nothing.

NATS checks who may publish on a subject, and nothing of what is published there. So the subject alone tells who wrote
an event, of what, and what a command or a timer is; an envelope that says otherwise is another's word in a wrong
mouth. Whatever reads one raises Misfiled, and is stopped by it no more than by a message that is not there.
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
    """The aggregate and envelope of the event on that subject. Raises Misfiled."""
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
    """The envelope of the command on that subject. Raises SchemaMismatch without one, Misfiled with another's."""
    head = envelope.read(headers)
    if subject.rpartition(".")[2] != head.name:
        raise Misfiled("the command is not the one that its subject names", MessageFault.MISFILED)
    return head
