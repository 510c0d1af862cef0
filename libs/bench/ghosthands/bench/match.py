"""The keys that our rules choose on real pages with known answers, beside Chromium's own autofill.

Chromium writes its prediction for a field into an attribute (`AutofillShowTypePredictions`), offline, on the same page
in the same run. Only fields that both have a type for count: Chromium's autofill has none for logins, files and links.

    match.<corpus>           the share of fields that get the right key
    match.<corpus>.precise   the share of the keys given that are right: a wrong one is worse than none
    match.<corpus>.respected the share of fields without data of the applicant's that get none; a card's count as such

A line is left out where Chromium has nothing to compare with.
"""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from playwright.async_api import Error, Page, Route, async_playwright

from ghosthands import chromium
from ghosthands.bench import forms, labelled, looking
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.labelled import Expected, LabelledPage
from ghosthands.bench.measure import Better, Contest, Pair, Progress, Result
from ghosthands.browser_host import page as pages
from ghosthands.chromium import ChromiumError

#: the labels' names for Chromium's types
TYPES = {
    "NAME_FIRST": "first_name",
    "NAME_MIDDLE": "middle_name",
    "NAME_MIDDLE_INITIAL": "middle_name",
    "NAME_LAST": "last_name",
    "NAME_LAST_FIRST": "last_name",
    "NAME_FULL": "full_name",
    "EMAIL_ADDRESS": "email",
    "EMAIL_OR_LOYALTY_MEMBERSHIP_ID": "email",
    "PHONE_HOME_WHOLE_NUMBER": "phone",
    "PHONE_HOME_CITY_AND_NUMBER": "phone",
    "PHONE_HOME_CITY_AND_NUMBER_WITHOUT_TRUNK_PREFIX": "phone",
    "PHONE_HOME_NUMBER": "phone",
    "PHONE_HOME_COUNTRY_CODE": "phone_country_code",
    "ADDRESS_HOME_LINE1": "address_line1",
    "ADDRESS_HOME_STREET_ADDRESS": "address_line1",
    "ADDRESS_HOME_LINE2": "address_line2",
    "ADDRESS_HOME_APT_NUM": "address_line2",
    "ADDRESS_HOME_APT": "address_line2",
    "ADDRESS_HOME_CITY": "city",
    "ADDRESS_HOME_STATE": "state",
    "ADDRESS_HOME_ZIP": "postal_code",
    "ADDRESS_HOME_COUNTRY": "country",
    "COMPANY_NAME": "company",
}
_BOTH_KNOW = frozenset(TYPES.values())
_OVERALL = re.compile(r"overall type: (\w+)")
_PREDICTIONS = "[autofill-information]"
#: Chromium examines a form a moment after it appears, and no page without one
_LOOK_MS = 3_000

#: reads Chromium's attribute of each element
_READ = """(elements) => elements.map((css) =>
  document.querySelector(css)?.getAttribute("autofill-information") ?? "")"""

CORRECT = Contest("match", "%", Better.HIGHER, "Chromium's autofill")


async def run(runs: int, progress: Progress) -> list[Result]:
    """Run three contests a corpus; as every run has the same result, there is one. Raises BenchFailed."""
    folder = forms.find_folder("dev", "expected.jsonl")
    rows = labelled.read(folder)
    tallies: dict[str, MatchTally] = {}
    with forms.serve(folder) as address:
        async with start_predicting(address) as page:
            for done, row in enumerate(rows):
                progress("pages", done, len(rows))
                await _compare(page, f"{address}/{row.page}", row, tallies.setdefault(row.corpus, MatchTally()))
    return [result for corpus, tally in sorted(tallies.items()) for result in tally.results(corpus)]


