"""An applicant's data for filling forms, by key: `profile.location.city`, `answers.<question key>`, `drafts.<question
key>`, `remembered.<question key>`, `files.resume`.

`credentials.username` and the like are available only `at` a host that there are credentials for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from ghosthands.domain import keys
from ghosthands.domain.answers import RememberedAnswer
from ghosthands.domain.keys import CODE, CONSTANTS
from ghosthands.domain.profile import OTHER, flatten, flatten_answers, list_own_questions, list_questions
from ghosthands.domain.residence import read_residence
from ghosthands.vault.code_sources import Authenticator, nearest
from ghosthands.vault.credentials import Credentials, OneTimeCode, covering
from ghosthands.vault.errors import NotInVault
from ghosthands.vault.sealed import StoredFile

#: the prefixes of values that may be a yes or a no
_SAID = (keys.ANSWERS, "profile.")


@dataclass(frozen=True)
class ApplicantData:
    """An applicant's data for filling forms, by key. Its `repr` shows none of them.

    `CONSTANTS` can be read like any key, but `keys` does not list them, since they are the same for everyone.
    """

    #: the job's URL in full, including its query
    target_url: str = field(repr=False)
    _values: Mapping[str, str] = field(repr=False)
    _files: Mapping[str, StoredFile | None] = field(repr=False)
    _every_credentials: tuple[Credentials, ...] = field(default=(), repr=False)
    #: the credentials for the host set with `at`
    credentials: Credentials | None = field(default=None, repr=False)
    #: the questions that the request answers, in its own words, by key
    own_questions: Mapping[str, str] = field(default_factory=dict, repr=False)
    #: the person's answers to other forms, by question key
    remembered: Mapping[str, RememberedAnswer] = field(default_factory=dict, repr=False)
    #: a code that was sent to the person, for one host
    code: OneTimeCode | None = field(default=None, repr=False)
    #: the authenticators that compute the person's other codes
    authenticators: tuple[Authenticator, ...] = field(default=(), repr=False)
    #: the time for which codes are computed
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
        """Build the data from a request (`target_url`, `profile`, `qa_answers`), texts by key, and files by kind."""
        profile = request.get("profile") or {}
        questions = list_questions(profile, request.get("qa_answers") or {})
        given = flatten(profile) | flatten_answers(questions)
        said = {f"{keys.ANSWERS}{key}": text for key, text in answers.items()}
        named = {f"{keys.FILES}{kind}": file for kind, file in files.items()}
        drafted = {f"{keys.DRAFTS}{key}": text for key, text in (drafts or {}).items()}
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
        """Return this data with the credentials and the code for that host only, if there are any.

        A code that somebody entered takes precedence over a computed one.
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
        own = key in self._values and not str(key).startswith(OTHER)
        return own or key in self._files or key in CONSTANTS

    def keys(self) -> list[str]:
        """Return every key that may be filled in: `profile.…`, `answers.…`, `files.…`, and `credentials.…`."""
        return [key for key in (*self._values, *self._files) if key in self]

    def for_planning(self, host: str) -> tuple[frozenset[str], Mapping[str, str]]:
        """Return the keys that a page of that host may be filled from, and the values that may be a yes or a no."""
        here = frozenset(self.at(host).keys())
        return here, {key: self.value(key) for key in here if key.startswith(_SAID)} | CONSTANTS

    def value(self, key: str) -> str:
        """Return the value of a key; where the applicant lives, as a Residence. Raises NotInVault."""
        if key not in self or key in self._files:
            raise NotInVault(key)
        return CONSTANTS.get(key) or read_residence(key, self._values) or self._values[key]

    def file(self, key: str) -> StoredFile:
        """Return the file of a key such as `files.resume`. Raises NotInVault, also for data read without files."""
        file = self._files.get(key)
        if file is None:
            raise NotInVault(key)
        return file

    def all_values(self) -> dict[str, str]:
        """Return everything of this person that must not be visible outside, by key, including file names."""
        names = {key: file.name for key, file in self._files.items() if file is not None}
        return {**self._values, **self._secrets(), **names}

    def _secrets(self) -> dict[str, str]:
        """Return the credentials of all hosts, numbered since their domains are private too, and the codes' secrets."""
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
    """Return a code by its keys: as a whole, and by its characters, each of which may have a box of its own."""
    if given is None:
        return {}
    return {CODE: given.code} | {f"{CODE}.{n}": letter for n, letter in enumerate(given.code, start=1)}
