"""A button that sends the form and is disabled is waited for; one that stays disabled is a human's, who is told of it.

Judged by what the server received.
"""

from __future__ import annotations

import pytest

from ghosthands.domain.codes import Stuck
from ghosthands.domain.job import Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

FORM = """<!doctype html><html lang=en><meta charset=utf-8><title>Apply</title><h1>Apply: Warehouse clerk</h1>
<form method=post action="/{name}/sent">
<p><label>First name <input name=first_name autocomplete=given-name required></label>
<p><label>Last name <input name=last_name autocomplete=family-name required></label>
<p><label>Email <input type=email name=email autocomplete=email required></label>
<p id=terms>Please read our terms.</p>
<p id=end><button type=submit disabled>Submit application</button></form>
<script>
const form = document.forms[0], end = document.getElementById("end");
const button = () => form.querySelector("button");
{script}
</script>"""
#: from the last change on, long enough that nobody who merely looks again sees it enabled
COUNTDOWN = """let left = 15;
const count = () => {
  terms.textContent = `Please read our terms: ${left} s`;
  if (left) setTimeout(count, 1000); else button().disabled = false;
  left -= 1;
};
form.addEventListener("change", () => { if (left === 15) count(); });"""
#: as frameworks do it that draw everything anew
ANOTHER_BUTTON = """let due = 0;
form.addEventListener("change", () => {
  clearTimeout(due);
  due = setTimeout(() => { end.innerHTML = "<button type=submit>Submit application</button>"; }, 4000);
});"""


async def applied(lab: Lab, harm: HarmSite, name: str, script: str) -> FollowedJob:
    """The job for the form with that script, once it is over or asks."""
    harm.made[f"/{name}"] = FORM.format(name=name, script=script)
    address = f"http://127.0.0.1:{harm.port}/{name}"
    job_id = await lab.apply(a_posting(slug=name), target_url=address, profile=JORDAN.profile)
    return await lab.until(job_id, lambda seen: seen.over or seen.asks)


@pytest.mark.parametrize(
    ("name", "script"), [("terms-countdown", COUNTDOWN), ("another-button-after-a-while", ANOTHER_BUTTON)]
)
async def test_a_button_that_is_disabled_for_a_while_is_waited_for(
    lab: Lab, harm: HarmSite, name: str, script: str
) -> None:
    seen = await applied(lab, harm, name, script)
    assert seen.phase is Phase.COMPLETED, str(seen)
    (sent,) = harm.applications(f"{name}/")
    assert sent.fields["email"] == [JORDAN.profile["email"]]


@pytest.mark.heavy
async def test_a_human_is_told_of_a_button_that_stays_disabled(lab: Lab, harm: HarmSite) -> None:
    seen = await applied(lab, harm, "always-disabled", "")
    assert seen.asks, str(seen)
    assert seen.ask.code == Stuck.BUTTON_DISABLED, str(seen)
    assert not harm.applications("always-disabled/")
