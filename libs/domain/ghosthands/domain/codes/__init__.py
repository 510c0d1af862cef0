"""The stable codes: what went wrong, what may be done about it, and the words a person reads of it, in one table.

Each enum is about one thing; each of its lines is a row: the code as it goes over the wire and into the log, what it
means, and who may get past it. The fields of events and answers that hold codes are plain strings, so that a reader
of tomorrow's codes keeps on; `find` and `words_of` read them. What one place tells on of another's is written as that
one's member: a code stands in two enums only where it is the same thing. Codes are never respelt; where one thing went
by two spellings, OLD_SPELLINGS has the one that is read and no longer written.
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
    DryRunEnd,
    Evidence,
    JobFailure,
    Refusal,
    Stuck,
    is_retryable,
    today_of,
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
    "DryRunEnd",
    "EngineFailure",
    "Evidence",
    "JobFailure",
    "LeftBecause",
    "Mending",
    "MessageFault",
    "ModelAbsence",
    "ModelFailure",
    "PageFailure",
    "ProjectionFault",
    "RecipeFault",
    "Refusal",
    "Remedy",
    "RequestFault",
    "SessionEnd",
    "SessionLoss",
    "StopCode",
    "Stuck",
    "ToolFailure",
    "find",
    "is_for_another_engine",
    "is_retryable",
    "today_of",
    "words_of",
]
