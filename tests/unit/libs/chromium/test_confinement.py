from __future__ import annotations

import os
from pathlib import Path

import pytest

from ghosthands.chromium import confinement, users
from ghosthands.chromium.errors import ChromiumError
from ghosthands.chromium.executable import Executable
from ghosthands.chromium.users import User

CHROMIUM = Executable(Path("/usr/bin/env"), "path")
BROWSER = User("some-browser", 54_321, 54_321)


@pytest.fixture
def as_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(users, "is_root", lambda: True)
    monkeypatch.setattr(users, "current_user", lambda: User("root", 0, 0))
    monkeypatch.setattr(users, "can_become", lambda user: True)
    monkeypatch.setattr(confinement, "browser_user", lambda: BROWSER)


def test_an_ordinary_user_keeps_the_sandbox(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(users, "is_root", lambda: False)
    confined = confinement.confine(CHROMIUM, tmp_path / "profile")
    assert confined.sandboxed
    assert not confined.drops_privileges
    assert confined.flags == []


@pytest.mark.usefixtures("as_root")
def test_root_hands_the_browser_to_an_unprivileged_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(users, "barrier", lambda path, user: None)
    confined = confinement.confine(CHROMIUM, Path("/var/lib/ghosthands/browsers/one"))
    assert (confined.user, confined.sandboxed) == (BROWSER, True)


@pytest.mark.usefixtures("as_root")
def test_where_that_user_cannot_reach_the_profile_root_runs_it_without_a_sandbox(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed = Path("/root")
    monkeypatch.setattr(users, "barrier", lambda path, user: closed if path.is_relative_to(closed) else None)
    confined = confinement.confine(CHROMIUM, Path("/root/state/profile"))
    assert (confined.user.name, confined.sandboxed) == ("root", False)
    assert confined.flags == ["--no-sandbox", "--test-type"]
    assert "/root is closed to some-browser" in confined.reason
    assert "chmod a+x /root" in confined.reason


@pytest.mark.usefixtures("as_root")
def test_a_root_that_may_not_become_another_runs_it_without_a_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(users, "can_become", lambda user: False)
    confined = confinement.confine(CHROMIUM, Path("/var/lib/ghosthands/browsers/one"))
    assert (confined.user.name, confined.sandboxed) == ("root", False)
    assert "may not become some-browser" in confined.reason


def test_a_configured_user_that_does_not_exist_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_BROWSER_USER", "who-is-that")
    with pytest.raises(ChromiumError, match="GHOSTHANDS_BROWSER_USER is 'who-is-that'"):
        confinement.browser_user()


def test_a_configured_user_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_BROWSER_USER", "nobody")
    assert confinement.browser_user().uid == 65534


def test_without_the_sandbox_the_user_stays_and_the_reason_names_the_mend() -> None:
    confined = confinement.Confinement(BROWSER, True, "").without_sandbox()
    assert (confined.user, confined.sandboxed) == (BROWSER, False)
    assert "user.max_user_namespaces" in confined.reason
    assert confined.drops_privileges == (os.geteuid() != BROWSER.uid)


@pytest.mark.parametrize(
    "line",
    [
        "[1:1:FATAL:content/browser/zygote_host/zygote_host_impl_linux.cc:128] No usable sandbox! If you are running …",
        "Failed to move to new namespace: PID namespaces supported, Network namespace supported, but failed: errno = 1",
        "Running as root without --no-sandbox is not supported.",
    ],
)
def test_chromium_says_when_it_wants_its_sandbox(line: str) -> None:
    assert confinement.refused_sandbox(line)


def test_other_complaints_are_not_about_the_sandbox() -> None:
    assert not confinement.refused_sandbox("Failed to connect to the bus")
