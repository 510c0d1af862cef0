"""What an operator orders, as it is asked for over NATS."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

import msgspec


class OrderKind(StrEnum):
    """The things that an operator may order."""

    STOP = "stop"
    ALLOW = "allow"
    #: to be told where submissions are stopped, and nothing else
    SHOW = "show"
    REDRIVE = "redrive"
    DROP = "drop"
    DRAIN = "drain"
    UNDRAIN = "undrain"


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What the order is about; each kind of it looks at its own."""

    #: where submissions stop or may go on; empty: everywhere
    site: str = ""
    #: of a dead letter
    number: int = 0
    #: that is to open no more browsers, or may again
    host: str = ""


class OrderDone(msgspec.Struct, frozen=True, kw_only=True):
    """How things stand after an order."""

    #: where submissions are stopped, and since when; an empty site stands for everywhere
    stopped: dict[str, datetime] = {}
    #: of the host that was drained: the sessions that go on there
    sessions: int = 0
