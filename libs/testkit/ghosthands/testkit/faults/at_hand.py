"""The human of a cell who takes control of its job's browser, and the faults while they have it."""

from __future__ import annotations

from collections.abc import Callable

from ghosthands.domain.job import HumanRequested
from ghosthands.domain.session import ActionStarted, ControlTaken, SessionOpened
from ghosthands.practice.postings import Posting
from ghosthands.testkit.faults.cell import HandPoint, Hands
from ghosthands.testkit.hand import HumanHand, SessionIsOver
from ghosthands.testkit.lab import FollowedJob, Lab

#: their answer where the profile has none
ANSWER = "Norwegian blue"
_QUESTION, _BUTTON = "parrot", "Submit application"
#: seconds after which the human presses the button again if the page is unchanged
_PATIENCE = 4.0


async def act(
    lab: Lab, posting: Posting, hands: Hands, look: Callable[[], FollowedJob], strike: Callable[[HandPoint], None]
) -> None:
    """Take control, do what `hands` says, and release it; call `strike` at each point where a fault may be due."""
    seen = look()
    opened = [event for event in seen.named(SessionOpened.__name__) if isinstance(event, SessionOpened)][-1]
    ends = ("SessionLost", "SessionClosed")
    async with HumanHand(lab, opened, posting.path, lambda: any(look().named(end) for end in ends)) as hand:
        try:
            await hand.take()
            if any(isinstance(event, HumanRequested) for event in seen.named(HumanRequested.__name__)):
                await hand.type_into(_QUESTION, ANSWER)
            strike(HandPoint.IN_CONTROL)
            if hands.send and not await _was_pressed(lab, seen.job.id):
                await _send(lab, posting, hand)
            strike(HandPoint.SENT)
            await hand.let_go()
        except SessionIsOver:
            return


async def _send(lab: Lab, posting: Posting, hand: HumanHand) -> None:
    """Press the button, and again only where nothing happened."""
    while not lab.submissions(posting) and await hand.sees(_BUTTON):
        await hand.press(_BUTTON)
        await lab.site.ledger.wait_counted(posting.key, 1, _PATIENCE)


async def _was_pressed(lab: Lab, job_id: str) -> bool:
    """Whether we had begun to press it before they had control: then they leave it."""
    seen = await lab.until(job_id, lambda seen: bool(seen.named(ControlTaken.__name__)))
    return any(isinstance(event, ActionStarted) and event.kind == "submit" for event in seen.named("ActionStarted"))
