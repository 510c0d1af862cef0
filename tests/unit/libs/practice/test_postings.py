from __future__ import annotations

import pytest

from ghosthands.practice.families import FAMILIES
from ghosthands.practice.postings import CATALOGUE, Posting, covers, make_key
from ghosthands.practice.switches import Switches, read_query


def test_a_posting_is_named_by_its_address_its_path_or_its_key() -> None:
    posting = Posting("greenhouse", "acme", 1001)
    for reference in (f"http://127.0.0.1:8700{posting.path}?echo=1#form", posting.path, posting.key):
        assert make_key(reference) == "greenhouse/acme/jobs/1001"


def test_any_number_makes_a_posting_that_never_changes() -> None:
    assert Posting("greenhouse", "night-owl", 31337).company == "Night Owl"
    assert Posting("greenhouse", "acme", 31337).title == Posting("greenhouse", "acme", 31337).title


def test_the_catalogue_lists_every_family() -> None:
    assert {posting.family for posting in CATALOGUE} == {family.name for family in FAMILIES}


@pytest.mark.parametrize("key", ["*", "", "greenhouse/acme/jobs/1", "greenhouse/acme", "greenhouse/acme/jobs/1/a@b.c"])
def test_a_key_covers_what_lies_under_it(key: str) -> None:
    assert covers(key, "greenhouse/acme/jobs/1/a@b.c")


@pytest.mark.parametrize("key", ["greenhouse/acme/jobs/12", "greenhouse/ac", "stepwise/acme/jobs/1"])
def test_a_key_covers_nothing_beside_it(key: str) -> None:
    assert not covers(key, "greenhouse/acme/jobs/1/a@b.c")


def test_switches_survive_their_own_query() -> None:
    assert read_query({"echo": "1", "captcha": "1", "first_name": "Jordan", "login": "0"}).query == "?echo=1&captcha=1"
    assert Switches().query == ""
