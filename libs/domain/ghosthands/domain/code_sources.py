"""One-time codes without a human: where they come from, what is kept of that, and what came of looking for one."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from ghosthands.domain.codes import CodeSearch
from ghosthands.domain.message import Event


class CodeSource(StrEnum):
    """The places that one-time codes come from without a human."""

    AUTHENTICATOR = "authenticator"
    MAILBOX = "mailbox"


class CodeSought(Event, frozen=True, kw_only=True):
    """A code was looked for in a human's place, for the page of that site; the code itself is in no event."""

    cause: str
    session_id: str
    source: CodeSource
    outcome: CodeSearch
    took_ms: int


class GivenAuthenticator(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A secret as the site shows it, or an `otpauth://` address; the `repr` shows neither."""

    domain: str
    secret: str

    def __repr__(self) -> str:
        return f"GivenAuthenticator({self.domain})"


class GivenMailbox(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mailbox that is read over IMAP; the `repr` shows nothing of it."""

    host: str
    username: str
    password: str
    port: int = 993

    def __repr__(self) -> str:
        return "GivenMailbox()"


class CodeSourcesOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks where an applicant's codes come from."""

    tenant: str
    applicant: str
    #: first keep this
    authenticator: GivenAuthenticator | None = None
    mailbox: GivenMailbox | None = None
    #: and let go of what is kept for this domain, or of the `mailbox`
    forget: str | None = None


class KeptCodeSource(msgspec.Struct, frozen=True, kw_only=True):
    """A source that is kept: an authenticator's domain, or the mailbox's host."""

    source: CodeSource
    place: str
