"""Which posting an address means: the same one for every spelling of it.

Tracking parameters, fragments, `www.`, a trailing slash and the form's own page are no part of a posting's identity;
a parameter that names the posting (`gh_jid`, `id`, …) is.
"""

from __future__ import annotations

import hashlib
import re
from urllib.parse import parse_qsl, urlsplit

#: query parameters that say which posting is meant
IDENTIFYING = frozenset({"gh_jid", "token", "for", "id", "job", "jobid", "job_id", "jid", "requisitionid", "req"})
#: the last part of a path that is the posting's form, not another posting
_FORM_PAGES = re.compile(r"/(?:apply|application|thanks|confirmation)$")


def canonical(url: str) -> str:
    """The posting's address in its one spelling; never shown, only hashed."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    port = f":{parts.port}" if parts.port not in (None, 80, 443) else ""
    path = _FORM_PAGES.sub("", parts.path.rstrip("/"))
    named = sorted((key.lower(), value) for key, value in parse_qsl(parts.query) if key.lower() in IDENTIFYING)
    return f"{host}{port}{path}?{'&'.join(f'{key}={value}' for key, value in named)}"


def posting_id(url: str) -> str:
    """SHA-256 of the canonical address."""
    return hashlib.sha256(canonical(url).encode()).hexdigest()
