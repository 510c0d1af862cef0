"""Each table's rule for two rows of one key, in memory and in SQL."""

from __future__ import annotations

import pytest

from ghosthands.projector import tables
from ghosthands.readmodel.rows import EngineStatsRow, RequestRow, SessionRow
from ghosthands.testkit.story import NOON


def test_a_session_row_completes_the_one_before() -> None:
    older = SessionRow(session_id="s", host="h", status="open", opened_at=NOON, sequence=1)
    newer = SessionRow(session_id="s", status="lost", reason="crashed", sequence=2)
    assert tables.SESSIONS.combine(older, newer) == SessionRow(
        session_id="s", host="h", status="lost", reason="crashed", opened_at=NOON, sequence=2
    )


def test_engine_stats_add_up_and_keep_the_newest_sequence() -> None:
    older = EngineStatsRow("lever", "playwright", 1, 2, 30, sequence=4)
    newer = EngineStatsRow("lever", "playwright", 5, 0, 7, sequence=9)
    assert tables.ENGINE_STATS.combine(older, newer) == EngineStatsRow("lever", "playwright", 6, 2, 37, sequence=9)


@pytest.mark.parametrize("table", tables.TABLES, ids=lambda table: table.name)
def test_every_column_has_an_sql_type(table: tables.Table) -> None:
    assert len(table.types) == len(table.columns)


def test_an_upsert_never_goes_back() -> None:
    for table in tables.TABLES:
        if table.newer in (tables.Newer.REPLACES, tables.Newer.COMPLETES):
            assert table.insert("x").endswith(f"where excluded.sequence > {table.name}.sequence")


def test_what_adds_up_does_so_in_whatever_order_it_comes() -> None:
    for table in tables.TABLES:
        if table.newer is tables.Newer.ADDS_UP:
            assert table.insert("x").endswith(f"sequence = greatest({table.name}.sequence, excluded.sequence)")


def test_rows_become_columns_in_order() -> None:
    rows = [RequestRow(request_id=name, job_id="j", status="open", sequence=at) for at, name in enumerate("ab")]
    columns = tables.by_column(tables.INBOX, rows)
    assert list(columns[0]) == ["a", "b"]
    assert list(columns[-1]) == [0, 1]
    assert len(columns) == len(tables.INBOX.columns)
