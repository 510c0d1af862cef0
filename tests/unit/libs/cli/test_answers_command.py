from __future__ import annotations

from collections.abc import Callable

import pytest

from ghosthands.cli import console
from ghosthands.cli.commands.answers import find_meant, make_table
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain.answers import KeptAnswer
from ghosthands.domain.page import FieldKind

KEPT = [
    KeptAnswer(question_key="aa11", question="Which shift?", kind=FieldKind.SELECT, options=2, text="Nights"),
    KeptAnswer(question_key="ab22", question="", kind=FieldKind.TEXT, options=0, text="Large"),
]


def test_what_was_answered_is_on_the_screen_only_on_demand(printed: Callable[[], str]) -> None:
    console.out.print(make_table(KEPT, with_text=False))
    assert "Which shift?" in printed()
    assert "select, 2 options" in printed()
    assert "Nights" not in printed()
    console.out.print(make_table(KEPT, with_text=True))
    assert "Nights" in printed()


def test_an_answer_is_named_by_the_beginning_of_its_key() -> None:
    assert find_meant(KEPT, "ab") == "ab22"
    for unclear in ("a", "cc", ""):
        with pytest.raises(Stop, match="remembered answers have a key") as stopped:
            find_meant(KEPT, unclear)
        assert stopped.value.code is Exit.USAGE
