"""A list that must be answered and that nobody sees is answered, by what the page draws for it where that can be told.

Judged by what the server received.
"""

from __future__ import annotations

import pytest

from ghosthands.domain.job import Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

FORM = """<!doctype html><html lang=en><meta charset=utf-8><title>Apply</title><h1>Apply: Warehouse clerk</h1>
<form method=post action="/{name}/sent">
<p><label>Full name <input name=full_name autocomplete=name required></label>
<p><label>E-mail <input type=email name=email autocomplete=email required></label>
<div>{asked}</div>
<p><button type=submit>Submit application</button></form>
<script>
  const sent = document.forms[0].elements.country;
  const labels = [...sent.options].map(({{ label }}) => label);
  const takes = (label) => {{
    shown.textContent = label;
    sent.selectedIndex = labels.indexOf(label);
  }};
  {script}
</script>"""
LIST = """<select name=country id=country required style="display: none"><option value="">Select a country</option>
<option value=DE>Germany</option><option value=US>United States</option></select>"""
DRAWN = '<div id=drawn style="cursor: pointer; width: 200px">'
BESIDE = f"""<label>Country</label>{LIST}{DRAWN}<span id=shown>Select a country</span>
<ul hidden><li>Germany</li><li>United States</li></ul></div>"""
OPENS = """const list = drawn.querySelector("ul");
drawn.onclick = ({ target }) => {
  if (target.localName === "li") takes(target.textContent);
  list.hidden = !list.hidden;
};"""
APART = f"""<label>Country</label>{LIST}{DRAWN}<span id=shown>Select a country</span></div>"""
OPENS_APART = """drawn.onclick = () => {
  const list = document.createElement("ul");
  const { left, bottom } = drawn.getBoundingClientRect();
  list.style = `position: absolute; margin: 0; left: ${left}px; top: ${bottom}px; background: white`;
  for (const label of labels.slice(1)) {
    const item = document.createElement("li");
    item.textContent = label;
    item.style.cursor = "pointer";
    item.onclick = () => { takes(label); list.remove(); };
    list.append(item);
  }
  document.body.append(list);
};"""
#: drawn of nothing that can be told to be a control
PAINTED = f"""<div><span id=shown>Country</span></div><canvas width=300 height=20></canvas><div>{LIST}</div>"""


async def applied(lab: Lab, harm: HarmSite, name: str, asked: str, script: str) -> FollowedJob:
    harm.requests.clear()
    harm.made[f"/{name}"] = FORM.format(name=name, asked=asked, script=script)
    address = f"http://127.0.0.1:{harm.port}/{name}"
    job_id = await lab.apply(a_posting(slug=name), target_url=address, profile=JORDAN.profile)
    return await lab.until(job_id, lambda seen: seen.over or seen.asks)


@pytest.mark.parametrize(
    ("asked", "script"),
    [
        pytest.param(BESIDE, OPENS, id="beside-it"),
        pytest.param(APART, OPENS_APART, id="at-the-end-of-the-body"),
        pytest.param(PAINTED, "", id="painted"),
    ],
)
async def test_a_list_nobody_sees_is_sent_with_its_answer(
    lab: Lab, harm: HarmSite, asked: str, script: str, request: pytest.FixtureRequest
) -> None:
    seen = await applied(lab, harm, request.node.callspec.id, asked, script)
    assert seen.phase is Phase.COMPLETED, seen
    (only,) = harm.applications(request.node.callspec.id)
    assert only.fields["country"] == ["US"]
