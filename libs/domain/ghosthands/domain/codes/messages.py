"""Codes of input: messages, requests, and the log that the tables are folded from."""

from __future__ import annotations

from ghosthands.domain.codes.code import Code, Remedy


class MessageFault(Code):
    """The reasons for which a message cannot be handled; it goes to the dead letters."""

    PERMANENT = "permanent", "it cannot succeed, however often it is tried"
    INTERNAL_ERROR = "internal_error", "an error of ours, after several tries: see the logs", Remedy.RETRY
    UNREADABLE = "unreadable", "it cannot be read"
    MALFORMED_JSON = "malformed_json", "the message is not a JSON object"
    NEWER_MESSAGE = "newer_message", "a newer release wrote it: it waits until this service is upgraded"
    UNKNOWN_SUBJECT = "unknown_subject", "nothing listens on that subject"
    NOT_HANDLED_HERE = "not_handled_here", "the message is for another service"
    SCHEMA_MISMATCH = "schema_mismatch", "the payload does not fit its type"
    BAD_ENVELOPE = "bad_envelope", "a header is missing or malformed"
    BAD_SUBJECT = "bad_subject", "the subject is malformed"
    MISFILED = "misfiled", "the message does not fit its subject"
    BATCH_TOO_LARGE = "batch_too_large", "the batch has more messages than the server accepts"
    TOO_LARGE = "too_large", "it has more bytes than are accepted"
    CAUSE_REUSED = "cause_reused", "one message caused two different results"
    FORBIDDEN = "forbidden", "NATS does not permit this service to do it"
    NATS_CREDENTIALS_REFUSED = "nats_credentials_refused", "NATS refused this user or its password"
    UNKNOWN_JOB = "unknown_job", "there is no such job"
    UNKNOWN_NAME = "unknown_name", "there is no such host or dead letter"
    UNKNOWN_APPLICANT = "unknown_applicant", "no such applicant is known here"
    INVALID_ANSWER = "invalid_answer", "the answer does not fit the question"
    INVALID_CANCEL = "invalid_cancel", "the cancellation names no job"
    INVALID_RETRY = "invalid_retry", "the retry names no job"
    INVALID_MESSAGE = "invalid_message", "the message to a job is empty, too long, or names no job"
    NOT_IN_VAULT = "not_in_vault", "the vault does not contain it"
    APPLICANT_ERASED = "applicant_erased", "the applicant's data was erased"
    SEAL_BROKEN = "seal_broken", "the vault's data was changed, or sealed under another key"


class RequestFault(Code):
    """The faults of a request, or of an answer to a job's request, beside pydantic's own codes."""

    MISSING = "missing", "it is required and missing"
    EMPTY = "empty", "it is empty"
    OVERSIZE = "oversize", "it is too large"
    TOO_DEEP = "too_deep", "it is nested too deeply"
    NOT_ALLOWED = "not_allowed", "this is not allowed here"
    CONTROL_CHARACTER = "control_character", "it contains a control character"
    NOT_A_UUID = "not_a_uuid", "it is not a UUID"
    NOT_BASE64 = "not_base64", "it is not base64"
    NO_DOCUMENT = "no_document", "the file is not of the kind that its name says"
    NO_STORAGE = "no_storage", "no such storage is configured here"
    UNREACHABLE = "unreachable", "nothing could be loaded from there"
    UNKNOWN_FIELD = "unknown_field", "no such field was asked for"
    NOT_AN_OPTION = "not_an_option", "it is not one of the field's options"
    UNREADABLE = MessageFault.UNREADABLE
    NOT_THIS_PAGE = "not_this_page", "it is for another site than the one that asks"
    DUPLICATE_APPLICATION = "duplicate_application", "this person has already applied to this posting"
    ID_TAKEN = "id_taken", "another person's job has this task or key"


class Mending(Code):
    """The kinds of mend: changes to parts of a request that do not fit the contract."""

    LEFT_OUT = "left_out", "it contained nothing usable, so it counts as not given"
    #: an application needs it: a human is asked if a form does
    MISSING = RequestFault.MISSING
    SCHEME_ADDED = "scheme_added", "https was added to an address without a scheme"
    READ_FROM_ADDRESS = "read_from_address", "the platform was read from the posting's address"
    CONVERTED = "converted", "it was converted from another format"
    ROUNDED = "rounded", "a fraction was rounded down"
    LIMITED = "limited", "a number out of range became the nearest allowed one"
    SHORTENED = "shortened", "a text or list was too long and was shortened"
    CLEANED = "cleaned", "control characters were removed"
    REPLACED = "replaced", "an unknown word was replaced by the nearest known one"
    NOT_FETCHED = "not_fetched", "the file could not be fetched from its address"
    NO_DOCUMENT = RequestFault.NO_DOCUMENT


class ProjectionFault(Code):
    """The reasons for which the read model cannot follow the log."""

    MISSING = RequestFault.MISSING
    UNREADABLE = MessageFault.UNREADABLE
    NEWER_MESSAGE = MessageFault.NEWER_MESSAGE
    AFTER_NEWER = "after_newer", "it follows an event that a newer release wrote, and is folded after that"
    GIVEN_UP = "given_up", "a newer release wrote the event, and an operator gave it up"
    FOLD_FAILED = "fold_failed", "an event could not be folded"
    LOG_INCOMPLETE = "log_incomplete", "part of the log is missing"
    LOG_BEHIND = "log_behind", "the log ends before the event that was folded last"
    REBUILD_RUNS = "rebuild_runs", "another rebuild is running"
