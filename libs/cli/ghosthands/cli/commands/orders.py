"""`submissions stop|allow|show`, `drain`, `dead list|redrive|drop`: an operator's orders, from the command line."""

from __future__ import annotations

from ghosthands.cli import console
from ghosthands.cli.client import Client, connect, use_running
from ghosthands.cli.exits import Exit, Stop
from ghosthands.domain.codes import MessageFault
from ghosthands.domain.errors import Permanent, StreamUnavailable
from ghosthands.domain.orders import Order, OrderDone, OrderKind
from ghosthands.domain.submissions import name_site
from ghosthands.messaging.server import streams
from ghosthands.messaging.wire import subjects
from ghosthands.messaging.work import dead_letters, micro
from ghosthands.messaging.work.micro import RequestRefused

#: seconds for hitl-gateway to carry an order out
PATIENCE = 30.0


async def stop_submissions(site: str, *, as_json: bool) -> None:
    """Stop submissions at the site, and print where they are stopped. Raises Stop(USAGE) for a bad site."""
    try:
        named = name_site(site) if site else ""
    except Permanent as error:
        raise Stop(Exit.USAGE, str(error)) from None
    await _order_submissions(OrderKind.STOP, Order(site=named), as_json=as_json)


async def allow_submissions(site: str, *, as_json: bool) -> None:
    """Allow submissions at the site again, and print where they are still stopped."""
    await _order_submissions(OrderKind.ALLOW, Order(site=site), as_json=as_json)


async def show_submissions(*, as_json: bool) -> None:
    """Print where submissions are stopped."""
    await _order_submissions(OrderKind.SHOW, Order(), as_json=as_json)


async def _order_submissions(kind: OrderKind, order: Order, *, as_json: bool) -> None:
    async with connect(await use_running()) as client:
        done = await give(client, kind, order)
    if as_json:
        console.emit(done)
    elif not done.stopped:
        console.out.print("nothing is stopped: applications are submitted")
    else:
        for stopped, since in sorted(done.stopped.items()):
            where = f"at {stopped}" if stopped else "everywhere"
            console.out.print(
                f"submissions are stopped {where} since {since.astimezone():%m-%d %H:%M:%S}", markup=False
            )


async def drain(host: str, *, undo: bool, as_json: bool) -> None:
    """Drain or undrain the host, and print what goes on there."""
    async with connect(await use_running()) as client:
        done = await give(client, OrderKind.UNDRAIN if undo else OrderKind.DRAIN, Order(host=host))
    if as_json:
        console.emit(done)
    elif undo:
        console.out.print(f"{host} opens browsers again", markup=False)
    else:
        going_on = "it has no session open: stop it whenever you like"
        if done.sessions:
            going_on = f"{done.sessions} sessions go on there; `ghosthands sessions` tells when they are over"
        console.out.print(f"{host} opens no more browsers; {going_on}", markup=False)


async def show_dead(*, as_json: bool) -> None:
    """List the messages that were given up."""
    async with connect(await use_running()) as client:
        stored = await client.bus.read_back(streams.DEAD, subjects.ALL_DEAD_LETTERS, after=0)
    found = [(one.sequence, one.subject.split(".")[2], dead_letters.read(one.data)) for one in stored]
    if as_json:
        console.emit([{"number": number, "service": service, "letter": letter} for number, service, letter in found])
        return
    listed = console.new_table("no.", "when", "why", "service", "message")
    for number, service, letter in found:
        listed.add_row(str(number), f"{letter.at.astimezone():%m-%d %H:%M}", letter.reason, service, letter.subject)
    console.out.print(listed if found else "every message could be handled")


async def redrive(number: int) -> None:
    """Send the dead letter's message again, and say so."""
    await _deal_with(OrderKind.REDRIVE, number)
    console.out.print(f"dead letter {number}: its message was sent again")


async def drop(number: int) -> None:
    """Remove the dead letter from the list."""
    await _deal_with(OrderKind.DROP, number)
    console.out.print(f"dead letter {number}: dropped")


async def _deal_with(kind: OrderKind, number: int) -> None:
    async with connect(await use_running()) as client:
        await give(client, kind, Order(number=number))


async def give(client: Client, kind: OrderKind, order: Order) -> OrderDone:
    """Give the order. Raises Stop(USAGE) for an unknown thing, Stop(NO) for an order that is not carried out."""
    try:
        return await micro.ask_for(client.bus, subjects.order(kind), order, OrderDone, timeout=PATIENCE)
    except RequestRefused as refused:
        is_unknown = refused.code == MessageFault.UNKNOWN_NAME
        raise Stop(Exit.USAGE if is_unknown else Exit.NO, str(refused)) from None
    except StreamUnavailable:
        raise Stop(Exit.UNAVAILABLE, "hitl-gateway does not answer; `ghosthands doctor` says what is wrong") from None
