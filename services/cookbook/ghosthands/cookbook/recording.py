"""Recording: what a finished job did to each of its pages, folded from the job's own events.

Only answers that were read back and right are recorded, whichever engine gave them; not what a human did, nor login
data. For a recipe that the job used, the recording says how each step did; the first try decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from msgspec.structs import replace

from ghosthands.cookbook.fields import (
    MAX_LABEL,
    count_locators,
    fields_of,
    identity_of,
    kind_of,
    locators_of,
    options_of,
    section_of,
)
from ghosthands.cookbook.replaying import BY_RECIPE
from ghosthands.domain import job
from ghosthands.domain.codes import BLAMELESS, LeftBecause
from ghosthands.domain.engine import EngineName
from ghosthands.domain.job import Job, TierEscalated
from ghosthands.domain.message import Event
from ghosthands.domain.page import AnyField, PageModel, PageSummary, PageType
from ghosthands.domain.plan import LeftAlone, PlannedAction, PlanProposed
from ghosthands.domain.recipe import FieldLocator, RecipeFound, RecipeStep, RecipeTried, StepAction, is_replayable
from ghosthands.domain.session import ActionFailed, ActionVerified

#: Most steps in one event.
MAX_STEPS = 200
#: Reasons that come from the applicant or the moment, not from the form.
_NOT_THE_FORMS = frozenset({LeftBecause.SKIPPED, LeftBecause.BY_HUMAN, LeftBecause.ALREADY_UPLOADED})
#: Marks a label in which the page repeats one of the applicant's values.
_REDACTED = "{"


@dataclass(frozen=True)
class PageVisit:
    """A page as the job first saw it, and what the job did to the fields it showed then."""

    page: PageSummary
    #: by field, the action that filled it and was read back
    filled: Mapping[str, PlannedAction]
    left_alone: Mapping[str, LeftAlone]
    #: fields that the page's recipe filled, and found unchanged
    known: frozenset[str]


@dataclass
class _Page:
    """A page of the form while the job is on it, with all shapes it takes on."""

    shapes: dict[str, PageSummary] = field(default_factory=dict)
    planned: dict[str, PlannedAction | LeftAlone] = field(default_factory=dict)
    verified: set[str] = field(default_factory=set)
    #: shapes that had a recipe of their own
    known: set[str] = field(default_factory=set)
    #: fields that a recipe covered and found where they were
    replayed: set[str] = field(default_factory=set)


@dataclass
class _Trial:
    """A recipe in use: by step, whether it did well."""

    site: str
    outcomes: dict[str, bool] = field(default_factory=dict)
    gone: dict[str, None] = field(default_factory=dict)


class Recording:
    """A finished job's pages and recipes, folded event by event."""

    def __init__(self, job_id: str) -> None:
        self._job = Job(id=job_id)
        self._pages = [_Page()]
        #: by the recipe's fingerprint
        self._trials: dict[str, _Trial] = {}
        #: by action, the recipe and the step that it is of
        self._steps: dict[str, tuple[str, str]] = {}

    @classmethod
    def of(cls, job_id: str, events: Iterable[tuple[Event, int]]) -> Recording:
        """Fold these events, each with its sequence, into a recording."""
        recording = cls(job_id)
        for event, sequence in events:
            recording.take_in(event, sequence)
        return recording

    def visits(self) -> Iterator[PageVisit]:
        """Yield every page, in every shape it took on."""
        for page in self._pages:
            for fingerprint, shown in page.shapes.items():
                yield _visit(page, shown, frozenset(page.replayed if fingerprint in page.known else ()))

    def trials(self) -> Iterator[tuple[str, RecipeTried]]:
        """Yield how each recipe did, with its site."""
        for fingerprint, trial in self._trials.items():
            went = trial.outcomes
            yield (
                trial.site,
                RecipeTried(
                    job_id=self._job.id,
                    fingerprint=fingerprint,
                    verified=tuple(step for step, well in went.items() if well),
                    failed=tuple(step for step, well in went.items() if not well),
                    gone=tuple(trial.gone),
                ),
            )

    def take_in(self, event: Event, sequence: int) -> None:
        """Fold the job's next event into the recording."""
        before, self._job = self._job, job.evolve(self._job, event, sequence)
        if self._has_moved_on(before):
            self._pages.append(_Page())
        page, shown = self._pages[-1], _find_form(self._job)
        if shown is not None:
            page.shapes.setdefault(shown.fingerprint, shown)
        match event:
            case PlanProposed() if before.awaits(event.cause):
                self._plan(page, (*event.left_alone, *event.actions))
            case RecipeFound() if before.awaits(event.cause):
                self._use(page, event)
            case TierEscalated():
                renamed = dict(zip(event.actions, event.failed, strict=False))
                self._steps |= {new: self._steps[old] for new, old in renamed.items() if old in self._steps}
            case ActionVerified():
                self._note_verified(page, event)
            case ActionFailed():
                page.verified.discard(event.target)
                if event.code not in BLAMELESS:
                    self._judge(event.action_id, well=False)
            case _:
                pass

    def _has_moved_on(self, before: Job) -> bool:
        """Whether another page of the form begins, or the same one in another attempt."""
        now = self._job
        return now.passage.pages != before.passage.pages or now.attempt.retries != before.attempt.retries

    def _plan(self, page: _Page, planned: Iterable[PlannedAction | LeftAlone]) -> None:
        anew = {one.field_id: one for one in planned}
        page.planned |= anew
        page.replayed -= anew.keys()

    def _use(self, page: _Page, found: RecipeFound) -> None:
        covered: list[PlannedAction | LeftAlone] = [*found.left_alone, *found.actions]
        self._plan(page, covered)
        page.replayed |= {one.field_id for one in covered} - set(found.moved)
        if found.recipe == found.fingerprint:
            page.known.add(found.fingerprint)
        site = self._job.page.site if self._job.page else ""
        trial = self._trials.setdefault(found.recipe, _Trial(site))
        trial.gone |= dict.fromkeys(found.gone)
        steps = {action.id: (found.recipe, action.reason.removeprefix(BY_RECIPE)) for action in found.actions}
        self._steps |= steps

    def _note_verified(self, page: _Page, event: ActionVerified) -> None:
        if event.engine == EngineName.HUMAN:
            page.verified.discard(event.field_id)
            return
        page.verified.add(event.field_id)
        self._judge(event.action_id, well=True)

    def _judge(self, action_id: str, *, well: bool) -> None:
        if of := self._steps.get(action_id):
            recipe, step = of
            self._trials[recipe].outcomes.setdefault(step, well)