async def _compare(page: Page, url: str, row: LabelledPage, tally: MatchTally) -> None:
    try:
        seen = await looking.look(page, url, row)
        await _predict_form(page)
        written = await page.evaluate(_READ, [field.css for field in row.fields])
    except (Error, pages.PageUnreadable) as error:
        raise BenchFailed(f"{row.page} cannot be compared: {str(error).splitlines()[0]}") from error
    for one, information in zip(seen.answers, written, strict=True):
        if one.expected.is_scored:
            tally.count(one.expected, one.key, read_prediction(information))


async def _predict_form(page: Page) -> None:
    """Wait until Chromium has written its predictions, or will not."""
    with suppress(Error):  # it has no predictions for some pages
        await page.wait_for_selector(_PREDICTIONS, state="attached", timeout=_LOOK_MS)


def read_prediction(information: str) -> str | None:
    """Return Chromium's prediction in the labels' words, from its attribute; None when it has none."""
    overall = _OVERALL.search(information)
    return TYPES.get(overall[1]) if overall else None


class MatchTally:
    """Counts the results of our matching and Chromium's on one corpus."""

    def __init__(self) -> None:
        self._ours: Counter[str] = Counter()
        self._chromiums: Counter[str] = Counter()
        self._of: Counter[str] = Counter()

    def count(self, field: Expected, ours: str | None, chromiums: str | None) -> None:
        """Count one labelled field: the key we chose, and the one Chromium chose."""
        if field.is_ours and field.canonical not in _BOTH_KNOW:
            return
        self._of["key" if field.is_ours else "nothing"] += 1
        for tally, key in ((self._ours, ours), (self._chromiums, chromiums)):
            tally[_judge(field, key)] += 1

    def results(self, corpus: str) -> list[Result]:
        """Return the results for one corpus: right, precise and respected."""
        shares = {
            "": (self._share(self._ours, "key"), self._share(self._chromiums, "key")),
            ".precise": (_find_precision(self._ours), _find_precision(self._chromiums)),
            ".respected": (self._share(self._ours, "nothing"), self._share(self._chromiums, "nothing")),
        }
        return [
            Contest(f"{CORRECT.name}.{corpus}{suffix}", CORRECT.unit, CORRECT.better, CORRECT.beside).result([pair])
            for suffix, pair in ((suffix, Pair(*both)) for suffix, both in shares.items())
            if pair.reference > 0
        ]

    def _share(self, tally: Counter[str], of: str) -> float:
        right = tally["right"] if of == "key" else tally["respected"]
        return 100 * right / self._of[of] if self._of[of] else 0.0


def _find_precision(tally: Counter[str]) -> float:
    given = tally["right"] + tally["wrong"]
    return 100 * tally["right"] / given if given else 0.0


def _judge(field: Expected, key: str | None) -> str:
    if not field.is_ours:
        return "respected" if field.is_met(key) else "filled"
    if field.is_met(key):
        return "right"
    return "none" if key in labelled.NOTHING else "wrong"


@asynccontextmanager
async def start_predicting(address: str) -> AsyncIterator[Page]:
    """Open a tab of a Chromium that writes its predictions and reaches only `address`. Raises BenchFailed.

    Chromium makes predictions only for an ordinary profile with autofill on: not as browser-host starts a browser.
    """
    async with async_playwright() as playwright:
        with tempfile.TemporaryDirectory(prefix="ghosthands-bench-", ignore_cleanup_errors=True) as profile:
            try:
                executable = chromium.find()
                context = await playwright.chromium.launch_persistent_context(
                    profile,
                    executable_path=executable.path,
                    args=["--enable-features=AutofillShowTypePredictions"],
                    viewport={"width": 1280, "height": 900},
                    bypass_csp=True,
                )
            except (ChromiumError, Error) as error:
                raise BenchFailed(f"no Chromium to compare with: {str(error).splitlines()[0]}") from error
            await context.route("**/*", lambda route: _take_only(address, route))
            try:
                yield context.pages[0]
            finally:
                await context.close()


async def _take_only(address: str, route: Route) -> None:
    url = route.request.url
    await (route.continue_() if url.startswith((address, "data:")) else route.abort())
