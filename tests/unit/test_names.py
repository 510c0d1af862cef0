"""One word, one meaning: a class's name has one home, a docstring says what the thing is, a file is about one idea."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = [path for part in ("libs", "services") for path in sorted((ROOT / part).glob("*/ghosthands/**/*.py"))]
MOST_LINES = 500
MOST_TWINS = 12
MOST_RIDDLES = 20

#: a name that classes of several packages may have, and why
TWINS = {
    "Handlers": "each service has its own table of what it does with what it hears, looked for by that name",
    "Settings": "each service reads its own, and only its own, by that name",
}

#: a first line that leaves the reader to find out what is meant
RIDDLE = re.compile(r"^See \S+\.?$|^(Where|Whose|For whom|What|Who|Why|How|When|Which)\b[^?]{0,24}\.$")

#: docstrings that read like one and are none, as file:name
TELLING: frozenset[str] = frozenset()


def test_a_public_class_name_has_one_home() -> None:
    assert {name: sorted(found) for name, found in homes().items() if name not in TWINS} == {}


def test_a_name_that_may_have_two_homes_has_them() -> None:
    assert [name for name in TWINS if name not in homes()] == []


def test_few_names_may_have_two_homes() -> None:
    assert len(TWINS) <= MOST_TWINS


def homes() -> dict[str, set[str]]:
    """The packages that a public class's name stands in, where they are several."""
    found = defaultdict(set)
    for path in SOURCES:
        for node in tree(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].add("/".join(path.relative_to(ROOT).parts[:2]))
    return {name: packages for name, packages in found.items() if len(packages) > 1}


def test_a_docstring_says_what_the_thing_is() -> None:
    assert set(riddles()) == TELLING
    assert len(TELLING) <= MOST_RIDDLES


def riddles() -> Iterator[str]:
    for path in SOURCES:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                said = (ast.get_docstring(node) or "").partition("\n")[0]
                if RIDDLE.match(said):
                    yield f"{path.relative_to(ROOT)}:{getattr(node, 'name', '')}"


@pytest.mark.parametrize("said", ["Where.", "For whom.", "Whose it is.", "See Browser.press.", "How many."])
def test_a_riddle_is_known_for_one(said: str) -> None:
    assert RIDDLE.match(said)


def test_no_file_is_longer_than_one_idea() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in SOURCES}
    assert {path: lines for path, lines in lengths.items() if lines > MOST_LINES} == {}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())
