"""Enter makes a tag of a text and never sends the form, whatever the page does of it; judged by what arrived."""

from __future__ import annotations

import pytest

from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import Lab, a_posting

from .conftest import HarmSite

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

#: what a page does on Enter besides taking the tag
ON_ENTER = {
    "implicit": "",
    "request-submit": "event.preventDefault(); form.requestSubmit();",
    "submit": "event.preventDefault(); form.submit();",
    "submit-later": "event.preventDefault(); setTimeout(() => form.submit(), 900);",
    "request-submit-later": "event.preventDefault(); setTimeout(() => form.requestSubmit(), 900);",
    "button-click": "event.preventDefault(); form.querySelector('[type=submit]').click();",
    "prototype": "event.preventDefault(); HTMLFormElement.prototype.submit.call(form);",
    "fetch": "event.preventDefault(); fetch(location.pathname, { method: 'POST', body: filled() });",
    "beacon": "event.preventDefault(); navigator.sendBeacon(location.pathname, filled());",
}
#: by what a box is known to take tags: a combobox of several, or a plain one of a library's
BOXES = {
    "combobox": ('<div class="skills multiple">', "role=combobox aria-autocomplete=list aria-expanded=false"),
    "plain": ('<div class="react-tagsinput">', ""),
}
#: what every run tries; the others are for `make test-harm`
SAMPLE = {("submit-later", "combobox"), ("fetch", "combobox"), ("request-submit", "plain")}

FORM = """<!doctype html><meta charset=utf-8><title>Apply: Engineer</title><h1>Apply for Engineer</h1>
<form method=post>
<label>First name <input name=first_name required autocomplete=given-name></label>
<label>Last name <input name=last_name required autocomplete=family-name></label>
<label>Email <input type=email name=email required autocomplete=email></label>
<label for=skills>Skills</label>{box}<input id=skills {attributes}></div>
<input type=hidden name=pressed value=no>
<button type=submit>Submit application</button></form>
<script>
const form = document.querySelector("form"), box = document.getElementById("skills");
const filled = () => new URLSearchParams(new FormData(form));
const press = (event) => event.isTrusted && (form.pressed.value = "yes");
form.querySelector("button").addEventListener("pointerdown", press);
box.addEventListener("keydown", (event) => {{
  if (event.key !== "Enter" || !box.value) return;
  fetch(location.pathname + "/entered").catch(() => 0);
  const tag = document.createElement("span");
  Object.assign(tag, {{ className: "react-tagsinput-tag tag", textContent: box.value }});
  tag.append(Object.assign(document.createElement("input"), {{ type: "hidden", name: "skills", value: box.value }}));
  box.before(tag);
  box.value = "";
  {on_enter}
}});
</script>"""


def tried() -> list[object]:
    every = [(name, box) for name in ON_ENTER for box in BOXES]
    return [pytest.param(*each, marks=() if each in SAMPLE else pytest.mark.heavy) for each in every]


@pytest.mark.parametrize(("name", "box"), tried())
async def test_enter_in_a_box_for_tags_never_sends_the_form(name: str, box: str, lab: Lab, harm: HarmSite) -> None:
    around, attributes = BOXES[box]
    path = f"/enter-{name}-{box}"
    harm.made[path] = FORM.format(box=around, attributes=attributes, on_enter=ON_ENTER[name])
    address = f"http://127.0.0.1:{harm.port}{path}"
    answers = {"Skills": "Python, NATS"}
    job_id = await lab.apply(a_posting(slug=path[1:]), target_url=address, profile=JORDAN.profile, qa_answers=answers)
    seen = await lab.until(job_id, lambda seen: seen.over or seen.asks)
    assert [one for one in harm.requests if one.path == f"{path}/entered"], str(seen)
    sent = harm.applications(path[1:])
    assert len(sent) <= 1, str(seen)
    for one in sent:
        # a page that sends its form by a clock may do so while the press that was announced is on its way
        assert one.fields["pressed"] == ["yes"] or "later" in name, str(seen)
        assert seen.named("EffectIntended"), str(seen)
        assert one.fields["skills"] == ["Python", "NATS"], str(seen)
        assert all(one.fields[field][0] for field in ("first_name", "last_name", "email")), str(seen)
