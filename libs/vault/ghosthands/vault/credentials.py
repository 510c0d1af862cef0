"""Credentials: what an applicant signs in with on the hosts of one domain, and on no other."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Credentials(msgspec.Struct, frozen=True, omit_defaults=True):
    """A name and a password for one domain; the `repr` shows neither."""

    #: small letters, IDNA; never a public suffix
    domain: str
    username: str
    password: str
    #: whether an account is to be made with them; None: where the site shows the form for that
    create_account: bool | None = None
    #: a site did not let them in: nobody tries them again
    refused: bool = False

    def __repr__(self) -> str:
        return f"Credentials({self.domain})"

    def cover(self, host: str) -> bool:
        """Whether the host is the domain itself or below it."""
        return host == self.domain or host.endswith(f".{self.domain}")

    def are(self, other: Credentials | None) -> bool:
        """Whether both say the same name and password for the same domain, whatever was learnt of them."""
        mine = (self.domain, self.username, self.password)
        return other is not None and mine == (other.domain, other.username, other.password)


class OneTimeCode(msgspec.Struct, frozen=True):
    """A code that was sent to the applicant, for the page of one host that asks for it; the `repr` does not show it."""

    host: str
    code: str

    def __repr__(self) -> str:
        return f"OneTimeCode({self.host})"

    def cover(self, host: str) -> bool:
        """Whether it is for that host: the one whose page asked, and no other of its domain."""
        return host == self.host


def covering(known: Iterable[Credentials], host: str) -> Credentials | None:
    """The credentials for the host that may be tried, of the nearest domain first; None where there are none."""
    fitting = [each for each in known if each.cover(host) and not each.refused]
    return max(fitting, key=lambda each: len(each.domain), default=None)
