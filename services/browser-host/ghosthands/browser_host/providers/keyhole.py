"""A keyhole: a DevTools address of our own that shows one tab of a user's browser, and the tabs that it opens.

Everyone who drives a session in a user's browser connects here, the host as well as any engine or viewer. They cannot
see other tabs, attach to them or close them. The browser cannot be closed, nor a window resized; a command that would
concern the whole browser concerns the session's tabs (`Fetch`) or is refused. So a frozen tab, which would keep
Playwright from ever connecting, is not in its way either.

Shared and service workers belong to no tab: the requests of those of the origins that our tabs have shown are watched
along with the tabs' requests, and nothing else of them is seen; their requests are marked `SHARED`, as a worker may
make them for a tab of the user's. Workers of other origins are left alone.

Limits: cookies are the browser's, so the tab's pages may use them as always. A tab that the user opens waits until we
detach from it: a few milliseconds, and when this process dies the browser itself lets it go.
"""

from __future__ import annotations

import asyncio
import itertools
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from ghosthands.browser_host.ports.devtools import ASKING, NoAnswer, open_wire
from ghosthands.chromium.devtools import SERVER, SILENT

Message = dict[str, Any]

#: the commands that may be sent to the browser itself
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
#: commands that are answered and not done: the user would see them
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
#: commands that may not be sent to a tab's session, beside all of `Browser` and `Target` that the browser refuses
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
#: workers that the tabs of one origin share
_IN_COMMON = ("shared_worker", "service_worker")
#: the mark that a paused request of theirs gets beside what the browser says of it
SHARED = "shared"
#: the origin of documents written into their own address: nobody can tell whose they are
_NO_ONES = "data:"
_ABOUT_TARGETS = ("Target.targetCreated", "Target.targetInfoChanged", "Target.targetDestroyed", "Target.targetCrashed")


