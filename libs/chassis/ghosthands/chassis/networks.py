"""Which addresses GhostHands may be sent to: public ones, and private hosts only where an operator named them.

A name is judged by every address it resolves to, each time anew. Whoever connects by himself connects to an address
that was judged (`resolve`), so that a name cannot turn private in between (DNS rebinding).
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Collection, Iterable
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import BeforeValidator
from pydantic_settings import NoDecode

from ghosthands.domain.codes import PageFailure
from ghosthands.domain.errors import Permanent


def _split(value: object) -> object:
    return [part.strip().lower() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


#: a comma-separated list of hosts in one variable
HostList = Annotated[frozenset[str], NoDecode, BeforeValidator(_split)]


class AddressRefused(Permanent):
    """The address may not be visited."""

    code: PageFailure


#: NAT64 (RFC 6052) and IPv4-compatible (RFC 4291) addresses: the last 32 bits are an IPv4 address
_EMBEDDING = (ipaddress.ip_network("64:ff9b::/96"), ipaddress.ip_network("::/96"))


async def check(url: str, *, allowed: Collection[str]) -> None:
    """Let a public http(s) address pass, or one whose host is in `allowed`. Raises AddressRefused otherwise.

    A name that does not resolve passes: nothing can be reached by it.
    """
    host = _host(url)
    if host not in allowed:
        _refuse_private(await addresses(host))


async def resolve(url: str, *, allowed: Collection[str]) -> list[str]:
    """The IP addresses to connect to for a URL that `check` lets pass; empty when its host does not resolve.

    Raises AddressRefused.
    """
    host = _host(url)
    found = await addresses(host)
    if host not in allowed:
        _refuse_private(found)
    return found


def _host(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise AddressRefused("only http and https addresses can be visited", code=PageFailure.BAD_SCHEME)
    return parts.hostname


def _refuse_private(found: Iterable[str]) -> None:
    if any(map(is_private, found)):
        raise AddressRefused(
            "the address lies in a private network; name its host in GHOSTHANDS_ALLOWED_PRIVATE_HOSTS to allow it",
            code=PageFailure.PRIVATE_TARGET,
        )


async def addresses(host: str) -> list[str]:
    """Every IP address of the host; empty when it does not resolve."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return sorted({str(entry[4][0]) for entry in found})


def is_private(address: str) -> bool:
    """Whether the IP address is anything but a public unicast one."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        embedded = ip.ipv4_mapped or ip.sixtofour or _translated(ip)
        if ip.is_site_local or (embedded is not None and is_private(str(embedded))):
            return True
        if ip.ipv4_mapped is not None:
            return False
    return not ip.is_global or ip.is_multicast


def _translated(ip: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that a NAT64 or an old IPv4-compatible address leads to."""
    if any(ip in network for network in _EMBEDDING):
        return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    return None
