"""Codes of calls to models."""

from __future__ import annotations

from ghosthands.domain.codes.browsers import StopCode
from ghosthands.domain.codes.code import Code
from ghosthands.domain.codes.messages import MessageFault


class ModelFailure(Code):
    """The ways in which a call to a model fails."""

    NOT_CONFIGURED = "not_configured", "no model is configured here"
    BUDGET_SPENT = "budget_spent", "the budget for models is spent"
    BUDGET_UNREADABLE = "budget_unreadable", "what is left of the budget for models cannot be read"
    LAPSED = "lapsed", "nobody told what came of the call"
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
    """The reasons for which a model that a job names is not available."""

    UNKNOWN_MODEL = "unknown_model", "no model of that name is known here"
    NO_PROVIDER = "no_provider", "there is no key here for anybody who has that model"
    NO_PICTURES = "no_pictures", "that model sees no pictures"
