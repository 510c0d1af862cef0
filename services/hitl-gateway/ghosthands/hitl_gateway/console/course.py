"""A job's course for its page, folded from its events: its pages, what was done with each field, and when.

Pure. Labels come from the page models, which hold nobody's values; a filled value is shown by its key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec

from ghosthands.domain import asked_models, codes, human, job, plan, recipe, session
from ghosthands.domain.engine import EngineName
from ghosthands.domain.message import Event
from ghosthands.domain.page import PageModel, PageSummary
from ghosthands.domain.wording import describe
from ghosthands.messaging.wire.recorded import Recorded

#: length of the time axis
WIDTH = 1000.0
#: least width; a shorter stretch could not be seen
LEAST_WIDTH = 2.0

#: what is told beside a page, in words
_NOTED: Mapping[type[Event], str] = {
    job.HumanRequested: "a human was asked",
    human.HumanResolved: "a human answered",
    job.JobContinued: "somebody said something to the job",
    job.EffectIntended: "a press was decided on",
    job.SubmitConfirmed: "submitted",
}


class Stretch(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of the time axis: an engine at work, a wait, a human in control."""

    #: `queue`, `engine`, `wait` or `control`
    kind: str
    name: str
    #: of WIDTH
    x: float
    width: float
    seconds: float


class FieldCourse(msgspec.Struct, kw_only=True):
    """A field of a page, and what was done with it."""

    field_id: str
    label: str
    #: the key of its value; never the value
    key: str = ""
    kind: str = ""
    required: bool = False
    tier: int | None = None
    engine: str = ""
    tries: int = 0
    #: `open`, `verified`, `failed`, `left` or `asked`
    state: str = "open"
    #: the reason why it failed or was left alone
    why: str = ""
    took_ms: int | None = None
    #: sequence of the event with this state
    sequence: int = 0


class PageStop(msgspec.Struct, kw_only=True):
    """A page on the way, from its first sight to the next one's."""

    number: int
    model_ref: str
    fingerprint: str
    platform: str
    page_type: str
    #: sequence of its first observation
    sequence: int
    at: datetime
    after: float
    url: str = ""
    #: the step of the form, in the page's words
    step: str = ""
    fields: dict[str, FieldCourse] = msgspec.field(default_factory=dict)
    #: sequences of its pictures
    pictures: list[int] = msgspec.field(default_factory=list)
    #: the events there, in words
    notes: list[tuple[int, str]] = msgspec.field(default_factory=list)
    nano_usd: int = 0

    @property
    def verified(self) -> int:
        """Number of fields that hold what they should."""
        return sum(field.state == "verified" for field in self.fields.values())

    @property
    def failed(self) -> int:
        """Number of fields that could not be filled."""
        return sum(field.state == "failed" for field in self.fields.values())

    @property
    def shown(self) -> list[FieldCourse]:
        """The fields, failed ones first."""
        order = {"failed": 0, "asked": 1, "open": 2, "verified": 3, "left": 4}
        return sorted(self.fields.values(), key=lambda field: order[field.state])


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """A job's course as the page draws it: its pages along a time axis."""

    #: seconds from the request to the job's end
    seconds: float
    #: seconds of the time axis, with what came after the end
    span: float
    visits: list[PageStop]
    bands: list[Stretch]
    #: place of each page's first sight, out of WIDTH
    marks: list[float]
    switches: list[tuple[Recorded[Event], str]]
    costs: dict[int, asked_models.Spent]
    is_ended: bool

    @property
    def nano_usd(self) -> int:
        """Billionths of a dollar, of the calls whose cost is known."""
        return sum(spent.nano_usd for spent in self.costs.values())

    def rows(self) -> list[tuple[str, list[Stretch]]]:
        """Return the bands grouped by their kind."""
        kinds = {"queue": "queue", "engine": "engine", "wait": "waits", "control": "human"}
        return [(name, found) for kind, name in kinds.items() if (found := [b for b in self.bands if b.kind == kind])]


def trace(recorded: Sequence[Recorded[Event]], pages: Mapping[str, PageModel], now: datetime) -> Course:
    """Return the course that one job's events describe; `pages` by reference, as far as they can be read."""
    start = recorded[0].at
    ended = job.find_end([one.event for one in recorded])
    end = ended.at if ended else None
    last = recorded[-1].at if end else now
    span = max((last - start).total_seconds(), 0.001)
    visits = _trace_visits(recorded, pages)
    return Course(
        seconds=((end or now) - start).total_seconds(),
        span=span,
        visits=visits,
        bands=_trace_bands(recorded, span, last),
        marks=[round(visit.after / span * WIDTH, 1) for visit in visits],
        switches=[(one, describe(one.event)) for one in recorded if isinstance(one.event, _SWITCHES)],
        costs=asked_models.sum_by_tier([one.event for one in recorded]),
        is_ended=end is not None,
    )


_SWITCHES = (session.EngineSwitched, session.EngineSwitchFailed, session.EngineRecovered, job.TierEscalated)


def _trace_visits(recorded: Sequence[Recorded[Event]], pages: Mapping[str, PageModel]) -> list[PageStop]:
    visits: list[PageStop] = []
    causes = {one.event.cause for one in recorded if isinstance(one.event, session.PageObserved)}
    ahead: list[int] = []
    for one in recorded:
        event = one.event
        if isinstance(event, session.PageObserved):
            if not visits or visits[-1].fingerprint != event.page.fingerprint:
                visits.append(_begin_visit(len(visits) + 1, one, event.page, recorded[0].at))
            _read_page(visits[-1], event.page, pages.get(event.page.model_ref))
            visits[-1].pictures += ahead
            ahead = []
        elif isinstance(event, session.ScreenshotTaken) and (event.cause in causes or not visits):
            ahead.append(one.sequence)  # taken while the page was read; its PageObserved follows
        elif visits:
            _fold_event(visits[-1], one)
    return visits


