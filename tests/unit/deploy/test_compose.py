"""What deploy/compose.yaml hands to whom: each service what it needs to know, and no more."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from ghosthands.domain.retention import Kept
from ghosthands.domain.services import EXECUTOR, HITL_GATEWAY, JOB_INTAKE, PROJECTOR, SERVICES, VAULT_HOLDERS
from ghosthands.messaging.archive.key import ArchiveKey
from ghosthands.messaging.server import configuration, permissions

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "deploy"
#: images of ours, and of others
OURS, OTHERS = (
    {*SERVICES, "nats", "migrate", "provisioner", "cli", "archive", "backup"},
    {"postgres", "prometheus", "node-exporter", "grafana"},
)


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    """The file as docker compose merges it."""
    return dict(yaml.safe_load((DEPLOY / "compose.yaml").read_text()))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the folder in which the secrets were made."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl, by which secrets are made, is not here")
    folder = tmp_path_factory.mktemp("deploy")
    shutil.copy(DEPLOY / "make-secrets", folder)
    subprocess.run([folder / "make-secrets"], check=True, capture_output=True, timeout=60)
    return folder


def secrets_of(service: dict[str, Any]) -> dict[str, str]:
    """The names under which a container finds its secrets, and which ones they are."""
    given = [{"source": one, "target": one} if isinstance(one, str) else one for one in service.get("secrets", [])]
    return {one["target"]: one["source"] for one in given}


def test_every_service_is_there_and_nothing_else(compose: dict[str, Any]) -> None:
    assert set(compose["services"]) == OURS | OTHERS


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_runs_its_own_module_as_its_own_nats_user(compose: dict[str, Any], name: str) -> None:
    service = compose["services"][name]
    module = f"ghosthands.{name.replace('-', '_')}"
    default = re.findall(r"^CMD (\[.*\])$", (DEPLOY / "docker/Dockerfile").read_text(), re.MULTILINE)[-1]
    assert service.get("command", json.loads(default)) == ["python", "-m", module]
    assert service["environment"]["GHOSTHANDS_NATS_USER"] == name
    assert secrets_of(service)["GHOSTHANDS_NATS_PASSWORD"] == f"nats_{name}"


def test_only_who_holds_the_vault_or_backs_it_up_has_its_key(compose: dict[str, Any]) -> None:
    holders = {name for name, service in compose["services"].items() if "master.key" in secrets_of(service)}
    assert holders == VAULT_HOLDERS | {"backup"}


def test_projector_alone_logs_in_as_the_owner_of_the_tables(compose: dict[str, Any]) -> None:
    logins = {
        name: secrets_of(service)["GHOSTHANDS_DATABASE_URL"]
        for name, service in compose["services"].items()
        if "GHOSTHANDS_DATABASE_URL" in secrets_of(service)
    }
    reader = "database_url_reader"
    assert logins == {PROJECTOR: "database_url_projector", EXECUTOR: reader, HITL_GATEWAY: reader, "cli": reader}


def test_how_long_things_are_kept_can_be_told_to_who_takes_them_away(compose: dict[str, Any]) -> None:
    told = {name: service.get("environment", {}) for name, service in compose["services"].items()}
    for kept in Kept:
        variable = f"GHOSTHANDS_KEEP_{kept.replace('-', '_').upper()}_DAYS"
        who = PROJECTOR if kept is Kept.EVENT_COPIES else JOB_INTAKE
        assert [name for name, given in told.items() if variable in given] == [who]
        assert told[who][variable] == f"${{{variable}:-}}"


def test_whoever_reads_the_log_has_its_archive_and_one_alone_writes_it(compose: dict[str, Any]) -> None:
    reading = {name for name, service in compose["services"].items() if "archive.key" in secrets_of(service)}
    assert reading == {*SERVICES, "cli", "archive", "backup"}
    place = compose["services"]["archive"]["environment"]["GHOSTHANDS_ARCHIVE"]
    for name in reading:
        service = compose["services"][name]
        assert service["environment"]["GHOSTHANDS_ARCHIVE_KEY_FILE"] == "/run/secrets/archive.key"
        mounted = {"type": "volume", "source": "archive", "target": place, "read_only": True}
        assert (f"archive:{place}" if name == "archive" else mounted) in service["volumes"]


def test_a_backup_is_made_by_whoever_asks_where_a_folder_is_named_for_it(compose: dict[str, Any]) -> None:
    backup = compose["services"]["backup"]
    assert backup["profiles"] == ["backup"]
    assert secrets_of(backup)["GHOSTHANDS_NATS_PASSWORD"] == "nats_migration"
    [place] = [one for one in backup["volumes"] if one["target"] == backup["command"][-1]]
    assert place["source"].startswith("${GHOSTHANDS_BACKUPS:-")
    assert place["bind"] == {"create_host_path": False}


def test_prometheus_is_told_when_a_backup_was_made(compose: dict[str, Any]) -> None:
    command = compose["services"]["backup"]["command"]
    folder, _, file = command[command.index("--metrics") + 1].rpartition("/")
    assert file.endswith(".prom")
    assert {"type": "volume", "source": "metrics", "target": folder} in compose["services"]["backup"]["volumes"]
    assert f"metrics:{folder}:ro" in compose["services"]["node-exporter"]["volumes"]
    assert f"--collector.textfile.directory={folder}" in compose["services"]["node-exporter"]["command"]
    [made] = re.findall(r"--mode 1777 (.+)$", (DEPLOY / "docker/Dockerfile").read_text(), re.MULTILINE)
    assert folder in made.split()


def test_the_key_that_is_made_for_the_archive_opens_one(made: Path) -> None:
    assert ArchiveKey.load(made / "secrets/archive.key")


def test_every_port_is_on_loopback(compose: dict[str, Any]) -> None:
    ports = [port for service in compose["services"].values() for port in service.get("ports", [])]
    assert ports
    assert [port for port in ports if not port.startswith("127.0.0.1:")] == []


def test_no_secret_stands_in_the_environment(compose: dict[str, Any]) -> None:
    said = {
        name: value
        for service in compose["services"].values()
        for name, value in service.get("environment", {}).items()
        if re.search("PASSWORD|SECRET|KEY|DATABASE_URL", name)
    }
    assert {name: value for name, value in said.items() if not str(value).startswith(("/run/secrets", "/etc/"))} == {}


@pytest.mark.parametrize("name", sorted(OURS | OTHERS))
def test_every_container_is_limited_looked_after_and_logs_no_end(compose: dict[str, Any], name: str) -> None:
    service = compose["services"][name]
    assert set(service["deploy"]["resources"]["limits"]) == {"memory", "cpus", "pids"}
    assert service["restart"] == {"cli": "no", "archive": "no", "backup": "no", "migrate": "on-failure"}.get(
        name, "unless-stopped"
    )
    assert service["logging"]["options"]["max-size"]
    assert "no-new-privileges:true" in service["security_opt"]


def test_every_secret_that_is_named_is_made(compose: dict[str, Any], made: Path) -> None:
    used = {source for service in compose["services"].values() for source in secrets_of(service).values()}
    assert used == set(compose["secrets"])
    assert {name for name in used if not (made / compose["secrets"][name]["file"]).read_text()} == set()


def test_every_user_of_nats_gets_a_password(made: Path) -> None:
    lines = (made / "secrets/nats.env").read_text().splitlines()
    users = {f"GHOSTHANDS_NATS_PASSWORD_{user.replace('-', '_').upper()}" for user in permissions.USERS}
    assert {line.partition("=")[0] for line in lines} == users | {"GHOSTHANDS_NATS_AT_REST_KEY"}


def test_secrets_that_are_there_stay(made: Path) -> None:
    before = {file.name: file.read_bytes() for file in (made / "secrets").iterdir() if file.is_file()}
    subprocess.run([made / "make-secrets"], check=True, capture_output=True, timeout=60)
    assert {file.name: file.read_bytes() for file in (made / "secrets").iterdir() if file.is_file()} == before


def test_others_cannot_reach_the_secrets(made: Path) -> None:
    assert (made / "secrets").stat().st_mode & 0o777 == 0o700
    assert (made / "secrets/master.key").stat().st_mode & 0o777 == 0o400


def test_every_service_tells_its_metrics_to_prometheus_alone(compose: dict[str, Any], made: Path) -> None:
    told = {name for name, service in compose["services"].items() if "metrics_token" in secrets_of(service).values()}
    assert told == {*SERVICES, "prometheus"}
    assert {secrets_of(compose["services"][name])["GHOSTHANDS_METRICS_TOKEN"] for name in SERVICES} == {"metrics_token"}
    scraper = yaml.safe_load((DEPLOY / "prometheus/prometheus.yml").read_text())["scrape_configs"][0]
    assert scraper["authorization"] == {"credentials_file": "/run/secrets/metrics_token"}


def test_nats_tells_of_itself_on_its_containers_loopback_alone_which_is_asked_for_its_health(
    compose: dict[str, Any],
) -> None:
    assert "http" not in (DEPLOY / "nats/server.conf").read_text()
    [where] = re.findall(r'^http\w*: "(.+)"$', (DEPLOY / "nats/container.conf").read_text(), re.MULTILINE)
    assert where.startswith("127.0.0.1:")
    assert compose["services"]["nats"]["healthcheck"]["test"][-1] == f"http://{where}/healthz"
    assert "ports" not in compose["services"]["nats"]


@pytest.mark.parametrize("config", ["server.conf", "container.conf"])
def test_nats_understands_its_configuration(made: Path, config: str) -> None:
    environment = dict(line.split("=", 1) for line in (made / "secrets/nats.env").read_text().splitlines())
    server = Path(sys.executable).parent / "nats-server"
    tried = subprocess.run(
        [server, "-t", "-c", DEPLOY / "nats" / config], env=environment, capture_output=True, text=True, timeout=60
    )
    assert tried.returncode == 0, tried.stderr


def test_open_batches_are_limited_alike_however_nats_is_run() -> None:
    most, seconds = configuration.MAX_OPEN_BATCHES, configuration.OPEN_BATCH_SECONDS
    limits = {"max_inflight_per_stream": most, "max_inflight_total": most, "timeout": f"{seconds}s"}
    values = yaml.safe_load((DEPLOY / "helm/ghosthands/values.yaml").read_text())
    assert values["nats"]["config"]["jetstream"]["merge"]["limits"] == {"batch": limits}
    stated = ", ".join(
        f'{name}: "{limit}"' if name == "timeout" else f"{name}: {limit}" for name, limit in limits.items()
    )
    for file in ("nats/server.conf", "README.md"):
        assert f"batch {{ {stated} }}" in (DEPLOY / file).read_text()


def test_a_password_never_reads_as_a_number(made: Path) -> None:
    """NATS would take `5e12` for one, and then for no password."""
    assert all((made / f"secrets/nats_{user}").read_text().startswith("p") for user in (*permissions.USERS, "routes"))


def test_the_image_is_made_with_the_uv_of_the_makefile() -> None:
    makefile, dockerfile = (ROOT / "Makefile").read_text(), (DEPLOY / "docker/Dockerfile").read_text()
    wanted = re.findall(r"^UV_VERSION := (\S+)", makefile, re.MULTILINE)
    assert re.findall(r"^ARG UV_VERSION=(\S+)", dockerfile, re.MULTILINE) == wanted


def test_every_service_is_scraped() -> None:
    scraped = yaml.safe_load((DEPLOY / "prometheus/prometheus.yml").read_text())["scrape_configs"][0]
    assert sorted(scraped["dns_sd_configs"][0]["names"]) == sorted(SERVICES)
    assert (
        f"GHOSTHANDS_METRICS_PORT={scraped['dns_sd_configs'][0]['port']}" in (DEPLOY / "docker/Dockerfile").read_text()
    )
