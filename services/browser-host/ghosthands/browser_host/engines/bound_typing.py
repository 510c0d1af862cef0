"""The binding of an engine's typing: what it types goes to the documents it was sent to, or nowhere.

An engine presses keys and inserts text through the browser (CDP `Input`), which sends both to whatever has the focus.
Here the document itself inserts the text, and a key passes only while the focus is proven. Nor does a value pass that a
script is to put into a frame of another site than the documents', whatever a model took that frame for.

Limits: for frames that a browser has in the page's own process, which are of the page's own site on other hosts, it
cannot tell which one a script is for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ghosthands.browser_host.ports.tab import TypingReach

Message = Mapping[str, Any]

_KEYS = ("Input.dispatchKeyEvent", "Input.imeSetComposition")
#: a shorter value occurs in any argument of a script
_SHORTEST = 3
_DONE: Message = {"result": {}}
_ASTRAY: Message = {"error": {"code": -32000, "message": "this may not be typed there"}}


class BoundTyping:
    """The binding of one engine's typing; `reach` is where it may type."""

    def __init__(self, reach: TypingReach | None) -> None:
        self._reach = reach
        #: the values that it types, or has scripts put in
        self.values: Sequence[str] = ()
        #: frames that are targets of their own: by session, and their addresses
        self._frames: dict[str, str] = {}
        self._urls: dict[str, str] = {}

    def note_received(self, message: Message) -> None:
        """Note a message from the browser, which may report a frame."""
        match message:
            case {"method": "Target.attachedToTarget", "params": {"sessionId": session, "targetInfo": target}}:
                if target["type"] == "iframe":
                    self._frames[session], self._urls[target["targetId"]] = target["targetId"], target["url"]
            case {"method": "Target.targetInfoChanged", "params": {"targetInfo": target}}:
                self._urls[target["targetId"]] = target["url"]

    async def answer(self, command: Message) -> Message | None:
        """Return the answer that the engine gets instead of the browser's; None if the command is passed on."""
        reach = self._reach
        if reach is None or not reach.is_bound:
            return None
        match command:
            case {"method": "Input.insertText", "params": {"text": str(text)}}:
                return _DONE if await reach.insert(text) else _ASTRAY
            case {"method": method} if method in _KEYS:
                return None if await reach.holds_focus() else _ASTRAY
            case {"method": "Runtime.callFunctionOn", "sessionId": session, "params": {"arguments": told}}:
                frame = self._frames.get(session)
                is_own = frame is None or reach.admits(self._urls[frame])
                return _ASTRAY if not is_own and self._tells(told) else None
        return None

    def _tells(self, told: Any) -> bool:
        """Whether the arguments contain a value."""
        said = json.dumps(told, ensure_ascii=False)
        return any(json.dumps(one, ensure_ascii=False)[1:-1] in said for one in self.values if len(one) >= _SHORTEST)
