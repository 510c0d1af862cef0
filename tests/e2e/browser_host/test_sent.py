"""What the form would send counts, not what a control shows: hidden inputs, components, and forms that speak up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page

from ghosthands.browser_host import page as pages
from ghosthands.domain.page import PageModel

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]
Plan = Callable[..., "pages.batch.PlannedAction"]

#: a list that shows what was picked in a button; `told` is what the page does with the option's value
PICKED = """
<div><span id="c">Country</span> <button type="button" role="combobox" aria-labelledby="c" aria-controls="l"
  aria-expanded="false" id="b">Choose</button> <button type="button" aria-label="Clear" id="x">x</button>
  <ul role="listbox" id="l" hidden><li role="option" data-value="se">Sweden</li><li role="option" data-value="no">Norway
  </li></ul>%(unseen)s</div>
<script>
const show = (open) => { l.hidden = !open; b.setAttribute("aria-expanded", open); };
b.onclick = () => show(l.hidden);
x.onclick = () => {
  b.textContent = "Choose"; for (const each of document.querySelectorAll("[name=country]")) each.value = ""; };
l.onclick = ({ target }) => {
  const value = target.dataset.value; b.textContent = target.textContent.trim(); show(false); %(told)s };
</script>
"""

SHOWN_ONLY = {
    "a text that was never told to what is sent": (
        "<div><label>City <input id='v'></label><input type='hidden' name='city'></div>",
        "City",
        "Springfield",
    ),
    "a text of which another is sent": (
        "<div><label>City <input id='v' onchange=\"h.value = this.value && 'Shelbyville'\"></label>"
        "<input type='hidden' name='city' id='h'></div>",
        "City",
        "Springfield",
    ),
    "tags that were not entered": (
        "<div><label>Skills <input id='v'></label><input type='hidden' name='skills' value='[]'"
        " id='h'></div><script>v.onkeydown = ({key}) => { if (key === 'Enter') h.value = '[\"x\"]'; };"
        "h.value = '';</script>",
        "Skills",
        "Python, NATS",
    ),
    "a day that was taken for a month": (
        "<div><label>Start date <input id='v' placeholder='MM/DD/YYYY' onchange=\"h.value = this.value.replace("
        "/(..).(..).(....)/, '$3-$2-$1')\"></label><input type='hidden' name='start' id='h'></div>",
        "Start date",
        "2027-03-04",
    ),
    "a date with a name, beside a day that stayed empty": (
        "<div><label>Start date <input id='v' name='shown' placeholder='MM/DD/YYYY'></label>"
        "<input type='hidden' name='start'></div>",
        "Start date",
        "2027-03-04",
    ),
    "a phone number of which another is sent": (
        "<div><label>Phone <input type='tel' id='v' onchange=\"h.value = this.value && '+15550000000'\"></label>"
        "<input type='hidden' name='phone' id='h'></div>",
        "Phone",
        "+1 415 555 0134",
    ),
    "a pick that was not told to what is sent": (
        PICKED % {"unseen": "<input type='hidden' name='country'>", "told": ""},
        "Country",
        "Norway",
    ),
    "a pick beside a list that chose another": (
        PICKED
        % {
            "unseen": "<select aria-hidden='true' tabindex='-1' name='country' id='h' style='opacity:0'>"
            "<option value=''></option><option value='se'>Sweden</option><option value='no'>Norway</option></select>",
            "told": "h.value = 'se';",
        },
        "Country",
        "Norway",
    ),
    "a component that heard nothing": (
        """<div><x-box name="city"></x-box></div><script>
        customElements.define("x-box", class extends HTMLElement {
          static formAssociated = true;
          connectedCallback() {
            this.attachInternals().setFormValue("");
            this.attachShadow({ mode: "open" }).innerHTML = "<label>City <input></label>";
          }
        });</script>""",
        "City",
        "Springfield",
    ),
    "a component that forgets a moment later": (
        """<div><x-box name="city"></x-box></div><script>
        customElements.define("x-box", class extends HTMLElement {
          static formAssociated = true;
          connectedCallback() {
            const internals = this.attachInternals(), root = this.attachShadow({ mode: "open" });
            root.innerHTML = "<label>City <input></label>";
            root.querySelector("input").oninput = ({ target }) => {
              internals.setFormValue(target.value);
              setTimeout(() => internals.setFormValue(""), 150);
            };
          }
        });</script>""",
        "City",
        "Springfield",
    ),
    "a text that is barred as it is filled": (
        "<div><label>City <input name='city' onchange='this.disabled = Boolean(this.value)'></label></div>",
        "City",
        "Springfield",
    ),
}

CODES = {"a text of which another is sent": "unproven", "a text that is barred as it is filled": "focus_taken"}

SENT = {
    "an id beside a text of its own": (
        "<div><input type='hidden' name='question_id' value='4711'><label>City <input name='city'></label></div>",
        ("City", "Springfield"),
        {"question_id": "4711", "city": "Springfield"},
    ),
    "an id beside a text without a name": (
        "<div><input type='hidden' name='question_id' value='4711'><label>City <input id='v'></label></div>",
        ("City", "Springfield"),
        {"question_id": "4711"},
    ),
    "a place that stays unknown beside a text of its own": (
        "<div><label>City <input name='city'></label><input type='hidden' name='latitude'></div>",
        ("City", "Springfield"),
        {"latitude": "", "city": "Springfield"},
    ),
    "a day as servers want it": (
        "<div><label>Start date <input id='v' placeholder='MM/DD/YYYY' onchange=\"h.value = this.value.replace("
        "/(..).(..).(....)/, '$3-$1-$2')\"></label><input type='hidden' name='start' id='h'></div>",
        ("Start date", "2027-03-04"),
        {"start": "2027-03-04"},
    ),
    "a text that is told as it is left by keys": (
        "<div><label>City <input id='v' onblur=\"event.isTrusted && (h.value = this.value)\"></label>"
        "<input type='hidden' name='city' id='h'></div>",
        ("City", "Springfield"),
        {"city": "Springfield"},
    ),
    "a phone number in the international form": (
        "<div><label>Phone <input type='tel' id='v' onchange=\"h.value = '+' + this.value.replace(/\\D/g, '')\">"
        "</label>"
        "<input type='hidden' name='phone' id='h'></div>",
        ("Phone", "+1 415 555 0134"),
        {"phone": "+14155550134"},
    ),
    "a phone number that is put together as the form is sent": (
        "<div><label>Phone <input type='tel' name='shown'></label><input type='hidden' name='phone'></div>",
        ("Phone", "+1 415 555 0134"),
        {"phone": "", "shown": "+1 415 555 0134"},
    ),
    "an editor's markup": (
        "<div><div contenteditable='true' role='textbox' aria-label='Why us?' oninput=\"h.value = '<div>' + innerText +"
        " '</div>'\"></div><input type='hidden' name='why' id='h'></div>",
        ("Why us?", "Because I care"),
        {"why": "<div>Because I care</div>"},
    ),
    "an option's value": (
        PICKED % {"unseen": "<input type='hidden' name='country' id='h'>", "told": "h.value = value;"},
        ("Country", "Norway"),
        {"country": "no"},
    ),
    "a component's value": (
        """<div><x-box name="city"></x-box></div><script>
        customElements.define("x-box", class extends HTMLElement {
          static formAssociated = true;
          connectedCallback() {
            const internals = this.attachInternals(), root = this.attachShadow({ mode: "open" });
            root.innerHTML = "<label>City <input></label>";
            root.querySelector("input").oninput = ({ target }) => internals.setFormValue(target.value);
          }
        });</script>""",
        ("City", "Springfield"),
        {"city": "Springfield"},
    ),
}

HELD = """() => {
  const held = Object.fromEntries(new FormData(document.forms[0]));
  return Object.fromEntries(Object.entries(held).filter(([name]) => name !== "name"));
}"""


async def filled(page: Page, show: Open, plan: Plan, inside: str, answers: dict[str, str]) -> dict[str, str]:
    """How each answer ended, on a page whose form asks for a name besides."""
    model = await show(f"<form><p><label>Name <input name='name'></label></p>{inside}</form>")
    named = {field.label: plan(field) for field in model.fields if field.label in answers}
    values = {named[label].id: answer for label, answer in answers.items()}
    results = await pages.run_batch(page, model, [named[label] for label in answers], values)
    return {label: result.code for label, result in zip(answers, results, strict=True)}


@pytest.mark.parametrize("case", SHOWN_ONLY)
async def test_what_only_shows_does_not_hold_and_is_taken_out(show: Open, page: Page, plan: Plan, case: str) -> None:
    inside, label, answer = SHOWN_ONLY[case]
    codes = await filled(page, show, plan, inside, {"Name": "Jane", label: answer})
    assert codes == {"Name": "", label: CODES.get(case, "not_kept")}
    assert not any((await page.evaluate(HELD)).values())


@pytest.mark.parametrize("case", SENT)
async def test_what_is_sent_in_the_forms_own_words_holds(show: Open, page: Page, plan: Plan, case: str) -> None:
    inside, (label, answer), expected = SENT[case]
    assert await filled(page, show, plan, inside, {"Name": "Jane", label: answer}) == {"Name": "", label: ""}
    assert expected is None or await page.evaluate(HELD) == expected


async def test_a_form_is_asked_without_its_hearing_of_it(show: Open, page: Page, plan: Plan) -> None:
    inside = (
        "<label>City <input name='city'></label><script>let asked = 0;"
        "document.forms[0].addEventListener('formdata', () => { asked += 1; });</script>"
    )
    assert await filled(page, show, plan, inside, {"City": "Springfield"}) == {"City": ""}
    assert await page.evaluate("asked") == 0


async def test_what_is_sent_instead_and_stays_is_told(show: Open, page: Page, plan: Plan) -> None:
    model = await show(
        "<form><div><label>City <input onchange=\"h.value = 'Shelbyville'\"></label>"
        "<input type='hidden' name='city' id='h'></div></form>"
    )
    action = plan(model.fields[0])
    [result] = await pages.run_batch(page, model, [action], {action.id: "Springfield"})
    assert (result.code, result.holds_other) == ("unproven", True)


async def test_what_another_put_in_is_looked_at_a_moment_later(show: Open, page: Page, plan: Plan) -> None:
    model = await show(
        "<form><label>City <input id='v' oninput=\"setTimeout(() => { v.value = 'Shelbyville'; }, 250)\">"
        "</label></form>"
    )
    action = plan(model.fields[0])
    await page.fill("#v", "Springfield")
    [result] = await pages.read_back(page, model, [action], {action.id: "Springfield"}, rested=True)
    assert result.code == "not_kept"
