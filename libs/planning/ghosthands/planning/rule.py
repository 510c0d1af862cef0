"""A rule: the texts of a field that wants one key, and the texts that only resemble them.

A rule whose key is None is a stop: the text is understood, and none of the applicant's data belongs there. The rules
are data, tried in order, and the first match wins; each names the source of its words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypedDict, Unpack

from ghosthands.domain.page import FieldKind
from ghosthands.planning.alternatives import Alternatives, begin_words

#: Controls that take typed text.
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
#: Controls that offer options.
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
#: Controls for a fact: typed or chosen from a list, but not ticked.
FACTUAL = TEXTUAL | DROPDOWNS
ANSWERABLE = TEXTUAL | CHOICES


@dataclass(frozen=True, slots=True)
class FieldRule:
    """Fields of these `kinds` whose text matches `label` want `key`."""

    name: str
    key: str | None
    #: pattern for the words of a label or placeholder
    label: Alternatives
    #: pattern for the words of a name or id
    identifier: Alternatives
    #: a text that this matches too does not count
    unless: Alternatives | None
    kinds: frozenset[FieldKind]
    #: whether it reads sentences, not only short labels
    question: bool
    #: the source of the words
    source: str

    @property
    def reads_names_alone(self) -> bool:
        """Whether no label matches it."""
        return self.label.is_empty

    @property
    def reads_labels_alone(self) -> bool:
        """Whether no name or id matches it."""
        return self.identifier.is_empty

    def fits_label(self, text: str) -> bool:
        """Whether a label or placeholder asks for the key."""
        return self.label.search(text) and not (self.unless and self.unless.search(text))

    def fits_identifier(self, text: str) -> bool:
        """Whether a name or id asks for the key."""
        return self.identifier.search(text) and not (self.unless and self.unless.search(text))


class RuleBook:
    """Rules in their order, indexed by the first letters of words, so that a text is tried on few of them."""

    def __init__(self, rules: Iterable[FieldRule]) -> None:
        self._rules = tuple(rules)
        self._begun: defaultdict[str, set[int]] = defaultdict(set)
        for at, each in enumerate(self._rules):
            for beginning in each.label.beginnings:
                self._begun[beginning].add(at)

    def list_likely(self, *texts: str) -> Iterator[FieldRule]:
        """Yield the rules that one of a field's labels or placeholders may match."""
        begun = frozenset[str]().union(*map(begin_words, texts)) & self._begun.keys()
        return (self._rules[at] for at in sorted(set[int]().union(*(self._begun[beginning] for beginning in begun))))


class RuleParts(TypedDict, total=False):
    """The optional parts of a rule."""

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
    """Make a rule from its regular expressions; `label` is also the pattern of names and ids by default."""
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
    """Make the rule for the profile's key of that name."""
    return rule(name, f"profile.{name}", label, source=source, **parts)


def stop(name: str, label: str, *, source: str, identifier: str = r"(?!)", question: bool = False) -> FieldRule:
    """Make a rule that ends the search: the text is known and wants nothing of the applicant's."""
    return rule(name, None, label, source=source, identifier=identifier, kinds=FieldKind, question=question)
