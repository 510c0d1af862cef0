"""A page that empties what was filled in, or exchanges its button, gets no half an application and no other press.

Judged by what the server received.
"""

from __future__ import annotations

from email import message_from_bytes
from email.message import Message
from typing import Any

import pytest

from ghosthands.domain.codes import Doubt, Stuck
from ghosthands.domain.job import HumanRequested, Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

#: nothing in it is required, so that the browser itself sends it empty
FORM = """<!doctype html><html lang=en><meta charset=utf-8><title>Apply</title><h1>Apply: Warehouse clerk</h1>
<form method=post action="/{name}/sent" enctype="multipart/form-data">
<p><label>Full name <input name=full_name autocomplete=name></label>
<p><label>E-mail <input type=email name=email autocomplete=email></label>
<p><label>Phone <input type=tel name=tel autocomplete=tel></label>
<p><label>Resume/CV <input type=file name=cv accept=".pdf"></label>
<p><label><input type=checkbox name=privacy value=yes aria-required=true> I agree to the privacy policy</label>
<p><button type=submit>Submit application</button></form>
<script>
const form = document.forms[0], [name, email, tel, cv, privacy] = form.elements;
const button = document.querySelector("button");
const times = (key) => (sessionStorage[key] = Number(sessionStorage[key] ?? 0) + 1);
const empty = (...those) => {{ for (const each of those) each.value = ""; }};
{script}
</script>"""

RELOADS = 'tel.addEventListener("change", () => setTimeout(() => {{ if ({when}) location.reload(); }}, 500));'
RELOADS_TWICE = RELOADS.format(when='times("tel") <= 2')
RELOADS_ALWAYS = RELOADS.format(when="true")
RELOADS_LATE = """privacy.addEventListener("change", () => {
  if (times("privacy") === 1) setTimeout(() => location.reload(), 400);
});"""
CLEARS_LATER = """let due = 0;
form.addEventListener("change", () => {
  if (sessionStorage.cleared) return;
  clearTimeout(due);
  due = setTimeout(() => { sessionStorage.cleared = 1; empty(name, email); }, 900);
});"""
CLEARS_UNDER_THE_POINTER = 'button.addEventListener("mouseover", () => empty(name, cv));'
CLEARS_ALWAYS = 'button.addEventListener("mousemove", () => empty(name, cv));'
CLEARS_AS_IT_IS_PRESSED = """addEventListener("pointerdown", (event) => {{
  if (event.target === button) {when} empty(name, cv, email);
}}, {{ capture: true }});"""
CLEARS_ONCE_AS_IT_IS_PRESSED = CLEARS_AS_IT_IS_PRESSED.format(when='if (times("press") === 1)')
CLEARS_DURING_THE_PRESS = """addEventListener("{event}", () => {{
  name.required = false;
  empty(name, cv, email);
}}, {{ capture: true }});"""
SENDS_AND_CLEARS_DURING_THE_PRESS = """button.addEventListener("mousedown", () => {
  fetch(form.action, { method: "POST", body: new FormData(form) });
  form.reset();
});"""
CLEARS_A_SEARCH_THAT_IS_LEFT = """const search = document.createElement("input");
search.type = "search";
search.setAttribute("aria-label", "Search jobs");
form.before(search);
search.addEventListener("blur", () => empty(search));
button.addEventListener("mouseover", () => { search.focus(); search.value = "clerk"; });"""
CLEARS_WHAT_IT_TAKES_THE_FOCUS_FROM = """button.addEventListener("mouseover", () => {
  email.focus();
  email.addEventListener("blur", () => empty(email));
});"""
EXCHANGES = """button.addEventListener("mouseover", () => {
  button.textContent = "Delete my account";
  form.action = "/account/deleted";
});"""
OVERWRITES = 'button.addEventListener("mouseover", () => { name.value = "Somebody Else"; }, { once: true });'


async def applied(lab: Lab, harm: HarmSite, name: str, script: str) -> FollowedJob:
    """The job for the form with that script, once it is over or asks."""
    harm.made[f"/{name}"] = FORM.format(name=name, script=script)
    address = f"http://127.0.0.1:{harm.port}/{name}"
    job_id = await lab.apply(a_posting(slug=name), target_url=address, profile=JORDAN.profile)
    return await lab.until(job_id, lambda seen: seen.over or seen.asks)


def sent(harm: HarmSite) -> list[dict[str, str]]:
    """What was sent, wherever: each part's text; of a file its name."""
    return [parts(one.body) for one in harm.requests if one.method != "GET"]


