from __future__ import annotations

import pytest

from ghosthands.bench.prompt import KEYS, count_ours, count_theirs, name_contest
from ghosthands.browser_host.engines.stagehand import RULES
from ghosthands.domain.keys import canonical
from ghosthands.domain.page import FieldKind, FieldModel, Locator
from ghosthands.practice.model_server import Asked
from ghosthands.testkit.story import page_model


def fields(count: int, *, visible: bool = True) -> tuple[FieldModel, ...]:
    return tuple(
        FieldModel(id=f"f{n}", locator=Locator("i"), kind=FieldKind.TEXT, label=f"Question {n}", visible=visible)
        for n in range(count)
    )


def test_every_field_that_shows_counts_however_many_questions_it_takes() -> None:
    one, two, many = (count_ours(page_model(fields=fields(count))) for count in (1, 60, 200))
    assert one < two < many
    assert many > 3 * two
    assert count_ours(page_model(fields=(*fields(1), *fields(50, visible=False)))) == pytest.approx(one, abs=40)


def test_what_we_tell_stagehand_in_advance_is_not_counted_as_its_own() -> None:
    assert count_theirs(Asked("m", f"{RULES}\nthe page")) == count_theirs(Asked("m", "\nthe page"))


def test_every_key_offered_is_one_of_ours() -> None:
    assert [key for key in KEYS if canonical(key.removeprefix("profile.")) is None] == []


@pytest.mark.parametrize(
    ("page", "target"), [("p1_f10", None), ("p2_f50", 0.5), ("p7_workday", 0.5), ("p8_heavy", 0.02)]
)
def test_what_is_asked_of_a_page(page: str, target: float | None) -> None:
    assert name_contest(page).target == target
