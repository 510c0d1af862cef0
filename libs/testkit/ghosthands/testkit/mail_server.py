"""A mail server on loopback that keeps its mails: in the clear, with STARTTLS, or encrypted from the start."""

from __future__ import annotations

import email
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import policy
from email.message import EmailMessage
from enum import StrEnum
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from ghosthands.stack import ports

HOST = "127.0.0.1"
#: the password for sending
PASSWORD = "open sesame"  # noqa: S105 - a test server's


class Encryption(StrEnum):
    """The time at which a connection is encrypted."""

    NEVER = "never"
    STARTTLS = "starttls"
    FROM_THE_START = "from the start"


class Postbox:
    """The server's mails and logins; it accepts a login only with the right password."""

    def __init__(self, password: str = PASSWORD) -> None:
        self.mails: list[EmailMessage] = []
        #: for each mail, whether it came encrypted
        self.encrypted: list[bool] = []
        self.logins: list[tuple[bytes, bytes]] = []
        self._password = password.encode()

    async def handle_DATA(  # noqa: N802 - so aiosmtpd calls it
        self, server: SMTP, _session: Session, envelope: Envelope
    ) -> str:
        """Keep the mail that was sent."""
        content = envelope.content
        assert isinstance(content, bytes)
        assert server.transport is not None
        self.encrypted.append(server.transport.get_extra_info("sslcontext") is not None)
        self.mails.append(email.message_from_bytes(content, policy=policy.default))
        return "250 taken"

    def log_in(self, _server: object, _session: object, _envelope: object, _how: str, login: Any) -> AuthResult:
        """Check the password; a wrong one is refused at once."""
        self.logins.append((login.login, login.password))
        return AuthResult(success=login.password == self._password, handled=False)


@dataclass(frozen=True)
class Certificate:
    """A self-signed certificate; a client that trusts `file` trusts the server that has it."""

    file: Path
    key_file: Path

    @property
    def context(self) -> ssl.SSLContext:
        """The TLS context of a server with the certificate."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.file, self.key_file)
        return context


def make_certificate(folder: Path, host: str = HOST) -> Certificate:
    """Make a certificate for that address, valid for an hour, in `folder`."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(minutes=5))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address(host))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    made = Certificate(folder / f"{host}.pem", folder / f"{host}.key")
    made.file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    no_password = serialization.NoEncryption()
    made.key_file.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, no_password)
    )
    return made


@contextmanager
def mail_server(
    postbox: Postbox, *, encryption: Encryption = Encryption.NEVER, certificate: Certificate | None = None
) -> Iterator[int]:
    """Run a server for the block, in a thread of its own; yield its port."""
    how: dict[str, Any] = {"authenticator": postbox.log_in, "auth_require_tls": False}
    if certificate is not None and encryption is Encryption.STARTTLS:
        how["tls_context"] = certificate.context
    if certificate is not None and encryption is Encryption.FROM_THE_START:
        how["ssl_context"] = certificate.context
    (port,) = ports.free_ports(1)
    server = Controller(postbox, hostname=HOST, port=port, ready_timeout=30, **how)
    server.start()
    try:
        yield port
    finally:
        server.stop()
