"""An operator's orders, as they are sent over NATS."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

import msgspec


class OrderKind(StrEnum):
    """The orders that an operator can give."""

    STOP = "stop"
    ALLOW = "allow"
    #: only return where submissions are stopped
    SHOW = "show"
    REDRIVE = "redrive"
    DROP = "drop"
    DRAIN = "drain"
    UNDRAIN = "undrain"
    #: give up the events of a job that cannot be read, which ends it
    GIVE_UP = "give_up"


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """The parameters of an order; each kind uses its own."""

    #: the site where submissions stop or may go on; empty: everywhere
    site: str = ""
    #: the number of a dead letter
    number: int = 0
    #: the host that is to open no more browsers, or may again
    host: str = ""
    #: the id of the job whose unreadable events are given up
    job_id: str = ""


class OrderDone(msgspec.Struct, frozen=True, kw_only=True):
    """The state after an order."""

    #: the sites where submissions are stopped, and since when; an empty site means everywhere
    stopped: dict[str, datetime] = {}
    #: the sessions that still run on the drained host
    sessions: int = 0
