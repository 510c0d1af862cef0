from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ghosthands.chromium import executable
from ghosthands.chromium.__main__ import main
from ghosthands.chromium.errors import ChromiumNotFound, NotChromium
from ghosthands.chromium.executable import Executable

WORKS = "#!/bin/sh\necho Chromium 1.2.3.4 built on Debian GNU/Linux 12\n"


@pytest.fixture
def path_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with nothing on it but this folder on PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "ms-playwright"))
    monkeypatch.delenv("GHOSTHANDS_CHROMIUM", raising=False)
    return folder


def script(path: Path, text: str = WORKS) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def test_the_configured_executable_comes_first(path_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script(path_dir / "chromium")
    mine = script(path_dir.parent / "mine")
    monkeypatch.setenv("GHOSTHANDS_CHROMIUM", str(mine))
    assert executable.find() == Executable(mine, "configured")


def test_a_configured_executable_that_does_not_exist_is_an_error_that_names_the_variable(
    path_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(path_dir / "chromium")
    monkeypatch.setenv("GHOSTHANDS_CHROMIUM", "/nowhere/chromium")
    with pytest.raises(ChromiumNotFound, match="GHOSTHANDS_CHROMIUM is '/nowhere/chromium'"):
        executable.find()


def test_path_comes_before_the_downloads_of_playwright(path_dir: Path, tmp_path: Path) -> None:
    script(tmp_path / "ms-playwright/chromium-1200/chrome-linux/chrome")
    chrome = script(path_dir / "google-chrome")
    assert executable.find() == Executable(chrome, "path")


def test_the_newest_download_of_playwright_is_used(path_dir: Path, tmp_path: Path) -> None:
    script(tmp_path / "ms-playwright/chromium-999/chrome-linux/chrome")
    newest = script(tmp_path / "ms-playwright/chromium-1200/chrome-linux64/chrome")
    assert executable.find() == Executable(newest, "playwright")


def test_the_script_that_asks_for_the_snap_is_passed_over(path_dir: Path) -> None:
    script(path_dir / "chromium-browser", '#!/bin/sh\nexec /snap/bin/chromium "$@"\n')
    with pytest.raises(ChromiumNotFound):
        executable.find()


def test_where_there_is_none_the_error_names_the_mend(path_dir: Path) -> None:
    with pytest.raises(ChromiumNotFound, match=r"apt-get install chromium.*playwright install chromium"):
        executable.find()


def test_the_version_is_said_without_the_distribution(path_dir: Path) -> None:
    assert executable.version(Executable(script(path_dir / "chromium"), "path")) == "Chromium 1.2.3.4"


def test_a_browser_that_lacks_a_library_says_which(path_dir: Path) -> None:
    broken = script(path_dir / "chromium", "#!/bin/sh\necho 'libnss3.so: cannot open' >&2\nexit 127\n")
    with pytest.raises(ChromiumNotFound, match=r"libnss3\.so: cannot open"):
        executable.version(Executable(broken, "path"))


@pytest.mark.parametrize("said", ["true (GNU coreutils) 9.1", "Mozilla Firefox 115.0.2", ""])
def test_what_does_not_say_the_version_of_a_chromium_is_none(path_dir: Path, said: str) -> None:
    other = script(path_dir / "mine", f"#!/bin/sh\necho '{said}'\n")
    with pytest.raises(NotChromium, match=r"HANDS_CHROMIUM is .*mine, which is no Chromium: .*correct or unset it"):
        executable.version(Executable(other, "configured"))
    with pytest.raises(ChromiumNotFound, match=r"mine is no Chromium: .*apt-get install chromium"):
        executable.version(Executable(other, "path"))


def test_nothing_is_installed_where_a_browser_works(path_dir: Path) -> None:
    script(path_dir / "chromium")
    said: list[str] = []
    assert executable.install(said.append).source == "path"
    assert said == []


def test_without_one_playwright_downloads_it(path_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "ms-playwright/chromium-1200/chrome-linux"
    download = f"/bin/mkdir -p {target}; echo '{WORKS}' > {target}/chrome; /bin/chmod +x {target}/chrome"
    monkeypatch.setattr(sys, "executable", str(script(tmp_path / "python", f"#!/bin/sh\n{download}\n")))
    said: list[str] = []
    assert executable.install(said.append) == Executable(target / "chrome", "playwright")
    assert said == ["Downloading Chromium with Playwright …"]


def test_where_playwright_cannot_the_distribution_does(
    path_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(script(tmp_path / "python", "#!/bin/sh\nexit 1\n")))
    monkeypatch.setattr(executable, "is_root", lambda: True)
    asked = tmp_path / "asked"
    install = f"echo $1 >> {asked}; echo '{WORKS}' > {path_dir}/chromium; /bin/chmod +x {path_dir}/chromium"
    script(path_dir / "apt-get", f"#!/bin/sh\n{install}\n")
    assert executable.install().path == path_dir / "chromium"
    assert asked.read_text().split() == ["update", "install"]


def test_where_nothing_helps_the_error_names_the_mend(
    path_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(script(tmp_path / "python", "#!/bin/sh\nexit 1\n")))
    monkeypatch.setattr(executable, "is_root", lambda: False)
    with pytest.raises(ChromiumNotFound, match=r"could not be installed: .*apt-get install chromium"):
        executable.install()


def test_the_command_line_says_which_browser_there_is(path_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chrome = script(path_dir / "chromium")
    assert main(["install"]) == 0
    assert capsys.readouterr().out == f"Chromium 1.2.3.4 at {chrome}\n"


def test_the_command_line_says_in_one_line_that_there_is_none(
    path_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["find"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("ghosthands: Chromium was not found: install it with ")
    assert len(said.err.splitlines()) == 1


@pytest.mark.parametrize("arguments", [[], ["instal"], ["find", "install"]])
def test_the_command_line_explains_itself(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert "usage: " in capsys.readouterr().err
