"""The applicant's own answers by meaning: whether a question of theirs is the one a field asks in other words.

It works without a model, and by proof alone. Two questions are the same if both are read as the same class and agree
in everything else that decides the answer: countries, employers, skills, figures and tenses. If one asks for a yes or
no the other way round, the answer is reversed; if that is unclear for one of them, they differ. Questions of no class
are the same if the rules understand both alike, or neither, and they have the same words.

What two free sentences have in common proves nothing; that is left to the page's one question to a model, which gets
only questions that are neither a yes or no nor sensitive.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ghosthands.domain.keys import NO, YES
from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.domain.polarity import Polarity, answered, is_negated, opposite, stated
from ghosthands.planning import context, employer
from ghosthands.planning.matching import find_rule
from ghosthands.planning.questions.classes import (
    IN_YEARS,
    MEASURED,
    PAST,
    WHATEVER_ELSE,
    Asks,
    Bound,
    QuestionClass,
    QuestionReading,
    Tense,
)
from ghosthands.planning.questions.reading import read
from ghosthands.planning.rule import TEXTUAL, FieldRule
from ghosthands.planning.rules import consent
from ghosthands.planning.rules import meaning as wording
from ghosthands.planning.rules.sensitive import is_sensitive_text
from ghosthands.planning.signals import Signals, uncached_words, words

#: The confidence of an answer found so.
BY_MEANING = 0.95
#: Least words of an answer that is more than a yes or no in a sentence.
_PROSE = 12
#: Signs that belong to a figure.
_MEASURING = frozenset({"%"})
#: Words in which questions for one's ethnicity differ alone; where the answer names it, all of them ask the same.
_OF_ETHNICITY = frozenset({"race", "racial", "ethnicity", "ethnic", "group", "origin", "identity", "background"})
#: the rule for follow-ups to another question, which say nothing by themselves
_FOLLOW_UP = "explanation"
#: The ways to ask on which side of a figure an amount is; less than it is the reverse of the plain question.
_SIDES = frozenset({(Asks.PLAIN, Bound.LEAST), (Asks.PLAIN, Bound.MORE), (Asks.TURNED, Bound.LESS)})


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """An own answer to a field's question, and whether it is to be reversed."""

    key: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class _Unclassed:
    """A question of no class, as far as the rules understand it."""

    rule: FieldRule | None
    #: its words besides those of its rule
    rest: frozenset[str]
    #: its negations, repeated as often as they occur
    negations: tuple[str, ...]

    @property
    def key(self) -> str | None:
        return self.rule.key if self.rule else None


#: What a lone box to tick may state of the applicant; what it agrees to is no answer.
_TICKED = frozenset(
    {
        QuestionClass.OWN_TRANSPORT,
        QuestionClass.DRIVING_LICENCE,
        QuestionClass.WEEKENDS,
        QuestionClass.SHIFTS,
        QuestionClass.OVERTIME,
    }
)


def find_own_answer(
    field: FieldModel, own: Mapping[str, str], values: Mapping[str, str], *, address: str = ""
) -> OwnAnswer | None:
    """Return the own answer to the field's question, of `own` questions by key.

    None for no answer, or for several that differ. `address` is the page's, where it matters whose form it is.
    """
    is_ticked = field.kind is FieldKind.CHECKBOX
    if not own or not words(field.label) or (is_ticked and read(field.label).about not in _TICKED):
        return None
    found = [one for key, question in own.items() if (one := _compare(key, question, field, values, address))]
    said = {(values.get(one.key), one.negated) for one in found}
    return found[0] if len(said) == 1 else None


def list_offered(own: Mapping[str, str], values: Mapping[str, str]) -> dict[str, str]:
    """Return the own questions that a model may compare with fields that no rule understands, by key."""
    return {key: question for key, question in own.items() if _may_be_offered(question, values.get(key, ""))}


def takes(field: FieldModel, question: str, answer: str) -> bool:
    """Whether an own answer may go into such a control by a model's choice."""
    if is_negated(wording.spell_out(question)) != is_negated(wording.spell_out(field.label)):
        return False
    if field.kind in (FieldKind.CHECKBOX, FieldKind.CHECKBOX_GROUP, FieldKind.PASSWORD):
        return False
    options = Signals.of(field).options
    return uncached_words(answer) in options if options else field.kind in TEXTUAL


def _may_be_offered(question: str, answer: str) -> bool:
    is_prose = len(answer.split()) >= _PROSE or stated(answer) is None
    is_plain = is_prose and not is_sensitive_text(f"{question} . {answer}")
    return is_plain and not consent.speaks_of_agreeing(words(question))


def _compare(key: str, question: str, field: FieldModel, values: Mapping[str, str], address: str) -> OwnAnswer | None:
    """Return the key's answer if its question is the one asked."""
    own, asked = read(question), read(field.label)
    if own.about is not asked.about:
        return None
    if own.about is QuestionClass.NONE or own.is_hinted:
        return OwnAnswer(key) if _says_the_same(question, field) else None
    answer = values.get(key, "")
    if (enough := _has_enough(own, asked, answer)) is not None and field.kind not in TEXTUAL:
        return OwnAnswer(YES if enough else NO)
    if (
        context.stand(Signals.of(field)).is_history
        or not _is_the_same(own, asked, answer, address)
        or (own.about is QuestionClass.SOURCE and _names_who(question, field.label))
    ):
        return None
    if own.about is QuestionClass.CITIZENSHIP and stated(answer) is None and _is_yes_or_no(field):
        return None  # "What is your citizenship?" and "Are you a citizen?" are of one class
    if own.about is QuestionClass.TRAVEL and answer.isdecimal() and _is_yes_or_no(field):
        # a stated amount of travel is a yes; it is no answer to whether anything limits it
        return OwnAnswer(YES) if asked.asks is Asks.PLAIN else None
    if own.asks is asked.asks:
        return OwnAnswer(key)
    can_turn = field.kind not in TEXTUAL and opposite(answer) is not None
    return OwnAnswer(key, negated=True) if can_turn else None


