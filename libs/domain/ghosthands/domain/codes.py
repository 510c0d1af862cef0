"""The stable codes: what went wrong, what may be done about it, and the words a person reads of it, in one table.

Each enum is about one thing; each of its lines is a row: the code as it goes over the wire and into the log, what it
means, and who may get past it. The fields of events and answers that hold codes are plain strings, so that a reader
of tomorrow's codes keeps on; `find` and `words_of` read them. What one place tells on of another's is written as that
one's member: a code stands in two enums only where it is the same thing. Codes are never respelt; where one thing went
by two spellings, OLD_SPELLINGS has the one that is read and no longer written.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Flag, StrEnum, auto
from typing import Self

from ghosthands.domain.engine import SwitchReason


class Remedy(Flag):
    """Who may get past what went wrong, beside a human."""

    NONE = 0
    #: another attempt of the job, some time later
    RETRY = auto()
    #: another engine, on the same page
    ENGINE = auto()


class Code(StrEnum):
    """A stable code, with what it means in the words a person reads."""

    words: str
    remedy: Remedy

    def __new__(cls, code: str, words: str = "", remedy: Remedy = Remedy.NONE) -> Self:
        """A row of the table, or another enum's row told on."""
        member = str.__new__(cls, code)
        member._value_ = str.__str__(member)
        member.words = code.words if isinstance(code, Code) else words
        member.remedy = code.remedy if isinstance(code, Code) else remedy
        return member

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        """The member that an old spelling stands for."""
        today = OLD_SPELLINGS.get(cls.__name__, {}).get(str(value))
        return None if today is None else cls(today)

    @property
    def retryable(self) -> bool:
        """Whether another attempt may get past it."""
        return Remedy.RETRY in self.remedy


#: by enum: a spelling found in old events, and the one it is read as
OLD_SPELLINGS: Mapping[str, Mapping[str, str]] = {
    "ActionFailure": {"not_found": "element_not_found"},
    "JobFailure": {"closed": "job_closed"},
}


class StopCode(Code):
    """Why an operation on a browser was ended before it was done."""

    CANCELLED = "cancelled", "it was told to stop", Remedy.RETRY | Remedy.ENGINE
    INACTIVE = "inactive", "nothing moved for too long", Remedy.RETRY | Remedy.ENGINE
    OVERDUE = "overdue", "it took longer than anything may", Remedy.RETRY


class MessageFault(Code):
    """Why a message, or what it needs, cannot be handled; goes to the dead letters."""

    PERMANENT = "permanent", "trying again will not help"
    INTERNAL_ERROR = "internal_error", "an error of ours, several times over: see the logs", Remedy.RETRY
    UNREADABLE = "unreadable", "the message cannot be read"
    MALFORMED_JSON = "malformed_json", "the message is no JSON object"
    UNKNOWN_MESSAGE = "unknown_message", "no message of that name and version is known"
    UNKNOWN_SUBJECT = "unknown_subject", "nothing listens on that subject"
    NOT_HANDLED_HERE = "not_handled_here", "the message is for somebody else"
    SCHEMA_MISMATCH = "schema_mismatch", "the payload does not fit its type"
    BAD_ENVELOPE = "bad_envelope", "a header is missing or malformed"
    BAD_SUBJECT = "bad_subject", "the subject is malformed"
    BATCH_TOO_LARGE = "batch_too_large", "more messages at once than the server takes"
    TOO_LARGE = "too_large", "more bytes than are taken"
    CAUSE_REUSED = "cause_reused", "one cause says two different things"
    FORBIDDEN = "forbidden", "NATS does not let this service do it"
    NATS_CREDENTIALS_REFUSED = "nats_credentials_refused", "NATS does not let this user in"
    UNKNOWN_JOB = "unknown_job", "there is no such job"
    INVALID_ANSWER = "invalid_answer", "the answer does not fit what was asked"
    INVALID_CANCEL = "invalid_cancel", "the cancellation names no job"
    NOT_IN_VAULT = "not_in_vault", "the vault holds no such thing"
    APPLICANT_ERASED = "applicant_erased", "the applicant's data was erased"
    SEAL_BROKEN = "seal_broken", "what the vault holds was changed, or sealed under another key"


