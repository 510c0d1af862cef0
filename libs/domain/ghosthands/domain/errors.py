"""Errors: the class tells the handler of a message what to do with it.

    GhostHandsError
    ├─ CommandRejected      the aggregate forbids it        -> ack, log at info
    ├─ Transient(delay)     try again later                 -> nak(delay)
    │  ├─ Conflict          another writer was first        -> reload, decide again
    │  ├─ StaleEpoch        a newer claim owns the session  -> stop, give the work back
    │  ├─ StreamUnavailable NATS does not answer
    │  ├─ NewerMessage      a newer release wrote it        -> nak(delay), until this one is upgraded
    │  └─ NotYet            it is too early                 -> nak(delay), nothing is wrong
    └─ Permanent            trying again will not help      -> term, to the dead letters
       ├─ UnknownMessage    nobody here handles it
       └─ SchemaMismatch    the payload does not fit its type
          └─ Misfiled       the message does not match its subject

A message names the refused act, the state and the ids; never a person's data. A human's help is an event, not an
error.
"""

from __future__ import annotations

from ghosthands.domain.codes import Code, MessageFault, Refusal

#: seconds before a newer release's message is tried again, perhaps by an upgraded process
NEWER_SECONDS = 5.0


class GhostHandsError(Exception):
    """The root of every error that GhostHands raises on purpose."""


class CommandRejected(GhostHandsError):
    """The aggregate's state forbids the command; `code` is stable, the message is for people."""

    def __init__(self, message: str, code: Code = Refusal.REJECTED) -> None:
        super().__init__(message)
        self.code = code


class Transient(GhostHandsError):
    """A retry after `delay` seconds may help."""

    def __init__(self, message: str, delay: float = 1.0) -> None:
        super().__init__(message)
        self.delay = delay


class Conflict(Transient):
    """Another writer appended first; reload, fold and decide again."""


class StaleEpoch(Transient):
    """A newer claim owns what this command was for."""


class StreamUnavailable(Transient):
    """NATS did not store or answer in time."""


class NewerMessage(Transient):
    """A newer release wrote the message: an upgraded process can read it, and this one once it is upgraded.

    So may be what a message refers to, such as a page model.
    """

    code = MessageFault.NEWER_MESSAGE

    def __init__(self, name: str, version: int | None, place: str = "") -> None:
        what = f"{name} version {version}" if version else name
        super().__init__(
            f"{what}{place and f' ({place})'} is of a newer release than this one: upgrade this process",
            delay=NEWER_SECONDS,
        )
        self.name = name
        self.version = version


class NotYet(Transient):
    """The message is early: it is to be handled after `delay` seconds, and nothing is wrong."""


class Permanent(GhostHandsError):
    """Trying again will not help; `code` is stable, the message is for people."""

    def __init__(self, message: str, code: str = MessageFault.PERMANENT) -> None:
        super().__init__(message)
        self.code = code


class UnknownMessage(Permanent):
    """No handler here knows an event or command of that kind."""


class SchemaMismatch(Permanent):
    """The payload does not fit its type."""


class Misfiled(SchemaMismatch):
    """The message does not match its subject, so it is ignored whoever wrote it."""
