"""For how long what is kept: a number of days, or for ever."""

from __future__ import annotations

from datetime import timedelta

import pytest

from ghosthands.chassis import settings
from ghosthands.chassis.keeping import Keeping
from ghosthands.domain.retention import Kept
from ghosthands.testkit.story import NOON

VARIABLE = "GHOSTHANDS_KEEP_EVENT_COPIES_DAYS"


def cutoff(monkeypatch: pytest.MonkeyPatch, days: str) -> object:
    monkeypatch.setenv(VARIABLE, days)
    return settings.load(Keeping).cutoff(Kept.EVENT_COPIES, NOON)


def test_what_has_a_time_is_over_after_so_many_days(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cutoff(monkeypatch, " 30 ") == NOON - timedelta(days=30)


@pytest.mark.parametrize("days", ["", "0", " "])
def test_nothing_and_nought_are_for_ever(days: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cutoff(monkeypatch, days) is None


@pytest.mark.parametrize("days", ["0", "31", "never"])
def test_dead_letters_are_not_kept_longer_than_nats_does(days: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GHOSTHANDS_KEEP_DEAD_LETTERS_DAYS", days)
    with pytest.raises(settings.SettingsInvalid, match=r"GHOSTHANDS_KEEP_DEAD_LETTERS_DAYS: .* from 1 to 30"):
        settings.load(Keeping)


def test_without_a_setting_all_is_kept_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    for kept in Kept:
        monkeypatch.delenv(f"GHOSTHANDS_KEEP_{kept.replace('-', '_').upper()}_DAYS", raising=False)
    loaded = settings.load(Keeping)
    found = {kept: loaded.cutoff(kept, NOON) for kept in Kept}
    assert found == {**dict.fromkeys(Kept), Kept.DEAD_LETTERS: NOON - timedelta(days=30)}


@pytest.mark.parametrize("days", ["-1", "1.5", "a week", "99999999", "٣", "1e3"])
def test_what_is_no_number_of_days_is_refused_by_its_variable_with_the_mend(
    days: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(settings.SettingsInvalid) as refused:
        cutoff(monkeypatch, days)
    (line,) = refused.value.lines
    assert line.startswith(f"{VARIABLE}: should be a whole number of days from 1 to 36500; 0, or nothing")
