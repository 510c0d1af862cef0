"""The scripts that run inside a page, put together from the files in `js/`.

Each runs as one function and leaves nothing behind that a page could see. The words of `words.py` and the platforms'
and libraries' markers are inside the script itself, so that a call sends nothing but the frame's own task. What looks
at a document is handed over to it whole, with all that may be done there afterwards: these acts are then called by
their names, as sending a script costs the driver, the browser and us more than running it.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from ghosthands import platforms
from ghosthands.browser_host.page import drawn, thanks_words, way_words, words
from ghosthands.domain import generated, quotes
from ghosthands.planning.choosing import dialling
from ghosthands.planning.rules.dates import PARTS

#: the name of the symbol under which a closed root is left; another for every process, so that no page knows it
CLOSED_ROOT = secrets.token_hex(16)
#: the same for the options that a combobox was opened for
LEARNT = secrets.token_hex(16)
_SHARED = (
    "seen",
    "dom",
    "locators",
    "labels",
    "columns",
    "noted",
    "turned",
    "composed",
    "handmade",
    "gather",
    "files",
    "controls",
    "unseen",
    "refusals",
)
#: what the acts share beyond that
_HANDS = ("listbox", "phone", "told", "halves", "reading", "events", "blank")
#: the acts on a document that was looked at, by name: the files of each; the last one returns
_ACTS: Mapping[str, Sequence[str]] = {
    "calendar_element": ("calendar", "calendar_element"),
    "calendar_step": ("calendar", "calendar_step"),
    "branch_element": ("branches", "branch_element"),
    "branches_shown": ("branches", "branches_shown"),
    "fill": ("put", "fill"),
    "fill_rested": ("put", "fill_rested"),
    "rested_empty": ("beside", "rested", "empty"),
    "rested_read": ("beside", "rested", "read"),
    "turn": ("beside", "turn"),
    **{
        act: (act,)
        for act in (
            "beside",
            "calendar_button",
            "clock_done",
            "count_button",
            "drop",
            "element",
            "empty",
            "half_beside",
            "host_value",
            "listen",
        )
    },
    "double_element": ("double_element",),
    **{act: (act,) for act in ("option_element", "options_all", "options_shown", "phone_option", "phone_picker")},
    **{act: (act,) for act in ("list_done", "read", "search_box", "select_options", "takes_several", "takes_tags")},
    **{act: (act,) for act in ("upload_button", "uploaded", "written_dates")},
}


@cache
def inventory() -> str:
    """Return a script that returns the function `look`, which returns the document's inventory as JSON each time.

    `look.act(name, task)` does one of the acts, each asynchronously.
    """
    shared, hands, seen = _parts(*_SHARED, "surroundings", "quotes"), _parts(*_HANDS), _parts("walls", "inventory")
    acts = ",\n".join(f"{name}: async (task) => {{\n{_parts(*files)}\n}}" for name, files in _ACTS.items())
    acting = f"const acting = () => {{\n{hands}\nconst acts = {{\n{acts}\n}};\nreturn acts;\n}};"
    work = f"{shared}\nconst looking = () => {{\n{seen}\n}};\n{acting}\nreturn {{ looking, acting }};"
    kept = f"{_given()}\n{_parts('rules')}\nconst suspected = new WeakSet();"
    look = "const look = () => work().looking();\nlook.act = (name, task) => work().acting()[name](task);\nreturn look;"
    return f"() => {{\n{kept}\nconst work = () => {{\n{work}\n}};\n{look}\n}}"


@cache
def action(*names: str) -> str:
    """Return an async function of one argument, `task`, for any document; the last of the files returns."""
    return f"async (task) => {{\n{_given()}\n{_parts('rules', *_SHARED, *names)}\n}}"


@cache
def bare(*names: str) -> str:
    """Return the script without the shared parts, for scripts that need none of them."""
    return f"async (task) => {{\n{_parts(*names)}\n}}"


@cache
def on_element(*names: str) -> str:
    """Return the script as a function of an element (`el`) and an argument."""
    return f"async (el, task) => {{\n{_parts(*names)}\n}}"


def _parts(*names: str) -> str:
    return "\n".join(map(_part, names))


@cache
def _part(name: str) -> str:
    """Return a file without its comments and indentation: it is sent with every call."""
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
            "button_like": f"{words.BUTTON_LIKE}|{way_words.tell_pages('as_guest')}",
            "checking": words.CHECKING,
            "optional": words.OPTIONAL,
            "requires": words.REQUIRES,
            "requires_all": words.REQUIRES_ALL,
            "marks": words.MARKS,
            "account": words.ACCOUNT,
            "condition": thanks_words.CONDITION,
            "overview": thanks_words.OVERVIEW,
        },
        "sayings": {"step": words.STEP, "limited": words.LIMITED, "tooMany": words.TOO_MANY},
        "phrases": {**{name: [said] for name, said in words.PHRASES.items()}, "confirmed": thanks_words.CONFIRMED},
        "refusals": words.REFUSALS,
        "date_parts": {part: f"^(?:{name.pattern})$" for part, name in PARTS.items()},
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
        "most_quotes": quotes.MOST,
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
