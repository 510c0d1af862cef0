"""How well fields are understood on pages that the rules were made on, and on pages of sites they never saw.

The pages of `dev` are looked at by whoever writes rules. Those of `more` are of other sites, which a hash of the site's
name deals out: A and B1 may be looked at; of B2 nobody looks at anything but the totals, and seldom at these. What
helps only the pages it was made on shows in the gap. The site is what is held out, whole: pages of one site are alike.

A page is scanned once: what came of it is kept, so that a change of the rules is measured in seconds. It is scanned
anew when its labels, or what scans it, changed.
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
#: All, but for companies and titles of jobs on DuckDuckGo's pages.
JOBS_APART = "all, jobs apart"
DEV, MORE_A, MORE_B1, MORE_B2 = "dev", "more A", "more B1", "more B2"
#: Whose failures may be looked at.
OPEN = (DEV, MORE_A, MORE_B1)
#: Of five shares of what is not A's, so many are B1's.
_OF_B1 = 2
#: The folders of labelled pages.
FOLDERS = ("dev", "more")
#: Where scans are kept.
KEPT_IN = Path(tempfile.gettempdir()) / "ghosthands-eval-forms"
#: What scans a page: its sources are part of what a kept scan is known by.
_SCANNER = Path(pages.__path__[0])


class Scanned(msgspec.Struct, frozen=True):
    """A labelled page as it was scanned; `hits` has for each label which of the page's controls it is, or -1."""

    row: LabelledPage
    model: PageModel
    hits: tuple[int, ...]


@dataclass
class Score:
    """What became of some labelled fields."""

    #: right, wrong and none of what is the applicant's; respected and filled of what is not
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def right(self) -> float:
        """Percent of what is the applicant's that gets the right key."""
        return _percent(self.counts, "right", ("right", "wrong", "none"))

    @property
    def wrong(self) -> float:
        """Percent of it that gets another: worse than none."""
        return _percent(self.counts, "wrong", ("right", "wrong", "none"))

    @property
    def respected(self) -> float:
        """Percent of what is not the applicant's that gets nothing."""
        return _percent(self.counts, "respected", ("respected", "filled"))

    def total(self, *outcomes: str) -> int:
        """How many came out in one of these ways."""
        return sum(self.counts[each] for each in outcomes)


@dataclass(frozen=True)
class Judged:
    """A labelled field and what became of it."""

    row: LabelledPage
    expected: Expected
    key: str | None
    outcome: str


def part_of(folder: str, site: str) -> str:
    """Which part a site belongs to, by its name alone."""
    if folder == "dev":
        return DEV
    halves, fifths = hashlib.sha256(site.encode()).digest()[:2]
    if halves % 2 == 0:
        return MORE_A
    return MORE_B1 if fifths % 5 < _OF_B1 else MORE_B2


async def collect(folder: str, progress: Progress, kept_in: Path = KEPT_IN) -> list[Scanned]:
    """Every page of the folder as it is scanned, or was when it was scanned last. Raises BenchFailed."""
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
    """What the scans of a folder follow from, as a short word."""
    known = hashlib.sha256((below / "expected.jsonl").read_bytes())
    for source in sorted(_SCANNER.rglob("*")):
        if source.suffix in {".py", ".js", ".toml"}:
            known.update(source.read_bytes())
    return known.hexdigest()[:16]


def judge(page: Scanned) -> Iterator[Judged]:
    """What becomes of the page's labelled fields by today's rules."""
    places = list(labelled.understand(page.model))
    for expected, at in zip(page.row.fields, page.hits, strict=True):
        if expected.is_scored:
            key = places[at][1] if at >= 0 else None
            yield Judged(page.row, expected, key, outcome(expected, key))


def outcome(expected: Expected, key: str | None) -> str:
    """Right, wrong or none for what is the applicant's; respected or filled for what is not."""
    if not expected.is_ours:
        return "respected" if expected.is_met(key) else "filled"
    if expected.is_met(key):
        return "right"
    return "none" if key in labelled.NOTHING else "wrong"


def tally(judged: Iterable[Judged]) -> dict[str, Score]:
    """A score for each corpus, for all, and for all without the jobs that DuckDuckGo's labels have no word for."""
    scores: dict[str, Score] = {}
    for one in judged:
        for name in (one.row.corpus, "all", *([] if _is_unnamed_job(one) else [JOBS_APART])):
            scores.setdefault(name, Score()).counts[one.outcome] += 1
    return dict(sorted(scores.items(), key=lambda named: (named[0].startswith("all"), named[0])))


def _is_unnamed_job(one: Judged) -> bool:
    """Whether it is a company or a job's title that only the corpus' want of a word for it makes a mistake."""
    return one.row.corpus == DDG and one.outcome == "filled" and one.key in labelled.UNKNOWN_TO_DDG


def _percent(counts: Counter[str], of: str, among: Sequence[str]) -> float:
    whole = sum(counts[each] for each in among)
    return 100 * counts[of] / whole if whole else 100.0
