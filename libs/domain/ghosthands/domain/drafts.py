"""Drafts as they are shown to who reviews them: asked for and answered at once, with nothing of it on the log."""

from __future__ import annotations

import msgspec


class DraftsOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Asks for the drafts that a job waits to have reviewed."""

    tenant: str
    job_id: str


class ShownDraft(msgspec.Struct, frozen=True, kw_only=True):
    """What a model wrote in answer to a question."""

    question_key: str
    text: str

    def __repr__(self) -> str:
        return f"ShownDraft({self.question_key})"
