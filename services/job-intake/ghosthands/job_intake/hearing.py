"""A message about a job, compared with what the job has asked and planned: the questions it answers, and its words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, cast

from ghosthands.contract.answer import refuse_texts
from ghosthands.contract.body import Invalid
from ghosthands.contract.message import JobMessage
from ghosthands.domain import job
from ghosthands.domain.codes import RequestFault
from ghosthands.domain.errors import Transient
from ghosthands.domain.human import AskKind, Resolution
from ghosthands.domain.job import Reason
from ghosthands.domain.message import Event
from ghosthands.domain.page import FieldModel
from ghosthands.domain.session import PageObserved
from ghosthands.messaging.log.states import job_of
from ghosthands.messaging.wire.recorded import History, Recorded, list_caused
from ghosthands.planning.choosing.offered import find_unoffered, list_file_questions, list_questions, word_unoffered
from ghosthands.vault.vault import Vault


class Sent(NamedTuple):
    """The time and place at which a message about a job was stored: the same at every delivery."""

    #: `cancel`, `retry` or `continue`
    what: str
    #: the message's sequence in GH_INTAKE
    sequence: int
    at: datetime
    #: the id of the command that the message is
    command_id: str


@dataclass(frozen=True)
class HeardMessage:
    """The answers of a message to one job, and its words. Its `repr` shows neither."""

    #: by question key
    answers: Mapping[str, str] = field(repr=False)
    words: str = field(repr=False)

    def beside(self, ask: job.HumanRequested | None) -> dict[str, str]:
        """Return the answers to questions that `ask` does not ask."""
        asked = _list_asked(ask)
        return {key: text for key, text in self.answers.items() if key not in asked}

    def answer(self, ask: job.HumanRequested) -> dict[str, Any]:
        """Return the resolution of `ask`: its values, or that it is done where the message has none for it."""
        asked = _list_asked(ask)
        values = {key: text for key, text in self.answers.items() if key in asked}
        by_kind = Resolution.REVIEWED if ask.kind is AskKind.REVIEW else Resolution.VALUE
        return {
            "request_id": ask.request_id,
            "resolution": by_kind if values else Resolution.DONE,
            "values": values,
        }


def hear(message: JobMessage, history: History) -> HeardMessage:
    """Return the answers and words that the message has for the job with that history."""
    said = message.said
    keys = job.find_question_keys(said.overrides, history.events)
    return HeardMessage({key: said.overrides[name] for name, key in keys.items()}, said.words)


async def check_options(heard: HeardMessage, history: History, vault: Vault) -> None:
    """Raise Invalid where an answer is none of its field's options on a page the job saw, or the field takes a file."""
    left = dict(heard.answers)
    unoffered: list[FieldModel] = []
    for ref in _list_pages(history):
        page = await vault.find_page(ref) if left else None
        if page is not None:
            asked = list_questions(page)
            refuse_texts(left.keys() - asked, list_file_questions(page), "message")
            unoffered += find_unoffered(page, left).values()
            left = {key: text for key, text in left.items() if key not in asked}
    if unoffered:
        raise Invalid(Reason("message", RequestFault.NOT_AN_OPTION, word_unoffered(unoffered)))


def find_standing(history: History, said_at: datetime) -> job.Standing | None:
    """Compare the time of a message with the job as it is; None where the job neither asks nor has ended."""
    state = job_of(history)
    stands = next((one for one in reversed(history.recorded) if job.is_standing_by(state, one.event)), None)
    if stands is None:
        return None
    heeded = find_last_continuation(history)
    is_heeding = heeded is not None and heeded.sequence > stands.sequence
    return job.Standing(said_at, _time_of(stands), _time_of(heeded) if heeded and is_heeding else None)


def find_continuation(history: History, command_id: str) -> Recorded[job.JobContinued] | None:
    """Return the event that the command `command_id` continued the job; None where there is none."""
    return next(iter(list_caused(history.recorded, command_id, job.JobContinued)), None)


def find_last_continuation(history: History) -> Recorded[job.JobContinued] | None:
    """Return the job's last JobContinued; None where there is none."""
    return next(reversed(_list_continuations(history)), None)


def require_heeded(history: History, now: datetime) -> None:
    """Raise Transient where a message is about to begin an attempt, which a cancel has to wait for."""
    state = job_of(history)
    standing = find_standing(history, now) if state.ended else None
    if standing is not None and standing.heeding_since is not None and now < standing.heeding_since + job.HEEDING:
        raise Transient(f"job {state.id} is about to be tried anew")


def count_continuations(history: History, before: int) -> int:
    """Count the messages that continued the job before that sequence."""
    return sum(one.sequence < before for one in _list_continuations(history))


def find_ask(history: History, request_id: str) -> job.HumanRequested | None:
    """Return the request to a human with that id; None where there is none."""
    asks = (event for event in history.events if isinstance(event, job.HumanRequested))
    return next((ask for ask in asks if ask.request_id == request_id), None)


def _list_continuations(history: History) -> list[Recorded[job.JobContinued]]:
    return [
        cast("Recorded[job.JobContinued]", one) for one in history.recorded if isinstance(one.event, job.JobContinued)
    ]


def _list_pages(history: History) -> Iterable[str]:
    """Return the references of the job's page models, the last first, each once."""
    seen = (event.page.model_ref for event in reversed(history.events) if isinstance(event, PageObserved))
    return dict.fromkeys(seen)


def _time_of(recorded: Recorded[Event]) -> datetime:
    return recorded.stored_at or recorded.at


def _list_asked(ask: job.HumanRequested | None) -> frozenset[str]:
    """Return the question keys that `ask` asks."""
    return frozenset(one.question_key for one in ask.fields) if ask is not None else frozenset()
