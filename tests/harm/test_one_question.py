"""Forms that show one question a screen, and the next one without leaving the page: sent once, with what was asked.

Judged by what the server received.
"""

from __future__ import annotations

import json

import pytest

from ghosthands.domain.job import Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

#: questions as [name, text, kind]; a choice has keys printed before its options
SCREENS = """<!doctype html><html lang=en><meta charset=utf-8><title>Engineer</title>
<style>main {{ min-height: 20em }} [role=radio] {{ border: 1px solid; width: 12em; cursor: pointer }}</style>
<main><section></section></main>
<footer><span id=part role=progressbar aria-valuemin=0 aria-valuemax=100></span></footer>
<script>
const questions = [
  ["first_name", "What is your first name?", "text"],
  ["last_name", "What is your last name?", "text"],
  ["email", "What is your email address?", "email"],
  ["phone", "What is your phone number?", "tel"],
  ["city", "Which city do you live in?", "text"],
  ["authorized", "Are you legally authorized to work in the United States?", "choice"],
  ["sponsorship", "Will you now or in the future require sponsorship?", "choice"],
];
const leads = {leads};
const box = document.querySelector("section");
const given = {{}};
let at = 0;
const typed = (kind) => `<input type=${{kind}} aria-labelledby=asked placeholder="Type your answer here..." required>`;
const option = (key, text) =>
  `<li role=radio tabindex=0 aria-checked=false data-value="${{text}}">
  <div><div>${{key}}</div><div>${{text}}</div></div></li>`;
const chosen = () => `<ul role=radiogroup aria-labelledby=asked>${{option("A", "Yes")}}${{option("B", "No")}}</ul>`;
const show = () => {{
  const [, text, kind] = questions[at];
  const says = at === questions.length - 1 ? "Submit" : "OK ✓";
  box.innerHTML = `<div><span>${{at + 1}}</span> <span id=asked>${{text}} *</span></div>
    ${{kind === "choice" ? chosen() : typed(kind)}}<p role=alert></p>
    <div><button type=button><span>${{says}}</span></button> <span>press <b>Enter ↵</b></span></div>`;
  part.ariaValueNow = Math.round(at / questions.length * 100);
  box.querySelector("button").onclick = go;
  for (const one of box.querySelectorAll("[role=radio]")) one.onclick = () => choose(one);
}};
const choose = (one) => {{
  for (const each of box.querySelectorAll("[role=radio]")) each.ariaChecked = String(each === one);
  if (leads && at < questions.length - 1) setTimeout(go, 300);
}};
const answer = () => box.querySelector("input")?.value ?? box.querySelector("[aria-checked=true]")?.dataset.value ?? "";
const go = async () => {{
  if (!answer()) {{ box.querySelector("[role=alert]").textContent = "Please fill this in"; return; }}
  given[questions[at][0]] = answer();
  at += 1;
  if (at < questions.length) return show();
  await fetch("/{name}/sent", {{ method: "POST", body: JSON.stringify(given) }});
  document.body.innerHTML = "<h1>Thank you for applying</h1>";
}};
show();
</script>"""
EXPECTED = {
    "first_name": "Jordan",
    "last_name": "Ellsworth",
    "email": "jordan.ellsworth@example.com",
    "city": "Sacramento",
    "authorized": "Yes",
    "sponsorship": "No",
}


ANSWERS = {
    "Are you legally authorized to work in the United States?": "Yes",
    "Will you now or in the future require sponsorship?": "No",
}


async def apply(lab: Lab, harm: HarmSite, name: str, html: str) -> FollowedJob:
    """The job once it asks or ended."""
    harm.made[f"/{name}"] = html
    address = f"http://127.0.0.1:{harm.port}/{name}"
    job_id = await lab.apply(a_posting(slug=name), target_url=address, profile=JORDAN.profile, qa_answers=ANSWERS)
    return await lab.until(job_id, lambda seen: seen.over or seen.asks)


@pytest.mark.parametrize(
    ("name", "leads"),
    [
        ("screens-by-ok", "false"),
        pytest.param("screens-by-choice", "true", marks=pytest.mark.heavy),
    ],
)
async def test_each_screen_is_answered_and_all_are_sent_once(name: str, leads: str, lab: Lab, harm: HarmSite) -> None:
    seen = await apply(lab, harm, name, SCREENS.format(name=name, leads=leads))
    assert seen.phase is Phase.COMPLETED, str(seen)
    (sent,) = harm.applications(f"{name}/")
    received = json.loads(sent.body)
    assert {key: received[key] for key in EXPECTED} == EXPECTED
