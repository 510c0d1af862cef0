"""Plans a page: every field in scope is planned, left alone with a reason, or in need of an answer.

For each field it tries in this order: what the human left open or did stays; on a login form, the vault's login; the
person's own answer to this very question, or to one that asks the same in other words; the profile, by the rules; their
answer to the same question on another form; declining, where the form offers it; a draft; a human, where the field is
required.

A tick box takes only a yes or a no, and a field may ask for the opposite of what the profile says; the plan says
whether to reverse the answer. Where that is not clear, a human is asked.

Uploads come first, because a site may read the resume and fill fields from it; the rest follows in page order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from ghosthands.domain.codes import LeftBecause
from ghosthands.domain.keys import ANSWERS, DECLINE, NO, REMEMBERED
from ghosthands.domain.page import AnyField, FieldKind, FieldModel, FieldState, FileInputModel, PageModel
from ghosthands.domain.plan import ActionKind, LeftAlone, PlannedAction, Unanswered
from ghosthands.domain.polarity import answered, opposite, told_beside
from ghosthands.domain.questions import question_key
from ghosthands.planning import (
    account,
    agreeing,
    context,
    date_parts,
    entries,
    highest,
    levels,
    meaning,
    measures,
    misleading,
    narrowing,
    permit_options,
    permits,
    remembering,
    second_contacts,
    stand_ins,
    uploads,
)
from ghosthands.planning.known import Known
from ghosthands.planning.matching import Match
from ghosthands.planning.negation import turn
from ghosthands.planning.page_matching import match_page
from ghosthands.planning.question import Questions
from ghosthands.planning.questions.classes import Asks
from ghosthands.planning.refusal import refusals
from ghosthands.planning.rule import TEXTUAL
from ghosthands.planning.rules.contact import PHONE_KIND
from ghosthands.planning.rules.refusals import UNTOUCHABLE
from ghosthands.planning.signals import Signals, words
from ghosthands.planning.tiers import recommend

#: Least confidence for filling: a required field is worth a likelier mistake than an optional one.
REQUIRED_CONFIDENCE = 0.6
OPTIONAL_CONFIDENCE = 0.75

#: The confidence of an answer to the same question, with the same options, on another form.
BY_MEMORY = 0.9
#: The confidence of a model's draft that nobody has read yet.
BY_DRAFT = 0.7
DRAFTED = "drafted"

NOTHING_UNDERSTOOD: Mapping[str, Match] = {}

_KINDS = {
    FieldKind.SELECT: ActionKind.SELECT,
    FieldKind.MULTI_SELECT: ActionKind.SELECT,
    FieldKind.COMBOBOX: ActionKind.SELECT,
    FieldKind.RADIO: ActionKind.CHOOSE,
    FieldKind.CHECKBOX_GROUP: ActionKind.CHOOSE,
    FieldKind.CHECKBOX: ActionKind.CHECK,
}


_ENTRY = re.compile(r"(profile\.(?:education|work_history))\.(\d+)\.")
#: who asks for as many things about one entry asks for entries, and not just for the latest employer
_WHOLE_ENTRY = 3


class Unclear(Unanswered, frozen=True):
    """A field to be asked about though it is optional or filled.

    It has an answer that is neither the yes nor the no it takes, or the page has chosen one that nobody gave, or waits
    for one.
    """


FieldOutcome = PlannedAction | LeftAlone | Unanswered


@dataclass(frozen=True, slots=True)
class PagePlan:
    """Every field in scope, exactly once."""

    actions: tuple[PlannedAction, ...]
    left_alone: tuple[LeftAlone, ...]
    unanswered: tuple[Unanswered, ...]
    unclear: tuple[Unanswered, ...] = ()
    #: ids of those fields without an action that no rule is sure about
    not_understood: frozenset[str] = frozenset()
    #: entries of a history that the page asks for, and shows no fields for
    beyond: tuple[str, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """The number of fields by outcome, for a log line."""
        return {
            "actions": len(self.actions),
            "left_alone": len(self.left_alone),
            "unanswered": len(self.unanswered),
            "unclear": len(self.unclear),
        }


def plan(
    page: PageModel,
    known: Known,
    *,
    action_id: Callable[[str], str],
    only: Collection[str] = (),
    understood: Mapping[str, Match] = NOTHING_UNDERSTOOD,
) -> PagePlan:
    """Plan the page, or its fields `only`; `action_id` makes an action's id from a field's.

    `understood` has matches from elsewhere; they count where the rules are not sure.
    """
    planner = _Planner(page, known, action_id, understood)
    outcomes = planner.want([planner.decide(field) for field in _in_order(planner.page, only)])
    actions = tuple(one for one in outcomes if isinstance(one, PlannedAction))
    return PagePlan(
        actions=actions,
        left_alone=tuple(one for one in outcomes if isinstance(one, LeftAlone)),
        unanswered=tuple(one for one in outcomes if type(one) is Unanswered),
        unclear=tuple(Unanswered(one.field_id, one.question_key) for one in outcomes if isinstance(one, Unclear)),
        not_understood=frozenset(planner.not_understood),
        beyond=() if only else _list_beyond([action.key for action in actions], known.keys),
    )


def _list_beyond(filled: Iterable[str], known: Collection[str]) -> tuple[str, ...]:
    """List the known entries of each history of which the page takes at least one whole, and not these."""
    parts = Counter(entry for key in set(filled) if (entry := _entry_of(key)))
    whole = {history for (history, _), count in parts.items() if count >= _WHOLE_ENTRY}
    known_entries = {entry for key in known if (entry := _entry_of(key)) and entry[0] in whole}
    return tuple(f"{history}.{number}" for history, number in sorted(known_entries - parts.keys()))


def _entry_of(key: str) -> tuple[str, int] | None:
    """Return the history and the number of the entry that a key belongs to; None for any other key."""
    found = _ENTRY.match(key)
    return (found[1], int(found[2])) if found else None


def _in_order(page: PageModel, only: Collection[str]) -> Iterator[AnyField]:
    every: Iterable[AnyField] = (*page.file_inputs, *page.fields)
    return (field for field in every if not only or field.id in only)


class _Planner:
    """Plans one page: holds what its fields have in common."""

    def __init__(
        self, page: PageModel, known: Known, action_id: Callable[[str], str], understood: Mapping[str, Match]
    ) -> None:
        asked = page
        self.page = page = replace(page, fields=date_parts.name_parts(page.fields))
        self._known = known
        self._action_id = action_id
        self._signals = {field.id: Signals.of(field) for field in page.fields}
        parts = context.read(page, self._signals)
        self._questions = Questions(asked, parts)
        self._whole = {part.id for part, own in zip(page.fields, asked.fields, strict=True) if part is not own}
        self._matches = match_page(page, self._signals, parts)
        unsure = (field for field in page.fields if not _is_sure(field, self._matches.get(field.id)))
        told = {field.id: understood[field.id] for field in unsure if field.id in understood}
        by_rules = tuple(self._matches.values())
        self._matches |= {field_id: one for field_id, one in told.items() if entries.is_told(by_rules, one.key)}
        self._refusals = refusals(page, self._signals, parts)
        self._second_contacts = second_contacts.list_others(page.fields, self._matches, self._signals)
        self.not_understood: set[str] = set()

    def decide(self, field: AnyField) -> FieldOutcome:
        """Return the field's action, or the reason why it has none."""
        if self._questions.key(field) in self._known.skipped:
            return LeftAlone(field.id, LeftBecause.SKIPPED)
        if isinstance(field, FileInputModel):
            return self._plan_upload(field)
        outcome = self._plan_fill(field)
        if isinstance(outcome, PlannedAction) and self._may_come_out_wrongly(field, outcome):
            return self._say_by_options(field) or self._open(field, LeftBecause.ASKED_IN_THE_NEGATIVE)
        if isinstance(outcome, Unanswered) or _is_declined(outcome):
            return self._say_by_options(field) or outcome
        if isinstance(outcome, PlannedAction) and not measures.fits(field, outcome, self._known):
            return self._open(field, LeftBecause.OTHER_MEASURE)
        return outcome

    def want(self, outcomes: Sequence[FieldOutcome]) -> list[FieldOutcome]:
        """Return the outcomes, with those of the boxes that the page's disabled button seems to wait for.

        That is so only where nothing else is left to do: the terms of applying are agreed to then, as if they were
        required; a human is asked about another agreement.
        """
        left = {one.field_id: one.reason for one in outcomes if isinstance(one, LeftAlone)}
        if len(left) < len(outcomes) or not agreeing.waits(self.page):
            return list(outcomes)
        terms, others = agreeing.find_wanted(self.page, left)
        wanted: dict[str, FieldOutcome] = {
            field.id: self._action(field, ActionKind.CHECK, found) for field, found in terms
        } or {field.id: Unclear(field.id, self._questions.key(field)) for field in others}
        return [wanted.get(one.field_id, one) for one in outcomes]

    def _say_by_options(self, field: FieldModel) -> FieldOutcome | None:
        """Return the action for a list whose options say themselves what is true of a sponsor; None for any other."""
        if field.id in self._refusals or entries.is_of_entry(self._matches.get(field.id)):
            return None
        said = permit_options.find_said(field, self._known)
        return self._action(field, _kind(field), said) if said else None

    def _may_come_out_wrongly(self, field: FieldModel, action: PlannedAction) -> bool:
        """Whether it is a yes or a no that the field's options reverse."""
        value = self._known.values.get(action.key, "")
        is_by_lead = told_beside(value) is not None and not any(value == option.label for option in field.options)
        return is_by_lead and misleading.has_misleading_options(field)

    def _plan_upload(self, file: FileInputModel) -> FieldOutcome:
        reason = uploads.refusal(file, self.page)
        if reason is not None:
            return LeftAlone(file.id, reason)
        usual = uploads.key(file)
        given = uploads.given_key(self._questions.key(file))
        key = next((one for one in (given, usual) if one in self._known.keys), None)
        if key is None:
            return self._open(file, LeftBecause.OPTIONAL_UNKNOWN if usual else LeftBecause.OTHER_FILE)
        found = Match(key, 1.0, f"file:{file.purpose}")
        return self._action(file, ActionKind.UPLOAD, found)

    def _plan_fill(self, field: FieldModel) -> FieldOutcome:
        refused = self._refusals.get(field.id)
        if refused is not None and (not field.visible or refused in UNTOUCHABLE or self._pays(field, refused)):
            return LeftAlone(field.id, refused)
        if field.id in self._known.by_human and _is_settled(field):
            return LeftAlone(field.id, LeftBecause.BY_HUMAN)
        own = account.match(self.page, field, self._matches.get(field.id))
        if own and stand_ins.available(own, self._known.keys, field.kind):
            return self._action(field, _kind(field), own)
        if answer := self._questions.answer(field, self._known.keys) or self._answer_to_whole(field):
            return self._own(field, Match(answer, 1.0, "own_answer"))
        if refused is not None:
            return self._open(field, refused)
        if entries.is_of_entry(self._matches.get(field.id)):
            return self._from_profile(field)
        said = meaning.find_own_answer(field, self._known.own, self._known.values, address=self.page.url)
        if said and not self._questions.is_ambiguous(field):
            found = Match(said.key, meaning.BY_MEANING, "own_answer:by_meaning")
            return self._action(field, _kind(field), found, negated=said.negated)
        outcome = self._from_profile(field)
        return outcome if _is_from_profile(outcome) else self._from_memory(field) or outcome

    def _pays(self, field: FieldModel, refused: str) -> bool:
        """Whether the field is a card's, in a form that takes a payment."""
        return refused == LeftBecause.PAYMENT and (field.locator.frame, field.form) in self.page.paying

    def _answer_to_whole(self, field: FieldModel) -> str | None:
        """Return the key of the person's own answer to the date of which the field is a part, where there is one."""
        key = f"{ANSWERS}{question_key(field.label)}" if field.id in self._whole else ""
        return key if key in self._known.keys else None

    def _from_memory(self, field: FieldModel) -> FieldOutcome | None:
        """Return the person's answer to the same question elsewhere, if it answers this one too."""
        question = self._questions.key(field)
        before = self._known.remembered.get(question)
        if before is None:
            return self._from_other_words(field)
        if not remembering.find_again(field, before):
            return None
        self.not_understood.discard(field.id)
        return self._action(field, _kind(field), Match(f"{REMEMBERED}{question}", BY_MEMORY, "remembered"))

    def _from_other_words(self, field: FieldModel) -> FieldOutcome | None:
        """Return the person's answer elsewhere to a question that asks the same in other words."""
        said = remembering.find_in_other_words(field, self._known.remembered)
        if said is None or self._questions.is_ambiguous(field):
            return None
        self.not_understood.discard(field.id)
        return self._action(
            field, _kind(field), Match(said.key, BY_MEMORY, "remembered:by_meaning"), negated=said.negated
        )

    def _own(self, field: FieldModel, found: Match) -> FieldOutcome:
        """Return the person's own answer to the very question, as far as the field can take it."""
        value = self._known.values.get(found.key)
        if field.kind is FieldKind.CHECKBOX and value is not None and answered(value, field.label) is None:
            return Unclear(field.id, self._questions.key(field))
        return self._action(field, _kind(field), found)

    def _from_profile(self, field: FieldModel) -> FieldOutcome:
        found = self._matches.get(field.id)
        if not _is_sure(field, found):
            self.not_understood.add(field.id)
        is_told = field.id not in self._second_contacts
        given = self._given(found, self._signals[field.id]) if found and is_told else None
        draft = self._questions.draft(field, self._known.keys)
        if draft and not _is_sure(field, given):
            return self._action(field, _kind(field), Match(draft, BY_DRAFT, DRAFTED))
        if given is None:
            return self._open(
                field, LeftBecause.CREDENTIALS if found and found.is_login else LeftBecause.OPTIONAL_UNKNOWN
            )
        if not _is_sure(field, given):
            return self._open(field, LeftBecause.LOW_CONFIDENCE)
        if given.key.startswith(ANSWERS):
            return self._own(field, given)
        if not self._says_so_much(field.label, given.key):
            return self._open(field, LeftBecause.LOW_CONFIDENCE)
        asked = turn(field.label, given.key, self._signals[field.id])
        if asked is Asks.PLAIN:
            return self._action(field, _kind(field), given)
        is_plain = field.kind not in TEXTUAL and opposite(self._known.values.get(given.key, "")) is not None
        if asked is Asks.UNCLEAR or not is_plain:
            return self._open(field, LeftBecause.ASKED_IN_THE_NEGATIVE)
        return self._action(field, _kind(field), given, negated=True)

    def _says_so_much(self, label: str, key: str) -> bool:
        """Whether the profile's answer is one for the country, the employer and the kind that the label names."""
        return permits.holds_where_asked(label, key, self._known) and narrowing.holds_for_kind(
            label, key, self._known, address=self.page.url
        )

    def _given(self, found: Match, signals: Signals) -> Match | None:
        if highest.asks_for_highest(found):
            best = highest.find_highest(found, self._known.values, self._known.today)
            return best and stand_ins.available(best, self._known.keys, signals.kind)
        if levels.asks_for_level(found):
            entry = levels.find_entry(found, self._known.values)
            return entry and stand_ins.available(entry, self._known.keys, signals.kind)
        if entries.is_in_doubt(found, self._known.keys):
            return None
        return stand_ins.available(found, self._known.keys, signals.kind) or stand_ins.declining(found, signals)

    def _open(self, field: AnyField, reason: str) -> FieldOutcome:
        """Leave the field open: a human is asked where the field is required, or would be sent as the page chose.

        What the page agrees to beyond the application is taken back.
        """
        if isinstance(field, FieldModel) and agreeing.is_agreed_by_the_page(field, reason, self.page.url):
            if field.required or agreeing.may_refuse(field):
                return Unclear(field.id, self._questions.key(field))
            return self._action(field, ActionKind.FILL, Match(NO, 1.0, agreeing.TAKEN_BACK))
        if isinstance(field, FieldModel) and agreeing.is_accepted_by_the_page(field, reason):
            if field.required or not agreeing.may_decline(field):
                return Unclear(field.id, self._questions.key(field))
            return self._action(field, ActionKind.CHOOSE, Match(NO, 1.0, agreeing.TAKEN_BACK))
        if isinstance(field, FieldModel) and _is_chosen_by_the_page(field):
            return Unclear(field.id, self._questions.key(field))
        return Unanswered(field.id, self._questions.key(field)) if field.required else LeftAlone(field.id, reason)

    def _action(self, field: AnyField, kind: ActionKind, found: Match, *, negated: bool = False) -> PlannedAction:
        return PlannedAction(
            id=self._action_id(field.id),
            kind=kind,
            field_id=field.id,
            key=found.key,
            tier=recommend(field, found.key, found.confidence),
            confidence=found.confidence,
            reason=found.reason,
            question_key=self._questions.key(field),
            negated=negated,
        )


