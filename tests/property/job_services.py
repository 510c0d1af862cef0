"""What the other services answer to a command, as lists of facts in the order they would be appended."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import job_view
from job_site import Site
from msgspec.structs import replace

from ghosthands.domain import ids, job, keys
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.data import DataExtracted, DataMissed
from ghosthands.domain.engine import CASCADED, EngineName, SwitchReason
from ghosthands.domain.manual import ManualAction, ManualFound, ManualMissed, ManualMove
from ghosthands.domain.message import Event
from ghosthands.domain.page import PageSummary
from ghosthands.domain.plan import ActionKind, LeftAlone, PlannedAction, PlanProposed, Unanswered
from ghosthands.domain.recipe import RecipeFound, RecipeMissed
from ghosthands.domain.requests import PressHeld, RequestKind
from ghosthands.domain.session import (
    ActionFailed,
    ActionStarted,
    ActionSucceeded,
    ActionVerified,
    BlockerDetected,
    CommandRefused,
    EngineRecovered,
    EngineSwitched,
    EngineSwitchFailed,
    PageObserved,
    QuestionsRead,
    SessionClosed,
    SessionFenced,
    SessionLost,
    SessionOpened,
)
from ghosthands.domain.task import TaskDone, TaskFailed

ENGINES = (EngineName.STAGEHAND_DOM, EngineName.STAGEHAND_CUA, EngineName.MAGNITUDE, EngineName.HUMAN)

#: what a manual may do beside filling
CLICK = ManualMove(at=1, action=ManualAction.CLICK, target="more")
ELSEWHERE = ManualMove(at=2, action=ManualAction.NAVIGATE, value="apply")

#: how an action may fail; some of these another engine takes up
ACTION_CODES = ("no_such_option", "not_kept", "not_found", "cancelled", "no_value", "consecutive_failures")
PRESS_CODES = ("not_pressed", "not_pressed", "page_hangs", "element_not_found")
SWITCH_CODES = ("engine_unavailable", "slot_busy", "page_lost", "timeout")
REFUSALS = ("session_gone", "stale_epoch", "page_hangs", "engine_not_attached", "browser_crashed", "page_too_large")


class Sent(NamedTuple):
    """A command on its way, with what it says."""

    step: job.StepKind
    command_id: str
    actions: tuple[str, ...]
    #: the session it is for; of an OPEN_SESSION the one to open
    session_id: str
    epoch: int
    pending: tuple[PlannedAction, ...]
    #: what an engine read for them
    reading: str | None
    unplanned: tuple[str, ...]
    page: PageSummary | None
    source: EngineName
    target: EngineName
    button_id: str
    #: of a release: the press that was held
    releases: str


def sent(state: job.Job, chosen: job.StepChosen) -> Sent:
    """The command of the step that `state`, with `chosen` folded in, stands at."""
    is_opening = chosen.step is job.StepKind.OPEN_SESSION
    open_session = job_view.closing(state) if chosen.step is job.StepKind.CLOSE_SESSION else job_view.session_of(state)
    pending = job_view.pending_of(state)
    return Sent(
        step=chosen.step,
        command_id=chosen.command_id,
        actions=chosen.actions,
        session_id=ids.derived("session", chosen.command_id) if is_opening else open_session.id if open_session else "",
        epoch=job_view.epoch_of(state),
        pending=pending,
        reading=state.work.reading,
        unplanned=job.unplanned_fields(state),
        page=job_view.page_of(state),
        source=job_view.engine_of(state),
        target=job.wanted_engine(state)[0],
        button_id=job_view.intended_button(state),
        releases=job_view.released_by(state),
    )


class Services:
    """Browser-host, planner and cookbook, who answer in good faith and not always well."""

    def __init__(self, chance: Random, site: Site) -> None:
        self.chance = chance
        self.site = site
        #: of the job: how likely anything goes wrong
        self.trouble = chance.choice((0.0, 0.03, 0.1, 0.25))
        self.engines = tuple(one for one in ENGINES if chance.random() < 0.6)
        #: how likely a model writes what goes into a field
        self.drafts = chance.choice((0.0, 0.0, 0.0, 0.3))
        #: the browsers that are open, in truth
        self.open: set[str] = set()
        #: by session: the press whose requests the network holds
        self.held: dict[str, str] = {}

    def answer(self, command: Sent) -> list[Event]:
        """The facts that answer the command."""
        needs_session = command.step not in (
            job.StepKind.OPEN_SESSION,
            job.StepKind.CLOSE_SESSION,
            job.StepKind.PLAN_PAGE,
            job.StepKind.FIND_RECIPE,
            job.StepKind.FIND_MANUAL,
        )
        if needs_session and command.session_id not in self.open:
            return [self._refused(command, "session_gone")]
        if command.step is not job.StepKind.CLOSE_SESSION and self._goes_wrong():
            return self._failing(command)
        if command.step not in (job.StepKind.FENCE, job.StepKind.RELEASE_STEP):
            self.held.pop(command.session_id, None)  # whatever else is done there drops it
        answering = getattr(self, f"_{command.step.value}")
        facts: list[Event] = answering(command)
        return facts

    def _goes_wrong(self) -> bool:
        return self.chance.random() < self.trouble

    def _failing(self, command: Sent) -> list[Event]:
        if command.session_id in self.open and self.chance.random() < 0.4:
            return [self.lost(command.session_id)]
        codes = ("unavailable", "not_found") if command.step is job.StepKind.OPEN_SESSION else REFUSALS
        code = self.chance.choice(codes)
        if code == "session_gone":
            self.open.discard(command.session_id)
        return [self._refused(command, code)]

    def _refused(self, command: Sent, code: str) -> CommandRefused:
        retryable = self.chance.random() < 0.5
        name = "".join(part.title() for part in command.step.value.split("_"))
        return CommandRefused(cause=command.command_id, command=name, code=code, retryable=retryable)

    def lost(self, session_id: str) -> SessionLost:
        """The browser is gone."""
        self.open.discard(session_id)
        self.held.pop(session_id, None)
        return SessionLost(session_id=session_id, reason="crashed")

    def _open_session(self, command: Sent) -> list[Event]:
        self.open.add(command.session_id)
        self.site.started_over()
        return [
            SessionOpened(
                cause=command.command_id,
                session_id=command.session_id,
                host=self.chance.choice(("host-1", "host-2")),
                provider="local",
                epoch=command.epoch,
                engines=self.engines,
            )
        ]

    def _fence(self, command: Sent) -> list[Event]:
        return [SessionFenced(cause=command.command_id, session_id=command.session_id, epoch=command.epoch)]

    def _observe(self, command: Sent) -> list[Event]:
        page, wall = self.site.look()
        seen = PageObserved(cause=command.command_id, session_id=command.session_id, page=page, took_ms=9)
        return [*([self._wall(command, wall)] if wall else []), seen]

    def _wall(self, command: Sent, wall: BlockerType) -> BlockerDetected:
        return BlockerDetected(
            cause=command.command_id, session_id=command.session_id, type=wall, confidence=0.9, evidence="frame"
        )

    def _find_recipe(self, command: Sent) -> list[Event]:
        page, known = command.page, [name for name in command.unplanned if self.chance.random() < 0.5]
        fingerprint = page.fingerprint if page else ""
        if page is None or page.account is not None or self.chance.random() < 0.6:
            return [RecipeMissed(cause=command.command_id, fingerprint=fingerprint)]
        actions = (self._planned(command, name, None) for name in known)
        found = RecipeFound(
            cause=command.command_id,
            fingerprint=fingerprint,
            recipe=fingerprint,
            model_ref=page.model_ref,
            actions=tuple(replace(action, tier=int(self.chance.random() < 0.2)) for action in actions),
        )
        return [found]

    def _find_manual(self, command: Sent) -> list[Event]:
        """One covers the page, or some of it, or there is none."""
        if command.page is None or self.chance.random() < 0.4:
            return [ManualMissed(cause=command.command_id)]
        named = [name for name in command.unplanned if self.chance.random() < 0.9]
        found = ManualFound(
            cause=command.command_id,
            manual_id="manual",
            health=90,
            model_ref=command.page.model_ref,
            actions=tuple(self._planned(command, name, None) for name in named),
            failed_step=3 if self.chance.random() < 0.2 else None,
            move=self.chance.choice((None, None, CLICK, ELSEWHERE)),
        )
        return [found]

    def _plan_page(self, command: Sent) -> list[Event]:
        page = command.page
        asked = command.unplanned if command.reading is None else [action.field_id for action in command.pending]
        ways = [(name, self.chance.choices(("fill", "ask", "leave"), (80, 12, 8))[0]) for name in asked]
        if page is not None and page.account is not None:
            ways = [(name, "fill") for name, _ in ways]
        purpose = page.account.purpose if page and page.account else None
        return [
            PlanProposed(
                cause=command.command_id,
                model_ref=page.model_ref if page else "",
                actions=tuple(self._planned(command, name, purpose) for name, way in ways if way == "fill"),
                unanswered=tuple(Unanswered(name, f"q-{name}") for name, way in ways if way == "ask"),
                left_alone=tuple(LeftAlone(name, "optional_unknown") for name, way in ways if way == "leave"),
            )
        ]

    def _key_of(self, field_id: str) -> str:
        """What goes into the field; at times what a model wrote."""
        return f"{keys.DRAFTS}q-{field_id}" if self.chance.random() < self.drafts else f"profile.{field_id}"

    def _planned(self, command: Sent, field_id: str, purpose: str | None) -> PlannedAction:
        secret = keys.NEW_PASSWORD if purpose == "create" else keys.PASSWORD
        of_login = {"user": keys.USERNAME, "pass": secret}.get(field_id.rpartition("-")[2])
        return PlannedAction(
            id=ids.derived(command.command_id, field_id),
            kind=ActionKind.UPLOAD if field_id.startswith("visa") and self.chance.random() < 0.2 else ActionKind.FILL,
            field_id=field_id,
            key=of_login or self._key_of(field_id),
            tier=0 if of_login else self.chance.choices((0, 1, 2, 3), (8, 1, 1, 1))[0],
            confidence=1.0,
            reason="test",
            question_key=f"q-{field_id}",
        )

    def _read_questions(self, command: Sent) -> list[Event]:
        read = tuple(action.field_id for action in command.pending if self.chance.random() < 0.8)
        told = QuestionsRead(
            cause=command.command_id,
            session_id=command.session_id,
            engine=command.target,
            model_ref="r",
            fields=read,
            took_ms=9,
        )
        return [told]

    def _switch_engine(self, command: Sent) -> list[Event]:
        about: dict[str, object] = {
            "cause": command.command_id,
            "session_id": command.session_id,
            "source": command.source,
            "target": command.target,
            "reason": SwitchReason.ESCALATION if command.target in CASCADED else SwitchReason.DONE,
            "took_ms": 9,
            "platform": self.site.platform,
            "site": "jobs.example.com",
        }
        if self.chance.random() < 0.15:
            return [EngineSwitchFailed(**about, code=self.chance.choice(SWITCH_CODES))]  # type: ignore[arg-type]
        return [self.recovered(command.command_id, command.session_id, command.target), EngineSwitched(**about)]  # type: ignore[arg-type]

    def _extract_data(self, command: Sent) -> list[Event]:
        """The page says it plainly, or to an engine, or not at all."""
        engine = command.target if command.target in CASCADED else EngineName.PLAYWRIGHT
        about: dict[str, Any] = {"cause": command.command_id, "session_id": command.session_id, "engine": engine}
        if self.chance.random() < 0.5:
            return [DataMissed(**about, missing=("title",), took_ms=9)]
        return [DataExtracted(**about, took_ms=9)]

    def _make_move(self, command: Sent) -> list[Event]:
        """The move goes well, or would have sent something, or was broken off."""
        (action_id,) = command.actions
        about: dict[str, Any] = {"cause": command.command_id, "action_id": action_id, "took_ms": 9}
        started = ActionStarted(
            cause=command.command_id,
            session_id=command.session_id,
            action_id=action_id,
            kind=ActionKind.NEXT,
            target="more",
        )
        if self.chance.random() < 0.3:
            code = self.chance.choice(("sends_something", "element_not_found", "interrupted"))
            return [started, ActionFailed(**about, target="more", code=code)]
        return [started, ActionSucceeded(**about)]

    def _do_task(self, command: Sent) -> list[Event]:
        """The engine did it, and may have tried to send something; or could not."""
        about: dict[str, Any] = {"cause": command.command_id, "session_id": command.session_id}
        about |= {"engine": command.target, "acts": ("click",), "vetoed": self.chance.choice((0, 0, 1)), "took_ms": 9}
        if self.chance.random() < 0.5:
            return [TaskFailed(**about, code="not_done")]
        return [TaskDone(**about)]

    def recovered(self, cause: str, session_id: str, engine: EngineName) -> EngineRecovered:
        """The page was read anew after a switch."""
        return EngineRecovered(
            cause=cause,
            session_id=session_id,
            engine=engine,
            platform=self.site.platform,
            fingerprint=self.site.shown.fingerprint,
            same_form=self.chance.random() < 0.8,
            took_ms=9,
        )

    def _run_actions(self, command: Sent) -> list[Event]:
        return [self._ran(command, action) for action in command.pending if action.id in command.actions]

    def _ran(self, command: Sent, action: PlannedAction) -> Event:
        engine = EngineName.PLAYWRIGHT if command.target not in CASCADED else command.target
        if self.chance.random() < 0.15:
            return ActionFailed(
                cause=command.command_id,
                action_id=action.id,
                target=action.field_id,
                code=self.chance.choice(ACTION_CODES),
                took_ms=900,
                engine=engine,
            )
        self.site.filled(action.field_id, action.key)
        return ActionVerified(
            cause=command.command_id,
            action_id=action.id,
            field_id=action.field_id,
            took_ms=900,
            fingerprint="f",
            engine=engine,
        )

    def _advance(self, command: Sent) -> list[Event]:
        """A step goes as it is, or would send something, which is held."""
        if not self.site.sends_at_steps or self.chance.random() < 0.1:
            return self._pressed(command)
        self.held[command.session_id] = command.actions[0]
        held = PressHeld(
            cause=command.command_id,
            session_id=command.session_id,
            action_id=command.actions[0],
            kind=RequestKind.FORM,
            site="jobs.example.com",
            values=1,
            of=1,
            size=99,
            took_ms=9,
        )
        return [self._started(command), held]

    def _release_step(self, command: Sent) -> list[Event]:
        """What is held goes, unless the host lost it, or the page took it back."""
        if self.held.pop(command.session_id, None) != command.releases:
            return [self._not_pressed(command, "not_pressed")]
        return self._pressed(command, was_all=self.chance.random() < 0.2)

    def _started(self, command: Sent) -> ActionStarted:
        return ActionStarted(
            cause=command.command_id,
            session_id=command.session_id,
            action_id=command.actions[0],
            kind=ActionKind.SUBMIT,
            target=command.button_id or "next",
        )

    def _pressed(self, command: Sent, *, was_all: bool = False) -> list[Event]:
        action_id, started = command.actions[0], self._started(command)
        if self.chance.random() < 0.06:
            return [self._not_pressed(command, "not_pressed")]
        way = self.chance.choices(("goes", "fails", "dies", "silent"), (84, 6, 5, 5))[0]
        if way != "fails" or self.chance.random() < 0.5:
            self.site.pressed(was_all=was_all)
        if way == "dies":
            return [started, self.lost(command.session_id)]
        if way == "silent":
            return [started]
        if way == "fails":
            return [started, self._not_pressed(command, self.chance.choice(PRESS_CODES))]
        renewed = self.chance.random() < 0.5
        return [
            started,
            ActionSucceeded(cause=command.command_id, action_id=action_id, took_ms=9, renewed=renewed),
        ]

    def _not_pressed(self, command: Sent, code: str) -> ActionFailed:
        return ActionFailed(
            cause=command.command_id, action_id=command.actions[0], target="button", code=code, took_ms=9
        )

    _sign_in = _submit = _create_account = _pressed

    def _close_session(self, command: Sent) -> list[Event]:
        self.open.discard(command.session_id)
        self.held.pop(command.session_id, None)
        return [SessionClosed(session_id=command.session_id, reason="done")]
