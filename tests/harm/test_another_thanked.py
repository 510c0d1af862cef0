"""What a page says of another application is no word on this one: judged by what the server received."""

from __future__ import annotations

import pytest

from ghosthands.domain.job import Phase
from ghosthands.testkit.lab import Lab

from .conftest import HarmSite
from .test_not_received import PAGE, answered, assert_asks_whether_it_was_sent

pytestmark = pytest.mark.e2e
HEAVY = pytest.mark.heavy

LISTED = "<ul><li><a href=#>Junior clerk</a> at Globex: Application received</ul>"
THANKED = "<h1>My applications</h1><p>Thank you for applying for Junior clerk at Globex.</p>"
TABLE = "<table><tr><th>Job<th>Status<tr><td>Junior clerk<td>Your application has been submitted</table>"
CARDS = "<div class=card><h3>Junior clerk</h3>Application sent</div><div class=card><h3>Cook</h3>Draft</div>"


@pytest.mark.parametrize(
    ("name", "listed"),
    [
        ("listed", LISTED),
        pytest.param("thanked-elsewhere", THANKED, marks=HEAVY),
        pytest.param("in-a-table", f"<h2>Dashboard</h2>{TABLE}", marks=HEAVY),
        pytest.param("on-cards", CARDS, marks=HEAVY),
    ],
)
async def test_a_list_that_tells_of_another_application_confirms_nothing(
    lab: Lab, harm: HarmSite, name: str, listed: str
) -> None:
    assert_asks_whether_it_was_sent(await answered(lab, harm, name, 200, f"{PAGE}{listed}"), harm, name)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("other-posting", "<h1>Thanks for applying to Bakery assistant</h1>"),
        pytest.param("other-employer", "<h1>Vielen Dank für Ihre Bewerbung bei Initech</h1>", marks=HEAVY),
    ],
)
async def test_thanks_that_name_another_posting_or_employer_confirm_nothing(
    lab: Lab, harm: HarmSite, name: str, said: str
) -> None:
    assert_asks_whether_it_was_sent(await answered(lab, harm, name, 200, f"{PAGE}{said}"), harm, name)


async def test_thanks_that_name_what_was_applied_for_confirm(lab: Lab, harm: HarmSite) -> None:
    seen = await answered(lab, harm, "own", 200, f"{PAGE}<h1>Thanks for applying to Warehouse clerk</h1>")
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert len(harm.applications("own/")) == 1


async def test_a_notice_above_a_list_of_others_confirms(lab: Lab, harm: HarmSite) -> None:
    notice = "<div role=alert>Your application has been submitted.</div>"
    listed = f"{PAGE}<h1>My applications</h1>{notice}{LISTED}"
    seen = await answered(lab, harm, "notice", 200, listed)
    assert seen.phase is Phase.COMPLETED, str(seen)
    assert len(harm.applications("notice/")) == 1
