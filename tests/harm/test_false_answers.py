"""No false answer: what a page receives is what the applicant said, or nothing at all and a human or the log knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from ghosthands.domain import ids
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import Phase
from ghosthands.domain.questions import question_key
from ghosthands.domain.session import ActionFailed
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import HarmSite, Sent

pytestmark = pytest.mark.e2e

#: the hundreds of everything that a stack of its own takes are spent once; the sample keeps it short
heavy = pytest.mark.heavy


async def applied(lab: Lab, harm: HarmSite, name: str, answers: Mapping[str, str], **profile: Any) -> str:
    """The id of a job for that page, by an applicant who gave these answers and never any others."""
    given, posting = {**JORDAN.profile, **profile}, a_posting()
    somebody = ids.derived("harm", posting.key)
    return await lab.apply(
        posting, target_url=harm.url(name), valet_user_id=somebody, profile=given, qa_answers=dict(answers)
    )


async def received(lab: Lab, harm: HarmSite, name: str, answers: Mapping[str, str], **profile: Any) -> Sent:
    """What the page received of a job that ended by itself."""
    seen = await lab.until(await applied(lab, harm, name, answers, **profile), lambda seen: seen.over or seen.asks)
    assert seen.phase is Phase.COMPLETED, seen
    (sent,) = harm.applications(name)
    return sent


async def answer(lab: Lab, seen: FollowedJob, words: str) -> None:
    """Answer the one question the job asks."""
    ask = seen.ask
    (asked,) = ask.fields
    await lab.answer(seen.job.id, values={asked.question_key: words}, request_id=ask.request_id)


def failures(seen: FollowedJob) -> list[ActionFailed]:
    return [event for event in seen.named("ActionFailed") if isinstance(event, ActionFailed)]


async def test_a_box_is_ticked_for_a_yes_and_for_nothing_else(lab: Lab, harm: HarmSite) -> None:
    answers = {
        "I have been convicted of a felony": "No",
        "I am willing to relocate": "no, I am not",
        "I have worked for Acme before": "No",
        "I can travel": "Yes",
        "I do NOT require sponsorship": "Yes",
        "I am not bound by a non-compete": "No",
    }
    sent = await received(lab, harm, "checkboxes", answers)
    told = {name for name in sent.fields if name not in ("first_name", "last_name", "email")}
    assert told == {"travel", "no_sponsor"}


async def test_an_answer_that_is_neither_yes_nor_no_is_a_humans(lab: Lab, harm: HarmSite) -> None:
    question = "I am willing to relocate"
    seen = await lab.asking(await applied(lab, harm, "unclear_checkbox", {question: "It depends on the city"}))
    ask = seen.ask
    assert (ask.kind, [one.question_key for one in ask.fields]) == (AskKind.FIELDS, [question_key(question)])
    assert not harm.applications("unclear_checkbox")
    await answer(lab, seen, "Yes")
    seen = await lab.finished(seen.job.id)
    assert seen.phase is Phase.COMPLETED, seen
    (sent,) = harm.applications("unclear_checkbox")
    assert sent.fields["relocate"] == ["yes"]


async def test_nothing_is_attested_that_the_applicant_did_not_say(lab: Lab, harm: HarmSite) -> None:
    profile = {
        "current_company": "Initech",
        "over_18": True,
        "requires_sponsorship": False,
        "work_authorization": "Yes",
        "willing_to_relocate": True,
    }
    seen = await lab.asking(await applied(lab, harm, "attesting", {}, **profile))
    assert not harm.applications("attesting")
    said = {
        question_key("I certify that I am at least 21 and all information is true"): "No",
        question_key("I confirm that I am vaccinated per the policy"): "No",
        question_key("I accept the dispute resolution agreement"): "No",
        question_key("I certify that I am authorized to work in Canada and that this is true"): "No",
        question_key("Do you agree to our privacy policy?"): "No",
        question_key("Will you now or in the future require sponsorship?"): "No, never",
        question_key("Would you need to relocate?"): "No",
        question_key("Why are you leaving your current company?"): "To learn.",
        question_key("Your manager's email"): "boss@initech.example",
    }
    assert {one.question_key for one in seen.ask.fields} == said.keys()
    await lab.answer(seen.job.id, values=said, request_id=seen.ask.request_id)
    assert (await lab.finished(seen.job.id)).phase is Phase.COMPLETED
    (sent,) = harm.applications("attesting")
    told = {name: values for name, values in sent.fields.items() if name not in ("first_name", "last_name", "email")}
    assert told == {
        "privacy": ["yes"],
        "true": ["yes"],
        "offers": ["no"],
        "sponsor": ["never"],
        "must_move": ["no"],
        "leaving": ["To learn."],
        "manager_email": ["boss@initech.example"],
    }


@heavy
async def test_a_question_in_the_negative_gets_the_opposite_of_what_the_profile_says(lab: Lab, harm: HarmSite) -> None:
    profile = {"requires_sponsorship": False, "previously_employed": False}
    sent = await received(lab, harm, "negative_questions", {}, **profile)
    told = {name: sent.fields.get(name) for name in ("no_sponsor", "never_worked", "sponsor")}
    assert told == {"no_sponsor": ["yes"], "never_worked": ["yes"], "sponsor": ["no"]}


async def test_a_mask_holds_the_right_number_or_none(lab: Lab, harm: HarmSite) -> None:
    sent = await received(lab, harm, "masked_phone", {})
    assert sent.fields["city"] == ["Sacramento"]
    assert sent.fields["phone"] == ["(415) 555-0134"]


@heavy
async def test_a_mask_without_room_for_the_country_is_left_empty_and_told(lab: Lab, harm: HarmSite) -> None:
    seen = await lab.finished(await applied(lab, harm, "masked_phone", {}, phone="+49 151 12345678"))
    assert seen.phase is Phase.COMPLETED, seen
    assert harm.applications("masked_phone")[-1].fields["phone"] == ["(___) ___-____"]
    assert [event.code for event in failures(seen)] == ["not_kept"]


async def test_a_value_that_did_not_hold_is_taken_out_again(lab: Lab, harm: HarmSite) -> None:
    seen = await lab.finished(await applied(lab, harm, "garbling_phone", {}))
    assert seen.phase is Phase.COMPLETED, seen
    (sent,) = harm.applications("garbling_phone")
    assert sent.fields["phone"] == [""]
    assert [(event.code, event.holds_other) for event in failures(seen)] == [("not_kept", False)]


async def test_a_wrong_value_that_stays_is_not_sent_before_a_human_saw_it(lab: Lab, harm: HarmSite) -> None:
    seen = await lab.asking(await applied(lab, harm, "sticky_phone", {}))
    ask = seen.ask
    assert (ask.kind, [one.question_key for one in ask.fields]) == (AskKind.FIELDS, [question_key("Phone")])
    assert [event.holds_other for event in failures(seen)] == [True]
    assert not harm.applications("sticky_phone")
    await lab.answer(seen.job.id, Resolution.SKIP)
    assert (await lab.finished(seen.job.id)).phase is Phase.COMPLETED
    assert len(harm.applications("sticky_phone")) == 1


@pytest.mark.parametrize("said", ["2:30 PM", pytest.param("in the evening", marks=heavy)])
async def test_an_optional_control_that_refuses_does_not_block_the_rest(lab: Lab, harm: HarmSite, said: str) -> None:
    answers = {"Best time to call you": said, "Meeting starts": "tomorrow, at ten"}
    seen = await lab.until(await applied(lab, harm, "refusing_time", answers), lambda seen: seen.over or seen.asks)
    assert seen.phase is Phase.COMPLETED, seen
    sent = harm.applications("refusing_time")[-1]
    assert sent.fields["call_at"] == (["14:30"] if said == "2:30 PM" else [""])
    assert len(failures(seen)) == (said != "2:30 PM")


@heavy
@pytest.mark.parametrize("said", ["March 4, 2027", "whenever"])
async def test_a_date_out_of_range_is_taken_out_again(lab: Lab, harm: HarmSite, said: str) -> None:
    seen = await lab.until(
        await applied(lab, harm, "half_typed_month", {"Meeting starts": said}), lambda seen: seen.over or seen.asks
    )
    assert seen.phase is Phase.COMPLETED, seen
    assert harm.applications("half_typed_month")[-1].fields["meeting"] == [""]


async def test_a_form_that_comes_back_empty_is_filled_again(lab: Lab, harm: HarmSite) -> None:
    sent = await received(lab, harm, "remounting", {})
    assert sent.fields["first_name"] == ["Jordan"]
    assert sent.fields["city"] == ["Sacramento"]


@heavy
async def test_what_a_page_takes_back_when_it_is_left_does_not_count_as_filled(lab: Lab, harm: HarmSite) -> None:
    job_id = await applied(lab, harm, "reverting", {"Why do you want to work here?": "Because."})
    seen = await lab.until(job_id, lambda seen: seen.over or seen.asks)
    assert seen.phase is Phase.COMPLETED, seen
    assert harm.applications("reverting")[-1].fields["why"] == ["Because."]
    assert [event.code for event in failures(seen)] == ["not_kept"]
