"""What is said of a job after it was requested: kept in the vault, told by counts, and the job goes on by it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ghosthands.domain import ids, job, services, session
from ghosthands.domain.errors import Conflict, Permanent, StreamUnavailable, Transient
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import Phase
from ghosthands.domain.message import Event
from ghosthands.domain.page import FieldKind, FieldModel, FileInputModel, FilePurpose, Locator, OptionModel
from ghosthands.domain.plan import Unanswered
from ghosthands.domain.questions import question_key
from ghosthands.messaging.clock import utc_now
from ghosthands.messaging.wire import subjects
from ghosthands.testkit.story import NOON, form, page_model
from ghosthands.vault.applicant import Applicant
from tests.unit.services.job_intake.conftest import GOOD, JOB, World, intended

SECRET = "Norwegian blue"
PARROT = question_key("Which parrot?")
OVERRIDES = f"Field overrides:\nWhich parrot?: {SECRET}\nNotice period: two weeks"
PERSON = Applicant("valet", ids.applicant_id("valet", GOOD["valet_user_id"]))
FAILED = job.JobFailed(at=NOON, code="hitl_timeout")


def asking(kind: AskKind = AskKind.FIELDS) -> job.HumanRequested:
    fields = (Unanswered("f-1", PARROT),) if kind is not AskKind.BLOCKER else ()
    return job.HumanRequested(
        request_id="r-1", kind=kind, at=NOON, timeout_seconds=300, fields=fields, drafted=(PARROT,), code="captcha"
    )


async def say(world: World, message: str, *, delivered: int = 1, **named: Any) -> dict[str, Any]:
    """Say it of the job; what VALET is told then."""
    body = {"job_id": JOB, "message": message, **named}
    await world.hear("job.continue", body, delivered=delivered)
    return world.told("continue")[-1]


async def answers(world: World) -> dict[str, str]:
    data = await world.vault.get_applicant_data(PERSON, JOB)
    return {key: data.value(key) for key in data.keys() if key.startswith("answers.")}  # noqa: SIM118 - no mapping


def given_on(world: World) -> list[dict[str, Any]]:
    return [msgspec.json.decode(one.data) for one in world.bus.published if one.subject.startswith("human.resolved.")]


async def names(world: World) -> list[str]:
    return [one.name for one in (await world.events.load(subjects.job(JOB))).recorded]


async def test_an_ended_job_is_tried_anew_with_the_answers_however_often_that_is_heard(world: World) -> None:
    await world.request()
    await world.say(services.EXECUTOR, FAILED)
    for delivered in (1, 2):
        told = await say(world, OVERRIDES, delivered=delivered)
    assert (told["accepted"], told["how"], told["answers"], told["words"]) == (True, "reopened", 2, "none")
    assert (await names(world))[-2:] == ["JobContinued", "JobRetried"]
    assert (await world.job()).phase is Phase.PENDING
    assert await answers(world) == {
        f"answers.{PARROT}": SECRET,
        f"answers.{question_key('Notice period')}": "two weeks",
    }
    assert given_on(world) == []
    history = await world.events.load(subjects.applicant(PERSON.id))
    assert len(history.events) == 2, "the posting is reserved again"


async def test_a_later_message_has_the_last_word(world: World) -> None:
    await world.request(qa_answers={"Which parrot?": "a macaw"})
    await world.say(services.EXECUTOR, FAILED)
    await say(world, OVERRIDES)
    await world.say(services.EXECUTOR, job.JobTimedOut(at=NOON, timeout_seconds=300))
    said = {"job_id": JOB, "message": "Field overrides:\nwhich parrot: a cockatoo"}
    await world.hear("job.continue", said, sequence=2)
    assert (await answers(world))[f"answers.{PARROT}"] == "a cockatoo"


async def test_nothing_of_it_is_on_the_log_or_told(world: World) -> None:
    await world.request(job_type="custom", task_description="Find the salary")
    await world.say(services.EXECUTOR, FAILED)
    told = await say(world, f"Look under the fjords.\n{OVERRIDES}")
    assert told["words"] == "with_task"
    assert await world.vault.get_task(PERSON, JOB, otherwise="") == "Find the salary\nLook under the fjords."
    log = msgspec.json.encode([one.event for one in (await world.events.load(subjects.job(JOB))).recorded])
    for known in (log, *(one.data for one in world.bus.published)):
        assert SECRET.encode() not in known
        assert b"fjords" not in known


async def test_words_that_nobody_reads_are_told_to_be_unread(world: World) -> None:
    await world.request()
    await world.say(services.EXECUTOR, FAILED)
    assert (await say(world, "Please try again."))["words"] == "unread"


@pytest.mark.parametrize(
    ("kind", "resolution", "values"),
    [
        (AskKind.FIELDS, "value", {PARROT: SECRET}),
        (AskKind.REVIEW, "reviewed", {PARROT: SECRET}),
        (AskKind.BLOCKER, "done", {}),
    ],
)
async def test_what_a_paused_job_asks_is_answered_by_it_and_the_rest_is_kept(
    world: World, kind: AskKind, resolution: str, values: dict[str, str]
) -> None:
    await world.request()
    await world.say(services.EXECUTOR, asking(kind))
    for delivered in (1, 2):
        told = await say(world, OVERRIDES, delivered=delivered)
    assert (told["accepted"], told["how"], told["answers"]) == (True, "answered", 2)
    answered = next(
        n for n, one in enumerate(world.bus.published, start=1) if one.subject.startswith("human.resolved.")
    )
    assert told["answer_sequence"] == answered, "by which the word about it is found"
    assert (await names(world)).count("JobContinued") == 1
    (answer,) = given_on(world)
    assert answer == {
        "tenant": "valet",
        "job_id": JOB,
        "request_id": "r-1",
        "resolution": resolution,
        "values": values,
    }
    assert (PARROT in {key.removeprefix("answers.") for key in await answers(world)}) is (kind is AskKind.BLOCKER), (
        "an answer to what is asked counts only where it is the one that is taken"
    )


@pytest.mark.parametrize(
    ("after", "code"),
    [
        ((), "job_not_continuable"),
        ((intended(),), "too_late"),
        ((intended(), job.SubmitUnclear(intent_id="i", at=NOON), FAILED), "too_late"),
        ((job.JobCompleted(at=NOON, outcome=job.Outcome.SUBMITTED),), "too_late"),
    ],
    ids=["pending", "intended", "unclear", "sent"],
)
async def test_what_goes_on_or_may_have_been_sent_stays_as_it_is(
    world: World, after: tuple[Event, ...], code: str
) -> None:
    await world.request()
    for event in after:
        await world.say(services.EXECUTOR, event)
    before = await names(world)
    told = await say(world, OVERRIDES)
    assert (told["accepted"], told["code"]) == (False, code)
    assert (await names(world), await answers(world), given_on(world)) == (before, {}, [])


async def test_a_posting_that_was_applied_to_since_is_not_applied_to_again(world: World) -> None:
    await world.request()
    await world.say(services.EXECUTOR, FAILED)
    await world.request(idempotency_key="key-2")
    told = await say(world, OVERRIDES)
    assert (told["accepted"], told["code"], told["message_sequence"]) == (False, "duplicate_application", 1)
    assert f"job {ids.job_id('valet', 'key-2')} is this person's application" in told["message"]
    assert "goes on; cancel that one first" in told["message"]


VISA = FieldModel(
    id="f-1",
    locator=Locator("#visa"),
    kind=FieldKind.SELECT,
    label="Visa?",
    options=(OptionModel("Select …", placeholder=True), OptionModel("Yes, I have one"), OptionModel("No")),
)


@pytest.mark.parametrize("after", [FAILED, asking()], ids=["ended", "asks"])
async def test_what_no_option_of_a_field_says_is_refused_with_the_options(world: World, after: Event) -> None:
    await world.request()
    ref = await world.vault.put_page_model(msgspec.json.encode(page_model(fields=(VISA,))))
    seen = session.PageObserved(cause="c", session_id="s", page=form(model_ref=ref), took_ms=1)
    await world.say(services.BROWSER_HOST, seen)
    await world.say(services.EXECUTOR, after)
    before = await names(world)
    told = await say(world, f"Field overrides:\nVisa?: Perhaps\nWhich parrot?: {SECRET}")
    assert (told["accepted"], told["code"]) == (False, "invalid_message")
    (reason,) = told["reasons"]
    assert (reason["field"], reason["code"]) == ("message", "not_an_option")
    assert reason["message"] == "'Visa?' takes one of: Yes, I have one, No"
    assert (await names(world), await answers(world)) == (before, {})


async def test_a_text_for_a_question_that_takes_a_file_is_refused(world: World) -> None:
    await world.request()
    proof = FileInputModel(id="f-2", locator=Locator("#proof"), label="Proof of degree", purpose=FilePurpose.OTHER)
    ref = await world.vault.put_page_model(msgspec.json.encode(page_model(file_inputs=(proof,))))
    seen = session.PageObserved(cause="c", session_id="s", page=form(model_ref=ref), took_ms=1)
    await world.say(services.BROWSER_HOST, seen)
    await world.say(services.EXECUTOR, FAILED)
    told = await say(world, "Field overrides:\nProof of degree: degree.pdf")
    assert (told["accepted"], told["code"]) == (False, "invalid_message")
    message = "'Proof of degree' takes a file, not a text: send it in `files` of human.resolved"
    assert told["reasons"][0]["message"] == message


async def test_a_text_for_a_question_that_takes_a_file_or_a_text_is_taken(world: World) -> None:
    await world.request()
    letter = FileInputModel(id="f-2", locator=Locator("#a"), label="Cover letter", purpose=FilePurpose.COVER_LETTER)
    text = FieldModel(id="f-3", locator=Locator("#b"), kind=FieldKind.TEXTAREA, label="Cover letter")
    ref = await world.vault.put_page_model(msgspec.json.encode(page_model(text, file_inputs=(letter,))))
    seen = session.PageObserved(cause="c", session_id="s", page=form(model_ref=ref), took_ms=1)
    await world.say(services.BROWSER_HOST, seen)
    await world.say(services.EXECUTOR, FAILED)
    assert (await say(world, "Field overrides:\nCover letter: Dear all"))["accepted"]


@pytest.mark.parametrize("message", ["", "  ", "w" * 1001, "x" * 20_001, None])
async def test_what_says_nothing_or_too_much_is_refused_with_the_reason(world: World, message: Any) -> None:
    await world.request()
    await world.say(services.EXECUTOR, FAILED)
    told = await say(world, message)
    assert (told["accepted"], told["code"]) == (False, "invalid_message")
    assert [reason["field"] for reason in told["reasons"]] == ["message"]
    assert (await world.job()).phase is Phase.FAILED


async def test_a_message_to_no_job_or_to_another_tenants_brings_nothing_on(world: World) -> None:
    await world.request()
    await world.say(services.EXECUTOR, FAILED)
    for named in ({"tenant": "other"}, {"job_id": ids.job_id("valet", "nobody")}):
        await world.hear("job.continue", {"job_id": JOB, "message": OVERRIDES, **named})
    told = [msgspec.json.decode(one.data) for one in world.bus.published if one.subject.endswith(".continue")]
    assert [(one["accepted"], one["code"]) for one in told] == [(False, "unknown_job")] * 2
    assert (await world.job()).phase is Phase.FAILED


async def test_a_message_that_names_no_job_is_a_dead_letter(world: World) -> None:
    with pytest.raises(Permanent) as dead:
        await world.hear("job.continue", {"message": OVERRIDES})
    assert dead.value.code == "invalid_message"


CANCELLED = job.JobCancelled(at=NOON)


@pytest.mark.parametrize(
    ("what", "code", "why"),
    [
        ("continue", "job_not_continuable", "it was cancelled: "),
        ("retry", "job_not_retryable", "was cancelled after this was said"),
    ],
)
async def test_what_was_said_before_the_cancel_does_not_bring_the_job_back(
    world: World, what: str, code: str, why: str
) -> None:
    await world.request()
    said_at = utc_now()
    await world.say(services.EXECUTOR, CANCELLED)
    before = await names(world)
    await world.hear(f"job.{what}", {"job_id": JOB, "message": OVERRIDES}, stored_at=said_at)
    told = world.told(what)[-1]
    assert (told["accepted"], told["code"]) == (False, code)
    assert why in told["message"]
    assert (await names(world), await answers(world)) == (before, {})


async def test_what_was_said_before_the_question_is_no_answer_to_it(world: World) -> None:
    await world.request()
    said_at = utc_now()
    await world.say(services.EXECUTOR, asking())
    await world.hear("job.continue", {"job_id": JOB, "message": OVERRIDES}, stored_at=said_at)
    assert world.told("continue")[-1]["code"] == "job_not_continuable"
    assert (given_on(world), await answers(world)) == ([], {})


@pytest.mark.parametrize("stands", [FAILED, asking(AskKind.BLOCKER)], ids=["ended", "asking"])
async def test_of_two_messages_at_once_one_is_heeded_and_only_its_values_are_kept(
    world: World, monkeypatch: pytest.MonkeyPatch, stands: Event
) -> None:
    await world.request()
    await world.say(services.EXECUTOR, stands)
    append = world.events.append_decision

    async def meanwhile_another(history: Any, events: Any, *, cause: Any) -> Any:
        monkeypatch.undo()
        await world.hear("job.continue", {"job_id": JOB, "message": OVERRIDES}, sequence=2)
        return await append(history, events, cause=cause)

    monkeypatch.setattr(world.events, "append_decision", meanwhile_another)
    late = {"job_id": JOB, "message": "Field overrides:\nWhich parrot?: a cockatoo"}
    with pytest.raises(Conflict):
        await world.hear("job.continue", late)
    await world.hear("job.continue", late, delivered=2)
    assert world.told("continue")[-1]["accepted"] is False
    assert (await names(world)).count("JobContinued") == 1
    assert (await answers(world))[f"answers.{PARROT}"] == SECRET


def take_vault_away(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(*_: object) -> None:
        raise StreamUnavailable("the vault is away")

    monkeypatch.setattr(world.vault, "put_answer", away)


async def test_the_attempt_begins_once_the_values_are_kept_and_goes_on_from_there(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.request()
    await world.say(services.EXECUTOR, FAILED)
    take_vault_away(world, monkeypatch)
    with pytest.raises(StreamUnavailable):
        await say(world, OVERRIDES)
    assert (await names(world))[-1] == "JobContinued"
    with pytest.raises(Transient):
        await world.hear("job.cancel", {"job_id": JOB})
    for other in ("retry", "continue"):
        await world.hear(f"job.{other}", {"job_id": JOB, "message": "Field overrides:\na: b"}, sequence=7)
        assert "another message is being heeded" in world.told(other)[-1]["message"]
    monkeypatch.undo()
    assert (await say(world, OVERRIDES, delivered=2))["accepted"] is True
    assert (await names(world))[-2:] == ["JobContinued", "JobRetried"]
    assert (await answers(world))[f"answers.{PARROT}"] == SECRET


async def test_a_message_that_brought_nothing_on_in_time_makes_way_for_the_next(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.request()
    await world.say(services.EXECUTOR, FAILED)
    take_vault_away(world, monkeypatch)
    with pytest.raises(StreamUnavailable):
        await say(world, "Field overrides:\nWhich parrot?: a cockatoo")
    monkeypatch.undo()
    later = utc_now() + job.HEEDING
    await world.hear("job.continue", {"job_id": JOB, "message": OVERRIDES}, sequence=2, stored_at=later)
    assert world.told("continue")[-1]["accepted"] is True
    told = await say(world, "Field overrides:\nWhich parrot?: a cockatoo", delivered=2)
    assert (told["accepted"], told["code"]) == (False, "job_not_continuable")
    assert (await names(world)).count("JobRetried") == 1
    assert (await answers(world))[f"answers.{PARROT}"] == SECRET
