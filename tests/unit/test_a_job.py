"""docs/a-job.md tells the loop as the code has it: every step, its command, its handler, its answers, what follows."""

from __future__ import annotations

import inspect
import re
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec
import pytest

from ghosthands.browser_host.commands.handlers import handlers
from ghosthands.cookbook import service as cookbook
from ghosthands.cookbook.handlers import Handlers as CookbookHandlers
from ghosthands.domain import job, page, registry, services
from ghosthands.domain.job import StepKind, flow
from ghosthands.domain.manual import ManualAction, ManualMove
from ghosthands.domain.ownership import OWNS
from ghosthands.executor.dispatch import dispatch_for
from ghosthands.planner import service as planner
from ghosthands.planner.handlers import Handlers as PlannerHandlers
from ghosthands.testkit.story import NOON, Story, fill, form

SIGN_IN = page.AccountForm(purpose=page.AccountPurpose.SIGN_IN, button="enter", other_button="turn")
ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/a-job.md").read_text()


class Row(NamedTuple):
    step: str
    command: str
    service: str
    handler: str
    file: Path
    answers: tuple[str, ...]
    following: str


def rows() -> list[Row]:
    """The table of steps."""
    return [_row([cell.strip() for cell in line.strip("|").split("|")]) for line in PAGE.splitlines() if _is_row(line)]


def _is_row(line: str) -> bool:
    return re.match(r"\| `[A-Z_]+` \|", line) is not None


def _row(cells: list[str]) -> Row:
    step, command, handler, answers, following = cells
    (name, file), *_ = re.findall(r"\[`(\w+)`\]\(\.\./(.+?)\)", handler)
    (service,) = [known for known in services.SERVICES if known in command]
    return Row(
        step=step.strip("`"),
        command=re.findall(r"`(\w+)`", command)[0],
        service=service,
        handler=name,
        file=ROOT / file,
        answers=tuple(re.findall(r"\w+", answers)),
        following=following,
    )


each_row = pytest.mark.parametrize("row", rows(), ids=lambda row: row.step)


def test_every_step_is_in_the_table_once() -> None:
    assert sorted(row.step for row in rows()) == sorted(kind.name for kind in StepKind)


@each_row
def test_a_steps_command_is_the_one_that_executor_sends(row: Row) -> None:
    chosen = job.StepChosen(at=NOON, step=StepKind[row.step], command_id="c", actions=("a",))
    command = dispatch_for(ready_for_anything(), chosen).command
    assert (type(command).__name__, command.SERVICE) == (row.command, row.service)


def ready_for_anything() -> job.Job:
    """A job that every step could be commanded for: a session, a page with an account form, work and an intent."""
    shown = form(page.FieldFact("email"), account=SIGN_IN)
    story = Story().begun().observed(shown).no_recipe().planned(fill("email"))
    intent = job.Intent(id="i", button_id="send", button_role=page.ButtonRole.SUBMIT, fingerprint="f")
    effects = msgspec.structs.replace(story.job.effects, intent=intent)
    by_manual = job.state.ManualState(move=ManualMove(at=0, action=ManualAction.CLICK, target="more"))
    return msgspec.structs.replace(story.job, effects=effects, manual=by_manual)


@each_row
def test_a_steps_handler_is_the_one_that_the_service_hears_it_with(row: Row) -> None:
    handler = heard_by(row.service)[registry.COMMANDS[row.command]]
    assert (handler.__name__, Path(inspect.getsourcefile(handler) or "")) == (row.handler, row.file)


def heard_by(service: str) -> dict[type, Any]:
    """Each command's handler, freed of what it is bound to."""
    if service == services.BROWSER_HOST:
        return {kind: _unbound(handler) for kind, handler in handlers(SimpleNamespace()).items()}
    module, bound = {
        services.PLANNER: (planner, PlannerHandlers),
        services.COOKBOOK: (cookbook, CookbookHandlers),
    }[service]
    table = re.findall(r"(\w+): handlers\.(on_\w+)", inspect.getsource(module.build))
    return {registry.COMMANDS[kind]: getattr(bound, name) for kind, name in table if kind in registry.COMMANDS}


def _unbound(handler: Any) -> Any:
    assert isinstance(handler, partial)
    return handler.keywords.get("carry_out", handler.func)


@each_row
def test_what_answers_a_step_is_its_services_to_say_and_moves_the_job(row: Row) -> None:
    owned = {event.__name__ for event in OWNS[row.service]}
    assert set(row.answers) <= owned
    assert set(row.answers) <= reactions()
    assert {"CommandRefused"} <= owned & reactions()


def reactions() -> set[str]:
    """The events that `evolve` folds."""
    return {kind.__name__ for kind in (*flow.FOLDS, job.JobClaimed)}


@each_row
def test_what_follows_a_step_is_another_step_or_a_decision_of_executors(row: Row) -> None:
    assert set(re.findall(r"`([A-Z_]+)`", row.following)) <= StepKind.__members__.keys()
    decided = set(re.findall(r"\b[A-Z][a-z]+[A-Z]\w+", row.following))
    assert decided <= {event.__name__ for event in OWNS[services.EXECUTOR]}


def test_every_fact_that_the_job_reacts_to_is_told() -> None:
    facts = {event.__name__ for owner, owned in OWNS.items() if owner != services.EXECUTOR for event in owned}
    requests = {"JobRequested", "JobRejected"}  # of which there is no job before
    assert (reactions() & facts) - requests <= set(re.findall(r"\w+", PAGE))


def test_a_press_goes_through_five_files_with_the_functions_that_are_named() -> None:
    path = PAGE.partition("## One press, there and back")[2].partition("\n## ")[0].partition("\nAnd back")[0]
    stations = re.findall(r"^\d\. \[`.+?`\]\(\.\./(.+?)\):(.+?)(?=^\d\. |\Z)", path, re.DOTALL | re.MULTILINE)
    assert 0 < len(stations) <= 5
    for file, text in stations:
        named = [name for name in re.findall(r"`(\w+)`", text) if name not in StepKind.__members__]
        assert named
        assert [name for name in named if f"def {name}(" not in (ROOT / file).read_text()] == [], file


def test_every_phase_is_in_the_diagram() -> None:
    diagram = PAGE.split("```")[1]
    assert {phase.name for phase in job.Phase} <= set(re.findall(r"[A-Z_]+", diagram))


def test_every_kind_of_step_is_in_the_diagram() -> None:
    diagram = PAGE.split("```")[1]
    assert {kind.__name__ for kind in job.Step.__args__} <= set(re.findall(r"\w+", diagram))
