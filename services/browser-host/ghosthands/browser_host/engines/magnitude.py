"""Magnitude, the engine that sees: it finds things on a picture of the page and works them by mouse and keyboard.

npm's `magnitude-core` runs in a Node sidecar of this session, `services/browser-host/sidecars/magnitude`, which lives
from attach to detach, has a DevTools connection of its own through a relay of ours, and knows one tab. Nothing is drawn
into the page, before, during or after, so that a sidecar that dies leaves nothing behind either.

What a model gets: the instruction with the names of variables in it, pictures of what is in view with every filled
field and every value of a variable under grey, the title and the address without its query. Values are put in the
place of their names on the way to the page (CDP `Input.insertText`); an option is chosen by the model saying where its
list is, and the sidecar finding the text there. A value that the page shows in other words than it was given in, or
that nobody told us, is not covered outside of fields.

`extract` and `observe` look at what is in view, no further.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ghosthands import models
from ghosthands.browser_host.engines import node
from ghosthands.browser_host.engines.engine import (
    CANNOT_TELL,
    Candidate,
    Done,
    EngineMove,
    EngineTrouble,
    EngineUnavailable,
    SignOfLife,
)
from ghosthands.browser_host.engines.relay import Relay
from ghosthands.browser_host.engines.sidecar import HANG_SECONDS, Sidecar
from ghosthands.browser_host.ports.page_state import Whereabouts
from ghosthands.browser_host.ports.tab import TabAddress
from ghosthands.domain.codes import EngineFailure
from ghosthands.domain.engine import EngineName

ATTACH_SECONDS = 30.0
DETACH_SECONDS = 3.0
#: seconds for a call that needs no model
LOOK_SECONDS = 30.0

#: the variables of our environment that the sidecar gets: none is secret
_ENVIRONMENT = ("PATH", "LANG", "LC_ALL", "TZ", "TMPDIR")
_QUIET = {"MAGNITUDE_LOG_LEVEL": "silent", "BAML_LOG": "off", "DO_NOT_TRACK": "1"}


class MagnitudeEngine:
    """Magnitude in a Node sidecar; one for each attach, or attached again after a detach."""

    name = EngineName.MAGNITUDE

    def __init__(
        self,
        account: models.Account,
        gateway: models.ModelEndpoint,
        *,
        sidecar: Path = node.MAGNITUDE,
        hang_seconds: float = HANG_SECONDS,
    ) -> None:
        """Make an engine that asks models on this account, through the gateway's endpoint, by one token per attach."""
        self._account = account
        self._gateway = gateway
        self._token = ""
        self._folder = sidecar
        self._hang_seconds = hang_seconds
        self._sidecar: Sidecar | None = None
        self._relay: Relay | None = None
        self._hidden: set[str] = set()

    @property
    def pid(self) -> int | None:
        """The pid of the sidecar; None if it is not attached."""
        return self._sidecar.pid if self._sidecar else None

    async def attach(self, address: TabAddress, on_sign: SignOfLife) -> None:
        """Start the sidecar and connect it to the tab. Raises EngineUnavailable."""
        if reason := node.missing(self._folder):
            raise _unavailable(reason)
        self._sidecar = await self._start(on_sign)
        self._token = self._gateway.admit(self._account)
        self._relay = Relay(address, introduces_frames=False)
        try:
            await self._sidecar.request(
                "attach",
                timeout_seconds=ATTACH_SECONDS,
                ws_url=await self._relay.open(),
                target_id=address.target_id,
                model={"base_url": self._gateway.base_url, "api_key": self._token, "name": str(self._account.model)},
            )
        except BaseException as error:
            await self.kill()
            if isinstance(error, EngineTrouble) and error.code == EngineFailure.ENGINE_UNAVAILABLE:
                raise _unavailable(str(error)) from None
            raise

    async def detach(self) -> None:
        """Detach the sidecar from the tab, and end it."""
        if self._sidecar is None:
            return
        sidecar, self._sidecar = self._sidecar, None
        try:
            await sidecar.request("detach", timeout_seconds=DETACH_SECONDS)
        finally:
            self._gateway.dismiss(self._token)
            await sidecar.end()
            await self._hang_up()

    async def kill(self) -> None:
        """End the sidecar at once."""
        sidecar, self._sidecar = self._sidecar, None
        self._gateway.dismiss(self._token)
        if sidecar is not None:
            await sidecar.kill()
        await self._hang_up()

    async def locate(self) -> Whereabouts:
        """Ask the sidecar for its tab, address and frames."""
        seen = await self._look("view")
        return Whereabouts(target_id=seen["target_id"], url=seen["url"], frames=tuple(seen["frames"]))

    async def act(self, move: EngineMove) -> Done:
        """Let Magnitude make the move; it reports no confidence."""
        self.keep_from_models(move.variables)
        if self._relay is not None:
            self._relay.expect(move.variables.values())
        done = await self._require_attached().request(
            "act",
            instruction=move.instruction,
            variables=dict(move.variables),
            hidden=sorted(self._hidden),
            candidate=asdict(move.candidate) if move.candidate else None,
        )
        return Done(CANNOT_TELL, actions=done["actions"])

    async def perform(self, task: EngineMove, acts: list[str]) -> None:
        """Let Magnitude do the whole task; it reports how many acts that took, not which."""
        done = await self.act(task)
        acts += ["act"] * done.actions

    async def extract(self, instruction: str, schema: Mapping[str, Any]) -> Any:
        """Read what is in view; Magnitude's own `extract` is never used, as it tears the page's frames out."""
        answer = await self._require_attached().request(
            "extract", instruction=instruction, schema=dict(schema), hidden=sorted(self._hidden)
        )
        return answer["data"]

    async def observe(self, instruction: str) -> Sequence[Candidate]:
        """Return the elements in view that fit; none in a shadow root, which XPath does not enter."""
        hidden = sorted(self._hidden)
        found = await self._require_attached().request("observe", instruction=instruction, hidden=hidden)
        return [Candidate(**each) for each in found["candidates"]]

    def keep_from_models(self, values: Mapping[str, str]) -> None:
        """Cover these values in pictures, and hide them in words."""
        self._hidden.update(values.values())
        self._account.secrets.register(values)

    async def _start(self, on_sign: SignOfLife) -> Sidecar:
        known = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
        try:
            return await Sidecar.start(
                ("node", str(self._folder / "main.mjs")),
                environment={**known, **_QUIET},
                on_notice=lambda _method, params: on_sign(str(params["what"])),
                hang_seconds=self._hang_seconds,
            )
        except OSError as error:
            raise _unavailable(f"Node does not start ({error.strerror})") from None

    async def _hang_up(self) -> None:
        relay, self._relay = self._relay, None
        if relay is not None:
            await relay.close()

    async def _look(self, method: str, **params: Any) -> Any:
        return await self._require_attached().request(method, timeout_seconds=LOOK_SECONDS, **params)

    def _require_attached(self) -> Sidecar:
        if self._sidecar is None:
            raise EngineTrouble(EngineFailure.NOT_ATTACHED, "magnitude is not attached")
        return self._sidecar


def _unavailable(reason: str) -> EngineUnavailable:
    return EngineUnavailable(EngineFailure.ENGINE_UNAVAILABLE, f"magnitude not available: {reason}")
