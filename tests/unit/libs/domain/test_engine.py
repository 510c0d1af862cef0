"""Engine names: one enum, and nothing that spells one loosely."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from ghosthands.domain.engine import EngineName

ROOT = Path(__file__).parents[4]
NAMES = {name.value for name in EngineName}

#: parameters and fields that hold an engine's name
HOLD_ENGINES = {"engine", "engines", "source", "target"}


def files(*endings: str) -> list[Path]:
    found = [
        path for part in ("libs", "services", "deploy") for ending in endings for path in (ROOT / part).rglob(ending)
    ]
    return [path for path in found if "node_modules" not in path.parts and path.name != "engine.py"]


def test_no_engine_is_named_loosely_in_python() -> None:
    assert not [f"{path.relative_to(ROOT)}: {name}" for path in files("*.py") for name in _loose_names(path)]


def _loose_names(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Constant(value=str(text)) if re.fullmatch(r"stagehand:\w+", text):
                yield text
            case ast.keyword(arg=str(name), value=ast.Constant(value=str(text))) if (
                name in HOLD_ENGINES and text in NAMES
            ):
                yield text
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=str(text))) if (
                name in HOLD_ENGINES and text in NAMES
            ):
                yield text


def test_engines_named_in_scripts_and_sql_are_known() -> None:
    named = {
        name
        for path in files("*.js", "*.mjs", "*.sql")
        for name in re.findall(r"['\"](stagehand:\w+)['\"]", path.read_text())
    }
    assert named <= NAMES