def _is_the_same(own: QuestionReading, asked: QuestionReading, answer: str, address: str) -> bool:
    """Whether the answer to the one question is the answer to the other, apart from a reversal."""
    if Asks.UNCLEAR in (own.asks, asked.asks) or not (own.of_applicant and asked.of_applicant):
        return False
    if (own.places, own.languages) != (asked.places, asked.languages):
        return False
    if (own.quantity, own.bound) != (asked.quantity, asked.bound):
        return False
    is_named = own.about is QuestionClass.ETHNICITY and stated(answer) is None
    own_rest, asked_rest = (one.rest - _OF_ETHNICITY if is_named else one.rest for one in (own, asked))
    is_one = own.about in WHATEVER_ELSE or own_rest == asked_rest or _goes_for(own, asked, answer, address)
    return is_one and _is_of_that_time(own, asked, answer)


def _goes_for(own: QuestionReading, asked: QuestionReading, answer: str, address: str) -> bool:
    """Whether a no about this form's unnamed employer also answers the question that names the employer."""
    is_no = own.asks is Asks.PLAIN and stated(answer) is Polarity.NO
    is_of_one = own.about is QuestionClass.RELATIVES and not own.rest and asked.rest == asked.names
    return is_no and is_of_one and employer.is_named(asked.names, address)


def _is_yes_or_no(field: FieldModel) -> bool:
    """Whether all options are a yes or no, or decline to say."""
    options = [option.label for option in field.options if not option.placeholder]
    return bool(options) and all(stated(option) is not None for option in options)


def _has_enough(own: QuestionReading, asked: QuestionReading, answer: str) -> bool | None:
    """Whether the stated years, or amount of travel, are as much as is asked for; None for other questions."""
    is_figure = answer.isdecimal() and own.quantity is None and asked.quantity
    if not is_figure or own.about not in MEASURED:
        return None
    if not asked.of_applicant or asked.rest - own.rest - _MEASURING or own.rest - asked.rest:
        return None
    return _is_on_that_side(int(answer), asked)


def _is_on_that_side(stated: int, asked: QuestionReading) -> bool | None:
    """Whether an amount is on the side of the figure that is asked for; None where that is not certain."""
    if asked.quantity is None or (asked.asks, asked.bound) not in _SIDES:
        return None
    if asked.bound is Bound.LESS:
        return stated < asked.quantity
    if asked.bound is Bound.MORE and asked.about in IN_YEARS and stated == asked.quantity:
        return None  # "6" may be six years and some months
    return stated > asked.quantity if asked.bound is Bound.MORE else stated >= asked.quantity


def _is_of_that_time(own: QuestionReading, asked: QuestionReading, answer: str) -> bool:
    """Whether the answer holds for the time asked about: what is needed neither now nor later is never needed."""
    if own.tense is asked.tense or own.about in PAST:
        return True
    if own.about is not QuestionClass.SPONSORSHIP:
        return {own.tense, asked.tense} <= {Tense.NOW, Tense.UNSAID}
    no = Polarity.NO if own.asks is Asks.PLAIN else Polarity.YES
    return own.tense is Tense.BOTH and answered(answer, "") is no


def _names_who(question: str, label: str) -> bool:
    """Whether only one of them asks for the name of the person who referred the applicant."""
    return bool(wording.BY_WHOM.search(question)) != bool(wording.BY_WHOM.search(label))


def _says_the_same(question: str, field: FieldModel) -> bool:
    """Whether two questions of no class have the same words, and are alike to the rules."""
    control = Signals.of(FieldModel(id=field.id, locator=field.locator, kind=field.kind, options=field.options))
    own, asked = _take_apart(question, control), _take_apart(field.label, control)
    if own.key != asked.key or (own.rule is None) != (asked.rule is None):
        return False
    if asked.rule and own.rule and asked.key is None and own.rule.name != asked.rule.name:
        return False
    if asked.rule and asked.rule.name == _FOLLOW_UP:
        return False
    return own.rest == asked.rest and own.negations == asked.negations and bool(own.rest or asked.rule)


def _take_apart(text: str, control: Signals) -> _Unclassed:
    """Return the text's parts, read as the label of that control."""
    spelt = wording.spell_out(text)
    signals = control.labelled(spelt)
    rule = find_rule(signals)
    said = tuple(_list_words(signals.label, rule.key if rule else None))
    return _Unclassed(
        rule=rule,
        rest=(frozenset(said) - wording.PLAIN - wording.NEGATORS).union(wording.SIGNS.findall(spelt)),
        negations=tuple(sorted(word for word in said if word in wording.NEGATORS)),
    )


def _list_words(label: str, key: str | None) -> Iterator[str]:
    """Yield the words besides those of the class."""
    own = wording.words_of(key)
    for word in (own.sub(" ", label) if own else label).split():
        yield wording.SAME.get(word, word)
