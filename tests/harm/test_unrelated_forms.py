"""No form is sent that is for something else than an application, also where it is the only one of its page.

Judged by what the server received.
"""

from __future__ import annotations

import pytest

from ghosthands.domain.codes import JobFailure, Stuck
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import FollowedJob, Lab

from .applying import apply_to
from .conftest import HarmSite

pytestmark = pytest.mark.e2e

PAGE = """<!doctype html><html lang=en><meta charset=utf-8><title>Careers</title>{heading}
<form method=post action="/{name}/sent"><label>First name <input name=first_name></label>
<label>Last name <input name=last_name required></label><label>Email <input type=email name=email required></label>
{more}<button>{button}</button></form>"""

RESUME = "<label>Resume <input type=file name=cv></label>"
#: by name: what stands over the form, what it asks beside, and the button that sends it
UNRELATED = {
    "withdraw": ("<h1>Withdraw your application</h1>", "", "Submit"),
    "delete": ("<h1>Data deletion request</h1><p>To have your data deleted:</p>", "", "Submit request"),
    "refer": ("<h1>Refer a candidate</h1>", RESUME, "Submit"),
    "alert": ("<h1>Planner</h1><p>Apply by post.</p><h2>Get jobs like this by email</h2>", "", "Submit"),
    "question": ("<h1>Planner</h1><p>To apply, call us.</p><h3>Questions about this job?</h3>", "", "Send"),
    "complaint": ("<h1>Report a problem with this job ad</h1>", "", "Submit report"),
    "cancel": ("<h1>Cancel your interview</h1>", "", "Submit"),
    "order": ("<h1>Order form</h1>", "<label>Quantity<input name=q value=1></label>", "Submit"),
    "account": ("<h1>Delete account</h1>", "", "Submit"),
    "withdrawal": ("<h1>Application withdrawal</h1>", "", "Submit"),
    "withdrawn-part": ("<h1>Withdraw your application</h1><h2>Your application</h2>", "", "Submit"),
    "referral": ("<h1>Employee referral form</h1>", RESUME, "Submit"),
    "flat": ("<h1>Two rooms by the river</h1>", "<label>Move-in date<input type=date name=d></label>", "Submit"),
    "visit": ("<h1>Our clinic</h1>", "<label>Preferred appointment date<input name=d></label>", "Submit"),
    "dinner": ("<h1>Dinner</h1>", "<label>Number of persons<input name=q value=2></label>", "Submit"),
    "miete": ("<h1>Wohnung am Fluss</h1>", "<label>Anzahl Personen<input name=q value=2></label>", "Absenden"),
    "know": ("<h1>Nurse</h1><h2>Know someone? Refer a candidate</h2>", "", "Submit referral"),
    "referral-button": ("<h1>Nurse</h1>", "", "Submit referral"),
    "opens": ("<h1>Nurse</h1><h2>It opens on 1 March. Leave your details to be told.</h2>", "", "Submit"),
    "hiring": ("<h1>Nurse</h1><h2>Hiring? Post a job with us</h2>", "<label>Company<input name=c></label>", "Submit"),
    "referee": ("<h1>Nurse</h1><h2>Reference form (to be completed by the referee)</h2>", "", "Submit"),
    "day": ("<h1>Nurse</h1><h2>Book your place at our open day</h2>", "", "Send"),
    "advert": ("<h1>Nurse</h1><h2>Something wrong with this advert? Report it</h2>", "", "Send"),
    "staff": ("<h1>Nurse</h1><h2>Need temporary staff? Request nurses for your ward</h2>", "", "Submit"),
    "intrekken": ("<h1>Sollicitatie intrekken</h1>", "", "Versturen"),
}


@pytest.mark.parametrize("name", UNRELATED)
async def test_a_form_for_something_else_is_left_to_a_human(lab: Lab, harm: HarmSite, name: str) -> None:
    heading, more, button = UNRELATED[name]
    seen = await _apply(
        lab, harm, f"unrelated-{name}", PAGE.format(heading=heading, more=more, button=button, name=f"unrelated-{name}")
    )
    assert seen.ask.code == Stuck.UNRELATED_FORM, str(seen)


