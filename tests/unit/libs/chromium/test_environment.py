from __future__ import annotations

import os
from pathlib import Path

import pytest

from ghosthands.chromium import environment, profile

OURS = {
    "PATH": "/usr/bin",
    "LANG": "de_DE.UTF-8",
    "LC_TIME": "C",
    "HOME": "/root",
    "GHOSTHANDS_NATS_PASSWORD": "secret",
    "HTTPS_PROXY": "http://proxy",
}


def test_a_browser_hears_nothing_of_our_secrets_and_proxies(tmp_path: Path) -> None:
    env = environment.of_browser(tmp_path, OURS)
    assert env.keys() & {"GHOSTHANDS_NATS_PASSWORD", "HTTPS_PROXY"} == set()
    assert (env["PATH"], env["LANG"], env["LC_TIME"]) == ("/usr/bin", "de_DE.UTF-8", "C")


def test_whatever_a_browser_keeps_lies_in_its_profile(tmp_path: Path) -> None:
    env = environment.of_browser(tmp_path, OURS)
    folders = ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR")
    assert all(Path(env[name]).is_relative_to(tmp_path) for name in folders)


def test_a_profile_too_deep_for_a_socket_keeps_the_usual_folder_for_temporary_files(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 100)
    assert "TMPDIR" not in environment.of_browser(deep, OURS)
    assert environment.of_browser(Path("/p"), OURS)["TMPDIR"] == "/p/tmp"


def test_the_cookie_of_the_display_is_looked_for_in_the_profile(tmp_path: Path) -> None:
    cookie = tmp_path / "cookie"
    cookie.write_bytes(b"magic")
    ours = OURS | {"DISPLAY": ":7", "XAUTHORITY": str(cookie)}
    env = environment.of_browser(tmp_path, ours)
    assert (env["DISPLAY"], Path(env["XAUTHORITY"])) == (":7", profile.display_cookie(tmp_path))
    assert environment.display_cookie(ours) == cookie
    assert environment.display_cookie(OURS | {"XAUTHORITY": str(cookie)}) is None


def test_the_socket_of_wayland_is_named_in_full(tmp_path: Path) -> None:
    env = environment.of_browser(tmp_path, OURS | {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": "/run/user/1"})
    assert env["WAYLAND_DISPLAY"] == "/run/user/1/wayland-0"


def test_without_a_display_there_is_none() -> None:
    assert not environment.has_display(OURS)
    assert environment.has_display(OURS | {"DISPLAY": ":0"})


def test_the_functions_read_the_real_environment_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Pacific/Chatham")
    assert environment.of_browser(tmp_path)["TZ"] == "Pacific/Chatham"
    assert environment.has_display() == bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
