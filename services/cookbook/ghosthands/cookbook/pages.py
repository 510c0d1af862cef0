"""Pages: the models of them that cookbook goes by, as browser-host stored them."""

from __future__ import annotations

import msgspec

from ghosthands.chassis import logging
from ghosthands.domain.page import PageModel
from ghosthands.vault.errors import UNREADABLE
from ghosthands.vault.vault import Vault

log = logging.get(__name__)


async def read_page(vault: Vault, model_ref: str) -> PageModel | None:
    """The page model; None where it cannot be read any more."""
    try:
        return msgspec.json.decode(await vault.get_page_model(model_ref), type=PageModel)
    except UNREADABLE:
        log.warning("page_model_unreadable")
        return None
