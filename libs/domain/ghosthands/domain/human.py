"""Asking a human: executor asks, and usually hitl-gateway reports the answer."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from ghosthands.domain.codes import BlockerType
from ghosthands.domain.message import Event


class AskKind(StrEnum):
    """The kinds of help that only a human can give."""

    FIELDS = "fields"
    BLOCKER = "blocker"
    SUBMIT_UNCLEAR = "submit_unclear"
    STUCK = "stuck"
    #: drafts that nobody has read
    REVIEW = "review"


class Review(StrEnum):
    """The time at which a human reads a model's drafts."""

    #: before a draft is filled in, so before anything with it can be sent
    BEFORE_SUBMIT = "before_submit"
    NEVER = "never"


class Resolution(StrEnum):
    """The ways in which a human resolves a request."""

    #: gave values for the fields asked
    VALUE = "value"
    #: leaves it as it is; for an unclear submission: it was not sent
    SKIP = "skip"
    #: did it themselves in the browser; for an unclear submission: it was sent
    DONE = "done"
    #: gave credentials for the page that asks for a login; they are in the vault
    CREDENTIALS = "credentials"
    #: gave the code that was sent to the applicant; it is in the vault
    CODE = "code"
    #: read the drafts: some are used as they are or as changed, some not
    REVIEWED = "reviewed"


class HumanResolved(Event, frozen=True, kw_only=True):
    """A human answered the request `request_id`; the values are in the vault under their question keys."""

    VERSION: ClassVar[int] = 3

    request_id: str
    resolution: Resolution
    at: datetime
    #: question keys answered
    answered: tuple[str, ...] = ()
    #: those whose drafts are used unchanged
    approved: tuple[str, ...] = ()
    #: those whose drafts are not used: they are left open
    rejected: tuple[str, ...] = ()


class HumanNotified(Event, frozen=True, kw_only=True):
    """The installation's operator was notified of a request; the recipient and the place are on no log."""

    request_id: str
    #: webhook | email
    way: str
    at: datetime


class HumanCame(Event, frozen=True, kw_only=True):
    """A human who was asked has come; if the browser was put away meanwhile, the page is opened for them."""

    request_id: str
    at: datetime


class BlockerGone(Event, frozen=True, kw_only=True):
    """The wall that request `request_id` is about is gone: two observations in a row found none.

    Browser-host writes it.
    """

    session_id: str
    request_id: str
    type: BlockerType


class ValueShown(Event, frozen=True, kw_only=True):
    """Somebody viewed one filled-in value in the console; the value is on no log."""

    #: `profile.email`, `answers.<question key>`, …
    key: str
    #: the beginning of their session's id
    visitor: str
    at: datetime


class HumanTimedOut(Event, frozen=True, kw_only=True):
    """No human answered the request in time."""

    request_id: str
    at: datetime
