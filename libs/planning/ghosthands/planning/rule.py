"""A rule: what a field that wants one key calls itself, and what only looks like it.

A rule whose key is None is a stop: the text is understood, and none of the applicant's data belongs there. The rules
are data, tried in order, the first that fits wins; each says where its words come from.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypedDict, Unpack

from ghosthands.domain.page import FieldKind
from ghosthands.planning.alternatives import Alternatives, begin_words

#: What takes typed text.
TEXTUAL = frozenset(
    {
        FieldKind.TEXT,
        FieldKind.EMAIL,
        FieldKind.TEL,
        FieldKind.URL,
        FieldKind.NUMBER,
        FieldKind.DATE,
        FieldKind.TEXTAREA,
        FieldKind.CONTENTEDITABLE,
    }
)
#: What offers options.
CHOICES = frozenset(
    {
        FieldKind.SELECT,
        FieldKind.MULTI_SELECT,
        FieldKind.COMBOBOX,
        FieldKind.RADIO,
        FieldKind.CHECKBOX_GROUP,
    }
)
#: Typed, where a list of suggestions may appear.
TYPED_AHEAD = TEXTUAL | {FieldKind.COMBOBOX}
DROPDOWNS = frozenset({FieldKind.SELECT, FieldKind.MULTI_SELECT, FieldKind.COMBOBOX})
#: What a fact may be asked with: typed or chosen from a list, but not ticked.
FACTUAL = TEXTUAL | DROPDOWNS
ANSWERABLE = TEXTUAL | CHOICES


@dataclass(frozen=True, slots=True)
class FieldRule:
    """Fields of these `kinds` whose text matches `label` want `key`."""

    name: str
    key: str | None
    #: of a label's or placeholder's words
    label: Alternatives
    #: of a name's or id's words
    identifier: Alternatives
    #: where this matches too, the text does not count
    unless: Alternatives | None
    kinds: frozenset[FieldKind]
    #: whether it reads sentences, not only short labels
    question: bool
    #: whose observation it is
    source: str

    @property
    def reads_names_alone(self) -> bool:
        """Whether no label fits it."""
        return self.label.is_empty

    @property
    def reads_labels_alone(self) -> bool:
        """Whether no name or id fits it."""
        return self.identifier.is_empty

    def fits_label(self, text: str) -> bool:
        """Whether a label or placeholder asks for the key."""
        return self.label.search(text) and not (self.unless and self.unless.search(text))

    def fits_identifier(self, text: str) -> bool:
        """Whether a name or id asks for the key."""
        return self.identifier.search(text) and not (self.unless and self.unless.search(text))


class RuleBook:
    """Rules in their order, of which a text is held against those alone that look for a word that begins as its do."""

    def __init__(self, rules: Iterable[FieldRule]) -> None:
        self._rules = tuple(rules)
        self._begun: defaultdict[str, set[int]] = defaultdict(set)
        for at, each in enumerate(self._rules):
            for beginning in each.label.beginnings:
                self._begun[beginning].add(at)

    def list_likely(self, text: str) -> Iterator[FieldRule]:
        """The rules that a label or placeholder may fit."""
        begun = begin_words(text) & self._begun.keys()
        return (self._rules[at] for at in sorted(set[int]().union(*(self._begun[beginning] for beginning in begun))))


class RuleParts(TypedDict, total=False):
    """What a rule may say beside its label."""

    identifier: str | None
    unless: str | None
    kinds: Iterable[FieldKind]
    question: bool


def rule(
    name: str,
    key: str | None,
    label: str,
    *,
    source: str,
    identifier: str | None = None,
    unless: str | None = None,
    kinds: Iterable[FieldKind] = FACTUAL,
    question: bool = False,
) -> FieldRule:
    """A rule from its regular expressions; names and ids are read like labels unless told otherwise."""
    return FieldRule(
        name=name,
        key=key,
        label=Alternatives(label),
        identifier=Alternatives(label if identifier is None else identifier),
        unless=Alternatives(unless) if unless else None,
        kinds=frozenset(kinds),
        question=question,
        source=source,
    )


def profile_rule(name: str, label: str, *, source: str, **parts: Unpack[RuleParts]) -> FieldRule:
    """The rule for the profile's key of that very name."""
    return rule(name, f"profile.{name}", label, source=source, **parts)


def stop(name: str, label: str, *, source: str, identifier: str = r"(?!)", question: bool = False) -> FieldRule:
    """A rule that ends the search: the text is known and wants nothing of the applicant's."""
    return rule(name, None, label, source=source, identifier=identifier, kinds=FieldKind, question=question)
