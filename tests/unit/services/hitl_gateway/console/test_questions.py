"""A request to a human as the console's form shows it."""

from __future__ import annotations

import msgspec

from ghosthands.domain.human import AskKind
from ghosthands.domain.job import HumanRequested, Job, NotEntered
from ghosthands.domain.page import FieldKind, FieldModel, Locator
from ghosthands.domain.plan import Unanswered
from ghosthands.hitl_gateway.ask_wording import word_ask
from ghosthands.hitl_gateway.console.questions import describe_ask
from ghosthands.hitl_gateway.status import describe_fields
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
    words = "could not be entered (the field did not keep the value that was put in)"
    (field,) = describe_ask(Job(id="j"), question, page_model(BOX)).fields
    assert field.why == f"The profile's phone {words}"
    described = word_ask(question, page_model(BOX)).description
    assert described == f"I can lift 20 kg (yes ticks the box): the profile's phone {words}"


def test_a_box_offers_a_yes_and_a_no_here_and_over_nats() -> None:
    question = Unanswered("box", "key")
    (field,) = describe_ask(Job(id="j"), asked(AskKind.FIELDS, question), page_model(fields=(BOX,))).fields
    assert field.options == ("Yes", "No")
    (told,) = describe_fields([question], page_model(fields=(BOX,)))
    assert told["options"] == ["Yes", "No"]