def parts(body: bytes) -> dict[str, str]:
    boundary = body.split(b"\r\n", 1)[0][2:].decode()
    whole = message_from_bytes(f"Content-Type: multipart/form-data; boundary={boundary}\r\n\r\n".encode() + body)
    return {str(part.get_param("name", header="content-disposition")): _said(part) for part in whole.get_payload()}  # type: ignore[union-attr]


def _said(part: Any) -> str:
    assert isinstance(part, Message)
    return part.get_filename() or str(part.get_payload())


@pytest.fixture(autouse=True)
def nothing_received(harm: HarmSite) -> None:
    harm.requests.clear()


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(RELOADS_TWICE, id="reloads-twice"),
        pytest.param(RELOADS_LATE, id="reloads-after-the-last-field"),
        pytest.param(CLEARS_LATER, id="clears-later"),
        pytest.param(CLEARS_UNDER_THE_POINTER, id="clears-under-the-pointer"),
        pytest.param(CLEARS_ONCE_AS_IT_IS_PRESSED, id="clears-as-it-is-pressed"),
        pytest.param(OVERWRITES, id="overwrites-under-the-pointer"),
        pytest.param(CLEARS_A_SEARCH_THAT_IS_LEFT, id="clears-a-search-that-is-left"),
    ],
)
async def test_what_a_page_empties_is_filled_in_again_before_it_is_sent(
    lab: Lab, harm: HarmSite, script: str, request: pytest.FixtureRequest
) -> None:
    name = request.node.callspec.id
    seen = await applied(lab, harm, name, script)
    assert seen.phase is Phase.COMPLETED, seen
    (only,) = sent(harm)
    profile = JORDAN.profile
    assert only["full_name"] == f"{profile['first_name']} {profile['last_name']}"
    assert only["email"] == profile["email"]
    assert only["tel"]
    assert only["cv"].endswith(".pdf")
    assert only["privacy"] == "yes"


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(RELOADS_ALWAYS, id="always-reloads"),
        pytest.param(CLEARS_ALWAYS, id="always-clears"),
        pytest.param(CLEARS_AS_IT_IS_PRESSED.format(when=""), id="always-clears-as-it-is-pressed"),
    ],
)
async def test_a_human_is_told_what_a_page_empties_again_and_again(
    lab: Lab, harm: HarmSite, script: str, request: pytest.FixtureRequest
) -> None:
    name = request.node.callspec.id
    seen = await applied(lab, harm, name, script)
    asked = [event for event in seen.named("HumanRequested") if isinstance(event, HumanRequested)]
    assert [one.code for one in asked] == [Stuck.FIELDS_LOST], seen
    assert len(asked[0].fields) >= 2
    assert not sent(harm)


@pytest.mark.parametrize(
    "event", ["mousedown", *(pytest.param(each, marks=pytest.mark.slow) for each in ("pointerup", "mouseup")), "click"]
)
async def test_what_a_page_empties_while_it_is_pressed_is_not_sent_and_a_human_is_asked(
    lab: Lab, harm: HarmSite, event: str
) -> None:
    seen = await applied(lab, harm, f"clears-at-{event}", CLEARS_DURING_THE_PRESS.format(event=event))
    assert seen.asks, seen
    assert seen.ask.code == Doubt.NOTHING_SENT, "whoever is asked learns that nothing has left"
    assert not sent(harm)


async def test_an_answer_that_a_page_empties_as_it_loses_the_focus_is_not_left_out(lab: Lab, harm: HarmSite) -> None:
    seen = await applied(lab, harm, "clears-what-is-left", CLEARS_WHAT_IT_TAKES_THE_FOCUS_FROM)
    assert seen.asks, seen
    assert not sent(harm)


async def test_what_a_page_sends_and_empties_while_it_is_pressed_is_sent_once(lab: Lab, harm: HarmSite) -> None:
    seen = await applied(lab, harm, "sends-at-mousedown", SENDS_AND_CLEARS_DURING_THE_PRESS)
    assert seen.over or seen.asks, seen
    (only,) = sent(harm)
    assert only["email"] == JORDAN.profile["email"]


async def test_a_button_that_becomes_another_under_the_pointer_is_not_pressed(lab: Lab, harm: HarmSite) -> None:
    seen = await applied(lab, harm, "exchanges", EXCHANGES)
    assert seen.asks, seen
    assert not sent(harm)
