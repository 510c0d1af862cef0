"""An applicant's data as flat keys: `profile.location.city`, `answers.<question key>`, `drafts.<question key>`,
`remembered.<question key>`, `files.resume`.

`credentials.username` and its like are known only `at` a host that there are credentials for.

Keys travel in events and values never do, so the keys are a closed list: whatever else a profile holds is kept under
`profile.other.<n>`, where only the redactor looks for it. What `facts` say is no value of that kind: countries, levels
and numbers of years stand in the questions themselves, which nobody could read without them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from ghosthands.domain import keys
from ghosthands.domain.answers import RememberedAnswer
from ghosthands.domain.keys import CODE, CONSTANTS, FACTS
from ghosthands.domain.questions import question_key
from ghosthands.vault.code_sources import Authenticator, nearest
from ghosthands.vault.credentials import Credentials, OneTimeCode, covering
from ghosthands.vault.errors import NotInVault
from ghosthands.vault.facts import list_answers
from ghosthands.vault.sealed import StoredFile

_OTHER = "profile.other."
#: what may be a yes or a no
_SAID = ("answers.", "profile.")
_STILL_THERE = ("", "present", "current", "now")

#: A number's dial code, where it states one: those of one and two digits, all others have three (ITU E.164).
_DIAL_CODE = re.compile(r"\+\s?(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})")
_SPONSORSHIP = ("requires_sponsorship_now", "requires_sponsorship_future")


def flatten(profile: Mapping[str, Any]) -> dict[str, str]:
    """The profile by flat keys, empty things left out, and what follows from it: full name, present employer, …

    Truth values read "yes" and "no", lists of words are joined by ", ".
    """
    known: dict[str, str] = {}
    other: list[str] = []
    for path, text in _leaves(profile, ""):
        if name := keys.canonical(path):
            known.setdefault(name, text)
        elif not path.startswith(f"{FACTS}."):
            other.append(text)
    known = _derived(known) | known
    return {f"profile.{name}": text for name, text in known.items()} | {
        f"{_OTHER}{n}": text for n, text in enumerate(other)
    }


def flatten_answers(qa_answers: Mapping[str, Any]) -> dict[str, str]:
    """Answers by `answers.<question key>`; of two wordings of one question the later wins."""
    texts = {question: _text(answer) for question, answer in qa_answers.items()}
    return {f"answers.{question_key(q)}": text for q, text in texts.items() if text and _asks(q)}


def list_own_questions(qa_answers: Mapping[str, Any]) -> dict[str, str]:
    """The questions of those answers in their own words, by `answers.<question key>`."""
    return {f"answers.{question_key(q)}": q for q, answer in qa_answers.items() if _text(answer) and _asks(q)}


@dataclass(frozen=True)
class ApplicantData:
    """What a form may be filled with, by key. Its `repr` shows nothing of it.

    `CONSTANTS` can be read like any key, but are not listed by `keys`: they are everyone's.
    """

    #: the job's URL in full, its query included
    target_url: str = field(repr=False)
    _values: Mapping[str, str] = field(repr=False)
    _files: Mapping[str, StoredFile | None] = field(repr=False)
    _every_credentials: tuple[Credentials, ...] = field(default=(), repr=False)
    #: those for the host that the data was asked for; see `at`
    credentials: Credentials | None = field(default=None, repr=False)
    #: the questions that the request answers, in its own words, by key
    own_questions: Mapping[str, str] = field(default_factory=dict, repr=False)
    #: what the person said to other forms, by question key
    remembered: Mapping[str, RememberedAnswer] = field(default_factory=dict, repr=False)
    #: one that was sent to the person, for one host
    code: OneTimeCode | None = field(default=None, repr=False)
    #: what the person's other codes are computed from
    authenticators: tuple[Authenticator, ...] = field(default=(), repr=False)
    #: the moment that they are computed for
    read_at: datetime | None = field(default=None, repr=False)

    @classmethod
    def of(
        cls,
        request: Mapping[str, Any],
        answers: Mapping[str, str],
        files: Mapping[str, StoredFile | None],
        credentials: tuple[Credentials, ...] = (),
        drafts: Mapping[str, str] | None = None,
        remembered: Mapping[str, RememberedAnswer] | None = None,
        code: OneTimeCode | None = None,
    ) -> ApplicantData:
        """From a request (`target_url`, `profile`, `qa_answers`), by question key answers, drafts and what is
        remembered, files by kind."""
        profile = request.get("profile") or {}
        # what somebody answered themselves goes before what follows from facts
        questions = list_answers(profile.get(FACTS)) | (request.get("qa_answers") or {})
        given = flatten(profile) | flatten_answers(questions)
        said = {f"answers.{key}": text for key, text in answers.items()}
        named = {f"files.{kind}": file for kind, file in files.items()}
        drafted = {f"drafts.{key}": text for key, text in (drafts or {}).items()}
        known = {f"{keys.REMEMBERED}{key}": answer.text for key, answer in (remembered or {}).items()}
        values = known | given | said | drafted
        return cls(
            str(request.get("target_url", "")),
            values,
            named,
            credentials,
            own_questions=list_own_questions(questions),
            remembered=remembered or {},
            code=code,
        )

    def at(self, host: str) -> ApplicantData:
        """This data with the credentials and the code for that host, if there are any, and for no other.

        A code that somebody gave goes before one that is computed.
        """
        found, code = covering(self._every_credentials, host), self._find_code(host)
        bare = {key: value for key, value in self._values.items() if not key.startswith(keys.CREDENTIALS)}
        own = ({} if found is None else _by_key(found)) | _by_box(code)
        return replace(self, _values=bare | own, credentials=found, code=code)

    def has_authenticator(self, host: str) -> bool:
        """Whether codes for that host can be computed."""
        return nearest(self.authenticators, host) is not None

    def _find_code(self, host: str) -> OneTimeCode | None:
        if self.code is not None and self.code.host == host:
            return self.code
        authenticator = nearest(self.authenticators, host)
        if authenticator is None or self.read_at is None:
            return None
        return OneTimeCode(host, authenticator.compute(self.read_at))

    def __contains__(self, key: object) -> bool:
        own = key in self._values and not str(key).startswith(_OTHER)
        return own or key in self._files or key in CONSTANTS

    def keys(self) -> list[str]:
        """Every key that may be filled in: `profile.…`, `answers.…`, `files.…`, at some hosts `credentials.…`."""
        return [key for key in (*self._values, *self._files) if key in self]

    def for_planning(self, host: str) -> tuple[frozenset[str], Mapping[str, str]]:
        """The keys that a page of that host may be filled from, and the values of those that may be a yes or a no."""
        here = frozenset(self.at(host).keys())
        return here, {key: self.value(key) for key in here if key.startswith(_SAID)} | CONSTANTS

    def value(self, key: str) -> str:
        """The value of a key. Raises NotInVault."""
        if key not in self or key in self._files:
            raise NotInVault(key)
        return CONSTANTS.get(key) or self._values[key]

    def file(self, key: str) -> StoredFile:
        """The file of a key such as `files.resume`. Raises NotInVault, also when files were not asked for."""
        file = self._files.get(key)
        if file is None:
            raise NotInVault(key)
        return file

    def all_values(self) -> dict[str, str]:
        """Everything of this person that may not be seen outside, by key, file names included."""
        names = {key: file.name for key, file in self._files.items() if file is not None}
        return {**self._values, **self._secrets(), **names}

    def _secrets(self) -> dict[str, str]:
        """The credentials of all hosts, numbered, since their domains are nobody's business either; and a code."""
        code = {CODE: self.code.code} if self.code else {}
        sources = {f"{CODE}.source.{n}": each.secret for n, each in enumerate(self.authenticators)}
        return (
            code
            | sources
            | {
                f"{keys.CREDENTIALS}{n}.{name}": value
                for n, each in enumerate(self._every_credentials)
                for name, value in (("username", each.username), ("password", each.password))
            }
        )


