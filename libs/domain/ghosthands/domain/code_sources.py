"""One-time codes without a human: their sources, what is stored of these, and the outcome of a search for a code."""

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
    """A code was searched for, in place of asking a human, for a page of that site; the code itself is in no event."""

    cause: str
    session_id: str
    source: CodeSource
    outcome: CodeSearch
    took_ms: int


class GivenAuthenticator(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An authenticator's secret as the site shows it, or an `otpauth://` address; the `repr` shows neither."""

    domain: str
    secret: str

    def __repr__(self) -> str:
        return f"GivenAuthenticator({self.domain})"


class GivenMailbox(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mailbox to be read over IMAP; the `repr` shows nothing of it."""

    host: str
    username: str
    password: str
    port: int = 993

    def __repr__(self) -> str:
        return "GivenMailbox()"


class CodeSourcesOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request about the sources of an applicant's codes."""

    tenant: str
    applicant: str
    #: first store this
    authenticator: GivenAuthenticator | None = None
    mailbox: GivenMailbox | None = None
    #: and delete what is stored for this domain, or the `mailbox`
    forget: str | None = None


class KeptCodeSource(msgspec.Struct, frozen=True, kw_only=True):
    """A stored source: an authenticator's domain, or the mailbox's host."""

    source: CodeSource
    place: str
