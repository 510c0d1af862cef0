"""Whole applications whose resume goes through a library of uploads: judged by what the server received."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from ghosthands.chassis import health
from ghosthands.domain.job import Phase
from ghosthands.practice.profiles import JORDAN
from ghosthands.testkit.lab import TENANT, Lab, a_posting

from .conftest import BUNDLED

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

#: longer than the libraries have room for where they show it
FILE_NAME = "jordan-avery-curriculum-vitae-senior-platform-engineer-november-2026.pdf"
THANKS = "<!doctype html><title>Thank you</title><h1>Thank you for applying</h1>"


@dataclass
class Site:
    """Serves the applications, and keeps what it is sent."""

    #: by what they were posted to: the fields of each form
    forms: dict[str, list[dict[str, str]]] = field(default_factory=dict)
    #: the same, of each file its name and content
    files: dict[str, list[tuple[str, bytes]]] = field(default_factory=dict)

    async def show(self, request: Request) -> Response:
        """Answer with the page that all of them are, or what it loads."""
        loaded = BUNDLED / request.path_params["name"]
        return FileResponse(loaded if loaded.is_file() else BUNDLED / "applications.html")

    async def take(self, request: Request) -> Response:
        """Keep what was sent, and thank, or say what a file that was uploaded is called."""
        path = request.url.path
        async with request.form() as sent:
            texts = {name: value for name, value in sent.multi_items() if isinstance(value, str)}
            self.forms.setdefault(path, []).append(texts)
            for _, value in sent.multi_items():
                if not isinstance(value, str) and value.filename:
                    self.files.setdefault(path, []).append((value.filename, await value.read()))
        return JSONResponse({"id": "file-1"}) if path == "/upload" else HTMLResponse(THANKS)


@pytest.fixture(scope="module")
async def lab(open_folder: Path) -> AsyncIterator[Lab]:
    async with Lab.start(open_folder / "widgets") as running:
        yield running


#: how the libraries are used -> whether the file is there before the form is sent
WAYS = {
    "filepond": False,
    "filepond_server": True,
    "uppy": True,
    "uppy_at_once": True,
    "dropzone": False,
    "dropzone_at_once": True,
    "react_dropzone": False,
}


@pytest.mark.parametrize("way", WAYS)
async def test_the_server_gets_the_form_once_and_the_file_with_it(lab: Lab, way: str) -> None:
    site = Site()
    routes = [
        Route("/apply/{name}", site.show),
        Route("/upload", site.take, methods=["POST"]),
        Route("/sent/{way}", site.take, methods=["POST"]),
    ]
    async with health.serving(Starlette(routes=routes), "127.0.0.1", 0) as port:
        resume = {"file_name": FILE_NAME, "content_base64": lab.request(a_posting())["resume"]["content_base64"]}
        job_id = await lab.apply(
            a_posting(slug=way.replace("_", "-")), target_url=f"http://127.0.0.1:{port}/apply/{way}", resume=resume
        )
        seen = await lab.until(job_id, lambda seen: seen.over or seen.asks)
        if seen.asks:  # it holds a browser
            await lab.publish("job.cancel", {"tenant": TENANT, "job_id": job_id})
    assert seen.phase is Phase.COMPLETED, f"{seen}\n{site.forms}"
    (sent,) = site.forms[f"/sent/{way}"]
    assert sent["email"] == JORDAN.profile["email"]
    assert site.files == {"/upload" if WAYS[way] else f"/sent/{way}": [(FILE_NAME, JORDAN.resume())]}
    assert "file-1" in sent.get("resume_id", "") + sent.get("resume", "") or not WAYS[way]