def _is_sure(field: FieldModel, found: Match | None) -> bool:
    """Whether the match is good enough for the field."""
    least = REQUIRED_CONFIDENCE if field.required else OPTIONAL_CONFIDENCE
    return found is not None and found.confidence >= least


def _is_settled(field: FieldModel) -> bool:
    """Whether the field shows what a human did with it: a box left empty is an answer."""
    return field.error is None and (field.state is FieldState.FILLED or field.kind is FieldKind.CHECKBOX)


def _is_chosen_by_the_page(field: FieldModel) -> bool:
    """Whether it holds a choice that no answer of the applicant's explains, and that is sent if nobody makes another.

    A list without an empty option always holds one. What is optional is left as it stands if it is a radio, or in no
    form: there it may be the page's own, such as its language. What kind of phone it is says nothing of the applicant.
    """
    if field.state is not FieldState.FILLED or not field.visible or field.locked:
        return False
    if PHONE_KIND.search(words(field.label)):
        return False
    if field.kind is FieldKind.SELECT:
        return not any(option.placeholder for option in field.options) and bool(field.required or field.form)
    return field.kind is FieldKind.RADIO and field.required


def _is_declined(outcome: FieldOutcome) -> bool:
    return isinstance(outcome, PlannedAction) and outcome.key == DECLINE


def _is_from_profile(outcome: FieldOutcome) -> bool:
    """Whether it is what the profile says."""
    return isinstance(outcome, PlannedAction) and outcome.key != DECLINE and outcome.reason != DRAFTED


def _kind(field: FieldModel) -> ActionKind:
    return _KINDS.get(field.kind, ActionKind.FILL)
