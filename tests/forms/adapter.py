"""What the scanner finds on a page and the matcher makes of it, as the labelled pages' own `score.py` asks for it."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Page

from ghosthands.bench import labelled
from ghosthands.browser_host import page as pages


async def predict(page: Page) -> list[dict[str, Any]]:
    """Every control of the page, and what belongs into it; playwright writes `>>` where a locator has `>>>`."""
    found = labelled.understand(await pages.scan(page))
    return [{"css": where.css.replace(">>>", ">>"), "key": key} for where, key in found if not where.frame]
