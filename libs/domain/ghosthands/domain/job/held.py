"""The verified fields of a page, and what the page did with them since."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from ghosthands.domain.page import FieldFact
from ghosthands.domain.plan import ActionKind


class HeldField(msgspec.Struct, frozen=True, kw_only=True):
    """A field that was verified, and whose state a page shows."""

    field_id: str
    question_key: str
    #: the key whose value was filled in
    key: str = ""
    #: the key whose value it was observed to show since, if that can be told
    read_as: str | None = None
    #: how often it was found empty afterwards, or to hold another value
    losses: int = 0
    #: the action that changed what the page showed before; None if none did, so that the page may show it by itself
    changed_by: ActionKind | None = None

    def is_lost(self, shown: FieldFact) -> bool:
        """Whether the page shows it as empty, or with another value than was read before."""
        return not shown.filled or self.read_as not in (None, shown.equals_key)

    def looked_at(self, shown: FieldFact) -> HeldField:
        """Return it with what the page shows it to hold, unless it was lost."""
        return self if self.is_lost(shown) else replace(self, read_as=shown.equals_key)
