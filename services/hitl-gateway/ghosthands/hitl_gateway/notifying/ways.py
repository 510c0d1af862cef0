"""The ways of notifying operators that a job waits: a webhook, an e-mail."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from collections.abc import Sequence
from datetime import datetime
from email.message import EmailMessage
from typing import Protocol
from urllib.parse import unquote, urlsplit

import msgspec

from ghosthands.domain import addresses
from ghosthands.hitl_gateway.callbacks.sender import CallbackSender

#: seconds for a whole e-mail
SMTP_SECONDS = 20.0

_DEFAULT_PORTS = {"smtp": 25, "smtps": 465}


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """A notification: which job waits, for what, where, and until when; no value of anybody's."""

    job_id: str
    request_id: str
    #: one of the six types that the upstream product shows
    type: str
    message: str
    description: str
    site: str
    page_url: str | None
    due: datetime | None


class NotTold(Exception):
    """The way failed for now; `reason` names no address."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NoticeWay(Protocol):
    """A way to notify people that a job needs them."""

    #: the way's name on the log
    name: str

    async def tell(self, notice: Notice) -> None:
        """Send the notice. Raises NotTold."""


class Webhook:
    """Posts the notice as JSON, signed as callbacks are."""

    name = "webhook"

    def __init__(self, url: str, sender: CallbackSender) -> None:
        self._url = url
        self._sender = sender

    async def tell(self, notice: Notice) -> None:
        """Post the notice, under the request's id. Raises NotTold."""
        body = msgspec.json.encode({"event": "needs_human", **msgspec.to_builtins(notice)})
        answer = await self._sender.send(self._url, notice.request_id, body)
        if answer.fault is not None:
            raise NotTold(answer.fault.words)


class Mail:
    """Sends the notice by SMTP: encrypted where the server can, and no password where it cannot."""

    name = "email"

    def __init__(self, url: str, sender: str, recipients: Sequence[str]) -> None:
        self._server = urlsplit(url)
        self._sender = sender
        self._recipients = recipients

    async def tell(self, notice: Notice) -> None:
        """Send the notice as an e-mail. Raises NotTold."""
        try:
            await asyncio.to_thread(self._send, write_mail(notice, self._sender, self._recipients))
        except (OSError, smtplib.SMTPException) as error:
            raise NotTold(_word_refusal(error)) from None

    def _send(self, mail: EmailMessage) -> None:
        with self._connect() as server:
            if self._server.username:
                server.login(unquote(self._server.username), unquote(self._server.password or ""))
            server.send_message(mail)

    def _connect(self) -> smtplib.SMTP:
        host, scheme = self._server.hostname or "", self._server.scheme
        port = self._server.port or _DEFAULT_PORTS[scheme]
        if scheme == "smtps":
            return smtplib.SMTP_SSL(host, port, timeout=SMTP_SECONDS, context=ssl.create_default_context())
        server = smtplib.SMTP(host, port, timeout=SMTP_SECONDS)
        server.ehlo()
        if server.has_extn("starttls"):
            server.starttls(context=ssl.create_default_context())
            server.ehlo()
        elif self._server.username and host not in addresses.LOOPBACK and not addresses.is_localhost(host):
            server.close()
            raise smtplib.SMTPNotSupportedError("the server offers no encryption")
        return server


def _word_refusal(error: OSError | smtplib.SMTPException) -> str:
    """Return why no e-mail was sent, and the remedy; without the server's words, which may repeat an address."""
    match error:
        case smtplib.SMTPAuthenticationError():
            return "the mail server refused the user or password of GHOSTHANDS_HITL_GATEWAY_SMTP_URL"
        case ssl.SSLCertVerificationError():
            return (
                "the mail server's certificate is not trusted, or another host's: name it as its certificate does,"
                " and its authority's file in SSL_CERT_FILE"
            )
        case smtplib.SMTPRecipientsRefused():
            return "the mail server takes nothing for GHOSTHANDS_HITL_GATEWAY_NOTIFY_EMAIL"
        case smtplib.SMTPSenderRefused():
            return "the mail server takes nothing from GHOSTHANDS_HITL_GATEWAY_SMTP_FROM"
        case smtplib.SMTPNotSupportedError():
            return "the mail server offers no encryption, and no password goes out without"
        case _:
            return f"the mail server did not take it ({type(error).__name__})"


def write_mail(notice: Notice, sender: str, recipients: Sequence[str]) -> EmailMessage:
    """Return the notice as an e-mail; one request's e-mails have the same id."""
    mail = EmailMessage()
    mail["From"], mail["To"] = sender, ", ".join(recipients)
    mail["Subject"] = f"{notice.site}: {notice.message}"
    mail["Message-ID"] = f"<{notice.request_id}@ghosthands>"
    mail["Auto-Submitted"] = "auto-generated"
    until = f"until {notice.due:%Y-%m-%d %H:%M} UTC" if notice.due else "for as long as somebody has its page"
    lines = [
        notice.message,
        "",
        notice.description,
        "",
        *([notice.page_url, ""] if notice.page_url else []),
        f"The application waits {until}.",
        "",
        f"Answer it:  ghosthands answer {notice.job_id}",
        f"See it:     ghosthands live {notice.job_id}",
    ]
    mail.set_content("\n".join(lines))
    return mail
