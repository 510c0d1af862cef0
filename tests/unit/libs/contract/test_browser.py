"""Which browser a request may ask for, and how it says where a user's own is reached."""

from __future__ import annotations

from typing import Any

import pytest

from ghosthands.contract.body import Invalid
from ghosthands.contract.request import JobRequest, parse
from ghosthands.domain.provider import ProviderName
from tests.unit.libs.ada import REQUEST

MINE = "http://127.0.0.1:9222"


def request(**changes: Any) -> JobRequest:
    return parse({**REQUEST, **changes}, size=100)


def refused(**changes: Any) -> list[str]:
    """The fields it is refused for."""
    with pytest.raises(Invalid) as refusal:
        request(**changes)
    return [reason.field for reason in refusal.value.reasons]


@pytest.mark.parametrize(
    ("asked", "provider"),
    [
        ({}, ProviderName.LOCAL),
        ({"browser_mode": "server"}, ProviderName.LOCAL),
        ({"browser_mode": "adspower"}, ProviderName.ADSPOWER),
        ({"browser_mode": "operator", "cdp_url": MINE}, ProviderName.OPERATOR),
    ],
)
def test_a_mode_names_a_provider(asked: dict[str, Any], provider: ProviderName) -> None:
    assert request(**asked).provider is provider


@pytest.mark.parametrize(
    "url",
    [
        MINE,
        "http://localhost:9222/",
        "ws://[::1]:9222/devtools/browser/0b1c",
        "wss://browsers.example.com/?token=secret",
        "https://user:secret@browsers.example.com",
    ],
)
def test_a_users_browser_is_on_the_machine_itself_or_wants_a_token(url: str) -> None:
    assert request(browser_mode="operator", cdp_url=url).cdp_url == url


@pytest.mark.parametrize(
    "url",
    [
        None,
        "",
        "127.0.0.1:9222",
        "file:///etc/passwd",
        "http://",
        "http://127.0.0.1:port",
        "http://browsers.example.com:9222",
        "ws://127.0.0.1:9222/devtools/page/0b1c",
        "http://127.0.0.1/" + "x" * 2048,
    ],
)
def test_an_address_that_is_none_is_refused(url: str | None) -> None:
    assert refused(browser_mode="operator", cdp_url=url) == ["cdp_url"]


def test_no_other_mode_takes_an_address() -> None:
    assert refused(browser_mode="server", cdp_url=MINE) == ["cdp_url"]
    assert refused(cdp_url=MINE) == ["cdp_url"]


def test_an_unknown_mode_is_the_only_reason_given() -> None:
    assert refused(browser_mode="mine", cdp_url=MINE) == ["browser_mode"]


def test_the_address_is_in_no_text_of_the_request() -> None:
    assert "9222" not in repr(request(browser_mode="operator", cdp_url=MINE))
