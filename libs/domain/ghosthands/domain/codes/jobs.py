"""Codes of jobs: the reasons for refusals, the obstacles, and the ways in which a job ends."""

from __future__ import annotations

from ghosthands.domain.codes.actions import ActionFailure
from ghosthands.domain.codes.browsers import BrowserFailure, PageFailure, StopCode
from ghosthands.domain.codes.code import Code, find
from ghosthands.domain.codes.engines import EngineFailure
from ghosthands.domain.codes.messages import MessageFault


class Refusal(Code):
    """The reasons for refusing a command."""

    REJECTED = "rejected", "its state forbids it"
    UNKNOWN_JOB = MessageFault.UNKNOWN_JOB
    ALREADY_REJECTED = "already_rejected", "the job was rejected"
    ALREADY_COMPLETED = "already_completed", "the job is completed"
    ALREADY_FAILED = "already_failed", "the job has failed"
    ALREADY_CANCELLED = "already_cancelled", "the job is cancelled"
    ALREADY_TIMED_OUT = "already_timed_out", "the job's time is up"
    TOO_LATE = "too_late", "the submission has begun"
    JOB_NOT_RETRYABLE = (
        "job_not_retryable",
        "the job did not end unsent, may have been sent, or ended after that was said",
    )
    JOB_NOT_CONTINUABLE = (
        "job_not_continuable",
        "the job goes on by itself, or came to stand as it does after that was said",
    )
    ANSWERS_NOTHING = "answers_nothing", "the message answers nothing of what the job asks"
    JOB_ENDED = "job_ended", "the job has ended"
    STALE_EPOCH = "stale_epoch", "the job was claimed anew"
    SESSION_GONE = "session_gone", "the session is not open"
    WRONG_HOST = "wrong_host", "the session is on another host"
    ENGINE_NOT_ATTACHED = "engine_not_attached", "the engine is not at work on the page"
    PAGE_TOO_LARGE = "page_too_large", "the page asks more than any application does"
    PAGE_UNREADABLE = EngineFailure.PAGE_UNREADABLE
    ELEMENT_NOT_FOUND = ActionFailure.ELEMENT_NOT_FOUND
    IRREVERSIBLE = "irreversible", "a run of actions may hold reversible ones only"
    NOT_A_STEP = "not_a_step", "the button is not provably a mere step"
    NOT_AN_ACCOUNT = "not_an_account", "the button is not provably one that makes an account"
    NO_INTENT = "no_intent", "no such intent is on the log"
    INTENT_SETTLED = "intent_settled", "the intent is settled"
    NO_PAGE_MODEL = "no_page_model", "what was read of the page cannot be read any more"
    NO_APPLICANT_DATA = "no_applicant_data", "the applicant's data cannot be read"
    APPLICANT_ERASED = MessageFault.APPLICANT_ERASED
    BROWSER_CRASHED = BrowserFailure.BROWSER_CRASHED
    INTERNAL_ERROR = MessageFault.INTERNAL_ERROR
    #: about an answer to a job's request
    NOT_OPEN = "not_open", "the request is not open"
    TIMED_OUT = "timed_out", "the time to answer is over"
    ALREADY_ANSWERED = "already_answered", "the request was answered already"


class BlockerType(Code):
    """The obstacles that only a human gets past."""

    CAPTCHA = "captcha", "a captcha stands before the form, and nobody took care of it"
    LOGIN = "login", "the site wants a login first, and nobody took care of it or gave credentials"
    TWO_FACTOR = "two_factor", "the site wants a code sent to the applicant, and nobody entered it"
    BOT_CHECK = "bot_check", "the site wants to know that a person is there, and nobody told it"
    RATE_LIMITED = "rate_limited", "the site asks to come back later"
    CLOSED = "closed", "the posting takes no applications any more"


class Stuck(Code):
    """The reasons for asking a human other than a wall.

    Walls that credentials or a code did not open are among them.
    """

    CREDENTIALS_REFUSED = "credentials_refused", "the site did not let the credentials in, and nobody gave others"
    CODE_REFUSED = "code_refused", "the site did not take the code, and nobody entered another"
    NO_WAY_ON = "no_way_on", "the form shows no button that leads on, and nobody knew one"
    PAGE_ERROR = (
        "page_error",
        "the form would not be taken, without a word on what is wrong, and nobody knew better",
    )
    VALIDATION_ERROR = "validation_error", "the form refused what was filled in, and nobody knew better"
    REQUEST_HELD = (
        "request_held",
        "the page tried to send what was filled in by itself; it was held, and nobody said that it may go on",
    )
    SUBMISSIONS_STOPPED = "submissions_stopped", "submissions are stopped, and nobody let this one go on"
    UNEXPECTED_PAGE = "unexpected_page", "an unexpected page came, and nobody knew what to do"


