"""The file of models is read strictly, and whatever is wrong is named by file, key and mend."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ghosthands.chassis.settings import SettingsInvalid
from ghosthands.domain.asked_models import Preset, Purpose
from ghosthands.models import Catalogue, catalogue

LEAST = """
primary = "one"
[providers.home]
base_url = "http://127.0.0.1:1/v1"
[models.one]
at = ["home/one"]
"""


Read = Callable[[str], Catalogue]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """The catalogue of a file with that text."""

    def read_text(text: str) -> Catalogue:
        path = tmp_path / "models.toml"
        path.write_text(text)
        return catalogue.read(path)

    return read_text


def test_the_shipped_file_reads_and_has_what_upstream_names() -> None:
    shipped = catalogue.read(catalogue.find_shipped())
    assert all(shipped.find(alias) for alias in ("qwen-72b", "gpt-4.1", "claude-sonnet", "qwen3-235b", "gpt-5.2"))
    for preset in Preset:
        assert set(shipped.presets[preset]) == set(Purpose)


def test_a_preset_names_a_model_for_all_tiers_or_from_one_on(read: Read) -> None:
    two = '[models.two]\nat = ["home/two"]\n'
    listed = read(f'{LEAST}{two}[presets.balanced]\nact = "two"\nsee = {{ 2 = "two" }}\n')
    assert listed.by_preset(Preset.BALANCED, Purpose.ACT, 0) == "two"
    assert [listed.by_preset(Preset.BALANCED, Purpose.SEE, tier) for tier in range(4)] == ["one", "one", "two", "two"]
    assert listed.by_preset(Preset.SPEED, Purpose.ACT, 1) == "one"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("primary = ", "is no TOML: Invalid value (at end of document)"),
        (LEAST.replace('primary = "one"', ""), "primary: is missing"),
        (LEAST + "[provider.x]\n", "provider: there is no such key"),
        (LEAST + "price = { input = 1 }\n", "models.one.price.output: is missing"),
        (LEAST + "price = { input = 1, output = -1 }\n", "models.one.price.output: should be 0 or more"),
        (LEAST + 'can = ["see"]\n', "models.one.can.0: should be 'json_schema', "),
        (LEAST.replace('"home/one"', '"one"'), "models.one.at: a model is named provider/model"),
        (LEAST.replace('"home/one"', '"away/one"'), "models.one.at: there is no provider away; add [providers.away]"),
        (LEAST.replace("http:", "ftp:"), "providers.home.base_url: should match"),
        (LEAST.replace('= "one"', '= "uno"'), "primary: there is no model uno; add [models.uno]"),
        (LEAST.replace('= "one"', '= "one"\nescalation = ["x.1"]'), 'there is no model x.1; add [models."x.1"]'),
        (LEAST + '[presets.cheap]\nact = "one"\n', "presets.cheap: should be 'speed', 'balanced' or 'quality'"),
        (LEAST + '[presets.speed]\nlook = "one"\n', "presets.speed.look: should be 'classify', "),
        (LEAST + '[presets.speed]\nact = "two"\n', "presets.speed.act: there is no model two"),
        (LEAST + '[presets.speed]\nact = { 2 = "two" }\n', "presets.speed.act.2: there is no model two"),
        (LEAST + '[presets.speed]\nact = { 7 = "one" }\n', "presets.speed.act"),
        (LEAST + '[models.two]\nat = ["home/two"]\naliases = ["one"]\n', "models.two.aliases: one is another model's"),
    ],
)
def test_what_is_wrong_is_named_by_file_key_and_mend(read: Read, tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(SettingsInvalid) as invalid:
        read(text)
    assert any(line.startswith(f"{tmp_path}/models.toml: ") and told in line for line in invalid.value.lines), (
        invalid.value.lines
    )


def test_a_file_that_is_not_there_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(SettingsInvalid, match=r"models\.toml: cannot be read: No such file"):
        catalogue.read(tmp_path / "models.toml")
