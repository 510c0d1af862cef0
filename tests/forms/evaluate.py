"""How well fields are understood on the pages the rules were made on and on pages of other sites: `make eval-forms`.

Without `GHOSTHANDS_FORMS_DIR`, or the pages beside the checkout, there is nothing to measure and it says so. With
`--failures` it lists every field that is not right, of the parts that may be looked at. B3 may not, and each look at
its totals makes it less unseen: they are told with `--unseen` alone, and `docs/benchmarks.md` tells of every look.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence

from ghosthands.bench import unseen
from ghosthands.bench.errors import BenchFailed
from ghosthands.bench.unseen import FOLDERS, MORE_B3, OPEN, Judged, Score

WELL = frozenset({"right", "respected"})


async def main() -> int:
    """Score both folders and print the parts beside each other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--failures", action="store_true")
    parser.add_argument("--unseen", action="store_true")
    wanted = parser.parse_args()
    judged: dict[str, list[Judged]] = defaultdict(list)
    for folder in FOLDERS:
        for page in await unseen.collect(folder, tell):
            judged[unseen.part_of(folder, page.row.site)] += unseen.judge(page)
    if wanted.failures:
        print("\n".join(failures([one for part in OPEN for one in judged[part]])))
    print("\n".join(table(judged, (*OPEN, MORE_B3) if wanted.unseen else OPEN)))
    return 0


def tell(what: str, done: int, of: int) -> None:
    """How far it is, on one line, where somebody watches."""
    if sys.stderr.isatty():
        print(f"\r{what} {done}/{of} ", end="", file=sys.stderr, flush=True)


def failures(judged: list[Judged]) -> Iterator[str]:
    """One line for each field that is not right."""
    for one in judged:
        if one.outcome not in WELL:
            yield f"{one.outcome:6} {one.expected.canonical} -> {one.key}  {one.row.page} {one.expected.css}"


def table(judged: dict[str, list[Judged]], parts: Sequence[str]) -> Iterator[str]:
    """Each corpus with each part's share of right keys, wrong ones, and fields rightly left."""
    scores = {part: unseen.tally(judged[part]) for part in parts}
    sites = {part: len({one.row.site for one in judged[part]}) for part in parts}
    yield f"{'':18}" + "".join(f"{f'{part} ({sites[part]} sites)':>32}" for part in parts)
    yield f"{'':18}" + f"{'right':>14}{'wrong':>7}{'respected':>11}" * len(parts)
    for corpus in dict.fromkeys(name for part in parts for name in scores[part]):
        yield f"{corpus:18}" + "".join(columns(scores[part].get(corpus, Score())) for part in parts)


def columns(score: Score) -> str:
    """A score's three shares and how many fields they are of; empty where it is of none."""
    ours, others = score.total("right", "wrong", "none"), score.total("respected", "filled")
    right = f"{score.right:6.1f} of {ours:<4}" if ours else ""
    wrong = f"{score.wrong:5.1f}" if ours else ""
    left = f"{score.respected:5.1f}/{others:<4}" if others else ""
    return f"{right:>14}{wrong:>7}{left:>11}"


if __name__ == "__main__":
    try:
        sys.exit(asyncio.run(main()))
    except BenchFailed as missing:
        print(f"skipped: {missing}")
