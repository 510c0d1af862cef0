"""A form that comes back with a complaint was refused if it keeps what we wrote, not if it shows what it always shows.

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

#: what the form does not say before it was sent: the box is required
BOX = """<p><label><input type=checkbox name=privacy {marks}> I have read and accept the privacy notice</label>{note}"""
#: the server templates the text, and no list
OF_TEXTS = (
    """<!doctype html><html lang=en><meta charset=utf-8><title>Apply</title><h1>Apply: Baker</h1>{alert}
<form method=post action="/{name}/{to}" novalidate>
<p><label for=e>Email</label> <input id=e type=email name=email autocomplete=email required value="{email}">
<p><label for=c>Country</label> <select id=c name=country autocomplete=country-name required><option value="">Choose
<option>Canada<option>Mexico<option>United States</select>"""
    + BOX
    + "<p><button>Submit application</button></form>"
)
#: a step that asks nothing but what its list shows already
OF_A_LIST = (
    """<!doctype html><html lang=en><meta charset=utf-8><title>Apply</title><h1>Apply: Baker</h1><p>Step 1 of 2</p>
{alert}
<form method=post action="/{name}/{to}" novalidate>
<p><label for=c>Country</label> <select id=c name=country autocomplete=country-name required>
<option>Canada<option>Mexico<option selected>United States</select>"""
    + BOX
    + "<p><button>Next</button></form>"
)
COMPLAINT = {
    "alert": "<div role=alert>Please correct the errors below.</div>",
    "marks": "required aria-invalid=true aria-describedby=n",
    "note": "<span id=n>This field is required</span>",
}
PLAIN = dict.fromkeys(COMPLAINT, "")


async def sent(lab: Lab, harm: HarmSite, name: str, html: str) -> FollowedJob:
    """The job once it asks or ended, whose form came back with a complaint."""
    email = JORDAN.profile["email"]
    harm.made[f"/{name}"] = html.format(name=name, to="sent", email="", **PLAIN)
    harm.answers[f"/{name}/sent"] = (200, html.format(name=name, to="again", email=email, **COMPLAINT))
    address = f"http://127.0.0.1:{harm.port}/{name}"
    job_id = await lab.apply(a_posting(slug=name), target_url=address, profile=JORDAN.profile)
    return await lab.until(job_id, lambda seen: seen.over or seen.asks)


async def test_a_refused_form_whose_lists_were_reset_is_mended_unasked(lab: Lab, harm: HarmSite) -> None:
    name = "texts-kept-lists-reset"
    seen = await sent(lab, harm, name, OF_TEXTS)
    assert seen.phase is Phase.COMPLETED, str(seen)
    first, second = harm.applications(f"{name}/")
    assert "privacy" not in first.fields
    assert (second.fields["country"], second.fields["privacy"]) == (["United States"], ["on"])


async def test_a_step_that_shows_a_preset_list_again_is_not_pressed_again_unasked(lab: Lab, harm: HarmSite) -> None:
    name = "preset-list"
    seen = await sent(lab, harm, name, OF_A_LIST)
    assert len(harm.applications(f"{name}/")) == 1, str(seen)
    assert seen.asks, str(seen)
    assert seen.ask.kind is AskKind.SUBMIT_UNCLEAR
