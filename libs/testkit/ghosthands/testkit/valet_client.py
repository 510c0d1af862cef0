"""A client that calls us as VALET's own does, written from the facts of its contract alone.

It waits 15 seconds, repeats nothing, takes every 409 for success, wants JSON in every other success, and turns the rest
into one opaque error. It calls a worker at the same address with its port replaced, without a key.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx

TIMEOUT_SECONDS = 15.0
#: seconds for calls to health, monitoring and workers
SHORT_SECONDS = 5.0
_API = "/api/v1/gh"


class ValetError(Exception):
    """VALET's error for an unexpected answer; `answer` is what only its log sees."""

    def __init__(self, answer: httpx.Response) -> None:
        super().__init__(f"GhostHands API error: {answer.status_code}")
        self.answer = answer


class ValetClient:
    """Calls one address with one key."""

    def __init__(self, base: str, key: str | None, *, worker_port: int = 3101) -> None:
        self._base = base
        parts = urlsplit(base)
        self._worker = urlunsplit(parts._replace(netloc=f"{parts.hostname}:{worker_port}"))
        self._headers = {"Content-Type": "application/json"}
        self._key = {"X-GH-Service-Key": key} if key else {}

    async def apply(self, body: Mapping[str, Any]) -> Any:
        """Request an application, as VALET does."""
        return await self.call("POST", "/valet/apply", body)

    async def start_task(self, body: Mapping[str, Any]) -> Any:
        """Submit an administrator's integration test."""
        return await self.call("POST", "/valet/task", body)

    async def status(self, job_id: str) -> Any:
        """Return the status of a job."""
        return await self.call("GET", f"/valet/status/{job_id}")

    async def resume(self, job_id: str, body: Mapping[str, Any]) -> Any:
        """Send what a human did."""
        return await self.call("POST", f"/valet/resume/{job_id}", body)

    async def cancel(self, job_id: str) -> Any:
        """Cancel a job; no body is sent."""
        return await self.call("POST", f"/jobs/{job_id}/cancel")

    async def retry(self, job_id: str) -> Any:
        """Retry a job; no body is sent."""
        return await self.call("POST", f"/jobs/{job_id}/retry")

    async def call(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Return the answer to any call below the API's root."""
        return await self._ask(method, f"{self._base}{_API}{path}", TIMEOUT_SECONDS, self._key, body)

    async def look(self, path: str) -> Any:
        """Return a page at the address's own root: health, monitoring."""
        return await self._ask("GET", f"{self._base}{path}", SHORT_SECONDS, self._key)

    async def ask_worker(self, method: str, path: str) -> Any:
        """Return the answer of a worker."""
        return await self._ask(method, f"{self._worker}{path}", SHORT_SECONDS, {})

    async def _ask(
        self, method: str, url: str, seconds: float, key: Mapping[str, str], body: Mapping[str, Any] | None = None
    ) -> Any:
        content = None if body is None else json.dumps(body).encode()
        async with httpx.AsyncClient(timeout=seconds, follow_redirects=True) as client:
            answer = await client.request(method, url, content=content, headers={**self._headers, **key})
        if answer.is_success or answer.status_code == 409:
            return answer.json()
        raise ValetError(answer)
