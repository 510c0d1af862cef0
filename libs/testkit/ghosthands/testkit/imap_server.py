"""A mailbox on this machine with as much IMAP4rev1 as a reader of codes needs; it keeps the commands it got."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage

USER, PASSWORD = "jordan", "app password"

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"|(\S+)')
_PARTIAL = re.compile(r"BODY\.PEEK\[\]<0\.(\d+)>")


@dataclass(frozen=True)
class ReceivedMail:
    """A mail, and when it came."""

    source: bytes
    at: datetime


@dataclass
class ImapServer:
    """An IMAP server with the one mailbox of `USER`."""

    port: int = 0
    mails: list[ReceivedMail] = field(default_factory=list)
    #: every command except the login's, in order
    told: list[str] = field(default_factory=list)

    def receive(
        self,
        sender: str,
        words: str,
        *,
        subject: str = "Your code",
        html: bool = False,
        at: datetime | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        """Put a mail into the mailbox."""
        message = EmailMessage()
        message["To"], message["Subject"] = "jordan@example.com", subject
        for name, value in (headers or {}).items():
            message[name] = value
        message.set_content(words, subtype="html" if html else "plain")
        source = f"From: {sender}\r\n".encode() + message.as_bytes()  # to the letter, as a hostile sender writes it
        self.mails.append(ReceivedMail(source, at or datetime.now(UTC)))

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one client until it logs out."""
        writer.write(b"* OK ready\r\n")
        while line := (await reader.readline()).decode().strip():
            tag, _, command = line.partition(" ")
            if not command.upper().startswith("LOGIN"):
                self.told.append(command)
            writer.write(self._answer(tag, command))
            await writer.drain()
            if command.upper().startswith("LOGOUT"):
                break
        writer.close()

    def _answer(self, tag: str, command: str) -> bytes:
        done = f"{tag} OK done\r\n".encode()
        match command.upper().split()[0:2]:
            case ["CAPABILITY", *_]:
                return b"* CAPABILITY IMAP4rev1\r\n" + done
            case ["LOGIN", *_]:
                given = [quoted or plain for quoted, plain in _QUOTED.findall(command.partition(" ")[2])]
                return done if given == [USER, PASSWORD] else f"{tag} NO not you\r\n".encode()
            case ["EXAMINE", *_]:
                return f"* {len(self.mails)} EXISTS\r\n".encode() + f"{tag} OK [READ-ONLY] done\r\n".encode()
            case ["UID", "SEARCH"]:
                numbers = " ".join(str(n) for n in range(1, len(self.mails) + 1))
                return f"* SEARCH {numbers}\r\n".encode() + done
            case ["UID", "FETCH"]:
                return b"".join(self._fetch(int(uid), command) for uid in command.split()[2].split(",")) + done
            case ["LOGOUT", *_]:
                return b"* BYE\r\n" + done
        return f"{tag} BAD not spoken here\r\n".encode()

    def _fetch(self, uid: int, command: str) -> bytes:
        mail = self.mails[uid - 1]
        if (partial := _PARTIAL.search(command)) is None:
            came = mail.at.strftime("%d-%b-%Y %H:%M:%S %z")
            return f'* {uid} FETCH (UID {uid} INTERNALDATE "{came}")\r\n'.encode()
        part = mail.source[: int(partial.group(1))]
        return f"* {uid} FETCH (UID {uid} BODY[]<0> {{{len(part)}}}\r\n".encode() + part + b")\r\n"


@asynccontextmanager
async def serving_imap() -> AsyncIterator[ImapServer]:
    """Run the mailbox, on a port of its own, for the block."""
    mailbox = ImapServer()
    server = await asyncio.start_server(mailbox.serve, "127.0.0.1", 0)
    mailbox.port = server.sockets[0].getsockname()[1]
    try:
        yield mailbox
    finally:
        server.close()
