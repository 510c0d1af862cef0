"""The servers' URLs in settings: an invalid one is refused early, with an example of a valid one.

They may contain a password, so messages never repeat any part of them.
"""

from __future__ import annotations

from urllib.parse import urlsplit


def nats(urls: str) -> str:
    """Return the URL of a NATS server, or those of a cluster separated by commas, unchanged. Raises ValueError."""
    if not all(map(_is_nats, split(urls))):
        raise ValueError(
            "is not the URL of a NATS server: write one like nats://nats.example:4222,"
            " or those of a cluster's servers with commas between"
        )
    if len({url.startswith("ws") for url in split(urls)}) > 1:
        raise ValueError("mixes servers that are reached by WebSocket with others: name those of one kind")
    return urls


def split(urls: str) -> list[str]:
    """Split a setting into its URLs."""
    return [url.strip() for url in urls.split(",")]


def _is_nats(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("nats", "tls", "ws", "wss") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number
        return False


def postgres(url: str) -> str:
    """Return the URL unchanged if it is that of a PostgreSQL database. Raises ValueError."""
    if not url.startswith(("postgresql://", "postgres://")):
        raise ValueError(
            "is not the URL of a PostgreSQL database: write one like postgresql://user:password@db.example:5432/name"
        )
    return url
