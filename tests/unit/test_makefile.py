"""`make` trusts the certificates that pip trusts, keeps compiled code, and leaves no test out."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SETTINGS = ("PIP_CERT", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS")
OF_THE_COMPANY = "/etc/company/ca.pem"


@pytest.mark.parametrize("setting", ["PIP_CERT", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE"])
def test_what_pip_is_told_uv_is_told_too(setting: str) -> None:
    assert f'SSL_CERT_FILE="{OF_THE_COMPANY}"' in command("setup", " sync ", {setting: OF_THE_COMPANY})


def test_what_pip_is_told_is_preferred_to_what_is_set_for_all() -> None:
    told = {"PIP_CERT": OF_THE_COMPANY, "SSL_CERT_FILE": "/etc/ssl/certs/ca-certificates.crt"}
    assert f'SSL_CERT_FILE="{OF_THE_COMPANY}"' in command("setup", " sync ", told)


@pytest.mark.parametrize(
    ("target", "part"),
    [("setup", "ghosthands.chromium install"), ("setup-magnitude", "npm --prefix"), ("test-widgets", "npm --prefix")],
)
def test_what_pip_is_told_node_is_told_too(target: str, part: str) -> None:
    assert f'NODE_EXTRA_CA_CERTS="{OF_THE_COMPANY}"' in command(target, part, {"PIP_CERT": OF_THE_COMPANY})


def test_with_nothing_said_uv_keeps_to_the_system() -> None:
    assert "SSL_CERT_FILE" not in command("setup", " sync ", {})


def test_uv_is_told_what_is_in_pips_own_configuration(tmp_path: Path) -> None:
    configuration = tmp_path / "pip/pip.conf"
    configuration.parent.mkdir()
    configuration.write_text(f"[global]\ncert = {OF_THE_COMPANY}\n")
    told = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert f'SSL_CERT_FILE="{OF_THE_COMPANY}"' in command("setup", " sync ", told, asking_pip=True)


@pytest.mark.parametrize(("target", "marks"), [("test", "not slow"), ("test-slow", "slow and")])
def test_all_tests_of_a_mark_are_in_one_of_the_parts(target: str, marks: str) -> None:
    *parts, applying = (line for line in commands(target, {}) if "pytest" in line and marks in line)
    named = [path for part in parts for path in re.findall(r" (tests/\S+)", part)]
    left_out = re.findall(r"--ignore=(tests/\S+)", applying)
    assert sorted(left_out) == sorted(named)
    assert all((ROOT / path).exists() for path in named)
    assert " tests/" not in applying, "the last part is all that the others are not"


def test_what_make_runs_keeps_the_code_that_it_compiled() -> None:
    told = 'told: ; @echo "[$$PYTHONDONTWRITEBYTECODE]"'
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    ran = subprocess.run(
        ["make", "--eval", told, "told"], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "[]\n"


def command(target: str, part: str, told: dict[str, str], *, asking_pip: bool = False) -> str:
    """The command of this target that contains the part, as `make` would run it."""
    return next(line for line in commands(target, told, asking_pip=asking_pip) if part in line)


def commands(target: str, told: dict[str, str], *, asking_pip: bool = False) -> list[str]:
    """The commands of this target, as `make` would run them."""
    others = {name: value for name, value in os.environ.items() if name not in SETTINGS and not name.startswith("MAKE")}
    ran = subprocess.run(
        ["make", "--dry-run", "--always-make", target, *([] if asking_pip else ["PIP_SETTING="])],
        cwd=ROOT,
        env={**others, **told},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.splitlines()
