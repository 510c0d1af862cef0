"""What the tools themselves say of deploy/; each that is not here is skipped by name. `make test-deploy` gets two."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from ghosthands.domain.services import SERVICES

DEPLOY = Path(__file__).parents[2] / "deploy"


def run(*command: str | Path) -> str:
    """What the command prints; the test is skipped where there is none of that name, and fails where it does."""
    if shutil.which(str(command[0])) is None:
        pytest.skip(f"{command[0]} is not here")
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_hadolint_finds_nothing() -> None:
    assert run("hadolint", DEPLOY / "docker/Dockerfile") == ""


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A copy of the folder, with secrets."""
    shutil.copytree(DEPLOY, tmp_path / "deploy", ignore=shutil.ignore_patterns("secrets", ".env"))
    run(tmp_path / "deploy/make-secrets")
    return tmp_path / "deploy"


def test_docker_compose_reads_the_file(made: Path) -> None:
    read = yaml.safe_load(run("docker-compose", "-f", made / "compose.yaml", "--profile", "cli", "config"))
    assert read["services"]["planner"]["secrets"][0]["target"] == "GHOSTHANDS_NATS_PASSWORD"
    assert read["services"]["browser-host"]["build"]["target"] == "browser-host"
    published = [port for service in read["services"].values() for port in service.get("ports", [])]
    assert {port["host_ip"] for port in published} == {"127.0.0.1"}


def test_docker_compose_reads_the_file_that_puts_the_archive_into_a_bucket(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GHOSTHANDS_ARCHIVE", "s3://kept/log")
    profiles = [word for name in ("cli", "archive", "backup") for word in ("--profile", name)]
    files = ("-f", made / "compose.yaml", "-f", made / "compose.s3.yaml", *profiles)
    services = yaml.safe_load(run("docker-compose", *files, "config"))["services"]
    given = {name: {one["target"]: one["source"] for one in each.get("secrets", ())} for name, each in services.items()}
    asking = {name: secrets["AWS_ACCESS_KEY_ID"] for name, secrets in given.items() if "AWS_ACCESS_KEY_ID" in secrets}
    assert asking == {
        **dict.fromkeys((*SERVICES, "cli", "backup"), "archive_reader_id"),
        "archive": "archive_writer_id",
    }
    for name in asking:
        assert services[name]["environment"]["GHOSTHANDS_ARCHIVE"] == "s3://kept/log"
        assert {"inside", "outside"} <= services[name]["networks"].keys()


def test_docker_compose_hands_the_folder_that_is_named_to_backups(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_BACKUPS", "/mnt/backups")
    monkeypatch.setenv("GHOSTHANDS_BACKUPS_LATEST", "3")
    read = yaml.safe_load(run("docker-compose", "-f", made / "compose.yaml", "--profile", "backup", "config"))
    backup = read["services"]["backup"]
    told = ["--latest", "3", "--metrics", "/var/lib/ghosthands/metrics/backup.prom", "/var/lib/ghosthands/backups"]
    assert backup["command"] == told
    [place] = [one for one in backup["volumes"] if one["type"] == "bind"]
    assert (place["source"], place["target"]) == ("/mnt/backups", "/var/lib/ghosthands/backups")


def test_without_secrets_docker_compose_says_how_to_make_them(tmp_path: Path) -> None:
    shutil.copy(DEPLOY / "compose.yaml", tmp_path)
    if shutil.which("docker-compose") is None:
        pytest.skip("docker-compose is not here")
    command = ["docker-compose", "-f", tmp_path / "compose.yaml", "config"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode != 0
    assert "run deploy/make-secrets first" in done.stderr


def test_prometheus_takes_its_configuration() -> None:
    # the file with the token is there in the container alone
    assert "SUCCESS" in run("promtool", "check", "config", "--syntax-only", DEPLOY / "prometheus/prometheus.yml")


def test_each_alert_fires_on_what_it_is_for_and_on_nothing_else() -> None:
    assert "SUCCESS" in run("promtool", "test", "rules", DEPLOY / "prometheus/alerts_test.yml")


def test_every_alert_is_tested() -> None:
    alerts = yaml.safe_load((DEPLOY / "prometheus/alerts.yml").read_text())["groups"][0]["rules"]
    tested = (DEPLOY / "prometheus/alerts_test.yml").read_text()
    assert [rule["alert"] for rule in alerts if f'alertname="{rule["alert"]}"' not in tested] == []


def asked() -> Iterator[str]:
    for panel in json.loads((DEPLOY / "grafana/dashboards/services.json").read_text())["panels"]:
        yield from (target["expr"] for target in panel["targets"])


def test_prometheus_understands_every_question_of_the_dashboards(tmp_path: Path) -> None:
    rules = [{"record": f"panel:{number}", "expr": expression} for number, expression in enumerate(asked())]
    file = tmp_path / "rules.yml"
    file.write_text(yaml.safe_dump({"groups": [{"name": "panels", "rules": rules}]}))
    assert f"{len(rules)} rules found" in run("promtool", "check", "rules", file)
