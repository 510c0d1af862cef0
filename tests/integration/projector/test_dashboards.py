"""The dashboards' questions, asked of the tables as the role that Grafana logs in as."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

DASHBOARDS = Path(__file__).parents[3] / "deploy/grafana/dashboards"


def queries() -> Iterator[tuple[str, str, str]]:
    """Each panel's title, the shape its answer is to have, and its SQL."""
    for file in sorted(DASHBOARDS.glob("*.json")):
        board = json.loads(file.read_text())
        for variable in board["templating"]["list"]:
            yield variable["label"], "variable", variable["query"]
        for panel in board["panels"]:
            yield from (
                (panel["title"], target["format"], target["rawSql"])
                for target in panel["targets"]
                if "rawSql" in target
            )


def filled_in(query: str) -> str:
    """The SQL that Grafana would send: its macros written out, its variable chosen."""
    query = re.sub(r"\$__timeFilter\((\w+)\)", r"\1 between now() - interval '99 years' and now()", query)
    return query.replace("$platform", "'greenhouse', 'unknown'")


@pytest.mark.integration
async def test_every_question_of_the_dashboards_is_one_the_tables_answer(db: Any, log: Callable[[int], Any]) -> None:
    await (await db.projection()).apply(log(8))
    connection = await asyncpg.connect(db.reader_url)
    answers = {}
    try:
        for title, form, query in queries():
            statement = await connection.prepare(filled_in(query))
            columns = [column.name for column in statement.get_attributes()]
            if form == "time_series":
                assert columns == ["time", "metric", "value"], title
            answers[title] = await statement.fetch()
    finally:
        await connection.close()
    assert len(answers) > 15
    assert answers["Waiting for a human"][0][0] == 2
    assert answers["Submitted"][0][0] == 2
    assert len(answers["What is asked now"]) == 2