class JobFailure(Code):
    """The reasons for which a job ends without a submission, beside those of refusals, walls and Stuck."""

    JOB_CLOSED = "job_closed", "the posting takes no applications any more"
    CRASH_LOOP = "crash_loop", "the job brought its executor down again and again"
    BROWSER_CRASHED = BrowserFailure.BROWSER_CRASHED
    NETWORK_ERROR = PageFailure.NETWORK_ERROR
    CONNECTION_REFUSED = PageFailure.CONNECTION_REFUSED
    HOST_NOT_FOUND = PageFailure.HOST_NOT_FOUND
    HITL_TIMEOUT = "hitl_timeout", "a human was asked and did not answer in time"
    NOT_SUBMITTED = "not_submitted", "its submission was unclear, and a human said that it was not sent"
    SUBMIT_UNCLEAR = "submit_unclear", "it may have been sent or not, and nobody knew"
    TIMEOUT = "timeout", "the time for the job was up"
    BUDGET_EXCEEDED = "budget_exceeded", "the budget for models was spent, and something was still open"
    MANUAL_FAILED = "manual_failed", "a step of its manual has no place on the page, or did not go well"
    NO_MANUAL = "no_manual", "it was to go by a manual alone, and there is none for its address and task"
    DATA_NOT_FOUND = "data_not_found", "the page does not say what was asked of it, in the shape that was asked for"
    TASK_NOT_DONE = "task_not_done", "nothing on the page could be done for the task"


class CodeSearch(Code):
    """The outcomes of a search for a code that the applicant would otherwise be asked for."""

    FOUND = "found", "the code is at hand"
    NO_MAIL = "no_mail", "no mail for that site brought a code in time"
    AMBIGUOUS = "ambiguous", "the mail for that site names more than one code"
    MAILBOX_AWAY = "mailbox_away", "the mailbox did not answer"
    MAILBOX_CLOSED = "mailbox_closed", "the mailbox did not take the user name and password"
    MAILBOX_PRIVATE = "mailbox_private", "the mailbox is in a private network"


class CancelReason(Code):
    """The reasons for cancelling a job other than that somebody no longer wants it."""

    WORKER_DEREGISTERED = "worker_deregistered", "the worker that it ran on was taken out of service"
    APPLICANT_ERASED = MessageFault.APPLICANT_ERASED


class Evidence(Code):
    """The evidence that settles an intent: it had no lasting effect, or the application was received."""

    PAGE = "page", "the page confirms it"
    HUMAN = "human", "a human says so"
    VALIDATION = "validation", "the page misses an answer that was left out, and still shows those it was given"
    REFUSED_VALUE = (
        "refused_value",
        "the page refuses an answer that it still shows, which may be nonsense: a human says whether it was sent",
    )
    MOVED_ON = "moved_on", "the button led on to another page of the form"
    NOT_PRESSED = ActionFailure.NOT_PRESSED


class DryRunEnd(Code):
    """The acts before which a dry run ends."""

    SUBMIT = "submit", "what comes next sends the application"
    STEP = "step", "the way on sends something, so the pages behind it were not seen"
    SIGN_IN = "sign_in", "what comes next signs in with the applicant's credentials"
    CREATE_ACCOUNT = "create_account", "what comes next makes an account"
    #: the page does not go on without a field that would have sent something
    NOT_TRIED = ActionFailure.NOT_TRIED


#: the enums with a job's failure codes, in the order in which they are searched
JOB_FAILURES: tuple[type[Code], ...] = (
    JobFailure,
    BlockerType,
    Stuck,
    Refusal,
    StopCode,
    PageFailure,
    BrowserFailure,
    MessageFault,
)

#: the requests that a human may answer with credentials
LOGINS = frozenset({BlockerType.LOGIN, Stuck.CREDENTIALS_REFUSED})
#: and those that they may answer with the code sent to the applicant
CODES = frozenset({BlockerType.TWO_FACTOR, Stuck.CODE_REFUSED})


def today_of(failure: str) -> str:
    """Return the failure in today's spelling; one of another enum stays as it is."""
    return find(failure, JobFailure) or failure


def words_of(failure: str) -> str:
    """Return the reason for a job's failure, in words; empty for an unknown code."""
    found = find(failure, *JOB_FAILURES)
    return found.words if found else ""


def is_retryable(failure: str) -> bool:
    """Whether another attempt may get past the failure."""
    found = find(failure, *JOB_FAILURES)
    return found is not None and found.retryable