def _by_key(found: Credentials) -> dict[str, str]:
    return {keys.USERNAME: found.username, keys.PASSWORD: found.password, keys.NEW_PASSWORD: found.password}


def _by_box(given: OneTimeCode | None) -> dict[str, str]:
    """A code, as a whole and by its characters, each of which may have a box of its own."""
    if given is None:
        return {}
    return {CODE: given.code} | {f"{CODE}.{n}": letter for n, letter in enumerate(given.code, start=1)}


def _leaves(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Every non-empty scalar (or list of scalars, joined) with its dotted path."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list) and any(isinstance(item, (Mapping, list)) for item in value):
        for index, inner in enumerate(value):
            yield from _leaves(inner, f"{path}.{index}")
    elif text := _text(value):
        yield path, text


def _text(value: Any) -> str:
    """A scalar or a list of scalars as a form wants it; empty for nothing."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float() if value.is_integer():
            return str(int(value))
        case list() | tuple():
            return ", ".join(filter(None, map(_text, value)))
        case _:
            return str(value).strip()


def _derived(known: Mapping[str, str]) -> dict[str, str]:
    """What the profile implies without saying it."""
    job = _present_job(known)
    derived = {
        **_sponsorship(known),
        "full_name": _joined(" ", known, "first_name", "last_name"),
        "location.full": _joined(", ", known, "location.city", "location.state", "location.country"),
        **_on_an_envelope(known),
        "phone_country_code": _dial_code(known.get("phone", "")),
        "current_company": known.get(f"{job}.company", ""),
        "current_title": known.get(f"{job}.title", ""),
    }
    return {name: text for name, text in derived.items() if text}


def _on_an_envelope(known: Mapping[str, str]) -> dict[str, str]:
    """An address as one line has it, where a form has one box for it; nothing where city or postal code is unknown."""
    if "location.city" not in known or "location.zip" not in known:
        return {}
    city_state_zip = f"{known['location.city']}, {_joined(' ', known, 'location.state', 'location.zip')}"
    street = _joined(", ", known, "address_line1", "address_line2")
    whole = ", ".join(filter(None, (street, city_state_zip, known.get("location.country", ""))))
    return {
        "location.zip_and_city": _joined(" ", known, "location.zip", "location.city"),
        "location.city_state_zip": city_state_zip,
        "address_full": whole if street else "",
    }


def _dial_code(phone: str) -> str:
    stated = _DIAL_CODE.match(phone)
    return f"+{stated[1]}" if stated else ""


def _sponsorship(known: Mapping[str, str]) -> dict[str, str]:
    """Needed now or later is needed at some time; never needed is needed neither now nor later."""
    said = [known.get(name, "").casefold() for name in _SPONSORSHIP]
    if known.get("requires_sponsorship", "").casefold() == "no":
        return dict.fromkeys(_SPONSORSHIP, "no")
    if "yes" in said:
        return {"requires_sponsorship": "yes"}
    return {"requires_sponsorship": "no"} if said == ["no", "no"] else {}


def _joined(separator: str, known: Mapping[str, str], *names: str) -> str:
    return separator.join(known[name] for name in names if name in known)


def _present_job(known: Mapping[str, str]) -> str:
    """The path of the first job that has not ended; empty when there is none."""
    jobs = dict.fromkeys(name.rpartition(".")[0] for name in known if name.startswith("work_history."))
    still = (job for job in jobs if known.get(f"{job}.end_date", "").casefold() in _STILL_THERE)
    return next(still, "")


def _asks(question: str) -> bool:
    try:
        return bool(question_key(question))
    except ValueError:
        return False
