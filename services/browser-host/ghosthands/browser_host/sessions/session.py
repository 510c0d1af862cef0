"""One session: a browser at work, who works its page, and what is known of it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from ghosthands.browser_host.engines.registry import Engines, Workplace
from ghosthands.browser_host.engines.slot import EngineSlot
from ghosthands.browser_host.keeping.redaction import PageRedaction
from ghosthands.browser_host.ports.browser import Browser
from ghosthands.browser_host.ports.control import Control
from ghosthands.browser_host.ports.guard_level import GuardLevel
from ghosthands.browser_host.ports.session_key import SessionKey
from ghosthands.browser_host.sessions.costs import SessionCosts
from ghosthands.domain.code_sources import CodeSource
from ghosthands.domain.codes import BlockerType
from ghosthands.domain.engine import EngineName
from ghosthands.domain.job import JobRequested
from ghosthands.domain.page import PageModel
from ghosthands.messaging.wire.recorded import History
from ghosthands.models import Payer, Wish

_MODELS_KEPT = 4


@dataclass
class Session:
    """A browser at work, for a job or for a tool session's name; made by `of_job` and `of_tools`."""

    key: SessionKey
    tenant: str
    #: the job's site, as it was requested; empty for a tool session
    site: str
    browser: Browser
    #: who holds the page
    control: Control
    #: the engine that works the page
    slot: EngineSlot
    #: the events of its owner, as the last command left them
    history: History
    #: whether it stays open however long nothing happens
    keep_alive: bool = False
    #: the code of its last error
    last_error: str | None = None
    #: the costs of its calls to models
    costs: SessionCosts = field(default_factory=SessionCosts)
    #: when it was last used, in monotonic seconds
    used_at: float = field(default_factory=time.monotonic)
    #: the names of the applicant's files, by key; empty until they were read
    file_names: dict[str, str] = field(default_factory=dict)
    #: the posting's address, as it was requested; empty until the applicant's data were read
    target_url: str = field(default="", repr=False)
    #: takes the applicant's values out of its page models; has none until they were read
    redaction: PageRedaction = field(default_factory=lambda: PageRedaction({}))
    #: the walls that a user at their own browser was asked to get past
    asked: set[BlockerType] = field(default_factory=set)
    #: the sources in which a code was looked for, each with the site
    codes_sought: set[tuple[CodeSource, str]] = field(default_factory=set)
    #: consecutive looks that found a wall gone which a human is asked to get past
    looks_past_wall: int = 0
    #: done once the session is to end: running work ends first
    interruption: asyncio.Future[str] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    _models: dict[str, PageModel] = field(default_factory=dict)

    @classmethod
    def of_job(
        cls, key: SessionKey, request: JobRequested, browser: Browser, engines: Engines, history: History
    ) -> Session:
        """Make the session of a requested job."""
        costs = SessionCosts(engines.ledgers, Payer.of(history, engines.budgets))
        return cls._begin(key, request.tenant, request.site, browser, Wish.of(request), engines, history, costs)

    @classmethod
    def of_tools(
        cls, key: SessionKey, tenant: str, browser: Browser, engines: Engines, history: History, *, keep_alive: bool
    ) -> Session:
        """Make the session of a tool session's name."""
        return cls._begin(key, tenant, "", browser, Wish(), engines, history, SessionCosts(), keep_alive=keep_alive)

    @classmethod
    def _begin(
        cls,
        key: SessionKey,
        tenant: str,
        site: str,
        browser: Browser,
        wish: Wish,
        engines: Engines,
        history: History,
        costs: SessionCosts,
        *,
        keep_alive: bool = False,
    ) -> Session:
        control = Control()
        workplace = Workplace(browser, wish, costs.meter)
        slot = EngineSlot(browser, control, lambda name: engines.make(name, workplace), least=_least_guard(key))
        browser.on_cut_off = slot.force_release
        return cls(key, tenant, site, browser, control, slot, history, keep_alive, costs=costs)

    @property
    def id(self) -> str:
        """The session's id."""
        return self.key.session_id

    @property
    def owner(self) -> str:
        """The owner: the job it serves, or the marked name of a tool session."""
        return self.key.owner

    @property
    def least_guard(self) -> GuardLevel:
        """The least guard level of the page unless a human holds it."""
        return _least_guard(self.key)

    @property
    def is_held(self) -> bool:
        """Whether a human holds its page."""
        return self.control.held

    @property
    def worked_by(self) -> EngineName:
        """The engine that works its page now; HUMAN while a human holds it."""
        return EngineName.HUMAN if self.is_held else self.slot.name

    def interrupt(self, reason: str) -> None:
        """End whatever is running in the session."""
        if not self.interruption.done():
            self.interruption.set_result(reason)

    @property
    def latest(self) -> PageModel | None:
        """The page as it was last read; None before that."""
        return next(reversed(self._models.values()), None)

    def remember(self, model_ref: str, model: PageModel) -> None:
        """Keep a page model as it was read, with everything that is not stored; old ones are forgotten."""
        self._models[model_ref] = model
        while len(self._models) > _MODELS_KEPT:
            del self._models[next(iter(self._models))]

    def recall(self, model_ref: str) -> PageModel | None:
        """Return the model as it was read; None if it was forgotten, or read by an earlier process."""
        return self._models.get(model_ref)


def _least_guard(key: SessionKey) -> GuardLevel:
    """Return the session's least guard level: a tool session can never send anything."""
    return GuardLevel.RESTING if key.tools is None else GuardLevel.ENGINE
