"""What every kind of test may use."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import shutil
import signal
import socket
import tempfile
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import obstore
import pytest
from hypothesis import settings
from obstore.store import S3Store

from ghosthands.bench import forms
from ghosthands.bench.errors import BenchFailed
from ghosthands.messaging.archive.folder import FolderFiles

if TYPE_CHECKING:  # most tests need no browser and wait for none
    from playwright.async_api import Browser
    from starlette.types import ASGIApp

    from ghosthands.messaging.archive.files import ArchiveFiles

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


@pytest.fixture(scope="session")
def s3_server() -> Iterator[str]:
    """The URL of a server on loopback that speaks S3, asks nobody who they are, and keeps all in its memory."""
    from moto.server import ThreadedMotoServer  # two seconds that most runs do without

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def bucket(s3_server: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """An empty bucket's name; the environment says where it is, and who asks."""
    name = f"bucket-{uuid.uuid4()}"
    httpx.put(f"{s3_server}/{name}").raise_for_status()
    for variable, value in {
        "AWS_ENDPOINT_URL": s3_server,
        "AWS_ACCESS_KEY_ID": "AKIAWHOASKS",
        "AWS_SECRET_ACCESS_KEY": "nobody-sees-this-secret",
        "AWS_REGION": "us-east-1",
        "NO_PROXY": "127.0.0.1",
    }.items():
        monkeypatch.setenv(variable, value)
    return name


@pytest.fixture
def archive_named(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """What names an archive that is not there yet: a folder, or where a test wants a "bucket" a place in one."""
    if getattr(request, "param", "folder") == "folder":
        return str(tmp_path / "archive")
    return f"s3://{request.getfixturevalue('bucket')}/kept/log"


@pytest.fixture
def lose_file() -> Callable[[ArchiveFiles, str], None]:
    """Has one of an archive's files lost, which nobody of ours does."""

    def lose(files: ArchiveFiles, name: str) -> None:
        if isinstance(files, FolderFiles):
            (files.folder / name).unlink()
        else:
            of, _, prefix = files.where.removeprefix("s3://").partition("/")
            obstore.delete(S3Store(of, prefix=prefix, client_options={"allow_http": True}), name)

    return lose


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
