"""The reading of a mailbox over IMAP, in a thread: nothing is marked, moved or kept, and only beginnings are fetched.

Python's own imaplib is enough: libraries over it fetch e-mails whole. TLS always, but for a server on this machine.
"""

from __future__ import annotations

import asyncio
import imaplib
import re
import socket
import ssl
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address
from time import monotonic

from ghosthands.browser_host.mail.letters import read_letter
from ghosthands.chassis import networks
from ghosthands.domain.codes import CodeSearch
from ghosthands.vault.code_sources import Mailbox

#: seconds for any one answer of the server
_ANSWER_SECONDS = 10.0
#: seconds between two looks for an e-mail that is on its way
LOOK_SECONDS = 3.0
#: how many bytes of each e-mail, and how many of the latest
_MOST_BYTES = 64 * 1024
_MOST_MAILS = 20
#: the port on which TLS begins with STARTTLS
_STARTTLS_PORT = 143

_UID = re.compile(rb"\bUID (\d+)")


class _NotLetIn(Exception):
    """The server does not accept the name and the password."""


@dataclass(frozen=True)
class Search:
    """The outcome of a search, and the code if one was found."""

    outcome: CodeSearch
    code: str = ""

    def __repr__(self) -> str:
        return f"Search({self.outcome})"


async def find_code(
    mailbox: Mailbox, site: str, *, since: datetime, seconds: float, allowed: Collection[str] = ()
) -> Search:
    """Wait at most `seconds` for the code that the site sent since then, and return the search's outcome.

    Private servers are asked only if they are `allowed`.
    """
    try:
        found = await networks.resolve(f"https://{mailbox.host}:{mailbox.port}/", allowed=allowed)
    except networks.AddressRefused:
        return Search(CodeSearch.MAILBOX_PRIVATE)
    if not found:
        return Search(CodeSearch.MAILBOX_AWAY)
    latest = Search(CodeSearch.NO_MAIL)
    last_look = monotonic() + seconds - LOOK_SECONDS
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds + _ANSWER_SECONDS):  # a look that has begun may finish
            while True:
                latest = await asyncio.to_thread(_look, mailbox, found[0], site, since)
                if latest.outcome is not CodeSearch.NO_MAIL or monotonic() > last_look:
                    return latest
                await asyncio.sleep(LOOK_SECONDS)
    return latest


def _look(mailbox: Mailbox, address: str, site: str, since: datetime) -> Search:
    """Search the e-mails that are there by now."""
    try:
        with _opened(mailbox, address) as line:
            return _read_latest(line, site, since)
    except _NotLetIn:
        return Search(CodeSearch.MAILBOX_CLOSED)
    except (OSError, imaplib.IMAP4.error, ssl.SSLError, ValueError):
        return Search(CodeSearch.MAILBOX_AWAY)


def _read_latest(line: imaplib.IMAP4, site: str, since: datetime) -> Search:
    """Return the code of the site's latest e-mail that names any; one that names several leaves it to a human."""
    for uid in _list_latest(line, since):
        letter = read_letter(_fetch(line, uid, f"(BODY.PEEK[]<0.{_MOST_BYTES}>)"))
        codes = letter.find_codes() if letter.is_from(site) else frozenset()
        if codes:
            return Search(CodeSearch.FOUND, *codes) if len(codes) == 1 else Search(CodeSearch.AMBIGUOUS)
    return Search(CodeSearch.NO_MAIL)


def _list_latest(line: imaplib.IMAP4, since: datetime) -> list[str]:
    """Return the e-mails since then, the latest first. IMAP searches by day, in the server's zone."""
    day = (since - timedelta(days=1)).strftime("%d-%b-%Y")
    _, (listed, *_) = line.uid("SEARCH", f"SINCE {day}")
    latest = (listed or b"").split()[-_MOST_MAILS:]
    if not latest:
        return []
    _, told = line.uid("FETCH", b",".join(latest).decode(), "(INTERNALDATE)")
    came = list(_read_dates(told))
    return [uid for at, uid in sorted(came, reverse=True) if at >= since.timestamp()]


def _read_dates(told: list[bytes | tuple[bytes, bytes] | None]) -> Iterator[tuple[float, str]]:
    for one in told:
        head = one[0] if isinstance(one, tuple) else one or b""
        uid, at = _UID.search(head), imaplib.Internaldate2tuple(head)
        if uid is not None and at is not None:
            yield _seconds_of(head), uid.group(1).decode()


def _seconds_of(head: bytes) -> float:
    found = re.search(rb'INTERNALDATE "([^"]+)"', head)
    return datetime.strptime(found.group(1).decode().strip(), "%d-%b-%Y %H:%M:%S %z").timestamp() if found else 0.0


def _fetch(line: imaplib.IMAP4, uid: str, what: str) -> bytes:
    _, told = line.uid("FETCH", uid, what)
    return next((one[1] for one in told if isinstance(one, tuple)), b"")


@contextmanager
def _opened(mailbox: Mailbox, address: str) -> Iterator[imaplib.IMAP4]:
    """Open the inbox for reading only. Raises _NotLetIn, OSError, IMAP4.error."""
    line = _connect(mailbox, address)
    try:
        try:
            line.login(mailbox.username, mailbox.password)
        except imaplib.IMAP4.error:
            raise _NotLetIn from None
        line.select("INBOX", readonly=True)
        yield line
    finally:
        with suppress(OSError, imaplib.IMAP4.error):
            line.logout()


def _connect(mailbox: Mailbox, address: str) -> imaplib.IMAP4:
    context = ssl.create_default_context()
    if ip_address(address).is_loopback:
        return _Plain(mailbox.host, mailbox.port, address)
    if mailbox.port == _STARTTLS_PORT:
        line = _Plain(mailbox.host, mailbox.port, address)
        line.starttls(context)
        return line
    return _Sealed(mailbox.host, mailbox.port, address, context)


class _Plain(imaplib.IMAP4):
    """A connection to the address that was judged, whatever the name resolves to by then."""

    def __init__(self, host: str, port: int, address: str) -> None:
        self._address = address
        super().__init__(host, port, _ANSWER_SECONDS)

    def _create_socket(self, timeout: float | None) -> socket.socket:
        return socket.create_connection((self._address, self.port), timeout)


class _Sealed(imaplib.IMAP4_SSL):
    """The same over TLS from the first byte on."""

    def __init__(self, host: str, port: int, address: str, context: ssl.SSLContext) -> None:
        self._address, self._context = address, context
        super().__init__(host, port, ssl_context=context, timeout=_ANSWER_SECONDS)

    def _create_socket(self, timeout: float | None) -> socket.socket:
        line = socket.create_connection((self._address, self.port), timeout)
        return self._context.wrap_socket(line, server_hostname=self.host)