@pytest.mark.parametrize(
    ("said", "over", "more"),
    [
        ("We are sorry, this vacancy has expired.", "Get jobs like this by email", ""),
        ("This position has been filled.", "Register for future vacancies", RESUME),
    ],
)
async def test_what_a_closed_posting_offers_instead_is_not_sent(
    lab: Lab, harm: HarmSite, said: str, over: str, more: str
) -> None:
    name = f"unrelated-closed-{'cv' if more else 'alert'}"
    heading = f"<h1>Planner</h1><p>{said}</p><h2>{over}</h2>"
    seen = await _apply(lab, harm, name, PAGE.format(heading=heading, more=more, button="Submit", name=name))
    assert seen.job.failure == JobFailure.JOB_CLOSED, str(seen)


async def test_an_application_that_was_sent_before_is_not_updated(lab: Lab, harm: HarmSite) -> None:
    heading = "<h1>Your applications</h1><p>You have already applied for Planner on 3 November.</p>"
    page = PAGE.format(heading=heading, more="", button="Update application", name="unrelated-update")
    seen = await _apply(lab, harm, "unrelated-update", page)
    assert seen.asks, str(seen)


#: by name: what stands over an application, and what it asks beside
RELATED = {
    "cv": ("<h1>Contact us</h1>", RESUME),
    "plain": ("<h1>Planner</h1><h2>Apply</h2>", ""),
    "donate": ("<h1>Donate</h1><h2>Apply for this job</h2>", RESUME),
    "slot": ("<h1>Schedule your interview time</h1>", RESUME),
}


@pytest.mark.parametrize("named", RELATED)
async def test_an_application_under_a_heading_of_a_small_firm_is_sent(lab: Lab, harm: HarmSite, named: str) -> None:
    name, (heading, more) = f"related-{named}", RELATED[named]
    seen = await _apply(lab, harm, name, PAGE.format(heading=heading, more=more, button="Send", name=name), sent=1)
    assert seen.over, str(seen)


async def test_of_several_buttons_the_one_that_sends_the_form_elsewhere_is_not_pressed(
    lab: Lab, harm: HarmSite
) -> None:
    name = "unrelated-partners"
    more = f'<button>Submit now</button><button formaction="/{name}-copy">Submit to all 12 partners</button>'
    page = PAGE.format(heading="<h1>Planner</h1>", more=RESUME + more, button="Save draft", name=name)
    await _apply(lab, harm, name, page, sent=1)
    assert not harm.applications(f"{name}-copy")


async def test_none_of_the_postings_of_a_list_is_applied_for(lab: Lab, harm: HarmSite) -> None:
    links = "".join(f'<li>{job} <a href="/unrelated-list/{job}">Apply</a></li>' for job in ("driver", "planner"))
    page = f"<!doctype html><html lang=en><title>Jobs</title><h1>Vacancies</h1><ul>{links}</ul>"
    seen = await _apply(lab, harm, "unrelated-list", page)
    assert seen.asks, str(seen)
    assert not [one for one in harm.requests if one.path.startswith("/unrelated-list/")]


MESSAGE = """{over}<form method=post action="/{name}-message"><label>Name<input name=n required></label>
<label>Email<input name=e required></label><label>Message<textarea name=m required></textarea></label>
<button>Send</button></form>"""
HIDDEN = """<section id=apply hidden>{form}</section>
<script>onhashchange = () => {{ document.getElementById("apply").hidden = location.hash !== "#apply" }}</script>"""
#: by name: what opens the application, and what else the page has, or what the opened page is
POSTINGS = {
    "link": ("<a href='/{name}-form'>Apply now</a>", "Questions?"),
    "dialog": ("<button onclick=d.showModal()>Apply now</button><dialog id=d>{form}</dialog>", "Leave your number"),
    "unheaded": (
        "<button onclick=d.showModal()>Apply now</button><dialog id=d><h2>Your application</h2>{form}</dialog>",
        "",
    ),
    "details": ("<details><summary>Apply for this vacancy</summary>{form}</details>", "Questions?"),
    "below": ("<button onclick='d.hidden=false'>Apply now</button><div id=d hidden>{plain}</div>", "Questions?"),
    "hash": ("<a href='#apply'>Apply</a>" + HIDDEN, "Contact"),
}


