"""A task in words: the engine is given it whole, its model sees names, and what it did is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ghosthands.browser_host.engines.engine import Done, EngineTrouble
from ghosthands.domain.engine import EngineName, SwitchReason
from ghosthands.domain.message import Event
from ghosthands.domain.session import CommandRefused, DoTask, SwitchEngine
from ghosthands.domain.task import TaskDone, TaskFailed

if TYPE_CHECKING:
    from conftest import Scene

DOM = EngineName.STAGEHAND_DOM
TASK = "Open the section on benefits"
DATA = {"first_name": "Wilhelmina", "email": "wilhelmina@example.org", "eeo": {"gender": "female"}}


async def told_to(scene: Scene, *said: Done | Exception, attached: bool = True) -> Event:
    """The engine was given the task, and this came of it."""
    model_ref = await scene.observed(await scene.open())
    body = {"target_url": "https://jobs.example.com/apply", "profile": DATA, "task_description": TASK}
    await scene.vault.put_request(scene.person, scene.job, body)
    if attached:
        await scene.send(await scene.command(SwitchEngine, engine=DOM, reason=SwitchReason.ESCALATION))
    scene.engine[DOM].answers = list(said)
    (told,) = await scene.send(await scene.command(DoTask, model_ref=model_ref, engine=DOM))
    return told


async def test_an_engine_is_given_the_whole_task_with_names_for_values_and_what_it_did_is_told(scene: Scene) -> None:
    told = await told_to(scene, Done(None, actions=2))
    assert isinstance(told, TaskDone)
    assert (told.engine, told.acts, told.vetoed) == (DOM, ("click", "click"), 0)
    (task,) = scene.engine[DOM].told
    assert task.instruction == TASK
    assert task.variables["profile.email"] == DATA["email"]
    assert scene.engine[DOM].hidden["profile.email"] == DATA["email"], "models are shown its name"
    assert scene.browser().may_be_put_in == task.variables, "the network knows what is not to leave"


async def test_what_somebody_said_of_it_later_goes_with_the_task(scene: Scene) -> None:
    for number, words in enumerate(("Not the ones for contractors.", "In English.")):
        await scene.vault.put_addition(scene.person, scene.job, number, words)
    await told_to(scene, Done(None))
    (task,) = scene.engine[DOM].told
    assert task.instruction == f"{TASK}\nNot the ones for contractors.\nIn English."


async def test_what_is_the_applicants_alone_to_say_is_not_among_what_an_engine_may_put_in(scene: Scene) -> None:
    await told_to(scene, Done(None))
    (task,) = scene.engine[DOM].told
    assert "female" not in task.variables.values()


@pytest.mark.parametrize(
    ("said", "code"), [(EngineTrouble("not_done"), "not_done"), (Done(None, actions=0), "element_not_found")]
)
async def test_a_task_that_is_not_done_says_why(scene: Scene, said: Done | Exception, code: str) -> None:
    told = await told_to(scene, said)
    assert isinstance(told, TaskFailed)
    assert (told.code, told.acts) == (code, ())


async def test_an_engine_that_is_not_attached_does_nothing(scene: Scene) -> None:
    told = await told_to(scene, attached=False)
    assert isinstance(told, CommandRefused)
    assert told.code == "engine_not_attached"
