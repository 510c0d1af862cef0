"""A relay between an engine and the browser, unnoticed by the engine: it restricts, informs, and can be cut.

Stagehand works from an extension inside the browser, and from there dials the browser's own DevTools port; Magnitude
dials it from its sidecar. Through the relay, a loopback address with a random path, instead of that port

- what an engine types goes to the documents it was sent to, or nowhere (`BoundTyping`);
- Stagehand is let in without `--remote-allow-origins`, whose absence keeps any extension out;
- it can close neither the browser nor the tab: `Browser.close` is answered and not passed on, which also makes the
  package's own `browser.close()` a way to detach;
- Stagehand learns of the frames that were there before it (`FrameIntroductions`);
- it is gone at once when the relay is closed, in whatever state its extension is.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.http11 import Request, Response

from ghosthands.browser_host.engines.bound_typing import BoundTyping
from ghosthands.browser_host.ports.tab import TabAddress
from ghosthands.chromium import SideDoor
from ghosthands.chromium.devtools import SERVER, SILENT

Message = Mapping[str, Any]

CLOSE_SECONDS = 2.0

#: commands that are answered as if done
_IGNORED = frozenset({"Browser.close", "Page.close", "Target.disposeBrowserContext"})
#: the browser's messages that have to be read begin with one of these, after an id or a session
_TELLING = (
    *('"frameTree"', '"Page.frameAttached"', '"Target.attachedToTarget"', '"Target.detachedFromTarget"'),
    '"Target.targetInfoChanged"',
)
_HEAD_CHARS = 120


class Relay:
    """A relay of DevTools messages, in both directions; only its address gives access."""

    def __init__(self, address: TabAddress, *, introduces_frames: bool = True) -> None:
        self._ws_url = address.ws_url
        self._near = address.door or SideDoor("127.0.0.1", 0)
        self._target_id = address.target_id
        self._introduces = introduces_frames
        self._typing = BoundTyping(address.reach)
        self._path = f"/{secrets.token_urlsafe(32)}"
        self._server: Server | None = None
        self._extensions: set[ServerConnection] = set()
        self._admits_extensions = True

    async def open(self) -> str:
        """Open the relay, and return the address to dial until it is closed."""
        self._server = await serve(
            self._pass_on,
            *self._near,
            process_request=self._admit,
            max_size=None,
            compression=None,
            server_header=SERVER,
            logger=SILENT,
        )
        host, port = next(iter(self._server.sockets)).getsockname()
        return f"ws://{host}:{port}{self._path}"

    def expect(self, values: Iterable[str]) -> None:
        """Expect the engine, or a page's script for it, to enter these values from now on."""
        self._typing.values = tuple(values)

    async def hang_up_on_extensions(self) -> None:
        """Cut off what works inside the browser; the engine's process here stays connected."""
        self._admits_extensions = False
        for line in list(self._extensions):
            line.transport.abort()

    async def close(self) -> None:
        """Close all connections; do nothing if the relay is not open."""
        server, self._server = self._server, None
        if server is None:
            return
        server.close()
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await server.wait_closed()
        except TimeoutError:  # a connection that stays open is not read any more
            return

    def _admit(self, connection: ServerConnection, request: Request) -> Response | None:
        if not secrets.compare_digest(request.path, self._path):
            return connection.respond(404, "")
        if _is_extension(request):
            if not self._admits_extensions:
                return connection.respond(403, "")
            self._extensions.add(connection)
        return None

    async def _pass_on(self, near: ServerConnection) -> None:
        introductions = FrameIntroductions() if self._introduces else None
        try:
            async with connect(self._ws_url, max_size=None, compression=None, logger=SILENT) as far:
                ways = (
                    asyncio.create_task(self._relay_to_browser(near, far, introductions)),
                    asyncio.create_task(self._relay_from_browser(far, near, introductions)),
                )
                try:
                    await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for way in ways:
                        way.cancel()
                    await asyncio.gather(*ways, return_exceptions=True)
        except (OSError, InvalidHandshake, ConnectionClosed):
            return  # the browser is gone, and so is this line
        finally:
            self._extensions.discard(near)

    async def _relay_to_browser(
        self, near: ServerConnection, far: ClientConnection, introductions: FrameIntroductions | None
    ) -> None:
        async for message in near:
            command = json.loads(message)
            answer = {"result": {}} if self._is_ignored(command) else await self._typing.answer(command)
            if answer is not None:
                session = {"sessionId": command["sessionId"]} if "sessionId" in command else {}
                await near.send(json.dumps({"id": command["id"], **answer, **session}))
                continue
            if introductions is not None:
                introductions.note_sent(command)
            await far.send(_in_background(command) or message)

    async def _relay_from_browser(
        self, far: ClientConnection, near: ServerConnection, introductions: FrameIntroductions | None
    ) -> None:
        async for message in far:
            await near.send(message)
            text = message if isinstance(message, str) else message.decode()
            if not any(name in text[:_HEAD_CHARS] for name in _TELLING):
                continue
            told = json.loads(text)
            self._typing.note_received(told)
            for event in introductions.note_received(told) if introductions is not None else ():
                await near.send(json.dumps(event))

    def _is_ignored(self, command: Message) -> bool:
        match command:
            case {"method": "Target.closeTarget", "params": {"targetId": target_id}}:
                return bool(target_id == self._target_id)
            case {"method": method}:
                return method in _IGNORED
            case _:
                return False


