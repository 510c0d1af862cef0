"""What every kind of control can be asked: what would it have to hold, does it, and how is it made to.

A widget names its goal (`goal`), how to set it along with all others of its frame (`put`), how to read it (`probe`),
whether a reading is what was meant (`holds`), and the ways to set it alone (`strategies`), gentlest first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from playwright.async_api import ElementHandle

from ghosthands.browser_host.page.values import plain, same_text
from ghosthands.browser_host.page.widgets.control import FormControl
from ghosthands.browser_host.page.widgets.goal import Beside, Goal, Reading
from ghosthands.domain.codes import ActionFailure
from ghosthands.domain.page import FieldKind, FieldModel
from ghosthands.domain.plan import ActionKind

G = TypeVar("G", bound=Goal)
#: what the DOM calls a control (`js/gather.js`) -> what the model calls it
Types = Mapping[str, FieldKind]
#: does it, and returns the goal as far as it became clearer on the way
Strategy = Callable[[FormControl, G], Awaitable[G]]


class Widget(ABC, Generic[G]):
    """Knows how one kind of control is read, filled and checked."""

    types: ClassVar[Types]
    #: whether keys take out what it holds, where no script of ours can
    hears_keys: ClassVar[bool] = False
    #: whether it shows only once it is open what it offers
    opens: ClassVar[bool] = False
    #: whether what stands in it may be one of the applicant's values, as it is
    tells_key: ClassVar[bool] = False

    @abstractmethod
    def goal(self, field: FieldModel, value: str | None, kind: ActionKind) -> G:
        """What the control is to hold. Raises Unfit."""

    @abstractmethod
    def probe(self, field: FieldModel) -> dict[str, Any]:
        """How the page is asked what it holds."""

    def put(self, field: FieldModel, goal: G) -> dict[str, Any] | None:
        """How the page is told to set it together with the others; None when it only goes alone."""
        return None

    @abstractmethod
    def holds(self, goal: G, reading: Reading) -> bool:
        """Whether the reading is what was meant."""

    def sends(self, goal: G, beside: Beside) -> bool | None:
        """Whether what an unseen input sends is what was meant; None where that can't be known."""
        return self.holds(goal, Reading(text=plain(beside.text))) or None

    def doubt(self, goal: G, reading: Reading) -> ActionFailure | None:
        """Why what the form would send is not known to be what was meant, whatever the control shows."""
        told = [beside for beside in reading.beside if beside.text]
        sent = [self.sends(goal, beside) for beside in told]
        together = Beside(", ".join(beside.text for beside in told))  # one input each for the parts of a list
        if not reading.beside or True in sent or (len(told) > 1 and self.sends(goal, together)):
            return None
        if False in sent or not all(beside.text for beside in reading.beside):
            return ActionFailure.NOT_KEPT
        is_told = any(beside.changed for beside in reading.beside)
        return ActionFailure.UNPROVEN if is_told and not reading.owned else None

    def is_known(self, value: str, text: str) -> bool:
        """Whether `text`, which it holds, is that value of the applicant's."""
        return same_text(value, text)

    async def enter(self, control: FormControl) -> ElementHandle:
        """Put the cursor into it; the element that hears its keys. Raises Unfit, playwright's Error."""
        element = await control.element()
        await element.focus()
        return element

    @property
    @abstractmethod
    def strategies(self) -> Sequence[Strategy[G]]:
        """Ways to set it alone."""
