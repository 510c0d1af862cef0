"""A keyhole: a DevTools address of our own that shows of a user's browser one tab, and what that opens.

Everyone who drives a session in a user's browser connects here, the host as well as any engine or viewer. Other tabs
are not there: nobody is attached to them, asked about them or able to close them. The browser cannot be closed, nor a
window resized; what would concern the whole browser concerns the session's tabs (`Fetch`) or is refused. So also a
tab that is frozen, which would keep Playwright from ever connecting, is not in its way.

Limits: cookies are the browser's, so whatever the tab's pages may do with them, they may. A tab the user opens waits
for us to look away from it: a few milliseconds, and when this process dies the browser itself lets it go.
"""

from __future__ import annotations

import asyncio
import itertools
import uuid
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from ghosthands.browser_host.providers.devtools import SILENT, NoAnswer, open_wire

Message = dict[str, Any]

#: what may be asked of the browser itself
_OF_THE_BROWSER = frozenset(
    {
        "Browser.getVersion",
        "Browser.getWindowBounds",
        "Browser.getWindowForTarget",
        "Fetch.continueRequest",
        "Fetch.disable",
        "Fetch.enable",
        "Fetch.failRequest",
        "Fetch.fulfillRequest",
        "Target.activateTarget",
        "Target.attachToBrowserTarget",
        "Target.attachToTarget",
        "Target.closeTarget",
        "Target.detachFromTarget",
        "Target.getTargetInfo",
        "Target.getTargets",
        "Target.setAutoAttach",
        "Target.setDiscoverTargets",
    }
)
#: what is answered and not done: it would be seen
_UNDONE = frozenset(
    {
        "Browser.setContentsSize",
        "Browser.setDownloadBehavior",
        "Browser.setWindowBounds",
        "Emulation.setDeviceMetricsOverride",
        "Emulation.setVisibleSize",
        "Page.setDeviceMetricsOverride",
    }
)
#: what a tab's session may not be asked, beside everything of `Browser` and `Target` that the browser may not
_NOT_OF_A_TAB = frozenset(
    {
        "Network.clearBrowserCache",
        "Network.clearBrowserCookies",
        "Network.deleteCookies",
        "Network.getAllCookies",
        "Network.getCookies",
        "Network.setCookie",
        "Network.setCookies",
        "Page.setDownloadBehavior",
        "Storage.clearCookies",
        "Storage.clearDataForOrigin",
        "Storage.clearDataForStorageKey",
        "Storage.getCookies",
    }
)
#: what asks the network for something
_ASKING = ("page", "iframe", "worker", "shared_worker", "service_worker")
_ABOUT_TARGETS = ("Target.targetCreated", "Target.targetInfoChanged", "Target.targetDestroyed", "Target.targetCrashed")


class Tabs:
    """The tabs of one session, by target id; `on_change` hears whenever there are others."""

    def __init__(self, ids: list[str], on_change: Callable[[list[str]], None]) -> None:
        self.ids = ids
        self._on_change = on_change

    def owns(self, info: Message) -> bool:
        """Whether the target is one of them, or opened by one of them and so one of them from now on."""
        if info["targetId"] in self.ids:
            return True
        if info.get("type") != "page" or info.get("openerId") not in self.ids:
            return False
        self.ids.append(info["targetId"])
        self._on_change(self.ids)
        return True