class RequestFault(Code):
    """What is wrong with a request, or with an answer to what a job asked; beside pydantic's own codes."""

    MISSING = "missing", "it should be there and is not"
    EMPTY = "empty", "there is nothing in it"
    OVERSIZE = "oversize", "it is larger than may be"
    TOO_DEEP = "too_deep", "it is nested deeper than may be"
    NOT_ALLOWED = "not_allowed", "that is not among what may be said here"
    CONTROL_CHARACTER = "control_character", "it has a character in it that is no text"
    NOT_A_UUID = "not_a_uuid", "it is no UUID"
    NOT_BASE64 = "not_base64", "it is not base64"
    NO_STORAGE = "no_storage", "no such storage is configured here"
    UNREACHABLE = "unreachable", "what stands there cannot be loaded"
    UNKNOWN_FIELD = "unknown_field", "no such field was asked for"
    NOT_THIS_PAGE = "not_this_page", "that is for another site than the one that asks"
    DUPLICATE_APPLICATION = "duplicate_application", "the person has applied to this posting before"


class ProjectionFault(Code):
    """Why the read model cannot follow the log."""

    MISSING = RequestFault.MISSING
    UNREADABLE = MessageFault.UNREADABLE
    FOLD_FAILED = "fold_failed", "an event cannot be folded"
    LOG_INCOMPLETE = "log_incomplete", "the log does not hold everything any more"
    LOG_BEHIND = "log_behind", "the log ends before what was folded"
    REBUILD_RUNS = "rebuild_runs", "another rebuild is at work"


class PageFailure(Code):
    """Why an address leads to no page."""

    NETWORK_ERROR = "network_error", "the page could not be loaded, several times over", Remedy.RETRY
    NOT_A_PAGE = "not_a_page", "the address leads to a file, not to a page"
    PRIVATE_TARGET = "private_target", "the page leads into a private network"
    BAD_SCHEME = "bad_scheme", "only http and https addresses can be visited"


class BrowserFailure(Code):
    """The reasons for which no browser is to be had."""

    BROWSER_UNAVAILABLE = "browser_unavailable", "no browser could be started: see `ghosthands doctor`"
    BROWSER_CRASHED = "browser_crashed", "the browser ended again and again", Remedy.RETRY
    LOCAL_NOT_CONFIGURED = "local_not_configured", "this host starts no browsers of its own"
    OPERATOR_NOT_CONFIGURED = "operator_not_configured", "this host works in no user's browser"
    OPERATOR_NOT_ALLOWED = (
        "operator_not_allowed",
        "your browser's address is on no host of GHOSTHANDS_BROWSER_HOST_OPERATOR_HOSTS",
    )
    OPERATOR_UNREACHABLE = (
        "operator_unreachable",
        "your browser was not reached: start it with --remote-debugging-port, give its --cdp-url",
    )
    ADSPOWER_NOT_CONFIGURED = (
        "adspower_not_configured",
        "no AdsPower is configured here: set GHOSTHANDS_BROWSER_HOST_ADSPOWER_URL",
    )
    #: transient or not, as AdsPower puts it: the refusal says which
    ADSPOWER_UNAVAILABLE = (
        "adspower_unavailable",
        "AdsPower did not answer, several times over: is it running, and on this machine?",
    )
    ADSPOWER_OUTDATED = "adspower_outdated", "this AdsPower is too old: update it"
    ADSPOWER_DENIED = (
        "adspower_denied",
        "AdsPower did not let us in: check the API key in GHOSTHANDS_BROWSER_HOST_ADSPOWER_API_KEY_FILE",
    )
    ADSPOWER_NO_KERNEL = (
        "adspower_no_kernel",
        "AdsPower lacks the browser its profile wants: download it in AdsPower, then apply again",
    )
    ADSPOWER_NO_PROFILE = (
        "adspower_no_profile",
        "AdsPower has no profile that may be used: see GHOSTHANDS_BROWSER_HOST_ADSPOWER_PROFILES",
    )
    ADSPOWER_PAID_PLAN = "adspower_paid_plan", "AdsPower's plan does not include its Local API"
    ADSPOWER_QUOTA = "adspower_quota", "AdsPower opens no more profiles today"


class SessionLoss(Code):
    """Why a session's browser is gone."""

    CRASHED = "crashed", "the browser ended by itself"
    PAGE_CRASHED = "page_crashed", "the page crashed"
    PAGE_CLOSED = "page_closed", "the page was closed"
    CONNECTION_LOST = "connection_lost", "the browser is not reached any more"
    UNRESPONSIVE = "unresponsive", "the browser did not answer while it was worked in"
    UNHEALTHY = "unhealthy", "the browser did not answer when it was looked after"
    HOST_STOPPED = "host_stopped", "the host stopped"
    HOST_WAS_AWAY = "host_was_away", "the host was away for too long"
    SESSION_OVER = "session_over", "the session ended meanwhile"


