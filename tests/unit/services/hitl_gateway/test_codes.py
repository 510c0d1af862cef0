"""A code that was sent to the applicant: into the vault, for the page that asks, and nothing of it on the log."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from msgspec.structs import replace

from ghosthands.domain.codes import Stuck
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.human import AskKind, HumanResolved, Resolution
from ghosthands.domain.keys import CODE
from ghosthands.domain.page import AccountForm, AccountPurpose, PageType
from ghosthands.testkit.story import page_model
from ghosthands.vault.vault import CODE_LIFE

if TYPE_CHECKING:
    from conftest import World

JOB = "0b8f7d3e-0000-5000-8000-000000000001"
REQUEST = "7c9e6679-0000-5000-8000-000000000001"
HOST = "jobs.example.com"
GIVEN = {"resolution_type": "code_entry", "resolution_data": {"code": "482 913"}}
ASKS = page_model(page_type=PageType.LOGIN, account=AccountForm(purpose=AccountPurpose.VERIFY, button="b"))


async def asks(world: World, code: str = "two_factor", *, plain: bool = True) -> None:
    page = ASKS if plain else replace(ASKS, account=None)
    ref = await world.vault.put_page(page)
    await world.ask(kind=AskKind.BLOCKER, fields=(), code=code, model_ref=ref)


async def receive(world: World, **body: Any) -> None:
    await world.receive(msgspec.json.encode({"job_id": JOB, **body}))


@pytest.mark.parametrize("code", ["two_factor", Stuck.CODE_REFUSED])
@pytest.mark.parametrize("body", [GIVEN, {"resolution": "code", "code": "482913"}], ids=["valet", "ours"])
async def test_it_goes_into_the_vault_for_the_page_that_asks_and_wakes_the_job(
    world: World, code: str, body: dict[str, Any]
) -> None:
    await asks(world, code)
    await receive(world, **body)
    data = (await world.vault.get_applicant_data(world.person, JOB)).at(HOST)
    assert (data.value(CODE), data.value(f"{CODE}.1"), data.value(f"{CODE}.6")) == ("482913", "4", "3")
    assert await world.said() == [HumanResolved(request_id=REQUEST, resolution=Resolution.CODE, at=world.now)]
    assert len(world.woken) == 1
    assert b"482913" not in b"".join(message.data for message in world.bus.published)


async def test_no_other_host_is_told_it_and_neither_is_a_log_line(world: World) -> None:
    await asks(world)
    await receive(world, **GIVEN)
    data = await world.vault.get_applicant_data(world.person, JOB)
    assert CODE not in data.at("other.example.com")
    assert CODE not in data
    assert "482913" in data.all_values().values()
    assert "482913" not in repr(data)


async def test_it_is_good_for_minutes_and_for_one_use(world: World) -> None:
    await asks(world)
    await receive(world, **GIVEN)
    await world.vault.drop_code(world.person, JOB)
    assert CODE not in (await world.vault.get_applicant_data(world.person, JOB)).at(HOST)
    assert timedelta(minutes=20) > CODE_LIFE


@pytest.mark.parametrize(
    ("code", "plain", "body", "reason"),
    [
        ("captcha", True, GIVEN, ("resolution", "not_allowed")),
        ("login", True, GIVEN, ("resolution", "not_allowed")),
        ("two_factor", False, GIVEN, ("code", "not_this_page")),
        ("two_factor", True, {"resolution_type": "code_entry"}, ("code", "missing")),
        ("two_factor", True, {"resolution": "done", "code": "1"}, ("code", "not_allowed")),
    ],
)
async def test_what_does_not_fit_is_told_its_reason_and_not_kept(
    world: World, code: str, plain: bool, body: dict[str, Any], reason: tuple[str, str]
) -> None:
    await asks(world, code, plain=plain)
    with pytest.raises(CommandRejected):
        await receive(world, **body)
    (told,) = world.told("answer")
    assert [(one["field"], one["code"]) for one in told["reasons"]] == [reason]
    assert CODE not in (await world.vault.get_applicant_data(world.person, JOB)).at(HOST)


async def test_what_a_reviewer_changes_by_a_note_is_an_answer_to_the_question_it_names(world: World) -> None:
    await world.ask()
    await receive(world, notes='Field overrides: {"Why us?": "The engine.", "visa": "Yes"}')
    (said,) = await world.said()
    assert isinstance(said, HumanResolved)
    assert (said.resolution, len(said.answered)) == (Resolution.VALUE, 2)
