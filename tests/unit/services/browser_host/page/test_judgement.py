"""What kind of page it is, above all: whether an application has really arrived."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from ghosthands.browser_host.page import judgement, words
from ghosthands.browser_host.page.inventory import RawFrame, RawStep
from ghosthands.browser_host.page.purpose import PagePurpose
from ghosthands.domain.codes import BlockerType, Doubt
from ghosthands.domain.page import (
    BlockerModel,
    ButtonModel,
    ButtonRole,
    FieldKind,
    FieldModel,
    Locator,
    PageType,
)

FIELD = FieldModel(id="f", locator=Locator("input"), kind=FieldKind.TEXT, label="Name")
PASSWORD = BlockerModel(type=BlockerType.LOGIN, confidence=0.9, evidence="password field")


def frame(**parts: Any) -> RawFrame:
    plain: dict[str, Any] = {
        "origin": "https://jobs.example",
        "controls": (),
        "buttons": (),
        "frames": (),
        "hosts": 0,
        "platforms": (),
        "phrases": {},
        "markers": (),
        "walls": (),
        "step": None,
        "refused": False,
        "status": 200,
        "height": 900,
        "viewport": 900,
        "loading": False,
    }
    return RawFrame(**{**plain, **parts})


APPLIES = PagePurpose(frozenset(), frozenset(), is_all_unrelated=False, leads_away=False)


def page_type(
    *frames: RawFrame,
    fields: tuple[FieldModel, ...] = (),
    roles: tuple[ButtonRole, ...] = (),
    walls: tuple[BlockerModel, ...] = (),
) -> PageType:
    shown = tuple(ButtonModel(id=role, locator=Locator("button"), text=role, role=role) for role in roles)
    return judgement.page_type(frames, fields, (), shown, walls, APPLIES)


def test_a_phrase_without_a_submit_button_confirms() -> None:
    assert page_type(frame(phrases={"confirmed": "strong"})) is PageType.CONFIRMATION


@pytest.mark.parametrize("role", [ButtonRole.SUBMIT, ButtonRole.NEXT])
def test_a_phrase_beside_the_way_on_does_not(role: ButtonRole) -> None:
    said = frame(phrases={"confirmed": "strong"})
    assert page_type(said, fields=(FIELD,), roles=(role,)) is PageType.FORM


def test_a_phrase_in_running_text_over_an_apply_button_is_a_posting() -> None:
    assert page_type(frame(phrases={"confirmed": "weak"}), roles=(ButtonRole.APPLY,)) is PageType.POSTING


def test_a_phrase_in_a_heading_over_other_jobs_apply_buttons_confirms() -> None:
    assert page_type(frame(phrases={"confirmed": "strong"}), roles=(ButtonRole.APPLY,)) is PageType.CONFIRMATION


def test_a_platforms_marker_confirms() -> None:
    assert page_type(frame(markers=("confirmed",))) is PageType.CONFIRMATION


def test_an_expired_session_dressed_as_a_confirmation_is_an_error() -> None:
    assert page_type(frame(markers=("confirmed",), phrases={"broken": "strong"})) is PageType.ERROR


def test_an_application_refused_as_spam_is_no_confirmation() -> None:
    refused = frame(markers=("failed",), phrases={"confirmed": "weak"})
    assert page_type(refused) is not PageType.CONFIRMATION
    assert judgement.page_error([refused])


def test_an_unfinished_step_is_no_confirmation() -> None:
    assert page_type(frame(phrases={"confirmed": "weak"}, step=RawStep(1, 3))) is not PageType.CONFIRMATION


def test_a_confirmation_inside_a_frame_counts() -> None:
    assert page_type(frame(), frame(phrases={"confirmed": "weak"})) is PageType.CONFIRMATION


def test_a_page_that_asks_and_leads_on_is_a_form() -> None:
    assert page_type(frame(), fields=(FIELD,), roles=(ButtonRole.SUBMIT,)) is PageType.FORM


def test_a_page_behind_a_password_is_a_login() -> None:
    assert page_type(frame(), fields=(FIELD,), walls=(PASSWORD,)) is PageType.LOGIN


@pytest.mark.parametrize("gone", [frame(status=404), frame(status=410), frame(phrases={"closed": "weak"})])
def test_a_posting_that_is_gone_is_closed(gone: RawFrame) -> None:
    assert page_type(gone) is PageType.CLOSED


def test_the_search_and_the_newsletter_of_a_page_that_is_gone_are_no_form() -> None:
    assert page_type(frame(), fields=(FIELD, FIELD)) is PageType.FORM
    assert page_type(frame(status=404), fields=(FIELD, FIELD)) is PageType.CLOSED


def test_a_form_is_a_form_even_if_its_site_answers_404() -> None:
    assert page_type(frame(status=404), fields=(FIELD,), roles=(ButtonRole.SUBMIT,)) is PageType.FORM


def test_a_server_error_is_an_error() -> None:
    assert page_type(frame(status=502)) is PageType.ERROR


def test_a_posting_offers_to_apply() -> None:
    assert page_type(frame(), roles=(ButtonRole.APPLY,)) is PageType.POSTING


def test_the_surest_sign_of_a_wall_is_told() -> None:
    seen = frame(walls=(("captcha", 0.9, "recaptcha box"), ("captcha", 0.95, "recaptcha challenge")))
    assert [wall.evidence for wall in judgement.walls([seen])] == ["recaptcha challenge"]


def test_two_frames_that_count_differently_prove_no_step() -> None:
    assert judgement.step([frame(step=RawStep(1, 2)), frame(step=RawStep(2, 3))]) is None


def test_a_weak_sign_of_a_wall_is_told_and_stops_nothing() -> None:
    found = judgement.walls([frame(walls=(("captcha", 0.7, "turnstile"),)), frame(walls=(("login", 0.6, "password"),))])
    assert [(wall.type, wall.confidence) for wall in found] == [("captcha", 0.7), ("login", 0.6)]
    assert page_type(frame(), fields=(FIELD,), roles=(ButtonRole.SUBMIT,), walls=found) is PageType.FORM


def test_an_application_taken_for_spam_is_a_wall_with_its_evidence() -> None:
    [wall] = judgement.walls([frame(phrases={"spam": "strong"})])
    assert (wall.type, wall.evidence, wall.confidence >= 0.8) == (BlockerType.BOT_CHECK, "taken for spam", True)


def test_thanks_beside_a_complaint_about_the_sending_confirm_nothing() -> None:
    assert page_type(frame(phrases={"confirmed": "strong"}, errs=True)) is PageType.OTHER


def test_words_about_failing_are_judged_by_whether_they_answer_the_press() -> None:
    said = frame(phrases={"confirmed": "strong", "unsent": "weak"})
    assert page_type(said) is PageType.CONFIRMATION
    assert not judgement.page_error([said])
    assert judgement.page_error([said], denied=True)


def test_thanks_ahead_of_an_answer_that_is_an_error_confirm_nothing() -> None:
    said = (frame(phrases={"confirmed": "strong"}),)
    assert judgement.page_type(said, (), (), (), (), APPLIES, thanked=True, failed=True) is PageType.OTHER


def test_it_is_told_what_the_page_says_of_an_application_that_it_does_not_confirm() -> None:
    assert judgement.find_denial([frame(phrases={"already": "weak"})]) is Doubt.ALREADY_APPLIED
    assert judgement.find_denial([frame(phrases={"unsent": "weak"})], denied=True) is Doubt.NOT_RECEIVED
    assert judgement.find_denial([frame(phrases={"unsent": "weak"})]) is None


def test_thanks_of_a_page_that_has_sent_nothing_since_the_press_confirm_nothing_and_are_told() -> None:
    said = (frame(phrases={"confirmed": "strong"}),)
    assert judgement.page_type(said, (), (), (), (), APPLIES, thanked=True, nothing_sent=True) is PageType.OTHER
    assert judgement.find_denial(said, nothing_sent=True) is Doubt.NOTHING_SENT
    assert judgement.find_denial(said) is None


CLOSED = frame(phrases={"closed": "weak"})


@pytest.mark.parametrize(
    ("heading", "role"),
    [
        ("Join our talent community", ButtonRole.SUBMIT),
        ("Get job alerts", ButtonRole.NEXT),
        ("Stay in touch", ButtonRole.OTHER),
        ("Talentpool", ButtonRole.SUBMIT),
        ("Register for future vacancies", ButtonRole.SUBMIT),
        ("Apply for similar roles", ButtonRole.SUBMIT),
        ("Spontaneous application: let us keep your CV on file", ButtonRole.SUBMIT),
        ("Initiativbewerbung", ButtonRole.SUBMIT),
        ("Your details", ButtonRole.OTHER),
    ],
)
def test_a_form_for_other_jobs_leaves_a_closed_posting_closed(heading: str, role: ButtonRole) -> None:
    fields = tuple(msgspec.structs.replace(FIELD, id=label, label=label, section=heading) for label in ("a", "b"))
    assert page_type(CLOSED, fields=fields, roles=(role,)) is PageType.CLOSED
    assert page_type(frame(), fields=fields, roles=(role,)) is PageType.FORM


@pytest.mark.parametrize(
    "said",
    [
        "this vacancy is now closed",
        "the position has been closed",
        "this role has already been filled",
        "this job has expired",
    ],
)
def test_a_posting_may_say_in_several_ways_that_it_is_closed(said: str) -> None:
    assert re.search(words.PHRASES["closed"], said)


def test_a_form_that_can_be_sent_is_one_whatever_is_said_of_other_jobs() -> None:
    assert page_type(CLOSED, fields=(FIELD,), roles=(ButtonRole.SUBMIT,)) is PageType.FORM


def test_an_application_beside_an_offer_of_job_alerts_is_a_form_though_another_job_is_closed() -> None:
    alerts = msgspec.structs.replace(FIELD, id="alerts", section="Get job alerts")
    assert page_type(CLOSED, fields=(FIELD, alerts), roles=(ButtonRole.SUBMIT,)) is PageType.FORM
