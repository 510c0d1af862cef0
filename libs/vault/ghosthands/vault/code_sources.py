"""The sources of one-time codes without a human: an applicant's authenticator, and their mailbox."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Literal

import msgspec
import pyotp

Digest = Literal["sha1", "sha256", "sha512"]

#: bytes of a secret; sites give out no shorter ones
_SHORTEST = 10


class Authenticator(msgspec.Struct, frozen=True, omit_defaults=True):
    """The secret and parameters of an authenticator, for the hosts of one domain; the `repr` does not show them."""

    #: lower case, IDNA; never a public suffix
    domain: str
    #: base32
    secret: str
    digits: int = 6
    #: seconds for which a code is valid
    period: int = 30
    digest: Digest = "sha1"

    def __repr__(self) -> str:
        return f"Authenticator({self.domain})"

    def cover(self, host: str) -> bool:
        """Whether the host is the domain itself or below it."""
        return host == self.domain or host.endswith(f".{self.domain}")

    def compute(self, at: datetime) -> str:
        """Compute the code that is valid at that time."""
        digest = getattr(hashlib, self.digest)
        return pyotp.TOTP(self.secret, digits=self.digits, digest=digest, interval=self.period).at(at)


class Mailbox(msgspec.Struct, frozen=True):
    """A mailbox whose mail is searched for an applicant's codes, over IMAP; the `repr` shows nothing of it."""

    host: str
    port: int
    username: str
    password: str

    def __repr__(self) -> str:
        return "Mailbox()"


def read_authenticator(domain: str, given: str) -> Authenticator:
    """Read the secret that a site shows beside its QR code: in base32, or in an `otpauth://totp/` address.

    Raises ValueError for any other text, without repeating it.
    """
    text = given.strip()
    try:
        parsed = pyotp.parse_uri(text) if text.startswith("otpauth:") else pyotp.TOTP(text.replace(" ", "").upper())
        is_whole = isinstance(parsed, pyotp.TOTP) and len(parsed.byte_secret()) >= _SHORTEST
    except Exception:
        is_whole = False
    if not is_whole or not isinstance(parsed, pyotp.TOTP):
        raise ValueError("give the secret that the site shows beside its QR code, or the otpauth://totp/ address in it")
    digest = parsed.digest().name
    if digest not in ("sha1", "sha256", "sha512"):
        raise ValueError("codes are made with SHA1, SHA256 or SHA512")
    return Authenticator(domain, parsed.secret, parsed.digits, parsed.interval, digest)


def nearest(known: tuple[Authenticator, ...], host: str) -> Authenticator | None:
    """Return the authenticator for the host with the most specific domain; None if there is none."""
    return max((one for one in known if one.cover(host)), key=lambda one: len(one.domain), default=None)
