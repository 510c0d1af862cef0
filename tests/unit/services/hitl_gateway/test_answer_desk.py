"""What an applicant need not answer again is told, its words only on demand, and forgotten when they say so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from ghosthands.domain.answers import AnswersOf, KeptAnswer, RememberedAnswer
from ghosthands.domain.page import FieldKind
from ghosthands.domain.questions import question_key
from ghosthands.hitl_gateway.answer_desk import AnswerDesk
from ghosthands.messaging.work.micro import RequestRefused

if TYPE_CHECKING:
    from conftest import World

SHIFT, SIZE = "Which shift do you prefer?", "T-shirt size"
KEPT = {
    question_key(SHIFT): RememberedAnswer("Nights", FieldKind.SELECT, frozenset({"days", "nights"}), SHIFT),
    question_key(SIZE): RememberedAnswer("Large", FieldKind.TEXT, frozenset(), SIZE),
}


@pytest.fixture
async def world(world: World) -> World:
    await world.vault.remember(world.person, KEPT)
    return world


async def ask_desk(world: World, **asked: object) -> list[KeptAnswer]:
    known = {"tenant": world.person.tenant, "applicant": world.person.id}
    answer = await AnswerDesk(world.vault).answer(msgspec.json.encode(AnswersOf(**{**known, **asked})))
    return msgspec.json.decode(answer, type=list[KeptAnswer])


async def test_the_questions_are_told_without_what_was_answered(world: World) -> None:
    told = await ask_desk(world)
    assert [(one.question, one.kind, one.options, one.text) for one in told] == [
        (SIZE, FieldKind.TEXT, 0, None),
        (SHIFT, FieldKind.SELECT, 2, None),
    ]


async def test_what_was_answered_is_told_on_demand(world: World) -> None:
    assert [one.text for one in await ask_desk(world, with_text=True)] == ["Large", "Nights"]


async def test_what_is_forgotten_is_remembered_no_more(world: World) -> None:
    assert [one.question for one in await ask_desk(world, forget=question_key(SHIFT))] == [SIZE]
    assert await world.vault.get_remembered(world.person) == {question_key(SIZE): KEPT[question_key(SIZE)]}


async def test_nothing_of_an_erased_applicant_is_told(world: World) -> None:
    await world.vault.erase(world.person)
    assert await ask_desk(world) == []


async def test_what_is_no_question_to_the_desk_is_refused(world: World) -> None:
    with pytest.raises(RequestRefused):
        await AnswerDesk(world.vault).answer(b'{"tenant": "valet"}')
