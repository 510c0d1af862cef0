"""The interface of every engine: it attaches to a live page, does one narrow thing there, and detaches again.

The host owns browser, tab and page; an engine leaves all three as they are when it attaches and detaches. Its own
report of success is advice: the host reads the page back itself, through a connection of its own. An engine cannot
submit: the submit guard is closed for as long as an engine that is not ours is attached. Nor can it type where it was
not sent to: one with a connection of its own has it through a relay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ghosthands.browser_host.ports.page_state import Whereabouts
from ghosthands.browser_host.ports.tab import TabAddress
from ghosthands.domain.engine import EngineName
from ghosthands.domain.errors import GhostHandsError


class EngineTrouble(GhostHandsError):
    """The engine could not do it; `code` says why, and a process that hangs is no more than that."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(message or f"the engine failed: {code}")
        #: a value of EngineFailure, or a sidecar's own code
        self.code = code


class EngineUnavailable(EngineTrouble):
    """The host has no such engine; the message names the fix (`magnitude not available: install Node`)."""


@dataclass(frozen=True)
class Candidate:
    """An element and what to do with it."""

    #: `xpath=…` as Stagehand and Playwright read it, counted from the top document
    selector: str
    #: `click`, `fill`, `type`, `selectOption`, `press`, …
    method: str
    #: may hold `%name%` for a variable
    arguments: tuple[str, ...] = ()
    description: str = ""


@dataclass(frozen=True)
class EngineMove:
    """A narrow thing that an engine is to do on the page."""

    #: in words; `%name%` stands for a variable
    instruction: str
    #: the values of the variables; a model is shown the names only
    variables: Mapping[str, str] = field(default_factory=dict, repr=False)
    #: the element, if it is known: then no model is asked
    candidate: Candidate | None = None


#: given in place of a confidence by an engine that cannot know how sure it is
CANNOT_TELL = None


@dataclass(frozen=True)
class Done:
    """An engine's own report of a move that it made."""

    #: 0–1, or CANNOT_TELL: each engine says one or the other, see `domain.engine.TELL_CONFIDENCE`
    confidence: float | None
    #: the number of actions it took
    actions: int = 1


#: Called by an engine whenever it shows a sign of life: a model answered, the sidecar wrote a line.
SignOfLife = Callable[[str], None]


class Engine(Protocol):
    """An engine works a page its own way. Every method may raise EngineTrouble, and nothing else but cancellation.

    `attach` and `detach` leave the browser running, the tab where it is and the fields as they are filled.
    """

    @property
    def name(self) -> EngineName:
        """The name by which jobs and events know it."""

    async def attach(self, address: TabAddress, on_sign: SignOfLife) -> None:
        """Attach to the live tab. Raises EngineUnavailable if there is no such engine here."""

    async def detach(self) -> None:
        """Detach; do nothing if it is not attached."""

    async def kill(self) -> None:
        """Detach at once, in whatever state: processes of its own are ended. Raises nothing."""

    async def locate(self) -> Whereabouts:
        """Return the tab in which it takes itself to be, the address, and the frames that it sees."""

    async def act(self, move: EngineMove) -> Done:
        """Make the move on the page."""

    async def perform(self, task: EngineMove, acts: list[str]) -> None:
        """Do a whole task until nothing is left of it, and add to `acts` the kind of each act that was done."""

    async def extract(self, instruction: str, schema: Mapping[str, Any]) -> Any:
        """Return what the page says, in the shape of the JSON schema."""

    async def observe(self, instruction: str) -> Sequence[Candidate]:
        """Return the elements of the page that fit the instruction."""

    def keep_from_models(self, values: Mapping[str, str]) -> None:
        """Show models the names in place of these values, whatever else they are shown of the page."""
