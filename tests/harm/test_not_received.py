"""An application that the site did not take is never told as sent: a complaint about the sending outweighs any thanks.

Judged by what the server received, and by what the job says became of it.
"""

from __future__ import annotations

import pytest

from ghosthands.domain.human import AskKind
from ghosthands.domain.job import Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

HEAVY = pytest.mark.heavy
FORM = """<!doctype html><meta charset=utf-8><title>Apply</title><h1>Apply: Warehouse clerk</h1>
<div id=m></div>{note}<form method=post action="/{name}/sent">
<p><label>First name <input name=first_name autocomplete=given-name></label>
<p><label>Last name <input name=last_name autocomplete=family-name></label>
<p><label>Email <input type=email name=email autocomplete=email></label>
<p><label>Phone <input type=tel name=phone autocomplete=tel></label>{phone_note}
<p><button type=submit>Submit application</button></form>
<script>{script}</script>"""
PAGE = "<!doctype html><meta charset=utf-8><title>Application</title>"
THANKS = f"{PAGE}<p>Thank you for applying.</p>"
BY_SCRIPT = """document.forms[0].onsubmit = async (event) => {{
  event.preventDefault();
  {before}
  const body = new URLSearchParams(new FormData(event.target));
  const answer = await fetch("/{name}/sent", {{ method: "POST", body }});
  {after}
}};"""
OPTIMISTIC = ("m.innerHTML = '<h2>Thank you for applying!</h2>';", "")
WITHDRAWN = (
    OPTIMISTIC[0],
    "m.innerHTML = '<h2 style=color:red>Your application could not be sent. Please try again.</h2>';",
)
TOAST = "m.innerHTML = `<p class=toast>${say}</p>`; setTimeout(() => m.replaceChildren(), 50)"
THEN_GONE = (OPTIMISTIC[0], f"{WITHDRAWN[1]} setTimeout(() => m.replaceChildren(), 50);")


async def applied(lab: Lab, harm: HarmSite, name: str, script: str = "", note: str = "") -> FollowedJob:
    """The job for the form, with the note above it, once it is over or asks."""
    harm.made[f"/{name}"] = FORM.format(name=name, script=script, phone_note="", note=note)
    address = f"http://127.0.0.1:{harm.port}/{name}"
    job_id = await lab.apply(a_posting(slug=name), target_url=address, profile=JORDAN.profile)
    return await lab.until(job_id, lambda seen: seen.over or seen.asks)


#: it thanks at once in the form's place, and does that with its answers
THANKS_AT_ONCE = """document.forms[0].onsubmit = (event) => {{
  event.preventDefault();
  const body = new URLSearchParams(new FormData(event.target));
  const send = () => fetch("/{name}/sent", {{ method: "POST", body }});
  event.target.outerHTML = "<h2>Thank you for applying! Your application has been received.</h2>";
  {does}
}};"""


def by_script(name: str, before: str, after: str) -> str:
    return BY_SCRIPT.format(name=name, before=before, after=after)


async def answered(lab: Lab, harm: HarmSite, name: str, status: int, html: str) -> FollowedJob:
    """The job whose form was answered by that page."""
    harm.answers[f"/{name}/sent"] = (status, html)
    return await applied(lab, harm, name)


def assert_asks_whether_it_was_sent(seen: FollowedJob, harm: HarmSite, name: str) -> None:
    assert seen.asks, str(seen)
    assert seen.ask.kind is AskKind.SUBMIT_UNCLEAR, str(seen)
    assert len(harm.applications(f"{name}/")) == 1, "it was sent once"


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        (
            "thanks-beside-an-alert",
            "<p class=error role=alert>Error: we could not save your application. Please try again.</p>",
        ),
        pytest.param(
            "thanks-above-small-print",
            "<p style='font-size:9px'>Error: your application could not be submitted because the email is already"
            " registered.</p>",
            marks=pytest.mark.slow,
        ),
        ("thanks-beside-unknown-words", "<p class='form-error'>Kupwara ngenxa yephutha.</p>"),
    ],
)
async def test_thanks_beside_a_complaint_confirm_nothing(lab: Lab, harm: HarmSite, name: str, complaint: str) -> None:
    assert_asks_whether_it_was_sent(await answered(lab, harm, name, 200, THANKS + complaint), harm, name)


@pytest.mark.parametrize(
    ("name", "script"),
    [
        ("thanks-withdrawn", WITHDRAWN),
        ("thanks-that-stay", OPTIMISTIC),
        pytest.param("complaint-that-goes", THEN_GONE, marks=pytest.mark.slow),
    ],
)
async def test_thanks_ahead_of_a_failed_answer_confirm_nothing(
    lab: Lab, harm: HarmSite, name: str, script: tuple[str, str]
) -> None:
    harm.answers[f"/{name}/sent"] = (500, "{}")
    assert_asks_whether_it_was_sent(await applied(lab, harm, name, by_script(name, *script)), harm, name)


