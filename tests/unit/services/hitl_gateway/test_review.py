"""What comes of a human's verdict on drafts, and who is shown them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from ghosthands.domain.drafts import DraftsOf, ShownDraft
from ghosthands.domain.errors import CommandRejected
from ghosthands.domain.human import AskKind, HumanResolved, Resolution
from ghosthands.domain.plan import Unanswered
from ghosthands.domain.questions import question_key
from ghosthands.hitl_gateway.draft_desk import DraftDesk
from ghosthands.messaging.work.micro import RequestRefused

if TYPE_CHECKING:
    from conftest import World

JOB = "0b8f7d3e-0000-5000-8000-000000000001"
REQUEST = "7c9e6679-0000-5000-8000-000000000001"
WHY, VISA, PARROT = question_key("Why us?"), question_key("Visa"), question_key("Colour of the parrot")
DRAFT = "I built engines with Babbage."
MINE = "Because of Babbage"


@pytest.fixture
async def world(world: World) -> World:
    """Two drafts are to be read, and a question is open."""
    await world.vault.put_draft(world.person, JOB, WHY, DRAFT)
    await world.vault.put_draft(world.person, JOB, VISA, "None.")
    fields = (Unanswered("why", WHY), Unanswered("visa", VISA), Unanswered("colour", PARROT))
    await world.ask(kind=AskKind.REVIEW, fields=fields, drafted=(WHY, VISA))
    return world


async def ask_desk(world: World, **changes: str) -> list[ShownDraft]:
    desk = DraftDesk(world.events, world.vault)
    asked = DraftsOf(**{"tenant": "valet", "job_id": JOB, **changes})
    return msgspec.json.decode(await desk.answer(msgspec.json.encode(asked)), type=list[ShownDraft])


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"resolution": "reviewed"}, {"approved": tuple(sorted((WHY, VISA)))}),
        ({"resolution": "done"}, {"approved": tuple(sorted((WHY, VISA)))}),
        ({"resolution_type": "manual"}, {"approved": tuple(sorted((WHY, VISA)))}),
        ({"resolution": "reviewed", "values": {"why": MINE}}, {"answered": (WHY,), "approved": (VISA,)}),
        ({"resolution": "reviewed", "rejected": ["visa"]}, {"approved": (WHY,), "rejected": (VISA,)}),
        (
            {"resolution": "reviewed", "values": {WHY: MINE}, "rejected": [VISA]},
            {"answered": (WHY,), "rejected": (VISA,)},
        ),
        (
            {"resolution": "reviewed", "values": {"colour": "green"}},
            {"answered": (PARROT,), "approved": tuple(sorted((WHY, VISA)))},
        ),
        (
            {"resolution": "reviewed", "rejected": ["colour"]},
            {"approved": tuple(sorted((WHY, VISA))), "rejected": (PARROT,)},
        ),
        ({"resolution": "skip"}, {}),
    ],
)
async def test_each_draft_is_approved_changed_or_rejected(
    world: World, body: dict[str, Any], said: dict[str, tuple[str, ...]]
) -> None:
    given = {"job_id": JOB, "request_id": REQUEST, **body}
    await world.receive(msgspec.json.encode(given))
    (resolved,) = await world.said()
    assert isinstance(resolved, HumanResolved)
    nothing: dict[str, tuple[str, ...]] = {"answered": (), "approved": (), "rejected": ()}
    assert {name: getattr(resolved, name) for name in nothing} == {**nothing, **said}
    data = await world.vault.get_applicant_data(world.person, JOB)
    assert {f"answers.{key}" in data for key in said.get("answered", ())} <= {True}
    assert (f"answers.{WHY}" in data) is (WHY in said.get("answered", ()))


@pytest.mark.parametrize(
    "body",
    [
        {"resolution": "reviewed", "values": {"why": MINE}, "rejected": ["why"]},
        {"resolution": "reviewed", "rejected": ["parrot"]},
        {"resolution": "reviewed", "values": {"parrot": "blue"}},
        {"resolution": "value", "values": {"why": MINE}},
        {"resolution": "skip", "rejected": ["why"]},
    ],
)
async def test_a_verdict_that_does_not_fit_is_told_why_and_changes_nothing(world: World, body: dict[str, Any]) -> None:
    with pytest.raises(CommandRejected):
        await world.answer(**body)
    assert not await world.said()
    (told,) = world.told("answer")
    assert told["code"] == "invalid_answer"


async def test_a_verdict_on_drafts_is_no_answer_to_anything_else(world: World) -> None:
    await world.answer(resolution=Resolution.REVIEWED)
    await world.ask("7c9e6679-0000-5000-8000-000000000002", kind=AskKind.STUCK, fields=())
    with pytest.raises(CommandRejected):
        await world.answer(resolution="reviewed", request_id="7c9e6679-0000-5000-8000-000000000002")


async def test_drafts_are_shown_while_they_are_to_be_read(world: World) -> None:
    assert await ask_desk(world) == [
        ShownDraft(question_key=WHY, text=DRAFT),
        ShownDraft(question_key=VISA, text="None."),
    ]
    await world.answer(resolution="reviewed")
    assert await ask_desk(world) == []


async def test_drafts_are_shown_to_their_tenant_alone(world: World) -> None:
    with pytest.raises(RequestRefused, match="no such job"):
        await ask_desk(world, tenant="another")
    with pytest.raises(RequestRefused, match="no such job"):
        await ask_desk(world, job_id="0b8f7d3e-0000-5000-8000-000000000009")


async def test_no_draft_is_in_any_message(world: World) -> None:
    await world.answer(resolution="reviewed")
    assert not any(DRAFT.encode() in message.data for message in world.bus.published)


async def test_what_was_read_stands_whatever_is_drafted_later(world: World) -> None:
    await world.vault.put_draft(world.person, JOB, WHY, "Something else.")
    assert (await ask_desk(world))[0].text == DRAFT
