from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import jwt
import pytest
from starlette.requests import Request

from ghosthands.domain import ids
from ghosthands.hitl_gateway.http.callers import Caller, Callers
from ghosthands.hitl_gateway.http.refusals import Refused

KEY, SECRET = "the service key", "the secret of the users' tokens " * 3
USER = str(uuid.uuid4())


def shown(**headers: str) -> Request:
    raw = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()]
    return Request({"type": "http", "headers": raw})


def token(secret: str = SECRET, algorithm: str = "HS256", **claims: Any) -> str:
    said = {"sub": USER, "exp": datetime.now(UTC) + timedelta(minutes=1), **claims}
    kept = {name: value for name, value in said.items() if value is not None}
    return f"Bearer {jwt.encode(kept, secret, algorithm=algorithm)}"


def identify(callers: Callers | None = None, **headers: str) -> Caller:
    return (callers or Callers(KEY, SECRET)).identify(shown(**headers))


def test_the_service_key_is_valet_itself() -> None:
    assert identify(x_gh_service_key=KEY) == Caller()


def test_a_users_token_is_that_user() -> None:
    assert identify(authorization=token()) == Caller(USER)
    assert identify(authorization=token().replace("Bearer", "bearer")) == Caller(USER)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"x_gh_service_key": ""},
        {"x_gh_service_key": "another"},
        {"x_gh_service_key": "thé service key"},
        {"authorization": "Bearer "},
        {"authorization": "Basic dTpw"},
        {"authorization": f"Bearer {KEY}"},
        {"authorization": token("another secret of users' tokens " * 3)},
        {"authorization": token(algorithm="HS512")},
        {"authorization": token(exp=None)},
        {"authorization": token(exp=datetime.now(UTC) - timedelta(minutes=1))},
        {"authorization": token(sub="no uuid")},
        {"authorization": token(sub=None)},
        {"x_gh_service_key": "another", "authorization": token()},
    ],
)
def test_whoever_shows_anything_else_is_nobody(headers: dict[str, str]) -> None:
    with pytest.raises(Refused) as refused:
        identify(**headers)
    assert (refused.value.http_status, refused.value.body["error"]) == (401, "unauthorized")
    assert not [value for value in headers.values() if value and value in str(refused.value.body)]


def test_a_token_that_signs_itself_is_none() -> None:
    unsigned = jwt.encode({"sub": USER, "exp": datetime.now(UTC) + timedelta(minutes=1)}, None, algorithm="none")
    with pytest.raises(Refused):
        identify(authorization=f"Bearer {unsigned}")


def test_without_secrets_nothing_opens() -> None:
    for headers in ({"x_gh_service_key": ""}, {"authorization": token()}):
        with pytest.raises(Refused):
            identify(Callers(""), **headers)


def test_a_user_sees_their_own_jobs_alone() -> None:
    own, other = ids.applicant_id("valet", USER), ids.applicant_id("valet", str(uuid.uuid4()))
    assert [Caller(USER).may_see(each) for each in (own, other, None)] == [True, False, False]
    assert [Caller().may_see(each) for each in (own, other, None)] == [True, True, True]
