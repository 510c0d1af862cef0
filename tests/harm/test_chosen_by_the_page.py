"""What a page has chosen itself is never sent as the applicant's answer: judged by what the server received."""

from __future__ import annotations

import pytest

from ghosthands.domain import ids
from ghosthands.domain.job import Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

NAME = "chosen-by-the-page"
PAGE = """<!doctype html><html lang=en><meta charset=utf-8><title>Apply</title><h1>Apply: Welder</h1>
<form method=post action="/{name}/sent">
<p><label>First name <input name=first_name required></label>
<p><label>Last name <input name=last_name required></label>
<p><label>Email <input type=email name=email required></label>
<p><label>Days per week in the office * <select name=days required><option>None<option>Two<option>Five</select></label>
<p><label>Shoe size <select name=shoes><option>36<option>41</select></label>
<p><label>Country * <select name=country required><option>Albania<option>United States</select></label>
<fieldset><legend>Have you ever been dismissed from a job? *</legend>
<label><input type=radio name=dismissed value=yes required checked> Yes</label>
<label><input type=radio name=dismissed value=no> No</label></fieldset>
<p><label><input type=checkbox name=shared checked> Share my data with partner companies</label>
<p><label>LinkedIn of your manager <input name=manager></label>
<p><button>Submit application</button></form>"""
#: in the order of the page
ANSWERS = {"days": "Two", "shoes": "36", "dismissed": "No"}


async def test_what_the_page_has_chosen_is_asked_and_not_sent(lab: Lab, harm: HarmSite) -> None:
    harm.made[f"/{NAME}"] = PAGE.format(name=NAME)
    address = f"http://127.0.0.1:{harm.port}/{NAME}"
    nobody_yet = ids.derived(NAME)  # who has answered nothing elsewhere
    job_id = await lab.apply(
        a_posting(slug=NAME), target_url=address, valet_user_id=nobody_yet, profile=JORDAN.profile, qa_answers={}
    )
    seen = await lab.until(job_id, lambda seen: seen.over or seen.asks)
    assert seen.asks, seen
    assert not harm.applications(f"{NAME}/")
    values = {one.question_key: answer for one, answer in zip(seen.ask.fields, ANSWERS.values(), strict=True)}
    await lab.answer(job_id, values=values, request_id=seen.ask.request_id)
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED, seen
    (sent,) = harm.applications(f"{NAME}/")
    assert {name: sent.fields[name] for name in ANSWERS} == {"days": ["Two"], "shoes": ["36"], "dismissed": ["no"]}
    assert sent.fields["country"] == ["United States"]
    assert "shared" not in sent.fields
    assert sent.fields["manager"] == [""]
