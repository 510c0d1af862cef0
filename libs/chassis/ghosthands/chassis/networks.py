"""The addresses GhostHands may be sent to: public ones, and private hosts only where an operator named them.

A name is judged by every address it resolves to, each time anew. Code that opens a connection itself connects to an
address that was judged (`resolve`), so that a name cannot turn private in between (DNS rebinding).
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import BeforeValidator
from pydantic_settings import NoDecode

from ghosthands.domain import addresses
from ghosthands.domain.codes import PageFailure
from ghosthands.domain.errors import Permanent


def _split(value: object) -> object:
    """Return each host as Chromium names it."""
    if not isinstance(value, str):
        return value
    return [addresses.canonical(part.strip()) for part in value.split(",") if part.strip()]


#: a comma-separated list of hosts in one variable
HostList = Annotated[frozenset[str], NoDecode, BeforeValidator(_split)]


#: seconds for one attempt to connect
_ASKING = 2.0


class AddressRefused(Permanent):
    """The address may not be visited."""

    code: PageFailure


async def check(url: str, *, allowed: Collection[str]) -> None:
    """Let a public http(s) address pass, or one whose host is in `allowed`. Raises AddressRefused otherwise.

    A name that does not resolve passes: nothing can be reached by it.
    """
    host = host_of(url)
    if host not in allowed:
        _refuse_private(await resolve_host(host))


async def resolve(url: str, *, allowed: Collection[str]) -> list[str]:
    """Return the IP addresses for a URL that `check` lets pass; empty when its host does not resolve.

    Raises AddressRefused.
    """
    host = host_of(url)
    found = await resolve_host(host)
    if host not in allowed:
        _refuse_private(found)
    return found


def host_of(url: str) -> str:
    """Return the canonical host, read as Chromium reads it, which takes a backslash for a slash.

    Raises AddressRefused for what is no http(s) address.
    """
    with suppress(ValueError):
        parts = urlsplit(url.replace("\\", "/"))
        if parts.scheme in ("http", "https") and parts.hostname:
            return addresses.canonical(parts.hostname)
    raise AddressRefused("only http and https addresses can be visited", code=PageFailure.BAD_SCHEME)


def _refuse_private(found: Iterable[str]) -> None:
    if any(map(addresses.is_private, found)):
        raise AddressRefused(
            "the address lies in a private network; name its host in GHOSTHANDS_ALLOWED_PRIVATE_HOSTS to allow it",
            code=PageFailure.PRIVATE_TARGET,
        )


async def resolve_host(host: str) -> list[str]:
    """Return every IP address of the canonical host, as Chromium has it; empty when it does not resolve."""
    if addresses.is_localhost(host):
        return list(addresses.LOOPBACK)
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return sorted({str(entry[4][0]) for entry in found})


async def explain_unconnected(url: str, *, allowed: Collection[str]) -> PageFailure:
    """Return why no connection from this machine to that address came about.

    That is no such name, a port that refuses, an address that may not be visited, or another reason. A resolver that
    does not answer says nothing about the name.
    """
    try:
        host = host_of(url)
        if not addresses.is_localhost(host) and await _is_unknown(host):
            return PageFailure.HOST_NOT_FOUND
        found = await resolve(url, allowed=allowed)
    except AddressRefused as refused:
        return refused.code
    parts = urlsplit(url.replace("\\", "/"))
    port = parts.port or (443 if parts.scheme == "https" else 80)
    if found and all([await _refuses(address, port) for address in found]):
        return PageFailure.CONNECTION_REFUSED
    return PageFailure.NETWORK_ERROR


async def _is_unknown(host: str) -> bool:
    """Whether a name server said that there is no such name."""
    try:
        await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except socket.gaierror as error:
        return error.errno in (socket.EAI_NONAME, socket.EAI_NODATA)
    except (OSError, UnicodeError):
        return False
    return False


async def _refuses(address: str, port: int) -> bool:
    try:
        async with asyncio.timeout(_ASKING):
            _, writer = await asyncio.open_connection(address, port)
    except ConnectionRefusedError:
        return True
    except (OSError, TimeoutError):
        return False
    writer.close()
    return False
