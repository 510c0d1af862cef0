"""Which addresses of users' browsers a host may use."""

from __future__ import annotations

import pytest

from ghosthands.browser_host.providers.operator import is_allowed

CONFIGURED = frozenset({"browsers.example.com"})


@pytest.mark.parametrize("url", ["http://localhost:9222", "ws://127.0.0.1:1/devtools/browser/x", "http://[::1]:9222"])
def test_a_browser_of_this_machine_may_be_driven(url: str) -> None:
    assert is_allowed(url, ())


@pytest.mark.parametrize("url", ["wss://browsers.example.com/?token=x", "https://user:x@browsers.example.com"])
def test_one_elsewhere_may_where_its_host_is_configured_and_a_token_is_shown(url: str) -> None:
    assert is_allowed(url, CONFIGURED)
    assert not is_allowed(url, ())


@pytest.mark.parametrize(
    "url",
    [
        "wss://browsers.example.com/",
        "https://user@browsers.example.com",
        "wss://127.0.0.1.example.com/?token=x",
        "ftp://localhost/",
        "",
    ],
)
def test_no_other_may(url: str) -> None:
    assert not is_allowed(url, CONFIGURED)