class Tabs:
    """The tabs of one session, by target id; `on_change` is called whenever they change."""

    def __init__(self, ids: list[str], on_change: Callable[[list[str]], None]) -> None:
        self.ids = ids
        self._on_change = on_change
        #: the origins that they have shown
        self.origins = {_NO_ONES}

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
        #: its address on loopback, once it is open; connections without the path are refused
        self.ws_url = ""

    async def open(self) -> None:
        """Serve the keyhole, at an address that nobody else knows."""
        self._server = await serve(
            self._serve,
            "127.0.0.1",
            0,
            process_request=self._refuse_other_paths,
            max_size=None,
            compression=None,
            ping_interval=None,
            server_header=SERVER,
            logger=SILENT,
        )
        port = next(iter(self._server.sockets)).getsockname()[1]
        self.ws_url = f"ws://127.0.0.1:{port}{self._path}"

    async def close(self) -> None:
        """Close the keyhole, and with it every connection through it."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    def _refuse_other_paths(self, connection: ServerConnection, request: Request) -> Response | None:
        return None if request.path == self._path else connection.respond(HTTPStatus.NOT_FOUND, "not here\n")

    async def _serve(self, client: ServerConnection) -> None:
        with suppress(NoAnswer):
            browser = await open_wire(self._browser_url)
            await Tunnel(client, browser, self._tabs).last()


class Tunnel:
    """A client's connection, its own connection to the browser, and the messages between them."""

    def __init__(self, client: ServerConnection, browser: ClientConnection, tabs: Tabs) -> None:
        self._client = client
        self._browser = browser
        self._tabs = tabs
        self._ids = itertools.count(1)
        #: the questions sent to the browser, by our id; None for a question of our own
        self._asked: dict[int, Message | None] = {}
        #: sessions with the browser itself; None is the connection
        self._whole: set[str | None] = {None}
        #: sessions with tabs, frames and workers of ours, and their targets
        self._parts: dict[str, str] = {}
        #: the targets of cross-site frames and workers, which are in no list of tabs
        self._frames: set[str] = set()
        #: sessions with workers that tabs share, of our origins, and their targets
        self._workers: dict[str, str] = {}
        #: the addresses of the workers we detached from, by target
        self._strangers: dict[str, str] = {}
        #: the client's question that asked for paused requests
        self._fetching: Message | None = None

    async def last(self) -> None:
        """Pass messages on until either side disconnects."""
        both = [asyncio.create_task(self._relay_from_client()), asyncio.create_task(self._relay_from_browser())]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in both:
                one.cancel()
            await asyncio.gather(*both, return_exceptions=True)
            await self._browser.close()
            await self._client.close()

    # What the client asks

    async def _relay_from_client(self) -> None:
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
            if method == "Target.detachFromTarget":
                await self._hand_on_watch((question.get("params") or {}).get("sessionId", ""))
            await self._pass_on(question, session, question.get("params"))

    def _refusal(self, method: str, session: str | None, params: Message) -> str | None:
        """Return why the question is not passed on; None if it is."""
        if session not in self._whole and session not in self._parts:
            return "Session with given id not found."
        of_browser = session in self._whole or method.startswith(("Browser.", "Target.", "Extensions."))
        if method in _NOT_OF_A_TAB or (of_browser and method not in _OF_THE_BROWSER):
            return f"{method} is not for a browser that is the user's"
        if (target := params.get("targetId")) and target not in self._tabs.ids and target not in self._frames:
            return "No target with given id found"
        return None

    async def _ask_of_tabs(self, question: Message) -> None:
        """Turn a question about all the browser's requests into one about those of our tabs."""
        method, params = question["method"], question.get("params") or {}
        if "requestId" in params:
            session, _, request = params["requestId"].partition(" ")
            await self._pass_on(question, session, {**params, "requestId": request})
            return
        self._fetching = question if method == "Fetch.enable" else None
        for session in (*self._list_watching(), *self._workers):
            await self._say(method, session, params)
        await self._look_at_workers()
        await self._answer(question, result={})

    async def _pass_on(self, question: Message, session: str | None, params: Message | None) -> None:
        await self._send(question, question["method"], session, params)

    async def _say(self, method: str, session: str | None, params: Message | None = None) -> None:
        """Send a command of our own, whose answer nobody waits for."""
        await self._send(None, method, session, params)

    async def _send(self, question: Message | None, method: str, session: str | None, params: Message | None) -> None:
        number = next(self._ids)
        self._asked[number] = question
        message = _put_in_session({"id": number, "method": method, "params": params or {}}, session)
        await self._browser.send(msgspec.json.encode(message), text=True)

    # What the browser says

    async def _relay_from_browser(self) -> None:
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
            message["result"] = {"targetInfos": [info for info in result["targetInfos"] if self._shows(info)]}
        elif result is not None and question["method"] == "Page.getFrameTree":
            await self._note_shown(*_addresses(result["frameTree"]))
        elif result is not None and question["method"] == "Target.attachToBrowserTarget":
            self._whole.add(result["sessionId"])
        await self._answer(question, **{key: message[key] for key in ("result", "error") if key in message})

    async def _hear_event(self, message: Message) -> None:
        method, session, params = message["method"], message.get("sessionId"), message.get("params") or {}
        if method == "Target.attachedToTarget" and (session in self._whole or session in self._parts):
            if not await self._is_taken(session, params):
                return
        elif method in _ABOUT_TARGETS:
            if not self._concerns(params):
                return
        elif method == "Target.detachedFromTarget":
            if self._workers.pop(params["sessionId"], None):
                return
            self._parts.pop(params["sessionId"], None)
        elif (
            method == "Fetch.requestPaused"
            and self._fetching is not None
            and (session in self._parts or session in self._workers)
        ):
            if params.get("resourceType") == "Document":
                await self._note_shown(params["request"]["url"])
            message = _put_in_session(message, self._fetching.get("sessionId"))
            shared = {SHARED: True} if session in self._workers else {}
            message["params"] = {**params, **shared, "requestId": f"{session} {params['requestId']}"}
        elif session in self._workers:
            if method == "Inspector.targetReloadedAfterCrash":  # its last tab left it, and another starts it again
                await self._watch(session)
            return
        elif session not in self._whole and session not in self._parts:
            return
        elif method == "Page.frameNavigated":
            await self._note_shown(params["frame"]["url"])
        await self._send_to_client(message)

    async def _is_taken(self, parent: str | None, params: Message) -> bool:
        """Whether the new session is with a part of ours; from any other we detach at once."""
        session, info = params["sessionId"], params["targetInfo"]
        if info["type"] in _IN_COMMON:
            await self._look_at(parent, session, info)
            return False
        if parent in self._parts or self._tabs.owns(info):
            is_watched = info["targetId"] in self._parts.values()
            self._parts[session] = info["targetId"]
            self._frames.add(info["targetId"])
            await self._note_shown(info["url"])
            if self._fetching is not None and info["type"] in ASKING and not is_watched:
                await self._say("Fetch.enable", session, self._fetching.get("params"))
            return True
        if info["type"] == "browser":
            self._whole.add(session)
            return True
        await self._look_away(parent, session)
        return False

    def _list_watching(self) -> list[str]:
        """Return one session of each target, its oldest.

        A target's request waits in each session that watches it, and would be judged as often.
        """
        oldest: dict[str, str] = {}
        for session, target in self._parts.items():
            oldest.setdefault(target, session)
        return list(oldest.values())

    async def _hand_on_watch(self, leaving: str) -> None:
        """If that session watches its target, let another session of it take over first, without a gap."""
        if self._fetching is None or leaving not in self._list_watching():
            return
        heirs = [one for one, target in self._parts.items() if target == self._parts[leaving] and one != leaving]
        for heir in heirs[:1]:
            await self._say("Fetch.enable", heir, self._fetching.get("params"))

    async def _look_away(self, parent: str | None, session: str) -> None:
        await self._say("Runtime.runIfWaitingForDebugger", session)
        await self._say("Target.detachFromTarget", parent, {"sessionId": session})

    # Workers that tabs have in common

    async def _look_at(self, parent: str | None, session: str, info: Message) -> None:
        """Pause the worker's requests if its origin is one of ours; once, however often it is reported."""
        target = info["targetId"]
        is_known = target in self._workers.values()
        if is_known or self._fetching is None or _origin(info["url"]) not in self._tabs.origins:
            if not is_known:
                self._strangers[target] = info["url"]
            await self._look_away(parent, session)
            return
        self._workers[session] = target
        await self._watch(session)

    async def _watch(self, session: str) -> None:
        """Watch the worker, which waits until then as it begins."""
        if self._fetching is not None:
            await self._say("Fetch.enable", session, self._fetching.get("params"))
        await self._say("Runtime.runIfWaitingForDebugger", session)

    async def _note_shown(self, *urls: str) -> None:
        """Note that our tabs show those addresses, or are about to."""
        origins = {origin for url in urls if (origin := _origin(url))}
        if not origins <= self._tabs.origins:
            self._tabs.origins |= origins
            await self._look_at_workers()

    async def _look_at_workers(self) -> None:
        """Attach to the workers of origins that our tabs have shown since."""
        if self._fetching is None:
            return
        for target in [one for one, url in self._strangers.items() if _origin(url) in self._tabs.origins]:
            del self._strangers[target]
            await self._say("Target.attachToTarget", None, {"targetId": target, "flatten": True})

    def _shows(self, info: Message) -> bool:
        return self._tabs.owns(info) or info["targetId"] in self._workers.values()

    def _concerns(self, params: Message) -> bool:
        info = params.get("targetInfo")
        return self._tabs.owns(info) if info is not None else params["targetId"] in self._tabs.ids

    async def _answer(self, question: Message, **what: Any) -> None:
        await self._send_to_client(_put_in_session({"id": question["id"], **what}, question.get("sessionId")))

    async def _send_to_client(self, message: Message) -> None:
        await self._client.send(msgspec.json.encode(message), text=True)


def _origin(url: str) -> str:
    """Return the origin of scripts from that address; empty if it is none of the web."""
    parts = urlsplit(url.removeprefix("blob:"))
    if parts.scheme in ("http", "https"):
        return f"{parts.scheme}://{parts.netloc}"
    return _NO_ONES if parts.scheme == "data" else ""


def _addresses(tree: Message) -> Iterator[str]:
    """Yield the addresses of all frames of a tab."""
    yield tree["frame"]["url"]
    for inner in tree.get("childFrames", ()):
        yield from _addresses(inner)


def _put_in_session(message: Message, session: str | None) -> Message:
    """Return the message as one of the client's session of that name."""
    bare = {key: value for key, value in message.items() if key != "sessionId"}
    return bare if session is None else {**bare, "sessionId": session}
