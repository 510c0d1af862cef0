from __future__ import annotations

import os
from pathlib import Path

import pytest
from ghosthands.chromium import environment, profile, users

OURS = {
    "PATH": "/usr/bin",
    "LANG": "de_DE.UTF-8",
    "LC_TIME": "C",
    "HOME": "/root",
    "GHOSTHANDS_NATS_PASSWORD": "secret",
    "HTTPS_PROXY": "http://proxy",
}


@pytest.fixture
def browser_home(tmp_path: Path) -> Path:
    home = profile.home(tmp_path)
    home.mkdir()
    return home


def test_a_browser_hears_nothing_of_our_secrets_and_proxies(tmp_path: Path) -> None:
    env = environment.of_browser(tmp_path, users.current_user(), OURS)
    assert env.keys() & {"GHOSTHANDS_NATS_PASSWORD", "HTTPS_PROXY"} == set()
    assert (env["PATH"], env["LANG"], env["LC_TIME"]) == ("/usr/bin", "de_DE.UTF-8", "C")


def test_whatever_a_browser_keeps_lies_in_its_profile(tmp_path: Path) -> None:
    env = environment.of_browser(tmp_path, users.current_user(), OURS)
    folders = ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR")
    assert all(Path(env[name]).is_relative_to(tmp_path) for name in folders)


def test_a_profile_too_deep_for_a_socket_keeps_the_usual_folder_for_temporary_files(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 100)
    assert "TMPDIR" not in environment.of_browser(deep, users.current_user(), OURS)
    assert environment.of_browser(Path("/p"), users.current_user(), OURS)["TMPDIR"] == "/p/tmp"


def test_the_cookie_of_the_display_is_copied_for_the_browsers_user(tmp_path: Path, browser_home: Path) -> None:
    cookie = tmp_path / "cookie"
    cookie.write_bytes(b"magic")
    env = environment.of_browser(tmp_path, users.current_user(), OURS | {"DISPLAY": ":7", "XAUTHORITY": str(cookie)})
    copy = Path(env["XAUTHORITY"])
    assert (env["DISPLAY"], copy.parent, copy.read_bytes()) == (":7", browser_home, b"magic")
    assert copy.stat().st_mode & 0o777 == 0o600


def test_the_socket_of_wayland_is_named_in_full(tmp_path: Path) -> None:
    env = environment.of_browser(
        tmp_path, users.current_user(), OURS | {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": "/run/user/1"}
    )
    assert env["WAYLAND_DISPLAY"] == "/run/user/1/wayland-0"


def test_without_a_display_there_is_none() -> None:
    assert not environment.has_display(OURS)
    assert environment.has_display(OURS | {"DISPLAY": ":0"})


def test_the_functions_read_the_real_environment_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Pacific/Chatham")
    assert environment.of_browser(tmp_path, users.current_user())["TZ"] == "Pacific/Chatham"
    assert environment.has_display() == bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
