"""Authentication of callers: VALET by the service key, or one of its users by a token for their own jobs alone.

Neither is ever logged, or repeated in an answer. A user's token is a JWT (HS256) with `sub`, the user's id, and `exp`;
without a secret to check it by, no token is accepted.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

import jwt
from fastapi import Depends, Request
from fastapi.security import APIKeyHeader, HTTPBearer

from ghosthands.domain import ids
from ghosthands.hitl_gateway.http.refusals import not_found, unauthorized
from ghosthands.hitl_gateway.http.tenancy import TENANT
from ghosthands.hitl_gateway.http.user_limits import UserLimits

KEY_HEADER = "X-GH-Service-Key"
_BEARER = "bearer "

#: for the OpenAPI document; the checks are our own
_KEY = APIKeyHeader(name=KEY_HEADER, auto_error=False, description="the secret of GH_SERVICE_SECRET")
_TOKEN = HTTPBearer(auto_error=False, bearerFormat="JWT", description="of one of VALET's users, for their own jobs")


@dataclass(frozen=True)
class Caller:
    """The authenticated caller, as far as that limits what they may do."""

    #: VALET's user; None for VALET itself
    user: str | None = None

    def check_user(self, user: str) -> None:
        """Raise Refused where the caller may not act for that user."""
        if self.user not in (None, user):
            raise unauthorized("the token is another user's")

    def check_path(self, user: str) -> None:
        """Raise Refused, as for an unknown path, where the path names another user."""
        if self.user not in (None, user):
            raise not_found()

    def check_service(self) -> None:
        """Raise Refused unless the caller is VALET itself."""
        if self.user is not None:
            raise unauthorized(f"this needs {KEY_HEADER}")

    def may_see(self, applicant: str | None) -> bool:
        """Whether the caller may see a job of that applicant."""
        return self.user is None or applicant == ids.applicant_id(TENANT, self.user)


class Callers:
    """Authenticates callers by their key or token."""

    def __init__(self, secret: str, user_token_secret: str = "") -> None:
        self._secret = secret.encode()
        self._user_token_secret = user_token_secret

    def identify(self, request: Request) -> Caller:
        """Return the caller. Raises Refused (401) without a valid key or token."""
        key = request.headers.get(KEY_HEADER)
        if key is not None:
            if self.knows(key):
                return Caller()
            raise unauthorized(f"{KEY_HEADER} is not the one")
        shown = request.headers.get("authorization", "")
        if shown[: len(_BEARER)].lower() == _BEARER and self._user_token_secret:
            return Caller(self._read_user(shown[len(_BEARER) :].strip()))
        raise unauthorized(f"send {KEY_HEADER}")

    def knows(self, key: str) -> bool:
        """Whether that is the service key, compared in constant time."""
        return bool(self._secret) and hmac.compare_digest(key.encode("latin-1", "replace"), self._secret)

    def _read_user(self, token: str) -> str:
        try:
            claims = jwt.decode(
                token,
                self._user_token_secret,
                algorithms=["HS256"],
                options={"require": ["sub", "exp"], "verify_aud": False},
            )
            return str(UUID(claims["sub"]))
        except (jwt.InvalidTokenError, ValueError):
            raise unauthorized("the token is not one that opens anything here") from None


async def _identify(
    request: Request, _key: Annotated[str | None, Depends(_KEY)], _token: Annotated[object, Depends(_TOKEN)]
) -> Caller:
    callers: Callers = request.app.state.callers
    caller = callers.identify(request)
    await charge(request, caller, 1)
    return caller


async def charge(request: Request, caller: Caller, calls: int) -> None:
    """Count so many calls of a user's, and have the answer tell what is left. Raises Refused (429) beyond the limit."""
    if caller.user is not None:
        limits: UserLimits = request.app.state.user_limits
        request.state.allowance = {}  # a refusal says it by itself
        allowance = await limits.admit(caller.user, calls)
        request.state.allowance = allowance.headers if allowance else {}


def _identify_service(caller: Annotated[Caller, Depends(_identify)]) -> Caller:
    caller.check_service()
    return caller


#: a route's parameter: VALET, or a user for their own jobs
AnyCaller = Annotated[Caller, Depends(_identify)]
#: a route's parameter: VALET alone
ServiceCaller = Annotated[Caller, Depends(_identify_service)]
