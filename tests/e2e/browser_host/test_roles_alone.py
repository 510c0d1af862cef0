"""Questions of roles alone, as large form services draw them: lists that hold their options, boxes in lists."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.page import Value
from ghosthands.domain.page import FieldKind

from .conftest import Fill, Open

pytestmark = pytest.mark.e2e


def ticked(role: str, *said: str) -> str:
    """Options with a label around each, and what is ticked in it."""
    each = """<div role={item}><label for={role}{at}><div id={role}{at} role={role} aria-label="{text}" tabindex=0
      aria-checked=false style="width:20px;height:20px;border:1px solid"></div><span>{text}</span></label></div>"""
    item = "presentation" if role == "radio" else "listitem"
    return "".join(each.format(item=item, role=role, at=at, text=text) for at, text in enumerate(said))


LEVELS = ("High school", "Bachelor", "Master")
OPTION = "<div role=option tabindex=-1 aria-selected=false data-value='{0}'><span>{0}</span></div>"
OPTIONS = "".join(map(OPTION.format, LEVELS))
#: the list shows the option that is chosen, and opens a box with all of them inside of itself
PAGE = f"""<style>[role=listbox] {{ border: 1px solid; width: 14em; position: relative }}
.shown [role=option]:not([aria-selected=true]) {{ display: none }} .all {{ display: none }}
[aria-expanded=true] .all {{ display: block; position: absolute; background: white; border: 1px solid }}</style>
<form><div role=list>
<div role=listitem><div role=heading aria-level=3 id=q1>May you work here? *</div>
<div role=radiogroup aria-labelledby=q1 aria-required=true>{ticked("radio", "Yes", "No")}</div></div>
<div role=listitem><div role=heading aria-level=3 id=q2>Highest level of education</div>
<div role=listbox aria-labelledby=q2 aria-expanded=false tabindex=0 id=box><div class=shown role=presentation>
<div role=option tabindex=0 aria-selected=true data-value=""><span>Choose</span></div>{OPTIONS}</div>
<div class=all role=presentation><div role=option data-value="" tabindex=-1><span>Choose</span></div>{OPTIONS}</div>
</div></div>
<div role=listitem><div role=heading aria-level=3 id=q3>Which shifts can you work?</div>
<div role=list aria-labelledby=q3>{ticked("checkbox", "Mornings", "Evenings", "Nights")}</div></div></div>
<div role=button tabindex=0><span>Submit</span></div></form>
<script>
box.addEventListener("click", (event) => {{
  const option = event.target.closest(".all [role=option]");
  if (!option) return box.setAttribute("aria-expanded", "true");
  for (const each of box.querySelectorAll(".shown [role=option]"))
    each.setAttribute("aria-selected", String(each.dataset.value === option.dataset.value));
  box.setAttribute("aria-expanded", "false");
}});
for (const one of document.querySelectorAll("[role=radio],[role=checkbox]")) one.addEventListener("click", () => {{
  const isRadio = one.matches("[role=radio]");
  if (isRadio) for (const each of document.querySelectorAll("[role=radio]")) each.setAttribute("aria-checked", "false");
  one.setAttribute("aria-checked", String(isRadio || one.getAttribute("aria-checked") !== "true"));
}});
</script>"""


async def test_each_is_one_question_that_holds_what_is_chosen(page: Page, show: Open, fill: Fill) -> None:
    model = await show(PAGE)
    assert {field.label: field.kind for field in model.fields} == {
        "May you work here?": FieldKind.RADIO,
        "Highest level of education": FieldKind.COMBOBOX,
        "Which shifts can you work?": FieldKind.CHECKBOX_GROUP,
    }
    values: dict[str, Value | None] = {
        "May you work here?": "Yes",
        "Highest level of education": "Bachelor",
        "Which shifts can you work?": "Mornings, Nights",
    }
    assert await fill(model, values) == dict.fromkeys(values, "")
    chosen = "[...document.querySelectorAll('[aria-checked=true]')].map((each) => each.ariaLabel)"
    assert await page.evaluate(chosen) == ["Yes", "Mornings", "Nights"]
    assert await page.evaluate("box.querySelector('.shown [aria-selected=true]').dataset.value") == "Bachelor"
    assert not [field.label for field in (await pages.scan(page)).fields if field.state != "filled"]
