"""Credentials as a human's answer: for the page that asks, into the vault, and nothing of them on the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from ghosthands.domain.codes import Stuck
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.human import AskKind, HumanResolved, Resolution
from ghosthands.domain.keys import PASSWORD
from ghosthands.vault.credentials import Credentials

if TYPE_CHECKING:
    from conftest import World

JOB = "0b8f7d3e-0000-5000-8000-000000000001"
REQUEST = "7c9e6679-0000-5000-8000-000000000001"
HOST = "jobs.example.com"
LOGIN = {"username": "ada@login.example", "password": "correct horse battery"}
GIVEN = {"resolution": "credentials", "credentials": LOGIN}


async def asks(world: World, code: str = "login", **changes: Any) -> None:
    await world.ask(**{"kind": AskKind.BLOCKER, "fields": (), "code": code, **changes})


@pytest.mark.parametrize("code", ["login", Stuck.CREDENTIALS_REFUSED])
@pytest.mark.parametrize(
    "body", [GIVEN, {"resolution_type": "credentials", "resolution_data": LOGIN}], ids=["ours", "valet"]
)
async def test_they_go_into_the_vault_for_the_page_that_asks_and_wake_the_job(
    world: World, code: str, body: dict[str, Any]
) -> None:
    await asks(world, code)
    await world.receive(msgspec.json.encode({"job_id": JOB, "request_id": REQUEST, **body}))
    assert await world.vault.get_credentials(world.person) == (Credentials(HOST, LOGIN["username"], LOGIN["password"]),)
    data = await world.vault.get_applicant_data(world.person, JOB)
    assert data.at(HOST).value(PASSWORD) == LOGIN["password"]
    assert await world.said() == [HumanResolved(request_id=REQUEST, resolution=Resolution.CREDENTIALS, at=world.now)]
    assert len(world.woken) == 1


async def test_they_may_be_for_the_domain_that_the_page_is_on(world: World) -> None:
    await asks(world)
    await world.answer(**{**GIVEN, "credentials": {**LOGIN, "domain": "Example.com", "create_account": True}})
    (kept,) = await world.vault.get_credentials(world.person)
    assert (kept.domain, kept.create_account) == ("example.com", True)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"credentials": None}, ("credentials", "missing")),
        ({"credentials": {"username": "ada"}}, ("credentials.password", "missing")),
        ({"credentials": {**LOGIN, "domain": "other.org"}}, ("credentials.domain", "not_this_page")),
        ({"credentials": {**LOGIN, "domain": "com"}}, ("credentials.domain", "value_error")),
        ({"resolution": "done"}, ("credentials", "not_allowed")),
        ({"values": {"why": "x"}}, ("values", "not_allowed")),
    ],
)
async def test_what_does_not_fit_is_told_its_reason_and_not_kept(
    world: World, body: dict[str, Any], reason: tuple[str, str]
) -> None:
    await asks(world)
    with pytest.raises(CommandRejected):
        await world.answer(**{**GIVEN, **body})
    (told,) = world.told("answer")
    assert [(one["field"], one["code"]) for one in told["reasons"]] == [reason]
    assert await world.vault.get_credentials(world.person) == ()


@pytest.mark.parametrize(("kind", "code"), [(AskKind.BLOCKER, "captcha"), (AskKind.STUCK, "no_way_on")])
async def test_where_no_login_is_wanted_none_are_taken(world: World, kind: AskKind, code: str) -> None:
    await asks(world, code, kind=kind)
    with pytest.raises(CommandRejected):
        await world.answer(**GIVEN)
    assert world.told("answer")[0]["reasons"][0]["code"] == "not_allowed"
    assert await world.vault.get_credentials(world.person) == ()


async def test_of_a_page_that_cannot_be_read_the_domain_must_be_named(world: World) -> None:
    await asks(world, model_ref=None)
    with pytest.raises(CommandRejected):
        await world.answer(**GIVEN)
    await world.answer(**{**GIVEN, "credentials": {**LOGIN, "domain": HOST}})
    assert [kept.domain for kept in await world.vault.get_credentials(world.person)] == [HOST]


async def test_those_of_a_person_erased_meanwhile_are_refused(world: World) -> None:
    await asks(world)
    await world.vault.erase(world.person)
    with pytest.raises(CommandRejected):
        await world.answer(**GIVEN)
    assert world.told("answer")[-1]["code"] == "applicant_erased"


async def test_nothing_of_them_shows_outside_the_vault(world: World) -> None:
    await asks(world)
    for wrong in ({"domain": LOGIN["password"]}, {"domain": "other.org"}, {"create_account": LOGIN["password"]}):
        with pytest.raises(CommandRejected) as refused:
            await world.answer(**{**GIVEN, "credentials": {**LOGIN, **wrong}})
        assert LOGIN["password"] not in str(refused.value)
    await world.answer(**GIVEN)
    events = msgspec.json.encode(await world.said())
    outside = [events, world.store.everything(), *(message.data for message in world.bus.published)]
    assert not any(secret.encode() in data for data in outside for secret in LOGIN.values())
