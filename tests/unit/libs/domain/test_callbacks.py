"""Which events of a job are told, in which order, and when what was not taken is tried again."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from ghosthands.domain import callbacks, job
from ghosthands.domain.callbacks import CallbackDelivered, CallbackFailed, CallbackRedriven, CallbackWord
from ghosthands.domain.codes import CallbackFault
from ghosthands.domain.human import AskKind
from ghosthands.domain.message import Event
from ghosthands.testkit.story import NOON, requested

JOB = "0b8f7d3e-0000-5000-8000-000000000001"
CLAIMED = job.JobClaimed(at=NOON, worker="w1")
FAILED = job.JobFailed(at=NOON, code="timeout")


def asked(number: int) -> job.HumanRequested:
    return job.HumanRequested(
        request_id=f"r{number}", kind=AskKind.BLOCKER, code="captcha", at=NOON, timeout_seconds=300
    )


def resumed(number: int) -> job.JobResumed:
    return job.JobResumed(request_id=f"r{number}", at=NOON)


def queue_of(*events: Event) -> callbacks.CallbackQueue:
    return callbacks.fold(JOB, (requested(), *events))


def delivered(queue: callbacks.CallbackQueue) -> CallbackDelivered:
    one = queue.next
    assert one is not None
    return CallbackDelivered(
        callback_id=one.id, told=one.told, at=NOON, tries=one.tries + 1, http_status=200, took_ms=1, after_ms=1
    )


def failed(queue: callbacks.CallbackQueue, **changes: Any) -> CallbackFailed:
    one = queue.next
    assert one is not None
    known = {"at": NOON, "tries": one.tries + 1, "code": CallbackFault.NOT_TAKEN, "next_at": None}
    return CallbackFailed(callback_id=one.id, told=one.told, **{**known, **changes})


def test_a_job_is_told_from_its_first_claim_to_its_end() -> None:
    queue = queue_of(CLAIMED, asked(1), resumed(1), job.JobCompleted(at=NOON, outcome=job.Outcome.SUBMITTED))
    assert [one.told for one in queue.callbacks] == ["running", "needs_human", "resumed", "completed"]
    assert [one.place for one in queue.callbacks] == [1, 2, 3, 4]


def test_that_it_runs_is_told_once_however_often_it_is_claimed() -> None:
    queue = queue_of(CLAIMED, job.RetryScheduled(attempt=1, code="network_error", due=NOON), CLAIMED, FAILED, CLAIMED)
    assert [one.told for one in queue.callbacks] == [CallbackWord.RUNNING, CallbackWord.FAILED]


def test_a_job_that_is_tried_anew_runs_anew() -> None:
    queue = queue_of(CLAIMED, FAILED, job.JobRetried(at=NOON), CLAIMED)
    assert [one.told for one in queue.callbacks] == ["running", "failed", "running"]


def test_a_question_that_is_asked_again_is_told_again() -> None:
    queue = queue_of(CLAIMED, asked(1), resumed(1), asked(2))
    assert [one.told for one in queue.callbacks].count(CallbackWord.NEEDS_HUMAN) == 2
    assert len({one.id for one in queue.callbacks}) == 4


def test_a_job_whose_time_is_up_has_failed_and_a_cancelled_one_is_told_to_nobody() -> None:
    assert queue_of(CLAIMED, job.JobTimedOut(at=NOON, timeout_seconds=300)).callbacks[-1].told is CallbackWord.FAILED
    assert len(queue_of(CLAIMED, job.JobCancelled(at=NOON)).callbacks) == 1


def test_one_follows_the_other_only_once_that_was_taken_or_given_up() -> None:
    events: list[Event] = [CLAIMED, asked(1), FAILED]
    heads = []
    for settle in (delivered, failed, delivered):
        queue = queue_of(*events)
        assert queue.next is not None
        heads.append(queue.next.told)
        events.append(settle(queue))
    assert heads == [CallbackWord.RUNNING, CallbackWord.NEEDS_HUMAN, CallbackWord.FAILED]
    assert queue_of(*events).next is None


def test_ids_depend_on_the_log_alone() -> None:
    events = (CLAIMED, asked(1))
    assert [one.id for one in queue_of(*events).callbacks] == [one.id for one in queue_of(*events, FAILED).callbacks][
        :2
    ]


def test_pauses_are_one_three_and_ten_seconds_and_then_double_to_five_minutes() -> None:
    queue, events, at = queue_of(CLAIMED), [CLAIMED], NOON
    pauses = []
    for _ in range(11):
        one = queue.next
        assert one is not None
        next_at = callbacks.find_next_try(one, at)
        assert next_at is not None
        pauses.append((next_at - at).total_seconds())
        events.append(failed(queue, next_at=next_at))
        queue, at = queue_of(*events), next_at
    assert pauses == [1, 3, 10, 20, 40, 80, 160, 300, 300, 300, 300]


def test_the_last_try_is_a_day_after_the_event() -> None:
    one = queue_of(CLAIMED).next
    assert one is not None
    end = NOON + timedelta(hours=24)
    assert callbacks.find_next_try(one, end - timedelta(milliseconds=5)) == end
    assert callbacks.find_next_try(one, end) is None


def test_a_receiver_that_asks_for_more_time_gets_it_within_the_day() -> None:
    one = queue_of(CLAIMED).next
    assert one is not None
    assert callbacks.find_next_try(one, NOON, not_before=NOON + timedelta(minutes=9)) == NOON + timedelta(minutes=9)
    assert callbacks.find_next_try(one, NOON, not_before=NOON + timedelta(days=9)) == NOON + timedelta(hours=24)


def test_what_is_older_than_a_day_is_given_up_untried() -> None:
    one = queue_of(CLAIMED).next
    assert one is not None
    assert callbacks.expire(one, NOON + timedelta(hours=24)) is None
    expired = callbacks.expire(one, NOON + timedelta(hours=25))
    assert expired is not None
    assert (expired.code, expired.tries, expired.next_at) == (CallbackFault.TOO_OLD, 0, None)


def test_what_was_given_up_is_redriven_for_another_day() -> None:
    queue = queue_of(CLAIMED)
    given_up = failed(queue)
    (one,) = queue_of(CLAIMED, given_up).redrivable
    later = NOON + timedelta(days=3)
    again = queue_of(CLAIMED, given_up, CallbackRedriven(callback_id=one.id, told=one.told, at=later)).next
    assert again is not None
    assert (again.id, again.tries, again.redriven, again.due) == (one.id, 0, 1, later)
    assert again.until == later + timedelta(hours=24)


def test_what_something_later_has_overtaken_is_not_redriven() -> None:
    events: list[Event] = [CLAIMED, asked(1)]
    events.append(failed(queue_of(*events)))
    assert [one.told for one in queue_of(*events).redrivable] == [CallbackWord.RUNNING]
    events.append(delivered(queue_of(*events)))
    assert queue_of(*events).redrivable == ()
