"""The socket of a match: everything as it happens."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from grognard.server import messages
from grognard.server.limits import Buckets
from grognard.server.problems import Denied
from grognard.server.rooms import Listener, Room, encode
from grognard.server.routes.common import MatchId, TheHub
from grognard.server.wire import MOST_PLAYERS

TOO_SLOW = 4008
NOT_YOURS = 4003
NOT_THERE = 4004
TOO_OFTEN = 4029
NOT_UNDERSTOOD = 4000
MOST_SPECTATORS = 500
MOST_SCREENS = 20
MOST_LINES = (1 << 31) - 1
LONGEST = 4096
GOODBYE = 2.0
RATE, BURST = 10.0, 50.0
"""Commands a second that a socket may send in the long run, and at once."""

_decode = msgspec.json.Decoder(messages.Command).decode


@websocket("/matches/{match:str}/socket")
async def listen(
    socket: WebSocket[Any, Any, Any],
    hub: TheHub,
    match: MatchId,
) -> None:
    """Welcome first, then whatever happens; commands come the other way."""
    visitor: str = socket.scope["state"].get("visitor", "")
    try:
        since, talk, seat = _query(socket)
        room = await hub.room(match)
        _must_have_room(room, visitor)
        listener = await room.listen(visitor, since, talk, seat)
    except Denied as denied:
        await socket.accept()
        code = {400: NOT_UNDERSTOOD, 404: NOT_THERE, 429: TOO_OFTEN}.get(denied.code, NOT_YOURS)
        await socket.close(code=code, reason=str(denied)[:100])
        return
    await socket.accept()
    tasks = [
        asyncio.ensure_future(_write(socket, listener)),
        asyncio.ensure_future(_read(socket, room, listener)),
        asyncio.ensure_future(listener.cut.wait()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.leave(listener)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(Exception):  # who does not read hears no goodbye either
            code = TOO_SLOW if listener.slow else 1000
            await asyncio.wait_for(socket.close(code=code), GOODBYE)


def _must_have_room(room: Room, visitor: str) -> None:
    """Spectators never take a player's place, nor anybody all of theirs."""
    if visitor and sum(one.visitor == visitor for one in room.listeners) >= MOST_SCREENS:
        raise Denied(429, "you look on from too many screens")
    seated = any(s.visitor == visitor for s in room.row.seats)
    watching = sum(not one.viewer.you for one in room.listeners)
    if watching >= MOST_SPECTATORS and not seated:
        raise Denied(429, "too many look on here")


def _query(socket: WebSocket[Any, Any, Any]) -> tuple[int, int, int | None]:
    """`since`, `talk` and `seat` of the address."""

    def number(name: str, most: int) -> int | None:
        said = socket.query_params.get(name)
        if said is None:
            return None
        if not (said.isascii() and said.isdecimal() and len(said) < 11 and int(said) <= most):
            raise Denied(400, f"{name}: a number from 0 to {most}")
        return int(said)

    since, talk = number("since", MOST_LINES), number("talk", MOST_LINES)
    return since or 0, talk or 0, number("seat", MOST_PLAYERS - 1)


async def _write(socket: WebSocket[Any, Any, Any], listener: Listener) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            message = await listener.queue.get()
            await socket.send_data(message, mode="text", encoding="utf-8")


async def _read(socket: WebSocket[Any, Any, Any], room: Room, listener: Listener) -> None:
    bucket = Buckets(RATE, BURST)
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            said = await socket.receive_data(mode="text")
            try:
                if not bucket.take(""):
                    raise msgspec.ValidationError("too often")
                if len(said) > LONGEST:
                    raise msgspec.ValidationError("too long")
                command = _decode(said)
            except msgspec.DecodeError as error:
                listener.send(encode(messages.Unheard(str(error))))
                continue
            if isinstance(command, messages.Ping):
                listener.send(encode(messages.Pong()))
            else:
                await room.look(listener, command.seat)
