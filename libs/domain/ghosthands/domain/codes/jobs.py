"""Codes of jobs: the reasons for refusals, the obstacles, and the ways in which a job ends."""

from __future__ import annotations

from ghosthands.domain.codes.actions import ActionFailure
from ghosthands.domain.codes.browsers import BrowserFailure, PageFailure, StopCode
from ghosthands.domain.codes.code import Code, find
from ghosthands.domain.codes.engines import EngineFailure
from ghosthands.domain.codes.messages import MessageFault, RequestFault


class Refusal(Code):
    """The reasons for refusing a command."""

    REJECTED = "rejected", "its state does not permit this"
    UNKNOWN_JOB = MessageFault.UNKNOWN_JOB
    ALREADY_REJECTED = "already_rejected", "the job was rejected"
    ALREADY_COMPLETED = "already_completed", "the job is already completed"
    ALREADY_FAILED = "already_failed", "the job has already failed"
    ALREADY_CANCELLED = "already_cancelled", "the job is already cancelled"
    ALREADY_TIMED_OUT = "already_timed_out", "the job's time has already run out"
    TOO_LATE = "too_late", "it is too late: the submission has begun"
    JOB_NOT_RETRYABLE = (
        "job_not_retryable",
        "the job is running or completed, may have been sent, or ended after the retry was requested",
    )
    JOB_NOT_CONTINUABLE = (
        "job_not_continuable",
        "the job is running by itself, or reached its present state after the message was sent",
    )
    ANSWERS_NOTHING = "answers_nothing", "the message answers nothing that the job asks"
    JOB_ENDED = "job_ended", "the job has ended"
    STALE_EPOCH = "stale_epoch", "another executor has claimed the job since"
    SESSION_GONE = "session_gone", "the session is not open"
    WRONG_HOST = "wrong_host", "the session is on another host"
    ENGINE_NOT_ATTACHED = "engine_not_attached", "the engine is not attached to the page"
    PAGE_TOO_LARGE = "page_too_large", "the page has more fields than any application form"
    PAGE_UNREADABLE = EngineFailure.PAGE_UNREADABLE
    ELEMENT_NOT_FOUND = ActionFailure.ELEMENT_NOT_FOUND
    IRREVERSIBLE = "irreversible", "a run of actions may contain only reversible ones"
    NOT_A_STEP = "not_a_step", "the button does not provably lead to another page of the form"
    NOT_AN_ACCOUNT = "not_an_account", "the button does not provably make an account"
    NO_INTENT = "no_intent", "the log has no such intent"
    INTENT_SETTLED = "intent_settled", "the intent is already settled"
    NO_PAGE_MODEL = "no_page_model", "the stored page can no longer be read"
    NO_APPLICANT_DATA = "no_applicant_data", "the applicant's data can no longer be read: send a new request"
    APPLICANT_ERASED = MessageFault.APPLICANT_ERASED
    BROWSER_CRASHED = BrowserFailure.BROWSER_CRASHED
    INTERNAL_ERROR = MessageFault.INTERNAL_ERROR
    #: about an answer to a job's request
    NOT_OPEN = "not_open", "the question is not open"
    TIMED_OUT = "timed_out", "the time to answer is over"
    ALREADY_ANSWERED = "already_answered", "the question was already answered"


class Obstacle(Code):
    """A code for what a human is asked to get past: what it is, what they do, and how a job ends if nobody does."""

    #: what is in the way, as a clause
    why: str
    #: what the human does about it, in sentences; empty where nobody can do anything
    to_do: str

    def __init__(self, code: str, why: str = "", to_do: str = "", undone: str = "") -> None:
        """Fill in the row; `undone` is the clause that ends the words."""
        super().__init__(code, f"{why}, and {undone}" if undone else why)
        self.why = why
        self.to_do = to_do


