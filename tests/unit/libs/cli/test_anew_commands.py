"""`ghosthands retry` and `ghosthands continue`: what is sent, and when it is said that the job goes on."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from ghosthands.cli import terminal
from ghosthands.cli.commands import anew
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain import job
from ghosthands.domain.human import AskKind, HumanResolved, HumanTimedOut, Resolution
from ghosthands.domain.message import Event
from ghosthands.domain.page import ButtonRole
from ghosthands.domain.plan import Unanswered
from ghosthands.domain.questions import question_key
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work.verdicts import Complaint, Verdict
from ghosthands.testkit.story import NOON, Story

PARROT = question_key("Which parrot?")
MESSAGE = "Field overrides:\nWhich parrot?: Norwegian blue"
FAILED = job.JobFailed(at=NOON, code="hitl_timeout")
RETRIED = job.JobRetried(at=NOON)
ASKED = job.HumanRequested(
    request_id="r", kind=AskKind.FIELDS, at=NOON, timeout_seconds=300, fields=(Unanswered("f", PARROT),)
)


@pytest.fixture(autouse=True)
def stack(house: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one in memory is the one that runs."""

    @asynccontextmanager
    async def connect(_to: object) -> AsyncIterator[Any]:
        yield house

    async def use_running() -> None:
        return None

    async def find_history(client: Any, _job: str) -> Any:
        return await client.events.load(subjects.job(client.job_id))

    monkeypatch.setattr(anew, "connect", connect)
    monkeypatch.setattr(anew, "use_running", use_running)
    monkeypatch.setattr(anew, "find_history", find_history)


async def stands(house: Any, *events: Event, then: tuple[Event, ...] = ()) -> None:
    """The job has come so far; whatever is sent has this follow."""
    await house.tell(*Story(house.job_id).begun().log, *events)
    house.on_publish = lambda: then


async def test_a_job_that_failed_is_tried_anew(house: Any, screen: Callable[[], str]) -> None:
    await stands(house, FAILED, then=(RETRIED,))
    await anew.retry("job")
    assert house.published == [("job.retry", {"tenant": "valet", "job_id": house.job_id})]
    assert "tried anew" in screen()


async def test_a_job_that_failed_is_reopened_by_what_is_said(house: Any, screen: Callable[[], str]) -> None:
    said = job.JobContinued(at=NOON, answered=(PARROT,), words=job.Hearing.UNREAD)
    await stands(house, FAILED, then=(said, RETRIED))
    await anew.go_on("job", message=f"Go.\n{MESSAGE}", file=None)
    ((subject, body),) = house.published
    assert (subject, body["message"]) == ("job.continue", f"Go.\n{MESSAGE}")
    assert "reopened, 1 answer, nothing in this job reads free words" in screen()
    assert "Norwegian" not in screen()


async def test_a_paused_job_goes_on_once_the_message_is_its_answer(house: Any, screen: Callable[[], str]) -> None:
    said = job.JobContinued(at=NOON, request_id="r", answered=(PARROT,))
    resolved = HumanResolved(request_id="r", resolution=Resolution.VALUE, at=NOON, answered=(PARROT,))
    await stands(house, ASKED, then=(said, resolved))
    await anew.go_on("job", message=MESSAGE, file=None)
    assert "answers what it asks, 1 answer" in screen()


SENT = job.JobCompleted(at=NOON, outcome=job.Outcome.SUBMITTED)
DRY = job.JobCompleted(at=NOON, outcome=job.Outcome.DRY_RUN)


@pytest.mark.parametrize(
    ("events", "why"),
    [((SENT,), "was sent"), ((DRY,), "sent nothing: apply again"), ((), "goes on")],
    ids=["sent", "dry run", "running"],
)
async def test_what_is_not_tried_anew_is_told_with_what_there_is_instead(
    house: Any, events: tuple[Event, ...], why: str
) -> None:
    await stands(house, *events)
    with pytest.raises(Stop, match=why) as stop:
        await anew.retry("job")
    assert (stop.value.code, house.published) == (Exit.NO, [])


async def test_what_may_have_been_sent_is_not_tried_anew_before_somebody_says_that_it_was_not(house: Any) -> None:
    button: dict[str, Any] = {"button_id": "b", "button_role": ButtonRole.SUBMIT, "fingerprint": "f"}
    intended = job.EffectIntended(at=NOON, intent_id="i", kind=job.EffectKind.SUBMIT, **button)
    timed_out = HumanTimedOut(request_id=ASKED.request_id, at=NOON)
    await stands(house, intended, job.SubmitUnclear(intent_id="i", at=NOON), ASKED, timed_out, FAILED)
    with pytest.raises(Stop, match="--submitted or --not-submitted") as stop:
        await anew.retry("job")
    assert (stop.value.code, house.published) == (Exit.NO, [])


@pytest.mark.parametrize("what", ["retry", "continue"])
async def test_what_is_refused_is_told_with_the_reason(house: Any, what: str) -> None:
    await stands(house, FAILED)
    faults = (Complaint("message", "not_an_option", "'Visa' takes one of: Yes, No"),)
    house.verdict = Verdict(accepted=False, code="c", message="cannot go on", reasons=faults)
    with pytest.raises(Stop) as stop:
        await (anew.retry("job") if what == "retry" else anew.go_on("job", message=MESSAGE, file=None))
    assert (stop.value.code, str(stop.value)) == (Exit.NO, "cannot go on: 'Visa' takes one of: Yes, No")


@pytest.mark.parametrize(
    ("events", "message", "code"),
    [
        ((), MESSAGE, Exit.NO),
        ((job.JobCompleted(at=NOON, outcome=job.Outcome.SUBMITTED),), MESSAGE, Exit.NO),
        ((ASKED,), "Just go on.", Exit.NO),
        ((FAILED,), " ", Exit.USAGE),
        ((FAILED,), "w" * 1001, Exit.USAGE),
    ],
    ids=["running", "sent", "answers nothing", "empty", "too long"],
)
async def test_what_would_be_refused_is_not_sent(
    house: Any, events: tuple[Event, ...], message: str, code: Exit
) -> None:
    await stands(house, *events)
    with pytest.raises(Stop) as stop:
        await anew.go_on("job", message=message, file=None)
    assert (stop.value.code, house.published) == (code, [])


async def test_the_message_is_read_from_a_file_or_from_standard_input(
    house: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "message"
    kept.write_text(MESSAGE)
    for file in (kept, Path("-"), None):
        monkeypatch.setattr("sys.stdin", io.StringIO(MESSAGE))
        monkeypatch.setattr(terminal, "is_there", lambda: False)
        await stands(house, FAILED, then=(job.JobContinued(at=NOON, answered=(PARROT,)), RETRIED))
        await anew.go_on("job", message=None, file=file)
    assert [body["message"] for _, body in house.published] == [MESSAGE] * 3


async def test_a_message_in_two_places_and_a_file_that_is_not_there_are_refused(tmp_path: Path) -> None:
    for message, file in ((MESSAGE, tmp_path), (None, tmp_path / "nothing")):
        with pytest.raises(Stop) as stop:
            await anew.go_on("job", message=message, file=file)
        assert stop.value.code is Exit.USAGE


async def test_a_message_that_a_cancel_overtook_is_told_so(house: Any) -> None:
    await stands(house, ASKED, then=(job.JobCancelRequested(at=NOON), job.JobCancelled(at=NOON)))
    with pytest.raises(Stop) as stop:
        await anew.go_on("job", message=MESSAGE, file=None)
    assert (stop.value.code, str(stop.value)) == (
        Exit.NO,
        f"job {house.job_id} was cancelled meanwhile",
    )
