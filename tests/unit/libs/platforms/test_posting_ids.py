"""One posting, however its address is spelt."""

from __future__ import annotations

import hashlib

import pytest

from ghosthands.platforms.posting_ids import former_posting_ids, posting_id

POSTING = "https://jobs.example.com/acme/jobs/1001"


@pytest.mark.parametrize(
    "spelling",
    [
        "https://www.jobs.example.com/acme/jobs/1001/",
        "http://jobs.example.com/acme/jobs/1001?utm_source=mail",
        "http://jobs.example.com/acme/jobs/1001?source=LinkedIn&src=JB-10081",
        "https://JOBS.example.com/acme/jobs/1001#app",
        "https://jobs.example.com/acme/jobs/1001/apply",
    ],
)
def test_spellings_of_one_posting_are_one(spelling: str) -> None:
    assert posting_id(spelling) == posting_id(POSTING)


@pytest.mark.parametrize(
    "other",
    [
        "https://jobs.example.com/acme/jobs/1002",
        "https://jobs.example.com/acme/jobs/1001?gh_jid=7",
        "https://jobs.example.com/acme/jobs/1001?opening=7",
        "https://jobs.example.com/acme/jobs/1001?x=1",
        "https://jobs.example.com/acme/jobs/1001#/opening/7",
        "https://jobs.example.org/acme/jobs/1001",
        "https://jobs.example.com:8443/acme/jobs/1001",
    ],
)
def test_another_posting_is_another(other: str) -> None:
    assert posting_id(other) != posting_id(POSTING)


def test_the_id_that_older_reservations_have_never_changes() -> None:
    assert former_posting_ids(f"http://www.{POSTING[8:]}/apply?b=1&Token=x&for=acme#app")[-1] == (
        hashlib.sha256(b"jobs.example.com/acme/jobs/1001?for=acme&token=x").hexdigest()
    )
