"""Messages: an event (a fact, past tense) or a command (a request, imperative).

The class name is the message's name, `VERSION` its schema's version; both travel in the envelope, never in the
payload. Unknown fields are ignored when reading, so that readers may be older than writers.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A fact on the log, with references in place of anything personal."""

    VERSION: ClassVar[int] = 1
    #: whether the event is written once, whichever service writes it: its id shows that it is the same
    SAID_ONCE: ClassVar[bool] = False


class Command(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A request to `SERVICE`, answered by events, never by a return value."""

    VERSION: ClassVar[int] = 1
    SERVICE: ClassVar[str]
    #: whether the command waits in its job's band, rather than in one queue with all others
    BANDED: ClassVar[bool] = False
