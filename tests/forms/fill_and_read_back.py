"""Fill every labelled page with what is known of one applicant, and read it back: `make bench-forms`.

Each page is scanned, planned and filled by the code that applications go through; then each box is read once more by
other means: a script of its own, that asks neither the scanner nor the widgets. A field that was planned either holds
the applicant's value or was reported unfilled with a reason; a field that is said to hold and does not is what must
never be: it is named, and the exit code is 1. What is no control of the browser's own may show nothing that can be
read so; those are counted apart.
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
from ghosthands.browser_host.page import Upload, frames
from ghosthands.domain.keys import CONSTANTS, NO
from ghosthands.domain.page import FieldKind, FieldModel, FileInputModel, Locator, PageModel
from ghosthands.domain.plan import ActionKind, PlannedAction
from ghosthands.domain.profile import flatten
from ghosthands.planning.choosing import choose_all, means_same
from ghosthands.planning.known import Known
from ghosthands.planning.plan import plan
from ghosthands.practice.profiles import JORDAN

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

#: what a control shows now: a text, the labels chosen and all there are, whether it is ticked; null when it is gone
_READ = """(css) => {
  const el = css.split(" >>> ").reduce((found, step, index) =>
    (index === 0 ? document : found?.shadowRoot)?.querySelector(step) ?? null, null);
  if (!el) return null;
  if (el.type === "file") return { text: [...el.files].map((file) => file.name).join(" ") };
  const labels = (options) => [...options].map((option) => (option.label || option.text).trim());
  if (el.localName === "select") return { chosen: labels(el.selectedOptions), offered: labels(el.options) };
  if (["checkbox", "radio"].includes(el.type)) return { ticked: el.checked };
  const said = el.getAttribute("aria-checked") ?? el.getAttribute("aria-pressed") ?? el.getAttribute("aria-selected");
  return said === null ? { text: (el.value ?? el.innerText ?? "").trim() } : { ticked: said === "true" };
}"""


class Tally:
    """How the pages went."""

    def __init__(self) -> None:
        self.pages = Counter[str]()
        self.ended = Counter[str]()
        self.unread: list[str] = []
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
            f"said to hold, and cannot be read: {len(self.unread)}",
            *(f"  {each}" for each in self.unread),
            f"said to hold, and do not: {len(self.belied)}",
            *(f"  {each}" for each in self.belied),
        ]


async def main() -> int:
    """The exit code."""
    folder = forms.find_folder("dev", "expected.jsonl")
    values = flatten(PROFILE) | CONSTANTS
    tally = Tally()
    with forms.serve(folder) as address:
        async with scan.open_tab() as page:
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
    for action, result in zip(actions, results, strict=True):
        tally.ended[result.code or "held"] += 1
        if not result.ok:
            continue
        named = f"{Path(page.url).stem}: {action.key} ({action.reason})"
        match await holds(page, model, action, values.get(action.key, RESUME.name)):
            case None:
                tally.unread.append(named)
            case False:
                tally.belied.append(named)


async def holds(page: Page, model: PageModel, action: PlannedAction, value: str) -> bool | None:
    """Whether the field shows the value; None when nothing can be read of it."""
    field = model.field(action.field_id)
    if field is None:
        return None
    if isinstance(field, FieldModel) and action.kind is ActionKind.CHOOSE:
        return await has_chosen(page, field, value)
    shown = await read(page, field.locator)
    if shown is None:
        return None
    if "ticked" in shown:
        return bool(shown["ticked"]) is (action.key != NO)
    if "chosen" in shown:
        offered: list[str] = shown["offered"]
        return [offered[index] for index in choose_all(offered, value)] == list(shown["chosen"])
    if not shown["text"] and (isinstance(field, FileInputModel) or field.kind is FieldKind.COMBOBOX):
        return None  # it shows what it took somewhere beside the control
    return shows(shown["text"], value)


async def has_chosen(page: Page, field: FieldModel, value: str) -> bool | None:
    """Whether exactly those options of a group are ticked that say the value."""
    readings = [await read(page, option.locator) for option in field.options if option.locator]
    if len(readings) < len(field.options) or any(each is None or "ticked" not in each for each in readings):
        return None
    ticked = [index for index, each in enumerate(readings) if each and each["ticked"]]
    return bool(ticked) and ticked == choose_all([option.label for option in field.options], value)


async def read(page: Page, where: Locator) -> dict[str, Any] | None:
    """What stands there now; None when nothing does."""
    frame = frames.at(page, where.frame)
    return await frame.evaluate(_READ, where.css) if frame else None


def shows(text: str, value: str) -> bool:
    """Whether a text is the value, a part of it (a day, a number without its code), or the value and more."""
    shown, wanted = set(parts(text)), set(parts(value))
    same_number = bool(digits(text)) and (digits(text) in digits(value) or digits(value) in digits(text))
    is_number = not re.search(r"[^\W\d_]", text)
    return bool(shown) and (
        shown <= wanted or wanted <= shown or (same_number and is_number) or means_same(value, text)
    )


def parts(text: str) -> list[str]:
    """The words and numbers of a text; numbers without the zeros before them."""
    return [each.lstrip("0") or each for each in re.findall(r"\w+", text.casefold())]


def digits(text: str) -> str:
    """The digits of a text."""
    return "".join(re.findall(r"\d", text))


if __name__ == "__main__":
    try:
        sys.exit(asyncio.run(main()))
    except BenchFailed as failure:
        sys.exit(str(failure))
