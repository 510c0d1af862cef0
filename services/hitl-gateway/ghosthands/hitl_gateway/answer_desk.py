"""Answers NATS requests about an applicant's remembered answers: to list them, and to forget one."""

from __future__ import annotations

import msgspec

from ghosthands.domain.answers import AnswersOf, KeptAnswer
from ghosthands.domain.services import HITL_GATEWAY
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.messaging.work.micro import Endpoint, Micro
from ghosthands.vault.applicant import Applicant
from ghosthands.vault.vault import Vault


class AnswerDesk:
    """Answers requests about remembered answers, from the vault."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def endpoint(self, bus: Bus) -> Micro:
        """Return the NATS service for remembered answers."""
        asked = Endpoint("of", subjects.ANSWERS, self.answer, HITL_GATEWAY)
        return Micro(bus, "answers", [asked], description="what an applicant answered that holds for other forms too")

    async def answer(self, data: bytes) -> bytes:
        """Return the remembered answers, after forgetting the one named, if any. Raises RequestRefused."""
        asked = micro.read(data, AnswersOf)
        person = Applicant(asked.tenant, asked.applicant)
        if asked.forget is not None:
            await self._vault.forget_remembered(person, asked.forget)
        remembered = await self._vault.get_remembered(person)
        return msgspec.json.encode(
            [
                KeptAnswer(
                    question_key=key,
                    question=one.question,
                    kind=one.kind,
                    options=len(one.options),
                    text=one.text if asked.with_text else None,
                )
                for key, one in sorted(remembered.items(), key=lambda found: (found[1].question, found[0]))
            ]
        )
