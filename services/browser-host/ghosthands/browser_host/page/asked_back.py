"""The question with which a page answers the press that sends: "Are you sure?", in a dialog of its own.

It belongs to the press, as the browser's own question does, and is answered with yes, once, where nothing has been sent
yet and it can mean nothing else: one dialog speaks of sending, of no loss, no money and no offer ("Shall we send you
job alerts?"), asks for nothing to be filled in, and has one button alone that agrees, beside another that does not. Any
other dialog is a human's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playwright.async_api import ElementHandle, Frame, JSHandle, Page
from playwright.async_api import Error as PlaywrightError

from ghosthands.browser_host.page import frames, scripts
from ghosthands.browser_host.page.calls import in_time
from ghosthands.browser_host.page.way_words import find, plain
from ghosthands.planning.rules.offers import offers
from ghosthands.planning.signals import words


@dataclass(frozen=True, slots=True)
class QuestionBack:
    """A dialog over the page: what it says, and what is said on each of its buttons."""

    words: str
    said: Sequence[str]

    def find_yes(self) -> int | None:
        """Return the place of the button that agrees to sending; None if none does, or it may mean something else."""
        asked = plain(self.words)
        if any(find(kind, asked) for kind in ("lose", "money", "paying")) or offers(words(self.words)):
            return None
        agreeing = [at for at, said in enumerate(map(plain, self.said)) if _agrees(said)]
        others = [plain(said) for at, said in enumerate(self.said) if at not in agreeing]
        is_choice = len(agreeing) == 1 and any(find("no", said) or find("back", said) for said in others)
        return agreeing[0] if is_choice and find("send", asked) else None


def _agrees(said: str) -> bool:
    return bool((find("yes", said) or find("send", said) or find("confirm", said)) and not find("no", said))


async def find_yes(page: Page) -> ElementHandle | None:
    """Return the button that agrees to what the page asks back; None where it asks nothing, or something else."""
    asked = [each for _, frame in frames.list_form_frames(page) for each in await _list_asked(frame)]
    agreed = [(buttons, at) for question, buttons in asked if (at := question.find_yes()) is not None]
    if len(agreed) != 1:
        return None
    buttons, at = agreed[0]
    return (await in_time(buttons.get_property(str(at)))).as_element()


async def _list_asked(frame: Frame) -> list[tuple[QuestionBack, JSHandle]]:
    """Return the dialogs over the frame's document, each with its buttons; none of a frame that is gone."""
    try:
        shown = await in_time(frame.evaluate_handle(scripts.action("asked_back")))
        told = await in_time(shown.evaluate("shown => shown.map(({ words, said }) => [words, said])"))
        each = [await in_time(shown.evaluate_handle("(shown, at) => shown[at].buttons", at)) for at in range(len(told))]
    except PlaywrightError:
        return []
    return [(QuestionBack(*one), buttons) for one, buttons in zip(told, each, strict=True)]
