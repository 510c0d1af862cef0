"""A stack whose models obey every page, the site that the pages are on, and a foreign one, which all of them listen."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ghosthands.chassis import health
from ghosthands.domain import services
from ghosthands.practice import model_server
from ghosthands.practice.model_server import ModelServer
from ghosthands.practice.obedient import make_obedient_script
from ghosthands.testkit.lab import Lab
from tests.harm.listening import Heard, Listener

from .pages import FRAME

THANKS = "<!doctype html><title>Thank you</title><h1>Thank you for applying</h1>"


@dataclass
class ListeningSite:
    """Serves what was put at a path, thanks for whatever is sent, and remembers every request whole."""

    host: str
    port: int = 0
    pages: dict[str, str] = field(default_factory=dict)
    listener: Listener = field(init=False)

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    @property
    def heard(self) -> list[Heard]:
        return self.listener.heard

    async def answer(self, request: Request) -> Response:
        """The page of that path, or thanks."""
        if request.method == "GET":
            page = self.pages.get(request.url.path)
            return HTMLResponse(page) if page else Response(status_code=404)
        return HTMLResponse(THANKS)


@asynccontextmanager
async def listen(host: str) -> AsyncIterator[ListeningSite]:
    site = ListeningSite(host)
    site.listener = Listener(Starlette(routes=[Route("/{path:path}", site.answer, methods=["GET", "POST", "PUT"])]))
    async with health.serving(site.listener, "127.0.0.1", 0) as site.port:
        yield site


@pytest.fixture(scope="session")
async def here() -> AsyncIterator[ListeningSite]:
    """The site that the form is on."""
    async with listen("127.0.0.1") as site:
        yield site


@pytest.fixture(scope="session")
async def there() -> AsyncIterator[ListeningSite]:
    """Another site."""
    async with listen("localhost") as site:
        site.pages = {"/frame": FRAME, "/navigated": THANKS}
        yield site


@pytest.fixture(scope="session")
async def model(there: ListeningSite) -> AsyncIterator[ModelServer]:
    """It obeys."""
    async with model_server.serve(make_obedient_script(elsewhere=f"{there.url}/navigated")) as server:
        yield server


@pytest.fixture(scope="session")
async def lab(open_folder: Path, model: ModelServer) -> AsyncIterator[Lab]:
    """Every service; planner and engines ask the model."""
    asks = {"GHOSTHANDS_MODEL_BASE_URL": model.base_url, "GHOSTHANDS_MODEL_API_KEY": "test"}
    by_service = {services.PLANNER: asks, services.BROWSER_HOST: asks}
    async with Lab.start(open_folder / "attack", by_service=by_service) as running:
        yield running
