"""The widgets: one class a kind of control, all with the same verbs.

To add a widget that some library draws (a list, a calendar, a picker of countries): write its record into
`page/drawn.py`, which says by which classes its parts are known, and its page into `tests/widgets/pages`. If it says
its roles in ARIA, the page alone will do. What is no form element and has no role is not seen at all: `js/gather.js`
first; and a part that `DrawnWidget` has no field for takes that field, its line in `scripts.py`, and the script that
asks for it.

To add a kind of control: write its class into a file here (`widget.Widget` says what is asked of one), list it in
`ALL`, and put one on a page of `tests/e2e/browser_host/pages`. The class says by which types the DOM knows it and how
it is read and set: in one of the ways of `js/reading.js` and `js/fill.js`, unless it needs one of its own. What is new
to the wire too has its word in `domain.page.FieldKind`.
"""

from __future__ import annotations

from typing import Any

from ghosthands.browser_host.page.widgets.choice import Checkbox, CheckboxGroup, MultiSelect, Radio, Select
from ghosthands.browser_host.page.widgets.combobox import Combobox
from ghosthands.browser_host.page.widgets.date import Date
from ghosthands.browser_host.page.widgets.phone import Phone
from ghosthands.browser_host.page.widgets.text import Editable, NumberBox, Secret, TextBox
from ghosthands.browser_host.page.widgets.widget import Widget
from ghosthands.domain.page import FieldKind

ALL: tuple[Widget[Any], ...] = (
    TextBox(),
    Secret(),
    Phone(),
    NumberBox(),
    Date(),
    Editable(),
    Select(),
    MultiSelect(),
    Radio(),
    CheckboxGroup(),
    Checkbox(),
    Combobox(),
)
#: what the DOM calls a control -> what the model calls it
KINDS: dict[str, FieldKind] = {each: kind for widget in ALL for each, kind in widget.types.items()}
_BY_KIND: dict[FieldKind, Widget[Any]] = {kind: widget for widget in ALL for kind in widget.types.values()}


def widget_of(kind: FieldKind) -> Widget[Any]:
    """The widget for a kind of field; there is one for every kind."""
    return _BY_KIND[kind]
