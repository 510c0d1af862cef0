from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ghosthands.messaging.archive.key import ArchiveUnreadable
from ghosthands.messaging.archive.sealed import Archive
from ghosthands.stack import ServicePassword, StackConfig, StackError, services
from ghosthands.stack.services import Surroundings
from ghosthands.stack.state import StateDir

STACK = Surroundings(
    state=StateDir(Path("/state")),
    master_key_file=Path("/keys/master.key"),
    nats_url="nats://here",
    database_url="postgresql://owner",
    reader_url="postgresql://reader",
    ack_wait_seconds=2.5,
    http_port=21_001,
    worker_port=21_002,
    service_secret="made for this stack",
    metrics_token="for scrapers",
)


def environment(name: str, **extra: str) -> dict[str, str]:
    return services.environment(name, STACK, ServicePassword(name, "password"), 21_000, extra)


def test_a_service_is_a_module() -> None:
    assert services.module_command("browser-host") == [sys.executable, "-m", "ghosthands.browser_host"]


def test_the_supervisors_own_environment_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_PLANNER_MODEL", "small")
    assert environment("planner")["GHOSTHANDS_PLANNER_MODEL"] == "small"


def test_only_the_projector_may_write_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_DATABASE_URL", "postgresql://owner")
    assert environment("projector")["GHOSTHANDS_DATABASE_URL"] == "postgresql://owner"
    assert environment("executor")["GHOSTHANDS_DATABASE_URL"] == "postgresql://reader"
    assert "GHOSTHANDS_DATABASE_URL" not in environment("planner")


def test_what_is_given_to_some_is_inherited_by_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_MASTER_KEY_FILE", "/somewhere")
    monkeypatch.setenv("GHOSTHANDS_NATS_PASSWORD", "of another")
    assert "GHOSTHANDS_MASTER_KEY_FILE" not in environment("executor")
    assert environment("planner")["GHOSTHANDS_MASTER_KEY_FILE"] == "/keys/master.key"
    assert environment("executor")["GHOSTHANDS_NATS_PASSWORD"] == "password"


def test_only_who_asks_models_is_given_the_key_to_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_MODEL_API_KEY", "secret")
    assert environment("browser-host")["GHOSTHANDS_MODEL_API_KEY"] == "secret"
    assert "GHOSTHANDS_MODEL_API_KEY" not in environment("job-intake")


def test_the_door_alone_is_given_its_ports_and_the_secret_that_valet_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    door = environment("hitl-gateway")
    given = {name: value for name, value in door.items() if "SERVICE_SECRET" in name or "_PORT" in name}
    assert given == {
        "GH_SERVICE_SECRET": "made for this stack",
        "GHOSTHANDS_HTTP_PORT": "21001",
        "GHOSTHANDS_WORKER_PORT": "21002",
        "GHOSTHANDS_METRICS_PORT": "21000",
    }
    monkeypatch.setenv("GH_SERVICE_SECRET_FILE", "/keys/valet")
    door = environment("hitl-gateway")
    assert (door.get("GH_SERVICE_SECRET"), door["GH_SERVICE_SECRET_FILE"]) == (None, "/keys/valet")
    assert "GH_SERVICE_SECRET_FILE" not in environment("planner")


