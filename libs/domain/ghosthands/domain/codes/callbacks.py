"""Codes of callbacks: the reasons for which the receiver did not accept one."""

from __future__ import annotations

from ghosthands.domain.codes.browsers import PageFailure
from ghosthands.domain.codes.code import Code, Remedy


class CallbackFault(Code):
    """The ways in which a try of a callback fails."""

    NOT_RESOLVED = "not_resolved", "the receiver's host name has no address", Remedy.RETRY
    NOT_CONNECTED = "not_connected", "the receiver could not be reached, or broke the connection", Remedy.RETRY
    NO_ANSWER = "no_answer", "the receiver did not answer in time", Remedy.RETRY
    NOT_TAKEN = "not_taken", "the receiver answered with a status other than success", Remedy.RETRY
    TOLD_TO_WAIT = "told_to_wait", "the receiver's rate limit is reached for now", Remedy.RETRY
    PRIVATE_TARGET = PageFailure.PRIVATE_TARGET
    BAD_SCHEME = PageFailure.BAD_SCHEME
    TOO_OLD = (
        "too_old",
        "it happened more than a day ago and could not be delivered since: redrive it if it still matters",
    )
