"""Errors: the class tells whoever handles a message what to do with it.

    GhostHandsError
    ├─ CommandRejected      the aggregate forbids it        -> ack, log at info
    ├─ Transient(delay)     try again later                 -> nak(delay)
    │  ├─ Conflict          another writer was first        -> reload, decide again
    │  ├─ StaleEpoch        a newer claim owns the session  -> stop, give the work back
    │  ├─ StreamUnavailable NATS does not answer
    │  └─ NotYet            it is too early              -> nak(delay), as nothing is wrong
    └─ Permanent            trying again will not help      -> term, to the dead letters
       ├─ UnknownMessage    no such event or command type
       └─ SchemaMismatch    the payload does not fit its type
          └─ Misfiled       the message is not what its subject says

A message names the refused act, the state and the ids; never a person's data. A human's help is an event, not an error.
"""

from __future__ import annotations

from ghosthands.domain.codes import Code, MessageFault, Refusal


class GhostHandsError(Exception):
    """The root of every error GhostHands raises on purpose."""


class CommandRejected(GhostHandsError):
    """The aggregate's state forbids the command; `code` is stable, the message is for people."""

    def __init__(self, message: str, code: Code = Refusal.REJECTED) -> None:
        super().__init__(message)
        self.code = code


class Transient(GhostHandsError):
    """Trying again after `delay` seconds may help."""

    def __init__(self, message: str, delay: float = 1.0) -> None:
        super().__init__(message)
        self.delay = delay


class Conflict(Transient):
    """Another writer appended first; reload, fold and decide again."""


class StaleEpoch(Transient):
    """A newer claim owns what this command wanted to touch."""


class StreamUnavailable(Transient):
    """NATS did not store or answer in time."""


class NotYet(Transient):
    """It is to be looked at again after `delay` seconds; nothing is wrong."""


class Permanent(GhostHandsError):
    """Trying again will not help; `code` is stable, the message is for people."""

    def __init__(self, message: str, code: str = MessageFault.PERMANENT) -> None:
        super().__init__(message)
        self.code = code


class UnknownMessage(Permanent):
    """No event or command of that name and version is known here."""


class SchemaMismatch(Permanent):
    """The payload does not fit its type."""


class Misfiled(SchemaMismatch):
    """The message is not what its subject says: whoever wrote it says nothing by it."""