@pytest.mark.parametrize("name", ["GH_SERVICE_SECRET", "GH_SERVICE_SECRET_FILE"])
def test_a_secret_among_the_files_of_secrets_is_the_one_that_valet_shows(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GHOSTHANDS_SECRETS_DIR", str(tmp_path))
    assert environment("hitl-gateway")["GH_SERVICE_SECRET"] == "made for this stack"
    (tmp_path / name).write_text("one of my own\n")
    door = environment("hitl-gateway")
    assert {each: value for each, value in door.items() if "SERVICE_SECRET" in each} == {name: "one of my own"}


def test_the_token_of_the_metrics_may_be_among_the_files_of_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GHOSTHANDS_SECRETS_DIR", str(tmp_path))
    (tmp_path / "GHOSTHANDS_METRICS_TOKEN").write_text("one of my own")
    assert environment("planner")["GHOSTHANDS_METRICS_TOKEN"] == "one of my own"


def test_every_service_is_told_what_opens_its_metrics(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GHOSTHANDS_METRICS_TOKEN", raising=False)
    assert environment("planner")["GHOSTHANDS_METRICS_TOKEN"] == "for scrapers"
    monkeypatch.setenv("GHOSTHANDS_METRICS_TOKEN", "one of my own")
    assert environment("planner")["GHOSTHANDS_METRICS_TOKEN"] == "one of my own"


def test_a_stack_that_stays_is_where_valet_looks_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GHOSTHANDS_HTTP_PORT", "GHOSTHANDS_WORKER_PORT"):
        monkeypatch.delenv(name, raising=False)
    lasting = StackConfig.lasting()
    assert (lasting.http_port, lasting.worker_port) == (3100, 3101)
    assert (StackConfig().http_port, StackConfig().worker_port) == (None, None)
    monkeypatch.setenv("GHOSTHANDS_HTTP_PORT", "0")
    monkeypatch.setenv("GHOSTHANDS_WORKER_PORT", "4101")
    lasting = StackConfig.lasting()
    assert (lasting.http_port, lasting.worker_port) == (None, 4101)


def test_browsers_lie_where_the_stack_will_look_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_BROWSER_HOST_BROWSERS_DIR", "/elsewhere")
    assert environment("browser-host")["GHOSTHANDS_BROWSER_HOST_BROWSERS_DIR"] == "/state/browsers"
    assert "GHOSTHANDS_BROWSER_HOST_BROWSERS_DIR" not in environment("planner")


def test_extra_variables_stand_above_all() -> None:
    assert environment("planner", GHOSTHANDS_ACK_WAIT_SECONDS="9")["GHOSTHANDS_ACK_WAIT_SECONDS"] == "9"
    assert environment("planner")["GHOSTHANDS_ACK_WAIT_SECONDS"] == "2.5"


def test_the_master_key_may_lie_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_MASTER_KEY_FILE", "/keys/master.key")
    assert StackConfig().master_key_file == Path("/keys/master.key")


def test_the_servers_ack_wait_is_the_one_the_services_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_ACK_WAIT_SECONDS", "120")
    assert StackConfig().ack_wait_seconds == 120
    monkeypatch.setenv("GHOSTHANDS_ACK_WAIT_SECONDS", "long")
    with pytest.raises(StackError, match="GHOSTHANDS_ACK_WAIT_SECONDS is 'long', which is no number of seconds"):
        StackConfig()


@pytest.mark.parametrize(
    ("variable", "value", "like"),
    [
        ("GHOSTHANDS_NATS_URL", "banana", "nats://nats.example:4222"),
        ("GHOSTHANDS_NATS_URL", "nats://s3cret@here:port", "nats://nats.example:4222"),
        ("GHOSTHANDS_DATABASE_URL", "mysql://s3cret@here/x", "postgresql://user:password@db.example:5432/name"),
    ],
)
def test_a_url_that_is_none_is_an_error_that_names_the_variable_and_repeats_nothing(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, like: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(StackError, match=f"{variable} is not the URL of .*write one like {like}") as caught:
        StackConfig()
    assert value not in str(caught.value)
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize("value", ["four", "-1", "65536", "99999999"])
def test_what_is_no_port_is_an_error_that_names_the_variable(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("GHOSTHANDS_NATS_PORT", value)
    with pytest.raises(StackError, match=f"GHOSTHANDS_NATS_PORT is '{value}', which is no port"):
        StackConfig()


def test_of_an_archive_of_a_stack_elsewhere_nothing_is_known_but_what_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = StateDir(tmp_path)
    state.archive_key_file.write_text("of a stack here")
    monkeypatch.setenv("GHOSTHANDS_STACK", "elsewhere")
    assert services.find_archive(state) == {}
    monkeypatch.setenv("GHOSTHANDS_ARCHIVE", "s3://kept/log")
    assert services.find_archive(state) == {"GHOSTHANDS_ARCHIVE": "s3://kept/log"}
    with pytest.raises(ArchiveUnreadable, match="GHOSTHANDS_ARCHIVE_KEY_FILE is not set"):
        Archive.named_in(services.find_archive(state))
    monkeypatch.delenv("GHOSTHANDS_STACK")
    assert services.find_archive(state)["GHOSTHANDS_ARCHIVE_KEY_FILE"] == str(state.archive_key_file)
