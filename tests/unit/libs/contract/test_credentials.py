"""Credentials at the outer door: whose host they may be for, and never what was sent."""

from __future__ import annotations

from typing import Any

import pytest

from ghosthands.contract.answer import HumanAnswer
from ghosthands.contract.body import Invalid, read
from ghosthands.contract.request import parse
from ghosthands.domain.human import Resolution
from tests.unit.libs.ada import REQUEST

SECRET = "correct horse battery"
LOGIN = {"domain": "acme.wd5.myworkdayjobs.com", "username": "ada@example.com", "password": SECRET}
ANSWER = {"job_id": "0b8f7d3e-0000-5000-8000-000000000001"}


def reasons(**changes: Any) -> dict[str, str]:
    with pytest.raises(Invalid) as refusal:
        parse({**REQUEST, **changes}, size=100)
    return {reason.field: reason.code for reason in refusal.value.reasons}


def given(**changes: Any) -> list[dict[str, Any]]:
    return [{**LOGIN, **changes}]


def test_credentials_are_taken_with_their_domain_as_hosts_are_compared() -> None:
    (login,) = parse({**REQUEST, "credentials": given(domain="ACME.Bücher.de.")}, size=100).credentials
    assert (login.domain, login.username, login.secret) == ("acme.xn--bcher-kva.de", "ada@example.com", SECRET)
    assert login.create_account is None


@pytest.mark.parametrize("domain", ["127.0.0.1", "localhost", "acme.com", "jobs.acme.co.uk"])
def test_a_host_or_a_registered_domain_can_have_credentials(domain: str) -> None:
    (login,) = parse({**REQUEST, "credentials": given(domain=domain)}, size=100).credentials
    assert login.domain == domain


@pytest.mark.parametrize(
    "domain",
    ["com", "co.uk", "github.io", "https://acme.com", "acme.com/jobs", "acme", "*.acme.com", "", "a b.com", "."],
)
def test_what_is_no_host_or_everybodys_has_none(domain: str) -> None:
    assert list(reasons(credentials=given(domain=domain))) == ["credentials.0.domain"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"password": ""}, "password"),
        ({"password": "two\nlines"}, "password"),
        ({"password": "x" * 2000}, "password"),
        ({"password": 12345678}, "password"),
        ({"username": ""}, "username"),
        ({"username": "a\x00b"}, "username"),
        ({"create_account": "perhaps"}, "create_account"),
    ],
)
def test_what_cannot_be_typed_is_refused(changes: dict[str, Any], field: str) -> None:
    assert list(reasons(credentials=given(**changes))) == [f"credentials.0.{field}"]


def test_a_domain_has_one_pair() -> None:
    assert reasons(credentials=given() + given()) == {"credentials": "value_error"}


def test_no_reason_and_no_repr_shows_a_password() -> None:
    body = {**REQUEST, "credentials": given(domain=SECRET, username=SECRET, create_account=SECRET)}
    with pytest.raises(Invalid) as refusal:
        parse(body, size=100)
    told = [f"{one.field} {one.code} {one.message}" for one in refusal.value.reasons]
    assert SECRET not in f"{told} {refusal.value}"
    assert SECRET not in repr(parse({**REQUEST, "credentials": given()}, size=100))


def test_a_human_gives_them_with_an_answer() -> None:
    answer = read(HumanAnswer, {**ANSWER, "resolution": "credentials", "credentials": LOGIN})
    assert answer.resolution is Resolution.CREDENTIALS
    assert answer.credentials is not None
    assert answer.credentials.secret == SECRET
