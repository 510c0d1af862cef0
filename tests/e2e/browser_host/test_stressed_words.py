"""A question that stands in a line before its control is read whole, whatever words of it are stressed or linked."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from ghosthands.browser_host import page as pages

pytestmark = pytest.mark.e2e

ANSWERS = "<label><input type=radio name=q value=1> Ja</label> <label><input type=radio name=q value=2> Nein</label>"


@pytest.mark.parametrize(
    ("asked", "label"),
    [
        (f"<p>Sind Sie <b>nicht</b> krank?<br>{ANSWERS}</p>", "Sind Sie nicht krank?"),
        (f"<p><em>Haben</em> Sie <u>kein</u> <a href=#>Auto</a>?<br><br>{ANSWERS}", "Haben Sie kein Auto ?"),
        ("<div>Were you <font color=red>never</font> here? <select name=q><option>Yes<option>No</select></div>",
         "Were you never here?"),
        ("<div>How many <mark>full</mark> years?<!-- a --> <input name=q></div>", "How many full years?"),
        # a line ends where another begins, and behind another control
        (f"<p>Your <b>record</b>:<br>Sind Sie vorbestraft?<br>{ANSWERS}</p>", "Sind Sie vorbestraft?"),
        ("<p><input type=hidden><select name=a><option>x</select> a year <b>or</b> more <input name=q></p>",
         "a year or more"),
        ("<div>Not this one.<p>Only this <b>one</b></p><input name=q></div>", "Only this one"),
        ("<div style='display:flex'><i>Step 1</i><span>Only this one</span><input name=q></div>", "Only this one"),
        # of a line that is longer than a label the last sentence
        (f"<p>{'We ask this of everybody. ' * 9}Are you <b>not</b> a smoker?<br>{ANSWERS}", "Are you not a smoker?"),
    ],
)  # fmt: skip
async def test_a_question_is_the_whole_line(page: Page, asked: str, label: str) -> None:
    await page.set_content(f"<!doctype html><form>{asked}<button>Send application</button></form>")
    found = next(field for field in (await pages.scan(page)).fields if field.name == "q")
    assert found.label.replace(" ?", "?") == label.replace(" ?", "?")
