"""In a dry run nothing of the applicant's passes the gate, however little of it and by whatever way."""

from __future__ import annotations

import base64
import json
from urllib.parse import quote, urlencode

import pytest

from ghosthands.browser_host.guard.gate import Gate
from ghosthands.browser_host.guard.page_request import PageRequest
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.domain.requests import RequestKind, RunMode

SITE = "https://jobs.example.com"
APPLY = f"{SITE}/acme/jobs/ann-arbor?lang=en"
PDF = b"%PDF-1.7 \xff\xfe" + bytes(range(256))
FETCH = RequestKind.FETCH


def a_gate(mode: RunMode) -> Gate:
    """Of a page on which all this was filled in."""
    gate = Gate(mode)
    gate.weigh(PageRequest(RequestKind.NAVIGATION, "GET", APPLY, (), {"User-Agent": "Mozilla/5.0 (Linux)"}))
    note = gate.filled.note
    note("profile.first_name", "Ann")
    note("profile.email", "ann.rios@example.com")
    note("profile.location.city", "Springfield, Illinois")
    note("profile.location.country", "United States", is_choice=True)
    note("profile.linkedin_url", "https://www.linkedin.com/in/ann-rios")
    note("profile.phone", "+1 (415) 555-0134")
    note("profile.available_start_date", "2031-05-09")
    note("answers.1", "Yes", is_choice=True)
    gate.filled.note_file("files.resume", "ann-cv.pdf", PDF)
    return gate


@pytest.fixture
def gate() -> Gate:
    return a_gate(RunMode.DRY)


def get(query: str, kind: RequestKind = FETCH) -> PageRequest:
    return PageRequest(kind, "GET", f"{SITE}/find?{query}", ())


def post(body: bytes, kind: RequestKind = FETCH) -> PageRequest:
    return PageRequest(kind, "POST", f"{SITE}/sent", [body])


def holds(gate: Gate, request: PageRequest) -> bool:
    return gate.holds(request, gate.weigh(request))


CARRYING = {
    "a lookup": get("q=" + quote("Springfield, Illinois")),
    "its beginning": get("q=Spr"),
    "a later word of it": get("q=illi"),
    "its beginning in JSON": post(json.dumps({"query": "spring"}).encode()),
    "its beginning within a query": post(b'{"query": "{ places(text: \\"Sprin\\") { id } }"}'),
    "its beginning in a path": PageRequest(FETCH, "GET", f"{SITE}/places/spri", ()),
    "its beginning for a script": get("callback=f&q=springf", RequestKind.OTHER),
    "a short name": get("first=ann"),
    "part of an address": get("user=ann.rios"),
    "a profile elsewhere": get("handle=ann-r"),
    "a number": get("tel=4155550134"),
    "a day": get("from=05/09/2031"),
    "an answer": post(json.dumps({"q1": "Yes"}).encode()),
    "a country": post(urlencode({"country": "United States"}).encode()),
    "its code": get("country=US"),
    "base64 of few letters": get("q=" + base64.b64encode(b"Ann").decode()),
    "the name of a file": get("file=ann-cv.pdf"),
    "an upload": post(PDF),
    "an unreadable body": post(bytes(range(128, 256))),
    "a beacon": post(b"ann.rios@example.com", RequestKind.BEACON),
    "a form": post(b"", RequestKind.FORM),
    "a way on": get("email=ann.rios%40example.com", RequestKind.NAVIGATION),
    "a header": PageRequest(FETCH, "GET", f"{SITE}/draft", (), {"X-Draft": "ann.rios@example.com"}),
    "a cookie": PageRequest(FETCH, "GET", f"{SITE}/draft", (), {"cookie draft of x": "draft=ann.rios%40example.com"}),
}
BARE = {
    "a list": get("page=2"),
    "what the page said before": PageRequest(FETCH, "GET", f"{SITE}/acme/jobs/ann-arbor/offices?lang=en", ()),
    "another word": get("q=planning"),
    "a counter": post(b'{"event": "focus", "field": "email"}', RequestKind.BEACON),
    "what every browser says": PageRequest(FETCH, "GET", f"{SITE}/x", (), {"User-Agent": "Mozilla/5.0 (Linux)"}),
}


@pytest.mark.parametrize("name", CARRYING)
def test_nothing_of_the_applicants_leaves_in_a_dry_run(gate: Gate, name: str) -> None:
    assert holds(gate, CARRYING[name])
    gate.open()
    assert holds(gate, CARRYING[name])


@pytest.mark.parametrize("name", BARE)
def test_what_tells_nothing_leaves(gate: Gate, name: str) -> None:
    assert not holds(gate, BARE[name])


@pytest.mark.parametrize("mode", [RunMode.REAL, RunMode.DRY_STEPS])
@pytest.mark.parametrize("name", ["a lookup", "its beginning", "an upload"])
def test_lookups_and_uploads_leave_in_any_other_run(mode: RunMode, name: str) -> None:
    assert not holds(a_gate(mode), CARRYING[name])


def test_the_first_letter_of_what_is_looked_up_while_it_is_typed_tells_of_it(gate: Gate) -> None:
    assert not holds(gate, get("q=S"))
    with gate.typing():
        assert holds(gate, get("q=S"))


@pytest.mark.parametrize("name", CARRYING)
def test_a_humans_own_hand_is_not_held(gate: Gate, name: str) -> None:
    gate.level = GuardLevel.OPEN
    assert not holds(gate, CARRYING[name])


def test_what_another_process_filled_in_is_not_known_and_nothing_that_may_carry_it_leaves() -> None:
    gate = Gate(RunMode.DRY)
    gate.filled.is_unknown = True
    assert holds(gate, post(b'{"event": "focus"}'))
    assert holds(gate, get("q=x"))
    assert not holds(gate, PageRequest(FETCH, "GET", f"{SITE}/x", ()))


def test_once_that_page_was_read_it_may_hold_everything_of_the_applicants() -> None:
    gate = Gate(RunMode.DRY)
    gate.filled.is_unknown = True
    gate.read({}, everything={"profile.location.city": "Springfield"})
    assert holds(gate, get("q=Spring"))
    assert not holds(gate, get("q=x"))
