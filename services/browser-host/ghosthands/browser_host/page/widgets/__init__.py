"""The widgets: one class a kind of control, all with the same verbs."""

from __future__ import annotations

from typing import Any

from ghosthands.browser_host.page.widgets.choice import Checkbox, CheckboxGroup, MultiSelect, Radio, Select
from ghosthands.browser_host.page.widgets.combobox import Combobox
from ghosthands.browser_host.page.widgets.date import Date
from ghosthands.browser_host.page.widgets.phone import Phone
from ghosthands.browser_host.page.widgets.text import Editable, Number, Text
from ghosthands.browser_host.page.widgets.widget import Widget
from ghosthands.domain.page import FieldKind

ALL: tuple[Widget[Any], ...] = (
    Text(),
    Phone(),
    Number(),
    Date(),
    Editable(),
    Select(),
    MultiSelect(),
    Radio(),
    CheckboxGroup(),
    Checkbox(),
    Combobox(),
)
_BY_KIND: dict[FieldKind, Widget[Any]] = {kind: widget for widget in ALL for kind in widget.kinds}


def widget_of(kind: FieldKind) -> Widget[Any]:
    """The widget for a kind of field; there is one for every kind."""
    return _BY_KIND[kind]
