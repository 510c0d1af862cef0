"""Planner's questions to models: as few as possible, once a page; if none answers, the page is planned all the same."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence

from ghosthands.chassis import logging, metrics
from ghosthands.domain.asked_models import Purpose
from ghosthands.domain.engine import READING_TIER
from ghosthands.domain.page import FieldModel, PageModel
from ghosthands.domain.services import PLANNER
from ghosthands.models import Account, HiddenValues, Meter, ModelCall, ModelGateway, ModelTrouble, Wish
from ghosthands.planning import classification, drafting
from ghosthands.planning.drafting import OpenQuestion
from ghosthands.planning.known import Known
from ghosthands.planning.matching import Match
from ghosthands.planning.plan import PagePlan
from ghosthands.planning.proving import Sources

_CALLS = metrics.counter(PLANNER, "model_calls", "Questions to a model", ["purpose", "code"])
_TOKENS = metrics.counter(PLANNER, "model_tokens", "Tokens asked and answered", ["purpose"])
_DOLLARS = metrics.counter(PLANNER, "model_cost_usd", "What models cost, where that is known", ["purpose"])

#: length of the mark around a page's words, which the page cannot guess
_NONCE_BYTES = 8

log = logging.get(__name__)


class Asking:
    """The questions to models for one page's plan."""

    def __init__(self, gateway: ModelGateway, wish: Wish, meter: Meter, *, may_ask: bool = True) -> None:
        self._gateway = gateway
        self._wish = wish
        self._meter = meter
        self._may_ask = may_ask

    @property
    def is_possible(self) -> bool:
        """Whether there is a model to ask, and the job may ask it."""
        return self._may_ask and self._gateway.is_configured

    async def find_unclassified(self, page: PageModel, planned: PagePlan, known: Known) -> Sequence[FieldModel]:
        """Return the fields to ask a model about; none if there is no model to ask."""
        if not self.is_possible:
            return ()
        own = classification.list_own(planned, known)
        # a huge page takes a good part of a second, and signs of life must go out meanwhile
        return await asyncio.to_thread(classification.find_unclassified, page, planned, known.keys, own)

    def list_servers(self, page: PageModel, planned: PagePlan, unclassified: Sequence[FieldModel]) -> list[str]:
        """Return the base URLs of the providers that are asked first about the page, in the order of the questions.

        If such a provider fails, another may be asked, which is not among them.
        """
        purposes = [
            *([Purpose.CLASSIFY] if unclassified else []),
            *([Purpose.DRAFT] if self.is_possible and drafting.find_open(page, planned) else []),
        ]
        return [*dict.fromkeys(self._open(purpose).server for purpose in purposes)]

    async def classify(self, fields: Sequence[FieldModel], planned: PagePlan, known: Known) -> Mapping[str, Match]:
        """Return, by field id, the keys that a model is sure of for these fields, which no rule understands."""
        if not fields:
            return {}
        account = self._open(Purpose.CLASSIFY)
        own = classification.list_own(planned, known)
        offered = classification.list_offered(fields, known.keys)
        question = classification.write_question(fields, offered, secrets.token_hex(_NONCE_BYTES), own)
        try:
            answer = await account.ask(question, classification.SCHEMA, name="fields")
        except ModelTrouble as trouble:
            log.warning("fields_not_classified", code=trouble.code)
            return {}
        found = classification.read_answer(answer.data, fields, offered, own)
        log.info("fields_classified", asked=len(fields), found=len(found))
        return found

    async def draft(
        self, asked: Sequence[OpenQuestion], lines: Sequence[str], sources: Sources, hidden: HiddenValues
    ) -> Mapping[str, str]:
        """Return answers in words, by field id; drafts that say more than the sources are dropped."""
        account = self._open(Purpose.DRAFT, hidden)
        question = drafting.write_question(asked, lines, secrets.token_hex(_NONCE_BYTES))
        try:
            answer = await account.ask(question, drafting.SCHEMA, name="answers")
        except ModelTrouble as trouble:
            log.warning("answers_not_drafted", code=trouble.code)
            return {}
        drafts, refused = drafting.read_answer(answer.data, asked, sources)
        log.info("answers_drafted", asked=len(asked), kept=len(drafts), refused=sorted(refused.values()))
        return drafts

    def _open(self, purpose: Purpose, hidden: HiddenValues | None = None) -> Account:
        tier = READING_TIER if purpose is Purpose.DRAFT else 0
        return Account(self._gateway, purpose, tier=tier, wish=self._wish, meter=self._meter, secrets=hidden)


def count_call(call: ModelCall) -> None:
    """Count the model's call in the metrics."""
    _CALLS.labels(call.purpose, call.code or "").inc()
    _TOKENS.labels(call.purpose).inc(call.input_tokens + call.output_tokens)
    if call.cost_usd is not None:
        _DOLLARS.labels(call.purpose).inc(float(call.cost_usd))
