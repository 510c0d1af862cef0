"""A page that shows all answers and one button is sent once, with its intent; a page of thanks is never pressed.

Judged by what the server received.
"""

from __future__ import annotations

import pytest

from ghosthands.domain.job import EffectIntended, Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab, a_posting

from .conftest import HarmSite

pytestmark = pytest.mark.e2e

HEAVY = pytest.mark.heavy
PAGE = "<!doctype html><html lang=en><meta charset=utf-8><title>Apply</title>"
FORM = (
    PAGE
    + """<h1>Apply: Warehouse clerk</h1>
<form method=post action="/{name}/answers">
<p><label>First name <input name=first_name autocomplete=given-name required></label>
<p><label>Last name <input name=last_name autocomplete=family-name required></label>
<p><label>Email <input type=email name=email autocomplete=email required></label>
<p><label>Phone <input type=tel name=phone autocomplete=tel required></label>
<p><label>Street address <input name=street autocomplete=address-line1></label>
<p><label>City <input name=city autocomplete=address-level2 required></label>
<p><button type=submit>{onward}</button></form>"""
)
CONTACTS = (
    PAGE
    + """<h1>Apply: Warehouse clerk</h1><form method=post action="/{name}/answers">
<p><label>First name <input name=first_name autocomplete=given-name required></label>
<p><label>Last name <input name=last_name autocomplete=family-name required></label>
<p><label>Email <input type=email name=email autocomplete=email required></label>
<p><label>Phone <input type=tel name=phone autocomplete=tel required></label>
<p><button type=submit>{onward}</button></form>"""
)
ANSWERS = """<dl><dt>First name<dd>{first_name}<dt>Last name<dd>{last_name}<dt>Email<dd>{email}
<dt>Phone<dd>{phone}<dt>City<dd>{city}</dl>"""
REVIEW = (
    PAGE
    + """<h1>{heading}</h1>{answers}
<form method=post action="/{name}/sent"><input type=hidden name=draft value=17><button>{send}</button></form>"""
)


async def applied(
    lab: Lab, harm: HarmSite, name: str, following: str, onward: str = "Continue", form: str = FORM
) -> FollowedJob:
    """The job whose form is answered by that page, once it is over or asks."""
    harm.made[f"/{name}"] = form.format(name=name, onward=onward)
    harm.answers[f"/{name}/answers"] = (200, following)
    address = f"http://127.0.0.1:{harm.port}/{name}"
    job_id = await lab.apply(a_posting(slug=name), target_url=address, profile=JORDAN.profile)
    return await lab.until(job_id, lambda seen: seen.over or seen.asks)


def review(name: str, heading: str, send: str) -> str:
    return REVIEW.format(
        name=name, heading=heading, answers=ANSWERS.format(**JORDAN.profile, **JORDAN.profile["location"]), send=send
    )


def posted(harm: HarmSite, name: str) -> list[str]:
    return [one.path for one in harm.applications(f"{name}/")]


@pytest.mark.parametrize(
    ("name", "onward", "heading", "send"),
    [
        ("review-then-submit", "Continue", "Review your application", "Submit application"),
        pytest.param("review-then-confirm", "Preview", "Is this correct?", "Confirm and send", marks=HEAVY),
    ],
)
async def test_a_review_is_sent_once_with_its_own_intent(
    lab: Lab, harm: HarmSite, name: str, onward: str, heading: str, send: str
) -> None:
    seen = await applied(lab, harm, name, review(name, heading, send), onward)
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert posted(harm, name) == [f"/{name}/answers", f"/{name}/sent"]
    intents = [event for event in seen.named("EffectIntended") if isinstance(event, EffectIntended)]
    assert len({one.intent_id for one in intents}) == len(intents) == 2


@pytest.mark.parametrize(
    ("name", "phone"), [("review-of-contacts", "(415) 555-0134"), pytest.param("review-as-given", "", marks=HEAVY)]
)
async def test_a_review_of_little_more_than_a_letter_tells_is_sent_once_where_it_says_what_it_is(
    lab: Lab, harm: HarmSite, name: str, phone: str
) -> None:
    following = review(name, "Review your application", "Confirm and submit application")
    following = following.replace(JORDAN.profile["phone"], phone or JORDAN.profile["phone"])
    seen = await applied(lab, harm, name, following, form=CONTACTS)
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert posted(harm, name) == [f"/{name}/answers", f"/{name}/sent"]
    intents = [event for event in seen.named("EffectIntended") if isinstance(event, EffectIntended)]
    assert len({one.intent_id for one in intents}) == len(intents) == 2


