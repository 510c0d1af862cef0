"""The interface of every kind of control: what it must hold, whether it does, and how it is filled.

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
#: a control's DOM type (`js/gather.js`) -> the model's kind
Types = Mapping[str, FieldKind]
#: fills the control, and returns the goal as far as it became clearer on the way
Strategy = Callable[[FormControl, G], Awaitable[G]]


class Widget(ABC, Generic[G]):
    """A widget knows how one kind of control is read, filled and checked."""

    types: ClassVar[Types]
    #: whether keys can empty it where no script of ours can
    hears_keys: ClassVar[bool] = False
    #: whether it shows its options only once it is open
    opens: ClassVar[bool] = False
    #: whether what it shows may be one of the applicant's values, as it is
    tells_key: ClassVar[bool] = False

    @abstractmethod
    def goal(self, field: FieldModel, value: str | None, kind: ActionKind) -> G:
        """Return the goal for a value. Raises Unfit."""

    @abstractmethod
    def probe(self, field: FieldModel) -> dict[str, Any]:
        """Return the arguments of the script that reads the control."""

    def put(self, field: FieldModel, goal: G) -> dict[str, Any] | None:
        """Return the arguments of the script that sets it, or None if it must be set alone."""
        return None

    @abstractmethod
    def holds(self, goal: G, reading: Reading) -> bool:
        """Whether the reading is what was meant."""

    def sends(self, goal: G, beside: Beside) -> bool | None:
        """Whether the hidden input would submit the wanted value; None if that cannot be known."""
        return self.holds(goal, Reading(text=plain(beside.text))) or None

    def doubt(self, goal: G, reading: Reading) -> ActionFailure | None:
        """Return why the submitted value is not proven, whatever the control shows; None if it is not in doubt."""
        told = [beside for beside in reading.beside if beside.text]
        sent = [self.sends(goal, beside) for beside in told]
        together = Beside(", ".join(beside.text for beside in told))  # one input each for the parts of a list
        if not reading.beside or True in sent or (len(told) > 1 and self.sends(goal, together)):
            return None
        if False in sent or not all(beside.text for beside in reading.beside):
            return ActionFailure.NOT_KEPT
        is_told = any(beside.changed for beside in reading.beside)
        return ActionFailure.UNPROVEN if is_told and not reading.owned else None

    def shown(self, field: FieldModel, reading: Reading) -> str:
        """Return the one text that it shows as its answer; empty for none, or several."""
        return reading.text

    def is_known(self, value: str, text: str) -> bool:
        """Whether `text`, which it shows, is that value of the applicant's."""
        return same_text(value, text)

    async def enter(self, control: FormControl) -> ElementHandle:
        """Put the cursor into it; return the element that receives its keys. Raises Unfit, playwright's Error."""
        element = await control.element()
        await element.focus()
        return element

    @property
    @abstractmethod
    def strategies(self) -> Sequence[Strategy[G]]:
        """The ways to set it alone, gentlest first."""
