"""The browser of a request as received: the mode, and the address of a user's own browser."""

from __future__ import annotations

from typing import Literal
from urllib.parse import urlsplit

from ghosthands.domain.provider import ProviderName

#: VALET's words for it
BrowserMode = Literal["server", "operator", "adspower"]

PROVIDERS = {
    "server": ProviderName.LOCAL,
    "operator": ProviderName.OPERATOR,
    "adspower": ProviderName.ADSPOWER,
}

#: hosts that are this machine
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})

#: the schemes of DevTools addresses, and the port of an address that names none
_PORTS = {"http": 80, "ws": 80, "https": 443, "wss": 443}


def checked_address(cdp_url: str | None, mode: BrowserMode) -> str | None:
    """Check the DevTools address of a user's browser, which only one mode takes and needs. Raises ValueError."""
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
    """Whether a browser may be reached at that address: on loopback, or with a token in it."""
    try:
        parts = urlsplit(cdp_url)
        port = parts.port
    except ValueError:
        return False
    if parts.scheme not in _PORTS or not parts.hostname or port == 0 or "/devtools/page/" in parts.path:
        return False
    return parts.hostname in LOOPBACK or bool(parts.query or parts.password)


def find_port(cdp_url: str) -> int | None:
    """Return the port of a DevTools address, which is its scheme's if it names none; None if it is no such address."""
    try:
        parts = urlsplit(cdp_url)
        return parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        return None
