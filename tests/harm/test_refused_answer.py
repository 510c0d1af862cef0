"""A form that comes back with an answer refused may have been taken: it is sent again on a human's word alone.

Judged by what the server received.
"""

from __future__ import annotations

import pytest

from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

FORM = """<!doctype html><html lang=en><meta charset=utf-8><title>Apply</title><h1>Apply: Judge</h1>{alert}
<form method=post action="/{name}/{to}">
<p><label for=e>Email</label> <input id=e type=email name=email autocomplete=email value="{email}">
<p><label for=p>Phone</label> <input id=p name=phone autocomplete=tel value="{phone}" {marks}><span id=n>{note}</span>
<p><button>Submit application</button></form>"""
NOTE = "Phone must not contain brackets"
OTHER = "5125550187"


async def refused(lab: Lab, harm: HarmSite, name: str) -> tuple[str, FollowedJob]:
    """The job whose form came back with its values, the phone refused, as soon as it asks."""
    profile = JORDAN.profile
    harm.made[f"/{name}"] = FORM.format(name=name, to="sent", alert="", email="", phone="", marks="", note="")
    answer = FORM.format(
        name=name,
        to="again",
        alert="<div role=alert>Please correct the errors below.</div>",
        email=profile["email"],
        phone=profile["phone"],
        marks="aria-invalid=true aria-describedby=n",
        note=NOTE,
    )
    harm.answers[f"/{name}/sent"] = (200, answer)
    address = f"http://127.0.0.1:{harm.port}/{name}"
    job_id = await lab.apply(a_posting(slug=name), target_url=address, profile=profile, valet_task_id=f"task-{name}")
    return job_id, await lab.until(job_id, lambda seen: seen.over or seen.asks)


async def test_whoever_is_asked_is_told_what_is_refused_and_their_no_leads_to_another_answer(
    lab: Lab, harm: HarmSite
) -> None:
    name = "refused-phone"
    job_id, seen = await refused(lab, harm, name)
    assert (seen.ask.kind, seen.ask.code) == (AskKind.SUBMIT_UNCLEAR, "value_refused"), str(seen)
    await lab.at_rest()
    told = [body["interaction"] for what, body in await lab.said(f"task-{name}") if "interaction" in body][-1]
    assert [field["label"] for field in told["fields"]] == ["Phone"]
    assert NOTE in told["page_says"]

    await lab.answer(job_id, Resolution.SKIP)
    seen = await lab.until(job_id, lambda seen: seen.over or (seen.asks and seen.ask.kind is AskKind.FIELDS))
    assert seen.asks, str(seen)
    assert len(harm.applications(f"{name}/")) == 1, "nothing is sent again before another answer was given"

    await lab.answer(job_id, values={seen.ask.fields[0].question_key: OTHER})
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED, str(seen)
    first, second = harm.applications(f"{name}/")
    assert (first.fields["phone"], second.fields["phone"]) == ([JORDAN.profile["phone"]], [OTHER])


async def test_a_refused_form_that_a_human_says_was_taken_is_sent_once(lab: Lab, harm: HarmSite) -> None:
    name = "refused-and-taken"
    job_id, _ = await refused(lab, harm, name)
    await lab.answer(job_id, Resolution.DONE)
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert len(harm.applications(f"{name}/")) == 1
