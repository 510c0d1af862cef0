"""Whether a human's answer fits what was asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ghosthands.contract.answer import HumanAnswer
from ghosthands.contract.body import Invalid
from ghosthands.domain.codes import LOGINS, RequestFault
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import HumanRequested, Reason
from ghosthands.vault.credentials import Credentials

#: the resolutions that say something of drafts one by one
_REVIEWS = (Resolution.REVIEWED, Resolution.DONE)


class Verdicts(NamedTuple):
    """What a human says of drafts, by question key."""

    approved: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()


def judge_drafts(answer: HumanAnswer, ask: HumanRequested) -> Verdicts:
    """Which drafts are used as they are, and which not. Raises Invalid where the answer does not fit what was asked.

    Who says no more than that they are done has nothing against the drafts.
    """
    if ask.kind is not AskKind.REVIEW or answer.resolution not in _REVIEWS:
        if answer.rejected or answer.resolution is Resolution.REVIEWED:
            message = "no drafts were shown: rejected goes with resolution reviewed, and that with a request for it"
            raise Invalid(Reason("resolution", RequestFault.NOT_ALLOWED, message))
        return Verdicts()
    changed, rejected = set(answers(answer, ask)), set(_find_keys(answer.rejected, ask))
    if changed & rejected:
        raise Invalid(Reason("rejected", RequestFault.NOT_ALLOWED, "answer a question, or leave it open, not both"))
    approved = set(ask.drafted) - changed - rejected
    return Verdicts(tuple(sorted(approved)), tuple(sorted(rejected)))


def answers(answer: HumanAnswer, ask: HumanRequested) -> dict[str, str]:
    """What was answered, by question key. Raises Invalid where the answer does not fit what was asked."""
    if ask.kind is AskKind.REVIEW and answer.resolution is Resolution.REVIEWED:
        return dict(zip(_find_keys(answer.values, ask), answer.values.values(), strict=True))
    if answer.resolution is not Resolution.VALUE:
        if answer.values:
            raise Invalid(
                Reason("values", RequestFault.NOT_ALLOWED, f"values go with resolution value, not {answer.resolution}")
            )
        return {}
    if ask.kind is not AskKind.FIELDS:
        raise Invalid(Reason("resolution", RequestFault.NOT_ALLOWED, f"no value was asked for: send {_name_ways(ask)}"))
    if not answer.values:
        raise Invalid(Reason("values", RequestFault.MISSING, "send a value for at least one of the fields asked"))
    return dict(zip(_find_keys(answer.values, ask), answer.values.values(), strict=True))


def _name_ways(ask: HumanRequested) -> str:
    return "reviewed, done or skip" if ask.kind is AskKind.REVIEW else "done or skip"


def _find_keys(names: Iterable[str], ask: HumanRequested) -> list[str]:
    """The question keys of what is named, in that order. Raises Invalid for what was not asked."""
    known = {name: field.question_key for field in ask.fields for name in (field.field_id, field.question_key)}
    if not set(names) <= known.keys():
        message = "name the fields by the field_id or question_key they were asked with"
        raise Invalid(Reason("values.*", RequestFault.UNKNOWN_FIELD, message))
    return [known[name] for name in names]


def credentials(answer: HumanAnswer, ask: HumanRequested, host: str | None) -> Credentials | None:
    """What the page at `host` is to be signed in to with; None for any other answer.

    Raises Invalid where they do not fit what was asked, or are for another site than the one that asks.
    """
    given = answer.credentials
    if answer.resolution is not Resolution.CREDENTIALS:
        if given is not None:
            raise Invalid(Reason("credentials", RequestFault.NOT_ALLOWED, "credentials go with resolution credentials"))
        return None
    if ask.kind is not AskKind.BLOCKER or ask.code not in LOGINS:
        raise Invalid(Reason("resolution", RequestFault.NOT_ALLOWED, "no credentials were asked for"))
    if given is None:
        raise Invalid(Reason("credentials", RequestFault.MISSING, "send the username and password to sign in with"))
    domain = given.domain or host
    if domain is None:
        raise Invalid(Reason("credentials.domain", RequestFault.MISSING, "say which domain they are for"))
    found = Credentials(domain, given.username, given.secret, given.create_account)
    if host is not None and not found.cover(host):
        raise Invalid(
            Reason("credentials.domain", RequestFault.NOT_THIS_PAGE, "the page that asks is not on that domain")
        )
    return found
