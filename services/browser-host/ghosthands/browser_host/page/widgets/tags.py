"""Tags of the applicant's own: texts that a combobox accepts though it does not offer them, each by Enter."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from playwright.async_api import ElementHandle

from ghosthands.browser_host.page import scripts
from ghosthands.browser_host.page.calls import in_time
from ghosthands.browser_host.page.widgets.control import FormControl
from ghosthands.browser_host.page.widgets.goal import Chosen, Unfit
from ghosthands.browser_host.page.widgets.keys import Keys
from ghosthands.domain.codes import ActionFailure
from ghosthands.planning.choosing import means_same, same_option, separated

_REDRAWN = {"quiet": 150, "limit": 700}
#: the most words around a text in the option that makes a tag of it: `Add NATS`, `Create "NATS"`
_MOST_WORDS_AROUND = 2

Labels = Callable[[FormControl], Awaitable[Sequence[str]]]


async def enter_all(
    control: FormControl,
    goal: Chosen,
    *,
    search_box: Callable[[FormControl], Awaitable[ElementHandle]],
    shown: Labels,
    chosen: Labels,
) -> Chosen:
    """Enter each part of the text as a tag, unless it is one already. Raises Unfit if one is not accepted."""
    parts = separated(goal.text)
    for part in parts:
        held = await chosen(control)
        if any(means_same(part, label) for label in held):
            continue
        box = await search_box(control)
        await box.focus()
        await in_time(box.evaluate("el => el.select()"))
        keys = await control.keys(box)
        await keys.type(part)
        await control.ask(scripts.bare("quiet"), _REDRAWN)
        if not all(_makes(label, part) for label in await shown(control)):
            raise Unfit(ActionFailure.NO_SUCH_OPTION)
        await enter(control, keys)
        is_left = await in_time(box.evaluate("el => el.isConnected && el.value !== ''"))  # what is typed is no tag
        if is_left or not any(same_option(part, label) for label in await chosen(control) if label not in held):
            raise Unfit(ActionFailure.NO_SUCH_OPTION)
    return Chosen(goal.text, tuple(parts))


async def enter(control: FormControl, keys: Keys) -> None:
    """Press Enter to make a tag of what is typed, and for nothing else. Raises Unfit."""
    async with keys.sending_nothing():
        await keys.press("Enter")
        await control.ask(scripts.bare("quiet"), _REDRAWN)


def _makes(label: str, part: str) -> bool:
    """Whether an option stands for the very text that was typed."""
    said = label.casefold()
    words = len(said.split()) - len(part.split())
    return part.casefold() in said and words <= _MOST_WORDS_AROUND
