"""A link shows one picture of one job, to whoever has it, for a while."""

from __future__ import annotations

from datetime import timedelta

import pytest

from ghosthands.hitl_gateway.picture_links import LEAST, MOST, PictureLinks, PictureRefused, list_pictures
from ghosthands.testkit.story import NOON

JOB, OTHER = "0b8f7d3e-0000-5000-8000-000000000001", "0b8f7d3e-0000-5000-8000-000000000002"


class Clock:
    now = NOON

    def __call__(self) -> object:
        return self.now


def links(clock: Clock | None = None, *keys: bytes) -> PictureLinks:
    return PictureLinks(keys or (b"k" * 32,), "https://apply.example.com/", now=clock or Clock())  # type: ignore[arg-type]


def token_of(link: str) -> str:
    return link.rpartition("/")[2]


def test_a_link_is_absolute_and_shows_its_picture() -> None:
    link = links().make(JOB, 7)
    assert link.startswith(f"https://apply.example.com/artifacts/{JOB}/")
    assert links().read(JOB, token_of(link)) == 7


def test_another_jobs_and_a_forged_link_show_nothing() -> None:
    token = token_of(links().make(JOB, 7))
    body, _, signature = token.rpartition(".")
    other = token_of(links().make(JOB, 8)).rpartition(".")[0]
    wrong = ["", "x", token[:-2], "x" + token, f"{other}.{signature}", f"{body}."]
    for job_id, shown in [(OTHER, token), *((JOB, one) for one in wrong)]:
        with pytest.raises(PictureRefused):
            links().read(job_id, shown)
    with pytest.raises(PictureRefused):
        links(None, b"another key" * 3).read(JOB, token)


@pytest.mark.parametrize(
    ("asked", "lasts"),
    [(None, LEAST), (timedelta(minutes=5), LEAST), (timedelta(hours=3), timedelta(hours=3)), (timedelta(days=7), MOST)],
)
def test_a_link_lasts_as_long_as_the_question_within_bounds(asked: timedelta | None, lasts: timedelta) -> None:
    clock = Clock()
    token = token_of(links(clock).make(JOB, 1, until=NOON + asked if asked else None))
    clock.now = NOON + lasts - timedelta(seconds=1)
    assert links(clock).read(JOB, token) == 1
    clock.now = NOON + lasts
    with pytest.raises(PictureRefused):
        links(clock).read(JOB, token)


def test_a_link_outlives_a_change_of_keys() -> None:
    token = token_of(links(None, b"old key " * 4).make(JOB, 1))
    rotated = links(None, b"new key " * 4, b"old key " * 4)
    assert rotated.read(JOB, token) == 1
    assert links(None, b"new key " * 4).read(JOB, token_of(rotated.make(JOB, 2))) == 2


def test_no_picture_where_none_was_taken() -> None:
    assert list_pictures([]) == []
