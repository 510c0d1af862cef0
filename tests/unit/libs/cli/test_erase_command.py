"""`ghosthands erase` takes no slip of the hand for somebody."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ghosthands.cli.commands import erase
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain.erasure import EraseApplicant, Erasure
from ghosthands.stack import StackElsewhere


@pytest.mark.parametrize("whose", ["", "1", "0190a5c", "  0190a5c  "])
def test_too_little_of_an_id_names_nobody_to_erase(whose: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = _listen(monkeypatch)
    with pytest.raises(Stop, match=r"nothing was erased.*at least 8 characters of it, or TENANT/USER") as refusal:
        erase.run(whose, cancel=False, as_json=False)
    assert (refusal.value.code, asked) == (Exit.USAGE, [])


@pytest.mark.parametrize("whose", ["a/b", "0190a5c0"])
def test_a_tenant_and_user_or_enough_of_an_id_is_asked_for(whose: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = _listen(monkeypatch)
    with pytest.raises(Stop, match="that is all"):
        erase.run(whose, cancel=False, as_json=False)
    assert asked == [whose]


def test_of_a_stack_elsewhere_it_tells_what_is_still_to_be_run_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def done(_: EraseApplicant) -> Erasure:
        return Erasure(tenant="valet", applicant="a")

    async def elsewhere() -> StackElsewhere:
        return StackElsewhere("nats://nowhere", "", {})

    monkeypatch.setattr(erase, "_run", done)
    monkeypatch.setattr(erase, "use_running", elsewhere)
    monkeypatch.setattr(erase.backup, "rewrite_keys", lambda: pytest.fail("those are another stack's"))
    erase.run("a/b", cancel=False, as_json=True)
    said = capsys.readouterr()
    assert json.loads(said.out)["applicant"] == "a"
    assert "python -m ghosthands.vault.backup --keys FOLDER" in " ".join(said.err.split())


def _listen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Whom it would erase."""
    asked: list[str] = []

    async def note(asking: EraseApplicant, **_: Any) -> Erasure:
        asked.append(asking.whose)
        raise Stop(Exit.NO, "that is all")

    monkeypatch.setattr(erase, "_run", note)
    return asked