@pytest.mark.parametrize("opened", POSTINGS)
async def test_the_application_is_opened_and_no_message_beside_its_button_is_sent(
    lab: Lab, harm: HarmSite, opened: str
) -> None:
    name = f"posting-{opened}"
    opener, over = POSTINGS[opened]
    form = PAGE.format(heading="", more="", button="Send application", name=name)
    harm.made[f"/{name}-form"] = form
    form = form[form.index("<form") :]
    plain = form.replace("Send application", "Submit")
    shown = opener.format(name=name, form=form, plain=plain) + MESSAGE.format(
        over=f"<h3>{over}</h3>" if over else "", name=name
    )
    seen = await _apply(
        lab, harm, name, f"<!doctype html><html lang=en><title>Planner</title><h1>Planner</h1>{shown}", 1
    )
    assert not harm.applications(f"{name}-message")
    assert seen.over, str(seen)


SHORT = """<form method=post action="/{name}/sent"><label>Name<input name=n required></label>
<label>Email<input name=e required></label><label>Phone<input name=t></label>
<label>Message<textarea name=m></textarea></label><button>Send</button></form>"""
#: by name: what stands over the short application that it leads to
LEADS_HERE = {
    "scrolls": "<button type=button onclick='f.scrollIntoView()'>Apply now</button><div id=f>{form}</div>",
    "beside": "<a href='javascript:void 0'>Apply now</a>{form}",
    "anchor": "<a href='#form'>Apply now</a><a id=form></a>{form}",
    "sibling": "{form}<h3>Similar jobs</h3><p>Driver <a href='/jobs/8/apply'>Apply</a></p>",
}


@pytest.mark.parametrize("leads", LEADS_HERE)
async def test_a_short_application_is_sent_to_which_the_postings_button_leads(
    lab: Lab, harm: HarmSite, leads: str
) -> None:
    name = f"short-{leads}"
    shown = LEADS_HERE[leads].format(form=SHORT.format(name=name))
    page = f"<!doctype html><html lang=en><title>Planner</title><h1>Planner</h1>{shown}"
    seen = await _apply(lab, harm, name, page, 1, path="/jobs/7" if leads == "sibling" else "")
    assert seen.over, str(seen)
    assert not [one for one in harm.requests if one.path.startswith("/jobs/8")]


async def test_the_application_is_filled_in_though_another_form_of_the_posting_asked_the_same(
    lab: Lab, harm: HarmSite
) -> None:
    name = "posting-asks"
    harm.made[f"/{name}-form"] = PAGE.format(heading="<h1>Planner</h1>", more="", button="Apply", name=name)
    brochure = PAGE.format(heading="<h1>Planner</h1>", more="", button="Submit", name=f"{name}-brochure")
    over = f"<a href='/{name}-form'>Apply now</a><h3>Download our benefits brochure</h3><form"
    await _apply(lab, harm, name, brochure.replace("<form", over), sent=1)
    (sent,) = harm.applications(f"{name}/")
    assert str(JORDAN.profile["email"]).replace("@", "%40").encode() in sent.body


