"""nats-py's client, changed where its public API offers no way. Only this module uses its private parts.

_process_msg, _subs, _cb: a message goes from the reader straight to its callback, with its headers unparsed. nats-py
puts a queue and a task between the two and parses every header, which is more than half of a message's cost. Its
successor has `add_callback` for that, but not yet what a Connection needs: https://github.com/nats-io/nats.py/pull/732

_send_publish, _send_command, _flush_queue, _flush_pending: headers are written as one block. nats-py writes them piece
by piece, four times as slowly; https://github.com/nats-io/nats.py/pull/928 improved only how they are read.

_transport, _stop_processing and the tasks: a nats-py close that is cancelled midway leaves the socket and its readers
open for good, and closes nothing when called again.

_connect_to_server: when a login fails after connecting, as with a server that is just starting, nats-py drops the
connection with its socket open.

_send_unsubscribe, _id: a drain that loses nothing. nats-py's own waits for a flush, whose PING overtakes the UNSUB that
is still buffered, and which ends the connection's reader if it was cancelled when the PONG comes. No issue says so yet;
https://github.com/nats-io/nats.py/pull/853 fixed only the flush after the reader has ended.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

import nats.errors
from nats.aio.client import Client, Srv
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from ghosthands.messaging.location import describe_error
from ghosthands.messaging.wire.headers import Headers

log = logging.getLogger(__name__)


class DirectClient(Client):
    """A client whose callbacks run in the connection's reader, so they must not wait for another answer."""

    async def end(self, subscription: Subscription) -> None:
        """Tell the server to send no more; messages it has sent still reach the callback."""
        await self._send_unsubscribe(subscription._id)

    def let_go(self) -> None:
        """Close the socket and end its readers, which a cancelled close has not done."""
        tasks = (self._reading_task, self._ping_interval_task, self._flusher_task, self._reconnection_task)
        for task in tasks:
            if task is not None and task is not asyncio.current_task():
                task.cancel()
        for subscription in self._subs.values():
            subscription._stop_processing()
        if self._transport is not None:
            self._transport.close()  # type: ignore[no-untyped-call]  # nats-py says none

    async def _connect_to_server(self, server: Srv) -> None:
        if self._transport is not None:
            self._transport.close()  # type: ignore[no-untyped-call]  # nats-py says none
        await super()._connect_to_server(server)

    async def _send_publish(
        self, subject: str, reply: str, payload: bytes, payload_size: int, headers: Mapping[str, str] | None
    ) -> None:
        block = _block(headers) if headers else b""
        size = len(block) + payload_size
        line = f"HPUB {subject} {reply} {len(block)} {size}\r\n" if headers else f"PUB {subject} {reply} {size}\r\n"
        await self._send_command(b"".join((line.encode(), block, payload, b"\r\n")))
        if self._flush_queue is not None and self._flush_queue.empty():
            await self._flush_pending()

    async def _process_msg(self, sid: int, subject: bytes, reply: bytes, data: bytes, headers: bytes | None) -> None:
        subscription = self._subs.get(sid)
        if subscription is None or subscription._cb is None:
            return  # it ended while this message was on its way
        read = Headers(headers) if headers else None
        message = Msg(self, subject.decode(), reply.decode(), data, read)  # type: ignore[arg-type]  # nobody writes it
        try:
            await subscription._cb(message)
        except Exception as error:  # it would end the reader
            log.error("message_lost", extra={"subscription": subscription.subject} | describe_error(error))


def _block(headers: Mapping[str, str]) -> bytes:
    """Encode the headers. Raises BadHeaderError if one would not stay on its line."""
    text = "".join([f"{key}: {value}\r\n" for key, value in headers.items()])
    if text.count("\r") + text.count("\n") != 2 * len(headers):
        raise nats.errors.BadHeaderError
    return f"NATS/1.0\r\n{text}\r\n".encode()
