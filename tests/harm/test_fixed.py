"""What the page has filled in for good is left as it is, and holds up nothing; judged by what the server received."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest

from ghosthands.domain.job import Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

FORM = """<!doctype html><html lang=en><meta charset=utf-8><title>Apply</title><h1>Apply: Warehouse clerk</h1>
<form method=post action="/fixed/sent">
<p><label>Full name <input name=full_name autocomplete=name></label>
<p><label>E-mail <input type=email name=email autocomplete=email></label>
<p><label>Website (optional) <input type=url name=site readonly value="https://acme.test/"></label>
<p><label>City <input name=city readonly value="Acme Town" required></label>
<p><button type=submit>Submit application</button></form>"""


async def test_a_box_that_cannot_be_changed_keeps_the_pages_value(lab: Lab, harm: HarmSite) -> None:
    harm.made["/fixed"] = FORM
    harm.made["/fixed/sent"] = "<!doctype html><title>Thanks</title><h1>Thank you for applying!</h1>"
    address = f"http://127.0.0.1:{harm.port}/fixed"
    job_id = await lab.apply(a_posting(slug="fixed"), target_url=address, profile=JORDAN.profile)
    seen = await lab.until(job_id, lambda seen: seen.over or seen.asks)
    assert seen.phase is Phase.COMPLETED, seen
    (sent,) = [parse_qs(one.body.decode()) for one in harm.requests if one.path == "/fixed/sent"]
    assert sent["site"] == ["https://acme.test/"]
    assert sent["city"] == ["Acme Town"]
    assert sent["email"] == [JORDAN.profile["email"]]
