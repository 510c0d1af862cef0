"""What is told of an engine that needs Node, where there is none or nothing is installed for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ghosthands.browser_host.engines import node


@pytest.fixture
def sidecar(tmp_path: Path) -> Path:
    package = tmp_path / "node_modules" / "magnitude-core" / "package.json"
    package.parent.mkdir(parents=True)
    package.write_text(json.dumps({"version": "0.3.1"}))
    return tmp_path


def put_node(folder: Path, monkeypatch: pytest.MonkeyPatch, says: str) -> None:
    program = folder / "node"
    program.write_text(f"#!/bin/sh\necho {says}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


def test_without_node_it_is_node_that_is_to_be_installed(
    sidecar: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "install Node 20 or newer" in str(node.missing(sidecar))
    assert "not available" in node.describe(sidecar)


def test_without_the_package_it_is_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_node(tmp_path, monkeypatch, "v20.1.0")
    assert node.missing(tmp_path) == "make setup-magnitude"


def test_a_node_that_is_too_old_is_said_to_be(sidecar: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_node(tmp_path, monkeypatch, "v18.20.4")
    assert node.missing(sidecar) == "Node 18.20.4 is too old, 20 is needed"
    assert "Node 18.20.4 is too old" in node.describe(sidecar)


def test_a_node_that_does_not_say_its_version_is_none(
    sidecar: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_node(tmp_path, monkeypatch, "who knows")
    assert "20 is needed" in str(node.missing(sidecar))


def test_what_is_there_is_told_with_its_versions(
    sidecar: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_node(tmp_path, monkeypatch, "v22.3.0")
    assert node.missing(sidecar) is None
    assert node.describe(sidecar) == "magnitude-core 0.3.1 on Node 22.3.0"