def _is_extension(request: Request) -> bool:
    return request.headers.get("Origin", "").startswith("chrome-extension://")


def _in_background(command: Message) -> str | None:
    """Return Stagehand's command for a tab of its own as one for a background tab; None for any other command.

    Stagehand wakes its worker by that tab, which must not come before the job's.
    """
    if command.get("method") != "Target.createTarget":
        return None
    return json.dumps({**command, "params": {**command["params"], "background": True}})


class FrameIntroductions:
    """The introduction of the cross-site frames to Stagehand that a page had before it came.

    Stagehand 4.3 links such a frame's session to a page only when it has received `Page.frameAttached` for it, which
    the browser sends only once, when the frame is made; nor does the page's own frame tree name frames of other
    processes. So every snapshot of a live page lacks them. Here the event is sent again, once page and frame have both
    answered `Page.getFrameTree`: that is when Stagehand listens.
    """

    def __init__(self) -> None:
        #: the session that a request for a frame tree went to
        self._asked: dict[int, str] = {}
        #: sessions that have answered with their frame tree
        self._answered: set[str] = set()
        self._known: set[str] = set()
        #: by session: the frame, its parent, the parent's session
        self._waiting: dict[str, tuple[str, str, str]] = {}

    def note_sent(self, command: Message) -> None:
        """Note a command on its way to the browser."""
        if command.get("method") == "Page.getFrameTree" and "sessionId" in command:
            self._asked[command["id"]] = command["sessionId"]

    def note_received(self, message: Message) -> list[Message]:
        """Return the events to send after this message of the browser's."""
        match message:
            case {"method": "Page.frameAttached", "params": {"frameId": frame}, "sessionId": session}:
                if session in self._answered:  # before that Stagehand does not listen
                    self._known.add(frame)
            case {"method": "Target.attachedToTarget", "sessionId": parent, "params": params}:
                self._note_attached(params, parent)
            case {"method": "Target.detachedFromTarget", "params": {"sessionId": session}}:
                self._waiting.pop(session, None)
            case {"id": request, "result": {"frameTree": tree}} if request in self._asked:
                self._note_answer(self._asked.pop(request), tree)
                return self._take_due()
        return []

    def _note_attached(self, params: Message, parent_session: str) -> None:
        target = params["targetInfo"]
        if target["type"] == "iframe":
            self._waiting[params["sessionId"]] = (target["targetId"], target.get("parentFrameId", ""), parent_session)

    def _note_answer(self, session: str, tree: Message) -> None:
        """Note the frames that an answer tells Stagehand of.

        From a frame's first answer Stagehand takes the frame alone; from the next, and from a page's, all frames below
        too.
        """
        is_first_of_frame = session in self._waiting and session not in self._answered
        self._answered.add(session)
        if not is_first_of_frame:
            self._known |= set(_list_below(tree))
        elif self._waiting[session][0] in self._known:
            del self._waiting[session]  # Stagehand finds the frame's page by itself

    def _take_due(self) -> list[Message]:
        """Take the events of the frames whose session and parent are ready, outer frames first."""
        due: list[Message] = []
        for session, (frame, parent_frame, parent_session) in list(self._waiting.items()):
            ready = {session, parent_session} <= self._answered and parent_session not in self._waiting
            if ready:
                del self._waiting[session]
                self._known.add(frame)
                params = {"frameId": frame, "parentFrameId": parent_frame}
                due.append({"method": "Page.frameAttached", "params": params, "sessionId": parent_session})
        return [*due, *self._take_due()] if due else []


def _list_below(tree: Message) -> list[str]:
    """Return the ids of all frames in a tree but the topmost."""
    children = tree.get("childFrames", ())
    return [each for child in children for each in (child["frame"]["id"], *_list_below(child))]