class BlockerType(Obstacle):
    """The obstacles that only a human gets past."""

    CAPTCHA = (
        "captcha",
        "the site shows a captcha",
        "Solve the captcha on the page.",
        "nobody solved it: retry the job, and solve it in the live view",
    )
    LOGIN = (
        "login",
        "the site requires a login",
        "Enter a user name and password, or sign in on the page.",
        "nobody gave credentials or signed in: retry the job, and do either",
    )
    TWO_FACTOR = (
        "two_factor",
        "the site requires a code that it sent to the applicant or that their app shows",
        "Enter the code that was sent to the applicant, or that their app shows.",
        "nobody gave it: retry the job for a new code",
    )
    BOT_CHECK = (
        "bot_check",
        "the site checks whether a person is there",
        "Pass the check on the page.",
        "nobody was: retry the job, and pass the check in the live view",
    )
    RATE_LIMITED = (
        "rate_limited",
        "the site asks to come back later",
        "Wait until the site lets you in.",
        "let nobody in since: retry later, and send it fewer applications at once",
    )
    CLOSED = "closed", "the page was not found, or the posting no longer accepts applications"


class Stuck(Obstacle):
    """The reasons for asking a human other than a wall.

    Walls that credentials or a code did not open are among them.
    """

    CREDENTIALS_REFUSED = (
        "credentials_refused",
        "the site refused the user name or password",
        "Enter another user name or password, or sign in on the page.",
        "nobody gave others",
    )
    CODE_REFUSED = (
        "code_refused",
        "the site refused the code",
        "Enter the code that was sent last.",
        "nobody entered another",
    )
    NO_WAY_ON = (
        "no_way_on",
        "no button on the page is known to lead on",
        "Go to the next page of the form.",
        "nobody pressed one in the live view",
    )
    PAYMENT_REQUIRED = (
        "payment_required",
        "the form takes a payment, and nobody pays for another",
        "Pay and send the form on the page yourself, if the application is worth that.",
        "nobody did so in the live view",
    )
    BUTTON_DISABLED = (
        "button_disabled",
        "the button that sends the form stays disabled",
        "See what the page waits for, and press the button.",
        "nobody got the page to enable it",
    )
    BUTTON_OUT_OF_REACH = (
        "button_out_of_reach",
        "the button that sends the form could not be pressed: something lies over it, or the page keeps changing",
        "Move aside what lies over the button, and press it.",
        "nobody pressed it in the live view",
    )
    PAGE_ERROR = (
        "page_error",
        "the site does not accept the form and does not say why",
        "See what is wrong with the form, and correct it.",
        "nobody corrected it",
    )
    VALIDATION_ERROR = (
        "validation_error",
        "the site does not accept some answers",
        "Correct the answers on the page.",
        "nobody corrected them",
    )
    FIELDS_LOST = (
        "fields_lost",
        "the page keeps emptying or overwriting fields that were filled in",
        "Fill in what the page empties, and send the form.",
        "nobody got it to keep them",
    )
    REQUEST_HELD = (
        "request_held",
        "the page tried by itself to send what was filled in, which was blocked",
        "Send the form on the page if it should be sent now, or continue without that.",
        "nobody decided how to continue",
    )
    SUBMISSIONS_STOPPED = (
        "submissions_stopped",
        "submissions are stopped",
        "The application is ready to be sent, and continues by itself once submissions are allowed.",
        "nobody allowed this one",
    )
    UNRELATED_FORM = (
        "unrelated_form",
        "the form on the page is for something else than an application",
        "Go to the application form, or cancel the job.",
        "nobody found the application",
    )
    UNEXPECTED_PAGE = (
        "unexpected_page",
        "the page is not the one that was expected",
        "Go to the application form.",
        "nobody decided how to continue",
    )


class Doubt(Code):
    """The signs beside which it is asked whether an application was submitted."""

    ALREADY_APPLIED = "already_applied", "the page says that you have already applied"
    NOT_RECEIVED = "not_received", "the page says that it was not received"
    NOTHING_SENT = (
        "nothing_sent",
        "whatever the page says, it has sent nothing since its button was pressed",
    )
    REFUSED_FOR_NOW = "refused_for_now", "the site answered that it gets too many requests"
    LOGIN_FOLLOWED = "login_followed", "the site answered with a login"
    BROWSER_GONE = "browser_gone", "the browser was lost before the page told"


class Sequel(Code):
    """What followed the press that was to submit, where neither page nor server says whether it did."""

    VALUE_REFUSED = "value_refused", "the page refuses an answer that it was given"
    MORE_ASKED = "more_asked", "the page that followed asks other questions, and has a button that sends them"


