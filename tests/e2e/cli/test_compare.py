"""`ghosthands compare` on a stack that stays, judged by what the site received."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.e2e


@pytest.mark.heavy  # two whole dry runs; tests/unit/libs/cli/test_compare_command.py has what is made of them
def test_both_versions_fill_a_posting_and_nothing_is_sent(shell: Any, site: Any, me: list[str]) -> None:
    posting = site.posting()
    ended = shell.run("compare", posting, *me, "--json")
    assert ended.code == 0, ended.err
    trials = ended.json["trials"]
    assert [(one["version"], one["ran_as"], one["success"]) for one in trials] == [(1, 2, True), (2, 2, True)]
    assert all(one["fields_verified"] > 8 and one["seconds"] > 0 and one["model_calls"] == 0 for one in trials)
    assert [one["succeeded"] for one in ended.json["versions"]] == [1, 1]
    assert site.submissions(posting) == 0
