"""The posting as a person recognises it: its real address, the company, the place.

The log holds none of it in clear, as the address may name the person; it is in the vault with the request, and only
visitors who may see the job see it.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar
from urllib.parse import unquote, urlsplit

import msgspec

from ghosthands.domain.page import PageModel
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.errors import UNREADABLE
from ghosthands.vault.vault import Vault

T = TypeVar("T")

_KEPT = 2000
_SAYS_NOTHING = frozenset(
    [
        "apply",
        "application",
        "applications",
        "boards",
        "career",
        "careers",
        "companies",
        "company",
        "embed",
        "en",
        "en-us",
        "external",
        "job",
        "job_app",
        "jobs",
        "join",
        "o",
        "opening",
        "openings",
        "p",
        "position",
        "positions",
        "posting",
        "postings",
        "recruiting",
        "search",
        "view",
        "viewjob",
    ]
)


class KnownPosting(msgspec.Struct, frozen=True):
    """A posting as a person knows it; fields are empty where unknown."""

    #: the whole address, as it was requested
    url: str = ""
    company: str = ""
    title: str = ""
    place: str = ""

    @property
    def name(self) -> str:
        """The company, else its host."""
        return self.company or (urlsplit(self.url).hostname or "")

    @property
    def short_url(self) -> str:
        """The address without its scheme and other common parts."""
        parts = urlsplit(self.url)
        return f"{parts.netloc.removeprefix('www.')}{unquote(parts.path).rstrip('/')}"


class KnownPostings:
    """Reads postings and page models from the vault; both never change, so each is read once."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._postings: OrderedDict[str, KnownPosting] = OrderedDict()
        self._pages: OrderedDict[str, PageModel] = OrderedDict()

    async def find(self, tenant: str, applicant: str | None, job_id: str) -> KnownPosting:
        """Return the job's posting; an empty one where the vault no longer has it."""
        if not applicant:  # refused before its applicant was known
            return KnownPosting()
        if job_id not in self._postings:
            try:
                request = await self._vault.get_request(Applicant(tenant, applicant), job_id)
            except UNREADABLE:
                return KnownPosting()
            _keep(self._postings, job_id, read_posting(request))
        return self._postings[job_id]

    async def find_page(self, model_ref: str | None) -> PageModel | None:
        """Return the page model of that reference; None where it cannot be read any more."""
        if not model_ref:
            return None
        if model_ref not in self._pages:
            page = await self._vault.find_page(model_ref)
            if page is None:
                return None
            _keep(self._pages, model_ref, page)
        return self._pages[model_ref]


def _keep(kept: OrderedDict[str, T], key: str, value: T) -> None:
    kept[key] = value
    if len(kept) > _KEPT:
        kept.popitem(last=False)


def read_posting(request: dict[str, object]) -> KnownPosting:
    """Read the posting from a request's metadata, else from its address."""
    url, metadata = str(request.get("target_url") or ""), request.get("metadata")
    said = metadata if isinstance(metadata, dict) else {}

    def find(*names: str) -> str:
        return next((str(said[name])[:120] for name in names if isinstance(said.get(name), str) and said[name]), "")

    return KnownPosting(
        url=url,
        company=find("company", "company_name") or guess_company(url),
        title=find("job_title", "title", "position"),
        place=find("location", "place", "job_location"),
    )


def guess_company(url: str) -> str:
    """Guess the company from the address: its path on a job board, or its subdomain on a platform; empty if none."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.")
    segments = [unquote(part) for part in parts.path.split("/") if part]
    labels = host.split(".")
    if (
        len(labels) > 2
        and not labels[-1].isdigit()
        and labels[0] not in _SAYS_NOTHING | {"job-boards", "boards-api", "apply"}
    ):
        return _capitalise(labels[0].removeprefix("careers-"))
    named = [part for part in segments[:-1] if part.casefold() not in _SAYS_NOTHING and not part.isdigit()]
    return _capitalise(named[-1]) if named else ""


def _capitalise(slug: str) -> str:
    return " ".join(word[:1].upper() + word[1:] for word in slug.replace("_", "-").split("-") if word)[:60]
