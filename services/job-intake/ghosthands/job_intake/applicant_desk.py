"""Answers NATS requests about an applicant: what data is held, and to erase it."""

from __future__ import annotations

import msgspec

from ghosthands.domain.codes import MessageFault
from ghosthands.domain.erasure import EraseApplicant
from ghosthands.domain.holdings import HoldingOf, HoldingsOf
from ghosthands.domain.services import JOB_INTAKE
from ghosthands.job_intake.disclosing import Disclosing
from ghosthands.job_intake.erasing import Erasing
from ghosthands.job_intake.people import NobodyKnown
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.messaging.work.micro import Answer, Endpoint, Micro, RequestRefused
from ghosthands.vault.errors import NotInVault


class ApplicantDesk:
    """Answers requests about applicants, from the vault and the log."""

    def __init__(self, erasing: Erasing, disclosing: Disclosing) -> None:
        self._erasing = erasing
        self._disclosing = disclosing

    def endpoint(self, bus: Bus) -> Micro:
        """Return the NATS service with its endpoints `erase`, `holdings` and `holding`."""
        answers: dict[str, Answer] = {"erase": self.erase, "holdings": self.list_all, "holding": self.read}
        asked = [
            Endpoint(what, subjects.applicants(what), _refusing(answer), JOB_INTAKE) for what, answer in answers.items()
        ]
        return Micro(bus, "applicants", asked, description="tells and erases what is held of an applicant")

    async def erase(self, data: bytes) -> bytes:
        """Erase as far as possible now, and report how far that is."""
        return msgspec.json.encode(await self._erasing.erase(micro.read(data, EraseApplicant)))

    async def list_all(self, data: bytes) -> bytes:
        """List by name what is held of the applicant."""
        return msgspec.json.encode(await self._disclosing.list_all(micro.read(data, HoldingsOf).whose))

    async def read(self, data: bytes) -> bytes:
        """Read one thing that is held, or a slice of it."""
        return await self._disclosing.read(micro.read(data, HoldingOf))


def _refusing(answer: Answer) -> Answer:
    """Wrap `answer` so that an unknown applicant, or a thing not held, raises RequestRefused."""

    async def refusing(data: bytes) -> bytes:
        try:
            return await answer(data)
        except NobodyKnown as unknown:
            raise RequestRefused(MessageFault.UNKNOWN_APPLICANT, str(unknown)) from None
        except NotInVault as gone:
            raise RequestRefused(MessageFault.NOT_IN_VAULT, str(gone)) from None

    return refusing
