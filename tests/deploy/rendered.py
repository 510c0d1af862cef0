"""The chart as Helm itself renders it; `make test-deploy` gets the tool."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

chart = pytest.importorskip("helm_python.chart", reason="helm-python-sdk is not here")

ROOT = Path(__file__).parents[2]
CHART = ROOT / "deploy" / "helm" / "ghosthands"

Manifests = list[dict[str, Any]]

KEDA = {"keda": {"enabled": True}, "nats": {"monitoring": True}}


def render(values: dict[str, Any]) -> Manifests:
    """What the chart comes to."""
    rendered = chart.Chart.load(str(CHART)).render(values, name="gh", namespace="jobs")
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
    return {one["name"]: one.get("value", "") for one in pods(manifests)[name]["containers"][0]["env"]}


def secrets_of(pod: dict[str, Any]) -> set[str]:
    """The keys of the secret that the pod is given."""
    given = [
        volume["secret"] for volume in pod["volumes"] if volume.get("secret", {}).get("secretName") == "ghosthands"
    ]
    return {item["key"] for secret in given for item in secret["items"]}