@pytest.mark.parametrize(
    ("name", "heading", "answers", "send"),
    [
        ("almost-done", "You are almost done", "Your answers are saved.", "Submit application"),
        ("review-in-part", "Please review your details", "<dl><dt>First name<dd>Jordan</dl>", "Submit application"),
        pytest.param("fast-fertig", "Fast geschafft!", "Noch nicht abgesendet.", "Bewerbung absenden", marks=HEAVY),
        pytest.param("sprawdź", "Sprawdź swoje dane", "", "Wyślij aplikację", marks=HEAVY),
    ],
)
async def test_a_page_that_says_that_nothing_is_sent_yet_is_sent_once_whatever_it_repeats(
    lab: Lab, harm: HarmSite, name: str, heading: str, answers: str, send: str
) -> None:
    following = REVIEW.format(name=name, heading=heading, answers=answers, send=send)
    seen = await applied(lab, harm, name, following, form=CONTACTS)
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert posted(harm, name) == [f"/{name}/answers", f"/{name}/sent"]


@pytest.mark.parametrize(
    ("name", "heading", "send"),
    [
        ("confirm-nothing", "Please review your details", "Confirm"),
        pytest.param("summary-of-nothing", "Summary", "Submit application", marks=HEAVY),
    ],
)
async def test_a_button_is_not_pressed_where_it_or_the_page_may_mean_something_else(
    lab: Lab, harm: HarmSite, name: str, heading: str, send: str
) -> None:
    following = REVIEW.format(name=name, heading=heading, answers="", send=send)
    seen = await applied(lab, harm, name, following, form=CONTACTS)
    assert seen.asks, str(seen)
    assert posted(harm, name) == [f"/{name}/answers"]


@pytest.mark.parametrize(
    ("name", "heading", "lacks"),
    [
        ("under-review", "Your application is under review", ""),
        pytest.param("reviewed-by-us", "We review your application", "", marks=HEAVY),
        pytest.param("answers-in-part", "Your answers", JORDAN.profile["phone"], marks=HEAVY),
    ],
)
async def test_little_more_than_a_letter_tells_is_no_review_by_itself(
    lab: Lab, harm: HarmSite, name: str, heading: str, lacks: str
) -> None:
    following = review(name, heading, "Submit application")
    seen = await applied(lab, harm, name, following.replace(lacks, "") if lacks else following, form=CONTACTS)
    assert seen.asks, str(seen)
    assert posted(harm, name) == [f"/{name}/answers"]


@pytest.mark.parametrize(
    ("name", "heading", "send"),
    [
        ("submit-another", "Thank you for your application", "Submit another application"),
        pytest.param("another-position", "Application received", "Apply for another position", marks=HEAVY),
        pytest.param("new-application", "Thank you for applying", "Submit a new application", marks=HEAVY),
    ],
)
async def test_thanks_beside_an_offer_to_apply_again_confirm_and_are_not_pressed(
    lab: Lab, harm: HarmSite, name: str, heading: str, send: str
) -> None:
    seen = await applied(lab, harm, name, review(name, heading, send))
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert posted(harm, name) == [f"/{name}/answers"]


@pytest.mark.parametrize(
    ("name", "send"),
    [
        ("riddle-another", "Submit another application"),
        pytest.param("riddle-again", "Submit again", marks=HEAVY),
        pytest.param("riddle-new", "Send a new application", marks=HEAVY),
    ],
)
async def test_an_offer_to_apply_again_is_not_pressed_where_nothing_is_understood(
    lab: Lab, harm: HarmSite, name: str, send: str
) -> None:
    seen = await applied(lab, harm, name, review(name, "It is with our people now", send))
    assert seen.asks, str(seen)
    assert posted(harm, name) == [f"/{name}/answers"]


@HEAVY
async def test_a_page_that_shows_none_of_the_answers_is_no_review(lab: Lab, harm: HarmSite) -> None:
    name = "no-review"
    following = REVIEW.format(name=name, heading="Our people read it", answers="", send="Submit application")
    seen = await applied(lab, harm, name, following)
    assert seen.asks, str(seen)
    assert posted(harm, name) == [f"/{name}/answers"]
