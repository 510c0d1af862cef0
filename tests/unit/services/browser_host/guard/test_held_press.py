"""What a press that leads on may ask of the network at once, and what waits for leave."""

from __future__ import annotations

import pytest

from ghosthands.browser_host.guard.filled import Carried
from ghosthands.browser_host.guard.held_press import HeldPress
from ghosthands.browser_host.guard.page_request import PageRequest
from ghosthands.domain.requests import RequestKind

OWN, OTHER = "https://api.example.com/save", "https://counter.example.org/c"
NOTHING, SOMETHING = Carried(), Carried(values=1, of=4)


def asked(kind: RequestKind, method: str = "GET", url: str = OWN, body: bytes = b"") -> PageRequest:
    return PageRequest(kind, method, url, [body] if body else [])


@pytest.mark.parametrize(
    ("request_", "carried"),
    [
        (asked(RequestKind.FORM, "POST"), NOTHING),
        (asked(RequestKind.FORM, "POST", OTHER), NOTHING),
        (asked(RequestKind.FETCH, "POST"), NOTHING),
        (asked(RequestKind.FETCH, "DELETE"), NOTHING),
        (asked(RequestKind.FETCH), SOMETHING),
        (asked(RequestKind.FETCH, "POST", OTHER), SOMETHING),
        (asked(RequestKind.NAVIGATION), SOMETHING),
        (asked(RequestKind.BEACON, "POST", OTHER), SOMETHING),
        (asked(RequestKind.OTHER, "GET", OTHER), SOMETHING),
        (asked(RequestKind.FETCH, "POST", OTHER), Carried(file=True)),
        (asked(RequestKind.BEACON, "POST", OTHER), Carried(unreadable=True)),
    ],
)
def test_what_sends_something_waits(request_: PageRequest, carried: Carried) -> None:
    assert HeldPress(["jobs.example.com"]).keeps(request_, carried)


@pytest.mark.parametrize(
    "request_",
    [
        asked(RequestKind.NAVIGATION),
        asked(RequestKind.NAVIGATION, "GET", OTHER),
        asked(RequestKind.FETCH),
        asked(RequestKind.FETCH, "OPTIONS"),
        asked(RequestKind.FETCH, "POST", OTHER),
        asked(RequestKind.BEACON, "POST"),
        asked(RequestKind.PING, "POST"),
        asked(RequestKind.OTHER),
    ],
)
def test_what_is_bare_passes(request_: PageRequest) -> None:
    assert not HeldPress(["jobs.example.com"]).keeps(request_, NOTHING)


def test_the_first_is_named_and_the_largest_is_weighed() -> None:
    held = HeldPress(["jobs.example.com"])
    held.add(asked(RequestKind.FETCH, "POST", body=b"draft"), NOTHING, {})
    held.add(asked(RequestKind.FORM, "POST", body=b"all of it"), Carried(values=3, of=4, file=True), {})
    told = held.tell("api.example.com")
    assert (told.kind, told.site, told.values, told.of) == (RequestKind.FETCH, "api.example.com", 3, 4)
    assert (told.size, told.file, told.unreadable) == (len(b"all of it"), True, False)
