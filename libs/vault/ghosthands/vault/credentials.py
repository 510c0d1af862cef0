"""Credentials: an applicant's login for the hosts of one domain, and for no other."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Credentials(msgspec.Struct, frozen=True, omit_defaults=True):
    """A name and a password for one domain; the `repr` shows neither."""

    #: lower case, IDNA; never a public suffix
    domain: str
    username: str
    password: str
    #: whether to make an account with them; None: if the site shows the form for that
    create_account: bool | None = None
    #: whether a site refused them: they are not tried again
    refused: bool = False

    def __repr__(self) -> str:
        return f"Credentials({self.domain})"

    def cover(self, host: str) -> bool:
        """Whether the host is the domain itself or below it."""
        return host == self.domain or host.endswith(f".{self.domain}")

    def are(self, other: Credentials | None) -> bool:
        """Whether both have the same name and password for the same domain, whatever was learnt about them."""
        mine = (self.domain, self.username, self.password)
        return other is not None and mine == (other.domain, other.username, other.password)


class OneTimeCode(msgspec.Struct, frozen=True):
    """A code that was sent to the applicant, for the page of one host; the `repr` does not show it."""

    host: str
    code: str

    def __repr__(self) -> str:
        return f"OneTimeCode({self.host})"

    def cover(self, host: str) -> bool:
        """Whether the code is for that host: the one whose page asked, and no other of its domain."""
        return host == self.host


def covering(known: Iterable[Credentials], host: str) -> Credentials | None:
    """Return the credentials to try for the host, with the most specific domain; None if there are none."""
    fitting = [each for each in known if each.cover(host) and not each.refused]
    return max(fitting, key=lambda each: len(each.domain), default=None)
