from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from ghosthands.chassis import settings
from ghosthands.messaging.server.consumers import ACK_WAIT_SECONDS


class Planner(settings.BaseSettings):
    model_config = settings.own_prefix("planner")

    max_questions: int = 20
    api_key: SecretStr = SecretStr("")
    names: list[str] = []  # noqa: RUF012 - pydantic copies it


class BrowserHost(settings.BaseSettings):
    model_config = settings.own_prefix("browser-host")

    headed: bool = False


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    for name in [name for name in os.environ if name.startswith(settings.PREFIX)]:
        monkeypatch.delenv(name)


def test_shared_fields_have_one_name_and_own_ones_the_service_s_prefix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_NATS_URL", "nats://nats.example:4222")
    monkeypatch.setenv("GHOSTHANDS_PLANNER_MAX_QUESTIONS", "7")
    monkeypatch.setenv("GHOSTHANDS_BROWSER_HOST_HEADED", "true")
    assert settings.load(Planner).nats_url == settings.load(BrowserHost).nats_url == "nats://nats.example:4222"
    assert settings.load(Planner).max_questions == 7
    assert settings.load(BrowserHost).headed


def test_without_an_environment_there_are_defaults() -> None:
    loaded = settings.load(Planner)
    assert loaded.nats_url == "nats://127.0.0.1:4222"
    assert loaded.metrics_host == "127.0.0.1"
    assert loaded.metrics_port == 0
    assert loaded.ack_wait_seconds == ACK_WAIT_SECONDS
    assert loaded.master_key_file is None


def test_a_test_can_give_fields_by_name() -> None:
    assert Planner(nats_url="nats://x", max_questions=1).nats_url == "nats://x"


def test_settings_do_not_change_once_read() -> None:
    with pytest.raises(ValidationError):
        Planner().max_questions = 3  # type: ignore[misc]


def test_every_wrong_variable_is_named_on_a_line_of_its_own_without_its_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wrong = {
        "GHOSTHANDS_METRICS_PORT": "s3cret-port",
        "GHOSTHANDS_LOG_FORMAT": "s3cret-format",
        "GHOSTHANDS_ACK_WAIT_SECONDS": "-1",
        "GHOSTHANDS_PLANNER_MAX_QUESTIONS": "s3cret-number",
        "GHOSTHANDS_NATS_URL": "s3cret:4222",
        "GHOSTHANDS_DATABASE_URL": "s3cret@db/x",
        "GHOSTHANDS_ARCHIVE": "https://me:s3cret@store/bucket",
    }
    for name, value in wrong.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(settings.SettingsInvalid) as caught:
        settings.load(Planner)
    assert [line.partition(":")[0] for line in sorted(caught.value.lines)] == sorted(wrong)
    assert "s3cret" not in str(caught.value)
    assert "GHOSTHANDS_NATS_URL: is not the URL of a NATS server: write one like nats://" in str(caught.value)


def test_a_list_that_is_no_json_is_told_by_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_PLANNER_NAMES", "s3cret,")
    with pytest.raises(settings.SettingsInvalid, match=r"^GHOSTHANDS_PLANNER_NAMES: is not valid JSON$"):
        settings.load(Planner)


def test_the_password_of_each_server_of_a_cluster_is_masked() -> None:
    loaded = Planner(nats_url="nats://planner:s3cret@n1:4222,nats://planner:s3cret@n2:4222")
    assert loaded.masked()["nats_url"] == "nats://planner:***@n1:4222,nats://planner:***@n2:4222"


def test_secrets_are_masked_when_settings_are_shown() -> None:
    loaded = Planner(
        nats_url="nats://planner:s3cret@nats.example:4222",
        nats_password=SecretStr("s3cret"),
        database_url=SecretStr("postgresql://u:s3cret@db/x"),
        api_key=SecretStr("s3cret"),
        master_key_file=Path("/keys/master"),
    )
    shown = loaded.masked()
    assert "s3cret" not in str(shown)
    assert "s3cret" not in repr(loaded).replace(loaded.nats_url, "")
    assert shown["nats_url"] == "nats://planner:***@nats.example:4222"
    assert shown["master_key_file"] == "/keys/master"
    assert shown["max_questions"] == 20


def test_a_url_without_a_password_is_shown_as_it_is() -> None:
    assert settings.mask_url("nats://nats.example:4222") == "nats://nats.example:4222"


def test_a_missing_database_is_told_by_its_variable() -> None:
    assert Planner(database_url=SecretStr("postgresql://db/x")).database_dsn() == "postgresql://db/x"
    with pytest.raises(settings.SettingsInvalid, match="GHOSTHANDS_DATABASE_URL"):
        Planner().database_dsn()


def test_a_service_is_named_by_its_prefix() -> None:
    assert settings.service_name(BrowserHost) == "browser-host"


def test_a_file_called_as_a_variable_stands_in_for_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "GHOSTHANDS_NATS_PASSWORD").write_text("from-a-file\n")
    (tmp_path / "GHOSTHANDS_PLANNER_API_KEY").write_text("key")
    monkeypatch.setenv("GHOSTHANDS_SECRETS_DIR", str(tmp_path))
    loaded = settings.load(Planner)
    assert loaded.nats_password.get_secret_value() == "from-a-file"
    assert loaded.api_key.get_secret_value() == "key"


def test_the_environment_comes_before_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "GHOSTHANDS_NATS_PASSWORD").write_text("from-a-file")
    monkeypatch.setenv("GHOSTHANDS_SECRETS_DIR", str(tmp_path))
    monkeypatch.setenv("GHOSTHANDS_NATS_PASSWORD", "from-the-environment")
    assert settings.load(Planner).nats_password.get_secret_value() == "from-the-environment"


def test_a_folder_of_secrets_that_is_not_there_is_told_by_its_variable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GHOSTHANDS_SECRETS_DIR", str(tmp_path / "nowhere"))
    with pytest.raises(settings.SettingsInvalid, match=r"GHOSTHANDS_SECRETS_DIR: .* is no folder"):
        settings.load(Planner)
