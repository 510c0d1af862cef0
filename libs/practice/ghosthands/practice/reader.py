"""Test equipment: a model that reads well; asked by Stagehand for a labelled field, it returns that field's control.

async with model_server.serve([reader.POINTS]) as server: ...
"""

from __future__ import annotations

import re

from ghosthands.practice.model_server import AnswerRule, Asked

#: the label that is asked for, and an element of the tree
_WANTED = re.compile(r'(?:field|checkbox) labelled "(?P<label>[^"]+)"')
ELEMENT = re.compile(r"\[(?P<id>\d+-\d+)\] (?P<role>\w+): (?P<name>[^\n]*)")

#: the method for a control of that role
_METHODS = {
    "textbox": "fill",
    "searchbox": "fill",
    "combobox": "fill",
    "select": "selectOptionFromDropdown",
    "checkbox": "click",
}


def point_at_the_field(asked: Asked, *, radio: str = "click") -> dict[str, object]:
    """Return the control with the requested label, and its value; `radio` is how to choose a radio button."""
    told = _WANTED.search(asked.text)
    tree = [one.groupdict() for one in ELEMENT.finditer(asked.text)]
    at = next((at for at, one in enumerate(tree) if told and one["name"].startswith(told["label"])), None)
    if at is None:
        return {"elements": []}
    methods = {**_METHODS, "radio": radio}
    control = next((one for one in tree[at:] if one["role"] in methods), None)
    if control is not None and control["role"] == "radio":
        control = next((one for one in tree[at:] if one["role"] == "radio" and "%value%" in one["name"]), None)
    if control is None:
        return {"elements": []}
    method = methods[control["role"]]
    arguments = [] if control["role"] in ("radio", "checkbox") else ["%value%"]
    return {"elements": [{"elementId": control["id"], "description": "", "method": method, "arguments": arguments}]}


POINTS = AnswerRule(answer=point_at_the_field, schema=("elements",))