@pytest.mark.parametrize(
    "over",
    [
        "Questions about you",
        "Donation Coordinator",
        "Order Picker",
        "Data Access Engineer",
        "Choose your full-time warehouse job",
    ],
)
async def test_a_part_of_an_application_and_the_title_of_a_job_are_no_other_purpose(
    lab: Lab, harm: HarmSite, over: str
) -> None:
    name = f"title-{over.partition(' ')[0].lower()}"
    more = "".join(f"<label>{asked}<input name={asked[0]}></label>" for asked in ("Phone", "City", "State", "Zip code"))
    await _apply(
        lab, harm, name, PAGE.format(heading=f"<h2>{over}</h2>", more=more, button="Submit", name=name), sent=1
    )


#: of two applications on one page: what tells which job is asked for, by the page's path and title
JOBS_ASKED_FOR = {"path": ("/twin-path/driver", "Acme"), "title": ("/twin-title", "Driver at Acme")}
TWIN = """<section><h2>{job}</h2><form method=post action="/{name}/{job}">
<label>Full name<input name=n required></label>
<label>Email<input name=e required></label>{more}<button>Apply</button></form></section>"""


@pytest.mark.parametrize("told", JOBS_ASKED_FOR)
@pytest.mark.parametrize("more", ["", RESUME])
async def test_of_two_applications_on_a_page_that_of_the_job_asked_for_is_filled_and_sent(
    lab: Lab, harm: HarmSite, told: str, more: str
) -> None:
    path, title = JOBS_ASKED_FOR[told]
    name = f"twins-{told}-{'cv' if more else 'plain'}"
    jobs = "".join(TWIN.format(job=job, name=name, more=more) for job in ("Planner", "Driver"))
    page = f"<!doctype html><html lang=en><title>{title}</title><h1>Work with us</h1>{jobs}"
    await _apply(lab, harm, name, page, 1, path=path)
    (sent,) = harm.applications(f"{name}/Driver")
    assert str(JORDAN.profile["email"]).replace("@", "%40").encode() in sent.body


#: by name: the heading of another form that asks more, the posting's title
BESIDE = {
    "agency": ("Apply as an agency (submit your candidate)", "Apply as a candidate"),
    "porter": ("Apply: Porter", "Apply: Staff nurse"),
}


@pytest.mark.parametrize("named", BESIDE)
async def test_an_application_of_others_that_asks_more_is_not_the_one_sent(
    lab: Lab, harm: HarmSite, named: str
) -> None:
    name, (other, own) = f"beside-{named}", BESIDE[named]
    asked = "<label>Phone<input name=p></label><label>Postcode<input name=z></label>"
    jobs = TWIN.format(job="own", name=name, more="").replace("<h2>own", f"<h2>{own}")
    jobs += TWIN.format(job="other", name=name, more=asked).replace("<h2>other", f"<h2>{other}")
    page = f"<!doctype html><html lang=en><title>Staff nurse</title><h1>Staff nurse</h1>{jobs}"
    await _apply(lab, harm, name, page, 1)
    assert harm.applications(f"{name}/own")


async def test_neither_of_two_applications_is_sent_where_nothing_tells_which_is_asked_for(
    lab: Lab, harm: HarmSite
) -> None:
    jobs = "".join(TWIN.format(job=job, name="twins-untold", more="") for job in ("Planner", "Driver"))
    seen = await _apply(
        lab, harm, "twins-untold", f"<!doctype html><html lang=en><title>Acme</title><h1>Work with us</h1>{jobs}"
    )
    assert seen.ask.code == Stuck.UNRELATED_FORM, str(seen)


async def test_a_link_to_the_form_on_the_page_itself_does_not_make_it_another(lab: Lab, harm: HarmSite) -> None:
    page = PAGE.format(
        heading="<h1>Planner</h1><a href='#here'>Apply</a><h2 id=here>You</h2>",
        more="",
        button="Send",
        name="posting-here",
    )
    await _apply(lab, harm, "posting-here", page, sent=1)


async def _apply(lab: Lab, harm: HarmSite, name: str, page: str, sent: int = 0, path: str = "") -> FollowedJob:
    seen = await apply_to(lab, harm, name, page, path=path)
    assert len(harm.applications(f"{name}/")) == sent, str(seen)
    return seen
