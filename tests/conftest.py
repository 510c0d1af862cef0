"""What every kind of test may use."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import signal
import socket
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from ghosthands.bench import forms
from ghosthands.bench.errors import BenchFailed

if TYPE_CHECKING:  # most tests need no browser and wait for none
    from playwright.async_api import Browser
    from starlette.types import ASGIApp

Serving = Callable[["ASGIApp"], AbstractAsyncContextManager[int]]

# how long an example takes is the machine's, not the property's
settings.register_profile("ghosthands", deadline=None)
settings.load_profile("ghosthands")

#: no test asks a model whose key happens to lie about, but for `make test-model`
if not os.environ.get("GHOSTHANDS_TEST_MODEL"):
    os.environ["GHOSTHANDS_MODEL_KEYS_DIR"] = "/nonexistent"

#: a run started in the background ignores SIGINT, and so would every process the tests start and interrupt
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Ten thousand collected tests stay for good: looking through them again and again is a sixth of the work."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def open_folder() -> Iterator[Path]:
    """A folder that the unprivileged users of PostgreSQL and Chromium can reach too; pytest's own are private."""
    folder = Path(tempfile.mkdtemp(prefix="ghosthands-"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def form_pages() -> Callable[[str, str], Path]:
    """A folder of the labelled pages, by its name and a file it holds; where it is missing, the test is skipped."""

    def folder(name: str, holding: str) -> Path:
        try:
            return forms.find_folder(name, holding)
        except BenchFailed as missing:
            pytest.skip(str(missing))

    return folder


@pytest.fixture
def state_dir(open_folder: Path) -> Path:
    """A stack's state directory for one test."""
    folder = Path(tempfile.mkdtemp(dir=open_folder))
    folder.chmod(0o711)
    return folder / "state"


@pytest.fixture(scope="session")
async def browser(open_folder: Path) -> AsyncIterator[Browser]:
    """A real Chromium over the DevTools protocol."""
    from playwright.async_api import async_playwright

    from ghosthands import chromium

    process = await chromium.launch(open_folder / "profile", log_path=open_folder / "chromium.log")
    try:
        async with async_playwright() as playwright:
            yield await playwright.chromium.connect_over_cdp(process.ws_url)
    finally:
        await chromium.end(process)


@pytest.fixture(scope="session")
def serving() -> Serving:
    """Serves an app on a free port of this machine while the block lasts; the port is handed over."""
    import uvicorn

    @asynccontextmanager
    async def serve(app: ASGIApp) -> AsyncIterator[int]:
        listener = socket.create_server(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off", ws="none"))
        server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]  # the test run keeps its own
        running = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = True
            await running
            listener.close()

    return serve
