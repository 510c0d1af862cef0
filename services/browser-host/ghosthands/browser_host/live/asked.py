"""The text that tells a viewer what a waiting job waits for: plain words, none of them an applicant's."""

from __future__ import annotations

from collections.abc import Mapping

from ghosthands.domain.codes import BlockerType, Stuck
from ghosthands.domain.human import AskKind
from ghosthands.domain.job import HumanRequested, Job, Phase, find_awaited_wall

_OTHERWISE = "Please see what blocks the application here."

#: by the code of a wall, or of what the job is stuck at
_IN_THE_WAY: Mapping[str, str] = {
    BlockerType.CAPTCHA: "Please solve the captcha.",
    BlockerType.BOT_CHECK: "Please pass this page's check for a person.",
    BlockerType.LOGIN: "Please sign in.",
    BlockerType.TWO_FACTOR: "Please enter the code that was sent to the applicant, or that their app shows.",
    BlockerType.RATE_LIMITED: "The site asks to come back later: please wait until it lets you in.",
    Stuck.CODE_REFUSED: "The code was refused: please enter the one that was sent last.",
    Stuck.CREDENTIALS_REFUSED: "The credentials were refused: please sign in.",
    Stuck.NO_WAY_ON: "No button was found that leads on: please go to the next page.",
    Stuck.BUTTON_DISABLED: "The button that sends the form stays disabled: please see what it waits for.",
    Stuck.PAGE_ERROR: "The form is not accepted, and does not say why: please see what is wrong with it.",
    Stuck.FIELDS_LOST: "The page empties or overwrites what is filled in: please fill it in and send it.",
    Stuck.REQUEST_HELD: "The page tried to send what was filled in, without a press, and was blocked: please"
    " send it here if it should be sent now.",
    Stuck.SUBMISSIONS_STOPPED: "Submissions are stopped: it waits until they are allowed.",
    Stuck.UNEXPECTED_PAGE: "This is not the page that was expected: please go to the form.",
    Stuck.VALIDATION_ERROR: "The form refuses what was filled in: please correct it.",
}


def describe_wait(job: Job) -> str:
    """Describe what the job waits for a human to do; empty if it does not wait."""
    if job.phase is not Phase.WAITING or job.human.ask is None or job.human.answer is not None:
        return ""
    return f"{_describe_ask(job.human.ask)} {_describe_then(job, job.human.ask)}"


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
            return _IN_THE_WAY.get(ask.code or "", _OTHERWISE)
