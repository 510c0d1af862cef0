"""What somebody says to a job later, over HTTP and on to the log, the vault and what is told."""

from __future__ import annotations

import asyncio
import os
import signal
import uuid
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest

from ghosthands.domain import ids, job, services
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.human import AskKind, HumanResolved, Resolution
from ghosthands.domain.page import ButtonRole
from ghosthands.domain.plan import Unanswered
from ghosthands.domain.questions import question_key
from ghosthands.messaging.server.jetstream import Outgoing
from ghosthands.messaging.server.permissions import VALET
from ghosthands.vault.applicant import Applicant

if TYPE_CHECKING:
    from conftest import Street

SECRET = "Norwegian blue"
PARROT = question_key("Which parrot?")
MESSAGE = f"Field overrides:\nWhich parrot?: {SECRET}\nNotice period: two weeks"


def now() -> datetime:
    return datetime.now(UTC)


def asked(kind: AskKind = AskKind.FIELDS, code: str | None = None) -> job.HumanRequested:
    fields = (Unanswered("f-1", PARROT),) if kind is AskKind.FIELDS else ()
    return job.HumanRequested(
        request_id=str(uuid.uuid4()), kind=kind, at=now(), timeout_seconds=300, fields=fields, code=code
    )


async def begun(street: Street, *events: Any) -> tuple[str, Applicant]:
    """A job that an executor claimed, and this became of it."""
    sent = street.application()
    told = await street.valet.apply(sent)
    await street.say(told["job_id"], job.JobClaimed(at=now(), worker="w"), *events)
    return told["job_id"], Applicant("valet", ids.applicant_id("valet", sent["valet_user_id"]))


async def say(street: Street, job_id: str, message: Any = MESSAGE, **headers: str) -> httpx.Response:
    path = f"/api/v1/gh/jobs/{job_id}/continue"
    return await street.http.post(path, json={"message": message}, headers=headers or street.key)


async def answers(street: Street, person: Applicant, job_id: str) -> dict[str, str]:
    data = await street.vault.get_applicant_data(person, job_id)
    return {key: data.value(key) for key in data.keys() if key.startswith("answers.")}  # noqa: SIM118 - no mapping


async def test_a_job_that_failed_is_reopened_with_what_it_lacked(street: Street) -> None:
    job_id, person = await begun(street, job.JobFailed(at=now(), code="hitl_timeout"))
    answer = await say(street, job_id, f"Please try again.\n{MESSAGE}")
    assert (answer.status_code, answer.json()) == (
        200,
        {
            "id": job_id,
            "status": "pending",
            "how": "reopened",
            "answers": 2,
            "words": "unread",
            "message": "nothing in this job reads free words",
        },
    )
    assert (await answers(street, person, job_id))[f"answers.{PARROT}"] == SECRET
    status = await street.valet.status(job_id)
    assert (status["status"], status["error"]) == ("pending", None)
    assert status["status_message"].endswith("nothing in this job reads free words")
    events = await street.events(job_id)
    assert [type(event).__name__ for event in events[-2:]] == ["JobContinued", "JobRetried"]
    assert SECRET not in str(events)


async def test_a_paused_job_takes_it_for_the_answer_to_what_it_asks(street: Street) -> None:
    question = asked()
    job_id, person = await begun(street, question)
    answer = await say(street, job_id)
    assert (answer.status_code, answer.json()["how"], answer.json()["words"]) == (200, "answered", "none")
    resolved = await street.until(job_id, lambda event: isinstance(event, HumanResolved))
    assert isinstance(resolved, HumanResolved)
    assert (resolved.request_id, resolved.resolution) == (question.request_id, Resolution.VALUE)
    assert resolved.answered == (PARROT,)
    assert await answers(street, person, job_id) == {
        f"answers.{PARROT}": SECRET,
        f"answers.{question_key('Notice period')}": "two weeks",
    }


async def test_at_a_wall_words_mean_look_again(street: Street) -> None:
    job_id, _ = await begun(street, asked(AskKind.BLOCKER, BlockerType.CAPTCHA))
    assert (await say(street, job_id, "It is solved.")).status_code == 200
    resolved = await street.until(job_id, lambda event: isinstance(event, HumanResolved))
    assert isinstance(resolved, HumanResolved)
    assert resolved.resolution is Resolution.DONE


