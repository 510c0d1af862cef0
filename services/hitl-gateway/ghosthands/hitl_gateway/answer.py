"""Whether a human's answer fits what was asked."""

from __future__ import annotations

from ghosthands.contract.answer import HumanAnswer
from ghosthands.contract.body import Invalid
from ghosthands.domain.codes import LOGINS, RequestFault
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import HumanRequested, Reason
from ghosthands.vault.credentials import Credentials


def answers(answer: HumanAnswer, ask: HumanRequested) -> dict[str, str]:
    """What was answered, by question key. Raises Invalid where the answer does not fit what was asked."""
    if answer.resolution is not Resolution.VALUE:
        if answer.values:
            raise Invalid(
                Reason("values", RequestFault.NOT_ALLOWED, f"values go with resolution value, not {answer.resolution}")
            )
        return {}
    if ask.kind is not AskKind.FIELDS:
        raise Invalid(Reason("resolution", RequestFault.NOT_ALLOWED, "no value was asked for: send done or skip"))
    if not answer.values:
        raise Invalid(Reason("values", RequestFault.MISSING, "send a value for at least one of the fields asked"))
    known = {name: field.question_key for field in ask.fields for name in (field.field_id, field.question_key)}
    if not answer.values.keys() <= known.keys():
        message = "name the fields by the field_id or question_key they were asked with"
        raise Invalid(Reason("values.*", RequestFault.UNKNOWN_FIELD, message))
    return {known[name]: text for name, text in answer.values.items()}


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
