"""The servers' URLs as a setting gives them: what is none is refused early, with what one looks like.

They may hold a password, so nothing of them is ever repeated.
"""

from __future__ import annotations

from urllib.parse import urlsplit


def nats(url: str) -> str:
    """The URL, which must be a NATS server's. Raises ValueError."""
    try:
        parts = urlsplit(url)
        is_one = parts.scheme in ("nats", "tls", "ws", "wss") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number
        is_one = False
    if not is_one:
        raise ValueError("is not the URL of a NATS server: write one like nats://nats.example:4222")
    return url


def postgres(url: str) -> str:
    """The URL, which must be a PostgreSQL database's. Raises ValueError."""
    if not url.startswith(("postgresql://", "postgres://")):
        raise ValueError(
            "is not the URL of a PostgreSQL database: write one like postgresql://user:password@db.example:5432/name"
        )
    return url
