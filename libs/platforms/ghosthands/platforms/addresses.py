"""Parses a posting's address, and declares the rules by which a platform's addresses name a posting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit

UUID = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"

#: parameters that track the visitor's source, on any site: Google, Meta, Microsoft, mail senders, job boards
_TRACKING = re.compile(
    r"utm_\w+|gh_src|lever-(?:source|origin|via)(?:\[\])?|ref|refid|trk|trkinfo|trackingid"
    r"|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|ttclid|twclid|yclid|igshid|li_fat_id|mc_cid|mc_eid"
    r"|_ga|_gl|_hs(?:enc|mi)|mkt_tok|rx_\w+|_s\.crb|jsessionid",
    re.IGNORECASE,
)
#: the same, which were not known to be so at first
_SOURCES = re.compile(r"source|src|job[-_]?source|jobboard", re.IGNORECASE)
_SESSION = re.compile(r";jsessionid=[^/?#]*", re.IGNORECASE)
#: anchors that lead to a part of the posting's own page
_ANCHORS = re.compile(
    r"(?:job[-_]?)?appl(?:y|ication)(?:[-_]?(?:now|form))?|app(?:-form)?|form|grnhse_app|(?:main-?)?(?:content)?|top",
    re.IGNORECASE,
)
_DEFAULT_PORTS = (None, 80, 443)
_WWW = re.compile(r"^(?:www\.)+")
_ESCAPE = re.compile(r"%([0-9a-fA-F]{2})")
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")


@dataclass(frozen=True, slots=True)
class Address:
    """An address without the parts that never name the posting: scheme, `www.`, default port, tracking, anchors."""

    #: lower case, with a port that is not one of the web's own
    host: str
    #: without a trailing slash; empty for the root
    path: str
    #: sorted, so their order does not matter
    parameters: tuple[tuple[str, str], ...]
    #: a fragment that is more than an anchor: a route, parameters, the posting itself
    fragment: str

    @property
    def place(self) -> str:
        """Host and path, as platforms' rules match them."""
        return self.host + self.path


def parse_address(url: str, *, sources: bool = False) -> Address:
    """Return the address's parts, with `sources` also `?source=…`. Raises ValueError for a text that is no address."""
    parts = urlsplit(url)
    host = _WWW.sub("", (parts.hostname or "").rstrip("."))
    port = "" if parts.port in _DEFAULT_PORTS else f":{parts.port}"
    return Address(
        host=f"[{host}]{port}" if ":" in host else host + port,
        path=_clean_path(_SESSION.sub("", parts.path)),
        parameters=tuple(one for one in _clean_parameters(parts.query) if sources or not _SOURCES.fullmatch(one[0])),
        fragment=_clean_fragment(parts.fragment),
    )


def join_parameters(parameters: Iterable[tuple[str, str]]) -> str:
    """Return the parameters as a query; one without a value has no equals sign."""
    return "&".join(
        urlencode([(name, value)], errors="surrogateescape").removesuffix("=") for name, value in parameters
    )


def _clean_path(path: str) -> str:
    return _ESCAPE.sub(_unescape, path).rstrip("/")


def _unescape(escape: re.Match[str]) -> str:
    """Return an unreserved character unescaped, and any other escape in capitals."""
    character = chr(int(escape[1], 16))
    return character if _UNRESERVED.fullmatch(character) else escape[0].upper()


def _clean_parameters(query: str) -> tuple[tuple[str, str], ...]:
    named = parse_qsl(query, keep_blank_values=True, errors="surrogateescape")
    return tuple(sorted(one for one in named if any(one) and not _TRACKING.fullmatch(one[0])))


def _clean_fragment(fragment: str) -> str:
    """Return the fragment cleaned as an address is; empty for a mere anchor or a text directive."""
    fragment = fragment.partition(":~:")[0]
    route, _, query = fragment.partition("?")
    route, named = _clean_path(route), join_parameters(_clean_parameters(query))
    if not named and "=" in route and not route.startswith(("/", "!")):
        route, named = "", join_parameters(_clean_parameters(route))
    if route in ("!", "") or (_ANCHORS.fullmatch(route) and not named):
        return f"?{named}" if named else ""
    return f"{route}?{named}" if named else route


@dataclass(frozen=True, slots=True)
class PostingAddress:
    """A kind of address of a platform's postings, with the parts that name the posting; no others count."""

    #: matches the whole of host and path; its groups name the posting
    place: re.Pattern[str]
    #: parameters that name it too, by their names in lower case, each with a pattern of its whole value
    parameters: Mapping[str, re.Pattern[str]]
    #: whether it counts on every host, as in an employer's page that a board is embedded in
    anywhere: bool

    def find_posting(self, address: Address) -> str | None:
        """Return the posting's name in the address; None where it is no address of this kind."""
        place = self.place.fullmatch(address.place)
        if place is None:
            return None
        given = {name.lower(): value for name, value in reversed(address.parameters)}
        named = [given.get(name, "") for name in self.parameters]
        if not all(map(re.Pattern.fullmatch, self.parameters.values(), named)):
            return None
        return "/".join(map(_fold_uuid, (*(group or "" for group in place.groups()), *named)))


def posting_address(place: str, **parameters: str) -> PostingAddress:
    """Return a kind of address by patterns of host and path, and of the values of required parameters."""
    return PostingAddress(re.compile(place, re.IGNORECASE), _compile(parameters), anywhere=False)


def embedded_posting(**parameters: str) -> PostingAddress:
    """Return a kind of address on any host whose parameters alone name the posting."""
    return PostingAddress(re.compile(r".*"), _compile(parameters), anywhere=True)


def _compile(parameters: Mapping[str, str]) -> Mapping[str, re.Pattern[str]]:
    return {name: re.compile(value) for name, value in parameters.items()}


def _fold_uuid(identifier: str) -> str:
    """Fold the case of a UUID, which has none; any other identifier may have one."""
    return identifier.lower() if re.fullmatch(UUID, identifier) else identifier
