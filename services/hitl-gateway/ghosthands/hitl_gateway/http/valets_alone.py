"""The fields of a request that VALET alone may send, because they reach beyond the calling user.

A callback is sent from inside, in VALET's name; a named browser may be anybody's, and so may a stored file; a higher
priority, or a cost beyond the installation's limits, is at others' expense.
"""

from __future__ import annotations

from collections.abc import Iterator

from ghosthands.contract.request import JobRequest
from ghosthands.domain.codes import RequestFault
from ghosthands.domain.job import Band, Reason
from ghosthands.hitl_gateway.http.callers import Caller
from ghosthands.hitl_gateway.http.refusals import invalid


def check(caller: Caller, request: JobRequest) -> None:
    """Raise Refused (422), naming each field, where a user's request sets what VALET alone may."""
    if caller.user is not None and (named := list(_find(request))):
        message = "only VALET itself may say this, by the service key: leave it out"
        raise invalid(*(Reason(field, RequestFault.NOT_ALLOWED, message) for field in named))


def _find(request: JobRequest) -> Iterator[str]:
    if request.callback_url is not None:
        yield "callback_url"
    if request.browser_mode != "server":
        yield "browser_mode"
    if request.resume is not None and request.resume.storage_path is not None:
        yield "resume.storage_path"
    if request.resume is not None and request.resume.s3_key is not None:
        yield "resume.s3_key"
    if request.band is Band.HIGH:
        yield "priority"
    if request.budget is not None:
        yield "budget"
