"""Which posting an address means: one spelling for all its spellings.

Tracking parameters, fragments, `www.`, a trailing slash and the form's own pages are no part of a posting's identity; a
parameter that names the posting is. What a platform puts into addresses counts on every host, since boards are embedded
in employers' own pages.
"""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

from ghosthands.platforms import ALL

#: parameters that name a posting on sites of no platform we know
_PARAMETERS = frozenset({"id", "job", "jobid", "job_id", "jid", "requisitionid", "req"})
_FORM_PAGES = frozenset({"apply"})

IDENTIFYING = _PARAMETERS.union(*(platform.posting_parameters for platform in ALL))
FORM_PAGES = _FORM_PAGES.union(*(platform.form_pages for platform in ALL))


def canonical(url: str) -> str:
    """The posting's address in its one spelling; to be hashed, not to be visited."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    port = f":{parts.port}" if parts.port not in (None, 80, 443) else ""
    named = sorted((key.lower(), value) for key, value in parse_qsl(parts.query) if key.lower() in IDENTIFYING)
    return (
        f"{host}{port}{_without_form_page(parts.path.rstrip('/'))}?{'&'.join(f'{key}={value}' for key, value in named)}"
    )


def _without_form_page(path: str) -> str:
    posting, _, last = path.rpartition("/")
    return posting if last in FORM_PAGES else path