async def test_of_those_who_say_something_to_one_question_one_is_told_to_be_taken(street: Street) -> None:
    job_id, person = await begun(street, asked())
    said = [f"Field overrides:\nWhich parrot?: {SECRET} {n}" for n in range(4)]
    told = await asyncio.gather(*(say(street, job_id, each) for each in said))
    assert sorted(each.status_code for each in told) == [200, 409, 409, 409]
    resolved = [event for event in await street.events(job_id) if isinstance(event, HumanResolved)]
    assert len(resolved) == 1
    assert (await answers(street, person, job_id))[f"answers.{PARROT}"].startswith(SECRET)


@pytest.mark.parametrize("what", ["continue", "retry"])
async def test_a_cancel_holds_against_what_was_said_before_it_and_against_messages_but_not_against_a_retry(
    street: Street, what: str
) -> None:
    job_id, _ = await begun(street, asked(AskKind.BLOCKER, BlockerType.CAPTCHA))
    said = msgspec.json.encode({"tenant": "valet", "job_id": job_id, "message": MESSAGE})
    intake = street.stack.process(services.JOB_INTAKE).pid
    os.kill(intake, signal.SIGSTOP)
    try:
        await street.buses[VALET].publish(Outgoing(f"job.{what}", said))
        await street.say(job_id, job.JobCancelled(at=now()))
    finally:
        os.kill(intake, signal.SIGCONT)
    behind, _ = await begun(street)
    await street.until(behind, lambda event: isinstance(event, job.JobClaimed))
    assert isinstance((await street.events(job_id))[-1], job.JobCancelled)
    refused = await say(street, job_id)
    assert (refused.status_code, "it was cancelled" in refused.text) == (409, True)
    retried = await street.http.post(f"/api/v1/gh/jobs/{job_id}/retry", headers=street.key)
    assert retried.status_code == 200
    names = [type(event).__name__ for event in await street.events(job_id)]
    assert names[-2:] == ["JobCancelled", "JobRetried"]


async def test_of_five_messages_at_once_to_what_ended_the_values_of_the_one_that_counts_are_kept(
    street: Street,
) -> None:
    job_id, person = await begun(street, job.JobFailed(at=now(), code="hitl_timeout"))
    said = [f"Field overrides:\nWhich parrot?: {n}\nSeat {n}: window" for n in range(5)]
    told = await asyncio.gather(*(say(street, job_id, each) for each in said))
    assert sorted(each.status_code for each in told) == [200, 409, 409, 409, 409]
    winner = next(n for n, each in enumerate(told) if each.status_code == 200)
    assert await answers(street, person, job_id) == {
        f"answers.{PARROT}": str(winner),
        f"answers.{question_key(f'Seat {winner}')}": "window",
    }
    names = [type(event).__name__ for event in await street.events(job_id)]
    assert (names.count("JobContinued"), names.count("JobRetried")) == (1, 1)


@pytest.mark.parametrize(
    ("events", "message", "reason"),
    [
        ((), MESSAGE, "job_not_continuable"),
        ((job.JobCompleted(at=now(), outcome=job.Outcome.SUBMITTED),), MESSAGE, "too_late"),
        ((asked(),), "Just go on.", "answers_nothing"),
    ],
    ids=["running", "sent", "words alone"],
)
async def test_what_cannot_go_on_by_it_says_which_job_it_is_and_why(
    street: Street, events: tuple[Any, ...], message: str, reason: str
) -> None:
    job_id, person = await begun(street, *events)
    before = len(await street.events(job_id))
    answer = await say(street, job_id, message)
    told = answer.json()
    assert (answer.status_code, told["error"], told["job_id"]) == (409, "job_not_continuable", job_id)
    assert told["reason"] == reason
    assert (len(await street.events(job_id)), await answers(street, person, job_id)) == (before, {})


@pytest.mark.parametrize("message", ["", " ", "w" * 1001, SECRET * 2000, None, 7, "bell \x07"])
async def test_what_says_nothing_or_too_much_is_refused_by_field_and_never_repeated(
    street: Street, message: Any
) -> None:
    job_id, _ = await begun(street, job.JobFailed(at=now(), code="network_error"))
    answer = await say(street, job_id, message)
    assert (answer.status_code, answer.json()["details"][0]["field"]) == (422, "message")
    assert SECRET not in answer.text


