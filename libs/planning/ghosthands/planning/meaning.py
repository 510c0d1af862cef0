"""The applicant's own answers by meaning: whether a question of theirs is the one that a field asks in other words.

Without a model, and on proof alone. Two questions are one where the rules understand both as the same class, or
neither, and what else they say is the same: the same countries, employers, skills, figures, tenses and negations. Where
one asks for a yes or no the other way round, the answer goes in the other way round.

What two sentences in free words have in common proves nothing; that is left to the page's one question to a model,
which is offered what is neither a yes or no nor sensitive.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.domain.polarity import is_negated, opposite, stated
from ghosthands.planning.matching import find_rule
from ghosthands.planning.negation import YES_OR_NO, Turn, turn
from ghosthands.planning.rule import TEXTUAL, FieldRule
from ghosthands.planning.rules import consent
from ghosthands.planning.rules import meaning as wording
from ghosthands.planning.rules.sensitive import is_sensitive_text
from ghosthands.planning.signals import Signals, words

#: How sure an answer found so is.
BY_MEANING = 0.95
#: Words from which on an answer is more than a yes or no in a sentence.
_PROSE = 12
#: the rule that knows a follow-up to another question, which says nothing by itself
_FOLLOW_UP = "explanation"


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """An own answer to a field's question, and whether it goes in the other way round."""

    key: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class _Reading:
    """A question as far as it is understood."""

    rule: FieldRule | None
    #: what it says beside the words of its class
    rest: frozenset[str]
    #: its negations, each as often as it is said; of what is a yes or no by class, `turned` tells them
    negations: tuple[str, ...]
    turned: Turn

    @property
    def key(self) -> str | None:
        return self.rule.key if self.rule else None


def find_own_answer(field: FieldModel, own: Mapping[str, str], values: Mapping[str, str]) -> OwnAnswer | None:
    """The own answer to the field's question, of `own` questions by key; None for none, or several that differ."""
    if not own or field.kind is FieldKind.CHECKBOX or not words(field.label):
        return None
    control = Signals.of(FieldModel(id=field.id, locator=field.locator, kind=field.kind, options=field.options))
    asked = _read(field.label, control)
    found = [
        one for key, question in own.items() if (one := _compare(key, _read(question, control), asked, field, values))
    ]
    said = {(values.get(one.key), one.negated) for one in found}
    return found[0] if len(said) == 1 else None


def list_offered(own: Mapping[str, str], values: Mapping[str, str]) -> dict[str, str]:
    """The own questions that a model may hold against fields that nobody understands, by key."""
    return {key: question for key, question in own.items() if _may_be_offered(question, values.get(key, ""))}


def takes(field: FieldModel, question: str, answer: str) -> bool:
    """Whether an own answer may go into such a control on a model's word."""
    if is_negated(wording.spell_out(question)) != is_negated(wording.spell_out(field.label)):
        return False
    if field.kind in (FieldKind.CHECKBOX, FieldKind.CHECKBOX_GROUP, FieldKind.PASSWORD):
        return False
    options = Signals.of(field).options
    return words(answer) in options if options else field.kind in TEXTUAL


def _may_be_offered(question: str, answer: str) -> bool:
    is_prose = len(answer.split()) >= _PROSE or stated(answer) is None
    is_plain = is_prose and not is_sensitive_text(f"{question} . {answer}")
    return is_plain and not consent.asks_for_consent(words(question))


def _compare(
    key: str, own: _Reading, asked: _Reading, field: FieldModel, values: Mapping[str, str]
) -> OwnAnswer | None:
    """The answer under the key where its question is the one asked."""
    if own.key != asked.key or (own.rule is None) != (asked.rule is None):
        return None
    if asked.rule and own.rule and asked.key is None and own.rule.name != asked.rule.name:
        return None
    if asked.rule and asked.rule.name == _FOLLOW_UP:
        return None
    if own.rest != asked.rest or own.negations != asked.negations or not (own.rest or asked.rule):
        return None
    if Turn.UNCLEAR in (own.turned, asked.turned):
        return None
    if own.turned is asked.turned:
        return OwnAnswer(key)
    can_turn = field.kind not in TEXTUAL and opposite(values.get(key, "")) is not None
    return OwnAnswer(key, negated=True) if can_turn else None


def _read(text: str, control: Signals) -> _Reading:
    """What the text says, were it the label of that control."""
    spelt = wording.spell_out(text)
    signals = control.labelled(spelt)
    rule = find_rule(signals)
    key = rule.key if rule else None
    is_turnable = key is not None and key.startswith(YES_OR_NO)
    said = tuple(_list_words(signals.label, key))
    return _Reading(
        rule=rule,
        rest=(frozenset(said) - wording.PLAIN - wording.NEGATORS).union(wording.SIGNS.findall(spelt)),
        negations=() if is_turnable else tuple(sorted(word for word in said if word in wording.NEGATORS)),
        turned=turn(spelt, key, signals) if key is not None and is_turnable else Turn.PLAIN,
    )


def _list_words(label: str, key: str | None) -> Iterator[str]:
    """The words beside those of the class."""
    own = wording.words_of(key)
    for word in (own.sub(" ", label) if own else label).split():
        yield wording.SAME.get(word, word)
