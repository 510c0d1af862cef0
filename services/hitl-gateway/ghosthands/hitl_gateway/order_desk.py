"""Takes operators' orders over NATS: the same actions as the console's page of operations."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec

from ghosthands.domain.errors import Permanent
from ghosthands.domain.orders import Order, OrderDone, OrderKind
from ghosthands.domain.services import HITL_GATEWAY
from ghosthands.hitl_gateway.dead_desk import DeadDesk
from ghosthands.hitl_gateway.host_desk import HostDesk
from ghosthands.hitl_gateway.submission_stops import SubmissionStops
from ghosthands.hitl_gateway.unread_desk import UnreadDesk
from ghosthands.messaging.server.jetstream import Bus
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import micro
from ghosthands.messaging.work.hosts import HostRecord
from ghosthands.messaging.work.micro import Answer, Endpoint, Micro, RequestRefused

Carry = Callable[[Order], Awaitable[object]]


class OrderDesk:
    """Carries out operators' orders: stops, dead letters, draining hosts, jobs that cannot be read."""

    def __init__(self, stops: SubmissionStops, dead: DeadDesk, hosts: HostDesk, unread: UnreadDesk) -> None:
        self._stops = stops
        self._does: dict[OrderKind, Carry] = {
            OrderKind.STOP: lambda order: stops.stop(order.site),
            OrderKind.ALLOW: lambda order: stops.allow(order.site),
            OrderKind.SHOW: lambda _order: stops.read(),
            OrderKind.REDRIVE: lambda order: dead.redrive(order.number),
            OrderKind.DROP: lambda order: dead.drop(order.number),
            OrderKind.DRAIN: lambda order: hosts.drain(order.host),
            OrderKind.UNDRAIN: lambda order: hosts.undrain(order.host),
            OrderKind.GIVE_UP: lambda order: unread.give_up(order.job_id),
        }

    def endpoint(self, bus: Bus) -> Micro:
        """Return the NATS service for orders."""
        asked = [Endpoint(kind, subjects.order(kind), self._take(kind), HITL_GATEWAY) for kind in OrderKind]
        return Micro(bus, "orders", asked, description="what an operator orders")

    def _take(self, kind: OrderKind) -> Answer:
        async def take(data: bytes) -> bytes:
            try:
                done = await self._does[kind](micro.read(data, Order))
            except Permanent as refused:
                raise RequestRefused(refused.code, str(refused)) from None
            sessions = done.sessions if isinstance(done, HostRecord) else 0
            return msgspec.json.encode(OrderDone(stopped=(await self._stops.read()).since, sessions=sessions))

        return take
