"""Version 1, as VALET asks for it by naming none: sent once, by the way there is, and told which that was."""

from __future__ import annotations

import pytest

from ghosthands.domain.job import Phase
from ghosthands.testkit.lab import Lab, a_posting, job_id_of

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


async def test_with_neither_a_manual_nor_a_model_it_runs_as_version_2_and_its_status_says_so(lab: Lab) -> None:
    posting = a_posting(slug="hooli")
    body = lab.request(posting)
    del body["engine_version"]
    await lab.publish("job.requested", body)
    seen = await lab.finished(job_id_of(body))
    assert (seen.phase, lab.submissions(posting)) == (Phase.COMPLETED, 1), str(seen)
    await lab.at_rest()
    told = [said for what, said in await lab.said(body["valet_task_id"]) if what == "status"]
    versions = {(one["status"], one["engine_version"], one["execution_mode"], one["mode_reason"]) for one in told}
    assert versions == {
        ("running", 2, "hybrid", "nothing_to_work_by"),
        ("completed", 2, "hybrid", "nothing_to_work_by"),
    }


async def test_by_a_manual_alone_it_fails_where_there_is_none_and_sends_nothing(lab: Lab) -> None:
    posting = a_posting(slug="umbrella")
    seen = await lab.finished(await lab.apply(posting, engine_version=1, execution_mode="cookbook_only"))
    assert (seen.phase, seen.job.failure, lab.submissions(posting)) == (Phase.FAILED, "no_manual", 0), str(seen)
