"""A server that keeps connections open and hangs up on whoever posts: by HTTP/1.1, over TLS too, and by HTTP/2."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import ipaddress
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import Enum
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

HOST = "127.0.0.1"


class Speech(Enum):
    """How the server speaks."""

    PLAIN = "plain"
    TLS = "tls"
    HTTP2 = "http2"


class HangUp(Enum):
    """What the server does once it has read what was posted."""

    #: it closes the connection
    CLOSE = "closes"
    #: it says that the browser asked too late, on a connection at rest
    TIMEOUT = "answers 408"
    #: it says that it has seen the request, and closes
    GO_AWAY = "goes away"
    #: it says that it has not looked at the request, and closes
    GO_AWAY_UNSEEN = "goes away, unseen"
    #: it says that it has not looked at the request
    REFUSE = "refuses the stream"
    #: it says that the request has to come by HTTP/1.1
    DOWNGRADE = "wants HTTP/1.1"
    #: it says that it failed
    FAIL = "fails the stream"


@dataclass
class HangsUp:
    """The server, and what it was sent."""

    html: str
    how: HangUp
    scheme: str
    port: int = 0
    posts: list[bytes] = field(default_factory=list)
    #: set once something was posted
    posted: asyncio.Event = field(default_factory=asyncio.Event)
    _connected: set[asyncio.StreamWriter] = field(default_factory=set)

    @property
    def url(self) -> str:
        return f"{self.scheme}://{HOST}:{self.port}/form"

    def take(self, body: bytes) -> None:
        self.posts.append(body)
        self.posted.set()

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connected.add(writer)
        tls = writer.get_extra_info("ssl_object")
        try:
            if tls is not None and tls.selected_alpn_protocol() == "h2":
                await self._hear_http2(reader, writer)
            else:
                await self._hear_http1(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
            pass
        finally:
            self._connected.discard(writer)
            writer.close()

    def close_all(self) -> None:
        """Close the connections, as a server does with those that are idle for long."""
        for writer in self._connected:
            writer.transport.abort()

    async def _hear_http1(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await reader.readuntil(b"\r\n\r\n"):
            if head.startswith(b"POST"):
                length = next(line for line in head.lower().splitlines() if line.startswith(b"content-length"))
                self.take(await reader.readexactly(int(length.split(b":")[1])))
                if self.how is HangUp.TIMEOUT:
                    writer.write(b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
                break
            if head.startswith((b"GET /slow ", b"GET /sent ")):
                writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n")
                await self.posted.wait()
                writer.write(b"whole")
                continue
            body = self.html.encode() if head.startswith(b"GET /form ") else b""
            kind = b"text/html" if body else b"text/plain"
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: %b\r\ncontent-length: %d\r\n\r\n" % (kind, len(body)))
            writer.write(body)

    async def _hear_http2(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer each GET with the page, whatever it asks for: only what is posted has a body. Source: RFC 9113."""
        await reader.readexactly(len(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))
        writer.write(_frame(_SETTINGS))
        bodies: dict[int, bytes] = {}
        while True:
            head = await reader.readexactly(9)
            (kind, flags), stream = head[3:5], int.from_bytes(head[5:], "big")
            payload = await reader.readexactly(int.from_bytes(head[:3], "big"))
            if kind == _SETTINGS and not flags & _ACK:
                writer.write(_frame(_SETTINGS, _ACK))
            elif kind == _PING and not flags & _ACK:
                writer.write(_frame(_PING, _ACK, 0, payload))
            elif kind == _HEADERS and flags & _END_STREAM:
                writer.write(_frame(_HEADERS, _END_HEADERS, stream, _OK_HTML))
                writer.write(_frame(_DATA, _END_STREAM, stream, self.html.encode()))
            elif kind == _HEADERS:
                bodies[stream] = b""
            elif kind == _DATA:
                bodies[stream] += payload
                if flags & _END_STREAM:
                    self.take(bodies[stream])
                    if self._hang_up_http2(writer, stream):
                        return

    def _hang_up_http2(self, writer: asyncio.StreamWriter, stream: int) -> bool:
        """Write what the server says to the posted stream; return whether it closes the connection then."""
        if self.how in (HangUp.GO_AWAY, HangUp.GO_AWAY_UNSEEN):
            seen = stream if self.how is HangUp.GO_AWAY else stream - 2
            writer.write(_frame(_GOAWAY, 0, 0, max(seen, 0).to_bytes(4, "big") + bytes(4)))
        reset = {HangUp.REFUSE: 7, HangUp.DOWNGRADE: 13, HangUp.FAIL: 2}.get(self.how)
        if reset is None:
            return True
        writer.write(_frame(_RST_STREAM, 0, stream, reset.to_bytes(4, "big")))
        return False


_DATA, _HEADERS, _RST_STREAM, _SETTINGS, _PING, _GOAWAY = 0, 1, 3, 4, 6, 7
_ACK = _END_STREAM = 1
_END_HEADERS = 4
#: HPACK: ":status: 200" from its table, and a "content-type" by its number there (RFC 7541, appendix A)
_OK_HTML = b"\x88\x0f\x10\x09text/html"


def _frame(kind: int, flags: int = 0, stream: int = 0, payload: bytes = b"") -> bytes:
    return len(payload).to_bytes(3, "big") + bytes((kind, flags)) + stream.to_bytes(4, "big") + payload


@asynccontextmanager
async def hanging_up(html: str, how: HangUp, tls: ssl.SSLContext | None = None) -> AsyncIterator[HangsUp]:
    server = HangsUp(html, how, "http" if tls is None else "https")
    listening = await asyncio.start_server(server.hear, HOST, 0, ssl=tls)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listening.close()


def make_certificate(folder: Path) -> tuple[Path, str]:
    """Make a certificate for this machine; return its file, and the hash by which Chromium is told to trust its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name, now = x509.Name([]), datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(HOST))]), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(secret + certificate.public_bytes(Encoding.PEM))
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return file, base64.b64encode(hashlib.sha256(public).digest()).decode()
