"""The control interface, in JSON: tests, benches and the demo query and steer the site by it.

No application page links to it. A posting is named by its address or its key, `greenhouse/acme/jobs/1001`; a key names
everything under it (`greenhouse/acme`, `…/1001/someone@example.com`), and no key names everything.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ghosthands.practice.desk import Desk
from ghosthands.practice.holds import Held, HoldPoint
from ghosthands.practice.ledger import Attempt, ReceivedApplication
from ghosthands.practice.postings import make_key

#: most seconds for which a request may wait
MAX_WAIT_SECONDS = 120.0


def make_routes(desk: Desk) -> list[Route]:
    """Return the routes under `/control`, by which tests steer the site and query what it received."""
    control = _Control(desk)
    return [
        Route("/control/submissions", control.show_submissions),
        Route("/control/submissions/count", control.show_counts),
        Route("/control/attempts", control.show_attempts),
        Route("/control/wait", control.wait_for_submissions),
        Route("/control/wait-held", control.wait_for_held),
        Route("/control/hold", control.hold, methods=["POST"]),
        Route("/control/release", control.release, methods=["POST"]),
        Route("/control/expect", control.expect_resume, methods=["POST"]),
        Route("/control/reset", control.reset, methods=["POST"]),
    ]


class _Control:
    """The handlers of those routes."""

    def __init__(self, desk: Desk) -> None:
        self._ledger = desk.ledger
        self._holds = desk.holds

    async def show_submissions(self, request: Request) -> Response:
        return JSONResponse([_tell_submission(each) for each in self._ledger.of(*_whose(request))])

    async def show_attempts(self, request: Request) -> Response:
        return JSONResponse([_tell_attempt(each) for each in self._ledger.attempts_of(*_whose(request))])

    async def show_counts(self, request: Request) -> Response:
        whose = _whose(request)
        return JSONResponse({"count": len(self._ledger.of(*whose)), "attempts": len(self._ledger.attempts_of(*whose))})

    async def wait_for_submissions(self, request: Request) -> Response:
        key, applicant = _whose(request)
        wanted = int(_read_number(request, "count", 1))
        counted = await self._ledger.wait_counted(key, wanted, _read_timeout(request), applicant)
        return JSONResponse({"count": counted}, status_code=200 if counted >= wanted else 408)

    async def wait_for_held(self, request: Request) -> Response:
        key, _ = _whose(request)
        held = await self._holds.wait_held(key, _read_timeout(request))
        return JSONResponse({"held": [_tell_held(each) for each in held]}, status_code=200 if held else 408)

    async def hold(self, request: Request) -> Response:
        body = await _read_body(request)
        key, where, seconds = make_key(str(body.get("application", "*"))), body.get("where"), body.get("seconds")
        if where not in list(HoldPoint) or not isinstance(seconds, int | float | None):
            raise HTTPException(422, f"where is one of {', '.join(HoldPoint)}; seconds, if given, is a number")
        self._holds.arm(key, HoldPoint(where), seconds)
        return JSONResponse({"application": key, "where": where}, status_code=201)

    async def release(self, request: Request) -> Response:
        return JSONResponse({"released": self._holds.release()})

    async def expect_resume(self, request: Request) -> Response:
        match await _read_body(request):
            case {"posting": str(posting), "resume_sha256": str(sha256)}:
                self._ledger.expect_resume(make_key(posting), sha256)
            case _:
                raise HTTPException(422, "posting and resume_sha256 are both needed")
        return JSONResponse({}, status_code=201)

    async def reset(self, request: Request) -> Response:
        self._holds.release()
        self._ledger.clear()
        return JSONResponse({})


def _whose(request: Request) -> tuple[str, str]:
    """Return the posting's key and the applicant's e-mail that a query names; empty for all."""
    return make_key(request.query_params.get("posting", "")), request.query_params.get("email", "")


def _read_timeout(request: Request) -> float:
    return min(_read_number(request, "timeout", 30.0), MAX_WAIT_SECONDS)


def _read_number(request: Request, name: str, default: float) -> float:
    try:
        return float(request.query_params.get(name, default))
    except ValueError:
        raise HTTPException(422, f"{name} is a number") from None


async def _read_body(request: Request) -> dict[str, Any]:
    try:
        body = await request.json()
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise HTTPException(422, "send a JSON object")
    return body


def _tell_submission(submission: ReceivedApplication) -> dict[str, Any]:
    """Return the submission as JSON: a name that came once has its value, one that came more often a list."""
    received = submission.received
    values = {name: each[0] if len(each) == 1 else each for name, each in received.values.items()}
    return {
        "number": submission.number,
        "posting": submission.posting,
        "applicant": submission.applicant,
        "application": submission.application,
        "received_at": submission.received_at.isoformat(),
        "counted_at": submission.counted_at.isoformat(),
        "values": values,
        "uploads": {name: asdict(upload) for name, upload in received.uploads.items()},
        "resume_matches": submission.resume_matches,
    }


def _tell_attempt(attempt: Attempt) -> dict[str, Any]:
    return {
        "posting": attempt.posting,
        "applicant": attempt.applicant,
        "at": attempt.at.isoformat(),
        "problems": attempt.problems,
    }


def _tell_held(held: Held) -> dict[str, Any]:
    return {"application": held.application, "where": held.where}
