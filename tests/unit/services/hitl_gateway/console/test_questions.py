"""A request to a human as the console's form shows it."""

from __future__ import annotations

import msgspec
import pytest

from ghosthands.domain.codes import Doubt
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import MAX_DENIALS, HumanRequested, Job, NotEntered, Phase
from ghosthands.domain.job.state import Effects
from ghosthands.domain.page import FieldKind, FieldModel, Locator
from ghosthands.domain.plan import Unanswered
from ghosthands.hitl_gateway.ask_wording import word_ask
from ghosthands.hitl_gateway.console.inbox import _describe_line as describe_line
from ghosthands.hitl_gateway.console.posting import KnownPosting
from ghosthands.hitl_gateway.console.questions import describe_ask
from ghosthands.hitl_gateway.status import describe_fields
from ghosthands.readmodel.rows import RequestRow
from ghosthands.testkit.story import NOON, page_model

BOX = FieldModel(id="box", locator=Locator("#box"), kind=FieldKind.CHECKBOX, label="I can lift 20 kg")


def asked(kind: AskKind, *fields: Unanswered) -> HumanRequested:
    return HumanRequested(request_id="r", kind=kind, at=NOON, timeout_seconds=300, fields=fields)


def test_what_the_page_itself_says_is_shown() -> None:
    page = page_model(said=("Phone must have 10 digits.",))
    shown = describe_ask(Job(id="j"), asked(AskKind.SUBMIT_UNCLEAR), page)
    assert shown.page_says == "The page says: “Phone must have 10 digits”."
    assert describe_ask(Job(id="j"), asked(AskKind.SUBMIT_UNCLEAR), None).page_says == ""


def test_it_is_said_where_a_known_answer_could_not_be_entered() -> None:
    failed = NotEntered(question_key="key", key="profile.phone", code="not_kept")
    question = msgspec.structs.replace(asked(AskKind.FIELDS, Unanswered("box", "key")), not_entered=(failed,))
    words = "could not be entered (the value was put in, but the field was empty again or held another one)"
    (field,) = describe_ask(Job(id="j"), question, page_model(BOX)).fields
    assert field.why == f"The profile's phone {words}"
    described = word_ask(question, page_model(BOX), Job(id="j")).description
    assert described == f"I can lift 20 kg (yes ticks the box): the profile's phone {words}"


def test_nobody_is_sent_to_a_page_whose_browser_was_lost() -> None:
    doubt = asked(AskKind.SUBMIT_UNCLEAR)
    assert "Look at the page" in describe_ask(Job(id="j"), doubt, page_model()).what_to_do
    lost = msgspec.structs.replace(doubt, code=Doubt.BROWSER_GONE)
    for state, ask in ((Job(id="j"), lost), (Job(id="j", phase=Phase.FAILED), doubt)):
        assert "the page, or" not in describe_ask(state, ask, page_model()).what_to_do


@pytest.mark.parametrize("doubt", [("value_refused", Unanswered("box", "key")), ("more_asked",)])
def test_another_try_is_promised_only_while_a_no_still_leads_to_one(doubt: tuple[str, *tuple[Unanswered, ...]]) -> None:
    code, *fields = doubt
    ask = msgspec.structs.replace(asked(AskKind.SUBMIT_UNCLEAR, *fields), code=code)
    denied = Job(id="j", effects=Effects(denials=MAX_DENIALS - 1))
    spent = Job(id="j", effects=Effects(denials=MAX_DENIALS))
    for words_of in (
        lambda state: describe_ask(state, ask, page_model(BOX)).what_to_do,
        lambda state: word_ask(ask, page_model(BOX), state).description,
    ):
        assert "If it was not" in words_of(denied)
        assert "If it was not" not in words_of(spent)


def test_a_box_offers_a_yes_and_a_no_here_and_over_nats() -> None:
    question = Unanswered("box", "key")
    (field,) = describe_ask(Job(id="j"), asked(AskKind.FIELDS, question), page_model(fields=(BOX,))).fields
    assert field.options == ("Yes", "No")
    (told,) = describe_fields([question], page_model(fields=(BOX,)))
    assert told["options"] == ["Yes", "No"]


@pytest.mark.parametrize(("code", "is_offered"), [(None, True), (Doubt.BROWSER_GONE, False)])
def test_a_line_of_the_inbox_offers_a_page_only_where_there_can_be_one(code: str | None, is_offered: bool) -> None:
    row = RequestRow(request_id="r", job_id="j", kind=AskKind.SUBMIT_UNCLEAR, code=code, status="open", sequence=1)
    assert describe_line(row, KnownPosting()).has_page is is_offered
