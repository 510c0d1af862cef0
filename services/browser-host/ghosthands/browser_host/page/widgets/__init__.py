"""The widgets: one class per kind of control, all with the same methods.

To add a widget that some library draws (a list, a calendar, a picker of countries): write its record into
`page/drawn.py`, which names the classes of its parts, and its page into `tests/widgets/pages`. If it states its roles
in ARIA, the page alone will do. An element that is no form element and has no role is not seen at all: `js/gather.js`
comes first; and a part that `DrawnWidget` has no field for needs that field, its line in `scripts.py`, and the script
that reads it.

To add a kind of control: write its class into a file here (`widget.Widget` says what it must implement), list it in
`ALL`, and put one on a page of `tests/e2e/browser_host/pages`. The class names the control's DOM types and how it is
read and set: in one of the ways of `js/reading.js` and `js/put.js`, unless it needs one of its own. A kind that is new
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
#: a control's DOM type -> the model's kind
KINDS: dict[str, FieldKind] = {each: kind for widget in ALL for each, kind in widget.types.items()}
_BY_KIND: dict[FieldKind, Widget[Any]] = {kind: widget for widget in ALL for kind in widget.types.values()}


def widget_of(kind: FieldKind) -> Widget[Any]:
    """Return the widget for a kind of field; there is one for every kind."""
    return _BY_KIND[kind]
