from __future__ import annotations

import pytest

from ghosthands.bench.tokens import count_tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("Email", 1),
        ("First name", 2),
        ("StaticText", 2),
        ("[0-123] textbox: Email", 8),
        ("internationalisation", 3),
        ("2026", 2),
        ("a\n\n    b", 4),
        ("姓名", 1),
    ],
)
def test_a_text_is_cut_as_tokenizers_cut_it(text: str, tokens: int) -> None:
    assert count_tokens(text) == tokens


def test_a_text_twice_is_twice_as_many() -> None:
    tree = "[0-1] RootWebArea: Apply\n  [0-2] textbox: Email\n"
    assert count_tokens(tree * 2) == 2 * count_tokens(tree)
