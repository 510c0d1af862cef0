"""The refusals, in the shapes that VALET knows: always JSON, a stable word and a sentence, never a value sent."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import Request

from ghosthands.contract.body import Invalid
from ghosthands.contract.misfits import word_misfit
from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import CommandRejected, Permanent, Transient
from ghosthands.domain.job import Job, Reason
from ghosthands.messaging.work.verdicts import Verdict
from ghosthands.readmodel.status import of_phase


class ErrorWord(StrEnum):
    """VALET's words for the faults of a call."""

    UNAUTHORIZED = "unauthorized"
    BAD_REQUEST = "bad_request"
    NOT_FOUND = "not_found"
    VALIDATION_ERROR = "validation_error"
    INVALID_STATE = "invalid_state"
    JOB_NOT_CANCELLABLE = "job_not_cancellable"
    JOB_NOT_RETRYABLE = "job_not_retryable"
    JOB_NOT_CONTINUABLE = "job_not_continuable"
    DUPLICATE_IDEMPOTENCY_KEY = "duplicate_idempotency_key"
    HTTP_ERROR = "http_error"
    INTERNAL_ERROR = "internal_error"
    RATE_LIMIT_EXCEEDED = "rate_limit_exceeded"
    NO_PAUSED_SESSION = "no_paused_session"
    #: our own: a dependency of the call does not answer
    UNAVAILABLE = "unavailable"


#: the words for Starlette's own refusals
_WORDS = {401: ErrorWord.UNAUTHORIZED, 404: ErrorWord.NOT_FOUND}


class Refused(Exception):
    """The call is not carried out; `body` says why."""

    def __init__(self, http_status: int, error: ErrorWord, message: str, **more: Any) -> None:
        super().__init__(message)
        self.http_status = http_status
        #: headers of the answer
        self.headers: dict[str, str] = {}
        self.body = {"error": error, "message": message, **more}


def unauthorized(message: str) -> Refused:
    """Return the refusal of a caller without the right."""
    return Refused(401, ErrorWord.UNAUTHORIZED, message)


def not_found(message: str = "there is no such thing") -> Refused:
    """Return the refusal for a missing thing, and for another's, so that a caller cannot tell them apart."""
    return Refused(404, ErrorWord.NOT_FOUND, message)


def invalid(*reasons: Reason) -> Refused:
    """Return the refusal of a body that does not fit, with every reason, by field."""
    details = [{"field": one.field, "message": one.message, "code": one.code} for one in reasons]
    return Refused(422, ErrorWord.VALIDATION_ERROR, "the request does not fit", details=details)


def conflict(word: ErrorWord, job: Job, refusal: CommandRejected) -> Refused:
    """Return the refusal because of the job's state; it names the job, since VALET takes this for success."""
    return _conflict(word, job, str(refusal), refusal.code)


def untaken(word: ErrorWord, job: Job, verdict: Verdict) -> Refused:
    """Return the refusal for a verdict against the message that was sent."""
    if verdict.reasons:
        return invalid(*(Reason(fault.field, fault.code, fault.message) for fault in verdict.reasons))
    return _conflict(word, job, verdict.message, verdict.code)


def _conflict(word: ErrorWord, job: Job, message: str, reason: str) -> Refused:
    status = of_phase(job.phase)
    return Refused(409, word, message, job_id=job.id, status=status, current_status=status, reason=reason)


def answer_refusals(app: FastAPI) -> None:
    """Register handlers that answer every error in the shapes VALET expects."""

    @app.exception_handler(Refused)
    async def on_refused(_request: Request, refused: Refused) -> JSONResponse:
        return respond(refused, refused.headers)

    @app.exception_handler(Invalid)
    async def on_invalid(_request: Request, error: Invalid) -> JSONResponse:
        return respond(invalid(*error.reasons))

    @app.exception_handler(RequestValidationError)
    async def on_misfit(_request: Request, error: RequestValidationError) -> JSONResponse:
        return respond(invalid(*_read_reasons(error.errors())))

    @app.exception_handler(Permanent)
    async def on_permanent(_request: Request, error: Permanent) -> JSONResponse:
        if error.code == MessageFault.MALFORMED_JSON:
            return respond(Refused(400, ErrorWord.BAD_REQUEST, "the body is not a JSON object"))
        return respond(Refused(500, ErrorWord.INTERNAL_ERROR, "an error of ours"))

    @app.exception_handler(Transient)
    @app.exception_handler(TimeoutError)
    async def on_away(_request: Request, _error: Exception) -> JSONResponse:
        return respond(unavailable())

    @app.exception_handler(Exception)
    async def on_error(_request: Request, _error: Exception) -> JSONResponse:
        return respond(Refused(500, ErrorWord.INTERNAL_ERROR, "an error of ours"))

    @app.exception_handler(HTTPException)
    async def on_http(_request: Request, error: HTTPException) -> JSONResponse:
        word = _WORDS.get(error.status_code, ErrorWord.HTTP_ERROR)
        return respond(Refused(error.status_code, word, str(error.detail)), error.headers)


def unavailable() -> Refused:
    """Return the refusal while a dependency does not answer; repeating the call is safe."""
    return Refused(503, ErrorWord.UNAVAILABLE, "what this needs does not answer now; the same call again is safe")


def respond(refused: Refused, headers: Any = None) -> JSONResponse:
    """Return the refusal as an answer."""
    return JSONResponse(refused.body, refused.http_status, headers=dict(headers or {}))


def _read_reasons(errors: Iterable[Any]) -> Iterable[Reason]:
    for error in errors:
        path = ".".join(str(step) for step in error["loc"][1:] or error["loc"])
        yield Reason(path, error["type"], word_misfit(error))
