"""Controls of the browser's own in which one chooses: select, radios, checkboxes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, ClassVar

from playwright.async_api import ElementHandle

from ghosthands.browser_host.page import values
from ghosthands.browser_host.page.calls import in_time
from ghosthands.browser_host.page.widgets.control import TOUCH_MS, FormControl
from ghosthands.browser_host.page.widgets.goal import Beside, Chosen, Reading, Ticked, Unfit
from ghosthands.browser_host.page.widgets.widget import Strategy, Types, Widget
from ghosthands.domain.codes import ActionFailure
from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel
from ghosthands.domain.plan import ActionKind
from ghosthands.domain.polarity import Polarity, answered, stated
from ghosthands.planning.choosing import choose, choose_all, is_chosen, same_option

#: finds the role drawn around a hidden tick box, which is what a person ticks; else the box
_DRAWN = """el => (el.checkVisibility() && el.offsetWidth > 1 ? null
  : el.parentElement?.closest('[role=radio],[role=checkbox],[role=switch]')) ?? el"""
#: finds the label of a tick box
_LABEL = """el => el.labels?.[0] ?? el.closest('label,[role=radio],[role=checkbox],[role=switch]')
  ?? [el.nextElementSibling, el.previousElementSibling].find((each) => each?.localName === 'label') ?? el"""
#: seconds for a list to appear that depends on another answer
_OPTIONS_SECONDS = 3.0
#: seconds for an existing list to change, as an answer just given may make it
_CHANGE_SECONDS = 0.3
_POLL_SECONDS = 0.1


class Select(Widget[Chosen]):
    """A dropdown of the browser's own."""

    types: ClassVar[Types] = {"select-one": FieldKind.SELECT}
    tells_key: ClassVar[bool] = True

    def goal(self, field: FieldModel, value: str | None, kind: ActionKind) -> Chosen:
        """Return the answer with the option that says it, if that is already there: lists may be filled later."""
        if not value:
            raise Unfit(ActionFailure.NO_VALUE)
        return self._chosen([option.label for option in field.options if not option.placeholder], value)

    def _chosen(self, labels: Sequence[str], text: str) -> Chosen:
        return Chosen(text, self.labels(labels, text), values.half_beside(labels, text))

    def labels(self, labels: Sequence[str], text: str) -> tuple[str, ...]:
        """Return the label that says `text`, or the part of a time that the list is for; empty for none."""
        index = choose(labels, text)
        label = values.clock_part(labels, text) if index is None else labels[index]
        return () if label is None else (label,)

    def probe(self, field: FieldModel) -> dict[str, Any]:
        """Return the arguments of the script that reads which labels are chosen."""
        return {"how": "select", "css": field.locator.css}

    def put(self, field: FieldModel, goal: Chosen) -> dict[str, Any] | None:
        """Return the arguments of the script that chooses by label, or None if the select must be set alone.

        That is so if the list lacks the option, which may yet come, and for an hour whose half is told beside it.
        """
        return {**self.probe(field), "labels": list(goal.labels)} if goal.labels and not goal.half else None

    def holds(self, goal: Chosen, reading: Reading) -> bool:
        """Whether exactly the wanted labels are chosen, and an hour's half of the day is told beside it."""
        is_chosen = bool(goal.labels) and sorted(goal.labels) == sorted(reading.chosen)
        return is_chosen and values.same_half(goal.half, reading.half)

    def sends(self, goal: Chosen, beside: Beside) -> bool | None:
        """Whether the hidden input would submit the wanted option, by its label or by having changed since."""
        return sends_option(goal, beside)

    def shown(self, field: FieldModel, reading: Reading) -> str:
        """Return the one label that is chosen."""
        return reading.chosen[0] if len(reading.chosen) == 1 else ""

    def is_known(self, value: str, text: str) -> bool:
        """Whether the label says that value, which is no mere yes or no: many of the applicant's are."""
        return is_label_of(value, text)

    @property
    def strategies(self) -> Sequence[Strategy[Chosen]]:
        """The selection by Playwright, twice: the page may fill the list anew under the first attempt."""
        return (self._select, self._select)

    async def _select(self, control: FormControl, goal: Chosen) -> Chosen:
        chosen = await self._awaited(control, goal.text)
        beside = {"css": control.field.locator.css, "half": chosen.half}
        if chosen.half and not await control.act("half_beside", beside):
            raise Unfit(ActionFailure.NO_SUCH_OPTION, final=True)  # twelve numbers need not be hours
        element = await control.element()
        await element.select_option(label=list(chosen.labels), timeout=TOUCH_MS)
        return chosen

    async def _awaited(self, control: FormControl, text: str) -> Chosen:
        """Return the labels, waiting for them if the list is empty or has changed since the scan. Raises Unfit."""
        clock = asyncio.get_running_loop().time
        started = clock()
        while True:
            live = await _live_options(control)
            if (chosen := self._chosen(live, text)).labels:
                return chosen
            patience = _CHANGE_SECONDS if live and live == _scanned(control) else _OPTIONS_SECONDS
            if clock() - started > patience:
                raise Unfit(ActionFailure.NO_SUCH_OPTION, final=True)
            await asyncio.sleep(_POLL_SECONDS)


