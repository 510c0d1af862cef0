"""Jobs that are no application, judged by what the site received: nothing of the applicant's, and the work done."""

from __future__ import annotations

import pytest

from ghosthands.domain.job import Outcome, Phase
from ghosthands.testkit.lab import Lab, a_posting, job_id_of

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.mark.parametrize("job_type", ["fill_form", "custom"])
async def test_a_form_is_filled_and_nothing_is_sent(lab: Lab, job_type: str) -> None:
    posting = a_posting()
    seen = await lab.finished(await lab.apply(posting, job_type=job_type, task_description="Fill in the form"))
    assert seen.phase is Phase.COMPLETED, str(seen)
    (ended,) = seen.named("JobCompleted")
    assert (getattr(ended, "outcome", None), getattr(ended, "ended_before", None)) == (Outcome.FILLED, "submit")
    assert len(seen.named("ActionVerified")) > 8
    assert (seen.named("EffectIntended"), lab.submissions(posting)) == ([], 0)


async def test_what_a_page_says_is_told_in_the_shape_that_was_asked_for(lab: Lab) -> None:
    posting = a_posting()
    properties = {"title": {"type": "string"}, "company": {"type": "string"}, "location": {"type": "string"}}
    schema = {"type": "object", "properties": properties, "required": ["title", "company"]}
    body = lab.request(posting, job_type="scrape", output_schema=schema)
    del body["profile"], body["resume"]
    await lab.publish("job.requested", body)
    seen = await lab.finished(job_id_of(body))
    assert seen.phase is Phase.COMPLETED, str(seen)
    await lab.at_rest()
    told = [said for what, said in await lab.said(body["valet_task_id"]) if what == "status"]
    expected = {"title": posting.title, "company": posting.company, "location": posting.location}
    assert [(one["outcome"], one["result"]) for one in told] == [("scraped", {"data": expected})]
    assert posting.title not in str(seen), "the log holds what a page said"


async def test_what_a_page_does_not_say_fails_and_is_never_made_up(lab: Lab) -> None:
    schema = {"type": "object", "properties": {"visa_sponsor": {"type": "string"}}, "required": ["visa_sponsor"]}
    body = lab.request(a_posting(), job_type="scrape", output_schema=schema)
    await lab.publish("job.requested", body)
    seen = await lab.finished(job_id_of(body))
    assert (seen.phase, seen.job.failure) == (Phase.FAILED, "data_not_found"), str(seen)
