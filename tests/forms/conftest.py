"""The labelled pages, each looked at once in a real Chromium."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from playwright.async_api import Page

from ghosthands.bench import forms, labelled, scan
from ghosthands.bench.labelled import LabelledPage
from ghosthands.bench.looking import Look, look


@pytest.fixture(scope="session")
def labelled_pages(form_pages: Callable[[str, str], Path]) -> Path:
    return form_pages("dev", "expected.jsonl")


@pytest.fixture(scope="session")
def rows(labelled_pages: Path) -> list[LabelledPage]:
    return labelled.read(labelled_pages)


@pytest.fixture(scope="session")
def address(labelled_pages: Path) -> Iterator[str]:
    with forms.serve(labelled_pages) as url:
        yield url


@pytest.fixture(scope="session")
async def tab(address: str) -> AsyncIterator[Page]:
    """A tab that reaches nothing but the pages."""
    async with scan.open_tab(only=address) as page:
        yield page


@pytest.fixture(scope="session")
async def seen(tab: Page, address: str, rows: list[LabelledPage]) -> list[Look]:
    return [await look(tab, f"{address}/{row.page}", row) for row in rows]
