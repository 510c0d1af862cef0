"""The id of a posting: the same for every spelling of its address."""

from __future__ import annotations

import hashlib

from ghosthands.platforms import posting


def posting_id(url: str) -> str:
    """SHA-256 of the posting's canonical address."""
    return hashlib.sha256(posting.canonical(url).encode()).hexdigest()
