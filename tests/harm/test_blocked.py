"""A page whose script stands still for a while after a press is waited for: what it sends goes once.

Judged by what the server received.
"""

from __future__ import annotations

import pytest

from ghosthands.domain.job import Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import Lab, a_posting

from .conftest import HarmSite

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

FORM = """<!doctype html><html lang=en><meta charset=utf-8><title>Apply</title><h1>Apply: Warehouse clerk</h1>
<form method=post action="/{name}/sent">
<p><label>First name <input name=first_name autocomplete=given-name required></label>
<p><label>Last name <input name=last_name autocomplete=family-name required></label>
<p><label>Email <input type=email name=email autocomplete=email required></label>
<p><button type=submit>Submit application</button></form>
<script>
document.forms[0].addEventListener("submit", () => {{
  const until = Date.now() + {seconds} * 1000;
  while (Date.now() < until);
}});
</script>"""


async def test_a_submit_handler_that_blocks_the_page_for_long_sends_once(lab: Lab, harm: HarmSite) -> None:
    name = "blocks-the-page"
    harm.made[f"/{name}"] = FORM.format(name=name, seconds=90)
    address = f"http://127.0.0.1:{harm.port}/{name}"
    job_id = await lab.apply(a_posting(slug=name), target_url=address, profile=JORDAN.profile)
    seen = await lab.until(job_id, lambda seen: seen.over or seen.asks, timeout=400)
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert not seen.named("SessionLost"), str(seen)
    (sent,) = harm.applications(f"{name}/")
    assert sent.fields["email"] == [JORDAN.profile["email"]]
