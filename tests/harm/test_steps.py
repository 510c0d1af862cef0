"""What a press that leads on sends goes once, with its intent on the log before: judged by what the server received."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ghosthands.domain import ids
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import EffectIntended, EffectKind, Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import HarmSite, Sent
from .hostile import FORM

pytestmark = pytest.mark.e2e

HEAVY = pytest.mark.heavy
VALUES = {key: str(JORDAN.profile[key]) for key in ("first_name", "last_name", "email")}
ALL_AT_ONCE = """<!doctype html><meta charset=utf-8><title>Apply: Engineer</title><h1>Apply for Engineer</h1>
<p>Step 1 of 3</p><form method=post action="/{name}/sent">
<label>First name <input name=first_name required autocomplete=given-name></label>
<label>Last name <input name=last_name required autocomplete=family-name></label>
<label>Email <input type=email name=email required autocomplete=email></label>
<button type=submit>Next</button></form>"""
#: steps by script, each saved; `go` is what a press of "Next" does
WIZARD = """<!doctype html><meta charset=utf-8><title>Apply: Engineer</title><h1>Apply for Engineer</h1>
<p id=count></p><div id=asks></div><p id=said role=alert></p><button id=on type=button>Next</button>
<script>
const pages = [
  [["first_name", "First name", "given-name"], ["last_name", "Last name", "family-name"]],
  [["email", "Email", "email"]],
];
const given = {{}};
let at = 0;
const show = () => {{
  count.textContent = `Step ${{at + 1}} of 2`;
  on.textContent = at ? "Submit application" : "Next";
  asks.innerHTML = pages[at].map(([name, label, auto]) =>
    `<label>${{label}} <input name=${{name}} required autocomplete=${{auto}}></label>`).join("");
}};
const thank = () => {{ document.body.innerHTML = "<h1>Thank you for applying</h1>"; }};
const send = (path) => fetch("/{name}/" + path, {{ method: "POST", body: JSON.stringify(given) }});
const turn = () => {{ at += 1; show(); }};
on.onclick = async () => {{
  for (const one of asks.querySelectorAll("input")) given[one.name] = one.value;
  if (at) {{ await send("sent"); thank(); return; }}
  {go}
}};
show();
</script>"""
SAVED_FIRST = """const saved = await send("draft");
  if (saved.ok) turn(); else said.textContent = "Something did not work. Please try again.";"""
SHOWN_FIRST = """send("draft"); turn();"""
POSTING = """<!doctype html><title>Engineer</title><h1>Engineer</h1><p>We look for an engineer.</p>
<form method=post action="/{name}/start"><button>Apply now</button></form>"""
ACCOUNT = """<!doctype html><title>Careers</title><h1>Create your account</h1>
<form method=post action="/{name}/account"><label>Email <input type=email name=email></label>
<label>Password <input type=password name=password></label><button>Continue</button></form>"""


def form(name: str) -> str:
    return FORM.format(name=name, before="", act="", wait=0, enctype="application/x-www-form-urlencoded")


async def begin(lab: Lab, harm: HarmSite, name: str, html: str, **changes: Any) -> FollowedJob:
    """The job once it asks or ended."""
    harm.made[f"/{name}"] = html
    address = f"http://127.0.0.1:{harm.port}/{name}"
    nobody_yet = {"valet_user_id": ids.derived("applicant at", name)}  # who has no account there
    job_id = await lab.apply(a_posting(slug=name), target_url=address, profile=JORDAN.profile, **nobody_yet, **changes)
    return await lab.until(job_id, lambda seen: seen.over or seen.asks)


def posted(harm: HarmSite, name: str, path: str = "") -> list[Sent]:
    """What was sent to an address of the page, or to any."""
    return [one for one in harm.requests if one.method != "GET" and one.path.startswith(f"/{name}/{path}")]


def intents(seen: FollowedJob) -> list[EffectKind]:
    return [event.kind for event in seen.named("EffectIntended") if isinstance(event, EffectIntended)]


def order(seen: FollowedJob, *names: str) -> list[int]:
    """Where the first event of each name stands on the log."""
    told = [one.name for one in seen.recorded]
    return [told.index(name) for name in names]


async def test_a_step_that_sends_everything_sends_it_once_with_its_intent(lab: Lab, harm: HarmSite) -> None:
    name = "step-that-sends-all"
    seen = await begin(lab, harm, name, ALL_AT_ONCE.format(name=name))
    assert seen.phase is Phase.COMPLETED, str(seen)
    (sent,) = posted(harm, name)
    assert {key: sent.fields[key] for key in VALUES} == {key: [value] for key, value in VALUES.items()}
    assert intents(seen) == [EffectKind.STEP]
    told = order(seen, "PressHeld", "EffectIntended", "ActionSucceeded", "SubmitConfirmed")
    assert told == sorted(told), str(seen)


@HEAVY
@pytest.mark.parametrize(("name", "go"), [("saved-first", SAVED_FIRST), ("shown-first", SHOWN_FIRST)])
async def test_each_step_is_saved_once_and_whole(name: str, go: str, lab: Lab, harm: HarmSite) -> None:
    seen = await begin(lab, harm, name, WIZARD.format(name=name, go=go))
    assert seen.phase is Phase.COMPLETED, str(seen)
    (draft,), (application,) = posted(harm, name, "draft"), posted(harm, name, "sent")
    names = {key: VALUES[key] for key in ("first_name", "last_name")}
    assert (json.loads(draft.body), json.loads(application.body)) == (names, VALUES)
    assert intents(seen) == [EffectKind.STEP, EffectKind.SUBMIT]


@HEAVY
async def test_a_step_that_could_not_be_saved_is_not_sent_again_unasked(lab: Lab, harm: HarmSite) -> None:
    name = "not-saved"
    harm.answers[f"/{name}/draft"] = (500, "{}")
    seen = await begin(lab, harm, name, WIZARD.format(name=name, go=SAVED_FIRST))
    assert seen.asks, str(seen)
    assert seen.ask.kind is AskKind.SUBMIT_UNCLEAR, str(seen)
    assert len(posted(harm, name)) == 1


@HEAVY
async def test_a_postings_own_form_goes_with_its_intent(lab: Lab, harm: HarmSite) -> None:
    name = "apply-by-form"
    harm.answers[f"/{name}/start"] = (200, form(name))
    seen = await begin(lab, harm, name, POSTING.format(name=name))
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert [one.path for one in posted(harm, name)] == [f"/{name}/start", f"/{name}/sent"]
    assert intents(seen) == [EffectKind.STEP, EffectKind.SUBMIT]


@HEAVY
async def test_what_may_make_an_account_is_no_sign_in(lab: Lab, harm: HarmSite) -> None:
    name = "create-your-account"
    harm.answers[f"/{name}/account"] = (200, form(name))
    credentials = [{"domain": "127.0.0.1", "username": VALUES["email"], "password": "correct horse"}]
    seen = await begin(lab, harm, name, ACCOUNT.format(name=name), credentials=credentials)
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert [one.path for one in posted(harm, name)] == [f"/{name}/account", f"/{name}/sent"]
    assert intents(seen) == [EffectKind.CREATE_ACCOUNT, EffectKind.SUBMIT]


@HEAVY
@pytest.mark.parametrize(
    ("name", "html"),
    [("dry-step", ALL_AT_ONCE), ("dry-posting", POSTING), ("dry-wizard", WIZARD), ("dry-account", ACCOUNT)],
)
async def test_a_dry_run_ends_before_it(name: str, html: str, lab: Lab, harm: HarmSite) -> None:
    credentials = [{"domain": "127.0.0.1", "username": VALUES["email"], "password": "correct horse"}]
    html = html.format(name=name, go=SAVED_FIRST)
    seen = await begin(lab, harm, name, html, dry_run=True, credentials=credentials)
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert posted(harm, name) == []
    assert intents(seen) == []
