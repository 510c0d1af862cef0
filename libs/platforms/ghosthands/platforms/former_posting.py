"""The former spelling behind postings' ids, from before platforms' records defined what names a posting.

Reservations on the log have these ids for ever, so this never changes. It could mistake two postings for one where a
parameter or a fragment names them: an id made of it is a hint, no proof.
"""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

_IDENTIFYING = frozenset({"id", "job", "jobid", "job_id", "jid", "requisitionid", "req", "for", "gh_jid", "token"})
_FORM_PAGES = frozenset({"apply", "application", "confirmation", "thanks"})


def former_canonical(url: str) -> str:
    """Return the posting's address in the former spelling."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    port = f":{parts.port}" if parts.port not in (None, 80, 443) else ""
    named = sorted((key.lower(), value) for key, value in parse_qsl(parts.query) if key.lower() in _IDENTIFYING)
    path, _, last = parts.path.rstrip("/").rpartition("/")
    place = path if last in _FORM_PAGES else parts.path.rstrip("/")
    return f"{host}{port}{place}?{'&'.join(f'{key}={value}' for key, value in named)}"
