"""The id of a posting: the same for every spelling of its address, and its former ids from earlier spellings."""

from __future__ import annotations

import hashlib

from ghosthands.platforms.former_posting import former_canonical
from ghosthands.platforms.posting import canonical


def posting_id(url: str) -> str:
    """Return the SHA-256 of the posting's canonical address."""
    return _hash(canonical(url))


def former_posting_ids(url: str) -> tuple[str, ...]:
    """Return the ids that reservations of older versions have; other postings may have the same."""
    return (_hash(canonical(url, sources=True)), _hash(former_canonical(url)))


def is_same_posting(url: str, other: str) -> bool:
    """Whether both are spellings of one posting."""
    return canonical(url) == canonical(other)


def _hash(spelling: str) -> str:
    return hashlib.sha256(spelling.encode(errors="surrogatepass")).hexdigest()