@HEAVY
@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("in-case-of-an-error", "<p>If there was an error, or your application could not be sent, contact us.</p>"),
        ("cookie-banner", "<div class=cookie-banner role=alert>We use cookies. <button>Accept</button></div>"),
        ("no-e-mail", "<p>Please note that we cannot accept applications via e-mail.</p>"),
        ("nobody-else", "<p>Your application has not been sent to other employers.</p>"),
        ("news", "<div role=alert>We received your application and will answer within a week.</div>"),
        (
            "survey",
            "<form action=/survey method=post><h2>Voluntary survey</h2><label>Gender <input name=gender></label>"
            "<button>Save answers</button></form>",
        ),
    ],
)
async def test_an_ordinary_confirmation_still_confirms(lab: Lab, harm: HarmSite, name: str, more: str) -> None:
    seen = await answered(lab, harm, name, 200, THANKS + more)
    assert seen.phase is Phase.COMPLETED, str(seen)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("builders-thanks", "Thanks for contacting us! We will get in touch with you shortly."),
        pytest.param("danke", "Danke für deine Bewerbung", marks=HEAVY),
        pytest.param("gracias", "Gracias por enviar tu candidatura", marks=HEAVY),
    ],
)
async def test_thanks_in_other_words_confirm(lab: Lab, harm: HarmSite, name: str, said: str) -> None:
    seen = await answered(lab, harm, name, 200, f"{PAGE}<p>{said}</p>")
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert len(harm.applications(f"{name}/")) == 1


async def test_thanks_that_ask_for_the_rest_confirm_nothing(lab: Lab, harm: HarmSite) -> None:
    said = f"{PAGE}<h1>Thank you for your application</h1><p>Almost done: we still need your references by e-mail.</p>"
    assert_asks_whether_it_was_sent(await answered(lab, harm, "almost", 200, said), harm, "almost")


async def test_an_ordinary_sentence_that_stands_before_and_after_the_press_hides_no_confirmation(
    lab: Lab, harm: HarmSite
) -> None:
    name, note = "work-permit", "<p>We cannot process your application without a valid work permit.</p>"
    harm.answers[f"/{name}/sent"] = (200, THANKS + note)
    seen = await applied(lab, harm, name, note=note)
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert len(harm.applications(f"{name}/")) == 1


@HEAVY
@pytest.mark.parametrize(
    ("name", "status", "html", "sign"),
    [
        ("too-many", 429, f"{PAGE}<h1>Too many requests</h1>", "refused_for_now"),
        ("applied-before", 200, f"{PAGE}<p>You have already applied for this position.</p>", "already_applied"),
        ("server-error", 500, f"{PAGE}<p>Something went wrong, please try again.</p>", None),
    ],
)
async def test_whoever_is_asked_is_told_how_the_form_was_answered(
    lab: Lab, harm: HarmSite, name: str, status: int, html: str, sign: str | None
) -> None:
    seen = await answered(lab, harm, name, status, html)
    assert_asks_whether_it_was_sent(seen, harm, name)
    assert (seen.ask.code, seen.ask.status) == (sign, status)


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("refused-inline", "m.className = 'error'; m.textContent = say"),
        ("refused-plainly", "event.target.insertAdjacentHTML('beforeend', `<p>${say}`)"),
        pytest.param("refused-by-alert", "alert(say)", marks=HEAVY),
        pytest.param("refused-by-toast", TOAST, marks=HEAVY),
    ],
)
async def test_whoever_is_asked_is_told_what_the_page_itself_said(
    lab: Lab, harm: HarmSite, name: str, after: str
) -> None:
    harm.answers[f"/{name}/sent"] = (422, f"{JORDAN.profile['email']} is not taken: use a company address")
    script = by_script(name, "", f"const say = await answer.text(); {after}")
    harm.made[f"/{name}"] = FORM.format(name=name, script=script, phone_note="", note="")
    task = f"task-{name}"
    address = f"http://127.0.0.1:{harm.port}/{name}"
    job_id = await lab.apply(a_posting(slug=name), target_url=address, profile=JORDAN.profile, valet_task_id=task)
    seen = await lab.until(job_id, lambda seen: seen.over or seen.asks)
    assert_asks_whether_it_was_sent(seen, harm, name)
    await lab.at_rest()
    asked = [body["interaction"] for what, body in await lab.said(task) if what == "status" and "interaction" in body]
    assert asked[-1]["page_says"] == ["{profile.email} is not taken: use a company address"]


@pytest.mark.parametrize(
    ("name", "does"),
    [
        ("sent-after-thanks", "setTimeout(send, 1500)"),
        pytest.param("sent-long-after-thanks", "setTimeout(send, 6000)", marks=HEAVY),
        ("sent-with-thanks", "send()"),
        pytest.param("sent-by-beacon", "navigator.sendBeacon('/sent-by-beacon/sent', body)", marks=HEAVY),
    ],
)
async def test_a_page_that_thanks_before_it_sends_is_left_once_it_has_sent(
    lab: Lab, harm: HarmSite, name: str, does: str
) -> None:
    seen = await applied(lab, harm, name, THANKS_AT_ONCE.format(name=name, does=does))
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert len(harm.applications(f"{name}/")) == 1


async def test_thanks_of_a_page_that_sends_nothing_confirm_nothing(lab: Lab, harm: HarmSite) -> None:
    name = "never-sent"
    seen = await applied(lab, harm, name, THANKS_AT_ONCE.format(name=name, does=""))
    assert seen.asks, str(seen)
    assert (seen.ask.kind, seen.ask.code) == (AskKind.SUBMIT_UNCLEAR, "nothing_sent"), str(seen)
    assert not harm.applications(f"{name}/")
