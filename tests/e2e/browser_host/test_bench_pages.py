"""The measured pages: every control is found, and what it costs against the bare evaluate.

`pytest -s -k costs` prints the medians; the page that embeds another site needs port 9377.
"""

from __future__ import annotations

import asyncio
import socket
import statistics
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import uvicorn
from playwright.async_api import Page
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from ghosthands.bench import forms
from ghosthands.browser_host import page as pages
from ghosthands.domain.page import PageModel

ROUNDS = 15

pytestmark = [pytest.mark.heavy, pytest.mark.e2e]


@pytest.fixture(scope="module")
def folder(form_pages: Callable[[str, str], Path]) -> Path:
    return form_pages("bench", forms.FLOOR)


@pytest.fixture(scope="module")
async def bench(folder: Path) -> AsyncIterator[str]:
    try:
        listener = socket.create_server(("127.0.0.1", forms.PORT))
    except OSError:
        pytest.skip(f"port {forms.PORT}, which the pages name, is taken")
    app = Starlette(routes=[Mount("/", StaticFiles(directory=folder))])
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off", ws="none"))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    yield f"http://127.0.0.1:{forms.PORT}"
    server.should_exit = True
    await serving


def controls(model: PageModel) -> int:
    """Single controls: each option of a group is one."""
    own = sum(max(1, sum(option.locator is not None for option in field.options)) for field in model.fields)
    return own + len(model.file_inputs) + len(model.buttons)


def measured(folder: Path) -> list[Path]:
    return sorted(folder.glob(forms.PAGES))


async def look(page: Page, url: str) -> PageModel:
    await page.goto(url)
    await pages.settle(page)
    return await pages.scan(page)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("p1_f10", 12),
        ("p2_f50", 56),
        ("p3_f200", 221),
        ("p4_iframe_shadow", 52),
        ("p6_greenhouse", 48),
        ("p8_heavy", 17),
    ],
)
async def test_every_control_is_found(page: Page, bench: str, name: str, expected: int) -> None:
    assert controls(await look(page, f"{bench}/{name}.html")) == expected


async def test_the_first_step_of_a_wizard_is_told_from_the_hidden_ones(page: Page, bench: str) -> None:
    model = await look(page, f"{bench}/p5_wizard.html")
    assert model.step is not None
    assert (model.step.current, model.step.total) == (1, 5)
    assert (len(model.fields), sum(field.visible for field in model.fields)) == (40, 8)


async def test_what_a_scan_costs_against_the_bare_evaluate(page: Page, bench: str, folder: Path) -> None:
    """Within three times on any machine; the aim is two, see the printed medians."""
    floor = (folder / forms.FLOOR).read_text(encoding="utf-8")
    for file in measured(folder):
        await look(page, f"{bench}/{file.name}")
        bare, ours = [], []
        for _ in range(ROUNDS):
            started = time.perf_counter()
            for frame in page.frames:
                await frame.evaluate(floor)
            looked = time.perf_counter()
            await pages.scan(page)
            bare.append(looked - started)
            ours.append(time.perf_counter() - looked)
        base, cost = statistics.median(bare), statistics.median(ours)
        print(
            f"\n{file.stem:<20} floor {base * 1000:6.1f} ms   scan {cost * 1000:6.1f} ms   {cost / base:4.2f}x", end=""
        )
        assert min(ours) < 3 * statistics.median(bare)
