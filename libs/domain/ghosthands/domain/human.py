"""Asking a human: what is asked (by executor) and what came of it (said by hitl-gateway, as a rule)."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from ghosthands.domain.codes import BlockerType
from ghosthands.domain.message import Event


class AskKind(StrEnum):
    """What only a human can help with."""

    FIELDS = "fields"
    BLOCKER = "blocker"
    SUBMIT_UNCLEAR = "submit_unclear"
    STUCK = "stuck"
    #: drafts that nobody has read
    REVIEW = "review"


class Review(StrEnum):
    """When a human reads what a model wrote before it goes out."""

    #: before it is filled in, so before anything with it can be sent
    BEFORE_SUBMIT = "before_submit"
    NEVER = "never"


class Resolution(StrEnum):
    """The ways in which a human resolves a request."""

    #: gave values for the fields asked
    VALUE = "value"
    #: leaves it as it is; for an unclear submission: it was not submitted
    SKIP = "skip"
    #: did it himself in the browser; for an unclear submission: it was submitted
    DONE = "done"
    #: gave credentials for the page that asks for a login; they lie in the vault
    CREDENTIALS = "credentials"
    #: gave the code that was sent to the applicant; it lies in the vault
    CODE = "code"
    #: read the drafts: some are used as they are or as changed, some not
    REVIEWED = "reviewed"


class HumanResolved(Event, frozen=True, kw_only=True):
    """A human answered request `request_id`; values lie in the vault under their question keys."""

    VERSION: ClassVar[int] = 3

    request_id: str
    resolution: Resolution
    at: datetime
    #: question keys answered
    answered: tuple[str, ...] = ()
    #: those whose drafts are used as they are
    approved: tuple[str, ...] = ()
    #: those whose drafts are not used: they are left open
    rejected: tuple[str, ...] = ()


class HumanNotified(Event, frozen=True, kw_only=True):
    """Whoever looks after the installation was told of a request; to whom and where is on no log."""

    request_id: str
    #: webhook | email
    way: str
    at: datetime


class HumanCame(Event, frozen=True, kw_only=True):
    """A human who was asked is there: the page is opened for them, where its browser was put away meanwhile."""

    request_id: str
    at: datetime


class BlockerGone(Event, frozen=True, kw_only=True):
    """The wall that request `request_id` asks a human to get past is gone: two looks in a row found none.

    Browser-host says so.
    """

    session_id: str
    request_id: str
    type: BlockerType


class ValueShown(Event, frozen=True, kw_only=True):
    """Somebody in the console looked at one value that was filled in; the value is on no log."""

    #: `profile.email`, `answers.<question key>`, …
    key: str
    #: the beginning of their session's id
    visitor: str
    at: datetime


class HumanTimedOut(Event, frozen=True, kw_only=True):
    """Nobody answered the request in time."""

    request_id: str
    at: datetime
