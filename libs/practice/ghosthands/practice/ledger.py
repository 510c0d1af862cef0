"""The ledger: every application the site accepted, by applicant, and every attempt it refused.

Nothing is deduplicated: two POSTs of the same application are two submissions, which is the purpose of the site. It is
kept in memory, with the values as they were received.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from ghosthands.practice.form import PostedForm
from ghosthands.practice.postings import Posting, covers


@dataclass(frozen=True, slots=True)
class ReceivedApplication:
    """An accepted POST of a whole application."""

    number: int
    posting: str
    applicant: str
    received_at: datetime
    counted_at: datetime
    received: PostedForm
    #: whether the resume is the expected one, byte for byte; None when no one said what to expect
    resume_matches: bool | None

    @property
    def application(self) -> str:
        """The application's key: the posting's key and the applicant's e-mail."""
        return make_application_key(self.posting, self.applicant)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A refused POST, of a whole application or of a step of it."""

    posting: str
    applicant: str
    at: datetime
    #: by field name; the empty name is for the form as a whole
    problems: dict[str, str]


def make_application_key(posting: str, applicant: str) -> str:
    """Return an application's key: the posting's key and the applicant's e-mail, like a path."""
    return f"{posting}/{applicant}"


@dataclass(frozen=True, slots=True)
class ReceivedStep:
    """An accepted POST that began an application, or of a step of it."""

    posting: str
    at: datetime


class Ledger:
    """The requests to the site since it started or was last cleared."""

    def __init__(self) -> None:
        self.submissions: list[ReceivedApplication] = []
        self.attempts: list[Attempt] = []
        self.steps: list[ReceivedStep] = []
        self._expected_resumes: dict[str, str] = {}
        self._counted = asyncio.Condition()
        self._closed = False

    async def count(self, posting: Posting, received: PostedForm, received_at: datetime) -> ReceivedApplication:
        """Record an accepted application."""
        submission = ReceivedApplication(
            number=len(self.submissions) + 1,
            posting=posting.key,
            applicant=find_applicant(received),
            received_at=received_at,
            counted_at=datetime.now(UTC),
            received=received,
            resume_matches=self._resume_matches(posting, received),
        )
        async with self._counted:
            self.submissions.append(submission)
            self._counted.notify_all()
        return submission

    def refuse(self, posting: Posting, received: PostedForm, problems: dict[str, str]) -> None:
        """Record a POST that was not acceptable."""
        self.attempts.append(Attempt(posting.key, find_applicant(received), datetime.now(UTC), problems))

    def begin(self, posting: Posting) -> None:
        """Record a step of an unfinished application."""
        self.steps.append(ReceivedStep(posting.key, datetime.now(UTC)))

    def expect_resume(self, posting: str, sha256: str) -> None:
        """Compare each resume sent to `posting` with this digest, hexadecimal, from now on."""
        self._expected_resumes[posting] = sha256.lower()

    def of(self, key: str = "*", applicant: str = "") -> list[ReceivedApplication]:
        """Return the submissions under `key`, of one applicant if given, oldest first."""
        return [each for each in self.submissions if _is_of(each, key, applicant)]

    def attempts_of(self, key: str = "*", applicant: str = "") -> list[Attempt]:
        """Return the refused POSTs under `key`, of one applicant if given, oldest first."""
        return [each for each in self.attempts if _is_of(each, key, applicant)]

    def numbered(self, number: str) -> ReceivedApplication | None:
        """Return the submission of that number, as text; None when there is none."""
        return next((each for each in self.submissions if str(each.number) == number), None)

    async def wait_counted(self, key: str, count: int, timeout: float, applicant: str = "") -> int:
        """Return the number of submissions, once there are `count`; or after `timeout` seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout), self._counted:
                await self._counted.wait_for(lambda: self._closed or len(self.of(key, applicant)) >= count)
        return len(self.of(key, applicant))

    def clear(self) -> None:
        """Forget all submissions, attempts and steps."""
        self.submissions.clear()
        self.attempts.clear()
        self.steps.clear()
        self._expected_resumes.clear()

    async def close(self) -> None:
        """Wake all who wait for a submission: none will come."""
        async with self._counted:
            self._closed = True
            self._counted.notify_all()

    def _resume_matches(self, posting: Posting, received: PostedForm) -> bool | None:
        expected = self._expected_resumes.get(posting.key)
        if expected is None:
            return None
        resumes = [upload for name, upload in received.uploads.items() if "resume" in name.lower()]
        return [resume.sha256 for resume in resumes] == [expected]


def find_applicant(received: PostedForm) -> str:
    """Return the applicant's e-mail in lower case, from the field with "email" in its name."""
    names = sorted((name for name in received.values if "email" in name.lower()), key=len)
    return received.first(names[0]).lower() if names else ""


def _is_of(entry: ReceivedApplication | Attempt, key: str, applicant: str) -> bool:
    application = make_application_key(entry.posting, entry.applicant)
    return covers(key, application) and applicant.lower() in {"", entry.applicant}
