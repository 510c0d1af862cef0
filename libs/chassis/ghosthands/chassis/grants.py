"""Grants: what the bearer of a signed link may do with one session's live view, and until when.

A token is the signed grant: every holder of the server's key can make one, only the server reads them, and none is
stored anywhere. Whoever has a token has its rights, so it is never logged.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from itsdangerous import BadData, URLSafeSerializer, base64_decode, base64_encode

from ghosthands.domain.errors import GhostHandsError

#: how long a link works before it is opened
LINK_SECONDS = 900.0

#: the file beside a host's browsers with the address of its live views, and the key to them
PLATE = "live.json"

_KEY_BYTES = 32


class GrantRefused(GhostHandsError):
    """The token grants nothing: forged, damaged or expired."""


class Right(StrEnum):
    """A right that a grant gives its bearer."""

    VIEW = "view"
    #: to see, and to take control
    CONTROL = "control"
    #: to turn the live view on and off
    MANAGE = "manage"


@dataclass(frozen=True)
class Grant:
    """One right at one session, for a while."""

    session_id: str
    right: Right
    #: seconds since the epoch
    expires_at: float
    #: the id of a viewer that was there before, so that it is the same one again
    viewer_id: str = ""


@dataclass(frozen=True)
class Grants:
    """Makes and reads tokens with the server's key."""

    key: bytes

    def token(self, session_id: str, right: Right, *, seconds: float = LINK_SECONDS, viewer_id: str = "") -> str:
        """Return a token that is valid for `seconds` from now."""
        return self._spelt([session_id, right.value, time.time() + seconds, viewer_id])

    def read(self, token: str) -> Grant:
        """Return the token's grant. Raises GrantRefused."""
        try:
            terms = self._make_signer().loads(token)
        except (BadData, UnicodeError):
            raise GrantRefused("the token is not one of ours") from None
        if token != self._spelt(terms):  # base64 has several spellings of the same; we gave out one
            raise GrantRefused("the token is not one of ours")
        session_id, right, expires_at, viewer_id = terms
        if expires_at <= time.time():
            raise GrantRefused("the token has expired")
        return Grant(session_id, Right(right), expires_at, viewer_id)

    def _spelt(self, terms: object) -> str:
        return str(self._make_signer().dumps(terms))

    def _make_signer(self) -> URLSafeSerializer:
        return URLSafeSerializer(self.key, salt="live view", signer_kwargs={"digest_method": hashlib.sha256})


@dataclass(frozen=True)
class Doorplate:
    """A file that only its owner may read: the address of a host's live views, and the key to them."""

    #: the beginning of links
    url: str
    #: the address on this machine
    local_url: str
    grants: Grants

    def link(self, session_id: str, right: Right, *, seconds: float = LINK_SECONDS) -> str:
        """Return an address at which a session can be seen for `seconds`."""
        return f"{self.url}/live/{self.grants.token(session_id, right, seconds=seconds)}/"

    def hang(self, path: Path) -> None:
        """Write the file, for other processes of our user.

        Readers see the old content or the new one, nothing between.
        """
        draft = path.with_name(f".{path.name}.new")
        content = json.dumps(
            {"url": self.url, "local_url": self.local_url, "key": base64_encode(self.grants.key).decode()}
        )
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(content)
        draft.replace(path)


def doorplate(path: Path) -> Doorplate | None:
    """Read the file; None where there is none, or none we understand."""
    try:
        found = json.loads(path.read_text())
        return Doorplate(str(found["url"]), str(found["local_url"]), Grants(base64_decode(found["key"])))
    except (OSError, ValueError, KeyError, TypeError, BadData):
        return None


def key_of(path: Path) -> Grants:
    """Return the key in the file, so that its links stay valid; a new one where there is no file."""
    before = doorplate(path)
    return before.grants if before else Grants(secrets.token_bytes(_KEY_BYTES))
