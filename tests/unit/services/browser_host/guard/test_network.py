"""What is known of a request that leaves while the line to the browser breaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.async_api import Error

from ghosthands.browser_host.guard.network import NetworkGuard
from ghosthands.browser_host.permit import always
from ghosthands.browser_host.ports.devtools import NeverAnswered, NoAnswer

KEEPING = {
    "requestId": "request-1",
    "frameId": "frame-1",
    "resourceType": "Fetch",
    "request": {"method": "POST", "url": "https://jobs.example.com/kept", "headers": {}, "postData": "name=Ada"},
}


class TargetClosedError(Error):
    """What Playwright raises where its connection ends under a call: its own class of that name is not public."""


class ToldLine:
    """A line to a browser that ends each continued request as `leaves` says."""

    def __init__(self, leaves: Callable[[], None] = lambda: None) -> None:
        self.leaves = leaves
        self.hear: Callable[[dict[str, Any]], object] = lambda _paused: None

    async def send(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        if method == "Fetch.continueRequest":
            self.leaves()
        return {"targetInfos": [], **(params or {})}

    def on(self, event: str, hear: Callable[[dict[str, Any]], object]) -> None:
        if event == "Fetch.requestPaused":
            self.hear = hear


async def guard(line: ToldLine) -> NetworkGuard:
    network = NetworkGuard(line, allowed=())
    await network.install()
    return network


async def hold(line: ToldLine) -> NetworkGuard:
    """The guard, with a press whose request waits."""
    network = await guard(line)
    held = network.gate.hold(["jobs.example.com"])
    line.hear(KEEPING)
    await held.sends.wait()
    return network


async def test_a_request_is_noted_before_it_may_leave() -> None:
    noted: list[bool] = []
    line = ToldLine(lambda: noted.append(network.gate.may_have_sent))
    network = await hold(line)
    assert not network.gate.may_have_sent
    assert await network.let_go(always)
    assert noted == [True]


def fail(error: Exception) -> Callable[[], None]:
    def leave() -> None:
        raise error

    return leave


@pytest.mark.parametrize(
    ("failure", "may_have_left"),
    [
        (NeverAnswered("the line broke"), True),
        (NoAnswer("refused"), False),
        (TargetClosedError("the browser is gone"), True),
        (Error("Invalid InterceptionId"), False),
    ],
)
async def test_a_held_request_may_have_left_if_the_browser_was_told_so_and_never_answered(
    failure: Exception, *, may_have_left: bool
) -> None:
    network = await hold(ToldLine(fail(failure)))
    assert await network.let_go(always) is may_have_left
    assert network.gate.has_left is False, "it does not carry most of what was filled in"
