"""A ledger lets no more be put by than there is, and forgets nothing that may have been spent."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ghosthands.domain import budget
from ghosthands.domain.asked_models import CostIncurred
from ghosthands.domain.budget import Allowance, Amounts, BudgetLedger, BudgetReserved, Limits, Measure, Scope
from ghosthands.domain.codes import ModelFailure

NOW = datetime(2026, 11, 30, 23, 59, tzinfo=UTC)
ONE = Amounts(calls=1, tokens=100, nano_usd=1_000, took_ms=10)


def want(call: str = "c1", *, of: str = "j1", amounts: Amounts = ONE, **limits: Limits) -> BudgetReserved:
    return BudgetReserved(
        call_id=call,
        job_id=of,
        at=NOW,
        expires_at=NOW + timedelta(minutes=3),
        model="acme/own",
        purpose="draft",
        amounts=amounts,
        allowance=Allowance(**limits),
    )


def tell(call: str = "c1", **told: Any) -> CostIncurred:
    return CostIncurred(call_id=call, model="acme/own", purpose="draft", took_ms=7, **told)


@pytest.mark.parametrize(
    ("measure", "limits"),
    [
        (Measure.MONEY, Limits(nano_usd=3_000)),
        (Measure.TOKENS, Limits(tokens=300)),
        (Measure.CALLS, Limits(calls=3)),
        (Measure.TIME, Limits(took_ms=30)),
    ],
)
@pytest.mark.parametrize("scope", list(Scope))
def test_the_call_after_the_last_that_fits_is_held_back_by_whatever_ends(
    measure: Measure, limits: Limits, scope: Scope
) -> None:
    ledger = BudgetLedger()
    for number in range(3):
        wanted = want(str(number), **{scope.value: limits})
        assert budget.find_excess(ledger, wanted) is None
        ledger = budget.evolve(ledger, wanted)
    excess = budget.find_excess(ledger, want("3", **{scope.value: limits}))
    assert excess is not None
    assert (excess.scope, excess.measure, excess.limit) == (scope, measure, excess.used)


def test_a_month_holds_back_a_job_that_has_spent_nothing() -> None:
    ledger = budget.evolve(BudgetLedger(), want("c1", of="other"))
    assert budget.find_excess(ledger, want("c2", month=Limits(calls=1))) is not None
    assert budget.find_excess(ledger, want("c2", job=Limits(calls=1))) is None


def test_what_a_call_did_not_need_is_free_again() -> None:
    wanted = want()
    told = tell(input_tokens=20, output_tokens=5, nano_usd=250)
    ledger = budget.fold(BudgetLedger(), [wanted, budget.settle(wanted, told, NOW)])
    assert ledger.jobs["j1"] == ledger.used == Amounts(calls=1, tokens=25, nano_usd=250, took_ms=7)
    assert ledger.open == {}


@pytest.mark.parametrize("told", [None, tell(code=ModelFailure.MODEL_TIMEOUT), tell(code=ModelFailure.CUT_OFF)])
def test_a_call_that_may_have_gone_through_counts_in_full(told: CostIncurred | None) -> None:
    wanted = want()
    settled = budget.settle(wanted, told, NOW)
    assert settled.lapsed is (told is None)
    used = budget.fold(BudgetLedger(), [wanted, settled]).used
    assert (used.calls, used.tokens, used.nano_usd) == (1, 100, 1_000)


@pytest.mark.parametrize("code", ["model_forbidden", "model_refused", "model_rate_limited", "not_configured"])
def test_a_call_that_nobody_took_costs_nothing(code: str) -> None:
    wanted = want()
    used = budget.fold(BudgetLedger(), [wanted, budget.settle(wanted, tell(code=code), NOW)]).used
    assert (used.calls, used.tokens, used.nano_usd) == (0, 0, 0)


def test_a_call_settles_once() -> None:
    wanted = want()
    lapsed, late = budget.settle(wanted, None, NOW), budget.settle(wanted, tell(nano_usd=1), NOW)
    assert budget.fold(BudgetLedger(), [wanted, lapsed, late]) == budget.fold(BudgetLedger(), [wanted, lapsed])


def test_a_job_stays_in_the_month_it_was_requested_in() -> None:
    assert budget.name_ledger("ada", NOW) == "2026-11-ada"
    assert budget.name_ledger("ada", NOW + timedelta(minutes=1)) == "2026-12-ada"


@given(
    calls=st.lists(
        st.tuples(st.sampled_from(["j1", "j2"]), st.integers(0, 9), st.integers(0, 9), st.booleans()), max_size=12
    )
)
def test_nothing_that_was_put_by_vanishes_or_appears(calls: list[tuple[str, int, int, bool]]) -> None:
    """Whatever is settled or not: the ledger has for each job the settled calls as told, and the open ones in full."""
    ledger, expected = BudgetLedger(), {"j1": 0, "j2": 0}
    for number, (job, estimated, cost, is_settled) in enumerate(calls):
        wanted = want(str(number), of=job, amounts=Amounts(calls=1, nano_usd=estimated))
        told = tell(str(number), nano_usd=cost)
        ledger = budget.fold(ledger, [wanted, *([budget.settle(wanted, told, NOW)] if is_settled else [])])
        expected[job] += cost if is_settled else estimated
    assert {job: ledger.jobs.get(job, Amounts()).nano_usd for job in expected} == expected
    assert ledger.used.nano_usd == sum(expected.values())
