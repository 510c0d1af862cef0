"""The text that tells a viewer what a waiting job waits for: plain words, none of them an applicant's."""

from __future__ import annotations

from ghosthands.domain.codes import to_do_of, why_of
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import HumanRequested, Job, find_awaited_wall, open_request
from ghosthands.domain.sentences import begin_sentence


def describe_wait(job: Job) -> str:
    """Describe what the job waits for a human to do; empty if it does not wait."""
    ask = open_request(job)
    return f"{_describe_ask(ask)} {_describe_then(job, ask)}" if ask is not None else ""


def _describe_then(job: Job, ask: HumanRequested) -> str:
    if find_awaited_wall(job) is not None:
        return "The application then continues by itself."
    if ask.kind is AskKind.SUBMIT_UNCLEAR:  # "done" would be taken for "it was submitted"
        return "Then say “It was submitted” or “It was not submitted”, where you were asked."
    return "Then say that you did it, where you were asked."


def _describe_ask(ask: HumanRequested) -> str:
    match ask.kind:
        case AskKind.FIELDS if len(ask.fields) > 1:
            return f"{len(ask.fields)} questions on this page are open: please answer them."
        case AskKind.FIELDS:
            return "One question on this page is open: please answer it."
        case AskKind.REVIEW:
            return "A model drafted answers to questions of this page: please read them where you were asked." + (
                " Others are open: please answer them." if len(ask.fields) > len(ask.drafted) else ""
            )
        case AskKind.SUBMIT_UNCLEAR:
            return "It is not clear whether the application was submitted: please look."
        case AskKind.BLOCKER | AskKind.STUCK:
            return f"{begin_sentence(why_of(ask.code))}. {to_do_of(ask.code)}"