def is_label_of(value: str, label: str) -> bool:
    """Whether the label says that value of the applicant's, and can be told from their other ones."""
    return stated(value) is None and is_chosen(label, value)


class MultiSelect(Select):
    """A native list in which several can be chosen."""

    types: ClassVar[Types] = {"select-multiple": FieldKind.MULTI_SELECT}

    def labels(self, labels: Sequence[str], text: str) -> tuple[str, ...]:
        """Return every label that the text names."""
        return tuple(labels[index] for index in choose_all(labels, text))


def sends_option(goal: Chosen, beside: Beside) -> bool | None:
    """Whether an unseen input sends what was chosen: by its label, or by having changed since."""
    says = (beside.text, *beside.text.split(", "))
    is_said = any(same_option(label, each) for label in goal.labels for each in says)
    return is_said if beside.named else is_said or beside.changed or None


def _scanned(control: FormControl) -> list[str]:
    options = control.field.options if isinstance(control.field, FieldModel) else ()
    return [option.label for option in options if not option.placeholder]


async def _live_options(control: FormControl) -> list[str]:
    await control.element()  # the page may have replaced it
    labels: list[str] = await control.act("select_options", control.field.locator.css)
    return labels


class Radio(Widget[Ticked]):
    """A group of radios, of which one is chosen."""

    types: ClassVar[Types] = {"radio": FieldKind.RADIO}
    tells_key: ClassVar[bool] = True
    takes_one = True

    def goal(self, field: FieldModel, value: str | None, kind: ActionKind) -> Ticked:
        """Return the radio whose label says the value."""
        if not value:
            raise Unfit(ActionFailure.NO_VALUE)
        wanted = self.wanted([option.label for option in field.options], value)
        if not wanted:
            raise Unfit(ActionFailure.NO_SUCH_OPTION)
        return Ticked(wanted)

    def wanted(self, labels: Sequence[str], text: str) -> tuple[int, ...]:
        """Return the index of the label that says `text`."""
        index = choose(labels, text)
        return () if index is None else (index,)

    def probe(self, field: FieldModel) -> dict[str, Any]:
        """Return the arguments of the script that reads which options are ticked."""
        return {"how": "ticks", "options": [_own(option).css for option in field.options]}

    def put(self, field: FieldModel, goal: Ticked) -> dict[str, Any]:
        """Return the arguments of the script that clicks the options that are not as they should be."""
        return {**self.probe(field), "wanted": list(goal.wanted), "single": self.takes_one}

    def holds(self, goal: Ticked, reading: Reading) -> bool:
        """Whether exactly the wanted options are ticked."""
        return reading.code is None and reading.ticked == goal.wanted

    def sends(self, goal: Ticked, beside: Beside) -> bool | None:
        """Whether the hidden input would submit the wanted tick: it changed, as its value is the page's own."""
        return beside.changed or not goal.wanted or None

    def shown(self, field: FieldModel, reading: Reading) -> str:
        """Return the label of the one option that is ticked."""
        return field.options[reading.ticked[0]].label if len(reading.ticked) == 1 else ""

    def is_known(self, value: str, text: str) -> bool:
        """Whether the label says that value, which is no mere yes or no: many of the applicant's are."""
        return is_label_of(value, text)

    def doubt(self, goal: Ticked, reading: Reading) -> ActionFailure | None:
        """Return why the submitted value is not proven; nothing has to be submitted for a group without a tick."""
        return super().doubt(goal, reading) if goal.wanted else None

    @property
    def strategies(self) -> Sequence[Strategy[Ticked]]:
        """A click on each option, a click on its label, the Space key."""
        return (self._click, self._click_label, self._press_space)

    async def _click(self, control: FormControl, goal: Ticked) -> Ticked:
        for option in await self._wrong(control, goal):
            await (await _beside(control, option, _DRAWN)).click(timeout=TOUCH_MS)
        return goal

    async def _click_label(self, control: FormControl, goal: Ticked) -> Ticked:
        for option in await self._wrong(control, goal):
            await (await _beside(control, option, _LABEL)).click(timeout=TOUCH_MS)
        return goal

    async def _press_space(self, control: FormControl, goal: Ticked) -> Ticked:
        for option in await self._wrong(control, goal):
            element = await _beside(control, option, _DRAWN)
            await element.focus()
            await (await control.keys(element)).press("Space")
        return goal

    async def _wrong(self, control: FormControl, goal: Ticked) -> list[Locator]:
        """Return the options that are not as they should be."""
        field = control.field
        assert isinstance(field, FieldModel)  # noqa: S101  a file input has no ticks
        held = (await control.read(self.probe(field))).ticked
        differing = set(goal.wanted) ^ set(held) if not self.takes_one else set(goal.wanted) - set(held)
        return [_own(field.options[index]) for index in sorted(differing)]


