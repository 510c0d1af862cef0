"""How much work reading is, counted: patterns that are made, and wordings that a question is held against."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ghosthands.planning.questions.names import Names
from ghosthands.planning.questions.phrases import Phrases, plain
from ghosthands.planning.questions.reading import read
from ghosthands.planning.questions.wordings import Wording, languages

KNOWN = Path(__file__).parent / "known.jsonl"
#: Of all phrases, how many a page in one language may have made into patterns; a quarter of them are English.
MADE = 0.15
#: Wordings that a question is held against, of a hundred and more in each language; 8.0 were seen.
HELD_AGAINST = 10


def questions(*of: str) -> list[str]:
    listed = map(json.loads, KNOWN.read_text(encoding="utf-8").splitlines())
    return [line["text"] for line in listed if not of or line["lang"] in of]


def all_phrases() -> Iterator[Phrases]:
    for language in languages().values():
        for wording in language.wordings:
            yield from (*wording.needed, *wording.excluded)


def test_a_page_in_one_language_makes_few_of_all_patterns() -> None:
    languages.cache_clear()
    read.cache_clear()
    for text in questions("en")[:20]:
        read(text)
    made = sum("pattern" in vars(phrases) for phrases in all_phrases())
    assert 0 < made <= MADE * sum(1 for _ in all_phrases())


def test_a_question_is_held_against_a_few_wordings_only(monkeypatch: pytest.MonkeyPatch) -> None:
    held = 0
    fits = Wording.fits

    def count(wording: Wording, said: str) -> bool:
        nonlocal held
        held += 1
        return fits(wording, said)

    monkeypatch.setattr(Wording, "fits", count)
    read.cache_clear()
    asked = questions()
    for text in asked:
        read(text)
    assert 0 < held <= HELD_AGAINST * len(asked)


def test_the_longest_name_is_found_and_leaves_the_gap_that_a_pattern_would() -> None:
    names = Names({"new zealand": "nz", "zealand": "dk", "法国": "fr", "法": "x"})
    assert names.find("work in new zealand now", spaced=True) == {"nz"}
    assert names.take_out("work in new zealand now", spaced=True) == "work in   now"
    assert names.find("new zealanders", spaced=True) == set()
    assert names.find("在法国工作", spaced=False) == {"fr"}
    assert names.take_out("在法国工作", spaced=False) == "在 工作"


@pytest.mark.parametrize("code", languages())
def test_what_is_passed_by_unread_is_not_there(code: str) -> None:
    """Phrases are searched for only where a word begins as one of theirs does."""
    language = languages()[code]
    lists = [
        language.negations,
        language.harmless,
        language.obstacles,
        language.unsure,
        language.turning,
        language.open,
    ]
    for said in map(plain, questions(code)):
        assert [each.search(said) for each in lists] == [bool(each.pattern.search(said)) for each in lists]
