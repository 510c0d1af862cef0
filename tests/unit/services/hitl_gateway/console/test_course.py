"""A job's course as it is told from its events alone."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from ghosthands.domain import job, session
from ghosthands.hitl_gateway.console import course
from ghosthands.testkit import recorded

STREAMS = sorted((Path(__file__).parents[4] / "replay/streams").glob("*.jsonl"))
NOW = datetime(2100, 1, 1, tzinfo=UTC)


def traced(name: str) -> course.Course:
    path = next(path for path in STREAMS if path.stem == name)
    return course.trace(recorded.read(path)[0].recorded, {}, NOW)


@pytest.mark.parametrize("path", STREAMS, ids=lambda path: path.stem)
def test_every_recorded_job_has_a_course_that_tells_each_verified_field_once(path: Path) -> None:
    history, _ = recorded.read(path)
    told = course.trace(history.recorded, {}, NOW)
    assert told.is_ended
    assert len(told.marks) == len(told.visits)
    assert all(0 <= band.x <= course.WIDTH and band.x + band.width <= course.WIDTH + 3 for band in told.bands)
    verified = {one.event.field_id for one in history.recorded if isinstance(one.event, session.ActionVerified)}
    shown = {field.field_id for visit in told.visits for field in visit.fields.values() if field.tries}
    assert verified <= shown


def test_a_job_that_is_tried_anew_has_not_ended() -> None:
    history, _ = recorded.read(next(path for path in STREAMS if path.stem == "asked_then_cancelled"))
    again = msgspec.structs.replace(history.recorded[-1], event=job.JobRetried(at=history.recorded[-1].at))
    told = course.trace((*history.recorded, again), {}, NOW)
    assert not told.is_ended
    assert told.seconds == (NOW - history.recorded[0].at).total_seconds()


def test_a_page_that_is_looked_at_again_is_the_same_stop() -> None:
    assert [visit.page_type for visit in traced("two_pages_submitted").visits][-1] == "confirmation"
    assert len(traced("two_pages_submitted").visits) >= 3


def test_a_wait_is_a_band_from_the_question_to_the_resumption() -> None:
    waits = [band for band in traced("answered_and_submitted").bands if band.kind == "wait"]
    assert len(waits) == 1
    assert 0 < waits[0].seconds < traced("answered_and_submitted").seconds


def test_what_happened_is_told_in_words_and_not_by_the_names_of_events_or_codes() -> None:
    said = [note for path in STREAMS for visit in traced(path.stem).visits for _, note in visit.notes]
    assert "a human was asked: 1 question only a person can answer, 300 s to answer" in said
    assert "failed: the page was not found, or the posting no longer accepts applications" in said
    why = {field.why for path in STREAMS for visit in traced(path.stem).visits for field in visit.fields.values()}
    assert "no answer is known, and the form does not require one" in why
    assert not any("_" in words for words in why)


def test_what_was_filled_in_is_told_by_its_key() -> None:
    keys = {field.key for visit in traced("two_pages_submitted").visits for field in visit.fields.values()}
    assert "profile.email" in keys
