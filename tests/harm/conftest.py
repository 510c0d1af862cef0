"""One stack, and one server of hostile and clumsy pages that records whatever reaches it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from ghosthands.chassis import health
from ghosthands.testkit.lab import Lab

from .listening import Listener

PAGES = Path(__file__).parent / "pages"
_numbers = count(1)
PLACES = ("Sacramento, California, United States", "Sacramento, Kentucky, United States")
THANKS = "<!doctype html><title>Thank you</title><h1>Thank you for applying</h1>"


@dataclass(frozen=True)
class Sent:
    """One request as the server received it."""

    method: str
    #: with its query
    path: str
    body: bytes
    #: seconds of the monotonic clock
    at: float

    @property
    def fields(self) -> dict[str, list[str]]:
        """The values of a url-encoded form by name; what is empty stands there empty."""
        told: dict[str, list[str]] = {}
        for name, value in parse_qsl(self.body.decode(), keep_blank_values=True):
            told.setdefault(name, []).append(value)
        return told


@dataclass
class HarmSite:
    """Serves `pages/NAME.html` at `/NAME`; a POST there is an application."""

    port: int = 0
    requests: list[Sent] = field(default_factory=list)
    #: hears all of them, whole
    listener: Listener = field(init=False)
    #: by path, pages that no file holds
    made: dict[str, str] = field(default_factory=dict)
    #: by path, how what is sent there is answered: a status and a page; with thanks elsewhere
    answers: dict[str, tuple[int, str]] = field(default_factory=dict)

    def url(self, name: str) -> str:
        """Where the page is; another posting each time."""
        return f"http://127.0.0.1:{self.port}/{name}/{next(_numbers)}"

    def applications(self, name: str) -> list[Sent]:
        """What was sent to the page's own address, or below it."""
        return [one for one in self.requests if one.method != "GET" and one.path.startswith(f"/{name}")]

    async def answer(self, request: Request) -> Response:
        """Record it; the page, or thanks."""
        path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        self.requests.append(Sent(request.method, path, await request.body(), time.monotonic()))
        if request.method != "GET":
            status, answer = self.answers.get(path, (200, THANKS))
            return HTMLResponse(answer, status)
        if request.url.path.endswith("/places"):
            return JSONResponse([one for one in PLACES if request.query_params["q"].casefold() in one.casefold()])
        if made := self.made.get(path):
            headers = {"Service-Worker-Allowed": "/"}
            return Response(
                made, headers=headers, media_type="text/javascript" if path.endswith(".js") else "text/html"
            )
        page = PAGES / f"{request.path_params['name'].partition('/')[0]}.html"
        return HTMLResponse(page.read_text(encoding="utf-8")) if page.is_file() else Response(status_code=404)


@pytest.fixture(scope="session")
async def shared_lab(open_folder: Path) -> AsyncIterator[Lab]:
    async with Lab.start(open_folder / "harm") as running:
        yield running


@pytest.fixture
async def lab(shared_lab: Lab) -> AsyncIterator[Lab]:
    """The lab that all tests share; what a test leaves waiting is cancelled, since there are but four browsers."""
    yield shared_lab
    await shared_lab.give_browsers_back()


@pytest.fixture(scope="session")
async def harm() -> AsyncIterator[HarmSite]:
    site = HarmSite()
    app = Starlette(routes=[Route("/{name:path}", site.answer, methods=["GET", "POST", "PUT"])])
    site.listener = Listener(app)
    async with health.serving(site.listener, "127.0.0.1", 0) as port:
        site.port = port
        yield site
