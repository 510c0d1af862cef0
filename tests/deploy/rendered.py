"""The chart as Helm itself renders it; `make test-deploy` gets the tool.

Helm renders no chart without its dependencies. So the chart is copied: with NATS' own chart where a test asks for a
cluster, which needs NATS_CHART (CONTRIBUTING.md), and with the dependency left out for every other test.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

chart = pytest.importorskip("helm_python.chart", reason="helm-python-sdk is not here")
registry = pytest.importorskip("helm_python.registry", reason="helm-python-sdk is not here")

ROOT = Path(__file__).parents[2]
CHART = ROOT / "deploy" / "helm" / "ghosthands"

#: where NATS' own chart is: an archive, a folder, or `fetch`
NATS_CHART = os.environ.get("NATS_CHART", "")
MISSING = "NATS' own chart is not here: NATS_CHART names its archive or folder, or `fetch`"

Manifests = list[dict[str, Any]]

KEDA = {"keda": {"enabled": True}, "nats": {"monitoring": True}}
CLUSTER = {"nats": {"cluster": {"enabled": True}}}


def lay_chart(folder: Path, *, cluster: bool = False) -> Path:
    """A copy of the chart that Helm takes; with NATS' own chart where that is asked for, or the test is skipped."""
    copy = folder / "ghosthands"
    shutil.copytree(CHART, copy)
    if not cluster:
        about = yaml.safe_load((copy / "Chart.yaml").read_text())
        del about["dependencies"]
        (copy / "Chart.yaml").write_text(yaml.safe_dump(about))
    elif not NATS_CHART:
        pytest.skip(MISSING)
    elif NATS_CHART == "fetch":
        registry.dependency_update(str(copy))
    else:
        given = Path(NATS_CHART)
        (copy / "charts").mkdir()
        (shutil.copytree if given.is_dir() else shutil.copy)(given, copy / "charts" / given.name)
    return copy


@cache
def _load(cluster: bool) -> Any:
    with tempfile.TemporaryDirectory(prefix="ghosthands-chart-") as folder:
        return chart.Chart.load(str(lay_chart(Path(folder), cluster=cluster)))


def has_cluster(values: dict[str, Any]) -> bool:
    return bool(values.get("nats", {}).get("cluster", {}).get("enabled"))


def render(values: dict[str, Any]) -> Manifests:
    """What the chart comes to."""
    rendered = _load(has_cluster(values)).render(values, name="gh", namespace="jobs")
    texts = [text for name, text in sorted(rendered.items()) if name.endswith(".yaml")]
    return [manifest for text in texts for manifest in yaml.safe_load_all(text) if manifest]


def of_kind(manifests: Manifests, *kinds: str) -> Iterator[dict[str, Any]]:
    return (one for one in manifests if one["kind"] in kinds)


def pods(manifests: Manifests) -> dict[str, dict[str, Any]]:
    """The specification of each pod, by what it is of."""
    now = of_kind(manifests, "Deployment", "StatefulSet", "Job")
    later = ({**one, "spec": one["spec"]["jobTemplate"]["spec"]} for one in of_kind(manifests, "CronJob"))
    return {one["metadata"]["name"].removeprefix("gh-"): one["spec"]["template"]["spec"] for one in (*now, *later)}


def containers(manifests: Manifests) -> list[dict[str, Any]]:
    return [one for pod in pods(manifests).values() for one in (*pod["containers"], *pod.get("initContainers", ()))]


def environment_of(manifests: Manifests, name: str) -> dict[str, str]:
    return {one["name"]: one.get("value", "") for one in pods(manifests)[name]["containers"][0].get("env", ())}


def secrets_of(pod: dict[str, Any]) -> set[str]:
    """The keys of the secret that the pod is given."""
    given = [
        volume["secret"] for volume in pod["volumes"] if volume.get("secret", {}).get("secretName") == "ghosthands"
    ]
    told = [one["valueFrom"] for one in pod["containers"][0].get("env", ()) if "valueFrom" in one]
    by_name = {one["secretKeyRef"]["key"] for one in told if one.get("secretKeyRef", {}).get("name") == "ghosthands"}
    return by_name | {item["key"] for secret in given for item in secret["items"]}
