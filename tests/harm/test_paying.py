"""Nothing is ever paid: no card is asked about, filled in or remembered, and no button that pays is pressed by us.

Judged by what the server received.
"""

from __future__ import annotations

import pytest

from ghosthands.domain.codes import Stuck
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import Lab

from .applying import apply_to
from .conftest import HarmSite

pytestmark = pytest.mark.e2e

FORM = """<!doctype html><html lang=en><meta charset=utf-8><title>Apply</title><h1>Warehouse clerk</h1>
<form method=post action="/{name}/sent"><label>First name <input name=first_name required></label>
<label>Last name <input name=last_name required></label>
<label>Card number <input name=cc autocomplete=cc-number required></label>
<label>CVC <input name=cvc required></label><label>Name on card <input name=holder required></label>
<button>{button}</button></form>"""

#: the card is asked for by the service that is paid through, on a site of its own
OF_A_SERVICE = """<!doctype html><html lang=en><meta charset=utf-8><title>Apply</title><h1>Warehouse clerk</h1>
<form method=post action="/{name}/sent"><label>First name <input name=first_name required></label>
<label>Last name <input name=last_name required></label><div>{frames}</div>
<button>Submit application</button></form>"""
FRAME = """<iframe title="{title}" src="http://localhost:{port}/{at}" width=400 height=80></iframe>"""
BOX = """<!doctype html><meta charset=utf-8><label>{label} <input autocomplete={told} required></label>"""
#: by what tells it: the frames' titles, and what each asks for
SERVICES = {
    "boxes": [("", ("Number", "cc-number")), ("", ("Expiry date", "cc-exp")), ("", ("Code", "cc-csc"))],
    "title": [("Secure card payment input frame", None)],
}

OTHER_CARD = """<!doctype html><html lang=en><meta charset=utf-8><title>Apply</title><h1>Bricklayer</h1>
<form method=post action="/other-card/sent"><label>First name <input name=first_name required></label>
<label>Last name <input name=last_name required></label>
<h3>CSCS card</h3><label>Card number <input name=cscs required></label>
<button>Submit application</button></form>"""


@pytest.mark.parametrize("button", ["Pay and submit application", "Submit application"])
async def test_a_page_that_takes_a_payment_is_left_to_a_human(lab: Lab, harm: HarmSite, button: str) -> None:
    name = f"paying-{button.partition(' ')[0].lower()}"
    known = {"qa_answers": {"Card number": "4111111111111111", "CVC": "123"}}
    seen = await apply_to(lab, harm, name, FORM.format(name=name, button=button), known=known)
    assert seen.ask is not None, str(seen)
    assert seen.ask.code == Stuck.PAYMENT_REQUIRED, str(seen)
    assert not seen.ask.fields
    assert not harm.applications(name)


@pytest.mark.parametrize("told", SERVICES)
async def test_a_form_that_pays_by_a_frame_of_another_site_is_left_to_a_human(
    lab: Lab, harm: HarmSite, told: str
) -> None:
    name, frames = f"paying-by-{told}", ""
    for number, (title, asked) in enumerate(SERVICES[told]):
        at = f"{name}-frame-{number}"
        box = BOX.format(label=asked[0], told=asked[1]) if asked else "<!doctype html><p>"
        harm.made[f"/{at}"] = box
        frames += FRAME.format(title=title, port=harm.port, at=at)
    seen = await apply_to(lab, harm, name, OF_A_SERVICE.format(name=name, frames=frames))
    assert not harm.applications(f"{name}/"), str(seen)
    assert seen.ask is not None, str(seen)
    assert (seen.ask.code, seen.ask.fields) == (Stuck.PAYMENT_REQUIRED, ())


async def test_a_form_with_a_card_that_proves_a_trade_is_asked_about_it_and_sent(lab: Lab, harm: HarmSite) -> None:
    seen = await apply_to(lab, harm, "other-card", OTHER_CARD)
    assert seen.ask is not None, str(seen)
    (asked,) = seen.ask.fields
    await lab.answer(seen.job.id, values={asked.question_key: "12345678"}, request_id=seen.ask.request_id)
    await lab.until(seen.job.id, lambda seen: seen.over)
    (sent,) = harm.applications("other-card")
    assert b"12345678" in sent.body
    assert str(JORDAN.profile["first_name"]).encode() in sent.body
