"""What a timeline tells of each event."""

from __future__ import annotations

from datetime import timedelta

import msgspec

from ghosthands.domain import plan, session
from ghosthands.domain.message import Event
from ghosthands.domain.page import FieldFact
from ghosthands.readmodel.rows import EventRow, Json
from ghosthands.readmodel.timeline import timeline
from ghosthands.testkit.story import NOON, fill, form


def copied(event: Event, sequence: int = 1, seconds: int = 0) -> EventRow:
    return EventRow(
        sequence=sequence,
        id="e",
        aggregate_kind="job",
        aggregate_id="j",
        service="executor",
        type=type(event).__name__,
        version=event.VERSION,
        at=NOON + timedelta(seconds=seconds),
        causation="c",
        correlation="j",
        epoch=None,
        tenant="t",
        payload=Json(msgspec.json.encode(event).decode()),
    )


def test_each_moment_tells_how_long_after_the_one_before_it_came() -> None:
    lost = session.SessionLost(session_id="s", reason="crashed")
    moments = timeline([copied(lost, 1), copied(lost, 2, seconds=3), copied(lost, 3, seconds=4)])
    assert [moment.after for moment in moments] == [timedelta(), timedelta(seconds=3), timedelta(seconds=1)]


def test_an_observed_page_is_told_by_its_type_and_the_number_of_its_fields() -> None:
    seen = session.PageObserved(cause="c", session_id="s", page=form(FieldFact("a"), FieldFact("b")), took_ms=5)
    (moment,) = timeline([copied(seen)])
    assert moment.details == {"took_ms": 5, "page": "form", "fields": 2}


def test_a_plan_is_told_by_what_it_covers() -> None:
    proposed = plan.PlanProposed(
        cause="c",
        model_ref="m",
        actions=(fill("a"), fill("b")),
        unanswered=(plan.Unanswered("c", "q-c"),),
    )
    (moment,) = timeline([copied(proposed)])
    assert moment.details == {"actions": 2, "unanswered": 1}


def test_an_action_is_told_by_its_field_and_key() -> None:
    started = session.ActionStarted(
        cause="c", session_id="s", action_id="a", kind=plan.ActionKind.FILL, target="email", key="profile.email"
    )
    (moment,) = timeline([copied(started)])
    assert moment.details == {"kind": "fill", "key": "profile.email", "target": "email"}


def test_no_events_are_no_timeline() -> None:
    assert timeline([]) == []
