"""The table of codes: one meaning a code, nothing that writes one loosely, and old spellings still read."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from ghosthands.domain import codes
from ghosthands.domain.codes import ActionFailure, Code, EngineFailure, Evidence, JobFailure, ModelFailure, Obstacle
from ghosthands.domain.human import AskKind

ROOT = Path(__file__).parents[4]
KINDS = [kind for each in Code.__subclasses__() for kind in (each.__subclasses__() if each is Obstacle else [each])]
BROWSER_HOST = ROOT / "services/browser-host"
MIGRATIONS = ROOT / "deploy/postgres/migrations"

#: codes that are no single thing and yet spelt alike, all on the wire: a posting is closed, or a tool session
HOMONYMS = {"closed", "cancelled", "timed_out", "captcha"}

#: what the page's own scripts may say of a control, and where
IN_JS = {"page/js": (ActionFailure,), "live/viewer": (codes.ControlDenial,), "magnitude": (EngineFailure, ModelFailure)}


MEMBERS = [member for kind in KINDS for member in kind]
#: those that are told from other words by their spelling
LONG = {member.value for member in MEMBERS if "_" in member.value}


def python() -> list[Path]:
    found = [path for part in ("libs", "services") for path in (ROOT / part).rglob("*.py")]
    return [path for path in found if "node_modules" not in path.parts]


def scripts(part: str) -> list[Path]:
    found = [path for ending in ("*.js", "*.mjs") for path in BROWSER_HOST.rglob(ending)]
    return [path for path in found if part in str(path) and "node_modules" not in path.parts]


def test_a_code_stands_in_two_enums_only_where_it_is_told_on() -> None:
    rows = defaultdict(set)
    for member in MEMBERS:
        rows[member.value].add((member.words, member.remedy))
    assert {code for code, meanings in rows.items() if len(meanings) > 1} == HOMONYMS


@pytest.mark.parametrize("code", MEMBERS, ids=lambda code: f"{type(code).__name__}-{code}")
def test_a_code_is_explained_in_words(code: Code) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", code.value)
    assert len(code.words.split()) > 1


@pytest.mark.parametrize("failure", [*codes.JobFailure, *codes.BlockerType, *codes.Stuck, AskKind.SUBMIT_UNCLEAR])
def test_a_failure_a_user_may_see_is_explained(failure: str) -> None:
    assert codes.words_of(failure)


def test_what_nobody_here_knows_has_no_words_and_no_remedy() -> None:
    assert codes.words_of("of_tomorrow") == ""
    assert not codes.is_retryable("of_tomorrow")
    assert not codes.is_for_another_engine("of_tomorrow")


def test_the_old_spelling_of_a_closed_posting_is_read_as_todays() -> None:
    assert JobFailure("closed") is JobFailure.JOB_CLOSED
    assert codes.words_of("closed") == codes.words_of("job_closed")


def test_the_old_spelling_of_a_field_that_is_gone_is_read_as_todays() -> None:
    assert ActionFailure("not_found") is ActionFailure.ELEMENT_NOT_FOUND
    assert codes.is_for_another_engine("not_found")


def test_an_old_spelling_is_no_code_of_today() -> None:
    for kind, spellings in codes.OLD_SPELLINGS.items():
        today = {member.value for member in getattr(codes, kind)}
        assert not spellings.keys() & today
        assert set(spellings.values()) <= today


def test_a_code_told_on_is_what_it_was() -> None:
    assert Evidence.NOT_PRESSED == ActionFailure.NOT_PRESSED
    assert Evidence.NOT_PRESSED.words == ActionFailure.NOT_PRESSED.words


def test_no_code_is_written_loosely() -> None:
    """Of several words it is told by its spelling, of one by where it is given."""
    assert not [one for path in python() for one in _loose_codes(path)]


#: the same spelling where no code is meant: another enum's member, an event of the logs, pydantic's own error, a
#: request's own field
_SPELT_ALIKE = re.compile(r"^ +[A-Z_]+ = |log\.\w+\(|^ +\"(submit_unclear|too_long)\":|\"create_account\": False")


def _loose_codes(path: Path) -> Iterator[str]:
    if path.parent.name == "codes":
        return
    lines = path.read_text().splitlines()
    for node in ast.walk(ast.parse("\n".join(lines))):
        for line, text in _texts(node):
            if not _SPELT_ALIKE.search(lines[line - 1]):
                yield f"{path.relative_to(ROOT)}:{line}: {text}"


def _texts(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Where the node spells a code, or is given one: the line, and what stands there."""
    if isinstance(node, ast.Constant) and node.value in LONG:
        yield node.lineno, str(node.value)
    for keyword in node.keywords if isinstance(node, ast.Call) else []:
        is_text = isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, str)
        if is_text and keyword.arg in ("code", "evidence"):
            yield keyword.value.lineno, ast.unparse(keyword.value)


@pytest.mark.parametrize("part", IN_JS)
def test_what_scripts_say_is_in_the_table(part: str) -> None:
    said = {code for path in scripts(part) for code in _codes_in(path.read_text())}
    assert said
    assert not {code for code in said if codes.find(code, *IN_JS[part]) is None}


#: where a script names a code: a return of a filling, a reading's `code`, a trouble, a table of refusals
_IN_SCRIPT = (
    r'return "([a-z]+(?:_[a-z]+)+)"',
    r'\bcode: "([a-z_]+)"',
    r"new Trouble\('([a-z_]+)'",
    r"UNAVAILABLE = '([a-z_]+)'",
    r"^  \[/.*/, '([a-z_]+)', '",
    r"\?\? \['([a-z_]+)',",
)


def _codes_in(script: str) -> set[str]:
    refusals = re.search(r"const REFUSALS = \{(.*?)\};", script, re.DOTALL)
    told = re.findall(r"^  ([a-z_]+):", refusals[1], re.MULTILINE) if refusals else []
    return {*told, *(code for pattern in _IN_SCRIPT for code in re.findall(pattern, script, re.MULTILINE))}


def test_a_job_whose_wall_says_that_the_posting_is_closed_fails_as_any_closed_one() -> None:
    assert codes.today_of("closed") == JobFailure.JOB_CLOSED
    assert codes.today_of("captcha") == "captcha"


def test_what_sql_holds_blameless_is_what_the_table_does() -> None:
    listed = re.findall(r"'code' not in \(([^)]*)\)", (MIGRATIONS / "0003_engines.sql").read_text())
    assert [set(re.findall(r"'([a-z_]+)'", each)) for each in listed] == [set(codes.BLAMELESS)]
