"""Errors: the class tells whoever handles a message what to do with it.

    GhostHandsError
    ├─ CommandRejected      the aggregate forbids it        -> ack, log at info
    ├─ Transient(delay)     try again later                 -> nak(delay)
    │  ├─ Conflict          another writer was first        -> reload, decide again
    │  ├─ StaleEpoch        a newer claim owns the session  -> stop, give the work back
    │  ├─ StreamUnavailable NATS does not answer
    │  ├─ NewerMessage      a newer release wrote it        -> nak(delay), until this one is upgraded
    │  └─ NotYet            it is too early              -> nak(delay), as nothing is wrong
    └─ Permanent            trying again will not help      -> term, to the dead letters
       ├─ UnknownMessage    nobody here handles it
       └─ SchemaMismatch    the payload does not fit its type
          └─ Misfiled       the message is not what its subject says

A message names the refused act, the state and the ids; never a person's data. A human's help is an event, not an error.
"""

from __future__ import annotations

from ghosthands.domain.codes import Code, MessageFault, Refusal

#: Before a message that a newer release wrote is looked at again, maybe by a process that is upgraded already.
NEWER_SECONDS = 5.0


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


class NewerMessage(Transient):
    """A newer release wrote it: whoever knows that one reads it, and this process once it is upgraded."""

    code = MessageFault.NEWER_MESSAGE

    def __init__(self, name: str, version: int) -> None:
        super().__init__(
            f"{name} version {version} is of a newer release than this one: upgrade this process",
            delay=NEWER_SECONDS,
        )


class NotYet(Transient):
    """The message is to be looked at again after `delay` seconds; nothing is wrong."""


class Permanent(GhostHandsError):
    """Trying again will not help; `code` is stable, the message is for people."""

    def __init__(self, message: str, code: str = MessageFault.PERMANENT) -> None:
        super().__init__(message)
        self.code = code


class UnknownMessage(Permanent):
    """Nothing here handles an event or command of that kind."""


class SchemaMismatch(Permanent):
    """The payload does not fit its type."""


class Misfiled(SchemaMismatch):
    """The message is not what its subject says: whoever wrote it says nothing by it."""
