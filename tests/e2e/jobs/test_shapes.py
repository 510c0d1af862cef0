"""Every platform whose posting is data, through the whole stack: sent once, with exactly what the applicant said."""

from __future__ import annotations

import hashlib

import pytest

from ghosthands.domain.job import Phase, SubmissionState
from ghosthands.domain.session import PageObserved
from ghosthands.practice.families.shapes import SHAPES, Shape
from ghosthands.practice.form import list_shown, write_out
from ghosthands.practice.profiles import JORDAN
from ghosthands.practice.switches import Switches
from ghosthands.testkit.applicants import expected
from ghosthands.testkit.lab import Lab, a_posting

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
async def test_an_application_is_what_the_applicant_said(lab: Lab, shape: Shape) -> None:
    posting = a_posting(shape.name)
    job_id = await lab.apply(posting, JORDAN)
    seen = await lab.until(job_id, lambda seen: seen.over or seen.phase is Phase.WAITING, timeout=200)
    assert seen.phase is Phase.COMPLETED, seen
    assert seen.job.effects.submission is SubmissionState.CONFIRMED
    (submission,) = lab.site.ledger.of(posting.key)
    received = submission.received
    asked = list_shown(shape.form(Switches()), received)
    assert write_out(asked, received) == expected(asked, JORDAN, shape.name)
    (resume,) = received.uploads.values()
    assert resume.sha256 == hashlib.sha256(JORDAN.resume()).hexdigest()
    observed = [event for event in seen.named("PageObserved") if isinstance(event, PageObserved)]
    assert {event.page.platform for event in observed} <= {shape.platform, "generic"}
    assert shape.platform in {event.page.platform for event in observed}
