"""What a press lets out of the gate, and what not."""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from ghosthands.browser_host.guard.filled import Carried
from ghosthands.browser_host.guard.gate import Gate
from ghosthands.browser_host.guard.page_request import PageRequest
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.domain.requests import Hand, RequestHeld, RequestKind, RequestSource, RunMode

AT = "https://jobs.example.com/apply"


def multipart(boundary: str, name: str = "Ada") -> PageRequest:
    """The form as Chromium sends it: the line between its parts is drawn anew each time."""
    line = f"------WebKitFormBoundary{boundary}"
    body = f'{line}\r\nContent-Disposition: form-data; name="name"\r\n\r\n{name}\r\n{line}--\r\n'
    return PageRequest(RequestKind.FETCH, "POST", AT, (body.encode(), None))


def test_for_one_press_the_same_goes_once_whoever_sends_it_again() -> None:
    gate = Gate()
    gate.open()
    assert gate.takes(multipart("Aa1"), "frame")
    assert gate.has_left
    assert not gate.takes(multipart("Bb2"), "frame")
    gate.open()
    assert gate.takes(multipart("Cc3"), "frame")


@pytest.mark.parametrize(
    ("other", "frame"),
    [
        (multipart("Bb2", "Ada, corrected"), "frame"),
        (PageRequest(RequestKind.FETCH, "POST", f"{AT}/2", multipart("Bb2").body), "frame"),
        (multipart("Bb2"), "the page's service worker"),
    ],
)
def test_another_step_of_the_same_press_goes_too(other: PageRequest, frame: str) -> None:
    gate = Gate()
    gate.open()
    assert gate.takes(multipart("Aa1"), "frame")
    assert gate.takes(other, frame)


LOOKUP = PageRequest(RequestKind.FETCH, "GET", f"{AT}?q=Ada", ())
KEEPING = PageRequest(RequestKind.FETCH, "POST", AT, (b"Ada",))
FORM = PageRequest(RequestKind.FORM, "POST", AT, (b"",))


@pytest.mark.parametrize(
    ("sent", "carried", "heard"),
    [
        (FORM, Carried(), [True]),
        (KEEPING, Carried(values=1, of=5), [False]),
        (KEEPING, Carried(values=4, of=5, most=True), [True]),
        (LOOKUP, Carried(values=4, of=5, most=True), [True]),
        (LOOKUP, Carried(values=1, of=1, most=True, is_lone=True), []),
        (LOOKUP, Carried(), []),
    ],
)
def test_of_what_a_human_sends_it_is_told_what_may_be_the_form(
    sent: PageRequest, carried: Carried, heard: list[bool]
) -> None:
    gate, told = Gate(), list[bool]()
    gate.on_human_sent = lambda is_form, _frame_id: told.append(is_form)
    gate.note_human(sent, carried)
    assert told == heard


@pytest.mark.parametrize(("method", "stays"), [("GET", False), ("POST", True), ("PUT", True)])
def test_once_a_task_in_words_was_given_only_what_reads_leaves(method: str, *, stays: bool) -> None:
    gate, request = (
        Gate(RunMode.DRY),
        PageRequest(RequestKind.FETCH, method, AT, (b"hello",) if method != "GET" else ()),
    )
    assert not gate.holds(request, gate.weigh(request))
    gate.only_reads = True
    assert gate.holds(request, gate.weigh(request)) is stays


def test_once_its_permit_has_ended_a_press_lets_nothing_more_out() -> None:
    gate, permits = Gate(), [True]
    gate.open(lambda: permits[0])
    carried = Carried(values=4, of=5, most=True)
    assert (gate.opened_by, gate.holds(KEEPING, carried)) == (Hand.OURS, False)
    permits[0] = False
    assert (gate.opened_by, gate.holds(KEEPING, carried)) == (None, True)


@pytest.mark.parametrize(("sent", "leaves"), [(FORM, False), (KEEPING, False), (LOOKUP, True)])
def test_a_human_whose_permit_has_ended_sends_nothing(sent: PageRequest, *, leaves: bool) -> None:
    gate = Gate()
    gate.level, gate.human_permit = GuardLevel.OPEN, lambda: False
    assert gate.opened_by is None
    assert gate.holds(sent, Carried()) is not leaves
    gate.level = GuardLevel.RESTING
    assert not gate.holds(KEEPING, Carried()), "what leaves by nobody's hand is judged as before"


def test_of_equal_requests_that_are_held_the_first_is_logged_and_how_many_they_were() -> None:
    gate = Gate()
    with capture_logs() as logged:
        for _ in range(800):
            gate.note(KEEPING, Carried(values=4, of=5), RequestSource.PAGE, "s", hand=None, site="x", path="/draft")
        (held,) = gate.take_told()
    assert isinstance(held, RequestHeld)
    assert [(one["event"], one.get("times")) for one in logged] == [("request_held", None), ("requests_held", 800)]
    assert held.times == 800


def test_of_requests_that_are_held_the_one_that_carries_most_is_told() -> None:
    gate = Gate()
    for path, keys in (("/a", {"profile.email"}), ("/b", {"profile.email", "profile.phone"}), ("/c", set[str]())):
        carried = Carried(values=len(keys), of=2, keys=frozenset(keys))
        gate.note(KEEPING, carried, RequestSource.PAGE, "s", hand=None, site="jobs.example.com", path=path)
    (held,) = gate.take_told()
    assert isinstance(held, RequestHeld)
    told = (held.method, held.path, held.keys, held.times)
    assert told == (KEEPING.method, "/b", ("profile.email", "profile.phone"), 3)


@pytest.mark.parametrize(
    ("outgoing", "carried", "may_be_the_form"),
    [
        (PageRequest(RequestKind.FETCH, "POST", AT, ()), Carried(), True),
        (PageRequest(RequestKind.BEACON, "POST", AT, ()), Carried(), True),
        (PageRequest(RequestKind.FORM, "POST", AT, ()), Carried(), True),
        (PageRequest(RequestKind.NAVIGATION, "GET", f"{AT}?name=Ada", ()), Carried(), True),
        (PageRequest(RequestKind.OTHER, "GET", f"{AT}?name=Ada", ()), Carried(most=True), True),
        (PageRequest(RequestKind.FETCH, "GET", f"{AT}?name=Ada", ()), Carried(values=1, of=9), True),
        (PageRequest(RequestKind.OTHER, "GET", f"{AT}?name=Ada", ()), Carried(values=1, of=9), True),
        (PageRequest(RequestKind.FETCH, "GET", AT, ()), Carried(), False),
        (PageRequest(RequestKind.FETCH, "OPTIONS", AT, ()), Carried(), False),
    ],
)
def test_what_left_since_the_last_press_is_known_if_it_could_be_the_form(
    outgoing: PageRequest, carried: Carried, may_be_the_form: bool
) -> None:
    gate = Gate()
    gate.open()
    gate.note_left(outgoing, carried)
    assert gate.may_have_sent == may_be_the_form
    gate.open()
    assert not gate.may_have_sent
