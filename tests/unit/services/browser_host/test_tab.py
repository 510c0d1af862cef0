"""Why a tab's site was not reached, as far as this machine can know."""

from __future__ import annotations

import socket
from typing import cast

import pytest
from playwright.async_api import Error, Page

from ghosthands.browser_host.driving.tab import Tab
from ghosthands.browser_host.errors import Unreachable
from ghosthands.browser_host.guard.answers import AnswerWatch
from ghosthands.browser_host.guard.network import NetworkGuard
from ghosthands.browser_host.guard.submit_guard import SubmitGuard
from ghosthands.domain.codes import PageFailure

URL = "https://jobs.example.com/1"


class Unconnected:
    """A page whose every navigation ends with that error of Chromium."""

    def __init__(self, error: str) -> None:
        self._error = error

    async def goto(self, url: str, **_: object) -> None:
        raise Error(f"Page.goto: net::{self._error} at {url}")


class Permissive:
    """A network guard that refused nothing when the page was asked for."""

    refusals: dict[str, PageFailure] = {}  # noqa: RUF012  nothing writes to it
    allowed: frozenset[str] = frozenset()

    async def judge(self, _url: str) -> None:
        return None

    def turned_private(self, _url: str) -> bool:
        return False


def make_tab(error: str, *, proxied: bool) -> Tab:
    answers = None if proxied else cast("AnswerWatch", object())
    page, network = cast("Page", Unconnected(error)), cast("NetworkGuard", Permissive())
    return Tab(page, "tab-1", cast("SubmitGuard", object()), network, answers)


async def find_reason(tab: Tab, url: str = URL) -> PageFailure:
    with pytest.raises(Unreachable) as failed:
        await tab.visit(url, None)
    return failed.value.code


@pytest.fixture
def resolves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def look_up(*_: object, **__: object) -> list[object]:
        raise socket.gaierror(socket.EAI_NONAME, "no such name")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)


@pytest.mark.parametrize(
    ("proxied", "expected"), [(True, PageFailure.HOST_NOT_FOUND), (False, PageFailure.NETWORK_ERROR)]
)
async def test_a_name_this_machine_does_not_know_says_something_only_of_browsers_that_go_out_by_it(
    proxied: bool, expected: PageFailure, resolves_nothing: None
) -> None:
    assert await find_reason(make_tab("ERR_NAME_NOT_RESOLVED", proxied=proxied)) is expected


async def test_a_name_that_turned_private_since_it_was_judged_is_why_the_page_is_not_reached() -> None:
    tab = make_tab("ERR_SOCKS_CONNECTION_FAILED", proxied=True)
    assert await find_reason(tab, "http://localhost:1/") is PageFailure.PRIVATE_TARGET
