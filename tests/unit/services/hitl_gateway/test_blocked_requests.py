"""Whoever is asked about a request that the page tried to send by itself is told which one, wherever they are asked."""

from __future__ import annotations

from ghosthands.domain.codes import Stuck
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import BlockedRequest, HumanRequested, Job
from ghosthands.domain.page import FieldKind, FieldModel, Locator
from ghosthands.hitl_gateway.callbacks.interactions import describe_interaction
from ghosthands.hitl_gateway.console.questions import describe_ask
from ghosthands.testkit.story import NOON, page_model

PAGE = page_model(FieldModel(id="email", locator=Locator("#email"), kind=FieldKind.EMAIL, label="Email"))
ASK = HumanRequested(
    request_id="r",
    kind=AskKind.STUCK,
    at=NOON,
    timeout_seconds=300,
    code=Stuck.REQUEST_HELD,
    request=BlockedRequest(method="PUT", site="jobs.example.com", path="/draft", fields=("email", "gone"), others=2),
)
TOLD = "The request is PUT jobs.example.com/draft, and would have sent “Email” and 2 more answers."


def test_valet_is_told_in_the_description_of_a_type_that_it_shows() -> None:
    described = describe_interaction(ASK, PAGE, None, (), Job(id="j"))
    assert described["type"] == "verification"
    assert described["description"].endswith(f", which was blocked. {TOLD}")


def test_the_console_tells_it_beside_what_to_do() -> None:
    assert describe_ask(Job(id="j"), ASK, PAGE).what_to_do.endswith(TOLD)
