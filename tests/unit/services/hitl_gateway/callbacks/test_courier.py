"""A job's course told to a receiver that is not always well, and what the log says of it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from starlette.responses import JSONResponse

from ghosthands.domain import job, services
from ghosthands.domain.callbacks import CallbackDelivered, CallbackFailed, CallbackRedriven
from ghosthands.domain.codes import CallbackFault, MessageFault
from ghosthands.domain.human import AskKind
from ghosthands.hitl_gateway.callbacks.courier import DEADLINE
from ghosthands.hitl_gateway.callbacks.sender import TRY_SECONDS, ReceiverAnswer
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.micro import RequestRefused
from ghosthands.testkit.receiver import Receiver
from ghosthands.testkit.story import NOON

SECRET = "a secret that both know"
TASK = "3f0c1a52-5d0e-4c3a-9a55-0242ac120002"
JOB = "0b8f7d3e-0000-5000-8000-000000000001"
NOW = NOON + timedelta(seconds=5)


class Telling:
    """The world, and what is told of its job."""

    def __init__(self, world: Any, receiver: Receiver) -> None:
        self.world = world
        self.receiver = receiver

    async def say(self, event: Any) -> None:
        """Executor says something, and hitl-gateway hears it."""
        recorded = await self.world.say(services.EXECUTOR, event)
        await self.world.courier.on_event(recorded)

    async def wait(self) -> None:
        """The clock goes on to the timer that was set last, which fires."""
        self.world.now = self.timers[-1]
        await self.world.courier.tell(JOB)

    @property
    def timers(self) -> list[datetime]:
        subject = subjects.timer_set(services.HITL_GATEWAY, subjects.job(JOB), DEADLINE)
        sent = [message for message in self.world.bus.published if message.subject == subject]
        return [datetime.fromisoformat(message.headers["gh-timer-at"]) for message in sent]

    async def log(self) -> list[Any]:
        """What hitl-gateway wrote on the job."""
        return list(await self.world.said())


@pytest.fixture
async def telling(world: Any, receiver: Receiver) -> Telling:
    """A job that is told of, and that it runs is told already."""
    kept = {"callback_url": receiver.callback_url(), "valet_task_id": TASK}
    await world.vault.put_request(world.person, JOB, {"target_url": "https://jobs.example.com/1", **kept})
    await world.courier.tell(JOB)
    return Telling(world, receiver)


def asked(number: int = 1, code: str = "captcha") -> job.HumanRequested:
    return job.HumanRequested(request_id=f"r{number}", kind=AskKind.BLOCKER, code=code, at=NOW, timeout_seconds=300)


async def test_a_jobs_course_is_told_as_it_goes(telling: Telling) -> None:
    for event in (
        asked(),
        job.JobResumed(request_id="r1", at=NOW),
        job.JobCompleted(at=NOW, outcome=job.Outcome.SUBMITTED),
    ):
        await telling.say(event)
    assert telling.receiver.words(JOB) == ["running", "needs_human:captcha", "resumed", "completed"]
    task = telling.receiver.tasks[TASK]
    assert (task.status, task.started, task.card) == ("completed", True, None)
    assert [type(event) for event in await telling.log()] == [CallbackDelivered] * 4


async def test_a_job_that_ended_in_doubt_is_told_as_completed_once_a_human_says_that_it_was_submitted(
    telling: Telling,
) -> None:
    await telling.say(job.JobFailed(at=NOW, code="hitl_timeout"))
    telling.world.now += timedelta(days=2)
    await telling.say(job.JobCompleted(at=telling.world.now, outcome=job.Outcome.SUBMITTED))
    assert [word.partition(":")[0] for word in telling.receiver.words(JOB)] == ["running", "failed", "completed"]
    assert len({one.callback_id for one in await telling.log()}) == 3


async def test_what_is_heard_twice_is_told_once(telling: Telling) -> None:
    recorded = await telling.world.say(services.EXECUTOR, asked())
    for _ in range(3):
        await telling.world.courier.on_event(recorded)
    assert telling.receiver.words(JOB) == ["running", "needs_human:captcha"]


async def test_what_is_not_taken_is_told_again_under_the_same_id_when_its_time_has_come(telling: Telling) -> None:
    telling.receiver.answers += [500, 503]
    await telling.say(asked())
    assert telling.receiver.words(JOB) == ["running"]
    await telling.world.courier.tell(JOB)  # too early
    assert len(telling.receiver.heard) == 2
    await telling.wait()
    await telling.wait()
    heard = telling.receiver.of(JOB, taken=False)[1:]
    assert [one.http_status for one in heard] == [500, 503, 200]
    assert len({one.delivery for one in heard}) == 1
    _, first, second, last = await telling.log()
    assert [(one.code, one.http_status, one.tries) for one in (first, second)] == [
        (CallbackFault.NOT_TAKEN, 500, 1),
        (CallbackFault.NOT_TAKEN, 503, 2),
    ]
    assert (last.tries, last.http_status) == (3, 200)


async def test_what_comes_later_waits_for_what_was_not_taken(telling: Telling) -> None:
    telling.receiver.answers.append(500)
    await telling.say(asked())
    await telling.say(job.JobResumed(request_id="r1", at=NOW))
    assert telling.receiver.words(JOB) == ["running"]
    await telling.wait()
    assert telling.receiver.words(JOB) == ["running", "needs_human:captcha", "resumed"]


async def test_a_receiver_that_asks_for_peace_is_left_alone_as_long(telling: Telling) -> None:
    telling.receiver.answers.append(JSONResponse({}, 429, {"Retry-After": "42"}))
    before = telling.world.now
    await telling.say(asked())
    assert telling.timers[-1] == before + timedelta(seconds=42)
    assert (await telling.log())[-1].code == CallbackFault.TOLD_TO_WAIT
    await telling.wait()
    assert telling.receiver.words(JOB)[-1] == "needs_human:captcha"


async def test_after_a_day_it_is_given_up_and_what_follows_has_its_turn(telling: Telling) -> None:
    await telling.say(asked())
    telling.receiver.answers += [500] * 400
    await telling.say(job.JobResumed(request_id="r1", at=NOW))
    tries = 1
    while (await telling.log())[-1].next_at is not None:
        await telling.wait()
        tries += 1
    given_up = (await telling.log())[-1]
    assert given_up.at == NOW + timedelta(hours=24)
    assert 290 < tries == given_up.tries < 300
    telling.receiver.answers.clear()
    telling.world.now = NOW + timedelta(days=2)
    await telling.say(job.JobFailed(at=telling.world.now, code="timeout"))
    assert telling.receiver.words(JOB) == ["running", "needs_human:captcha", "failed"]


async def test_what_was_given_up_is_told_again_once_somebody_asks_for_it(telling: Telling) -> None:
    world, receiver = telling.world, telling.receiver
    world.now = NOW + timedelta(days=2)
    await telling.say(asked())
    assert (await telling.log())[-1].code == CallbackFault.TOO_OLD
    assert await world.courier.redrive(JOB, "valet") == 1
    await telling.wait()
    assert receiver.words(JOB) == ["running", "needs_human:captcha"]
    assert [type(event) for event in (await telling.log())[1:]] == [CallbackFailed, CallbackRedriven, CallbackDelivered]
    assert await world.courier.redrive(JOB, "valet") == 0


async def test_another_tenants_job_is_not_redriven(telling: Telling) -> None:
    with pytest.raises(RequestRefused) as refused:
        await telling.world.courier.redrive(JOB, "other")
    assert refused.value.code == MessageFault.UNKNOWN_JOB


async def test_a_private_receiver_that_nobody_allowed_is_given_up_at_once(telling: Telling) -> None:
    kept = {"callback_url": telling.receiver.callback_url().replace("127.0.0.1", "127.0.0.2"), "valet_task_id": TASK}
    await telling.world.vault.put_request(telling.world.person, JOB, {"target_url": "https://x.example", **kept})
    await telling.say(asked())
    last = (await telling.log())[-1]
    assert (last.code, last.next_at, last.tries) == (CallbackFault.PRIVATE_TARGET, None, 1)


async def test_a_job_that_names_no_receiver_is_told_to_nobody(world: Any) -> None:
    recorded = await world.say(services.EXECUTOR, asked())
    await world.courier.on_event(recorded)
    assert await world.said() == []


async def test_nothing_of_an_erased_applicant_is_told(telling: Telling) -> None:
    await telling.world.vault.keyring.erase(telling.world.person)
    await telling.say(asked())
    assert telling.receiver.words(JOB) == ["running"]


async def test_neither_address_nor_token_is_on_the_log(telling: Telling) -> None:
    telling.receiver.answers.append(500)
    await telling.say(asked())
    await telling.wait()
    said = "".join(map(repr, await telling.log()))
    assert SECRET not in said
    assert "127.0.0.1" not in said


# How late it is told to a receiver that is not well: seconds of a clock that goes from timer to timer

LATENCIES = [
    # what is wrong with the receiver, what its tries come to, seconds that it is away, tries, seconds until it is told
    ("well", [], 0, 1, 0),
    ("500 once", [500], 0, 2, 1),
    ("500 five times", [500] * 5, 0, 6, 74),
    ("hangs once", ["hangs"], 0, 2, 11),
    ("hangs three times", ["hangs"] * 3, 0, 4, 44),
    ("429, Retry-After: 30", [429], 0, 2, 30),
    ("down for a minute", [], 60, 6, 74),
    ("down for 3 minutes", [], 180, 8, 314),
    ("down for 30 minutes", [], 1800, 13, 1814),
]


@pytest.mark.parametrize(("wrong", "answers", "away", "tries", "seconds"), LATENCIES)
async def test_it_is_told_as_soon_after_as_the_tries_allow(
    telling: Telling,
    monkeypatch: pytest.MonkeyPatch,
    wrong: str,
    answers: list[Any],
    away: int,
    tries: int,
    seconds: int,
) -> None:
    world, send = telling.world, telling.world.sender.send
    back, left = NOW + timedelta(seconds=away), list(answers)
    world.now = NOW

    async def try_once(url: str, callback_id: str, body: bytes) -> ReceiverAnswer:
        if world.now < back:
            return ReceiverAnswer(fault=CallbackFault.NOT_CONNECTED)
        if (told := left.pop(0) if left else None) == "hangs":
            world.now += timedelta(seconds=TRY_SECONDS)
            return ReceiverAnswer(fault=CallbackFault.NO_ANSWER)
        if told is not None:
            telling.receiver.answers.append(JSONResponse({}, told, {"Retry-After": "30"} if told == 429 else {}))
        answered: ReceiverAnswer = await send(url, callback_id, body)
        return answered

    monkeypatch.setattr(world.sender, "send", try_once)
    await telling.say(asked())
    while not isinstance(last := (await telling.log())[-1], CallbackDelivered):
        await telling.wait()
    print(f"{wrong:<22} {last.tries:>3} tries, told after {last.after_ms / 1000:g} s")
    assert (last.tries, last.after_ms) == (tries, seconds * 1000)
    assert telling.receiver.words(JOB) == ["running", "needs_human:captcha"]
