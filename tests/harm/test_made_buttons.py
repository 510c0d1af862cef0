"""Buttons that a page makes of boxes with words alone: pressed once, with an intent where they may send.

Judged by what the server received.
"""

from __future__ import annotations

import pytest

from ghosthands.domain.job import EffectIntended, EffectKind, Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

#: a posting whose form is drawn by a press; none of its buttons is one of HTML
PAGE = """<!doctype html><html lang=en><meta charset=utf-8><title>Clerk</title>
<style>.press {{ cursor: pointer; display: inline-block; padding: 1em; background: #ddd }}</style>
<div id=app><h1>Clerk</h1><p>We look for a clerk.</p><div class="press" id=begin>Apply now</div></div>
<script>
const text = (name, label, auto) =>
  `<p><label>${{label}} <input name=${{name}} autocomplete=${{auto}} required></label>`;
const tell = (path, body) => fetch("/{name}/" + path, {{ method: "POST", body }});
begin.addEventListener("click", () => {{
  app.innerHTML = `<h1>Apply: Clerk</h1><form>${{text("first_name", "First name", "given-name")}}
    ${{text("last_name", "Last name", "family-name")}}${{text("email", "Email", "email")}}
    <div class=row><span class="press" data-id=cancel><span>Cancel</span></span>
    <div class="press" data-id=send><span>Submit application</span></div></div></form>`;
  app.querySelector("[data-id=cancel]").addEventListener("click", () => tell("cancelled"));
  app.querySelector("[data-id=send]").addEventListener("click", async () => {{
    const form = app.querySelector("form");
    if (!form.reportValidity()) return;
    await tell("sent", new URLSearchParams(new FormData(form)));
    app.innerHTML = "<h1>Thank you for applying</h1>";
  }});
}});
</script>"""


async def test_boxes_that_show_a_hand_are_pressed_once(lab: Lab, harm: HarmSite) -> None:
    name = "made-buttons"
    harm.made[f"/{name}"] = PAGE.format(name=name)
    address = f"http://127.0.0.1:{harm.port}/{name}"
    job_id = await lab.apply(a_posting(slug=name), target_url=address, profile=JORDAN.profile)
    seen = await lab.until(job_id, lambda seen: seen.over or seen.asks)
    assert seen.phase is Phase.COMPLETED, str(seen)
    (sent,) = harm.applications(f"{name}/")
    assert (sent.path, sent.fields["email"]) == (f"/{name}/sent", ["jordan.ellsworth@example.com"])
    intents = [event.kind for event in seen.named("EffectIntended") if isinstance(event, EffectIntended)]
    assert intents == [EffectKind.SUBMIT]
