"""A request to a human as the upstream product shows it: one of six types, with only what that type shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from ghosthands.domain.codes import BlockerType, Stuck
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import HumanRequested, Job
from ghosthands.domain.message import Event
from ghosthands.domain.page import PageModel
from ghosthands.domain.quotes import quote_page
from ghosthands.domain.session import BlockerDetected
from ghosthands.hitl_gateway.ask_wording import list_said, word_ask


class InteractionType(StrEnum):
    """The types of question that a person is shown."""

    CAPTCHA = "captcha"
    TWO_FACTOR = "two_factor"
    LOGIN_REQUIRED = "login_required"
    BOT_CHECK = "bot_check"
    RATE_LIMITED = "rate_limited"
    #: go on or skip: any other request
    VERIFICATION = "verification"


_TYPES: Mapping[str, InteractionType] = {
    BlockerType.CAPTCHA: InteractionType.CAPTCHA,
    BlockerType.LOGIN: InteractionType.LOGIN_REQUIRED,
    BlockerType.TWO_FACTOR: InteractionType.TWO_FACTOR,
    BlockerType.BOT_CHECK: InteractionType.BOT_CHECK,
    BlockerType.RATE_LIMITED: InteractionType.RATE_LIMITED,
    Stuck.CREDENTIALS_REFUSED: InteractionType.LOGIN_REQUIRED,
    Stuck.CODE_REFUSED: InteractionType.TWO_FACTOR,
}

#: a person who is shown `verification` can say nothing but this
_SUBMITTED_BY_BUTTON = " To continue says that it was submitted; to skip says that it was not."


def type_of(ask: HumanRequested) -> InteractionType:
    """Return the type that the request is shown as."""
    return _TYPES.get(ask.code or "", InteractionType.VERIFICATION)


def describe_interaction(
    ask: HumanRequested,
    page: PageModel | None,
    page_url: str | None,
    before: Sequence[Event],
    state: Job,
) -> dict[str, Any]:
    """Return the block `interaction`; `before` is the job's history until then, `state` what the job is by now."""
    words, said = word_ask(ask, page, state), quote_page(list_said(ask, page))
    buttons = _SUBMITTED_BY_BUTTON if ask.kind is AskKind.SUBMIT_UNCLEAR else ""
    described = {
        "type": type_of(ask),
        "timeout_seconds": ask.timeout_seconds,
        "description": words.description + buttons + (f"\n{said}" if said else ""),
        "message": words.message,
        **({"page_url": page_url} if page_url else {}),
    }
    wall = next((event for event in reversed(before) if isinstance(event, BlockerDetected)), None)
    if ask.kind is not AskKind.BLOCKER or wall is None or wall.type != ask.code:
        return described
    metadata = {"blocker_confidence": wall.confidence, "detection_method": wall.evidence}
    return {**described, "original_blocker_type": wall.type, "metadata": metadata}
