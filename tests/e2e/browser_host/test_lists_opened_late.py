"""A list that comes late, or fades, is the one of the control that opened it, and is told as no other control's."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import pytest
from playwright.async_api import Page

from ghosthands.browser_host import page as pages
from ghosthands.browser_host.page import Value
from ghosthands.domain.page import PageModel

pytestmark = [pytest.mark.e2e, pytest.mark.heavy]

Open = Callable[[str], Awaitable[PageModel]]
Fill = Callable[[PageModel, Mapping[str, Value | None]], Awaitable[dict[str, str]]]

OFFERED = {
    "Country": ["Germany", "Austria", "United States"],
    "Highest degree": ["Bachelor", "Master", "PhD"],
    "Willing to relocate": ["Yes", "No"],
}
#: buttons that fetch their list after a press, and let it fade once it is closed; the form sends what is picked
SCRIPT = """<script>
for (const button of document.querySelectorAll('[aria-haspopup=listbox]')) {
  let list = null, awaited = false;
  const close = () => {
    if (!list) return;
    const closed = list;
    list = null;
    if (%(told)s) button.setAttribute('aria-expanded', 'false');
    setTimeout(() => closed.remove(), %(fade)s);
  };
  const open = () => {
    awaited = false;
    list = document.createElement('ul');
    list.setAttribute('role', 'listbox');
    const { left, bottom } = button.getBoundingClientRect();
    list.style = `position: absolute; background: white; margin: 0; left: ${left}px; top: ${bottom}px`;
    list.innerHTML = button.dataset.offers.split(',').map((each) => `<li role=option>${each}</li>`).join('');
    list.onclick = ({ target }) => {
      button.textContent = target.textContent;
      button.nextElementSibling.value = target.textContent;
      close();
    };
    document.body.append(list);
  };
  button.onclick = () => {
    if (list || awaited) { close(); return; }
    awaited = true;
    if (%(told)s) button.setAttribute('aria-expanded', 'true');
    setTimeout(open, Number(button.dataset.late));
  };
  const isBeside = (target) => target !== button && !list?.contains(target);
  document.addEventListener('mousedown', ({ target }) => isBeside(target) && close());
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
}
</script>"""


def _form(late: int | Mapping[str, int], *, fade: int = 0, told: str = "true", height: int = 60) -> str:
    """The three controls: how late each one's list is, and whether it tells that it is open."""
    rows = ""
    for number, (label, offers) in enumerate(OFFERED.items()):
        by = late if isinstance(late, int) else late[label]
        rows += f"""<div style="height: {height}px"><label for="c{number}">{label}</label>
<button type="button" id="c{number}" aria-haspopup="listbox" data-late="{by}" data-offers="{",".join(offers)}">
Select One</button><input type="hidden" name="{label}"></div>"""
    return f"<form>{rows}</form>{SCRIPT % {'fade': fade, 'told': told}}"


def _offered(model: PageModel) -> dict[str, list[str]]:
    return {field.label: [option.label for option in field.options] for field in model.fields if field.visible}


@pytest.mark.parametrize("told", ["true", "false"], ids=["told as open", "not told"])
@pytest.mark.parametrize("fade", [0, 300], ids=["gone at once", "fading"])
async def test_a_list_that_comes_late_is_told_as_that_of_its_own_control(
    show: Open, page: Page, fade: int, told: str
) -> None:
    model = await pages.with_options(page, await show(_form(250, fade=fade, told=told)))
    assert _offered(model) == OFFERED


async def test_a_list_that_comes_while_another_control_is_open_is_none_of_its(show: Open, page: Page) -> None:
    late = {"Country": 1500, "Highest degree": 1500, "Willing to relocate": 1500}
    model = await pages.with_options(page, await show(_form(late)))
    told = _offered(model)
    assert all(told[label] in ([], OFFERED[label]) for label in OFFERED)


async def test_a_list_at_the_edge_of_its_control_is_its_own_though_another_is_still_to_come(
    show: Open, page: Page
) -> None:
    late = {"Country": 4000, "Highest degree": 0, "Willing to relocate": 0}
    model = await pages.with_options(page, await show(_form(late)))
    assert _offered(model) == {**OFFERED, "Country": []}


async def test_lists_that_come_late_are_picked_from_as_what_is_sent_shows(show: Open, fill: Fill, page: Page) -> None:
    model = await pages.with_options(page, await show(_form(250, fade=300)))
    wanted = {"Country": "Austria", "Highest degree": "Master", "Willing to relocate": "No"}
    assert await fill(model, wanted) == dict.fromkeys(wanted, "")
    assert await page.evaluate("() => Object.fromEntries(new FormData(document.forms[0]))") == wanted
