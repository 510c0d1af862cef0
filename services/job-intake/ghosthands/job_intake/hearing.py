"""A message about a job, held against what the job has asked and planned: which questions it answers, and its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ghosthands.contract.message import JobMessage
from ghosthands.domain import job
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.messaging.wire.recorded import History


@dataclass(frozen=True)
class HeardMessage:
    """The answers of a message to one job, and its words. Its `repr` shows nothing of them."""

    #: by question key
    answers: Mapping[str, str] = field(repr=False)
    words: str = field(repr=False)

    def beside(self, ask: job.HumanRequested | None) -> dict[str, str]:
        """The answers to what is not asked just now."""
        asked = _list_asked(ask)
        return {key: text for key, text in self.answers.items() if key not in asked}

    def answer(self, ask: job.HumanRequested) -> dict[str, Any]:
        """The answer to what is asked: its values, or that whoever says it is done with what needs none."""
        asked = _list_asked(ask)
        values = {key: text for key, text in self.answers.items() if key in asked}
        by_kind = Resolution.REVIEWED if ask.kind is AskKind.REVIEW else Resolution.VALUE
        return {
            "request_id": ask.request_id,
            "resolution": by_kind if values else Resolution.DONE,
            "values": values,
        }


def hear(message: JobMessage, history: History) -> HeardMessage:
    """What the message says of the job of that history."""
    said = message.said
    keys = job.find_question_keys(said.overrides, history.events)
    return HeardMessage({key: said.overrides[name] for name, key in keys.items()}, said.words)


def _list_asked(ask: job.HumanRequested | None) -> frozenset[str]:
    """The question keys of what is asked."""
    return frozenset(one.question_key for one in ask.fields) if ask is not None else frozenset()
