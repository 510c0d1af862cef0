"""What a human filled in with their own hands is left to them, in the browser that they did it in."""

from __future__ import annotations

import pytest

from ghosthands.domain import job
from ghosthands.domain.human import AskKind, HumanResolved, Resolution
from ghosthands.domain.message import Event
from ghosthands.domain.plan import Unanswered
from ghosthands.planning.known import done_by_human
from ghosthands.testkit.story import NOON

ASKED = job.HumanRequested(
    request_id="r", kind=AskKind.FIELDS, at=NOON, timeout_seconds=300, fields=(Unanswered("parrot", "q"),)
)
DONE = HumanResolved(request_id="r", resolution=Resolution.DONE, at=NOON)


def test_what_they_say_is_done_is_done() -> None:
    assert done_by_human([ASKED, DONE]) == {"parrot"}


@pytest.mark.parametrize(
    "anew", [job.JobRetried(at=NOON), job.RetryScheduled(attempt=1, code="network_error", due=NOON)]
)
def test_another_browser_has_an_empty_form(anew: Event) -> None:
    assert done_by_human([ASKED, DONE, anew]) == frozenset()
