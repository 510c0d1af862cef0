"""Credentials as received, with a request or as a human's answer."""

from __future__ import annotations

from functools import cache
from ipaddress import ip_address
from typing import Annotated

from publicsuffixlist import PublicSuffixList
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr

_LOOPBACK = "localhost"


def host_name(text: str) -> str:
    """Return the host in its canonical form: lower case, IDNA. Raises ValueError for no host, or a public suffix."""
    try:
        name = text.strip().rstrip(".").encode("idna").decode().lower()
    except UnicodeError:
        raise ValueError("give a host, such as acme.wd5.myworkdayjobs.com") from None
    if not (_is_address(name) or name == _LOOPBACK or _is_own(name)):
        raise ValueError("give a host, such as acme.wd5.myworkdayjobs.com, or the domain that its owner registered")
    return name


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_own(name: str) -> bool:
    """Whether somebody registered it, or a name above it: `com` and `co.uk` belong to everybody."""
    letters = name.replace("-", "").replace(".", "")
    return letters.isascii() and letters.isalnum() and public_suffixes().privatesuffix(name) is not None


def domain_of(host: str) -> str:
    """Return the registered domain of the host; the host itself if it is an address, or has no such domain."""
    name = host.lower()
    return name if _is_address(name) else public_suffixes().privatesuffix(name) or name


public_suffixes = cache(PublicSuffixList)


def _typed(secret: SecretStr) -> SecretStr:
    if not secret.get_secret_value().isprintable():
        raise ValueError("a password is one line of characters that can be typed")
    return secret


Domain = Annotated[str, Field(min_length=1, max_length=253), AfterValidator(host_name)]
Password = Annotated[SecretStr, Field(min_length=1, max_length=1024), AfterValidator(_typed)]


class _Credentials(BaseModel):
    """A name and a password; only `secret` returns the password."""

    model_config = ConfigDict(extra="ignore", frozen=True, hide_input_in_errors=True)

    username: Annotated[str, Field(min_length=1, max_length=320, pattern=r"^[^\x00-\x1f\x7f]+$")]
    password: Password
    #: true: there is no account yet, make one; false: never make one; else as the site shows
    create_account: bool | None = None

    @property
    def secret(self) -> str:
        """The password in plain text."""
        return self.password.get_secret_value()


class DomainCredentials(_Credentials):
    """A login for the hosts of one domain."""

    domain: Domain


class PageCredentials(_Credentials):
    """A login for the page that asks for it, unless it names a domain, which must be the page's."""

    domain: Domain | None = None
