"""Drafts for their reviewers: requested and returned directly, never on the log."""

from __future__ import annotations

import msgspec


class DraftsOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for the drafts of a job that waits for their review."""

    tenant: str
    job_id: str


class ShownDraft(msgspec.Struct, frozen=True, kw_only=True):
    """A model's answer to a question, as shown to a reviewer."""

    question_key: str
    text: str

    def __repr__(self) -> str:
        return f"ShownDraft({self.question_key})"
