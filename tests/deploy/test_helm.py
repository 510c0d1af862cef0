"""The chart as Helm itself lints and renders it, and as Kubernetes takes it; `make test-deploy` gets both tools."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from ghosthands.domain.retention import Kept
from ghosthands.domain.services import BROWSER_HOST, JOB_INTAKE, PROJECTOR, SERVICES
from ghosthands.messaging.server import consumers
from ghosthands.vault.backup import NOT_DROPPED
from tests.deploy.rendered import (
    CHART,
    CLUSTER,
    KEDA,
    ROOT,
    chart,
    containers,
    environment_of,
    has_cluster,
    lay_chart,
    of_kind,
    pods,
    render,
    secrets_of,
)

kubernetes = pytest.importorskip("kubernetes_validate", reason="kubernetes-validate is not here")

KUBERNETES = "1.36"

ELSEWHERE = {"nats": {"enabled": False, "url": "nats://a:4222,nats://b:4222,nats://c:4222"}}
MODELS = {
    "modelsSecret": "ghosthands-models",
    "global": {"image": {"pullSecretNames": ["registry"]}},
    "nats": {"storageClass": "fast"},
}
#: by the variables' names
SWEPT_BY_INTAKE = tuple(kept.replace("-", "_").upper() for kept in Kept if kept is not Kept.EVENT_COPIES)
ARCHIVE = {"archive": {"claim": "gh-archive"}, "keep": {"requests": 30, "eventCopies": "90"}}
BACKUP = {"backup": {"claim": "gh-backups", "latest": 3}}
BUCKET = {"archive": {"bucket": "s3://kept/log", "endpoint": "http://minio.store:9000", "port": 9000}}
KEDA_OF_CLUSTER = {
    **MODELS,
    **KEDA,
    "nats": {**CLUSTER["nats"], "monitoring": True, "storage": "50Gi", "storageClass": "fast"},
}
INTERNET = {
    "cidr": "0.0.0.0/0",
    "except": ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"],
}
EACH = {
    "": {},
    "keda": KEDA,
    "elsewhere": ELSEWHERE,
    "models": MODELS,
    "archive": ARCHIVE,
    "bucket": BUCKET,
    "backup": BACKUP,
    "backup-archive": {**BACKUP, **ARCHIVE},
    "backup-bucket": {**BACKUP, **BUCKET},
    "cluster": {**BACKUP, **CLUSTER},
    "cluster-keda": KEDA_OF_CLUSTER,
}
each_values = pytest.mark.parametrize("values", EACH.values(), ids=EACH)


@each_values
def test_helm_finds_nothing(values: dict[str, Any], tmp_path: Path) -> None:
    report = chart.lint(str(lay_chart(tmp_path, cluster=has_cluster(values))), values, strict=True)
    assert report["errors"] == []
    assert [one["error"] for one in report["messages"]] == ["icon is recommended"]


@each_values
def test_kubernetes_takes_each_manifest(values: dict[str, Any]) -> None:
    manifests = render(values)
    for manifest in manifests:
        if "keda.sh" not in manifest["apiVersion"]:
            kubernetes.validate(manifest, KUBERNETES, strict=True)
    named = [(one["kind"], one["metadata"]["name"]) for one in manifests]
    assert len(named) == len(set(named))


def test_every_service_runs_by_its_module_with_the_rights_that_compose_gives_it() -> None:
    composed = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())["services"]
    running = pods(render({**ARCHIVE, **BACKUP}))
    assert {*SERVICES, "nats", "migrate", "provisioner", "archive", "backup"} == running.keys()
    assert secrets_of(running["backup"]) == {"nats_migration", "master.key", "archive.key"}
    assert secrets_of(running["archive"]) == {"nats_migration", "archive.key"}
    assert secrets_of(running["provisioner"]) == {one["source"] for one in composed["provisioner"]["secrets"]}
    for service in SERVICES:
        given = {secret if isinstance(secret, str) else secret["source"] for secret in composed[service]["secrets"]}
        assert secrets_of(running[service]) - {"nats_logins.json"} == given, service
        assert running[service]["containers"][0]["args"][2] == f"ghosthands.{service.replace('-', '_')}"


def test_without_an_archive_nobody_is_given_its_key() -> None:
    running = pods(render({}))
    assert "archive" not in running
    assert [name for name, pod in running.items() if "archive.key" in secrets_of(pod)] == []


def test_the_archive_is_read_by_all_and_written_by_whoever_is_started_for_it() -> None:
    manifests = render(ARCHIVE)
    [archiving] = of_kind(manifests, "CronJob")
    assert archiving["spec"]["suspend"] is True
    may_write = {
        name: not mount.get("readOnly", False)
        for name, pod in pods(manifests).items()
        for mount in pod["containers"][0]["volumeMounts"]
        if mount["mountPath"] == "/var/lib/ghosthands/archive"
    }
    assert may_write == {**dict.fromkeys(SERVICES, False), "archive": True}
    for name in may_write:
        assert environment_of(manifests, name)["GHOSTHANDS_ARCHIVE_KEY_FILE"] == "/run/secrets/archive.key"


def test_backups_are_made_by_the_clock_one_at_a_time_where_a_claim_is_named() -> None:
    assert "backup" not in pods(render(ARCHIVE))
    [backing_up] = of_kind(render(BACKUP), "CronJob")
    assert backing_up["spec"]["schedule"] == "17 3 * * *"
    assert backing_up["spec"]["concurrencyPolicy"] == "Forbid"
    assert not backing_up["spec"].get("suspend", False)
    [container] = pods(render(BACKUP))["backup"]["containers"]
    [policy] = backing_up["spec"]["jobTemplate"]["spec"]["podFailurePolicy"]["rules"]
    assert policy["action"] == "FailJob"
    assert policy["onExitCodes"] == {"containerName": container["name"], "operator": "In", "values": [NOT_DROPPED]}
    assert container["args"][2:] == ["ghosthands.vault.backup", "--latest", "3", "/var/lib/ghosthands/backups"]


@pytest.mark.parametrize("archive", [ARCHIVE, BUCKET], ids=["claim", "bucket"])
def test_a_backup_reads_the_archive_and_writes_its_own_claim_alone(archive: dict[str, Any]) -> None:
    manifests = render({**archive, **BACKUP})
    backup, reader = pods(manifests)["backup"], pods(manifests)[PROJECTOR]
    assert secrets_of(reader) - secrets_of(backup) == {"nats_projector", "metrics_token", "database_url_projector"}
    places = {one["mountPath"]: one.get("readOnly", False) for one in backup["containers"][0]["volumeMounts"]}
    assert {place for place, read_only in places.items() if not read_only} == {"/tmp", "/var/lib/ghosthands/backups"}
    told, read = environment_of(manifests, "backup"), environment_of(manifests, PROJECTOR)
    assert told["GHOSTHANDS_MASTER_KEY_FILE"] == "/run/master/master.key"
    of_archive = {name for name in read if name.startswith(("GHOSTHANDS_ARCHIVE", "AWS_"))}
    assert of_archive
    assert {name: told[name] for name in of_archive} == {name: read[name] for name in of_archive}


def test_an_archive_in_a_bucket_is_asked_for_by_readers_and_by_one_who_writes() -> None:
    manifests = render(BUCKET)
    running = pods(manifests)
    for name in (*SERVICES, "archive"):
        who = "writer" if name == "archive" else "reader"
        login = {secret for secret in secrets_of(running[name]) if secret.startswith("archive_")}
        assert login == {f"archive_{who}_id", f"archive_{who}_secret"}
        told = environment_of(manifests, name)
        assert told["GHOSTHANDS_ARCHIVE"] == "s3://kept/log"
        assert (told["AWS_ENDPOINT_URL"], told["AWS_REGION"]) == ("http://minio.store:9000", "us-east-1")
        assert told["GHOSTHANDS_ARCHIVE_KEY_FILE"] == "/run/secrets/archive.key"
        assert "persistentVolumeClaim" not in str(running[name].get("volumes"))
    policies = {one["metadata"]["name"]: one["spec"] for one in of_kind(manifests, "NetworkPolicy")}
    [who_may] = policies["gh-archive"]["podSelector"]["matchExpressions"]
    assert set(who_may["values"]) == {*SERVICES, "archive", "backup"}
    assert policies["gh-archive"]["egress"] == [{"to": [{"ipBlock": INTERNET}], "ports": [{"port": 9000}]}]


def test_a_bucket_at_a_private_address_opens_that_range_alone() -> None:
    manifests = render({"archive": {**BUCKET["archive"], "addresses": "10.1.2.0/24"}})
    policies = {one["metadata"]["name"]: one["spec"] for one in of_kind(manifests, "NetworkPolicy")}
    [(*_, where)] = [one["to"] for one in policies["gh-archive"]["egress"]]
    assert where == {"ipBlock": {"cidr": "10.1.2.0/24"}}


@pytest.mark.parametrize("bucket", ["kept/log", "S3://kept/log", "/kept/log", "s3:///log"])
def test_an_archive_in_what_is_no_bucket_is_refused(bucket: str) -> None:
    with pytest.raises(Exception, match=r"archive\.bucket should be s3://BUCKET/PREFIX"):
        render({"archive": {"bucket": bucket}})


def test_an_archive_in_two_places_is_refused() -> None:
    with pytest.raises(Exception, match=r"archive\.claim and archive\.bucket"):
        render({"archive": {"bucket": "s3://kept/log", "claim": "gh-archive"}})


def test_how_long_things_are_kept_is_told_to_who_takes_them_away() -> None:
    manifests = render(ARCHIVE)
    told = {name: environment_of(manifests, name) for name in SERVICES}
    keeping = {name: {key for key in given if key.startswith("GHOSTHANDS_KEEP_")} for name, given in told.items()}
    assert keeping == {
        **{name: set() for name in SERVICES},
        JOB_INTAKE: {f"GHOSTHANDS_KEEP_{kept}_DAYS" for kept in SWEPT_BY_INTAKE},
        PROJECTOR: {"GHOSTHANDS_KEEP_EVENT_COPIES_DAYS"},
    }
    assert told[JOB_INTAKE]["GHOSTHANDS_KEEP_REQUESTS_DAYS"] == "30"
    assert told[PROJECTOR]["GHOSTHANDS_KEEP_EVENT_COPIES_DAYS"] == "90"


def test_the_secrets_are_those_that_are_made(tmp_path: Path) -> None:
    made = (ROOT / "deploy" / "make-secrets").read_text()
    for pod in pods(render({})).values():
        for key in secrets_of(pod):
            assert key in made or key.startswith(("nats_", "database_url_")), key


@each_values
def test_nothing_runs_as_root_or_writes_where_it_should_not(values: dict[str, Any]) -> None:
    manifests = render(values)
    for pod in pods(manifests).values():
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["automountServiceAccountToken"] is False
    for container in containers(manifests):
        may = container["securityContext"]
        assert may["readOnlyRootFilesystem"] is True
        assert may["allowPrivilegeEscalation"] is False
        assert may["capabilities"] == {"drop": ["ALL"]}
        assert "memory" in container["resources"]["limits"]


def test_every_service_is_asked_whether_it_lives_and_whether_it_is_ready() -> None:
    running = pods(render({}))
    for service in SERVICES:
        [container] = running[service]["containers"]
        assert container["livenessProbe"]["httpGet"]["path"] == "/healthz"
        assert container["readinessProbe"]["httpGet"]["path"] == "/readyz"


def test_a_host_is_drained_before_it_goes_and_has_the_time_for_it() -> None:
    [hosts] = [one for one in of_kind(render({}), "StatefulSet") if one["metadata"]["name"] == f"gh-{BROWSER_HOST}"]
    pod = hosts["spec"]["template"]["spec"]
    told = pod["containers"][0]["lifecycle"]["preStop"]["exec"]["command"][-1]
    assert 'ghosthands drain "$GHOSTHANDS_BROWSER_HOST_HOST"; sleep 120' in told
    assert pod["terminationGracePeriodSeconds"] == 120 + 40


def test_what_a_browser_writes_lies_in_memory() -> None:
    volumes = {volume["name"]: volume for volume in pods(render({}))[BROWSER_HOST]["volumes"]}
    assert volumes["browsers"]["emptyDir"]["medium"] == "Memory"


def test_the_streams_are_made_by_a_hook_after_a_nats_of_ours_and_before_all_else_on_anothers() -> None:
    def hook(values: dict[str, Any]) -> tuple[str, str]:
        [job] = of_kind(render(values), "Job")
        return (
            job["metadata"]["annotations"]["helm.sh/hook"],
            job["spec"]["template"]["spec"]["containers"][0]["args"][-1],
        )

    assert hook({}) == ("post-install,post-upgrade", "1")
    assert hook(ELSEWHERE) == ("pre-install,pre-upgrade", "3")
    assert not [one for one in of_kind(render(ELSEWHERE), "StatefulSet") if one["metadata"]["name"] == "gh-nats"]


def test_three_servers_come_in_place_of_the_one_and_hold_each_stream_three_times() -> None:
    manifests = render(CLUSTER)
    [servers] = [one for one in of_kind(manifests, "StatefulSet") if one["metadata"]["name"] == "gh-nats"]
    assert servers["spec"]["replicas"] == 3
    [hook] = of_kind(manifests, "Job")
    assert hook["metadata"]["annotations"]["helm.sh/hook"] == "post-install,post-upgrade"
    assert hook["spec"]["template"]["spec"]["containers"][0]["args"][-1] == "3"
    assert environment_of(manifests, PROJECTOR)["GHOSTHANDS_NATS_URL"] == "nats://gh-nats:4222"
    assert [one["metadata"]["name"] for one in of_kind(manifests, "Service") if "nats" in one["metadata"]["name"]] == [
        "gh-nats-headless",
        "gh-nats",
    ]
    assert secrets_of(pods(manifests)["nats"]) == {"nats.env", "nats_routes"}
    assert [one["image"] for one in pods(manifests)["nats"]["containers"]] == [
        pods(manifests)["migrate"]["containers"][0]["image"]
    ]


def test_what_is_set_for_nats_holds_for_three_servers_as_for_one() -> None:
    nats = {"storage": "50Gi", "storageClass": "fast", "resources": {"limits": {"memory": "9Gi"}}}
    values = {"global": {"image": {"tag": "9", "pullSecretNames": ["registry"]}, "secret": "ours", "user": 7}}

    def told(cluster: bool) -> dict[str, Any]:
        manifests = render({**values, "nats": {**nats, "cluster": {"enabled": cluster}}})
        [servers] = [one["spec"] for one in of_kind(manifests, "StatefulSet") if one["metadata"]["name"] == "gh-nats"]
        pod, [claim] = servers["template"]["spec"], [one["spec"] for one in servers["volumeClaimTemplates"]]
        [container] = pod["containers"]
        return {
            "disk": (claim["storageClassName"], claim["resources"]["requests"]["storage"], claim["accessModes"]),
            "secret": [one["secret"]["secretName"] for one in pod["volumes"] if "secret" in one],
            "pod": {
                name: pod[name] for name in ("securityContext", "imagePullSecrets", "automountServiceAccountToken")
            },
            **{name: container[name] for name in ("image", "imagePullPolicy", "resources", "securityContext")},
        }

    assert told(cluster=True) == told(cluster=False)
    assert told(cluster=False)["disk"] == ("fast", "50Gi", ["ReadWriteOnce"])
    assert told(cluster=False)["image"] == "ghosthands/services:9"


def test_three_servers_never_take_the_store_of_one() -> None:
    """A server that joins a cluster deletes the streams that it had alone."""
    names = set()
    for values in ({}, CLUSTER):
        [servers] = [one for one in of_kind(render(values), "StatefulSet") if one["metadata"]["name"] == "gh-nats"]
        [claim] = servers["spec"]["volumeClaimTemplates"]
        names.add(claim["metadata"]["name"])
    assert len(names) == 2


def test_a_lost_node_takes_one_server_of_three_with_it_and_one_may_be_away() -> None:
    manifests = render(CLUSTER)
    by_node, by_zone = pods(manifests)["nats"]["topologySpreadConstraints"]
    assert (by_node["topologyKey"], by_node["maxSkew"]) == ("kubernetes.io/hostname", 1)
    assert by_node["whenUnsatisfiable"] == "DoNotSchedule"
    assert (by_zone["topologyKey"], by_zone["whenUnsatisfiable"]) == ("topology.kubernetes.io/zone", "ScheduleAnyway")
    [servers] = [one for one in of_kind(manifests, "StatefulSet") if one["metadata"]["name"] == "gh-nats"]
    assert by_node["labelSelector"] == servers["spec"]["selector"]
    [budget] = [one for one in of_kind(manifests, "PodDisruptionBudget") if one["metadata"]["name"] == "gh-nats"]
    assert budget["spec"] == {"maxUnavailable": 1, "selector": servers["spec"]["selector"]}


def test_none_but_the_servers_of_a_cluster_reaches_where_they_speak_to_each_other() -> None:
    manifests = render(CLUSTER)
    [policy] = [one["spec"] for one in of_kind(manifests, "NetworkPolicy") if one["metadata"]["name"] == "gh-nats"]
    [servers] = [one for one in of_kind(manifests, "StatefulSet") if one["metadata"]["name"] == "gh-nats"]
    labels = servers["spec"]["template"]["metadata"]["labels"]
    assert policy["podSelector"]["matchLabels"].items() <= labels.items()
    among = [one["from"] for one in policy["ingress"] if one["ports"] == [{"port": "cluster"}]]
    assert among == [[{"podSelector": policy["podSelector"]}]]
    assert [one["to"] for one in policy["egress"] if one["ports"] == [{"port": "cluster"}]] == among


@pytest.mark.parametrize("values", [{}, CLUSTER], ids=["one", "cluster"])
def test_nats_tells_of_itself_on_its_pods_loopback_alone(values: dict[str, Any]) -> None:
    manifests = render(values)
    [container] = pods(manifests)["nats"]["containers"]
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        assert re.findall(r"://([^/]+)/healthz", str(container[probe]["exec"]["command"])) in (
            ["127.0.0.1:8222"],
            ["127.0.0.1:8222"] * 2,
        )
    for config in of_kind(manifests, "ConfigMap"):
        assert re.findall(r'"http\w*": (.+?),?\n', config["data"]["nats.conf"]) == ['"127.0.0.1:8222"']
    assert "8222" not in str([one["spec"] for one in of_kind(manifests, "Service", "NetworkPolicy")])


def test_somebody_elses_servers_and_a_cluster_of_ones_own_are_refused() -> None:
    with pytest.raises(Exception, match=r"nats\.cluster\.enabled"):
        render({"nats": {"enabled": False, "url": "nats://a:4222", "cluster": {"enabled": True}}})


def test_nats_own_chart_is_one_version_of_it_and_comes_only_where_it_is_asked_for() -> None:
    about, values = (yaml.safe_load((CHART / name).read_text()) for name in ("Chart.yaml", "values.yaml"))
    [nats] = about["dependencies"]
    assert (nats["name"], nats["condition"]) == ("nats", "nats.cluster.enabled")
    assert re.fullmatch(r"\d+\.\d+\.\d+", nats["version"])
    assert values["nats"]["cluster"]["enabled"] is False
    assert values["global"]["image"]["tag"] == about["appVersion"]


def test_keda_counts_durables_that_there_are() -> None:
    known = {(one.stream, one.name) for one in consumers.CONSUMERS}
    scaled = list(of_kind(render(KEDA), "ScaledObject"))
    told = [trigger["metadata"] for one in scaled for trigger in one["spec"]["triggers"]]
    assert {(one["stream"], one["consumer"]) for one in told} <= known
    bands = {name for service in (BROWSER_HOST, "executor") for name in consumers.bands_of(service)}
    assert bands <= {one["consumer"] for one in told}
    assert {one["account"] for one in told} == {"GHOSTHANDS"}
    left = {one["metadata"]["name"] for one in of_kind(render(KEDA), "Deployment", "StatefulSet")}
    targets = {one["spec"]["scaleTargetRef"]["name"] for one in scaled}
    assert targets <= left
    for one in of_kind(render(KEDA), "Deployment", "StatefulSet"):
        assert ("replicas" in one["spec"]) == (one["metadata"]["name"] not in targets)


def test_keda_without_anything_to_ask_is_refused() -> None:
    with pytest.raises(Exception, match=r"nats\.monitoring"):
        render({"keda": {"enabled": True}})


def test_a_nats_elsewhere_without_an_address_is_refused() -> None:
    with pytest.raises(Exception, match=r"nats\.url"):
        render({"nats": {"enabled": False}})


def test_every_pod_is_closed_but_for_what_is_let_in() -> None:
    policies = {one["metadata"]["name"]: one["spec"] for one in of_kind(render({}), "NetworkPolicy")}
    assert policies["gh"]["policyTypes"] == ["Ingress", "Egress"]
    [outside] = policies["gh-outside"]["podSelector"]["matchExpressions"]
    composed = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())["services"]
    reaching = {name for name in SERVICES if "outside" in composed[name].get("networks", ())}
    assert set(outside["values"]) == reaching
    [way] = policies["gh-outside"]["egress"]
    assert "10.0.0.0/8" in way["to"][0]["ipBlock"]["except"]


def test_one_pod_of_each_may_be_away_at_a_time() -> None:
    budgets = {one["metadata"]["name"]: one["spec"] for one in of_kind(render({}), "PodDisruptionBudget")}
    assert budgets.keys() == {f"gh-{service}" for service in SERVICES}
    assert {one["maxUnavailable"] for one in budgets.values()} == {1}


@pytest.mark.parametrize("broken", ["{{ .Values.nothing.there }}", "kind: [unclosed"])
def test_a_broken_template_is_noticed(tmp_path: Path, broken: str) -> None:
    copy = lay_chart(tmp_path)
    with (copy / "templates" / "nats.yaml").open("a") as template:
        template.write(f"\n---\n{broken}\n")
    report = chart.lint(str(copy), {}, strict=True)
    assert report["errors"]
