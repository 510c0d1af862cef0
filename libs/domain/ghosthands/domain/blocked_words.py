"""A request that a page tried to send by itself, in words: which one it is, and what it would have carried."""

from __future__ import annotations

from collections.abc import Sequence

from ghosthands.domain.quotes import quote

#: most fields that are named one by one
_SHOWN = 12


def word_blocked(method: str, address: str, labels: Sequence[str], *, others: int, file: bool) -> str:
    """Return the sentences that tell of it; `labels` are its fields', `others` how many answers it carries besides."""
    carried = [f"“{quote(label, 80)}”" for label in labels[:_SHOWN]]
    rest = others + max(0, len(labels) - _SHOWN)
    if rest:
        more = "more " if carried else ""
        carried.append(f"1 {more}answer" if rest == 1 else f"{rest} {more}answers")
    carried += ["a file"] if file else []
    *first, last = carried or ["what was filled in"]
    listed = f"{', '.join(first)} and {last}" if first else last
    which = f" is {method} {quote(address)}, and" if method and address else ""
    return f"The request{which} would have sent {listed}."
