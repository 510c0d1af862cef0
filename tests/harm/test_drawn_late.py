"""A form that its page draws some time after it has loaded is filled without a human.

Judged by what the server received.
"""

from __future__ import annotations

import pytest

from ghosthands.domain.codes import Stuck
from ghosthands.domain.job import HumanRequested, Phase, StepChosen
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

PAGE = """<!doctype html><html lang=en><meta charset=utf-8><title>Apply</title>
<main id=app>Loading…</main>
<script>
const draw = () => {{ app.innerHTML = `<h1>Apply: Warehouse clerk</h1>
<form method=post action="/{name}/sent">
<p><label>First name <input name=first_name autocomplete=given-name required></label>
<p><label>Last name <input name=last_name autocomplete=family-name required></label>
<p><label>Email <input type=email name=email autocomplete=email required></label>
<p><button type=submit>Submit application</button></form>`; }};
if ({after}) setTimeout(draw, {after});
</script>"""


async def applied(lab: Lab, harm: HarmSite, after: int) -> FollowedJob:
    """The job for a form that is drawn so many milliseconds after the load, once it is over or asks; 0: never."""
    name = f"drawn-after-{after}"
    harm.made[f"/{name}"] = PAGE.format(name=name, after=after)
    address = f"http://127.0.0.1:{harm.port}/{name}"
    job_id = await lab.apply(a_posting(slug=name), target_url=address, profile=JORDAN.profile)
    return await lab.until(job_id, lambda seen: seen.over or seen.asks)


@pytest.mark.parametrize("after", [900, 4000])
async def test_a_form_that_is_drawn_after_the_load_is_filled_without_a_human(
    lab: Lab, harm: HarmSite, after: int
) -> None:
    seen = await applied(lab, harm, after)
    assert seen.phase is Phase.COMPLETED, str(seen)
    (sent,) = harm.applications(f"drawn-after-{after}/")
    assert sent.fields["email"] == [JORDAN.profile["email"]]


async def test_a_page_that_stays_bare_is_looked_at_once_more_and_then_asked_about(lab: Lab, harm: HarmSite) -> None:
    seen = await applied(lab, harm, 0)
    assert seen.ask.code == Stuck.NO_WAY_ON, str(seen)
    assert len(seen.named(HumanRequested.__name__)) == 1
    chosen = [event for event in seen.named(StepChosen.__name__) if isinstance(event, StepChosen)]
    assert [event.step for event in chosen].count("observe") == 2, str(seen)
