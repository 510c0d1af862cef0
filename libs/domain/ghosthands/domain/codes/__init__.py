"""The stable codes: each with its meaning in words and its remedy, in one table.

Each enum is about one subject, and each of its lines is a row: the code as it is on the wire and on the log, its
meaning, and its remedy. Fields of events and answers that hold codes are plain strings, so that readers can pass on
codes they do not know yet; `find` and `words_of` read them. A code that one enum passes on from another is written as
the other's member: a code is in two enums only if it means the same in both. Codes are never respelt; OLD_SPELLINGS
lists spellings that are still read but no longer written.
"""

from __future__ import annotations

from ghosthands.domain.codes.actions import ActionFailure, LeftBecause
from ghosthands.domain.codes.browsers import BrowserFailure, PageFailure, SessionEnd, SessionLoss, StopCode
from ghosthands.domain.codes.callbacks import CallbackFault
from ghosthands.domain.codes.clients import ControlDenial, RecipeFault, ToolFailure
from ghosthands.domain.codes.code import OLD_SPELLINGS, Code, Remedy, find
from ghosthands.domain.codes.engines import BLAMELESS, UNTOUCHED, EngineFailure, is_for_another_engine
from ghosthands.domain.codes.jobs import (
    CODES,
    JOB_FAILURES,
    LOGINS,
    BlockerType,
    CancelReason,
    CodeSearch,
    Doubt,
    DryRunEnd,
    Evidence,
    JobFailure,
    Obstacle,
    Refusal,
    Sequel,
    Stuck,
    is_retryable,
    to_do_of,
    today_of,
    why_of,
    words_of,
)
from ghosthands.domain.codes.messages import Mending, MessageFault, ProjectionFault, RequestFault
from ghosthands.domain.codes.models import ModelAbsence, ModelFailure

__all__ = [
    "BLAMELESS",
    "CODES",
    "JOB_FAILURES",
    "LOGINS",
    "OLD_SPELLINGS",
    "UNTOUCHED",
    "ActionFailure",
    "BlockerType",
    "BrowserFailure",
    "CallbackFault",
    "CancelReason",
    "Code",
    "CodeSearch",
    "ControlDenial",
    "Doubt",
    "DryRunEnd",
    "EngineFailure",
    "Evidence",
    "JobFailure",
    "LeftBecause",
    "Mending",
    "MessageFault",
    "ModelAbsence",
    "ModelFailure",
    "Obstacle",
    "PageFailure",
    "ProjectionFault",
    "RecipeFault",
    "Refusal",
    "Remedy",
    "RequestFault",
    "Sequel",
    "SessionEnd",
    "SessionLoss",
    "StopCode",
    "Stuck",
    "ToolFailure",
    "find",
    "is_for_another_engine",
    "is_retryable",
    "to_do_of",
    "today_of",
    "why_of",
    "words_of",
]
