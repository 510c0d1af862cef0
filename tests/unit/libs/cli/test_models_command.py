"""What `ghosthands models` and `doctor` tell of the models there are."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import structlog

from ghosthands.cli.commands import doctor, models
from ghosthands.cli.exits import Exit, Stop
from ghosthands.models import Budgets
from ghosthands.practice import model_server
from ghosthands.practice.model_server import AnswerRule

FILE = """
primary = "good"
[providers.here]
base_url = "{url}"
[providers.there]
base_url = "http://127.0.0.1:9/v1"
key_file = "none"
[models.good]
at = ["here/good"]
aliases = ["fine"]
price = {{ input = 1.5, output = 3 }}
[models.bad]
at = ["here/bad"]
can = []
[models.away]
at = ["there/away"]
"""


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    yield
    structlog.reset_defaults()


@pytest.fixture
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "models.toml"
    write(path, FILE.format(url="http://127.0.0.1:9/v1"))
    monkeypatch.setenv("GHOSTHANDS_MODELS_FILE", str(path))
    return path


def write(path: Path, text: str) -> None:
    path.write_text(text)


async def test_models_are_listed_with_where_they_are_asked_or_why_not(
    own_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await models.run(check=False, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert told["file"] == str(own_file)
    good, bad, away = told["models"]
    assert (good["alias"], good["aliases"], good["asked_at"], good["input"]) == ("good", ["fine"], "here/good", "1.5")
    assert (bad["asked_at"], bad.get("sees_pictures", False)) == ("here/bad", False)
    assert "no key" in away["why_not"]
    assert told["presets"]["speed"]["draft"] == dict.fromkeys("0123", "here/good")


async def test_the_list_is_readable_without_json(own_file: Path, screen: Callable[[], str]) -> None:
    await models.run(check=False, as_json=False)
    assert "good, fine" in screen()
    assert "there is no key here" in screen()


async def test_a_check_asks_each_model_that_can_be_had(own_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = [AnswerRule(model="good", answer={"word": "yes"}), AnswerRule(model="bad", status=401)]
    async with model_server.serve(rules) as server:
        write(own_file, FILE.format(url=server.base_url))
        with pytest.raises(Stop) as stop:
            await models.run(check=True, as_json=True)
        assert [asked.model for asked in server.requests] == ["good", "bad"]
    assert stop.value.code is Exit.NO
    told = {each["model"]: each for each in json.loads(capsys.readouterr().out)}
    assert told["here/good"]["code"] == ""
    assert float(told["here/good"]["cost_usd"]) > 0
    assert told["here/bad"] == {**told["here/bad"], "code": "model_forbidden", "cost_usd": None}


async def test_a_file_that_makes_no_sense_is_refused_and_the_doctor_finds_it(own_file: Path) -> None:
    (finding,) = doctor._check_models()
    assert (finding.ok, finding.detail) == (True, "2 can be asked (ghosthands models lists them)")
    write(own_file, "primary = 'none'")
    with pytest.raises(Stop, match="primary: there is no model none") as stop:
        await models.run(check=False, as_json=False)
    assert stop.value.code is Exit.USAGE
    (finding,) = doctor._check_models()
    assert not finding.ok
    assert finding.mend.startswith(f"{own_file}: primary")


def test_the_budgets_are_told_by_what_they_are_for() -> None:
    budgets = Budgets.model_validate(
        {"presets": {"speed": {"usd": 0.05}}, "platforms": {"workday": {"usd": 2}}, "month": {"calls": 9}}
    )
    assert models.word_budgets(budgets) == "speed $0.05, workday $2.00, an applicant and month no end"
