"""What dashboards and alerts ask Prometheus for is what services say."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from prometheus_client import REGISTRY

from ghosthands.domain.services import SERVICES

DEPLOY = Path(__file__).parents[3] / "deploy"
#: Prometheus' own for each target, node-exporter's, the kubelet's, kube-state-metrics', and what a backup leaves
OF_OTHERS = {
    "up",
    *(f"node_filesystem_{what}_bytes" for what in ("avail", "size")),
    *(f"kubelet_volume_stats_{what}_bytes" for what in ("available", "capacity")),
    *(f"kube_cronjob_status_last_{what}_time" for what in ("schedule", "successful")),
    *(f"kube_cronjob_{what}" for what in ("created", "next_schedule_time")),
    "ghosthands_backup_made_timestamp_seconds",
}
_LABELS_OF_OTHERS = {"job", "container", "mountpoint", "persistentvolumeclaim", "cronjob"}
#: counted under one name, served under several
_SERVED_AS = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}


def expressions() -> Iterator[tuple[str, str]]:
    """Where each stands, and what it says."""
    board = json.loads((DEPLOY / "grafana/dashboards/services.json").read_text())
    for panel in board["panels"]:
        yield from ((panel["title"], target["expr"]) for target in panel["targets"])
    for group in yaml.safe_load((DEPLOY / "prometheus/alerts.yml").read_text())["groups"]:
        yield from ((rule["alert"], rule["expr"]) for rule in group["rules"])


@pytest.fixture(scope="module")
def exported() -> dict[str, set[str]]:
    """Every metric that any service serves, with its labels."""
    for service in SERVICES:
        importlib.import_module(f"ghosthands.{service.replace('-', '_')}.service")
    known: dict[str, set[str]] = {}
    for metric in set(REGISTRY._names_to_collectors.values()):
        for family in metric.describe() if hasattr(metric, "describe") else metric.collect():
            labels = set(getattr(metric, "_labelnames", ()))
            known |= {f"{family.name}{end}": labels for end in _SERVED_AS.get(family.type, ("",))}
    return known


@pytest.mark.parametrize(("where", "expression"), list(expressions()))
def test_what_is_asked_for_is_exported(where: str, expression: str, exported: dict[str, set[str]]) -> None:
    bare = re.sub(r'"[^"]*"', '""', expression)
    names = set(re.findall(r"\b(?:ghosthands|process|node|kubelet|kube)_\w+|\bup\b", bare))
    assert names, f"{where} asks for nothing that is known"
    assert names <= set(exported) | OF_OTHERS


@pytest.mark.parametrize(("where", "expression"), list(expressions()))
def test_what_it_is_split_by_is_a_label_of_it(where: str, expression: str, exported: dict[str, set[str]]) -> None:
    by = {label for group in re.findall(r"\bby \(([^)]*)\)", expression) for label in re.split(r"\W+", group)}
    matched = set(re.findall(r"[{,]\s*(\w+)\s*(?:=~|!=|=|!~)", expression))
    had = {
        label
        for name in re.findall(r"\b(?:ghosthands|process)_\w+|\bup\b", expression)
        for label in exported.get(name, ())
    }
    assert by | matched <= had | {"le"} | _LABELS_OF_OTHERS, where
