"""Notices over the form: cookies are refused, a session is kept, and nothing of either is pressed twice.

Judged by what the server received.
"""

from __future__ import annotations

import pytest

from ghosthands.domain.job import Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

HEAVY = pytest.mark.heavy
FORM = """<!doctype html><html lang=en><meta charset=utf-8><title>Apply: Clerk</title>
<style>.over {{ position: fixed; inset: 0; background: #000a; z-index: 9 }}
.over div {{ background: #fff; margin: 9em; }}</style>
<h1>Apply: Clerk</h1><form method=post action="/{name}/sent">
<label>First name <input name=first_name required autocomplete=given-name></label>
<label>Last name <input name=last_name required autocomplete=family-name></label>
<label>Email <input type=email name=email required autocomplete=email></label>
<button type=submit>Submit application</button></form>
<script>
const tell = (what) => fetch("/{name}/" + what, {{ method: "POST" }});
const cover = (html) => {{
  const over = document.createElement("div");
  over.className = "over";
  over.innerHTML = html;
  for (const each of over.querySelectorAll("[data-tell]")) {{
    each.onclick = () => {{ tell(each.dataset.tell); over.remove(); }};
  }}
  document.body.append(over);
}};
{script}
</script>"""
COOKIES = """cover(`<div><h2>We value your privacy</h2><p>We and our 215 partners use cookies on your device.</p>
<button data-tell=consented>Accept all</button>{refuse}<button>Manage options</button></div>`);"""
SESSION = """const expire = () => cover(`<div role=alertdialog aria-modal=true>
<p>Your session is about to expire due to inactivity.</p><button data-tell=left>Sign out</button>
<button data-tell=kept>Continue session</button></div>`);
document.querySelector("[name=email]").addEventListener("input", expire, {{ once: true }});"""


#: a button in a form sends it, where its author has said nothing else
SESSION_IN_THE_FORM = (
    SESSION
    + """
document.querySelector("[name=email]").addEventListener("input", () =>
  document.querySelector("form").append(document.querySelector(".over")), {{ once: true }});"""
)


async def apply(lab: Lab, harm: HarmSite, name: str, script: str) -> FollowedJob:
    """The job once it asks or ended."""
    harm.made[f"/{name}"] = FORM.format(name=name, script=script)
    address = f"http://127.0.0.1:{harm.port}/{name}"
    job_id = await lab.apply(a_posting(slug=name), target_url=address, profile=JORDAN.profile)
    return await lab.until(job_id, lambda seen: seen.over or seen.asks)


def received(harm: HarmSite, name: str) -> list[str]:
    return [one.path.removeprefix(f"/{name}/") for one in harm.applications(f"{name}/")]


async def test_a_wall_of_cookies_is_refused_once(lab: Lab, harm: HarmSite) -> None:
    name = "cookies-refused"
    seen = await apply(lab, harm, name, COOKIES.format(refuse="<button data-tell=refused>Reject all</button>"))
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert received(harm, name) == ["refused", "sent"]


OFFER = """document.querySelector("[name=email]").addEventListener("input", () => setTimeout(() => cover(`<div>
<button data-tell=closed aria-label=Close>×</button><h2>Join our talent community!</h2><p>New jobs in your inbox.</p>
<label>Email <input type=email></label><button data-tell=joined>Join</button></div>`), 200), {{ once: true }});"""


async def test_an_offer_that_comes_over_the_filled_form_is_closed(lab: Lab, harm: HarmSite) -> None:
    name = "offer-closed"
    seen = await apply(lab, harm, name, OFFER.format())
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert received(harm, name) == ["closed", "sent"]


async def test_a_session_that_is_about_to_end_is_kept_and_the_form_sent_once(lab: Lab, harm: HarmSite) -> None:
    name = "session-kept"
    seen = await apply(lab, harm, name, SESSION.format())
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert received(harm, name) == ["kept", "sent"]


async def test_a_notice_whose_buttons_send_the_form_is_a_humans(lab: Lab, harm: HarmSite) -> None:
    name = "session-in-the-form"
    seen = await apply(lab, harm, name, SESSION_IN_THE_FORM.format())
    assert seen.asks, str(seen)
    assert received(harm, name) == []


@HEAVY
async def test_a_wall_that_can_only_be_agreed_to_is_a_humans(lab: Lab, harm: HarmSite) -> None:
    name = "cookies-only-accepted"
    seen = await apply(lab, harm, name, COOKIES.format(refuse=""))
    assert seen.asks, str(seen)
    assert received(harm, name) == []