def _begin_visit(number: int, one: Recorded[Event], page: PageSummary, start: datetime) -> PageStop:
    return PageStop(
        number=number,
        model_ref=page.model_ref,
        fingerprint=page.fingerprint,
        platform=page.platform,
        page_type=page.page_type.value,
        sequence=one.sequence,
        at=one.at,
        after=(one.at - start).total_seconds(),
        step=f"step {page.step.current} of {page.step.total}" if page.step else "",
    )


def _read_page(visit: PageStop, seen: PageSummary, page: PageModel | None) -> None:
    """Add the fields that the page shows; later observations add those that filling reveals."""
    visit.model_ref = seen.model_ref
    if page is not None:
        visit.url = page.url
    for fact in seen.fields:
        model = page.field(fact.id) if page else None
        label = model.label if model and model.label else f"field {fact.id[:8]}"
        kind = getattr(model, "kind", "file") if model else ""
        visit.fields.setdefault(
            fact.id, FieldCourse(field_id=fact.id, label=label, kind=str(kind), required=fact.required)
        )


def _fold_event(visit: PageStop, one: Recorded[Event]) -> None:
    event = one.event
    match event:
        case plan.PlanProposed():
            for left in event.left_alone:
                _note(visit, left.field_id, "left", _word_reason(left.reason), one.sequence)
            for asked in (*event.unanswered, *event.unclear):
                _note(visit, asked.field_id, "asked", "only a person can answer", one.sequence)
        case recipe.RecipeFound():
            for left in event.left_alone:
                _note(visit, left.field_id, "left", _word_reason(left.reason), one.sequence)
        case session.ActionStarted() if event.kind not in plan.PRESSES and event.target in visit.fields:
            field = visit.fields[event.target]
            field.tries += 1
            field.key, field.tier, field.engine = event.key or field.key, event.tier, event.engine
        case session.ActionVerified() if event.field_id in visit.fields:
            field = visit.fields[event.field_id]
            field.state, field.why, field.took_ms = "verified", "", event.took_ms
            field.tier, field.engine, field.sequence = event.tier, event.engine, one.sequence
        case session.ActionFailed() if event.target in visit.fields:
            field = visit.fields[event.target]
            field.state, field.why, field.took_ms = "failed", _word_reason(event.code), event.took_ms
            field.tier, field.engine, field.sequence = event.tier, event.engine, one.sequence
        case asked_models.CostIncurred():
            visit.nano_usd += event.nano_usd or 0
        case session.ScreenshotTaken():
            visit.pictures.append(one.sequence)
        case job.JobFailed():
            visit.notes.append((one.sequence, f"failed: {codes.words_of(event.code) or event.code}"))
        case _ if type(event) in _NOTED:
            visit.notes.append((one.sequence, f"{_NOTED[type(event)]}: {describe(event)}"))
        case _:
            pass


def _word_reason(code: str) -> str:
    """Return why a field failed or was left alone, for people; a reason of a rule's own with spaces in it."""
    known = codes.find(code, codes.ActionFailure, codes.LeftBecause)
    return known.words if known else code.replace("_", " ")


def _note(visit: PageStop, field_id: str, state: str, why: str, sequence: int) -> None:
    field = visit.fields.get(field_id)
    if field is not None and field.state == "open":
        field.state, field.why, field.sequence = state, why, sequence


def _trace_bands(recorded: Sequence[Recorded[Event]], span: float, end: datetime) -> list[Stretch]:
    """Return the stretches, each from the event that began it to the one that ended it, or to the end."""
    start, bands = recorded[0].at, list[Stretch]()
    open_since: dict[tuple[str, str], datetime] = {}

    def close(kind: str, at: datetime) -> None:
        for key in [key for key in open_since if key[0] == kind]:
            since = open_since.pop(key)
            x, seconds = (since - start).total_seconds() / span * WIDTH, (at - since).total_seconds()
            width = max(LEAST_WIDTH, seconds / span * WIDTH)
            bands.append(Stretch(kind=kind, name=key[1], x=round(x, 1), width=round(width, 1), seconds=seconds))

    def begin(kind: str, name: str, at: datetime) -> None:
        close(kind, at)
        open_since[kind, name] = at

    for one in recorded:
        match one.event:
            case job.StepChosen(step=job.StepKind.OPEN_SESSION):
                begin("queue", "waits for a browser", one.at)
            case session.SessionOpened():
                close("queue", one.at)
                begin("engine", EngineName.PLAYWRIGHT, one.at)
            case session.EngineSwitched() as switched:
                begin("engine", switched.target, one.at)
            case session.SessionClosed() | session.SessionLost():
                close("engine", one.at)
                close("control", one.at)
            case job.HumanRequested() as asked:
                begin("wait", asked.code or asked.kind, one.at)
            case job.JobResumed():
                close("wait", one.at)
            case session.ControlTaken():
                begin("control", "in control", one.at)
            case session.ControlReleased():
                close("control", one.at)
            case event if isinstance(event, job.ENDED_BY):
                for kind in ("queue", "wait"):
                    close(kind, one.at)
            case _:
                pass
    for kind in ("queue", "engine", "wait", "control"):
        close(kind, end)
    return [band for band in bands if band.x <= WIDTH]
