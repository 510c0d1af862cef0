"""The front desk: the path of an application from its POST to being counted, the same for every family.

POST arrives ─ hold before-count ─ counted ─ hold after-count ─ answer ─ hold after-response ─ confirmation page
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import UTC, datetime

from starlette.datastructures import UploadFile
from starlette.requests import Request

from ghosthands.practice.accounts import Accounts
from ghosthands.practice.form import PostedForm, UploadedFile
from ghosthands.practice.holds import HoldPoint, Holds
from ghosthands.practice.ledger import Ledger, ReceivedApplication, find_applicant, make_application_key
from ghosthands.practice.postings import Posting


@dataclass(frozen=True, slots=True)
class Desk:
    """The site's ledger of applications, its holds, and its accounts."""

    ledger: Ledger = field(default_factory=Ledger)
    holds: Holds = field(default_factory=Holds)
    accounts: Accounts = field(default_factory=Accounts)

    async def submit(self, posting: Posting, received: PostedForm) -> ReceivedApplication:
        """Count an acceptable application, held before and after as the holds say."""
        received_at = datetime.now(UTC)
        application = make_application_key(posting.key, find_applicant(received))
        await self.holds.pass_through(HoldPoint.BEFORE_COUNT, application)
        submission = await self.ledger.count(posting, received, received_at)
        await self.holds.pass_through(HoldPoint.AFTER_COUNT, application)
        return submission

    async def close(self) -> None:
        """Release everything that waits, for good: the site is stopping."""
        await self.ledger.close()
        await self.holds.close()

    async def confirm(self, application: str) -> None:
        """Return when the confirmation page of `application` may be shown."""
        await self.holds.pass_through(HoldPoint.AFTER_RESPONSE, application)


async def receive(request: Request) -> PostedForm:
    """Read a form POST; a file input left empty is no upload."""
    values: dict[str, list[str]] = {}
    uploads: dict[str, UploadedFile] = {}
    async with request.form() as form:
        for name, value in form.multi_items():
            if not isinstance(value, UploadFile):
                values.setdefault(name, []).append(value)
            elif value.filename:
                uploads[name] = await _take_in(value)
    return PostedForm(values, uploads)


async def _take_in(file: UploadFile) -> UploadedFile:
    content = await file.read()
    digest = hashlib.sha256(content).hexdigest()
    return UploadedFile(file.filename or "", file.content_type or "", len(content), digest)
