"""The keys a human may press in a live view, by their DOM names, and their codes in the DevTools protocol."""

from __future__ import annotations

#: Windows virtual key codes, which is what pages see as `keyCode`.
_NAMED = {
    "Backspace": 8,
    "Tab": 9,
    "Enter": 13,
    "Shift": 16,
    "Control": 17,
    "Alt": 18,
    "Escape": 27,
    "PageUp": 33,
    "PageDown": 34,
    "End": 35,
    "Home": 36,
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "ArrowDown": 40,
    "Insert": 45,
    "Delete": 46,
}

ALT, CTRL, META = 1, 2, 4


def is_key(key: str) -> bool:
    """Whether the key may be pressed: a named one, or a single printable character."""
    return key in _NAMED or (len(key) == 1 and key.isprintable())


def virtual_code(key: str) -> int:
    """Return the key's virtual key code; 0 if it has none of its own."""
    if key in _NAMED:
        return _NAMED[key]
    return ord(key.upper()) if key == " " or (key.isascii() and key.isalnum()) else 0


def text(key: str, modifiers: int) -> str:
    """Return the text that the key types; empty as part of a shortcut."""
    if modifiers & (ALT | CTRL | META):
        return ""
    if key == "Enter":
        return "\r"
    return key if len(key) == 1 else ""
