"""A request as the network guard sees it: how it leaves, where to, and what is in it."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from ghosthands.domain.requests import RequestKind

_READING = ("GET", "HEAD", "OPTIONS")
#: the line that a browser draws anew between the parts of each form
_BOUNDARY = re.compile(rb"------WebKitFormBoundary\w+")
_KINDS = {"XHR": RequestKind.FETCH, "Fetch": RequestKind.FETCH, "EventSource": RequestKind.FETCH}


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A request that is about to leave."""

    kind: RequestKind
    method: str
    url: str
    #: in pieces; None for a piece that was not shown
    body: Sequence[bytes | None]
    #: what the page may have written into its headers; cookies if they were read
    headers: Mapping[str, str] = field(default_factory=dict)
    #: whether a worker sent it that several tabs share, some of which may be the user's own
    shared: bool = False

    @property
    def host(self) -> str:
        """The host the request is for; empty if there is none."""
        return urlsplit(self.url).hostname or ""

    @property
    def is_document(self) -> bool:
        """Whether the answer is shown as a document."""
        return self.kind in (RequestKind.FORM, RequestKind.NAVIGATION)

    @property
    def size(self) -> int:
        """The bytes of the body, as far as it was shown."""
        return sum(len(piece or b"") for piece in self.body)

    @property
    def content(self) -> bytes:
        """The body as far as it was shown, without the random boundaries between the parts of a form."""
        return _BOUNDARY.sub(b"", b"".join(piece or b"" for piece in self.body))

    @property
    def reads(self) -> bool:
        """Whether the request merely reads, by its method."""
        return self.method in _READING


def read_paused(paused: dict[str, Any]) -> PageRequest:
    """Return the request that a Fetch.requestPaused event reports."""
    request = paused["request"]
    method, url = request["method"], request["url"]
    kind = _kind(paused.get("resourceType", ""), request)
    return PageRequest(kind, method, url, _body(request), request.get("headers", {}), paused.get("shared", False))


def _kind(resource: str, request: dict[str, Any]) -> RequestKind:
    if resource == "Document":
        return RequestKind.NAVIGATION if request["method"] in _READING else RequestKind.FORM
    if resource == "Ping":
        sent_by_link = any(name.lower() == "ping-to" for name in request.get("headers", {}))
        return RequestKind.PING if sent_by_link else RequestKind.BEACON
    return _KINDS.get(resource, RequestKind.OTHER)


def _body(request: dict[str, Any]) -> list[bytes | None]:
    entries = request.get("postDataEntries")
    if entries:
        return [base64.b64decode(one["bytes"]) if "bytes" in one else None for one in entries]
    if request.get("postData") is not None:
        return [request["postData"].encode()]
    return [None] if request.get("hasPostData") else []