class CheckboxGroup(Radio):
    """A group of checkboxes, of which any may be chosen."""

    types: ClassVar[Types] = {"checkbox_group": FieldKind.CHECKBOX_GROUP}
    tells_key: ClassVar[bool] = False
    takes_one = False

    def wanted(self, labels: Sequence[str], text: str) -> tuple[int, ...]:
        """Return the index of every label that the text names."""
        return tuple(choose_all(labels, text))


class Checkbox(Radio):
    """A single checkbox, ticked for a yes to the words beside it; the action `check` ticks it without an answer."""

    types: ClassVar[Types] = {"checkbox": FieldKind.CHECKBOX}
    tells_key: ClassVar[bool] = False
    takes_one = False

    def goal(self, field: FieldModel, value: str | None, kind: ActionKind) -> Ticked:
        """Return whether the box is to be ticked, as a goal."""
        if value is None and kind is ActionKind.CHECK:
            return Ticked((0,))
        polarity = answered(value, field.label) if value else None
        if polarity is None:
            raise Unfit(ActionFailure.UNFIT_VALUE if value else ActionFailure.NO_VALUE)
        return Ticked((0,) if polarity is Polarity.YES else ())

    def probe(self, field: FieldModel) -> dict[str, Any]:
        """Return the arguments of the script that reads whether it is ticked."""
        return {"how": "ticks", "options": [field.locator.css]}

    def shown(self, field: FieldModel, reading: Reading) -> str:
        """Return nothing: a tick says no more than that it is one."""
        return ""

    async def _wrong(self, control: FormControl, goal: Ticked) -> list[Locator]:
        held = (await control.read({"how": "ticks", "options": [control.field.locator.css]})).ticked
        return [control.field.locator] if held != goal.wanted else []


async def _beside(control: FormControl, option: Locator, which: str) -> ElementHandle:
    """Return the element to touch in place of an option. Raises Unfit."""
    element = await control.element(option)
    return (await in_time(element.evaluate_handle(which))).as_element() or element


def _own(option: OptionModel) -> Locator:
    if option.locator is None:
        raise Unfit(ActionFailure.ELEMENT_NOT_FOUND)
    return option.locator
