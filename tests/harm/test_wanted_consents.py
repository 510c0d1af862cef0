"""A page that keeps its button disabled until a box is ticked, which its markup does not require.

The terms of applying are agreed to, as where they are required; another agreement is the applicant's to give, who is
asked about it by its name. Judged by what the server received.
"""

from __future__ import annotations

import pytest

from ghosthands.domain import ids
from ghosthands.domain.job import Phase
from ghosthands.domain.questions import question_key
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

#: as a widespread form builder makes them
FORM = """<!doctype html><html lang=en><meta charset=utf-8><title>Apply</title><h1>Apply: Gardener</h1>
<form method=post action="/{name}/sent" class=wpcf7-form novalidate>
<p><label>First name <input name=first_name autocomplete=given-name aria-required=true></label>
<p><label>Last name <input name=last_name autocomplete=family-name aria-required=true></label>
<p><label>Email <input type=email name=email autocomplete=email aria-required=true></label>
<p><label>Hobbies <input name=hobbies></label>
<p><span class=wpcf7-form-control-wrap><span class="wpcf7-form-control wpcf7-acceptance"><span class=wpcf7-list-item>
<label><input type=checkbox name=acceptance value=1 aria-invalid=false><span class=wpcf7-list-item-label>{words}</span>
</label></span></span></span>
<p><label><input type=checkbox name=news> I agree to receive your newsletter</label>
<p><input type=submit value="Submit application" class="wpcf7-form-control wpcf7-submit" disabled></form>
<script>
const form = document.forms[0], box = form.elements.acceptance, button = form.querySelector("[type=submit]");
box.addEventListener("change", () => {{ button.disabled = !box.checked; }});
</script>"""


async def applied(lab: Lab, harm: HarmSite, name: str, words: str) -> FollowedJob:
    """The job for the form with that box, once it is over or asks."""
    harm.made[f"/{name}"] = FORM.format(name=name, words=words)
    address = f"http://127.0.0.1:{harm.port}/{name}"
    nobody_yet = ids.derived(name)  # who has answered nothing elsewhere
    job_id = await lab.apply(
        a_posting(slug=name), target_url=address, valet_user_id=nobody_yet, profile=JORDAN.profile, qa_answers={}
    )
    return await lab.until(job_id, lambda seen: seen.over or seen.asks)


async def test_the_terms_of_applying_that_a_disabled_button_waits_for_are_agreed_to(lab: Lab, harm: HarmSite) -> None:
    seen = await applied(lab, harm, "acceptance-terms", "I consent to the processing of my data for this application")
    assert seen.phase is Phase.COMPLETED, str(seen)
    (sent,) = harm.applications("acceptance-terms/")
    assert sent.fields["acceptance"] == ["1"]
    assert "news" not in sent.fields
    assert sent.fields["email"] == [JORDAN.profile["email"]]


async def test_another_agreement_that_a_disabled_button_waits_for_is_asked_by_name(lab: Lab, harm: HarmSite) -> None:
    name, words = "acceptance-other", "I agree to a background check"
    seen = await applied(lab, harm, name, words)
    assert seen.asks, str(seen)
    assert not harm.applications(f"{name}/")
    (asked,) = seen.ask.fields
    assert asked.question_key == question_key(words), str(seen)
    await lab.answer(seen.job.id, values={asked.question_key: "Yes"}, request_id=seen.ask.request_id)
    seen = await lab.finished(seen.job.id)
    assert seen.phase is Phase.COMPLETED, str(seen)
    (sent,) = harm.applications(f"{name}/")
    assert sent.fields["acceptance"] == ["1"]
    assert "news" not in sent.fields
