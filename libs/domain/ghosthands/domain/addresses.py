"""IP addresses: the test for public ones, and the canonical form of a host name before it is resolved.

An address is public unless the IANA registries of special-purpose addresses list it. `ipaddress` has an older state
of these, and calls some addresses global that lead into a private network. An address that merely carries an IPv4
address (NAT64, IPv4-mapped) is judged by that one; tunnels (6to4, Teredo) do not count as public, since they lead to
no public site any more.

Azure's 168.63.129.16 is in no registry, yet it leads from every machine there to its own host, which hands out what the
machine is set up with (learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16).

Source: iana.org/assignments/iana-ipv4-special-registry, iana-ipv6-special-registry, ipv6-address-space.
"""

from __future__ import annotations

import ipaddress
import socket
import unicodedata
from contextlib import suppress
from urllib.parse import unquote

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

#: the addresses of every name below `localhost`, whatever a resolver says (RFC 6761)
LOOPBACK = ("127.0.0.1", "::1")

_SPECIAL_IPV4 = [
    ipaddress.IPv4Network(network)
    for network in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
        *("192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16"),
        *("192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        "168.63.129.16/32",
    )
]
#: all unicast addresses assigned to the public, and the special ones among them
_PUBLIC_IPV6 = ipaddress.IPv6Network("2000::/3")
_SPECIAL_IPV6 = [
    ipaddress.IPv6Network(network)
    for network in ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20")
]
#: NAT64 (RFC 6052); its local prefix 64:ff9b:1::/48 (RFC 8215) leads into a private network
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


def is_private(address: str) -> bool:
    """Whether the IP address is anything but a public unicast one."""
    return not _is_public(ipaddress.ip_address(address.partition("%")[0]))


def canonical(host: str) -> str:
    """Return the host in Chromium's canonical form: `0X7F.1` is 127.0.0.1, `LOCALHOST.` is localhost.

    Source: WHATWG URL, host parsing. An invalid name is returned as it is, since nothing will resolve it.
    """
    plain = unicodedata.normalize("NFKC", unquote(host)).lower().replace("\N{IDEOGRAPHIC FULL STOP}", ".")
    with suppress(UnicodeError):
        plain = plain.encode("idna").decode()
    plain = plain.strip("[]").removesuffix(".")
    address = literal(plain)
    return str(address) if address is not None else plain


def literal(host: str) -> IPAddress | None:
    """Return the IP address that the host spells, in any notation; None if it is a name."""
    with suppress(ValueError):
        return ipaddress.ip_address(host.partition("%")[0])
    if not host.rpartition(".")[2][:1].isdigit():
        return None
    with suppress(OSError):
        return ipaddress.IPv4Address(socket.inet_aton(host))
    return None


def is_localhost(host: str) -> bool:
    """Whether the canonical name denotes this machine by definition."""
    return host == "localhost" or host.endswith(".localhost")


def _is_public(ip: IPAddress) -> bool:
    if isinstance(ip, ipaddress.IPv4Address):
        return not any(ip in network for network in _SPECIAL_IPV4)
    if ip.ipv4_mapped is not None:
        return _is_public(ip.ipv4_mapped)
    if ip in _NAT64:
        return _is_public(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
    return ip in _PUBLIC_IPV6 and not any(ip in network for network in _SPECIAL_IPV6)
