"""The present job is never given as an earlier one too, whatever a form calls them. Judged by what the server got."""

from __future__ import annotations

import pytest

from ghosthands.domain import ids
from ghosthands.domain.job import Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

PAGE = """<!doctype html><html lang=en><meta charset=utf-8><title>Apply</title>
<h1>Apply: Warehouse clerk</h1>
<form method=post action="/{name}/sent">
<p><label>First name <input name=first_name autocomplete=given-name required></label>
<p><label>Last name <input name=last_name autocomplete=family-name required></label>
<p><label>Email <input type=email name=email autocomplete=email required></label>
{jobs}
<p><button type=submit>Submit application</button></form>"""
JOB = """<h2>{heading}</h2><p><label>Employer <input name=employer_{n} required></label>
<p><label>Job title <input name=title_{n} required></label><p><label>Start date <input name=start_{n}></label>
<p><label>End date <input name=end_{n}></label>"""
NOW, BEFORE = (JORDAN.profile["work_history"][n] for n in (0, 1))


async def applied(lab: Lab, harm: HarmSite, name: str, *headings: str) -> str:
    jobs = "".join(JOB.format(heading=heading, n=n) for n, heading in enumerate(headings))
    harm.made[f"/{name}"] = PAGE.format(name=name, jobs=jobs)
    return await lab.apply(
        a_posting(slug=name),
        target_url=f"http://127.0.0.1:{harm.port}/{name}",
        valet_user_id=ids.derived(name),
        profile=JORDAN.profile,
    )


async def test_the_job_before_the_present_one_is_the_job_before(lab: Lab, harm: HarmSite) -> None:
    name = "two-jobs"
    seen = await lab.finished(await applied(lab, harm, name, "Current position", "Position before that"))
    assert seen.phase is Phase.COMPLETED, str(seen)
    (sent,) = harm.applications(f"{name}/")
    for n, job in enumerate((NOW, BEFORE)):
        assert (sent.fields[f"employer_{n}"], sent.fields[f"title_{n}"]) == ([job["company"]], [job["title"]])
        assert sent.fields[f"start_{n}"] == [job["start_date"]]
    assert sent.fields["end_1"] == [BEFORE["end_date"]]


async def test_which_job_another_block_means_is_asked(lab: Lab, harm: HarmSite) -> None:
    name = "another-job"
    seen = await lab.asking(await applied(lab, harm, name, "This job", "Another job"))
    assert not harm.applications(f"{name}/")
    one, other = seen.ask.fields
    values = {one.question_key: BEFORE["company"], other.question_key: BEFORE["title"]}
    await lab.answer(seen.job.id, values=values, request_id=seen.ask.request_id)
    seen = await lab.finished(seen.job.id)
    assert seen.phase is Phase.COMPLETED, str(seen)
    (sent,) = harm.applications(f"{name}/")
    assert [sent.fields[f"employer_{n}"] for n in (0, 1)] == [[NOW["company"]], [BEFORE["company"]]]
    assert sent.fields["start_1"] == [""]
