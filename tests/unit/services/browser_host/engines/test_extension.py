"""How Stagehand's extension gets into a browser, or is told that it does not."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import stagehand
from websockets.asyncio.server import ServerConnection, serve

from ghosthands.browser_host.engines import extension
from ghosthands.browser_host.engines.engine import EngineUnavailable


class Browser:
    """Answers by method; what it has no answer for is refused."""

    def __init__(self, answers: Mapping[str, Any]) -> None:
        self.answers = answers
        self.heard: list[tuple[str, Any]] = []
        self.url = ""

    async def answer(self, line: ServerConnection) -> None:
        async for message in line:
            command = json.loads(message)
            self.heard.append((command["method"], command["params"]))
            known = command["method"] in self.answers
            answer = (
                {"result": self.answers[command["method"]]} if known else {"error": {"code": -32601, "message": "no"}}
            )
            await line.send(json.dumps({"method": "Target.targetCreated", "params": {}}))
            await line.send(json.dumps({"id": command["id"], **answer}))


@pytest.fixture
async def browser(request: pytest.FixtureRequest) -> AsyncIterator[Browser]:
    running = Browser(request.param)
    async with serve(running.answer, "127.0.0.1", 0) as server:
        running.url = f"ws://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}/"
        yield running


INSTALLED = {"extensions": [{"id": "abc", "name": extension.NAME, "enabled": True}]}
WORKER = {"targetId": "w", "type": "service_worker", "url": "chrome-extension://abc/service-worker.js"}
OTHERS = {"targetId": "o", "type": "service_worker", "url": "https://site.example/worker.js"}


@pytest.mark.parametrize(
    "browser", [{"Extensions.getExtensions": {"extensions": []}, "Extensions.loadUnpacked": {}}], indirect=True
)
async def test_it_is_loaded_where_it_is_missing(browser: Browser) -> None:
    await extension.install(browser.url)
    assert browser.heard[-1] == ("Extensions.loadUnpacked", {"path": str(extension.readable_folder())})


@pytest.mark.parametrize("browser", [{"Extensions.getExtensions": INSTALLED}], indirect=True)
async def test_it_is_not_loaded_twice(browser: Browser) -> None:
    await extension.install(browser.url)
    assert [method for method, _ in browser.heard] == ["Extensions.getExtensions"]


@pytest.mark.parametrize("browser", [{}], indirect=True)
async def test_a_browser_that_takes_none_has_no_stagehand(browser: Browser) -> None:
    with pytest.raises(EngineUnavailable, match="stagehand not available: this browser takes no extension"):
        await extension.install(browser.url)


@pytest.mark.parametrize(
    "browser",
    [
        {
            "Extensions.getExtensions": INSTALLED,
            "Target.getTargets": {"targetInfos": [OTHERS, WORKER]},
            "Target.closeTarget": {},
        }
    ],
    indirect=True,
)
async def test_its_worker_is_ended_and_no_other(browser: Browser) -> None:
    await extension.end_worker(browser.url)
    assert [given for method, given in browser.heard if method == "Target.closeTarget"] == [{"targetId": "w"}]


def packaged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The package, where only its owner can read it; copies go beside it."""
    folder = tmp_path / "private" / "stagehand" / "_extension"
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text("{}")
    (tmp_path / "private").chmod(0o700)
    monkeypatch.setattr(stagehand, "__file__", str(folder.parent / "__init__.py"))
    monkeypatch.setattr(extension.tempfile, "tempdir", str(tmp_path))
    return folder


def test_what_the_browsers_user_cannot_read_is_copied_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    packaged(monkeypatch, tmp_path)
    copy = extension.readable_folder()
    assert copy.parent == tmp_path
    assert (copy / "manifest.json").stat().st_mode & 0o004
    assert extension.readable_folder() == copy
    assert [each.name for each in tmp_path.iterdir() if each != copy] == ["private"]


def test_a_copy_that_others_can_change_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    packaged(monkeypatch, tmp_path)
    extension.readable_folder().chmod(0o777)
    with pytest.raises(EngineUnavailable, match="belongs to somebody else"):
        extension.readable_folder()


def test_a_link_in_its_place_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    packaged(monkeypatch, tmp_path)
    copy = extension.readable_folder()
    os.rename(copy, tmp_path / "elsewhere")
    copy.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(EngineUnavailable, match="belongs to somebody else"):
        extension.readable_folder()