class ActionFailure(Code):
    """How an action on a page failed."""

    ELEMENT_NOT_FOUND = (
        "element_not_found",
        "a field or button was gone when it was needed, several times over",
        Remedy.RETRY | Remedy.ENGINE,
    )
    NOT_VISIBLE = "not_visible", "the field cannot be seen, or takes nothing"
    NO_VALUE = "no_value", "the applicant has nothing to put there"
    UNFIT_VALUE = "unfit_value", "what the applicant has does not go into such a field"
    NO_SUCH_OPTION = "no_such_option", "none of the options means the answer", Remedy.ENGINE
    TOO_LONG = "too_long", "the answer is longer than the field takes"
    NOT_KEPT = "not_kept", "the field did not keep what was put in", Remedy.ENGINE
    #: it was not even tried by our own hand
    FAILED_BEFORE = "failed_before", "our own hand failed there too often, in jobs before", Remedy.ENGINE
    BY_ENGINE = "by_engine", "not tried by our own hand: the job asks for an engine", Remedy.ENGINE
    UNPROVEN = "unproven", "what the form would send for the field is not known to be what was put in"
    FOCUS_TAKEN = "focus_taken", "the page took the keyboard away from the field, so that nothing more was typed"
    FRAME_CHANGED = "frame_changed", "the frame is not the one that was looked at, so that nothing went into it"
    #: it would have told the site something of the applicant's
    NOT_TRIED = "not_tried", "not tried: it would have sent something, and a dry run sends nothing"
    #: it was cut off for no fault of the engine's: it has not been tried
    CUT_OFF = StopCode.CANCELLED
    INACTIVE = StopCode.INACTIVE
    #: provably nothing was clicked
    NOT_PRESSED = "not_pressed", "the button was not pressed"
    #: it may have been: whoever commanded it looks at the page
    INTERRUPTED = "interrupted", "the press was broken off, and may have been made"
    DISABLED = "disabled", "the button takes no clicks"
    COVERED = "covered", "something lies over the button"


class ModelFailure(Code):
    """Why a model did not answer, or not as it was asked to."""

    NOT_CONFIGURED = "not_configured", "no model is configured here"
    BUDGET_SPENT = "budget_spent", "the money for models is spent"
    MODEL_TIMEOUT = "model_timeout", "the model did not answer in time"
    MODEL_UNREACHABLE = "model_unreachable", "the model's endpoint is not reachable"
    MODEL_RATE_LIMITED = "model_rate_limited", "the model's endpoint limits how often it may be asked"
    #: our key
    MODEL_FORBIDDEN = "model_forbidden", "the model's endpoint does not take the API key"
    #: our request
    MODEL_REFUSED = "model_refused", "the model's endpoint refused the request"
    #: their fault
    MODEL_FAILED = "model_failed", "the model's endpoint failed"
    ANSWER_INVALID = "answer_invalid", "the model's answer does not fit what was asked for"
    #: our limit
    ANSWER_TOO_LARGE = "answer_too_large", "the model's answer is larger than any may be"
    #: nobody waits for the answer any more
    CUT_OFF = StopCode.CANCELLED
    UNKNOWN_TOKEN = "unknown_token", "the token is good for nothing"
    TOO_LARGE = MessageFault.TOO_LARGE
    NO_REQUEST = "no_request", "that is no chat completion request"


class ModelAbsence(Code):
    """Why a model that a job names can't be had."""

    UNKNOWN_MODEL = "unknown_model", "no model of that name is known here"
    NO_PROVIDER = "no_provider", "there is no key here for anybody who has that model"
    NO_PICTURES = "no_pictures", "that model sees no pictures"


