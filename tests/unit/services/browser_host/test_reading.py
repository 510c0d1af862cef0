"""An engine reads what the page asks; what it read can be planned, and nothing was done to the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ghosthands.browser_host.engines.engine import EngineTrouble
from ghosthands.domain.engine import EngineName, SwitchReason
from ghosthands.domain.page import PageModel
from ghosthands.domain.session import CommandRefused, QuestionsRead, ReadQuestions, SwitchEngine

if TYPE_CHECKING:
    from conftest import Scene

DOM = EngineName.STAGEHAND_DOM


async def read_by_engine(scene: Scene, *said: Any, attached: bool = True) -> object:
    """The engine was told to read the e-mail's question, and says this."""
    model_ref = await scene.observed(await scene.open())
    if attached:
        await scene.send(await scene.command(SwitchEngine, engine=DOM, reason=SwitchReason.ESCALATION))
    scene.engine[DOM].read = list(said)
    command = await scene.command(ReadQuestions, model_ref=model_ref, fields=("email",), engine=DOM)
    (told,) = await scene.send(command)
    return told


async def label_of(scene: Scene, told: QuestionsRead) -> str:
    model = msgspec.json.decode(await scene.vault.get_page_model(told.model_ref), type=PageModel)
    (field,) = (field for field in model.fields if field.id == "email")
    return field.label


async def test_a_question_is_told_by_a_page_model_in_the_words_that_were_read(scene: Scene) -> None:
    told = await read_by_engine(scene, {"question": "  Where can we\nwrite to you? "})
    assert isinstance(told, QuestionsRead)
    assert (told.fields, told.engine) == (("email",), DOM)
    assert await label_of(scene, told) == "Where can we write to you?"
    assert "E-mail" in scene.engine[DOM].asked_to_read[0]
    assert not scene.engine[DOM].told, "nothing is done to the page"


async def test_a_value_of_the_applicants_in_what_was_read_is_not_stored(scene: Scene) -> None:
    told = await read_by_engine(scene, {"question": "Is wilhelmina@example.org yours?"})
    assert isinstance(told, QuestionsRead)
    assert "wilhelmina" not in await label_of(scene, told)


async def test_what_the_engine_cannot_read_is_told_as_not_read(scene: Scene) -> None:
    for said in (EngineTrouble("model_failed"), {"question": ""}, {"question": 7}, "no object", {}):
        told = await read_by_engine(scene, said)
        assert isinstance(told, QuestionsRead)
        assert told.fields == ()


async def test_an_engine_that_is_not_attached_reads_nothing(scene: Scene) -> None:
    told = await read_by_engine(scene, {"question": "Where?"}, attached=False)
    assert isinstance(told, CommandRefused)
    assert told.code == "engine_not_attached"
