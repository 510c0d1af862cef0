"""Which browser a request asks for, and where a user's own is reached, as they come in."""

from __future__ import annotations

from typing import Literal
from urllib.parse import urlsplit

from ghosthands.domain.provider import ProviderName

#: VALET's words
BrowserMode = Literal["server", "operator", "adspower"]

PROVIDERS = {
    "server": ProviderName.LOCAL,
    "operator": ProviderName.OPERATOR,
    "adspower": ProviderName.ADSPOWER,
}

#: hosts that are the machine itself
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})

_SCHEMES = ("http", "https", "ws", "wss")


def checked_address(cdp_url: str | None, mode: BrowserMode) -> str | None:
    """The DevTools address of the user's browser, which one mode needs and no other takes. Raises ValueError."""
    if mode != "operator":
        if cdp_url is not None:
            raise ValueError("only browser_mode operator takes the address of a browser")
        return None
    if cdp_url is None:
        raise ValueError("give the address of the user's browser, such as http://127.0.0.1:9222")
    if not is_address(cdp_url):
        raise ValueError(
            "give the browser's own DevTools address, such as http://127.0.0.1:9222 or ws://127.0.0.1:9222/devtools/"
            "browser/…; on another machine than GhostHands', with a token in it",
        )
    return cdp_url


def is_address(cdp_url: str) -> bool:
    """Whether a browser may be reached there: on loopback, or with a token to show."""
    try:
        parts = urlsplit(cdp_url)
        port = parts.port
    except ValueError:
        return False
    if parts.scheme not in _SCHEMES or not parts.hostname or port == 0 or "/devtools/page/" in parts.path:
        return False
    return parts.hostname in LOOPBACK or bool(parts.query or parts.password)
