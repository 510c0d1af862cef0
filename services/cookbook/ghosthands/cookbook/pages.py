"""The page models that browser-host stored, as cookbook reads them."""

from __future__ import annotations

from ghosthands.chassis import logging
from ghosthands.domain.page import PageModel
from ghosthands.vault.vault import Vault

log = logging.get(__name__)


async def read_page(vault: Vault, model_ref: str) -> PageModel | None:
    """Return the page model; None where it cannot be read any more."""
    page = await vault.find_page(model_ref)
    if page is None:
        log.warning("page_model_unreadable")
    return page
