"""Every platform's record is complete, and nothing that is known of a platform stands anywhere else."""

from __future__ import annotations

import pkgutil
import re
from dataclasses import fields
from pathlib import Path

import pytest

from ghosthands import platforms
from ghosthands.platforms.platform import ListMarkers, Platform
from ghosthands.practice.families import FAMILIES

ROOT = Path(__file__).parents[4]
RECORDS = pytest.mark.parametrize("platform", platforms.ALL, ids=lambda platform: platform.name)

#: what is not a platform's file in the package
MECHANISM = {"platform", "posting", "addresses", "boards", "former_posting", "posting_ids"}
#: platforms whose pages the practice site does not have yet
UNPRACTISED: set[str] = set()

#: names that are words, or the end of one; the others are looked for in the middle of a word too
WORDS = {"lever", "workable", "adp", "ukg", "oracle"}
NAMES = re.compile("|".join(rf"\b{name}\b" if name in WORDS else name for name in platforms.BY_NAME), re.IGNORECASE)
#: where a platform's name may stand in code beside libs/platforms and the practice site, and why
ALLOWED = {
    "libs/contract/ghosthands/contract/request.py": "VALET's contract lists the names that a request may give",
    "libs/contract/ghosthands/contract/tolerant.py": "LinkedIn as the network: the applicant's address there",
    "libs/contract/ghosthands/contract/credentials.py": "an example of a host, in a message to people",
    "libs/cli/ghosthands/cli/credentials.py": "an example of a host, in a message to people",
    "libs/cli/ghosthands/cli/commands/demo.py": "the demo applies to families of the practice site",
    "libs/cli/ghosthands/cli/odd_values.py": "LinkedIn as the network: the applicant's address there",
    "libs/cli/ghosthands/cli/requests.py": "LinkedIn as the network: the applicant's address there",
    "libs/cli/ghosthands/cli/commands/profile.py": "LinkedIn as the network: the applicant's address there",
    "libs/domain/ghosthands/domain/keys.py": "LinkedIn as the network: the applicant's address there",
    "libs/vault/ghosthands/vault/redact.py": "LinkedIn as the network: an answer that names it",
    "libs/planning/ghosthands/planning/choosing/synonyms.py": "LinkedIn as the network: its spellings",
    "libs/planning/ghosthands/planning/rules/": "a rule says on whose forms its words were seen, and asks for links",
    "libs/testkit/": "tests apply to families of the practice site",
    "libs/bench/": "benches measure on families of the practice site",
}
CODE = ("*.py", "*.js", "*.ts", "*.mjs")


def is_code_of_ours(path: Path) -> bool:
    parts = path.relative_to(ROOT).parts
    return "node_modules" not in parts and parts[:2] not in {("libs", "platforms"), ("libs", "practice")}


def mentions() -> dict[str, set[str]]:
    """Files of libs and services that name a platform -> the names."""
    found = {}
    for top in ("libs", "services"):
        for path in filter(is_code_of_ours, (each for glob in CODE for each in (ROOT / top).rglob(glob))):
            if names := set(map(str.lower, NAMES.findall(path.read_text(encoding="utf-8")))):
                found[path.relative_to(ROOT).as_posix()] = names
    return found


def allowance(path: str) -> str | None:
    return next(
        (allowed for allowed in ALLOWED if path == allowed or (allowed[-1] == "/" and path.startswith(allowed))), None
    )


def test_no_platform_is_named_outside_its_record() -> None:
    assert {path: names for path, names in mentions().items() if allowance(path) is None} == {}


def test_every_allowance_is_still_needed() -> None:
    assert set(map(allowance, mentions())) == set(ALLOWED)


def test_every_file_of_the_package_is_listed() -> None:
    files = {module.name for module in pkgutil.iter_modules(platforms.__path__)}
    assert files - MECHANISM == {platform.name for platform in platforms.ALL}


@RECORDS
def test_a_record_leaves_nothing_unsaid(platform: Platform) -> None:
    may_be_unknown = {each.name for each in fields(Platform) if each.default == "" or each.name == "fields"}
    assert set(platform.unknown) == {name for name in may_be_unknown if not getattr(platform, name)}


@pytest.mark.parametrize("record", [Platform, ListMarkers])
def test_every_field_of_a_record_says_what_it_is(record: type) -> None:
    source = Path(ROOT, "libs/platforms/ghosthands/platforms/platform.py").read_text(encoding="utf-8")
    undocumented = [each.name for each in fields(record) if not re.search(rf"    #: .+\n    {each.name}: ", source)]
    assert undocumented == []


@RECORDS
def test_a_record_tells_its_platform_by_host_and_by_marks(platform: Platform) -> None:
    assert platform.name == platform.name.lower() != platforms.GENERIC
    assert platform.examples
    assert all(map(platform.serves, platform.examples))
    assert platform.marks


@RECORDS
def test_every_platform_is_practised_or_said_not_to_be(platform: Platform) -> None:
    practised = {family.name for family in FAMILIES}
    assert (platform.name in practised) is (platform.name not in UNPRACTISED)
