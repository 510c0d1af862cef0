"""The accounts at each company, every attempt to make one or to sign in, and who is signed in now.

They are kept in memory, like everything else on the site; an account at one company is none at another.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from enum import StrEnum


class AccountAct(StrEnum):
    """An act at an account form: making one, or signing in."""

    CREATE = "create"
    SIGN_IN = "sign_in"


@dataclass(frozen=True, slots=True)
class AccountAttempt:
    """A login or sign-up form that was sent; the typed password is not kept."""

    company: str
    email: str
    deed: AccountAct
    #: the reason of its refusal; empty when it was accepted
    problem: str = ""


@dataclass(slots=True)
class Accounts:
    """The accounts at every company of the practice site."""

    tries: list[AccountAttempt] = field(default_factory=list)
    _passwords: dict[tuple[str, str], str] = field(default_factory=dict, repr=False)
    _signed_in: set[tuple[str, str]] = field(default_factory=set, repr=False)

    def add(self, company: str, email: str, password: str) -> None:
        """Add an account that exists from the start."""
        self._passwords[company, email.lower()] = password

    def create(self, company: str, email: str, password: str, *, again: str, agreed: bool) -> str:
        """Make an account; return the reason of a refusal, else an empty string."""
        problem = self._why_no_account(company, email, password, again=again, agreed=agreed)
        if not problem:
            self.add(company, email, password)
        self.tries.append(AccountAttempt(company, email, AccountAct.CREATE, problem))
        return problem

    def sign_in(self, company: str, email: str, password: str) -> str:
        """Sign in; return the reason of a refusal, else an empty string."""
        is_right = self._passwords.get((company, email.lower())) == password
        problem = "" if is_right else "Wrong email address or password, or the account might be locked."
        self.tries.append(AccountAttempt(company, email, AccountAct.SIGN_IN, problem))
        return problem

    def of(self, company: str, deed: AccountAct) -> list[AccountAttempt]:
        """Return the attempts at a company, oldest first."""
        return [each for each in self.tries if (each.company, each.deed) == (company, deed)]

    def let_in(self, company: str) -> str:
        """Return the session mark of a person who signs in."""
        mark = secrets.token_hex(16)
        self._signed_in.add((company, mark))
        return mark

    def is_in(self, company: str, mark: str) -> bool:
        """Whether the mark is one of the company's."""
        return (company, mark) in self._signed_in

    def _why_no_account(self, company: str, email: str, password: str, *, again: str, agreed: bool) -> str:
        if "@" not in email or not password:
            return "Enter an email address and a password."
        if (company, email.lower()) in self._passwords:
            return "Sign in to this account or enter an email address that isn't already in use."
        if len(password) < 8:
            return "The password must have at least 8 characters."
        if again != password:
            return "The passwords do not match."
        return "" if agreed else "Agree to the terms to create an account."