class Keyhole:
    """The keyhole of one session."""

    def __init__(self, browser_url: str, tabs: Tabs) -> None:
        self._browser_url = browser_url
        self._tabs = tabs
        self._path = f"/devtools/browser/{uuid.uuid4()}"
        self._server: Server | None = None
        #: where it is, on loopback, once it is open; whoever does not know the path is turned away
        self.ws_url = ""

    async def open(self) -> None:
        """Serve it, at an address that nobody else knows."""
        self._server = await serve(
            self._served,
            "127.0.0.1",
            0,
            process_request=self._known,
            max_size=None,
            compression=None,
            ping_interval=None,
            logger=SILENT,
        )
        port = next(iter(self._server.sockets)).getsockname()[1]
        self.ws_url = f"ws://127.0.0.1:{port}{self._path}"

    async def close(self) -> None:
        """Whoever looks through it is cut off."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    def _known(self, connection: ServerConnection, request: Request) -> Response | None:
        return None if request.path == self._path else connection.respond(HTTPStatus.NOT_FOUND, "not here\n")

    async def _served(self, client: ServerConnection) -> None:
        with suppress(NoAnswer):
            browser = await open_wire(self._browser_url)
            await Tunnel(client, browser, self._tabs).last()


class Tunnel:
    """One client, its own connection to the browser, and what passes between them."""

    def __init__(self, client: ServerConnection, browser: ClientConnection, tabs: Tabs) -> None:
        self._client = client
        self._browser = browser
        self._tabs = tabs
        self._ids = itertools.count(1)
        #: what the browser was asked: the question, and for whom; None where we asked ourselves
        self._asked: dict[int, Message | None] = {}
        #: sessions with the browser itself; None is the connection
        self._whole: set[str | None] = {None}
        #: sessions with tabs, frames and workers of ours
        self._parts: set[str] = set()
        #: frames of other sites and workers are targets of their own, in no list of tabs
        self._frames: set[str] = set()
        #: who wants to hear of requests, and of which
        self._fetching: Message | None = None

    async def last(self) -> None:
        """Pass messages on until either side has enough."""
        both = [asyncio.create_task(self._from_client()), asyncio.create_task(self._from_browser())]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in both:
                one.cancel()
            await asyncio.gather(*both, return_exceptions=True)
            await self._browser.close()
            await self._client.close()

    # What the client asks

    async def _from_client(self) -> None:
        with suppress(ConnectionClosed):
            async for data in self._client:
                await self._ask(msgspec.json.decode(data))

    async def _ask(self, question: Message) -> None:
        method, session = question["method"], question.get("sessionId")
        if method in _UNDONE:
            await self._answer(question, result={})
        elif refusal := self._refusal(method, session, question.get("params") or {}):
            await self._answer(question, error={"code": -32000, "message": refusal})
        elif session in self._whole and method.startswith("Fetch."):
            await self._ask_of_tabs(question)
        else:
            await self._pass_on(question, session, question.get("params"))

    def _refusal(self, method: str, session: str | None, params: Message) -> str | None:
        """Why the question is not passed on, if it is not."""
        if session not in self._whole and session not in self._parts:
            return "Session with given id not found."
        of_browser = session in self._whole or method.startswith(("Browser.", "Target.", "Extensions."))
        if method in _NOT_OF_A_TAB or (of_browser and method not in _OF_THE_BROWSER):
            return f"{method} is not for a browser that is the user's"
        if (target := params.get("targetId")) and target not in self._tabs.ids and target not in self._frames:
            return "No target with given id found"
        return None

    async def _ask_of_tabs(self, question: Message) -> None:
        """A question about all requests of the browser becomes one about those of our tabs."""
        method, params = question["method"], question.get("params") or {}
        if "requestId" in params:
            session, _, request = params["requestId"].partition(" ")
            await self._pass_on(question, session, {**params, "requestId": request})
            return
        self._fetching = question if method == "Fetch.enable" else None
        for session in self._parts:
            await self._say(method, session, params)
        await self._answer(question, result={})

    async def _pass_on(self, question: Message, session: str | None, params: Message | None) -> None:
        number = next(self._ids)
        self._asked[number] = question
        whole = {"id": number, "method": question["method"], "params": params or {}}
        await self._to_browser(whole if session is None else {**whole, "sessionId": session})

    async def _say(self, method: str, session: str | None, params: Message | None = None) -> None:
        """Something of our own, whose answer nobody waits for."""
        number = next(self._ids)
        self._asked[number] = None
        whole = {"id": number, "method": method, "params": params or {}}
        await self._to_browser(whole if session is None else {**whole, "sessionId": session})

    async def _to_browser(self, message: Message) -> None:
        await self._browser.send(msgspec.json.encode(message), text=True)

    # What the browser says

    async def _from_browser(self) -> None:
        with suppress(ConnectionClosed):
            async for data in self._browser:
                message = msgspec.json.decode(data)
                if "id" in message:
                    await self._hear_answer(message)
                else:
                    await self._hear_event(message)

    async def _hear_answer(self, message: Message) -> None:
        question = self._asked.pop(message["id"], None)
        if question is None:
            return
        result = message.get("result")
        if result is not None and question["method"] == "Target.getTargets":
            message["result"] = {"targetInfos": [info for info in result["targetInfos"] if self._tabs.owns(info)]}
        elif result is not None and question["method"] == "Target.attachToBrowserTarget":
            self._whole.add(result["sessionId"])
        await self._answer(question, **{key: message[key] for key in ("result", "error") if key in message})

    async def _hear_event(self, message: Message) -> None:
        method, session, params = message["method"], message.get("sessionId"), message.get("params") or {}
        if method == "Target.attachedToTarget" and session in self._whole | self._parts:
            if not await self._is_taken(session, params):
                return
        elif method in _ABOUT_TARGETS:
            if not self._concerns(params):
                return
        elif method == "Target.detachedFromTarget":
            self._parts.discard(params["sessionId"])
        elif method == "Fetch.requestPaused" and self._fetching is not None and session in self._parts:
            message = _of_session(message, self._fetching.get("sessionId"))
            message["params"] = {**params, "requestId": f"{session} {params['requestId']}"}
        elif session not in self._whole | self._parts:
            return
        await self._to_client(message)

    async def _is_taken(self, parent: str | None, params: Message) -> bool:
        """Whether the new session is with a part of ours; from any other we look away at once."""
        session = params["sessionId"]
        if parent in self._parts or self._tabs.owns(params["targetInfo"]):
            self._parts.add(session)
            self._frames.add(params["targetInfo"]["targetId"])
            if self._fetching is not None and params["targetInfo"]["type"] in _ASKING:
                await self._say("Fetch.enable", session, self._fetching.get("params"))
            return True
        if params["targetInfo"]["type"] == "browser":
            self._whole.add(session)
            return True
        await self._say("Runtime.runIfWaitingForDebugger", session)
        await self._say("Target.detachFromTarget", None, {"sessionId": session})
        return False

    def _concerns(self, params: Message) -> bool:
        info = params.get("targetInfo")
        return self._tabs.owns(info) if info is not None else params["targetId"] in self._tabs.ids

    async def _answer(self, question: Message, **what: Any) -> None:
        await self._to_client(_of_session({"id": question["id"], **what}, question.get("sessionId")))

    async def _to_client(self, message: Message) -> None:
        await self._client.send(msgspec.json.encode(message), text=True)


def _of_session(message: Message, session: str | None) -> Message:
    """The message as the client's session of that name says it."""
    bare = {key: value for key, value in message.items() if key != "sessionId"}
    return bare if session is None else {**bare, "sessionId": session}
