"""The scripts that run inside a page, put together from the files in `js/`.

Each runs as one function and leaves nothing behind that a page could see. The words of `words.py` and the platforms'
and libraries' markers stand inside the script itself, so that nothing but the frame's own business is sent with a call.
"""

from __future__ import annotations

import json
import secrets
from functools import cache
from importlib import resources
from typing import Any

from ghosthands import platforms
from ghosthands.browser_host.page import dialling, drawn, words
from ghosthands.domain import generated

#: the name of the symbol under which a closed root is left; another for every process, so that no page knows it
CLOSED_ROOT = secrets.token_hex(16)
#: the same for the options that a combobox was opened for
LEARNT = secrets.token_hex(16)
_SHARED = ("rules", "dom", "locators", "labels", "composed", "gather", "controls", "unseen", "refusals")


@cache
def inventory() -> str:
    """Returns a function that looks at the document and returns its inventory as JSON; it can be called again."""
    look = _parts(*(name for name in _SHARED if name != "rules"), "surroundings", "walls", "inventory")
    kept = f"{_given()}\n{_parts('rules')}\nconst suspected = new WeakSet();"
    return f"() => {{\n{kept}\nconst look = () => {{\n{look}\n}};\nreturn look;\n}}"


@cache
def action(*names: str) -> str:
    """An async function of one argument, `task`; the last of the files returns."""
    return f"async (task) => {{\n{_given()}\n{_parts(*_SHARED, *names)}\n}}"


@cache
def bare(*names: str) -> str:
    """The same without the shared parts, for scripts that need none of them."""
    return f"async (task) => {{\n{_parts(*names)}\n}}"


@cache
def on_element(*names: str) -> str:
    """The same, of an element (`el`) and an argument."""
    return f"async (el, task) => {{\n{_parts(*names)}\n}}"


def _parts(*names: str) -> str:
    return "\n".join(map(_part, names))


@cache
def _part(name: str) -> str:
    """A file without its comments and indentation: it travels with every call."""
    lines = (resources.files(__package__) / "js" / f"{name}.js").read_text(encoding="utf-8").splitlines()
    return "\n".join(line.strip() for line in lines if not line.lstrip().startswith("//"))


@cache
def _given() -> str:
    return f"const given = {json.dumps(_rules())};"


def _joined(*lists: str) -> str:
    return ",".join(filter(None, lists))


def _rules() -> dict[str, Any]:
    return {
        "patterns": {
            "volatile": generated.VOLATILE,
            "placeholder": words.PLACEHOLDER,
            "button_like": words.BUTTON_LIKE,
            "checking": words.CHECKING,
            "account": words.ACCOUNT,
        },
        "sayings": {"step": words.STEP, "limited": words.LIMITED},
        "phrases": words.PHRASES,
        "refusals": words.REFUSALS,
        "platforms": {each.name: ",".join(filter(None, (each.marks, each.confirmed))) for each in platforms.ALL},
        "buttons": {
            "step": platforms.union(lambda platform: platform.step),
            "submit": platforms.union(lambda platform: platform.submit),
            "next": platforms.union(lambda platform: platform.next),
            "apply": platforms.union(lambda platform: platform.apply),
        },
        "markers": {
            "confirmed": platforms.union(lambda platform: platform.confirmed),
            "failed": platforms.union(lambda platform: platform.failed),
        },
        "foremost": dialling.FOREMOST,
        "closed_root": CLOSED_ROOT,
        "learnt": LEARNT,
        "typeahead": platforms.union(lambda platform: platform.typeahead),
        "lists": {
            "box": _joined(drawn.union(lambda each: each.box), platforms.union(lambda each: each.lists.box)),
            "option": _joined(drawn.union(lambda each: each.option), platforms.union(lambda each: each.lists.option)),
            "chosen": _joined(drawn.union(lambda each: each.chosen), platforms.union(lambda each: each.lists.picked)),
            "several": _joined(
                drawn.union(lambda each: each.several), platforms.union(lambda each: each.lists.several)
            ),
            "chip": drawn.union(lambda each: each.chip),
            "picks": platforms.union(lambda each: each.lists.picks),
        },
        "drawn": {
            "stands_in": drawn.union(lambda each: each.stands_in),
            "mirror": drawn.union(lambda each: each.mirror),
            "date_input": drawn.union(lambda each: each.date_input),
            "calendar": drawn.union(lambda each: each.calendar),
            "cell": drawn.union(lambda each: each.cell),
            "phone_box": drawn.union(lambda each: each.phone_box),
            "tag_box": drawn.union(lambda each: each.tag_box),
            "tag": drawn.union(lambda each: each.tag),
        },
        "refusal": platforms.union(lambda platform: platform.refusal),
        "uploaded": platforms.union(lambda platform: platform.uploaded),
    }
