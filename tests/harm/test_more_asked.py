"""Another form behind "Submit" may be the application's second part, or a survey: it is gone on with on a human's word.

Judged by what the server received.
"""

from __future__ import annotations

import pytest

from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import HarmSite

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

FORM = """<!doctype html><html lang=en><meta charset=utf-8><title>Apply</title><h1>Apply: Judge</h1>
<form method=post action="/{name}/{to}">{asks}<p><button>Submit</button></form>"""
FIRST = """<p><label>First name <input name=first_name autocomplete=given-name></label>
<p><label>Last name <input name=last_name autocomplete=family-name></label>
<p><label>Email <input type=email name=email autocomplete=email></label>"""
SECOND = "<p><label>Phone <input type=tel name=phone autocomplete=tel></label>"


async def followed(lab: Lab, harm: HarmSite, name: str) -> tuple[str, FollowedJob]:
    """The job whose form was followed by another one, as soon as it asks."""
    harm.made[f"/{name}"] = FORM.format(name=name, to="sent", asks=FIRST)
    harm.answers[f"/{name}/sent"] = (200, FORM.format(name=name, to="more", asks=SECOND))
    address = f"http://127.0.0.1:{harm.port}/{name}"
    job_id = await lab.apply(a_posting(slug=name), target_url=address, profile=JORDAN.profile)
    return job_id, await lab.until(job_id, lambda seen: seen.over or seen.asks)


@pytest.mark.parametrize(
    ("name", "said", "sent"),
    [
        ("second-part", Resolution.SKIP, ["/second-part/sent", "/second-part/more"]),
        ("survey-after", Resolution.DONE, ["/survey-after/sent"]),
    ],
)
async def test_a_second_form_is_sent_if_a_human_says_that_the_first_was_not_all(
    lab: Lab, harm: HarmSite, name: str, said: Resolution, sent: list[str]
) -> None:
    job_id, seen = await followed(lab, harm, name)
    assert (seen.ask.kind, seen.ask.code) == (AskKind.SUBMIT_UNCLEAR, "more_asked"), str(seen)
    assert [one.path for one in harm.applications(f"{name}/")] == sent[:1]
    await lab.answer(job_id, said)
    seen = await lab.finished(job_id)
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert [one.path for one in harm.applications(f"{name}/")] == sent
