"""The bodies of callbacks: only words that the upstream product's receiver understands."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from ghosthands.domain import callbacks, codes, job, manual, session
from ghosthands.domain.asked_models import CostIncurred, Purpose
from ghosthands.domain.callbacks import CallbackWord
from ghosthands.domain.human import AskKind
from ghosthands.domain.kinds import ModeReason, WorkMode
from ghosthands.domain.message import Event
from ghosthands.domain.page import ButtonModel, ButtonRole, ErrorKind, FieldKind, FieldModel, Locator, PageModel
from ghosthands.domain.plan import Unanswered
from ghosthands.hitl_gateway.callbacks.bodies import write_body
from ghosthands.testkit.story import NOON, fill, page_model, requested

JOB = "0b8f7d3e-0000-5000-8000-000000000001"
REQUEST = {"valet_task_id": "a task / of theirs", "target_url": "https://boards.example.com/acme/jobs/1"}
CLAIMED = job.JobClaimed(at=NOON, worker="w1")
DONE = job.JobCompleted(at=NOON + timedelta(minutes=2), outcome=job.Outcome.SUBMITTED)
SIX = {"captcha", "two_factor", "login_required", "bot_check", "rate_limited", "verification"}
PAGE = page_model(
    FieldModel(id="why", locator=Locator("#why"), kind=FieldKind.TEXTAREA, label="Why us?"),
    FieldModel(id="visa", locator=Locator("#visa"), kind=FieldKind.SELECT, label="Visa"),
)


def body_of(*events: Event, page: PageModel | None = None, **changes: Any) -> dict[str, Any]:
    """The body that tells the last of the events."""
    history = (requested(**changes), CLAIMED, *events)
    last = callbacks.fold(JOB, history).callbacks[-1]
    told = write_body(last, JOB, history, REQUEST, page=page)
    return msgspec.json.decode(msgspec.json.encode(told))  # type: ignore[no-any-return]


def ask(kind: AskKind = AskKind.BLOCKER, code: str | None = None, *fields: str) -> job.HumanRequested:
    asked = tuple(Unanswered(field, f"q-{field}") for field in fields)
    return job.HumanRequested(request_id="r1", kind=kind, code=code, at=NOON, timeout_seconds=300, fields=asked)


def verified(action_id: str, engine: str = "playwright") -> session.ActionVerified:
    return session.ActionVerified(
        cause="c", action_id=action_id, field_id=action_id, engine=engine, took_ms=5, fingerprint="f"
    )


def cost(purpose: Purpose, dollars: float, engine: str = "") -> CostIncurred:
    return CostIncurred(
        call_id=f"{purpose}",
        model="openai/x",
        purpose=purpose,
        engine=engine,
        input_tokens=100,
        output_tokens=10,
        nano_usd=round(dollars * 1e9),
        took_ms=1,
    )


def test_a_running_job_is_told_with_its_ids_modes_and_all_three_numbers_of_its_cost() -> None:
    assert body_of() == {
        "job_id": JOB,
        "valet_task_id": "a task / of theirs",
        "status": "running",
        "worker_id": "w1",
        "execution_mode": "auto",
        "browser_mode": "server",
        "final_mode": "smart_apply",
        "cost": {"total_cost_usd": 0.0, "action_count": 0, "total_tokens": 0},
    }


WALLS = [
    ("captcha", "captcha"),
    ("login", "login_required"),
    ("credentials_refused", "login_required"),
    ("two_factor", "two_factor"),
    ("code_refused", "two_factor"),
    ("bot_check", "bot_check"),
    ("rate_limited", "rate_limited"),
]


@pytest.mark.parametrize(("code", "shown"), WALLS)
def test_a_wall_is_shown_by_the_type_that_lets_a_person_past_it(code: str, shown: str) -> None:
    assert body_of(ask(code=code))["interaction"]["type"] == shown


ASKS = [ask(code=code) for code in codes.BlockerType] + [ask(AskKind.STUCK, code) for code in codes.Stuck]
ASKS += [ask(AskKind.SUBMIT_UNCLEAR), ask(AskKind.FIELDS, None, "why"), ask(AskKind.REVIEW, None, "why")]


@pytest.mark.parametrize("asked", ASKS, ids=lambda asked: f"{asked.kind} {asked.code}")
def test_whatever_is_asked_a_person_is_shown_a_card_that_says_what_to_do(asked: job.HumanRequested) -> None:
    told = body_of(asked, page=PAGE)
    assert told["status"] == "needs_human"
    interaction = told["interaction"]
    assert interaction["type"] in SIX
    assert isinstance(interaction["timeout_seconds"], int)
    assert interaction["timeout_seconds"] > 0
    assert interaction["message"].endswith((".", "?"))
    assert interaction["description"]
    assert (interaction["message"] == "See what blocks the application.") == (asked.code == "closed"), (
        "which nobody is asked about"
    )
    assert interaction["page_url"].startswith("https://")
    assert "screenshot_url" not in interaction


def test_questions_are_told_in_the_pages_own_words() -> None:
    interaction = body_of(ask(AskKind.FIELDS, None, "why", "visa"), page=PAGE)["interaction"]
    assert interaction["message"] == "Answer 2 questions that only you can answer."
    assert interaction["description"] == "Why us?\nVisa"


def test_of_a_box_it_is_told_that_yes_ticks_it() -> None:
    box = FieldModel(id="box", locator=Locator("#box"), kind=FieldKind.CHECKBOX, label="I can lift 20 kg")
    told = body_of(ask(AskKind.FIELDS, None, "box"), page=page_model(fields=(box,)))
    assert told["interaction"]["description"] == "I can lift 20 kg (yes ticks the box)"


def test_a_button_that_stays_disabled_is_named() -> None:
    send = ButtonModel(
        id="send", locator=Locator("#send"), text="Submit application", role=ButtonRole.SUBMIT, enabled=False
    )
    told = body_of(ask(AskKind.STUCK, codes.Stuck.BUTTON_DISABLED), page=page_model(buttons=(send,)))
    assert "“Submit application”" in told["interaction"]["description"]


@pytest.mark.parametrize("kind", [AskKind.SUBMIT_UNCLEAR, AskKind.STUCK])
def test_the_pages_own_words_are_told(kind: AskKind) -> None:
    asked = ask(kind, codes.Stuck.PAGE_ERROR if kind is AskKind.STUCK else None)
    told = body_of(asked, page=page_model(said=("Phone must have 10 digits.",)))
    assert "\nThe page says: “Phone must have 10 digits”." in told["interaction"]["description"]


def test_nobody_is_sent_to_a_page_whose_browser_was_lost() -> None:
    description = body_of(ask(AskKind.SUBMIT_UNCLEAR), page=PAGE)["interaction"]["description"]
    assert "Look at the page, or at the applicant's mail" in description
    description = body_of(ask(AskKind.SUBMIT_UNCLEAR, codes.Doubt.BROWSER_GONE), page=PAGE)["interaction"][
        "description"
    ]
    assert "at the page" not in description
    assert "the applicant's mail" in description


def test_a_page_that_does_not_refuse_what_is_asked_is_not_quoted() -> None:
    page = page_model(said=("Enter a valid card number",), fields=PAGE.fields)
    assert "The page says" not in body_of(ask(AskKind.FIELDS, None, "why"), page=page)["interaction"]["description"]
    refused = tuple(msgspec.structs.replace(field, error=ErrorKind.FORMAT) for field in page.fields)
    page = msgspec.structs.replace(page, fields=refused)
    assert "The page says" in body_of(ask(AskKind.FIELDS, None, "why"), page=page)["interaction"]["description"]


def test_an_address_that_was_hidden_is_told_by_the_postings() -> None:
    hidden = page_model(url="https://boards.example.com/{profile.current_company}/jobs/1")
    told = body_of(ask(AskKind.FIELDS, None, "why"), page=hidden)
    assert told["interaction"]["page_url"] == REQUEST["target_url"]


def test_how_a_wall_was_found_goes_with_it() -> None:
    wall = session.BlockerDetected(
        cause="c", session_id="s", type=codes.BlockerType.CAPTCHA, confidence=0.95, evidence="recaptcha"
    )
    interaction = body_of(wall, ask(code="captcha"))["interaction"]
    assert interaction["original_blocker_type"] == "captcha"
    assert interaction["metadata"] == {"blocker_confidence": 0.95, "detection_method": "recaptcha"}


def test_a_completed_job_is_told_with_its_result_and_what_it_cost() -> None:
    events = (verified("a"), verified("b", "magnitude"), verified("b"), cost(Purpose.CLASSIFY, 0.01))
    told = body_of(*events, cost(Purpose.SEE, 0.2, "magnitude"), cost(Purpose.ACT, 0.03, "stagehand:dom"), DONE)
    assert told["status"] == "completed"
    assert told["result_data"] == {"outcome": "submitted", "fields_verified": 2}
    assert told["result_summary"] == "The application was submitted: 2 fields filled in and read back."
    assert told["completed_at"] == "2026-01-01T12:02:00+00:00"
    assert told["cost"] == {"total_cost_usd": 0.24, "action_count": 3, "total_tokens": 330}
    assert told["cost_breakdown"] == {
        **told["cost"],
        "magnitude_steps": 1,
        "magnitude_cost_usd": 0.03,
        "image_cost_usd": 0.2,
        "reasoning_cost_usd": 0.01,
        "cookbook_steps": 0,
        "cookbook_cost_usd": 0.0,
    }
    assert "manual" not in told


@pytest.mark.parametrize("outcome", job.Outcome)
def test_every_way_to_complete_is_told_in_words(outcome: job.Outcome) -> None:
    told = body_of(job.JobCompleted(at=NOON, outcome=outcome))
    assert told["result_data"]["outcome"] == outcome
    assert told["result_summary"].endswith(".")


@pytest.mark.parametrize(
    ("end", "code", "message"),
    [
        (
            job.JobFailed(at=NOON, code="job_closed"),
            "job_closed",
            "The page was not found, or the posting no longer accepts applications",
        ),
        (job.JobFailed(at=NOON, code="something_new"), "something_new", "Something new"),
        (
            job.JobTimedOut(at=NOON, timeout_seconds=300, message="Timeout after 5 minutes"),
            "timeout",
            "Timeout after 5 minutes",
        ),
    ],
)
def test_a_failure_is_told_with_code_and_words(end: Event, code: str, message: str) -> None:
    told = body_of(end)
    assert (told["status"], told["error_code"], told["error_message"]) == ("failed", code, message)
    assert told["completed_at"]
    assert told["cost_breakdown"]


FOUND = manual.ManualFound(cause="c", manual_id="m1", health=90, model_ref="r", actions=(fill("a", "a"),))
FAILED_MANUAL = job.ModeChosen(at=NOON, engine_version=1, work_mode=WorkMode.AI, reason=ModeReason.MANUAL_FAILED)
NO_MANUAL = job.ModeChosen(at=NOON, engine_version=1, work_mode=WorkMode.AI, reason=ModeReason.NO_MANUAL)


@pytest.mark.parametrize(
    ("mode", "events", "block"),
    [
        (WorkMode.HYBRID, (FOUND, verified("a")), ("m1", "cookbook_success", 90, None)),
        (
            WorkMode.HYBRID,
            (FOUND, FAILED_MANUAL),
            ("m1", "cookbook_failed_fallback", 90, ModeReason.MANUAL_FAILED.words),
        ),
        (
            WorkMode.HYBRID,
            (manual.ManualMissed(cause="c"), NO_MANUAL),
            (None, "no_manual_available", None, ModeReason.NO_MANUAL.words),
        ),
        (WorkMode.AI, (), (None, "ai_only", None, None)),
    ],
)
def test_what_a_manual_did_for_the_job_is_told(mode: WorkMode, events: tuple[Event, ...], block: tuple[Any]) -> None:
    told = body_of(*events, DONE, engine_version=1, work_mode=mode)
    assert tuple(told["manual"][name] for name in ("id", "status", "health_score", "fallback_reason")) == block


def test_a_job_that_was_tried_anew_is_told_with_the_mode_and_the_manual_of_its_last_attempt() -> None:
    failed = job.JobFailed(at=NOON, code="job_closed")
    before = (FOUND, FAILED_MANUAL, failed, job.JobRetried(at=NOON), CLAIMED)
    hybrid: dict[str, Any] = {"engine_version": 1, "work_mode": WorkMode.HYBRID}
    told = body_of(*before, FOUND, DONE, **hybrid)
    assert (told["final_mode"], told["manual"]["status"]) == ("hybrid", "cookbook_success")
    told = body_of(*before, manual.ManualMissed(cause="c"), NO_MANUAL, DONE, **hybrid)
    assert (told["final_mode"], told["manual"]["status"]) == ("ai_only", "no_manual_available")


def test_a_question_and_an_end_are_told_with_the_latest_picture_of_their_browser() -> None:
    def taken(ref: str) -> session.ScreenshotTaken:
        return session.ScreenshotTaken(cause="c", session_id="s", ref=ref, why="blocker")

    opened = session.SessionOpened(cause="c", session_id="s", host="h", provider="local")
    history = (requested(), CLAIMED, taken("old"), opened, taken("a"), taken("b"), ask(code="captcha"), DONE)
    told = callbacks.fold(JOB, history).callbacks
    bodies = {one.told: write_body(one, JOB, history, REQUEST, link_to=lambda place: f"at {place}") for one in told}
    assert bodies[CallbackWord.NEEDS_HUMAN]["interaction"]["screenshot_url"] == "at 5"
    assert bodies[CallbackWord.COMPLETED]["screenshot_url"] == "at 5"
    assert "screenshot_url" not in bodies[CallbackWord.RUNNING]
    without = (requested(), CLAIMED, taken("old"), opened, ask(code="captcha"))
    (_, asked) = callbacks.fold(JOB, without).callbacks
    body = write_body(asked, JOB, without, REQUEST, link_to=lambda place: f"at {place}")
    assert "screenshot_url" not in body["interaction"]


def test_a_refusal_that_came_late_and_a_worker_that_is_gone_are_failures_with_a_reason() -> None:
    received = job.RequestReceived(at=NOON, tenant="valet", applicant="a", task="t")
    reasons = (job.Reason("target_url", "duplicate_application", "was applied to before"),)
    late = job.JobRejected(at=NOON + timedelta(seconds=9), tenant="valet", task="t", reasons=reasons)
    (one,) = callbacks.fold(JOB, (received, late)).callbacks
    body = write_body(one, JOB, (received, late), REQUEST)
    assert (body["status"], body["valet_task_id"]) == ("failed", "a task / of theirs")
    assert body["error_code"] == "duplicate_application"
    assert body["error_message"] == "target_url: was applied to before"
    gone = body_of(job.JobCancelRequested(at=NOON, reason="worker_deregistered"), job.JobCancelled(at=NOON))
    assert (gone["status"], gone["error_code"]) == ("failed", "worker_deregistered")
    assert gone["error_message"].startswith("The worker")
