"""Fetching a resume: what was checked is what is asked, whatever the resolver says a moment later."""

from __future__ import annotations

import asyncio
import datetime
import gzip
import socket
import ssl
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from ghosthands.contract.body import Invalid
from ghosthands.contract.request import Resume
from ghosthands.domain import addresses
from ghosthands.job_intake.downloads import Downloads, Whose
from ghosthands.job_intake.resume import Fetcher, ResumeAway

#: loopback addresses that stand for the internet here, and one for what must never be reached
PUBLIC, ANOTHER, INTERNAL = "127.0.0.2", "127.0.0.3", "127.0.0.1"
WHOSE = Whose("a job", "a tenant", "somebody")


class Placeless(Downloads):
    """Downloads nothing; notes the servers."""

    def __init__(self) -> None:
        super().__init__()
        self.servers: list[str] = []

    async def run(self, download: Callable[[], Awaitable[bytes]], server: str, whose: Whose) -> bytes:
        self.servers.append(server)
        return b"%PDF"


async def test_a_server_is_its_scheme_host_and_port_alone() -> None:
    downloads = Placeless()
    fetcher = Fetcher("http://storage.example/resumes", (), downloads)
    for path in ("http://storage.example:80/a", "https://storage.example/b?c", "https://Storage.example:8443/d"):
        await fetcher.fetch(Resume.model_validate({"download_url": path}), WHOSE)
    await fetcher.fetch(Resume.model_validate({"storage_path": "ada.pdf"}), WHOSE)
    plain, tls, other_port, of_storage = downloads.servers
    assert (plain, tls, other_port) == (
        "http://storage.example",
        "https://storage.example",
        "https://storage.example:8443",
    )
    assert of_storage == plain


class Resolver:
    """What names resolve to: each lookup takes the next answer, the last one stays."""

    def __init__(self) -> None:
        self.answers: dict[str, list[list[str]]] = {}
        self._ask = socket.getaddrinfo

    def __call__(self, host: Any, port: Any, *more: Any, **options: Any) -> Any:
        known = self.answers.get(host if isinstance(host, str) else str(host and host.decode()))
        if known is None:
            return self._ask(host, port, *more, **options)
        found = known.pop(0) if len(known) > 1 else known[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port or 0)) for address in found]


@pytest.fixture
def resolver(monkeypatch: pytest.MonkeyPatch) -> Resolver:
    made = Resolver()
    monkeypatch.setattr(socket, "getaddrinfo", made)
    monkeypatch.setattr(addresses, "is_private", lambda address: address == INTERNAL)
    return made


@asynccontextmanager
async def server(
    answer: bytes, address: str = PUBLIC, port: int = 0, tls: ssl.SSLContext | None = None
) -> AsyncIterator[tuple[int, list[str]]]:
    """Answers every request so; yields the port and the `Host` of each request."""
    asked: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        asked.append(next(line[6:] for line in head.splitlines() if line.lower().startswith("host: ")))
        writer.write(answer)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, address, port, ssl=tls) as listening:
        yield listening.sockets[0].getsockname()[1], asked


def ok(body: bytes) -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


def redirect(to: str) -> bytes:
    return f"HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n".encode()


async def fetch(url: str, **options: Any) -> bytes:

    return await Fetcher(None, frozenset(), **options).fetch(Resume.model_validate({"download_url": url}), WHOSE)


async def test_a_name_that_turns_private_after_the_check_is_asked_where_it_was_checked(resolver: Resolver) -> None:
    resolver.answers["files.example"] = [[PUBLIC], [INTERNAL]]
    async with server(ok(b"%PDF")) as (port, asked), server(ok(b"secret"), INTERNAL, port) as (_, inside):
        assert await fetch(f"http://files.example:{port}/cv.pdf") == b"%PDF"
    assert (asked, inside) == ([f"files.example:{port}"], [])


async def test_a_name_that_is_private_is_not_asked(resolver: Resolver) -> None:
    resolver.answers["files.example"] = [[PUBLIC, INTERNAL]]
    async with server(ok(b"secret"), INTERNAL) as (port, inside):
        with pytest.raises(Invalid, match="private_target"):
            await fetch(f"http://files.example:{port}/cv.pdf")
    assert inside == []


async def test_a_redirect_is_checked_like_the_first_address(resolver: Resolver) -> None:
    resolver.answers |= {"files.example": [[PUBLIC]], "inside.example": [[INTERNAL]]}
    async with (
        server(ok(b"secret"), INTERNAL) as (inner, inside),
        server(redirect(f"http://inside.example:{inner}/")) as (port, _),
    ):
        with pytest.raises(Invalid, match="private_target"):
            await fetch(f"http://files.example:{port}/cv.pdf")
    assert inside == []


