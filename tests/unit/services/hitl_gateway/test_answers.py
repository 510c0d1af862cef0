"""What comes of a human's answer."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from ghosthands.domain import services
from ghosthands.domain.answers import RememberedAnswer
from ghosthands.domain.errors import CommandRejected, Permanent, StreamUnavailable, Transient
from ghosthands.domain.human import AskKind, HumanResolved, HumanTimedOut, Resolution
from ghosthands.domain.job import EffectIntended, EffectKind, JobCancelled, JobFailed, JobResumed, SubmitUnclear
from ghosthands.domain.page import ButtonRole, FieldKind, FieldModel, Locator, OptionModel
from ghosthands.domain.plan import Unanswered
from ghosthands.domain.questions import question_key
from ghosthands.testkit.story import NOON, page_model

if TYPE_CHECKING:
    from conftest import World

JOB = "0b8f7d3e-0000-5000-8000-000000000001"
REQUEST = "7c9e6679-0000-5000-8000-000000000001"
NEXT = "7c9e6679-0000-5000-8000-000000000002"
WHY = question_key("Why us?")
SECRET = "Because of Babbage"


async def test_a_value_goes_into_the_vault_and_its_question_on_the_log(world: World) -> None:
    await world.ask()
    await world.answer(values={"why": SECRET})
    data = await world.vault.get_applicant_data(world.person, JOB)
    assert data.value(f"answers.{WHY}") == SECRET
    assert await world.said() == [
        HumanResolved(request_id=REQUEST, resolution=Resolution.VALUE, at=world.now, answered=(WHY,))
    ]


async def test_an_answer_wakes_the_job_in_its_band_and_is_acknowledged(world: World) -> None:
    await world.ask()
    await world.answer(values={WHY: SECRET})
    assert len(world.woken) == 1
    assert world.told("answer") == [{"job_id": JOB, "accepted": True, "request_id": REQUEST, "message_sequence": 1}]


async def test_of_two_answers_at_once_only_the_values_of_the_one_that_counts_are_kept(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.ask()
    put_answer = world.vault.put_answer

    async def meanwhile_another(*args: Any) -> None:
        monkeypatch.undo()
        with pytest.raises(Transient):
            await world.answer(values={"why": "Because of Turing"}, sequence=2)
        await put_answer(*args)

    monkeypatch.setattr(world.vault, "put_answer", meanwhile_another)
    await world.answer(values={"why": SECRET})
    with pytest.raises(CommandRejected):
        await world.answer(values={"why": "Because of Turing"}, sequence=2, delivered=2)
    data = await world.vault.get_applicant_data(world.person, JOB)
    assert data.value(f"answers.{WHY}") == SECRET
    assert [(told["accepted"], told["message_sequence"]) for told in world.told("answer")] == [(True, 1), (False, 2)]


async def test_an_answer_that_failed_half_way_makes_way_for_another(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.ask()

    async def away(*_: Any) -> None:
        raise StreamUnavailable("the vault is away")

    monkeypatch.setattr(world.vault, "put_answer", away)
    with pytest.raises(StreamUnavailable):
        await world.answer(values={"why": "Because of Turing"})
    monkeypatch.undo()
    await world.answer(values={"why": SECRET}, sequence=2)
    data = await world.vault.get_applicant_data(world.person, JOB)
    assert data.value(f"answers.{WHY}") == SECRET


@pytest.mark.parametrize("said", ["Yes", "yes", "true"])
async def test_what_an_option_says_is_taken(world: World, said: str) -> None:
    await world.ask()
    await world.answer(values={"visa": said})
    assert len(await world.said()) == 1


async def test_what_no_option_says_is_refused_with_the_options(world: World) -> None:
    await world.ask()
    with pytest.raises(CommandRejected):
        await world.answer(values={"visa": "Perhaps"})
    (told,) = world.told("answer")
    assert (told["accepted"], told["message_sequence"]) == (False, 1)
    (reason,) = told["reasons"]
    assert (reason["field"], reason["code"]) == ("values.*", "not_an_option")
    assert reason["message"] == "'Visa' takes one of: Yes, No"
    assert (await world.said(), "Perhaps" in str(told)) == ([], False)


async def test_a_note_whose_overrides_cannot_be_read_is_no_word_to_go_on(world: World) -> None:
    await world.ask()
    with pytest.raises(CommandRejected):
        await world.receive(msgspec.json.encode({"job_id": JOB, "notes": "Field overrides: why = because"}))
    (told,) = world.told("answer")
    assert [reason["field"] for reason in told["reasons"]] == ["notes"]
    assert "`field: value` lines" in told["reasons"][0]["message"]


@pytest.mark.parametrize("resolution", [Resolution.SKIP, Resolution.DONE])
async def test_a_human_may_leave_it_or_do_it_himself(world: World, resolution: Resolution) -> None:
    await world.ask()
    await world.answer(resolution=resolution)
    assert await world.said() == [HumanResolved(request_id=REQUEST, resolution=resolution, at=world.now)]
    assert len(world.woken) == 1


async def test_an_answer_delivered_again_changes_nothing(world: World) -> None:
    await world.ask()
    await world.answer(values={"why": SECRET})
    before = list(world.bus.published)
    await world.answer(values={"why": SECRET}, delivered=2)
    assert len(await world.said()) == 1
    assert world.bus.published == before


async def test_an_answer_whose_wake_up_call_was_lost_sends_it_when_delivered_again(world: World) -> None:
    await world.ask()
    await world.answer(values={"why": SECRET})
    woken = world.woken
    world.bus.published.clear()
    await world.answer(values={"why": SECRET}, delivered=2)
    assert world.woken == woken


async def test_a_second_answer_is_too_late(world: World) -> None:
    await world.ask()
    await world.answer(values={"why": SECRET})
    with pytest.raises(CommandRejected):
        await world.answer(resolution="skip")
    assert world.told("answer")[-1]["code"] == "already_answered"
    assert len(await world.said()) == 1


async def test_without_a_request_id_the_open_request_is_meant(world: World) -> None:
    await world.ask()
    await world.answer(request_id=None, values={"why": SECRET})
    assert len(await world.said()) == 1


async def test_an_old_answer_without_a_request_id_does_not_answer_the_next_request(world: World) -> None:
    await world.ask()
    first = world.now
    await world.answer(request_id=None, resolution="skip", given_at=first)
    world.now += timedelta(seconds=5)
    await world.say(services.EXECUTOR, JobResumed(request_id=REQUEST, at=world.now))
    await world.ask(NEXT, at=world.now)
    with pytest.raises(CommandRejected):
        await world.answer(request_id=None, resolution="skip", given_at=first)
    await world.answer(request_id=None, resolution="skip", given_at=first, delivered=2)
    assert len(await world.said()) == 1


async def test_an_answer_is_taken_that_came_at_once_though_the_clock_of_who_asked_is_ahead(world: World) -> None:
    await world.ask(at=world.now + timedelta(seconds=1))
    await world.answer(request_id=None, values={"why": SECRET})
    assert len(await world.said()) == 1


async def test_an_answer_to_another_request_is_refused(world: World) -> None:
    await world.ask()
    with pytest.raises(CommandRejected):
        await world.answer(request_id=NEXT, resolution="skip")
    assert world.told("answer")[-1]["code"] == "not_open"


async def test_an_answer_to_a_job_that_asks_for_nothing_is_refused(world: World) -> None:
    with pytest.raises(CommandRejected):
        await world.answer(resolution="skip")
    assert world.told("answer")[-1]["code"] == "not_open"


async def test_an_answer_to_a_job_that_ended_is_refused(world: World) -> None:
    await world.ask()
    await world.say(services.EXECUTOR, JobCancelled(at=world.now))
    with pytest.raises(CommandRejected):
        await world.answer(resolution="skip")
    assert world.told("answer")[-1]["code"] == "already_cancelled"
    assert world.woken == []


async def test_an_answer_after_the_time_is_over_is_refused(world: World) -> None:
    await world.ask()
    await world.say(services.HITL_GATEWAY, HumanTimedOut(request_id=REQUEST, at=world.now))
    with pytest.raises(CommandRejected):
        await world.answer(resolution="skip")
    assert world.told("answer")[-1]["code"] == "timed_out"


async def test_an_answer_for_a_person_erased_meanwhile_is_refused(world: World) -> None:
    await world.ask()
    await world.vault.erase(world.person)
    with pytest.raises(CommandRejected):
        await world.answer(values={"why": SECRET})
    assert world.told("answer")[-1]["code"] == "applicant_erased"
    assert await world.said() == []


async def test_an_answer_to_a_job_nobody_requested_is_dead(world: World) -> None:
    with pytest.raises(Permanent) as refused:
        await world.answer(job_id="0b8f7d3e-0000-5000-8000-00000000dead")
    assert refused.value.code == "unknown_job"


@pytest.mark.parametrize("resolution", ["skip", "no resolution there is"])
async def test_to_another_tenant_there_is_no_such_job(world: World, resolution: str) -> None:
    await world.ask()
    with pytest.raises(Permanent) as refused:
        await world.answer(tenant="acme", resolution=resolution)
    assert refused.value.code == "unknown_job"
    assert await world.said() == []
    assert world.bus.published == []


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"resolution": SECRET}, ("resolution", "not_allowed")),
        ({"resolution": 7}, ("resolution", "not_allowed")),
        ({"request_id": SECRET}, ("request_id", "not_a_uuid")),
        ({"values": [SECRET]}, ("values", "dict_type")),
        ({"values": {"why": {"nested": SECRET}}}, ("values.*", "string_type")),
        ({"values": {"why": ""}}, ("values.*", "missing")),
        ({"values": {"why": f"{SECRET}\0"}}, ("values.*", "control_character")),
        ({"values": {"why": SECRET * 2000}}, ("values.*", "oversize")),
        ({"values": {}}, ("values", "missing")),
        ({"values": {SECRET: "x"}}, ("values.*", "unknown_field")),
        ({"resolution": "skip", "values": {"why": SECRET}}, ("values", "not_allowed")),
    ],
)
async def test_an_answer_that_does_not_fit_is_told_its_reason_and_done_with(
    world: World, body: dict[str, Any], reason: tuple[str, str]
) -> None:
    await world.ask()
    with pytest.raises(CommandRejected) as refused:
        await world.answer(**body)
    assert refused.value.code == "invalid_answer"
    (told,) = world.told("answer")
    assert (told["accepted"], told["code"]) == (False, "invalid_answer")
    assert [(one["field"], one["code"]) for one in told["reasons"]] == [reason]
    assert await world.said() == []


async def test_every_reason_is_told_at_once(world: World) -> None:
    await world.ask()
    with pytest.raises(CommandRejected):
        await world.answer(resolution="maybe", values={"why": ""})
    (told,) = world.told("answer")
    assert {one["field"] for one in told["reasons"]} == {"resolution", "values.*"}


async def test_no_value_is_taken_where_none_was_asked_for(world: World) -> None:
    await world.ask(kind=AskKind.BLOCKER, fields=(), code="captcha")
    with pytest.raises(CommandRejected):
        await world.answer(values={"why": SECRET})
    assert world.told("answer")[0]["reasons"][0]["field"] == "resolution"


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'"x"', b"\xff"])
async def test_what_is_no_json_object_is_dead(world: World, data: bytes) -> None:
    with pytest.raises(Permanent) as refused:
        await world.receive(data)
    assert refused.value.code == "malformed_json"


async def test_a_message_that_names_no_job_is_dead(world: World) -> None:
    with pytest.raises(Permanent) as refused:
        await world.receive(b'{"resolution": "skip"}')
    assert refused.value.code == "invalid_answer"
    assert world.bus.published == []


async def test_a_message_to_a_door_there_is_not_is_dead(world: World) -> None:
    with pytest.raises(Permanent) as refused:
        await world.receive(b"{}", "human.shouts")
    assert refused.value.code == "unknown_subject"


async def test_what_a_human_says_shows_nowhere_outside_the_vault(world: World) -> None:
    await world.ask()
    bodies: list[dict[str, Any]] = [{"values": {SECRET: SECRET}}, {"resolution": SECRET}, {"request_id": SECRET}]
    for body in bodies:
        with pytest.raises(CommandRejected) as refused:
            await world.answer(**body)
        assert SECRET not in str(refused.value)
    await world.answer(values={"why": SECRET}, said_by=SECRET)
    events = msgspec.json.encode(await world.said())
    outside = [events, world.store.everything(), *(message.data for message in world.bus.published)]
    assert not any(SECRET.encode() in data for data in outside)


async def test_an_answer_that_holds_for_other_forms_is_kept_for_all_jobs_of_the_person(world: World) -> None:
    shift = FieldModel(
        id="shift",
        locator=Locator("#shift"),
        kind=FieldKind.SELECT,
        label="Which shift do you prefer?",
        options=(OptionModel("Days"), OptionModel("Nights")),
    )
    why = FieldModel(id="why", locator=Locator("#why"), kind=FieldKind.TEXTAREA, label="Why us?")
    asked = tuple(Unanswered(field.id, question_key(field.label)) for field in (shift, why))
    ref = await world.vault.put_page_model(msgspec.json.encode(page_model(shift, why)))
    await world.ask(fields=asked, model_ref=ref)
    await world.answer(values={"shift": "Nights", "why": SECRET})
    assert await world.vault.get_remembered(world.person) == {
        question_key(shift.label): RememberedAnswer(
            "Nights", FieldKind.SELECT, frozenset({"days", "nights"}), question=shift.label
        )
    }


async def end_in_doubt(world: World, kind: AskKind = AskKind.SUBMIT_UNCLEAR) -> None:
    """Nobody answers in time whether the application was submitted, and the job ends."""
    button: dict[str, Any] = {"button_id": "b", "button_role": ButtonRole.SUBMIT, "fingerprint": "f"}
    await world.say(services.EXECUTOR, EffectIntended(at=NOON, intent_id="i", kind=EffectKind.SUBMIT, **button))
    await world.say(services.EXECUTOR, SubmitUnclear(intent_id="i", at=NOON))
    await world.ask(kind=kind, fields=())
    await world.say(services.HITL_GATEWAY, HumanTimedOut(request_id=REQUEST, at=NOON))
    await world.say(services.EXECUTOR, JobFailed(at=NOON, code="hitl_timeout"))


@pytest.mark.parametrize("resolution", [Resolution.DONE, Resolution.SKIP])
async def test_whether_it_was_submitted_can_be_said_after_the_end_once(world: World, resolution: Resolution) -> None:
    await end_in_doubt(world)
    await world.answer(resolution=resolution)
    assert (await world.said())[-1] == HumanResolved(request_id=REQUEST, resolution=resolution, at=world.now)
    assert len(world.woken) == 1
    with pytest.raises(CommandRejected):
        await world.answer(resolution=resolution, sequence=2)


async def test_nothing_else_can_be_answered_after_an_end_in_doubt(world: World) -> None:
    await end_in_doubt(world)
    with pytest.raises(CommandRejected):
        await world.answer(values={"why": SECRET})
    assert isinstance((await world.said())[-1], HumanTimedOut)


async def test_an_answer_to_another_question_before_the_end_does_not_say_whether_it_was_submitted(world: World) -> None:
    await end_in_doubt(world, AskKind.BLOCKER)
    with pytest.raises(CommandRejected):
        await world.answer(resolution="done")
    with pytest.raises(CommandRejected):
        await world.answer(resolution="done", request_id=None, given_at=world.now - timedelta(minutes=5))
    assert isinstance((await world.said())[-1], HumanTimedOut)


@pytest.mark.parametrize("resolution", [Resolution.DONE, Resolution.SKIP])
async def test_a_late_answer_that_names_no_request_does_not_say_whether_it_was_submitted(
    world: World, resolution: Resolution
) -> None:
    """It was given to the question that was asked last, which asked something else."""
    await end_in_doubt(world, AskKind.BLOCKER)
    with pytest.raises(CommandRejected, match="only an answer that names request"):
        await world.answer(resolution=resolution, request_id=None, given_at=world.now + timedelta(seconds=2))
    assert world.told("answer")[-1]["code"] == "already_failed"
    assert isinstance((await world.said())[-1], HumanTimedOut)


async def test_a_late_answer_that_names_no_request_counts_where_just_that_was_asked_last(world: World) -> None:
    await end_in_doubt(world)
    await world.answer(resolution=Resolution.DONE, request_id=None)
    assert isinstance((await world.said())[-1], HumanResolved)
