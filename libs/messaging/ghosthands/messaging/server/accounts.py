"""The NATS accounts: one for the streams, one for each user, and the subjects that pass between them.

The server answers on whatever reply subject a request names, without checking permissions. So only `migration` shares
an account with the streams: an answer arrives in the asking user's account, where nothing is stored and nobody else
listens, and leaves it only as the user itself might have published it. The imports and exports are made from the users'
permissions (`permissions`): a publish or a request is a service of the account that receives it, an announcement is a
stream of the log's account.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ghosthands.domain import services
from ghosthands.messaging.server.connection import ROUND_TRIP
from ghosthands.messaging.server.jetstream import API
from ghosthands.messaging.server.permissions import (
    ANSWER_SECONDS,
    ANSWERED,
    CONTROL,
    MIGRATION,
    STORED_ALOUD,
    TOOLS,
    WATCHER,
    Permissions,
)
from ghosthands.messaging.wire import subjects

#: The account of the streams and of `migration`.
STORE = "GHOSTHANDS"
#: The server's own account, which NATS names.
_SYSTEM = "$SYS"

JETSTREAM = "$JS.API"

#: Requests that are answered with more than one message.
_ANSWERED_BY_SEVERAL = (f"{JETSTREAM}.DIRECT.GET.", f"{JETSTREAM}.CONSUMER.MSG.NEXT.", "$SRV.")


@dataclass(frozen=True)
class Crossing:
    """A subject that a user's account imports from another."""

    user: str
    #: the subject in the user's account
    subject: str
    #: the account that receives what is published there, or announces what is heard there
    of: str
    #: whether the user hears it, rather than publishes it
    is_heard: bool = False

    @property
    def there(self) -> str:
        """The subject in the other account.

        What a service publishes arrives in the streams' account by an import, and the server does not pass that on to a
        third account; it does pass on a stream's announcements. So a listener on published answers hears that they were
        stored.
        """
        if self.subject == subjects.ALL_OUT and self.is_heard:
            return subjects.announced(self.subject)
        asked = self.subject.removeprefix(f"{API}.")
        return self.subject if asked == self.subject else f"{JETSTREAM}.{asked}"


def crossings(user: str, allowed: Permissions) -> Iterator[Crossing]:
    """Return everything that passes between that user's account and others."""
    if user in (MIGRATION, WATCHER):
        return
    for subject in _widest(allowed.publish):
        if (of := _taker(user, subject)) is not None:
            yield Crossing(user, subject if of == STORE else _any_like(subject), of)
    for subject in allowed.subscribe:
        if subject in STORED_ALOUD:
            yield Crossing(user, subject, STORE, is_heard=True)


def render(allowed: Mapping[str, Permissions], passwords: Mapping[str, str]) -> str:
    """Render the server's `accounts { … }` with these users, and their passwords as the configuration spells them."""
    passing = [crossing for user in allowed for crossing in crossings(user, allowed[user])]
    lines = ["accounts {"]
    for account in dict.fromkeys((STORE, *map(_account_of, allowed))):
        lines.append(f"  {_quoted(account)}: {{")
        if account == STORE:
            lines += ["    jetstream: enabled", f'    mappings: {{ "{API}.>": "{JETSTREAM}.>" }}']
        members = [user for user in allowed if _account_of(user) == account]
        lines += _block("users", (_user(user, passwords[user], allowed[user]) for user in members))
        lines += _block("exports", _exports(account, passing))
        lines += _block("imports", _imports(account, passing))
        lines.append("  }")
    return "\n".join((*lines, "}", ""))


def _account_of(user: str) -> str:
    return {MIGRATION: STORE, WATCHER: _SYSTEM}.get(user, user)


def _taker(user: str, subject: str) -> str | None:
    """Return the account that receives what the user publishes there; None if it is the user's own."""
    if subject == ROUND_TRIP:
        return None  # every account's server answers that
    if subject == CONTROL:
        return services.BROWSER_HOST if user == TOOLS else None
    for service, answered in ANSWERED.items():
        if any(covers(each, subject) for each in answered):
            return service if service != user else None
    return STORE


def _any_like(subject: str) -> str:
    """Return the subject with a wildcard.

    A message imported by a single subject would keep that one, and might go on to the streams under it.
    """
    return subject if "*" in subject or ">" in subject else f"{subject.rpartition('.')[0]}.*"


def covers(wider: str, subject: str) -> bool:
    """Whether every subject that matches `subject` also matches `wider`."""
    ours, theirs = wider.split("."), subject.split(".")
    for at, token in enumerate(ours):
        if token == ">":  # noqa: S105 - a wildcard
            return len(theirs) > at
        if at >= len(theirs) or theirs[at] == ">" or token not in ("*", theirs[at]):
            return False
    return len(ours) == len(theirs)


def _widest(subjects: Iterable[str]) -> list[str]:
    """Return the subjects that no other covers; what is imported twice would arrive twice."""
    every = list(dict.fromkeys(subjects))
    return [one for one in every if not any(covers(other, one) for other in every if other != one)]


def _exports(account: str, passing: Iterable[Crossing]) -> Iterator[str]:
    users: dict[tuple[str, bool], dict[str, None]] = {}
    for crossing in passing:
        if crossing.of == account:
            users.setdefault((crossing.there, crossing.is_heard), {})[crossing.user] = None
    for (subject, is_heard), accounts in users.items():
        kind = f"stream: {_quoted(subject)}" if is_heard else f"service: {_quoted(subject)}{_terms(account, subject)}"
        yield f"{{ {kind}, accounts: [{', '.join(map(_quoted, accounts))}] }}"


def _terms(account: str, subject: str) -> str:
    """Return how often and how long a request may be answered."""
    response = ", response_type: stream" if subject.startswith(_ANSWERED_BY_SEVERAL) else ""
    threshold = f', threshold: "{ANSWER_SECONDS}s"' if account != STORE else ""
    return response + threshold


def _imports(account: str, passing: Iterable[Crossing]) -> Iterator[str]:
    for crossing in passing:
        if crossing.user == account:
            kind = "stream" if crossing.is_heard else "service"
            known = f", to: {_quoted(crossing.subject)}" if crossing.there != crossing.subject else ""
            yield f"{{ {kind}: {{ account: {_quoted(crossing.of)}, subject: {_quoted(crossing.there)} }}{known} }}"


def _user(user: str, password: str, allowed: Permissions) -> str:
    answers = f', allow_responses: {{ max: 1, expires: "{ANSWER_SECONDS}s" }}' if allowed.answers else ""
    return "\n        ".join(
        (
            f"{{ user: {_quoted(user)}, password: {password}, permissions: {{",
            f"publish: {{ allow: [{_lines(allowed.publish)}] }}",
            f"subscribe: {{ allow: [{_lines(allowed.subscribe)}] }}{answers} }} }}",
        )
    )


def _block(name: str, entries: Iterable[str]) -> list[str]:
    found = list(entries)
    return [f"    {name}: [", *(f"      {entry}" for entry in found), "    ]"] if found else []


def _lines(subjects: Iterable[str]) -> str:
    return "".join(f"\n          {_quoted(subject)}" for subject in subjects) + " "


def _quoted(text: str) -> str:
    """Return a string in the configuration's language, quoted so that a `$` names no variable."""
    return json.dumps(text)
