"""The quality of matching on pages that the rules were made on, and on pages of sites they never saw.

Authors of rules look at the pages of `dev`. Those of `more` are of other sites, divided by a hash of the site's name:
A, B1 and B2 may be looked at; of B3 only the totals, and seldom. The gap shows what helps only pages it was made on.
Whole sites are held out, since pages of one site are alike.

A page is scanned once and the scan is cached, so that a change of the rules is measured in seconds. It is scanned again
when its labels, or the scanner's sources, changed.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from playwright.async_api import Error, Page

from ghosthands.bench import forms, labelled
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.labelled import Expected, LabelledPage
from ghosthands.bench.looking import find_hits
from ghosthands.bench.measure import Progress
from ghosthands.bench.scan import open_tab
from ghosthands.browser_host import page as pages
from ghosthands.domain.page import PageModel

DDG = "ddg_autofill"
#: All, except companies and titles of jobs on DuckDuckGo's pages.
JOBS_APART = "all, jobs apart"
DEV, MORE_A, MORE_B1, MORE_B2, MORE_B3 = "dev", "more A", "more B1", "more B2", "more B3"
#: The parts whose failures may be looked at.
OPEN = (DEV, MORE_A, MORE_B1, MORE_B2)
#: B1's share of the sites that are not A's, in fifths.
_OF_B1 = 2
#: The folders of labelled pages.
FOLDERS = ("dev", "more")
#: The folder of cached scans.
KEPT_IN = Path(tempfile.gettempdir()) / "ghosthands-eval-forms"
#: The scanner, whose sources are part of a cached scan's name.
_SCANNER = Path(pages.__path__[0])


class Scanned(msgspec.Struct, frozen=True):
    """A labelled page as it was scanned; `hits` has for each label the index of its control, or -1."""

    row: LabelledPage
    model: PageModel
    hits: tuple[int, ...]


@dataclass
class Score:
    """The outcomes of some labelled fields."""

    #: `right`, `wrong` and `none` for the applicant's fields; `respected` and `filled` for others
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def right(self) -> float:
        """Percentage of the applicant's fields that get the right key."""
        return _percent(self.counts, "right", ("right", "wrong", "none"))

    @property
    def wrong(self) -> float:
        """Percentage of them that get another: worse than none."""
        return _percent(self.counts, "wrong", ("right", "wrong", "none"))

    @property
    def respected(self) -> float:
        """Percentage of the other fields that get nothing."""
        return _percent(self.counts, "respected", ("respected", "filled"))

    def total(self, *outcomes: str) -> int:
        """Return the number of fields with one of these outcomes."""
        return sum(self.counts[each] for each in outcomes)


@dataclass(frozen=True)
class Judged:
    """A labelled field and its outcome."""

    row: LabelledPage
    expected: Expected
    key: str | None
    outcome: str


def part_of(folder: str, site: str) -> str:
    """Return the part that a site belongs to, by its name alone."""
    if folder == "dev":
        return DEV
    halves, fifths, rest = hashlib.sha256(site.encode()).digest()[:3]
    if halves % 2 == 0:
        return MORE_A
    if fifths % 5 < _OF_B1:
        return MORE_B1
    return MORE_B2 if rest % 2 == 0 else MORE_B3


async def collect(folder: str, progress: Progress, kept_in: Path = KEPT_IN) -> list[Scanned]:
    """Return the scan of every page of the folder, cached or made now. Raises BenchFailed."""
    below = forms.find_folder(folder, "expected.jsonl")
    kept = kept_in / f"{folder}-{find_kept_name(below)}.json"
    if kept.is_file():
        return msgspec.json.decode(kept.read_bytes(), type=list[Scanned])
    rows = labelled.read(below)
    scanned = []
    with forms.serve(below) as address:
        async with open_tab(only=address) as tab:
            for done, row in enumerate(rows):
                progress(f"scanning {folder}", done, len(rows))
                scanned.append(await _scan(tab, f"{address}/{row.page}", row))
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_bytes(msgspec.json.encode(scanned))
    return scanned


async def _scan(tab: Page, url: str, row: LabelledPage) -> Scanned:
    try:
        await tab.goto(url)
        model = await pages.scan(tab)
        return Scanned(row, model, tuple(await find_hits(tab, row, labelled.list_places(model))))
    except (Error, pages.PageUnreadable) as error:
        raise BenchFailed(f"{row.page} cannot be scanned: {str(error).splitlines()[0]}") from error


def find_kept_name(below: Path) -> str:
    """Return the name of a folder's cached scans: a hash of all that they follow from."""
    known = hashlib.sha256((below / "expected.jsonl").read_bytes())
    for source in sorted(_SCANNER.rglob("*")):
        if source.suffix in {".py", ".js", ".toml"}:
            known.update(source.read_bytes())
    return known.hexdigest()[:16]


def judge(page: Scanned) -> Iterator[Judged]:
    """Yield the outcome of each of the page's labelled fields by today's rules."""
    places = list(labelled.understand(page.model))
    for expected, at in zip(page.row.fields, page.hits, strict=True):
        if expected.is_scored:
            key = places[at][1] if at >= 0 else None
            yield Judged(page.row, expected, key, outcome(expected, key))


def outcome(expected: Expected, key: str | None) -> str:
    """Return `right`, `wrong` or `none` for the applicant's fields; `respected` or `filled` for others."""
    if not expected.is_ours:
        return "respected" if expected.is_met(key) else "filled"
    if expected.is_met(key):
        return "right"
    return "none" if key in labelled.NOTHING else "wrong"


def tally(judged: Iterable[Judged]) -> dict[str, Score]:
    """Return a score for each corpus, for all, and for all without the jobs that DuckDuckGo's labels cannot name."""
    scores: dict[str, Score] = {}
    for one in judged:
        for name in (one.row.corpus, "all", *([] if _is_unnamed_job(one) else [JOBS_APART])):
            scores.setdefault(name, Score()).counts[one.outcome] += 1
    return dict(sorted(scores.items(), key=lambda named: (named[0].startswith("all"), named[0])))


def _is_unnamed_job(one: Judged) -> bool:
    """Whether it is a company or a job's title, wrong only because the corpus has no name for it."""
    return one.row.corpus == DDG and one.outcome == "filled" and one.key in labelled.UNKNOWN_TO_DDG


def _percent(counts: Counter[str], of: str, among: Sequence[str]) -> float:
    whole = sum(counts[each] for each in among)
    return 100 * counts[of] / whole if whole else 100.0