async def test_a_posting_that_was_applied_to_since_is_told_at_once_with_what_to_do(street: Street) -> None:
    sent = street.application()
    job_id = (await street.valet.apply(sent))["job_id"]
    await street.say(job_id, job.JobFailed(at=now(), code="network_error"))
    again = {"valet_user_id": sent["valet_user_id"], "target_url": sent["target_url"]}
    other = (await street.valet.apply(street.application(**again)))["job_id"]
    for answer in (
        await say(street, job_id),
        await street.http.post(f"/api/v1/gh/jobs/{job_id}/retry", headers=street.key),
    ):
        told = answer.json()
        assert (answer.status_code, told["reason"], told["job_id"]) == (409, "duplicate_application", job_id)
        assert f"job {other} is this person's application" in told["message"]
        assert "cancel that one first" in told["message"]
        assert answer.elapsed.total_seconds() < 4


@pytest.mark.parametrize("ended", [False, True], ids=["asks", "ended"])
async def test_a_message_that_a_cancel_overtakes_is_not_told_to_be_taken(street: Street, ended: bool) -> None:
    job_id, _ = await begun(street, job.JobFailed(at=now(), code="network_error") if ended else asked())
    intake = street.stack.process(services.JOB_INTAKE).pid
    os.kill(intake, signal.SIGSTOP)
    try:
        before = await street.count_messages()
        saying = asyncio.create_task(say(street, job_id))
        while await street.count_messages() == before:  # noqa: ASYNC110  another process stores it
            await asyncio.sleep(0.01)
        if ended:
            await street.say(job_id, job.JobRetried(at=now()), service=services.JOB_INTAKE)
        await street.say(job_id, job.JobCancelled(at=now()))
    finally:
        os.kill(intake, signal.SIGCONT)
    answer = await saying
    assert (answer.status_code, answer.json()["reason"]) == (409, "job_not_continuable")
    assert "it was cancelled" in answer.json()["message"]


async def test_a_cancel_that_the_submission_overtakes_is_told_to_be_too_late_at_once(street: Street) -> None:
    job_id, _ = await begun(street)
    intake = street.stack.process(services.JOB_INTAKE).pid
    button: dict[str, Any] = {"button_id": "b", "button_role": ButtonRole.SUBMIT, "fingerprint": "f"}
    os.kill(intake, signal.SIGSTOP)
    try:
        before = await street.count_messages()
        cancelling = asyncio.create_task(street.http.post(f"/api/v1/gh/jobs/{job_id}/cancel", headers=street.key))
        while await street.count_messages() == before:  # noqa: ASYNC110  another process stores it
            await asyncio.sleep(0.01)
        await street.say(job_id, job.EffectIntended(at=now(), intent_id="i", kind=job.EffectKind.SUBMIT, **button))
    finally:
        os.kill(intake, signal.SIGCONT)
    told = (await cancelling).json()
    assert (told["error"], told["reason"], told["job_id"]) == ("job_not_cancellable", "too_late", job_id)


async def test_of_two_answers_at_once_one_is_told_to_be_taken(street: Street) -> None:
    job_id, person = await begun(street, asked())
    path = f"/api/v1/gh/valet/resume/{job_id}"
    bodies = [{"resolution": "value", "values": {PARROT: f"{SECRET} {n}"}} for n in range(4)]
    told = await asyncio.gather(*(street.http.post(path, json=body, headers=street.key) for body in bodies))
    assert sorted(each.status_code for each in told) == [200, 409, 409, 409]
    assert {each.json().get("reason") for each in told} == {None, "already_answered"}
    winner = next(n for n, each in enumerate(told) if each.status_code == 200)
    assert (await answers(street, person, job_id))[f"answers.{PARROT}"] == f"{SECRET} {winner}"


async def test_nobody_says_anything_to_anothers_job(street: Street) -> None:
    job_id, _ = await begun(street, job.JobFailed(at=now(), code="network_error"))
    stranger = street.token_of(str(uuid.uuid4()))
    assert (await say(street, job_id, **stranger)).status_code == 404
    assert (await say(street, str(uuid.uuid4()))).status_code == 404
    assert (await say(street, job_id, **{"X-GH-Service-Key": "wrong"})).status_code == 401
