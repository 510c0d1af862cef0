from typing import cast

import pytest
import structlog

from ghosthands.chassis import metrics
from ghosthands.chassis.observing import message_type, observed
from ghosthands.messaging.work.delivery import Delivery, Settlement
from ghosthands.messaging.work.in_hand import Handler


class FakeDelivery:
    """As much of a delivery as is looked at."""

    def __init__(self, subject: str, headers: dict[str, str], delivered: int = 1) -> None:
        self.subject = subject
        self.headers = headers
        self.delivered = delivered
        self.settlement: Settlement | None = None


HEADERS = {"ce-id": "e1", "gh-correlation": "job%2F1"}


def deliver(subject: str, **rest: int) -> Delivery:
    return cast(Delivery, FakeDelivery(subject, HEADERS, **rest))


async def bound_by(subject: str) -> dict[str, object]:
    seen: dict[str, object] = {}

    async def handler(delivery: Delivery) -> None:
        seen.update(structlog.contextvars.get_contextvars())
        delivery.settlement = Settlement.HANDLED

    await observed("o-bound", handler)(deliver(subject))
    return seen


@pytest.mark.parametrize(
    ("subject", "kind", "job"),
    [
        ("gh.cmd.planner.PlanPage", "PlanPage", "job/1"),
        ("gh.evt.job.j1.executor.HumanRequested", "HumanRequested", "j1"),
        ("gh.timers.executor.fired.executor.job.j1.deadline", "timer", "j1"),
        ("gh.evt.session.s1.browser-host.SessionLost", "SessionLost", None),
        ("job.requested", "job.requested", None),
        ("human.resolved.j1", "human.resolved", None),
        ("job.retry", "job.retry", None),
        ("human.came", "human.came", None),
    ],
)
async def test_a_handler_s_logs_say_which_message_they_are_about(subject: str, kind: str, job: str | None) -> None:
    bound = await bound_by(subject)
    assert bound["message"] == kind
    assert bound["event_id"] == "e1"
    assert bound["correlation_id"] == "job/1"
    assert bound.get("job_id") == job
    assert "message" not in structlog.contextvars.get_contextvars()


def test_a_sender_s_own_words_never_become_a_label() -> None:
    assert message_type("job.ada@example.org") == "unknown"


def count(service: str, outcome: str) -> float:
    value: float = metrics.MESSAGES.labels(service, "PlanPage", outcome)._value.get()
    return value


async def test_every_outcome_is_counted() -> None:
    def answers(answer: Settlement) -> Handler:
        async def handle(delivery: Delivery) -> None:
            delivery.settlement = answer

        return handle

    async def forgets(delivery: Delivery) -> None:
        pass

    async def fails(delivery: Delivery) -> None:
        raise ValueError("boom")

    for answer in (*Settlement, Settlement.HANDLED):
        await observed("o-count", answers(answer))(deliver("gh.cmd.planner.PlanPage"))
    await observed("o-count", answers(Settlement.HANDLED))(deliver("gh.cmd.planner.PlanPage", delivered=2))
    await observed("o-count", forgets)(deliver("gh.cmd.planner.PlanPage"))
    with pytest.raises(ValueError, match="boom"):
        await observed("o-count", fails)(deliver("gh.cmd.planner.PlanPage"))
    counted = {outcome: count("o-count", outcome) for outcome in (*Settlement, "handled_again", "not_answered")}
    assert counted == {
        "handled": 2,
        "given_back": 1,
        "failed": 2,
        "buried": 1,
        "left": 1,
        "handled_again": 1,
        "not_answered": 1,
    }
