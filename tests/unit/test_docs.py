"""The pages lead nowhere in vain: what they link to and name is there, and the architecture names what the code has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ghosthands.domain.ownership import OWNS
from ghosthands.domain.registry import EVENTS
from ghosthands.domain.services import SERVICES, VAULT_HOLDERS
from ghosthands.messaging.server import streams

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "deploy/README.md", *sorted((ROOT / "docs").rglob("*.md"))]
README = (ROOT / "README.md").read_text()
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text()
FOLDERS = ("libs", "services", "tests", "docs", "deploy", "proto-schemas", ".ci")
#: what pages name with its folder, among other texts in backticks
NAMED = re.compile(r"`([\w./-]+/[\w.-]+\.(?:py|js|md|json|jsonl|sql|conf|toml))`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_into_a_page_leads_to_a_heading_there(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]*\.md|)#([^)]+)\)", page.read_text())
    lost = [f"{name}#{part}" for name, part in links if part not in anchors(page.parent / name if name else page)]
    assert lost == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_that_is_named_is_there(page: Path) -> None:
    named = NAMED.findall(page.read_text())
    assert [name for name in named if not any(f"/{path}".endswith(f"/{name}") for path in files())] == []


def test_every_decision_stands_once_among_the_decisions_under_its_own_title() -> None:
    folder = ROOT / "docs/adr"
    listed = re.findall(r"^- \[(.+)\]\((.+)\)$", (folder / "README.md").read_text(), re.MULTILINE)
    titles = [(page.read_text().partition("\n")[0].removeprefix("# "), page.name) for page in folder.glob("0*.md")]
    assert sorted(listed) == sorted(titles)


def test_every_decision_has_a_number_of_its_own_and_is_cited_by_it() -> None:
    pages = sorted((ROOT / "docs/adr").glob("0*.md"))
    numbers = [int(page.name[:4]) for page in pages]
    assert sorted(set(numbers)) == numbers
    assert [int(page.read_text().removeprefix("# ").partition(".")[0]) for page in pages] == numbers
    for page in PAGES:
        cited = re.findall(r"\[ADR\s(\d+)\]\([^)]*?(\d{4})-[^)]*\)", page.read_text())
        assert [one for one, name in cited if int(one) != int(name)] == [], page


def test_each_file_on_the_path_of_a_press_has_what_the_readme_names() -> None:
    path = README.partition("## The path of a press, in five files")[2].partition("\n## ")[0]
    steps = re.findall(r"^\d\. \[.+?\]\((.+?)\):(.+?)(?=^\d\. |^$)", path, re.DOTALL | re.MULTILINE)
    assert len(steps) == 5
    for file, text in steps:
        source, named = (ROOT / file).read_text(), re.findall(r"`(\w+)`", text)
        assert [name for name in named if name not in EVENTS and f"def {name}(" not in source] == [], file
        assert [name for name in named if name in EVENTS and f"{name}(" not in source] == [], file


def test_the_architecture_names_every_service_and_no_other() -> None:
    assert sorted(said_by_service()) == sorted(SERVICES)


def test_the_architecture_gives_no_service_an_event_of_another() -> None:
    for service, said in said_by_service().items():
        events = set(re.findall(r"\b[A-Z]\w+\b", said)) & EVENTS.keys()
        owned = {event.__name__ for event in OWNS[service]} - {"CommandRefused"}
        assert events <= owned, service
        assert events == owned or "…" in said, service


def test_the_architecture_names_every_stream_and_no_other() -> None:
    named = [cells[0].strip("`") for cells in table("| stream |")]
    assert sorted(named) == sorted(stream.name for stream in streams.STREAMS)


def test_the_architecture_names_who_holds_the_master_key() -> None:
    sentence = re.search(r"Five services hold the master key.*?: ([^.]+?)\.\s", ARCHITECTURE, re.DOTALL)
    assert sentence is not None
    assert set(re.split(r",\s+", sentence[1])) == VAULT_HOLDERS


def said_by_service() -> dict[str, str]:
    """Each service in the table of services, and what stands under "says"."""
    return {re.sub(r"\[(.+?)\].*", r"\1", first): last for first, *_, last in table("| service |")}


def table(head: str) -> Iterator[list[str]]:
    """The rows of the table that begins so, cell by cell."""
    for line in ARCHITECTURE.partition(head)[2].splitlines()[2:]:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in line.strip("|").split("|")]


@cache
def anchors(page: Path) -> set[str]:
    """The anchors of the page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@cache
def files() -> list[str]:
    """Every file a page may name, from the root on."""
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    return [str(path.relative_to(ROOT)) for path in found if "node_modules" not in path.parts]