def _find_form(state: Job) -> PageSummary | None:
    """Return the form that the job is on; None while an intent is open, when the page may be the next one already."""
    page = state.page if state.effects.intent is None else None
    return page if page and page.page_type is PageType.FORM and page.account is None else None


def _visit(page: _Page, shown: PageSummary, known: frozenset[str]) -> PageVisit:
    here = {each.id for each in shown.fields} & page.planned.keys()
    planned = {name: page.planned[name] for name in here}
    return PageVisit(
        page=shown,
        filled={name: one for name, one in planned.items() if isinstance(one, PlannedAction) and name in page.verified},
        left_alone={name: one for name, one in planned.items() if isinstance(one, LeftAlone)},
        known=known,
    )


def steps_of(visit: PageVisit, page: PageModel) -> tuple[RecipeStep, ...]:
    """Return what the visit adds, as steps of a recipe; `page` is the model of the visited page."""
    fields = fields_of(page)
    counted = count_locators(fields)
    steps = []
    for asked in fields:
        if asked.id in visit.known or _REDACTED in asked.label or len(asked.label) > MAX_LABEL:
            continue
        action, left = visit.filled.get(asked.id), visit.left_alone.get(asked.id)
        if action is not None and is_replayable(action.key):
            steps.append(_filling(_step(asked, counted), action))
        elif left is not None and left.reason not in _NOT_THE_FORMS:
            steps.append(replace(_step(asked, counted), reason=left.reason))
    return tuple(steps[:MAX_STEPS])


def _step(asked: AnyField, counted: Counter[FieldLocator]) -> RecipeStep:
    """Return a step that describes its field and does nothing yet."""
    locators = tuple(each for each in locators_of(asked) if _REDACTED not in each.value)
    return RecipeStep(
        field_id=asked.id,
        kind=kind_of(asked),
        label=asked.label,
        section="" if _REDACTED in section_of(asked) else section_of(asked)[:MAX_LABEL],
        options=options_of(asked),
        locators=locators,
        identity=identity_of(locators, counted),
    )


def _filling(step: RecipeStep, action: PlannedAction) -> RecipeStep:
    return replace(
        step,
        action=StepAction(action.kind.value),
        key=action.key,
        negated=action.negated,
        confidence=action.confidence,
    )
