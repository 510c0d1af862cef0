"""The applicant's own answers by meaning: whether a question of theirs is the one that a field asks in other words.

Without a model, and on proof alone. Two questions are one where both are read as the same class, and what else decides
the answer is the same: the countries, employers, skills, figures and tenses. Where one asks for a yes or no the other
way round, the answer goes in the other way round; where that is unclear of one, they are two. Questions of no class are
one where the rules understand both alike, or neither, and they say the same words.

What two sentences in free words have in common proves nothing; that is left to the page's one question to a model,
which is offered what is neither a yes or no nor sensitive.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ghosthands.domain.keys import NO, YES
from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.domain.polarity import Polarity, answered, is_negated, opposite, stated
from ghosthands.planning import context, employer
from ghosthands.planning.matching import find_rule
from ghosthands.planning.questions.classes import PAST, WHATEVER_ELSE, Asks, QuestionClass, QuestionReading, Tense
from ghosthands.planning.questions.reading import read
from ghosthands.planning.rule import TEXTUAL, FieldRule
from ghosthands.planning.rules import consent
from ghosthands.planning.rules import meaning as wording
from ghosthands.planning.rules.sensitive import is_sensitive_text
from ghosthands.planning.signals import Signals, uncached_words, words

#: How sure an answer found so is.
BY_MEANING = 0.95
#: Words from which on an answer is more than a yes or no in a sentence.
_PROSE = 12
#: What one has done, or would do, so much of that less is answered too.
_IN_FIGURES = (QuestionClass.YEARS_WITH, QuestionClass.YEARS_OF_EXPERIENCE, QuestionClass.TRAVEL)
#: Words about a figure alone.
_MEASURING = frozenset({"least", "up", "%", "percent"})
#: the rule that knows a follow-up to another question, which says nothing by itself
_FOLLOW_UP = "explanation"


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """An own answer to a field's question, and whether it goes in the other way round."""

    key: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class _Unclassed:
    """A question of no class, as far as the rules understand it."""

    rule: FieldRule | None
    #: what it says beside the words of its rule
    rest: frozenset[str]
    #: its negations, each as often as it is said
    negations: tuple[str, ...]

    @property
    def key(self) -> str | None:
        return self.rule.key if self.rule else None


def find_own_answer(
    field: FieldModel, own: Mapping[str, str], values: Mapping[str, str], *, address: str = ""
) -> OwnAnswer | None:
    """The own answer to the field's question, of `own` questions by key; None for none, or several that differ.

    `address` is the page's, where it matters whose form it is.
    """
    if not own or field.kind is FieldKind.CHECKBOX or not words(field.label):
        return None
    found = [one for key, question in own.items() if (one := _compare(key, question, field, values, address))]
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
    return uncached_words(answer) in options if options else field.kind in TEXTUAL


def _may_be_offered(question: str, answer: str) -> bool:
    is_prose = len(answer.split()) >= _PROSE or stated(answer) is None
    is_plain = is_prose and not is_sensitive_text(f"{question} . {answer}")
    return is_plain and not consent.asks_for_consent(words(question))


def _compare(key: str, question: str, field: FieldModel, values: Mapping[str, str], address: str) -> OwnAnswer | None:
    """The answer under the key where its question is the one asked."""
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
        return OwnAnswer(YES if asked.asks is Asks.PLAIN else NO)  # who says how much would travel
    if own.asks is asked.asks:
        return OwnAnswer(key)
    can_turn = field.kind not in TEXTUAL and opposite(answer) is not None
    return OwnAnswer(key, negated=True) if can_turn else None


def _is_the_same(own: QuestionReading, asked: QuestionReading, answer: str, address: str) -> bool:
    """Whether the answer to the one is the answer to the other, but for which way round they ask."""
    if Asks.UNCLEAR in (own.asks, asked.asks) or not (own.of_applicant and asked.of_applicant):
        return False
    if (own.places, own.languages, own.quantity) != (asked.places, asked.languages, asked.quantity):
        return False
    is_one = own.about in WHATEVER_ELSE or own.rest == asked.rest or _goes_for(own, asked, answer, address)
    return is_one and _is_of_that_time(own, asked, answer)


def _goes_for(own: QuestionReading, asked: QuestionReading, answer: str, address: str) -> bool:
    """Whether a no of the employer whose form it is, which names none, answers for the one that is asked by name."""
    is_no = own.asks is Asks.PLAIN and stated(answer) is Polarity.NO
    is_of_one = own.about is QuestionClass.RELATIVES and not own.rest and asked.rest == asked.names
    return is_no and is_of_one and employer.is_named(asked.names, address)


def _is_yes_or_no(field: FieldModel) -> bool:
    """Whether all there is to choose from is a yes or no, or declines to say."""
    options = [option.label for option in field.options if not option.placeholder]
    return bool(options) and all(stated(option) is not None for option in options)


def _has_enough(own: QuestionReading, asked: QuestionReading, answer: str) -> bool | None:
    """Whether the years, or the travelling, that was told is as much as is asked for; None for nothing like it."""
    is_figure = answer.isdecimal() and own.quantity is None and asked.quantity is not None
    if not is_figure or own.about not in _IN_FIGURES:
        return None
    if (
        asked.asks is not Asks.PLAIN
        or not asked.of_applicant
        or asked.rest - own.rest - _MEASURING
        or own.rest - asked.rest
    ):
        return None
    return int(answer) >= asked.quantity if asked.quantity else None


def _is_of_that_time(own: QuestionReading, asked: QuestionReading, answer: str) -> bool:
    """Whether the answer holds for the time asked of: what is needed neither now nor later is needed at no time."""
    if own.tense is asked.tense or own.about in PAST:
        return True
    if own.about is not QuestionClass.SPONSORSHIP:
        return {own.tense, asked.tense} <= {Tense.NOW, Tense.UNSAID}
    no = Polarity.NO if own.asks is Asks.PLAIN else Polarity.YES
    return own.tense is Tense.BOTH and answered(answer, "") is no


def _names_who(question: str, label: str) -> bool:
    """Whether one of them asks for the name of who referred the applicant, and the other does not."""
    return bool(wording.BY_WHOM.search(question)) != bool(wording.BY_WHOM.search(label))


def _says_the_same(question: str, field: FieldModel) -> bool:
    """Whether two questions of no class say the same words, and are alike to the rules."""
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
    """What the text says, were it the label of that control."""
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
    """The words beside those of the class."""
    own = wording.words_of(key)
    for word in (own.sub(" ", label) if own else label).split():
        yield wording.SAME.get(word, word)
