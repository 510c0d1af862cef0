"""A form with folded parts is sent whole, with what they ask; one behind a tab is found.

Judged by what the server received.
"""

from __future__ import annotations

import pytest

from ghosthands.domain.job import Phase
from ghosthands.testkit.lab import Lab

from .applying import apply_to
from .conftest import HarmSite

pytestmark = pytest.mark.e2e

#: the e-mail address is not marked as required, but nothing is sent without it
PAGE = """<!doctype html><html lang=en><meta charset=utf-8><title>Apply: Clerk</title><h1>Apply: Clerk</h1>
<form method=post action="/folded/sent">
<h2><button type=button aria-expanded=true aria-controls=a>1. Personal details</button></h2>
<div id=a><label>First name <input name=first_name required></label>
<label>Last name <input name=last_name required></label></div>
<h2><button type=button aria-expanded=false aria-controls=b>2. Contact</button></h2>
<div id=b hidden><label>E-mail <input type=email name=email></label></div>
<button>Submit application</button></form>
<script>
for (const each of document.querySelectorAll("h2 button")) each.addEventListener("click", () => {
  const part = document.getElementById(each.getAttribute("aria-controls"));
  part.hidden = !part.hidden;
  each.setAttribute("aria-expanded", !part.hidden);
});
document.forms[0].addEventListener("submit", (event) => {
  if (!document.forms[0].email.value) event.preventDefault();
});
</script>"""


async def test_a_form_is_sent_with_what_its_folded_parts_ask(lab: Lab, harm: HarmSite) -> None:
    seen = await apply_to(lab, harm, "folded", PAGE)
    assert seen.phase is Phase.COMPLETED, str(seen)
    (sent,) = harm.applications("folded/")
    assert sent.fields == {
        "first_name": ["Jordan"],
        "last_name": ["Ellsworth"],
        "email": ["jordan.ellsworth@example.com"],
    }


TABS = """<!doctype html><html lang=en><meta charset=utf-8><title>Clerk</title><h1>Clerk</h1><div role=tablist>
<button role=tab aria-selected=true>Overview</button><button role=tab id=tab aria-selected=false>Application</button>
</div><div id=about>We look for a clerk.</div><form method=post action="/tabs/sent" hidden>
<label>First name <input name=first_name required></label><label>Last name <input name=last_name required></label>
<label>E-mail <input type=email name=email required></label><label>Resume <input type=file name=resume></label>
<button>Submit application</button></form>
<script>tab.onclick = () => { about.hidden = true; document.forms[0].hidden = false; };</script>"""


async def test_a_form_behind_a_tab_is_opened_and_sent(lab: Lab, harm: HarmSite) -> None:
    seen = await apply_to(lab, harm, "tabs", TABS)
    assert seen.phase is Phase.COMPLETED, str(seen)
    (sent,) = harm.applications("tabs/")
    assert sent.fields["email"] == ["jordan.ellsworth@example.com"]
