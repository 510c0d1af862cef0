"""Which model is asked follows from the file or the variables, and from what the job wishes for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ghosthands.chassis.settings import SettingsInvalid
from ghosthands.domain.asked_models import Preset, Purpose
from ghosthands.models import Installation, ModelSettings, Wish
from ghosthands.practice.model_server import AnswerRule, serve

from .conftest import AccountOf

FILE = """
primary = "reader"
escalation = ["cheap", "reader", "seer"]

[providers.here]
base_url = "http://127.0.0.1:1/v1"
key_file = "here"
can = ["json_object", "images"]

[providers.there]
base_url = "http://127.0.0.1:2/v1"
key_file = "there"

[models.cheap]
at = ["here/cheap"]
aliases = ["thrifty"]
can = ["json_object"]

[models.reader]
at = ["there/reader", "here/reader"]
can = ["json_schema"]

[models.seer]
at = ["here/seer"]
price = { input = 2, output = 4 }

[models.elsewhere]
at = ["there/elsewhere"]

[presets.speed]
draft = "cheap"
see = { 2 = "cheap", 3 = "seer" }
"""

Installed = Callable[..., Installation]


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    """An installation with that file, where there is a key for `here` alone."""
    (tmp_path / "here").write_text("key-of-here\n")

    def install(text: str = FILE, **variables: Any) -> Installation:
        path = tmp_path / "models.toml"
        path.write_text(text)
        return Installation.of(ModelSettings(models_file=path, keys_dir=tmp_path, **variables))

    return install


def chosen(of: Installation, purpose: Purpose, tier: int = 0, **wish: Any) -> list[str]:
    return [str(target) for target in of.choose(purpose, tier, Wish(**wish))]


def test_a_preset_is_asked_for_a_purpose_and_then_those_behind_it(installed: Installed) -> None:
    assert chosen(installed(), Purpose.DRAFT, preset=Preset.SPEED) == ["here/cheap", "here/reader", "here/seer"]
    assert chosen(installed(), Purpose.DRAFT) == ["here/reader", "here/seer"]


def test_a_model_is_asked_at_the_first_place_there_is_a_key_for(installed: Installed, tmp_path: Path) -> None:
    assert chosen(installed(), Purpose.DRAFT)[0] == "here/reader"
    (tmp_path / "there").write_text("key-of-there")
    assert chosen(installed(), Purpose.DRAFT)[0] == "there/reader"


def test_only_who_sees_is_shown_pictures(installed: Installed) -> None:
    for tier in range(4):
        assert chosen(installed(), Purpose.SEE, tier, preset=Preset.SPEED) == ["here/seer"]


@pytest.mark.parametrize("asked", ["cheap", "thrifty", "here/cheap"])
def test_a_job_names_a_model_by_its_alias_or_in_full(installed: Installed, asked: str) -> None:
    assert chosen(installed(), Purpose.DRAFT, model=asked) == ["here/cheap", "here/reader", "here/seer"]
    assert installed().list_substitutions(Wish(model=asked)) == []


def test_a_model_of_a_known_provider_need_not_be_in_the_file(installed: Installed) -> None:
    assert chosen(installed(), Purpose.SEE, image_model="here/brand-new")[0] == "here/brand-new"


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        (Wish(model="gpt-4.1"), [("gpt-4.1", "here/reader", "unknown_model")]),
        (Wish(model="elsewhere"), [("elsewhere", "here/reader", "no_provider")]),
        (Wish(model="there/other"), [("there/other", "here/reader", "no_provider")]),
        (Wish(model="elsewhere", preset=Preset.SPEED), [("elsewhere", "here/cheap", "no_provider")]),
        (Wish(model="cheap", image_model="cheap"), [("cheap", "here/seer", "no_pictures")]),
        (Wish(), []),
    ],
)
def test_what_cant_be_had_is_told_with_what_is_asked_instead(
    installed: Installed, wish: Wish, told: list[tuple[str, str, str]]
) -> None:
    found = installed().list_substitutions(wish)
    assert [(each.asked, each.used, each.code) for each in found] == told


def test_without_any_key_there_is_nothing_to_ask(installed: Installed, tmp_path: Path) -> None:
    (tmp_path / "here").write_text("\n")
    none = installed()
    assert not none.is_configured
    assert chosen(none, Purpose.DRAFT, model="cheap") == []
    assert [each.used for each in none.list_substitutions(Wish(model="cheap"))] == [""]


def test_with_a_key_for_whom_no_preset_names_the_first_that_can_be_had_is_asked(tmp_path: Path) -> None:
    (tmp_path / "openai").write_text("key")
    shipped = Installation.of(ModelSettings(keys_dir=tmp_path))
    assert chosen(shipped, Purpose.CLASSIFY) == chosen(shipped, Purpose.SEE) == ["openai/gpt-4.1-mini"]
    assert chosen(shipped, Purpose.CLASSIFY, model="gpt-4.1")[0] == "openai/gpt-4.1"


def test_one_key_for_openrouter_serves_every_preset(tmp_path: Path) -> None:
    (tmp_path / "openrouter").write_text("key")
    shipped = Installation.of(ModelSettings(keys_dir=tmp_path))
    assert chosen(shipped, Purpose.DRAFT)[0] == "openrouter/qwen/qwen2.5-vl-72b-instruct"
    assert chosen(shipped, Purpose.SEE, 3, preset=Preset.QUALITY)[0] == "openrouter/anthropic/claude-sonnet-4.5"


# The short way: one model


def test_the_variables_name_one_model_for_everything() -> None:
    short = Installation.of(ModelSettings(primary="openai/gpt-5.2", api_key="key"))
    for purpose in Purpose:
        assert chosen(short, purpose, 3, preset=Preset.QUALITY) == ["openai/gpt-5.2"]
    assert chosen(short, Purpose.DRAFT, model="gpt-4.1")[0] == "openai/gpt-4.1"
    [told] = short.list_substitutions(Wish(model="claude-sonnet"))
    assert (told.used, told.code) == ("openai/gpt-5.2", "no_provider")


def test_an_endpoint_for_all_models_is_asked_for_any_providers() -> None:
    anyones = Installation.of(ModelSettings(primary="acme/own", base_url="http://127.0.0.1:1/v1"))
    assert chosen(anyones, Purpose.DRAFT, model="google/gemini-3") == ["google/gemini-3", "acme/own"]
    assert chosen(anyones, Purpose.DRAFT, model="gpt-4.1") == ["acme/own"]  # nobody knows what it is called there


@pytest.mark.parametrize(
    ("variables", "told"),
    [
        ({"api_key_file": "/nonexistent"}, "GHOSTHANDS_MODEL_API_KEY_FILE cannot be read: No such file"),
        ({"api_key": "key", "primary": "acme/one"}, "where acme answers is not known here; set GHOSTHANDS_MODEL_BASE"),
    ],
)
def test_variables_that_make_no_model_are_refused_at_start(variables: dict[str, str], told: str) -> None:
    with pytest.raises(SettingsInvalid, match=told):
        Installation.of(ModelSettings.model_validate(variables))


# File and variables


@pytest.mark.parametrize(
    ("variables", "told"),
    [
        (
            {"primary": "openai/gpt-4o"},
            "GHOSTHANDS_MODEL_PRIMARY: says openai/gpt-4o, and primary in {file} says r",
        ),
        (
            {"base_url": "http://127.0.0.1:9/v1"},
            "GHOSTHANDS_MODEL_BASE_URL: says http://127.0.0.1:9/v1, and provid",
        ),
        (
            {"api_key": "another"},
            "GHOSTHANDS_MODEL_API_KEY: is another key than the one that providers.there.key",
        ),
        (
            {"api_key_file": "/tmp/k"},
            "GHOSTHANDS_MODEL_API_KEY_FILE: names another file than providers.there.key",
        ),
        ({"structured": "plain"}, "GHOSTHANDS_MODEL_STRUCTURED: says plain, and providers.there.can in {file}"),
        (
            {"prices": {"here/seer": [1, 4]}},
            "GHOSTHANDS_MODEL_PRICES: has another price for here/seer than models",
        ),
    ],
)
def test_a_file_and_variables_that_contradict_each_other_are_refused_by_name(
    installed: Installed, tmp_path: Path, variables: dict[str, Any], told: str
) -> None:
    with pytest.raises(SettingsInvalid) as invalid:
        installed(**variables)
    [line] = invalid.value.lines
    assert told.format(file=tmp_path / "models.toml") in line
    assert "take one of the two away" in line
    assert "another key" not in line or "key-of" not in line


def test_a_file_and_variables_that_say_the_same_are_taken(installed: Installed, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("key-of-there")
    same = {
        "primary": "there/reader",
        "base_url": "http://127.0.0.1:2/v1/",
        "api_key": "key-of-there",
        "api_key_file": tmp_path / "there",
        "structured": "json_schema",
        "prices": {"here/seer": [2, 4], "here/cheap": [0.1, 0.1]},
    }
    assert installed(**same).is_configured


# Asking


async def test_several_providers_are_asked_at_once_each_with_its_own_key(account: AccountOf, tmp_path: Path) -> None:
    async with serve([AnswerRule("by here")]) as here, serve([AnswerRule("by there")]) as there:
        path = tmp_path / "models.toml"
        path.write_text(
            FILE.replace("http://127.0.0.1:1/v1", here.base_url).replace("http://127.0.0.1:2/v1", there.base_url)
        )
        (tmp_path / "here").write_text("key-of-here")
        (tmp_path / "there").write_text("key-of-there")
        said = [{"role": "user", "content": "?"}]
        for wish, text in ((Wish(model="cheap"), "by here"), (Wish(model="elsewhere"), "by there")):
            answer = await account(models_file=path, keys_dir=tmp_path, wish=wish).ask(said)
            assert answer.text == text
        assert [(asked.model, asked.token) for asked in here.requests] == [("cheap", "key-of-here")]
        assert [(asked.model, asked.token) for asked in there.requests] == [("elsewhere", "key-of-there")]


async def test_where_a_model_fails_those_behind_it_are_asked_each_once(account: AccountOf, tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    rules = [
        AnswerRule(model="cheap", answer="in Paris, I think"),
        AnswerRule(model="reader", status=500),
        AnswerRule(model="seer", answer={"city": "Paris"}),
    ]
    async with serve(rules) as here:
        path = tmp_path / "models.toml"
        path.write_text(FILE.replace("http://127.0.0.1:1/v1", here.base_url))
        (tmp_path / "here").write_text("key")
        asking = account(models_file=path, keys_dir=tmp_path, wish=Wish(preset=Preset.SPEED))
        answer = await asking.ask([{"role": "user", "content": "Where?"}], schema)
    assert (answer.data, str(answer.model)) == ({"city": "Paris"}, "here/seer")
    assert [asked.model for asked in here.requests] == ["cheap", "cheap", "reader", "seer"]
    assert all(asked.schema is None for asked in here.requests)  # nobody here takes a json_schema
