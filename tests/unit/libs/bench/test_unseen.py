"""Measuring on pages of sites that the rules never saw."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from ghosthands.bench import unseen
from ghosthands.bench.labelled import Expected, LabelledPage
from ghosthands.bench.unseen import DEV, MORE_A, MORE_B1, MORE_B2, MORE_B3, OPEN, Scanned, outcome, part_of, tally
from ghosthands.domain.page import FieldKind, FieldModel, Locator, PageModel, PageType


def scanned(*labels: tuple[str, str]) -> Scanned:
    """A page of text boxes: what each says, and what belongs into it."""
    fields = tuple(
        FieldModel(id=f"f{at}", locator=Locator(f"#f{at}"), kind=FieldKind.TEXT, label=said)
        for at, (said, _) in enumerate(labels)
    )
    model = PageModel(
        url="https://a.test/", platform="generic", page_type=PageType.FORM, fingerprint="f", fields=fields
    )
    expected = tuple(Expected(f"#f{at}", visible=True, canonical=wanted) for at, (_, wanted) in enumerate(labels))
    return Scanned(LabelledPage("p.html", "corpus", "a.test", expected), model, tuple(range(len(labels))))


def test_a_site_is_in_one_part_whatever_page_of_it() -> None:
    """Pages of one site are alike: seeing one is seeing all."""
    sites = [f"site{number}.test" for number in range(200)]
    parts = [part_of("more", site) for site in sites]
    assert parts == [part_of("more", site) for site in sites]
    assert 60 < parts.count(MORE_A) < 140
    assert parts.count(MORE_B1) < parts.count(MORE_B2) + parts.count(MORE_B3)
    assert min(parts.count(MORE_B2), parts.count(MORE_B3)) > 20
    assert {*parts} == {MORE_A, MORE_B1, MORE_B2, MORE_B3}
    assert {part_of("dev", site) for site in sites} == {DEV}


def test_one_part_of_the_further_sites_is_not_looked_at() -> None:
    assert {part_of("more", f"site{number}.test") for number in range(200)} - {*OPEN} == {MORE_B3}


@pytest.mark.parametrize(
    ("canonical", "key", "came_out"),
    [
        ("email", "email", "right"),
        ("email", "phone", "wrong"),
        ("email", "other", "none"),
        ("email", None, "none"),
        ("other", None, "respected"),
        ("other", "one_time_code", "respected"),
        ("other", "email", "filled"),
        ("cc_name", "full_name", "filled"),
        ("one_time_code", "one_time_code", "right"),
    ],
)
def test_a_field_comes_out_as_what_would_stand_in_it(canonical: str, key: str | None, came_out: str) -> None:
    assert outcome(Expected("#a", visible=True, canonical=canonical), key) == came_out


def test_todays_rules_judge_a_page_that_was_scanned_before() -> None:
    judged = list(unseen.judge(scanned(("First name", "first_name"), ("E-mail", "phone"), ("Favourite dish", "other"))))
    assert [one.outcome for one in judged] == ["right", "wrong", "respected"]
    score = tally(judged)["corpus"]
    assert (score.right, score.wrong, score.respected) == (50.0, 50.0, 100.0)


def test_a_kept_scan_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = tmp_path / "dev"
    pages.mkdir()
    (pages / "expected.jsonl").write_bytes(b"")
    monkeypatch.setenv("GHOSTHANDS_FORMS_DIR", str(tmp_path))
    kept = [scanned(("E-mail", "email"))]
    (tmp_path / f"dev-{unseen.find_kept_name(pages)}.json").write_bytes(msgspec.json.encode(kept))
    assert asyncio.run(unseen.collect("dev", lambda *_: None, tmp_path)) == kept


def test_labels_that_changed_are_scanned_anew(tmp_path: Path) -> None:
    (tmp_path / "expected.jsonl").write_bytes(b"one")
    before = unseen.find_kept_name(tmp_path)
    (tmp_path / "expected.jsonl").write_bytes(b"other")
    assert unseen.find_kept_name(tmp_path) != before
