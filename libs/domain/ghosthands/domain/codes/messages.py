"""Codes of input: messages, requests, and the log that the tables are folded from."""

from __future__ import annotations

from ghosthands.domain.codes.code import Code, Remedy


class MessageFault(Code):
    """The reasons for which a message cannot be handled; it goes to the dead letters."""

    PERMANENT = "permanent", "trying again will not help"
    INTERNAL_ERROR = "internal_error", "an error of ours, several times over: see the logs", Remedy.RETRY
    UNREADABLE = "unreadable", "the message cannot be read"
    MALFORMED_JSON = "malformed_json", "the message is no JSON object"
    NEWER_MESSAGE = "newer_message", "a newer release wrote it: who is upgraded reads it"
    UNKNOWN_SUBJECT = "unknown_subject", "nothing listens on that subject"
    NOT_HANDLED_HERE = "not_handled_here", "the message is for somebody else"
    SCHEMA_MISMATCH = "schema_mismatch", "the payload does not fit its type"
    BAD_ENVELOPE = "bad_envelope", "a header is missing or malformed"
    BAD_SUBJECT = "bad_subject", "the subject is malformed"
    MISFILED = "misfiled", "the message is not what its subject says"
    BATCH_TOO_LARGE = "batch_too_large", "more messages at once than the server takes"
    TOO_LARGE = "too_large", "more bytes than are taken"
    CAUSE_REUSED = "cause_reused", "one cause says two different things"
    FORBIDDEN = "forbidden", "NATS does not let this service do it"
    NATS_CREDENTIALS_REFUSED = "nats_credentials_refused", "NATS does not let this user in"
    UNKNOWN_JOB = "unknown_job", "there is no such job"
    UNKNOWN_NAME = "unknown_name", "there is no such host, or message that was given up"
    UNKNOWN_APPLICANT = "unknown_applicant", "nobody of that name has applied here"
    INVALID_ANSWER = "invalid_answer", "the answer does not fit what was asked"
    INVALID_CANCEL = "invalid_cancel", "the cancellation names no job"
    INVALID_RETRY = "invalid_retry", "the wish for another attempt names no job"
    INVALID_MESSAGE = "invalid_message", "the message to a job says nothing, says too much, or names no job"
    NOT_IN_VAULT = "not_in_vault", "the vault holds no such thing"
    APPLICANT_ERASED = "applicant_erased", "the applicant's data was erased"
    SEAL_BROKEN = "seal_broken", "what the vault holds was changed, or sealed under another key"


class RequestFault(Code):
    """The faults of a request, or of an answer to a job's request, beside pydantic's own codes."""

    MISSING = "missing", "it should be there and is not"
    EMPTY = "empty", "there is nothing in it"
    OVERSIZE = "oversize", "it is larger than may be"
    TOO_DEEP = "too_deep", "it is nested deeper than may be"
    NOT_ALLOWED = "not_allowed", "that is not among what may be said here"
    CONTROL_CHARACTER = "control_character", "it has a character in it that is no text"
    NOT_A_UUID = "not_a_uuid", "it is no UUID"
    NOT_BASE64 = "not_base64", "it is not base64"
    NO_DOCUMENT = "no_document", "it is not the kind of file that its name says"
    NO_STORAGE = "no_storage", "no such storage is configured here"
    UNREACHABLE = "unreachable", "what stands there cannot be loaded"
    UNKNOWN_FIELD = "unknown_field", "no such field was asked for"
    NOT_AN_OPTION = "not_an_option", "it is none of the options that the field has"
    UNREADABLE = MessageFault.UNREADABLE
    NOT_THIS_PAGE = "not_this_page", "that is for another site than the one that asks"
    DUPLICATE_APPLICATION = "duplicate_application", "the person has applied to this posting before"
    ID_TAKEN = "id_taken", "a job of another person has this task or key"


class Mending(Code):
    """The kinds of mend: changes to parts of a request that do not fit the contract."""

    LEFT_OUT = "left_out", "what stood there says nothing that can be used, so it counts as not given"
    #: an application needs it: a human is asked if a form does
    MISSING = RequestFault.MISSING
    SCHEME_ADDED = "scheme_added", "an address without scheme got https"
    READ_FROM_ADDRESS = "read_from_address", "the platform was read from the posting's address"
    CONVERTED = "converted", "it was given in another shape, and says the same"
    ROUNDED = "rounded", "of a fraction, the whole"
    LIMITED = "limited", "a number beyond what may be asked became the nearest that may"
    SHORTENED = "shortened", "a text or a list was longer than is taken, and lost its end"
    CLEANED = "cleaned", "characters that are no text were taken out"
    REPLACED = "replaced", "a word nobody knows here became the one that comes nearest"
    NOT_FETCHED = "not_fetched", "the file could not be had from where it should lie"
    NO_DOCUMENT = RequestFault.NO_DOCUMENT


class ProjectionFault(Code):
    """The reasons for which the read model cannot follow the log."""

    MISSING = RequestFault.MISSING
    UNREADABLE = MessageFault.UNREADABLE
    NEWER_MESSAGE = MessageFault.NEWER_MESSAGE
    AFTER_NEWER = "after_newer", "the event follows one that a newer release wrote, and is folded after it"
    FOLD_FAILED = "fold_failed", "an event cannot be folded"
    LOG_INCOMPLETE = "log_incomplete", "the log does not hold everything any more"
    LOG_BEHIND = "log_behind", "the log ends before what was folded"
    REBUILD_RUNS = "rebuild_runs", "another rebuild is at work"
