"""What a process caches of texts is bounded, and is nothing that an applicant says."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest

from ghosthands.domain.caches import CACHED_OPTIONS, CACHED_TEXTS
from ghosthands.domain.page import FieldKind, FieldModel, Locator, OptionModel
from ghosthands.planning import meaning
from ghosthands.planning.proving import Sources, find_unproven
from ghosthands.planning.remembering import RememberedAnswer, find_in_other_words
from ghosthands.planning.rules.sensitive import is_sensitive_text
from ghosthands.planning.signals import words

PACKAGES = ("ghosthands.planning", "ghosthands.domain")
QUESTION = "What is your favourite tool?"
FIELD = FieldModel(
    id="f",
    locator=Locator("#f"),
    kind=FieldKind.SELECT,
    label=QUESTION,
    options=(OptionModel("Hammer"), OptionModel("Saw")),
)


def list_caches() -> list[Any]:
    """The planning's caches, and those of the domain that it rests on, which grow with what they are asked."""
    modules = [module for name, module in sys.modules.items() if name.startswith(PACKAGES)]
    kind = type(lru_cache(lambda: None))
    found = {id(each): each for module in modules for each in vars(module).values() if isinstance(each, kind)}
    of_texts = (each for each in found.values() if each.__module__.startswith(PACKAGES))
    return [each for each in of_texts if each.cache_info().maxsize is not None]


def count_put_in() -> dict[str, int]:
    """How many texts were ever put into each cache."""
    return {f"{each.__module__}.{each.__name__}": each.cache_info().misses for each in list_caches()}


def test_each_cache_of_texts_has_a_bound_that_a_page_fits_in() -> None:
    caches = list_caches()
    assert len(caches) > 10
    assert {each.cache_info().maxsize for each in caches} == {CACHED_TEXTS, CACHED_OPTIONS}


def test_a_page_with_long_lists_is_read_anew_out_of_the_cache() -> None:
    schools = [f"{kind} No. {number} of Bonn" for number in range(3000) for kind in ("School", "College")]
    for school in schools:
        words(school)
    misses = words.cache_info().misses
    for school in schools:
        words(school)
    assert words.cache_info().misses == misses


def remember(answer: str) -> None:
    before = {"k": RememberedAnswer(answer, FieldKind.SELECT, frozenset({"hammer", "saw"}), QUESTION)}
    find_in_other_words(FIELD, before)


def prove(line: str) -> None:
    find_unproven(f"I know {line}.", Sources([line]), "en")


@pytest.mark.parametrize(
    "ask", [is_sensitive_text, prove, remember, lambda answer: meaning.takes(FIELD, QUESTION, answer)]
)
def test_what_an_applicant_says_stays_in_no_cache(ask: Callable[[str], object]) -> None:
    ask("Hammer")
    before = count_put_in()
    ask("Nine years of Zorblax at Byron & Sons")
    assert count_put_in() == before
