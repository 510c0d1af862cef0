"""A job's status over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ghosthands.hitl_gateway.http.answers import StatusAnswer
from ghosthands.hitl_gateway.http.job_answers import describe_status
from ghosthands.messaging.wire import subjects

if TYPE_CHECKING:
    from conftest import World

JOB = "0b8f7d3e-0000-5000-8000-000000000001"


async def status(world: World) -> StatusAnswer:
    return describe_status(await world.events.load(subjects.job(JOB)), {})


async def test_a_question_is_told_until_it_is_answered(world: World) -> None:
    asked = await world.ask()
    told = await status(world)
    assert told.interaction is not None
    assert (told.interaction.request_id, told.status_message) == (asked.request_id, "A person is asked for help")
    await world.answer(resolution="skip")
    told = await status(world)
    assert told.interaction is None
    assert told.status_message == "What was asked is settled, and it goes on in a moment"