class EngineFailure(Code):
    """Why an engine could not do it, or does not work the page."""

    ENGINE_UNAVAILABLE = "engine_unavailable", "there is no such engine on this host"
    NOT_ATTACHED = "not_attached", "another engine works the page, or none"
    DETACHED = "detached", "the engine had to let go of the page"
    HELD_BY_HUMAN = "held_by_human", "a human holds the page"
    SLOT_BUSY = "slot_busy", "another change of engines went on for too long"
    FORCE_RELEASED = "force_released", "the page was taken from every engine meanwhile"
    SWITCH_TIMEOUT = "switch_timeout", "the engine did not come in time"
    WRONG_TAB = "wrong_tab", "the engine is at another tab"
    TAB_NOT_FOUND = "tab_not_found", "the engine does not see the session's tab"
    ADDRESS_CHANGED = "address_changed", "the page's address changed as the engine came"
    VALUES_CHANGED = "values_changed", "values of fields changed as the engine came"
    FRAMES_LOST = "frames_lost", "frames of the page were lost as the engine came"
    FRAMES_MISSING = "frames_missing", "the engine does not see every frame of the page"
    PAGE_UNREADABLE = "page_unreadable", "the page could not be read, several times over", Remedy.RETRY
    PAGE_GONE = "page_gone", "the page is gone"
    BROWSER_LOST = "browser_lost", "the browser is gone"
    ENGINE_CRASHED = "engine_crashed", "the engine's process ended by itself"
    ENGINE_HUNG = "engine_hung", "the engine's process did not answer"
    ENGINE_KILLED = "engine_killed", "the engine's process was ended"
    ENGINE_GARBLED = "engine_garbled", "the engine's process said what is no message"
    ENGINE_TIMEOUT = "engine_timeout", "the engine was not done in time"
    ENGINE_FAILED = "engine_failed", "the engine failed"
    HUMAN_TIMEOUT = "human_timeout", "nobody at the browser did it in time"
    NOT_SUPPORTED = "not_supported", "the engine does not do such things"
    UNKNOWN_METHOD = "unknown_method", "the engine's process knows no such method"
    NOT_DONE = "not_done", "the engine could not do it"
    ACT_FAILED = "act_failed", "it could not be done on the page"
    ACTION_REFUSED = "action_refused", "the model asked for what is not allowed"
    GAVE_UP = "gave_up", "the model says that it cannot be done"
    TOO_MANY_ACTIONS = "too_many_actions", "it was not done after as many actions as are allowed"
    ELEMENT_NOT_FOUND = ActionFailure.ELEMENT_NOT_FOUND
    ELEMENT_AMBIGUOUS = "element_ambiguous", "several elements fit the words"
    ELEMENT_NOT_READY = "element_not_ready", "the element was not ready in time"
    NO_SUCH_OPTION = ActionFailure.NO_SUCH_OPTION
    NOT_FOCUSED = "not_focused", "the model typed where nothing takes text"
    NO_SCREENSHOT = "no_screenshot", "no picture could be taken"
    MODEL_FAILED = ModelFailure.MODEL_FAILED


class Refusal(Code):
    """Why a command is not carried out."""

    REJECTED = "rejected", "its state forbids it"
    UNKNOWN_JOB = MessageFault.UNKNOWN_JOB
    ALREADY_REJECTED = "already_rejected", "the job was rejected"
    ALREADY_COMPLETED = "already_completed", "the job is completed"
    ALREADY_FAILED = "already_failed", "the job has failed"
    ALREADY_CANCELLED = "already_cancelled", "the job is cancelled"
    ALREADY_TIMED_OUT = "already_timed_out", "the job's time is up"
    TOO_LATE = "too_late", "the submission has begun"
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
    #: of an answer to what a job asked
    NOT_OPEN = "not_open", "the request is not open"
    TIMED_OUT = "timed_out", "the time to answer is over"
    ALREADY_ANSWERED = "already_answered", "the request was answered already"


class BlockerType(Code):
    """What keeps a job from going on without a human."""

    CAPTCHA = "captcha", "a captcha stands before the form, and nobody took care of it"
    LOGIN = "login", "the site wants a login first, and nobody took care of it or gave credentials"
    TWO_FACTOR = "two_factor", "the site wants a code sent to the applicant, and nobody entered it"
    BOT_CHECK = "bot_check", "the site wants to know that a person is there, and nobody told it"
    RATE_LIMITED = "rate_limited", "the site asks to come back later"
    CLOSED = "closed", "the posting takes no applications any more"


class Stuck(Code):
    """Why a human is asked where no wall stands, or one that credentials did not open."""

    CREDENTIALS_REFUSED = "credentials_refused", "the site did not let the credentials in, and nobody gave others"
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
    UNEXPECTED_PAGE = "unexpected_page", "an unexpected page came, and nobody knew what to do"


class JobFailure(Code):
    """Why a job ends without a submission, beside what it tells on of refusals, walls and what it was stuck at."""

    JOB_CLOSED = "job_closed", "the posting takes no applications any more"
    CRASH_LOOP = "crash_loop", "the job brought its executor down again and again"
    BROWSER_CRASHED = BrowserFailure.BROWSER_CRASHED
    NETWORK_ERROR = PageFailure.NETWORK_ERROR
    HITL_TIMEOUT = "hitl_timeout", "a human was asked and did not answer in time"
    NOT_SUBMITTED = "not_submitted", "its submission was unclear, and a human said that it was not sent"
    SUBMIT_UNCLEAR = "submit_unclear", "it may have been sent or not, and nobody knew"
    TIMEOUT = "timeout", "the time for the job was up"
    DATA_NOT_FOUND = "data_not_found", "the page does not say what was asked of it, in the shape that was asked for"
    TASK_NOT_DONE = "task_not_done", "nothing on the page could be done for the task"
    NO_MANUAL = "no_manual", "it was to go by a manual alone, and there is none for its address and task"


