"""A code that was sent to the applicant: a human reads it out, our own hand types it, and the application goes on."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ghosthands.domain.codes import Stuck
from ghosthands.domain.job import Phase
from ghosthands.practice.walls import WRONG_CODE
from ghosthands.testkit.lab import TENANT, Lab, a_posting

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

CODE = "482913"


async def asked_for(lab: Lab, job_id: str, code: str) -> None:
    """The job waits for a human, for that."""
    seen = await lab.asking(job_id)
    assert (seen.ask.kind, seen.ask.code) == ("blocker", code), str(seen)


async def read_out(lab: Lab, job_id: str, code: str) -> None:
    """Somebody says the code, as VALET passes it on."""
    told: dict[str, Any] = {"resolved_by": "human", "resolution_type": "code_entry", "resolution_data": {"code": code}}
    await lab.publish("human.resolved", {"tenant": TENANT, "job_id": job_id, **told})


@pytest.mark.parametrize("query", ["?code=1", pytest.param("?code=1&boxes=1", marks=pytest.mark.heavy)])
async def test_a_wrong_code_is_told_and_the_right_one_opens_the_form(lab: Lab, query: str) -> None:
    posting = a_posting("greenhouse")
    job_id = await lab.apply(posting, query=query)
    await asked_for(lab, job_id, "two_factor")
    await read_out(lab, job_id, WRONG_CODE)
    await lab.until(job_id, lambda seen: seen.asks and seen.job.human.asks == 2)
    await asked_for(lab, job_id, Stuck.CODE_REFUSED)
    await read_out(lab, job_id, f"{CODE[:3]} {CODE[3:]}")
    seen = await lab.finished(job_id, timeout=200)
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert lab.submissions(posting) == 1
    told = msgspec.json.encode([one.event for one in seen.recorded])
    assert not any(code.encode() in told for code in (CODE, WRONG_CODE))
