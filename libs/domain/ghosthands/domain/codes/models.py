"""Codes of calls to models."""

from __future__ import annotations

from ghosthands.domain.codes.browsers import StopCode
from ghosthands.domain.codes.code import Code
from ghosthands.domain.codes.messages import MessageFault


class ModelFailure(Code):
    """The ways in which a call to a model fails."""

    NOT_CONFIGURED = "not_configured", "no model is configured here"
    BUDGET_SPENT = "budget_spent", "the budget for models is spent"
    BUDGET_UNREADABLE = "budget_unreadable", "the remaining budget for models could not be read"
    LAPSED = "lapsed", "the outcome of the call is unknown"
    MODEL_TIMEOUT = "model_timeout", "the model did not answer in time"
    MODEL_UNREACHABLE = "model_unreachable", "the model's endpoint could not be reached"
    MODEL_RATE_LIMITED = "model_rate_limited", "the model's endpoint limits the rate of requests"
    #: our key
    MODEL_FORBIDDEN = "model_forbidden", "the model's endpoint refused the API key: check it"
    #: our request
    MODEL_REFUSED = "model_refused", "the model's endpoint refused the request"
    #: their fault
    MODEL_FAILED = "model_failed", "the model's endpoint failed"
    ANSWER_INVALID = "answer_invalid", "the model's answer does not fit the question"
    #: our limit
    ANSWER_TOO_LARGE = "answer_too_large", "the model's answer is too large"
    #: nobody waits for the answer any more
    CUT_OFF = StopCode.CANCELLED
    UNKNOWN_TOKEN = "unknown_token", "the token is not valid"
    TOO_LARGE = MessageFault.TOO_LARGE
    NO_REQUEST = "no_request", "it is not a chat completion request"


class ModelAbsence(Code):
    """The reasons for which a model that a job names is not available."""

    UNKNOWN_MODEL = "unknown_model", "no model of that name is known here"
    NO_PROVIDER = "no_provider", "there is no key here for a provider of that model: add one"
    NO_PICTURES = "no_pictures", "that model does not accept pictures"
