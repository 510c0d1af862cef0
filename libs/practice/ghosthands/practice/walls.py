"""Walls: pages that a switch puts before any posting's form, and how a person gets past those that can be passed.

A wall that was passed stays open for that posting, for as long as the browser keeps its cookies. It accepts any e-mail,
password and code except `WRONG_CODE`, and keeps none. A closed posting, or a limit, cannot be passed.
"""

from __future__ import annotations

import pyotp
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ghosthands.practice import pages
from ghosthands.practice.postings import Posting
from ghosthands.practice.switches import Switches

#: the cookie of a visitor whose code was refused
_REFUSED = "refused_code"
#: each with the field that its form must send to open it
WALLS = {
    "checking": None,
    "captcha": None,
    "login": "password",
    "code": "verificationCode",
    "mailed": "verificationCode",
    "totp": "verificationCode",
}
#: walls that want a code, each of its own kind
_CODES = ("code", "mailed", "totp")
#: seconds for which a visitor is checked
CHECKING_SECONDS = 8
#: the code that is always refused
WRONG_CODE = "000000"
#: the only code that `mailed` accepts
MAILED_CODE = "741852"
#: the secret of the authenticator's codes, for all visitors
TOTP_SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"  # noqa: S105  a practice site's, for all to see
#: walls that cannot be passed, each with its page's status
ENDS = {"closed": 200, "limited": 429}


def stand_before(posting: Posting, switches: Switches, request: Request) -> Response | None:
    """Return the page of the first wall between this visitor and the form; None when there is none."""
    for end, status in ENDS.items():
        if getattr(switches, end):
            return pages.render(f"walls/{end}.html", status=status, posting=posting, switches=switches)
    for wall in WALLS:
        if getattr(switches, wall) and not is_passed(wall, request):
            refused = _REFUSED in request.cookies
            page, seconds = f"walls/{'code' if wall in _CODES else wall}.html", CHECKING_SECONDS
            return pages.render(page, posting=posting, switches=switches, wall=wall, refused=refused, seconds=seconds)
    return None


def is_passed(wall: str, request: Request) -> bool:
    """Whether this visitor has passed the wall."""
    return _set_cookie(wall) in request.cookies


def make_routes() -> list[Route]:
    """Return the routes of the captchas' frames, and of passing the walls."""
    return [
        Route("/walls/recaptcha/api2/anchor", _show_captcha_frame),
        Route("/walls/hcaptcha.com/challenge", _show_challenge),
        Route("/walls/{wall}", _let_pass, methods=["POST"]),
    ]


def _set_cookie(wall: str) -> str:
    return f"passed_{wall}"


async def _show_captcha_frame(request: Request) -> Response:
    back = request.query_params.get("back", "/")
    return pages.render("walls/captcha_frame.html", back=back)


async def _show_challenge(request: Request) -> Response:
    return pages.render("walls/challenge.html")


def _is_taken(wall: str, code: str) -> bool:
    """Whether the wall accepts that code; some accept any."""
    match wall:
        case "mailed":
            return code == MAILED_CODE
        case "totp":
            return pyotp.TOTP(TOTP_SECRET).verify(code, valid_window=1)
        case _:
            return code != WRONG_CODE


async def _let_pass(request: Request) -> Response:
    """Open the wall for the posting the visitor came from, and send them back there."""
    wall = request.path_params["wall"]
    async with request.form() as form:
        back, given = str(form.get("back", "/")), {name: str(value) for name, value in form.items() if value}
    if boxes := "".join(given.get(f"digit{n}", "") for n in range(1, 7)):
        given["verificationCode"] = boxes
    if not back.startswith("/") or back.startswith("//") or wall not in WALLS:
        return Response("There is no such wall.", status_code=404)
    response = RedirectResponse(back, status_code=303)
    if wall in _CODES and not _is_taken(wall, given.get("verificationCode", "")):
        response.set_cookie(_REFUSED, "1", path=back.partition("?")[0], httponly=True)
    elif WALLS[wall] in {None, *given}:
        response.set_cookie(_set_cookie(wall), "1", path=back.partition("?")[0], httponly=True)
    return response
