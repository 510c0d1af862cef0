"""Checks a human's answer against the request, and reads its values, drafts, credentials, code and files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlsplit

from ghosthands.contract.answer import HumanAnswer, refuse_texts
from ghosthands.contract.body import Invalid
from ghosthands.domain.codes import CODES, LOGINS, RequestFault
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import HumanRequested, Reason
from ghosthands.domain.page import AccountPurpose, PageModel
from ghosthands.domain.questions import question_key
from ghosthands.hitl_gateway.given_files import GivenFile, find_inputs, read_files
from ghosthands.planning.choosing.offered import find_unoffered, word_unoffered
from ghosthands.vault.credentials import Credentials, OneTimeCode

#: the resolutions that judge drafts
_REVIEWS = (Resolution.REVIEWED, Resolution.DONE)


class Verdicts(NamedTuple):
    """The drafts a human approved and rejected, by question key."""

    approved: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()


@dataclass(frozen=True)
class FitAnswer:
    """The contents of an answer that fits its request. Its `repr` shows none that are the applicant's."""

    resolution: Resolution
    #: by question key
    values: Mapping[str, str] = field(repr=False)
    verdicts: Verdicts
    credentials: Credentials | None = field(repr=False)
    code: OneTimeCode | None = field(repr=False)
    files: tuple[GivenFile, ...] = field(repr=False)

    @property
    def answered(self) -> tuple[str, ...]:
        """The keys of the questions that it answers, sorted."""
        return tuple(sorted({*self.values, *(file.question_key for file in self.files)}))


def check_fit(answer: HumanAnswer, ask: HumanRequested, page: PageModel | None) -> FitAnswer:
    """Return the answer's contents. Raises Invalid where it does not fit the request, on that page."""
    heeded = _heed_changes(answer, ask)
    return FitAnswer(
        heeded.resolution,
        _read_offered(heeded, ask, page),
        _judge_drafts(heeded, ask),
        _read_credentials(heeded, ask, urlsplit(page.url).hostname if page else None),
        _read_code(heeded, ask, page),
        _read_given_files(heeded, ask, page),
    )


def _heed_changes(answer: HumanAnswer, ask: HumanRequested) -> HumanAnswer:
    """Return the answer, as `reviewed` or `value` instead of `done` where it brings values or files."""
    if answer.resolution is not Resolution.DONE or not (answer.values or answer.files or answer.resume):
        return answer
    said = Resolution.REVIEWED if ask.kind is AskKind.REVIEW else Resolution.VALUE
    return answer.model_copy(update={"resolution": said})


def _judge_drafts(answer: HumanAnswer, ask: HumanRequested) -> Verdicts:
    """Sort the drafts into approved and rejected ones. Raises Invalid where the answer does not fit the request.

    A human who only says `done` approves the drafts that are not changed.
    """
    if ask.kind is not AskKind.REVIEW or answer.resolution not in _REVIEWS:
        if answer.rejected or answer.resolution is Resolution.REVIEWED:
            message = "no drafts were shown: rejected goes with resolution reviewed, and that with a request for it"
            raise Invalid(Reason("resolution", RequestFault.NOT_ALLOWED, message))
        return Verdicts()
    changed, rejected = set(_read_values(answer, ask)), set(_find_keys(answer.rejected, ask))
    if changed & rejected:
        raise Invalid(Reason("rejected", RequestFault.NOT_ALLOWED, "answer a question, or leave it open, not both"))
    approved = set(ask.drafted) - changed - rejected
    return Verdicts(tuple(sorted(approved)), tuple(sorted(rejected)))


def _read_values(answer: HumanAnswer, ask: HumanRequested) -> dict[str, str]:
    """Return the answered values, by question key. Raises Invalid where the answer does not fit the request."""
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
    if not answer.values and not answer.files and answer.resume is None:
        raise Invalid(Reason("values", RequestFault.MISSING, "send a value for at least one of the fields asked"))
    return dict(zip(_find_keys(answer.values, ask), answer.values.values(), strict=True))


def _read_offered(answer: HumanAnswer, ask: HumanRequested, page: PageModel | None) -> dict[str, str]:
    """Return the answered values, by question key.

    Raises Invalid also where a value is none of the field's options, or the field takes a file.
    """
    found = _read_values(answer, ask)
    refuse_texts(found, {key: file.label for key, file in find_inputs(ask, page).items()}, "values.*")
    if page is not None and (unoffered := find_unoffered(page, found)):
        raise Invalid(Reason("values.*", RequestFault.NOT_AN_OPTION, word_unoffered(unoffered.values())))
    return found


def _name_ways(ask: HumanRequested) -> str:
    return "reviewed, done or skip" if ask.kind is AskKind.REVIEW else "done or skip"


def _find_keys(names: Iterable[str], ask: HumanRequested, place: str = "values.*") -> list[str]:
    """Return the question keys of the names, in their order. Raises Invalid for what was not asked."""
    known = {name: field.question_key for field in ask.fields for name in (field.field_id, field.question_key)}
    found = [known.get(name) or _find_asked(name, ask) for name in names]
    if None in found:
        message = "name the fields by the field_id or question_key they were asked with, or by their questions"
        raise Invalid(Reason(place, RequestFault.UNKNOWN_FIELD, message))
    return [key for key in found if key is not None]


def _find_asked(question: str, ask: HumanRequested) -> str | None:
    """Return the question key of a question in words, if it was asked."""
    try:
        key = question_key(question)
    except ValueError:
        return None
    return key if any(field.question_key == key for field in ask.fields) else None


def _read_given_files(answer: HumanAnswer, ask: HumanRequested, page: PageModel | None) -> tuple[GivenFile, ...]:
    """Return the files for the fields that ask for one. Raises Invalid where one does not fit."""
    keys = _find_keys(answer.files, ask, "files.*")
    if len(set(keys)) < len(keys):
        raise Invalid(Reason("files.*", RequestFault.NOT_ALLOWED, "two of the files are for one question: send one"))
    return read_files(answer, dict(zip(keys, answer.files.values(), strict=True)), find_inputs(ask, page))


def _read_code(answer: HumanAnswer, ask: HumanRequested, page: PageModel | None) -> OneTimeCode | None:
    """Return the code for the page that asks for it; None for any other answer.

    Raises Invalid where it does not fit.
    """
    if answer.resolution is not Resolution.CODE:
        if answer.code is not None:
            raise Invalid(Reason("code", RequestFault.NOT_ALLOWED, "a code goes with resolution code"))
        return None
    if ask.kind is not AskKind.BLOCKER or ask.code not in CODES:
        raise Invalid(Reason("resolution", RequestFault.NOT_ALLOWED, "no code was asked for"))
    if answer.code is None:
        raise Invalid(Reason("code", RequestFault.MISSING, "send the code that was sent to the applicant"))
    account = page.account if page else None
    if page is None or account is None or account.purpose is not AccountPurpose.VERIFY:
        message = "where the code goes is not plain on this page: enter it there, and send done"
        raise Invalid(Reason("code", RequestFault.NOT_THIS_PAGE, message))
    return OneTimeCode(urlsplit(page.url).hostname or "", answer.code.get_secret_value())


def _read_credentials(answer: HumanAnswer, ask: HumanRequested, host: str | None) -> Credentials | None:
    """Return the credentials for signing in at `host`; None for any other answer.

    Raises Invalid where they do not fit the request, or are for another site than the one that asks.
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
