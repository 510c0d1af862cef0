"""Commands that need no stack."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.e2e


def test_the_version_is_told(bare_shell: Any) -> None:
    assert bare_shell.run("--version").out.startswith("ghosthands ")


def test_the_doctor_finds_all_it_needs(bare_shell: Any) -> None:
    ended = bare_shell.run("doctor")
    assert ended.code == 0, ended.out
    assert "✔ chromium" in ended.out
    assert "none runs here" in ended.out


def test_the_doctor_names_the_mend(bare_shell: Any) -> None:
    bare_shell.variables = {"GHOSTHANDS_CHROMIUM": "/nowhere/chromium"}
    ended = bare_shell.run("doctor")
    assert ended.code == 1
    assert "✘ chromium" in ended.out
    assert "GHOSTHANDS_CHROMIUM" in ended.out


def test_a_profile_is_made_filled_in_and_checked(bare_shell: Any, tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    assert bare_shell.run("profile", "init", str(path)).code == 0
    blank = bare_shell.run("profile", "check", str(path))
    assert blank.code == 2
    assert "profile.email" in blank.err
    filled = path.read_text()
    for name, value in (("first_name", "Ada"), ("last_name", "Lovelace"), ("email", "ada@example.com")):
        filled = filled.replace(f'"{name}": ""', f'"{name}": "{value}"')
    path.write_text(filled)
    assert bare_shell.run("profile", "check", str(path)).code == 0


def test_a_page_on_the_web_is_scanned(bare_shell: Any, site: Any) -> None:
    ended = bare_shell.run("scan", site.posting(), "--json")
    assert ended.code == 0, ended.err
    assert "First Name" in [field["label"] for field in ended.json["fields"]]


def test_a_page_on_disk_is_scanned(bare_shell: Any, tmp_path: Path) -> None:
    page = tmp_path / "form.html"
    page.write_text("<form><label>Shoe size <input name=size required></label><button>Send</button></form>")
    ended = bare_shell.run("scan", str(page))
    assert ended.code == 0, ended.err
    assert "Shoe size" in ended.out


@pytest.mark.parametrize("target", ["/nowhere/form.html", "http://127.0.0.1:1/"])
def test_a_page_that_cannot_be_read_is_exit_code_2(bare_shell: Any, target: str) -> None:
    ended = bare_shell.run("scan", target)
    assert ended.code == 2
    assert ended.err.count("\n") == 1


def test_an_interrupted_scan_leaves_no_trace_and_no_browser(bare_shell: Any, site: Any) -> None:
    bare_shell.state_dir.mkdir(mode=0o711)
    bare_shell.variables = {"TMPDIR": str(bare_shell.state_dir)}
    scanning = bare_shell.start("scan", site.endless)
    bare_shell.wait_until(lambda: any("--headless" in line for line in bare_shell.left()))
    ended = scanning.stop()
    assert (ended.code, ended.err) == (130, "")


def test_a_port_that_is_taken_is_told(bare_shell: Any, site: Any) -> None:
    ended = bare_shell.run("practice", "--port", site.url.rpartition(":")[2])
    assert ended.code == 2
    assert "choose another --port" in ended.err