class Evidence(Code):
    """What settles an intent: that it had no lasting effect, or that the application was received."""

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
    """The acts that a dry run ends before."""

    SUBMIT = "submit", "what comes next sends the application"
    STEP = "step", "the way on sends something, so the pages behind it were not seen"
    SIGN_IN = "sign_in", "what comes next signs in with the applicant's credentials"
    CREATE_ACCOUNT = "create_account", "what comes next makes an account"
    #: the page does not let on without a field that would have sent something
    NOT_TRIED = ActionFailure.NOT_TRIED


class ToolFailure(Code):
    """Why a call of the browser tools was not carried out."""

    INVALID_ARGUMENTS = "invalid_arguments", "the arguments are not as they should be"
    NO_PAGE = "no_page", "there is no page yet: navigate first"
    UNREACHABLE = RequestFault.UNREACHABLE
    NO_SLOT = "no_slot", "all browsers of the host are in use"
    BROWSER_UNAVAILABLE = BrowserFailure.BROWSER_UNAVAILABLE
    BROWSER_LOST = EngineFailure.BROWSER_LOST
    ENGINE_FAILED = EngineFailure.ENGINE_FAILED
    HELD_BY_HUMAN = EngineFailure.HELD_BY_HUMAN
    CLOSED = "closed", "the session was closed meanwhile"
    TOO_LARGE = MessageFault.TOO_LARGE
    HOST_AWAY = "host_away", "the browser's host does not answer"
    INTERNAL_ERROR = MessageFault.INTERNAL_ERROR


class RecipeFault(Code):
    """Why recipes are not given away, taken in or retired."""

    UNKNOWN_RECIPE = "unknown_recipe", "no such page is known"
    UNFIT_RECIPE = "unfit_recipe", "the document holds what no recipe does"
    STRANGE_SIGNER = "strange_signer", "who signed the recipes is not trusted here"
    WRONG_SIGNATURE = "wrong_signature", "the recipes were changed after they were signed"


class ControlDenial(Code):
    """Why a viewer of a live page does not get what they want."""

    INVALID = "invalid", "the message is not as it should be"
    VIEW_ONLY = "view_only", "the link is for looking only"
    NOT_IN_CONTROL = "not_in_control", "somebody else has control, or nobody"
    HELD_BY_ANOTHER = "held_by_another", "somebody else has control"
    UNAVAILABLE = "unavailable", "control cannot be given just now"
    PAGE_HANGS = "page_hangs", "the page does not answer"


#: what a job may fail with, in the order its codes are read in
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

#: what an action failed with whose engine was given up for it
_GIVEN_UP = frozenset(reason.value for reason in SwitchReason)

#: how a switch failed before anything came near the page
UNTOUCHED = frozenset({EngineFailure.ENGINE_UNAVAILABLE, EngineFailure.HELD_BY_HUMAN, EngineFailure.SLOT_BUSY})

#: failures that say nothing of the engine: it was cut off, or had nothing to do, or is not to be had, or the page hangs
BLAMELESS: frozenset[str] = UNTOUCHED | {
    ActionFailure.CUT_OFF,
    ActionFailure.NO_VALUE,
    EngineFailure.FORCE_RELEASED,
    EngineFailure.PAGE_UNREADABLE,
}

#: why a human is asked who may give credentials
LOGINS = frozenset({BlockerType.LOGIN, Stuck.CREDENTIALS_REFUSED})


def find(code: str, *kinds: type[Code]) -> Code | None:
    """The code as the first of `kinds` that knows it reads it; None where none does."""
    for kind in kinds:
        try:
            return kind(code)
        except ValueError:
            continue
    return None


def today_of(failure: str) -> str:
    """What a job failed with, as it is spelt today; what is no failure of its own stays as it is."""
    return find(failure, JobFailure) or failure


def words_of(failure: str) -> str:
    """Why a job failed, in words; empty for what nobody here knows."""
    found = find(failure, *JOB_FAILURES)
    return found.words if found else ""


def is_retryable(failure: str) -> bool:
    """Whether another attempt may get past what a job failed with."""
    found = find(failure, *JOB_FAILURES)
    return found is not None and found.retryable


def is_for_another_engine(failure: str) -> bool:
    """Whether another engine may do an action that failed so: what has no value or no place in the field, none can."""
    found = find(failure, ActionFailure)
    return failure in _GIVEN_UP or (found is not None and Remedy.ENGINE in found.remedy)
