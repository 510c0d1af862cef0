"""Canonical addresses of postings: one spelling for all addresses of a posting, and another for every other posting.

A platform's record, or the list of boards beside the records, says what in its addresses names the posting; nothing
else in such an address counts. On other sites any parameter, or route behind a `#`, may name the posting, so all are
kept except those known to track the visitor or to be a page of the form. This is a choice: a posting wrongly taken for
another is an application never made, without anybody knowing; two spellings of an unknown site's posting that count as
two are an application that the site itself may still refuse. Only the latter is risked.
"""

from __future__ import annotations

from ghosthands.platforms import ALL, boards
from ghosthands.platforms.addresses import Address, PostingAddress, join_parameters, parse_address

_FORM_PAGES = frozenset({"apply"}).union(*(platform.form_pages for platform in ALL))
_RULES: tuple[tuple[str, PostingAddress], ...] = tuple(
    sorted(
        (
            *((platform.name, rule) for platform in ALL for rule in platform.postings),
            *((name, rule) for name, rules in boards.POSTINGS.items() for rule in rules),
        ),
        key=lambda named: named[1].anywhere,
    )
)


def canonical(url: str, *, sources: bool = False) -> str:
    """Return the posting's address in its one spelling; to be hashed, not to be visited.

    With `sources` in the spelling that took `?source=…` and the like for a part of the posting's name.

    The result is its own canonical address. A text that is no http address is returned unchanged.
    """
    if not url.lower().startswith(("http://", "https://")):
        return url
    address = parse_address(url, sources=sources)
    for name, rule in _RULES:
        if posting := rule.find_posting(address):
            return f"{name}:{posting}"
    return _spell(address)


def _spell(address: Address) -> str:
    query, fragment = join_parameters(address.parameters), _route_without_form_page(address.fragment)
    place = f"https://{address.host}{_without_form_page(address.path)}"
    return place + (f"?{query}" if query else "") + (f"#{fragment}" if fragment else "")


def _without_form_page(path: str) -> str:
    posting, slash, last = path.rpartition("/")
    return _without_form_page(posting.rstrip("/")) if slash and last in _FORM_PAGES else path


def _route_without_form_page(fragment: str) -> str:
    """Return the route without the form's page, for a page that its fragment names (`#/jobs/1/apply`)."""
    route, asks, query = fragment.partition("?")
    if not route.startswith(("/", "!/")):
        return fragment
    posting = _without_form_page(route)
    return ("" if posting == "!" else posting) + asks + query
