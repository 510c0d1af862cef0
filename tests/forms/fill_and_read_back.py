"""Fill every labelled page with what is known of one applicant, and read it back: `make bench-forms`.

Each page is scanned, planned and filled by the code that applications go through; then each box is read once more by
other means. A field that was planned either holds the applicant's value or was reported unfilled with a reason; a field
that is said to hold and does not is what must never be: it is named, and the exit code is 1.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.async_api import Error, Page, Route

from ghosthands.bench import forms, labelled, scan
from ghosthands.bench.errors import BenchFailed
from ghosthands.browser_host import page as pages
from ghosthands.browser_host.page import Upload
from ghosthands.domain.page import FieldState, FileInputModel, PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.planner.known import Known
from ghosthands.planner.planning import plan
from ghosthands.practice.profiles import JORDAN
from ghosthands.vault.profile import CONSTANTS, flatten

PROFILE: dict[str, Any] = {
    **JORDAN.profile,
    "middle_name": "Quinn",
    "address_line1": "1420 Juniper Lane",
    "address_line2": "Apt 4",
    "date_of_birth": "1990-05-17",
    "phone_country_code": "+1",
    "current_company": "Larkspur Logistics",
    "current_title": "Senior Software Engineer",
}
RESUME = Upload(JORDAN.resume(), "resume.pdf", "application/pdf")
SECONDS_A_PAGE = 60

#: what stands in a box now
_READ = """(css) => css.split(" >>> ").reduce((found, step, index) =>
  (index === 0 ? document : found?.shadowRoot)?.querySelector(step) ?? null, null)?.value ?? null"""


class Tally:
    """How the pages went."""

    def __init__(self) -> None:
        self.pages = Counter[str]()
        self.ended = Counter[str]()
        self.belied: list[str] = []

    def lines(self) -> list[str]:
        """For people."""
        planned, held = sum(self.ended.values()), self.ended["held"]
        unfilled = [f"  {count:5}  {code}" for code, count in self.ended.most_common() if code != "held"]
        return [
            ", ".join(f"{count} pages {how}" for how, count in self.pages.most_common()),
            f"{planned} fields planned, {held} hold the applicant's value ({held / max(1, planned):.1%})",
            "unfilled, by reason:",
            *unfilled,
            f"said to hold, and do not: {len(self.belied)}",
            *(f"  {each}" for each in self.belied),
        ]


async def main() -> int:
    """The exit code."""
    folder = forms.folder("dev", "expected.jsonl")
    values = flatten(PROFILE) | CONSTANTS
    tally = Tally()
    with forms.served(folder) as address:
        async with scan.tab() as page:
            await page.context.route("**/*", lambda route: only(address, route))
            for row in labelled.read(folder):
                tally.pages[await tried(page, f"{address}/{row.page}", values, tally)] += 1
    print("\n".join(tally.lines()))
    return 1 if tally.belied else 0


async def only(address: str, route: Route) -> None:
    """Nothing but the pages themselves."""
    await (route.continue_() if route.request.url.startswith((address, "data:")) else route.abort())


async def tried(page: Page, url: str, values: dict[str, str], tally: Tally) -> str:
    """How the page went."""
    try:
        async with asyncio.timeout(SECONDS_A_PAGE):
            await page.goto(url)
            await fill(page, await pages.scan(page), values, tally)
    except TimeoutError:
        return "out of time"
    except (Error, pages.PageUnreadable):
        return "unreadable"
    return "filled"


async def fill(page: Page, model: PageModel, values: dict[str, str], tally: Tally) -> None:
    """Plan, fill, and read back by other means."""
    known = Known(keys={*values, "files.resume"})
    actions = plan(model, known, action_id=lambda field_id: f"fill {field_id}").actions
    given = {each.id: RESUME if each.key == "files.resume" else values[each.key] for each in actions}
    results = await pages.run_batch(page, model, actions, given)
    after = await pages.scan(page)
    for action, result in zip(actions, results, strict=True):
        tally.ended[result.code or "held"] += 1
        if result.ok and not await holds(page, model, after, action, values.get(action.key, "")):
            tally.belied.append(f"{Path(page.url).stem}: {action.key} ({action.reason})")


async def holds(page: Page, model: PageModel, after: PageModel, action: PlannedAction, value: str) -> bool:
    """Whether the field has something of the value in it, or, where it was chosen, anything at all."""
    now, was = after.field(action.field_id), model.field(action.field_id)
    if was is None or isinstance(now, FileInputModel):
        return now is not None
    if action.kind is not ActionKind.FILL or was.locator.frame:
        return now is None or now.state is FieldState.FILLED
    shown = await page.evaluate(_READ, was.locator.css)
    same_number = digits(shown or "") != "" and digits(shown) in digits(value)
    return shown is None or same_number or bool(set(parts(shown)) & set(parts(value)))


def parts(text: str) -> list[str]:
    """The words and numbers of a text."""
    return re.findall(r"\w+", text.casefold())


def digits(text: str) -> str:
    """The digits of a text."""
    return "".join(re.findall(r"\d", text))


if __name__ == "__main__":
    try:
        sys.exit(asyncio.run(main()))
    except BenchFailed as failure:
        sys.exit(str(failure))