class JobFailure(Code):
    """The reasons for which a job ends without a submission, beside those of refusals, walls and Stuck."""

    JOB_CLOSED = "job_closed", "the page was not found, or the posting no longer accepts applications"
    EVENTS_UNREADABLE = (
        "events_unreadable",
        "some of the job's events could not be read, and an operator gave them up",
    )
    CRASH_LOOP = "crash_loop", "the job crashed its executor repeatedly: see the logs"
    BROWSER_CRASHED = BrowserFailure.BROWSER_CRASHED
    NETWORK_ERROR = PageFailure.NETWORK_ERROR
    CONNECTION_REFUSED = PageFailure.CONNECTION_REFUSED
    HOST_NOT_FOUND = PageFailure.HOST_NOT_FOUND
    HITL_TIMEOUT = (
        "hitl_timeout",
        "a human was asked and did not answer in time: retry the job, or say whether it was sent if that is unclear",
    )
    NOT_SUBMITTED = (
        "not_submitted",
        "it was unclear whether it was sent, and a human said that it was not: it can be retried",
    )
    SUBMIT_UNCLEAR = (
        "submit_unclear",
        "nobody knows whether it was sent: look in the applicant's mail or the site's account before you apply again",
    )
    TIMEOUT = "timeout", "the job's time ran out: retry it, or give it more time"
    BUDGET_EXCEEDED = (
        "budget_exceeded",
        "the budget for models was spent before everything was answered: apply again with a larger one",
    )
    MANUAL_FAILED = "manual_failed", "a step of the manual does not fit the page, or failed"
    NO_MANUAL = "no_manual", "the job was to use a manual only, and there is none for its address and task"
    DATA_NOT_FOUND = "data_not_found", "the page does not contain the requested data in the requested shape"
    TASK_NOT_DONE = "task_not_done", "nothing on the page could be done for the task"


class CodeSearch(Code):
    """The outcomes of a search for a code that the applicant would otherwise be asked for."""

    FOUND = "found", "the code was found"
    NO_MAIL = "no_mail", "no e-mail from that site brought a code in time"
    AMBIGUOUS = "ambiguous", "the e-mail from that site contains more than one code"
    MAILBOX_AWAY = "mailbox_away", "the mailbox did not answer"
    MAILBOX_CLOSED = "mailbox_closed", "the mailbox refused the user name and password"
    MAILBOX_PRIVATE = "mailbox_private", "the mailbox is in a private network, which is not allowed here"


class CancelReason(Code):
    """The reasons for cancelling a job other than that somebody no longer wants it."""

    WORKER_DEREGISTERED = "worker_deregistered", "the worker that ran it was taken out of service"
    APPLICANT_ERASED = MessageFault.APPLICANT_ERASED
    DUPLICATE_APPLICATION = RequestFault.DUPLICATE_APPLICATION


class Evidence(Code):
    """The evidence that settles an intent: it had no lasting effect, or the application was received."""

    PAGE = "page", "the page confirms it"
    HUMAN = "human", "a human says so"
    VALIDATION = (
        "validation",
        "the page complains about an answer that was left out, and still shows those that were given",
    )
    REFUSED_VALUE = (
        "refused_value",
        "the page refuses an answer that it still shows, which may be wrong: a human says whether it was sent",
    )
    MOVED_ON = "moved_on", "the button led to another page of the form"
    NOT_PRESSED = ActionFailure.NOT_PRESSED


class DryRunEnd(Code):
    """The acts before which a dry run ends."""

    SUBMIT = "submit", "the press that sends the application, which was not made"
    STEP = (
        "step",
        "what the press of Next would send: it was pressed, the request was kept back, and no page behind it was seen",
    )
    KEPT_DISABLED = (
        "kept_disabled",
        "the press that leads on from its page: the button stays disabled, perhaps because what the page asks its "
        "server first was kept back",
    )
    SIGN_IN = "sign_in", "the press that signs in with the applicant's credentials, which was not made"
    CREATE_ACCOUNT = "create_account", "the press that makes an account, which was not made"
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


def why_of(code: str | None) -> str:
    """Return what is in the way of a job that asks for help, as a clause."""
    found = find(code or "", BlockerType, Stuck)
    return found.why if found else "something is in the way"


def to_do_of(code: str | None) -> str:
    """Return what a human does about what is in the way, in sentences."""
    found = find(code or "", BlockerType, Stuck)
    return (found and found.to_do) or "See what blocks the application."


def is_retryable(failure: str) -> bool:
    """Whether another attempt may get past the failure."""
    found = find(failure, *JOB_FAILURES)
    return found is not None and found.retryable
