"""Gets the resume from the request itself, or downloads it from the address in the request."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection
from contextlib import aclosing
from urllib.parse import quote, urljoin

import httpx

from ghosthands.chassis import judged, networks
from ghosthands.contract.body import Invalid
from ghosthands.contract.request import MAX_RESUME_BYTES, Resume
from ghosthands.contract.resume_file import NotADocument
from ghosthands.domain.codes import RequestFault
from ghosthands.domain.errors import Transient
from ghosthands.domain.job import Reason
from ghosthands.job_intake.downloads import Downloads, Whose

#: seconds to connect to one of a server's addresses
CONNECT_SECONDS = 5.0
#: seconds before a server that did not answer is asked again
AGAIN_SECONDS = 10.0
MAX_REDIRECTS = 3

#: Asks for the file uncompressed; some storages compress it all the same.
_UNPACKED = {"Accept-Encoding": "identity"}
#: zlib's `wbits` for a stream with a gzip header
_GZIP = zlib.MAX_WBITS | 16


class ResumeAway(Transient):
    """The server that should have the resume fails for now."""

    def __init__(self, why: str) -> None:
        super().__init__(f"the resume's server {why}", AGAIN_SECONDS)


class Fetcher:
    """Fetches resumes; checks every redirect like the first address, and requests exactly what it checked."""

    def __init__(self, storage_url: str | None, allowed: Collection[str], downloads: Downloads | None = None) -> None:
        self._storage_url = storage_url
        self._allowed = allowed
        self.downloads = Downloads() if downloads is None else downloads

    async def fetch(self, resume: Resume, whose: Whose) -> bytes:
        """Return the resume's bytes.

        Raises Invalid when it can't be had or is no document, ResumeAway when the server fails for now, NotYet when
        its turn has not come, CalledOff when the job needs it no longer.
        """
        try:
            data = resume.content()
        except ValueError as error:
            raise Invalid(Reason("resume.content_base64", RequestFault.NOT_BASE64, str(error))) from None
        if data is None:
            data = await self._download_in_time(self._find_address(resume), whose)
        if not data:
            raise Invalid(Reason("resume", RequestFault.EMPTY, "the resume has no bytes"))
        if len(data) > MAX_RESUME_BYTES:
            raise _refuse_oversize()
        try:
            resume.name_file(data)
        except NotADocument as error:
            raise Invalid(Reason("resume", RequestFault.NO_DOCUMENT, str(error))) from None
        return data

    def _find_address(self, resume: Resume) -> str:
        if resume.download_url is not None:
            return str(resume.download_url)
        path = resume.storage_path or resume.s3_key or ""
        if self._storage_url is None:
            message = "no storage is configured here: send content_base64 or download_url"
            raise Invalid(Reason("resume", RequestFault.NO_STORAGE, message))
        if {".", ".."} & set(path.split("/")):
            message = "a path may not lead out of the storage: name the file from the storage's root on"
            raise Invalid(Reason("resume", RequestFault.NOT_ALLOWED, message))
        return urljoin(self._storage_url.rstrip("/") + "/", quote(path.lstrip("/")))

    async def _download_in_time(self, url: str, whose: Whose) -> bytes:
        try:
            return await self.downloads.run(lambda: self._download(url), _name_server(url), whose)
        except (TimeoutError, httpx.TransportError) as error:
            raise ResumeAway(f"does not answer ({type(error).__name__})") from None
        except (httpx.RequestError, httpx.InvalidURL):  # an answer that is none, a redirect to nowhere
            raise Invalid(
                Reason("resume", RequestFault.UNREACHABLE, "the resume's server does not answer properly")
            ) from None

    async def _download(self, url: str) -> bytes:
        async with httpx.AsyncClient(timeout=httpx.Timeout(None, connect=CONNECT_SECONDS)) as client:
            for _ in range(MAX_REDIRECTS + 1):
                response = await self._ask(client, url)
                async with aclosing(response):
                    if not response.has_redirect_location:
                        return await _read_body(response)
                url = str(httpx.URL(url).join(response.headers["Location"]))
        raise Invalid(Reason("resume", RequestFault.UNREACHABLE, "the resume's address redirects too often"))

    async def _ask(self, client: httpx.AsyncClient, url: str) -> httpx.Response:
        try:
            return await judged.send(client, "GET", url, allowed=self._allowed, headers=_UNPACKED)
        except networks.AddressRefused as error:
            raise Invalid(Reason("resume", error.code, str(error))) from None


def _name_server(url: str) -> str:
    """Return the address's scheme, host and port. Raises httpx.InvalidURL."""
    parts = httpx.URL(url)
    return f"{parts.scheme}://{parts.netloc.decode()}"


async def _read_body(response: httpx.Response) -> bytes:
    if response.status_code >= 500 or response.status_code == 429:
        raise ResumeAway(f"answered {response.status_code}")
    if response.status_code != 200:
        raise Invalid(
            Reason("resume", RequestFault.UNREACHABLE, f"the resume's server answered {response.status_code}")
        )
    data, unpack = bytearray(), _find_unpacking(response)
    async for chunk in response.aiter_raw():
        data += unpack(chunk, MAX_RESUME_BYTES + 1 - len(data))
        if len(data) > MAX_RESUME_BYTES:
            raise _refuse_oversize()
    return bytes(data)


def _find_unpacking(response: httpx.Response) -> Callable[[bytes, int], bytes]:
    """Return a function that decompresses a chunk to a limited size, since a few bytes may expand to gigabytes.

    Raises Invalid where the response is compressed otherwise than once and by gzip.
    """
    packed = response.headers.get("Content-Encoding", "identity").strip().lower()
    if packed == "identity":
        return lambda chunk, most: chunk[:most]
    if packed != "gzip":
        raise _refuse_packed()
    unzip = zlib.decompressobj(_GZIP)

    def unpack(chunk: bytes, most: int) -> bytes:
        try:
            return unzip.decompress(chunk, most)
        except zlib.error:
            raise _refuse_packed() from None

    return unpack


def _refuse_packed() -> Invalid:
    why = "the resume's server sends it packed, and not as gzip: have it send the file as it is"
    return Invalid(Reason("resume", RequestFault.UNREACHABLE, why))


def _refuse_oversize() -> Invalid:
    return Invalid(Reason("resume", RequestFault.OVERSIZE, f"a resume may have at most {MAX_RESUME_BYTES} bytes"))
