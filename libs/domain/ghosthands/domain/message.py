"""What every message on the wire is: an event (a fact, past tense) or a command (a wish, imperative).

The class name is the message's name, `VERSION` its schema's version; both travel in the envelope, never in the
payload. Unknown fields are ignored when reading, so that readers may be older than writers.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A fact on the log: what happened, with references in place of anything personal."""

    VERSION: ClassVar[int] = 1
    #: whether it is said once, whichever service says it, where its id tells that it is the same
    SAID_ONCE: ClassVar[bool] = False


class Command(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Asks `SERVICE` to do something; answered by events, never by a return value."""

    VERSION: ClassVar[int] = 1
    SERVICE: ClassVar[str]
    #: whether it waits in its job's band, not in one queue with all others
    BANDED: ClassVar[bool] = False
