"""Each import contract fails where somebody imports what it forbids, and none can overlook a package."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import grimp
import pytest
from importlinter.api import read_configuration
from importlinter.contracts.acyclic_siblings import AcyclicSiblingsContract
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.layers import LayersContract
from importlinter.contracts.protected import ProtectedContract
from importlinter.domain.contract import Contract

ROOT = Path(__file__).parents[2]
CONFIGURATION = read_configuration(str(ROOT / ".importlinter"))
CONTRACTS = {options["id"]: options for options in CONFIGURATION["contracts_options"]}
TYPES: dict[str, type[Contract]] = {
    kind.type_name: kind for kind in (AcyclicSiblingsContract, ForbiddenContract, LayersContract, ProtectedContract)
}
#: a package that somebody adds and lists nowhere
NEWCOMER = "ghosthands.newcomer"


@pytest.mark.parametrize("name", CONTRACTS)
def test_a_contract_is_kept_until_somebody_imports_what_it_forbids(name: str) -> None:
    assert is_kept(name, graph())
    assert not is_kept(name, graph_with(*forbidden_imports(CONTRACTS[name])))


@pytest.mark.parametrize("name", [name for name, options in CONTRACTS.items() if options["type"] == "protected"])
def test_a_new_package_may_not_import_what_is_protected(name: str) -> None:
    assert not is_kept(name, graph_with((NEWCOMER, protected(CONTRACTS[name]))))


def test_a_new_package_must_be_given_its_layer() -> None:
    assert not is_kept("layers", graph_with((NEWCOMER, "ghosthands.domain")))


def test_the_practice_site_may_not_import_a_new_package() -> None:
    assert not is_kept("practice", graph_with(("ghosthands.practice.app", NEWCOMER)))


def test_every_member_of_the_workspace_is_in_the_graph() -> None:
    members = {path.parent.name for folder in ("libs", "services") for path in (ROOT / folder).glob("*/pyproject.toml")}
    assert graph().find_children("ghosthands") == {f"ghosthands.{name.replace('-', '_')}" for name in members}


@cache
def graph() -> grimp.ImportGraph:
    (root,) = CONFIGURATION["session_options"]["root_packages"]
    return grimp.build_graph(root, include_external_packages=True, cache_dir=None)


def graph_with(*imports: tuple[str, str]) -> grimp.ImportGraph:
    """Today's graph, and these imports, each from an importer to what it imports."""
    changed = deepcopy(graph())
    for importer, imported in imports:
        changed.add_import(importer=importer, imported=imported)
    return changed


def is_kept(name: str, imports: grimp.ImportGraph) -> bool:
    options = CONTRACTS[name]
    contract = TYPES[options["type"]](options["name"], CONFIGURATION["session_options"], options)
    return contract.check(deepcopy(imports), verbose=False).kept


def forbidden_imports(options: dict[str, Any]) -> list[tuple[str, str]]:
    """Imports that a contract of these options is there to forbid."""
    match options["type"]:
        case "layers":
            return [upward_import(options)]
        case "protected":
            return [(outsider(options), protected(options))]
        case "forbidden":
            return [(lines(options["source_modules"])[0], concrete(lines(options["forbidden_modules"])[0]))]
        case "acyclic_siblings":
            one, other, *_ = sorted(graph().find_children(concrete(lines(options["ancestors"])[0])))
            return [(one, other), (other, one)]
        case other:
            raise NotImplementedError(f"plant what a contract of type {other} forbids")


def upward_import(options: dict[str, Any]) -> tuple[str, str]:
    """An import of the highest layer by the lowest."""
    first, *_, last = [line.replace(":", "|").split("|")[0].strip(" ()") for line in lines(options["layers"])]
    prefix = f"{lines(options['containers'])[0]}." if "containers" in options else ""
    return f"{prefix}{last}", f"{prefix}{first}"


def outsider(options: dict[str, Any]) -> str:
    """The first package that may not import what is protected."""
    allowed = {".".join(line.split(".")[:2]) for line in lines(options["allowed_importers"])}
    own = ".".join(protected(options).split(".")[:2])
    return min(graph().find_children("ghosthands") - allowed - {own})


def protected(options: dict[str, Any]) -> str:
    return lines(options["protected_modules"])[0]


def concrete(expression: str) -> str:
    """A module that the expression means."""
    return min(graph().find_matching_modules(expression)) if "*" in expression else expression


def lines(value: str | list[str]) -> list[str]:
    found = value if isinstance(value, list) else value.split("\n")
    return [line.strip() for line in found if line.strip()]
