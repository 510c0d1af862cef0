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
    ledger, holds = desk.ledger, desk.holds

    async def submissions(request: Request) -> Response:
        return JSONResponse([_tell_submission(each) for each in ledger.of(*_whose(request))])

    async def attempts(request: Request) -> Response:
        return JSONResponse([_tell_attempt(each) for each in ledger.attempts_of(*_whose(request))])

    async def count(request: Request) -> Response:
        whose = _whose(request)
        return JSONResponse({"count": len(ledger.of(*whose)), "attempts": len(ledger.attempts_of(*whose))})

    async def wait(request: Request) -> Response:
        key, applicant = _whose(request)
        wanted = int(_read_number(request, "count", 1))
        counted = await ledger.wait_counted(key, wanted, _read_timeout(request), applicant)
        return JSONResponse({"count": counted}, status_code=200 if counted >= wanted else 408)

    async def wait_held(request: Request) -> Response:
        key, _ = _whose(request)
        held = await holds.wait_held(key, _read_timeout(request))
        return JSONResponse({"held": [_tell_held(each) for each in held]}, status_code=200 if held else 408)

    async def hold(request: Request) -> Response:
        body = await _read_body(request)
        key, where, seconds = make_key(str(body.get("application", "*"))), body.get("where"), body.get("seconds")
        if where not in list(HoldPoint) or not isinstance(seconds, int | float | None):
            raise HTTPException(422, f"where is one of {', '.join(HoldPoint)}; seconds, if given, is a number")
        holds.arm(key, HoldPoint(where), seconds)
        return JSONResponse({"application": key, "where": where}, status_code=201)

    async def release(request: Request) -> Response:
        return JSONResponse({"released": holds.release()})

    async def expect(request: Request) -> Response:
        match await _read_body(request):
            case {"posting": str(posting), "resume_sha256": str(sha256)}:
                ledger.expect_resume(make_key(posting), sha256)
            case _:
                raise HTTPException(422, "posting and resume_sha256 are both needed")
        return JSONResponse({}, status_code=201)

    async def reset(request: Request) -> Response:
        holds.release()
        ledger.clear()
        return JSONResponse({})

    return [
        Route("/control/submissions", submissions),
        Route("/control/submissions/count", count),
        Route("/control/attempts", attempts),
        Route("/control/wait", wait),
        Route("/control/wait-held", wait_held),
        Route("/control/hold", hold, methods=["POST"]),
        Route("/control/release", release, methods=["POST"]),
        Route("/control/expect", expect, methods=["POST"]),
        Route("/control/reset", reset, methods=["POST"]),
    ]


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