async def test_a_relative_redirect_stays_with_the_host_by_name(resolver: Resolver) -> None:
    resolver.answers["files.example"] = [[PUBLIC], [ANOTHER]]
    async with server(redirect("/moved.pdf")) as (port, _), server(ok(b"%PDF"), ANOTHER, port) as (_, asked):
        assert await fetch(f"http://files.example:{port}/cv.pdf") == b"%PDF"
    assert asked == [f"files.example:{port}"]


async def test_redirects_come_to_an_end(resolver: Resolver) -> None:
    resolver.answers["files.example"] = [[PUBLIC]]
    async with server(redirect("/again")) as (port, asked):
        with pytest.raises(Invalid, match="unreachable"):
            await fetch(f"http://files.example:{port}/cv.pdf")
    assert len(asked) == 4


async def test_of_several_addresses_one_that_answers_is_enough(resolver: Resolver) -> None:
    resolver.answers["files.example"] = [[PUBLIC, ANOTHER]]
    async with server(ok(b"%PDF"), ANOTHER) as (port, _):
        assert await fetch(f"http://files.example:{port}/cv.pdf") == b"%PDF"


async def test_a_name_that_does_not_resolve_is_asked_for_again_later(resolver: Resolver) -> None:
    resolver.answers["files.example"] = [[]]
    with pytest.raises(ResumeAway):
        await fetch("http://files.example/cv.pdf")


async def test_the_certificate_must_be_the_names_not_the_addresss(
    resolver: Resolver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolver.answers |= {"files.example": [[PUBLIC]], "other.example": [[PUBLIC]]}
    tls = certified(tmp_path / "files.pem", "files.example")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "files.pem"))
    async with server(ok(b"%PDF"), tls=tls) as (port, _):
        assert await fetch(f"https://files.example:{port}/cv.pdf") == b"%PDF"
        with pytest.raises(ResumeAway):
            await fetch(f"https://other.example:{port}/cv.pdf")


def certified(path: Path, name: str) -> ssl.SSLContext:
    """A server's TLS with a certificate of its own for that name, which is left at `path` to be trusted."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder(who, who, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(certificate.public_bytes(serialization.Encoding.PEM) + secret)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context


def packed(body: bytes, encoding: str) -> bytes:
    head = f"HTTP/1.1 200 OK\r\nContent-Encoding: {encoding}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


async def test_a_resume_that_is_packed_once_is_unpacked(resolver: Resolver) -> None:
    async with server(packed(gzip.compress(b"%PDF"), "gzip")) as (port, _):
        assert await fetch(f"http://{PUBLIC}:{port}/cv.pdf") == b"%PDF"


@pytest.mark.parametrize(("times", "code"), [(1, "oversize"), (2, "unreachable"), (3, "unreachable")])
async def test_of_few_bytes_that_unpack_to_many_no_more_is_made_than_a_resume_may_have(
    resolver: Resolver, times: int, code: str
) -> None:
    bomb = bytes(100 * 1024 * 1024)
    for _ in range(times):
        bomb = gzip.compress(bomb)
    tracemalloc.start()
    async with server(packed(bomb, ", ".join(["gzip"] * times))) as (port, _):
        with pytest.raises(Invalid) as refused:
            await fetch(f"http://{PUBLIC}:{port}/cv.pdf")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert refused.value.reasons[0].code == code
    assert peak < 50 * 1024 * 1024


async def test_what_is_said_to_be_packed_and_is_not_is_refused(resolver: Resolver) -> None:
    async with server(packed(b"%PDF", "gzip")) as (port, _):
        with pytest.raises(Invalid):
            await fetch(f"http://{PUBLIC}:{port}/cv.pdf")


async def test_a_page_in_the_place_of_a_resume_is_refused(resolver: Resolver) -> None:
    async with server(ok(b"<html><title>Sign in</title>")) as (port, _):
        with pytest.raises(Invalid) as refused:
            await fetch(f"http://{PUBLIC}:{port}/cv.pdf")
    assert refused.value.reasons[0].code == "no_document"


@pytest.mark.parametrize("path", ["../secrets/key", "a/../../key", "./x", ".."])
@pytest.mark.parametrize("name", ["storage_path", "s3_key"])
async def test_a_path_that_leads_out_of_the_storage_is_refused(resolver: Resolver, name: str, path: str) -> None:
    async with server(ok(b"%PDF")) as (port, asked):
        fetcher = Fetcher(f"http://{PUBLIC}:{port}/resumes", frozenset())
        with pytest.raises(Invalid) as refused:
            await fetcher.fetch(Resume.model_validate({name: path}), WHOSE)
    assert (refused.value.reasons[0].code, asked) == ("not_allowed", [])
