"""A form that its server refuses, and shows again emptied with a complaint, is corrected; in doubt a human is asked.

Judged by what the server received.
"""

from __future__ import annotations

import pytest

from ghosthands.domain.human import AskKind
from ghosthands.domain.job import Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

FORM = """<!doctype html><html lang=en><meta charset=utf-8><title>Apply</title><h1>Apply: Warehouse clerk</h1>
<form method=post action="/{name}/sent">
<p><label>First name <input name=first_name autocomplete=given-name></label>
<p><label>Last name <input name=last_name autocomplete=family-name></label>
<p><label>Email <input type=email name=email autocomplete=email></label>
<div><label>Phone <input type=tel name=phone autocomplete=tel></label>{complaint}</div>
<p><button type=submit>Submit application</button></form>"""
COMPLAINT = "<p class=error>Please enter a valid phone number</p>"
ANOTHER = "+1 415 555 0199"


async def answered(lab: Lab, harm: HarmSite, name: str, status: int, complaint: str) -> FollowedJob:
    """The job whose form came back empty, once it is over or asks."""
    harm.made[f"/{name}"] = FORM.format(name=name, complaint="")
    harm.answers[f"/{name}/sent"] = (status, FORM.format(name=name, complaint=complaint))
    address = f"http://127.0.0.1:{harm.port}/{name}"
    job_id = await lab.apply(a_posting(slug=name), target_url=address, profile=JORDAN.profile)
    return await lab.until(job_id, lambda seen: seen.over or seen.asks)


async def test_a_form_that_the_server_refuses_is_corrected_by_the_applicants_word(lab: Lab, harm: HarmSite) -> None:
    name = "refused-phone"
    seen = await answered(lab, harm, name, 422, COMPLAINT)
    assert seen.asks, str(seen)
    assert seen.ask.kind is AskKind.FIELDS, str(seen)
    (asked,) = seen.ask.fields
    assert len(harm.applications(f"{name}/")) == 1
    del harm.answers[f"/{name}/sent"]
    await lab.answer(seen.job.id, values={asked.question_key: ANOTHER}, request_id=seen.ask.request_id)
    seen = await lab.finished(seen.job.id)
    assert seen.phase is Phase.COMPLETED, str(seen)
    _, sent = harm.applications(f"{name}/")
    assert sent.fields["email"] == [JORDAN.profile["email"]]
    assert "".join(filter(str.isdigit, sent.fields["phone"][0])).endswith("4155550199")


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("name", "status", "complaint"), [("refused-silently", 422, ""), ("perhaps-refused", 200, COMPLAINT)]
)
async def test_a_form_that_came_back_empty_may_have_been_taken(
    lab: Lab, harm: HarmSite, name: str, status: int, complaint: str
) -> None:
    seen = await answered(lab, harm, name, status, complaint)
    assert seen.asks, str(seen)
    assert seen.ask.kind is AskKind.SUBMIT_UNCLEAR, str(seen)
    assert len(harm.applications(f"{name}/")) == 1
