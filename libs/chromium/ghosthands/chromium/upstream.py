"""The proxy that our environment names, and connections through it: a CONNECT for any port.

This machine and the hosts of NO_PROXY are reached directly. Only `http://` proxies are supported, with or without a
name and a password in their address; with any other kind the browser reaches nothing, rather than bypassing it.
"""

from __future__ import annotations

import asyncio
import base64
import socket
from collections.abc import Awaitable, Callable, Sequence
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies_environment, proxy_bypass

from ghosthands.domain import addresses

Connect = Callable[[Sequence[str], int], Awaitable[socket.socket]]

#: the variables that a browser's proxy keeps
VARIABLES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")
_LONGEST_ANSWER = 1 << 16
_DEFAULT_PORT = 80


def find(host: str, port: int, found: Sequence[str]) -> SplitResult | None:
    """Return the proxy to go through; None for a direct connection.

    `found` are the host's addresses as we resolve it.
    """
    proxies = getproxies_environment()
    by_scheme = proxies.get("http" if port == 80 else "https")
    if not (url := by_scheme or proxies.get("all")):
        return None
    if any(map(_is_loopback, found)) or proxy_bypass(f"{host}:{port}", proxies):
        return None
    return urlsplit(url if "://" in url else f"http://{url}")


async def connect(proxy: SplitResult, host: str, port: int, connect_to: Connect) -> socket.socket:
    """Return a connection to the host through the proxy. Raises OSError."""
    if proxy.scheme != "http" or not proxy.hostname:
        raise OSError("a proxy that is not spoken to")
    loop = asyncio.get_running_loop()
    proxy_port = proxy.port or _DEFAULT_PORT
    answers = await loop.getaddrinfo(proxy.hostname, proxy_port, type=socket.SOCK_STREAM)
    way = await connect_to([str(answer[4][0]) for answer in answers], proxy_port)
    try:
        await loop.sock_sendall(way, _write_request(proxy, host, port))
        await _hear_consent(way)
    except BaseException:
        way.close()
        raise
    return way


def _is_loopback(address: str) -> bool:
    return (ip := addresses.literal(address)) is not None and ip.is_loopback


def _write_request(proxy: SplitResult, host: str, port: int) -> bytes:
    authority = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    lines = [f"CONNECT {authority} HTTP/1.1", f"Host: {authority}"]
    if proxy.username is not None:
        pair = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
        lines.append(f"Proxy-Authorization: Basic {base64.b64encode(pair.encode()).decode()}")
    return "\r\n".join([*lines, "", ""]).encode()


async def _hear_consent(way: socket.socket) -> None:
    """Read the proxy's answer and nothing after it. Raises OSError where it refuses."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        more = await asyncio.get_running_loop().sock_recv(way, 1)
        if not more or len(head) > _LONGEST_ANSWER:
            raise OSError("the proxy said nothing sensible")
        head += more
    status = head.split(b" ", 2)[1:2]
    if status != [b"200"]:
        raise OSError("the proxy does not connect")
