"""The period of pay is part of the question wherever the page writes it, and nothing else beside a box is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from ghosthands.domain.page import PageModel

pytestmark = pytest.mark.e2e

Open = Callable[[str], Awaitable[PageModel]]


@pytest.mark.parametrize(
    ("html", "label"),
    [
        ("<p><label for=a>Expected pay</label> <input id=a> per hour</p>", "Expected pay (per hour)"),
        (
            "<p><label for=a>Salary expectation</label> <input id=a> <span>/ month</span></p>",
            "Salary expectation (/ month)",
        ),
        ("<p>Gehaltswunsch <input> monatlich</p>", "Gehaltswunsch (monatlich)"),
        (
            "<label for=a>Desired salary</label><input id=a aria-describedby=h><small id=h>Gross pay per month</small>",
            "Desired salary (Gross pay per month)",
        ),
        ("<label for=a>Pay</label><input id=a> Our hourly workers are paid by the week", "Pay"),
        ("<label for=a>Hourly pay</label><input id=a> per hour", "Hourly pay"),
        ("<label for=a>Expected pay</label><input id=a> gross", "Expected pay"),
        ("<label for=a>First name</label><input id=a> per hour", "First name"),
        ("<label for=a>Expected pay</label><input id=a><p>Our shifts are paid per hour.</p>", "Expected pay"),
    ],
)
async def test_a_period_beside_a_box_for_pay_is_part_of_its_question(show: Open, html: str, label: str) -> None:
    [asked] = (await show(f"<form>{html}</form>")).fields
    assert asked.label == label
