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
from grognard.server.routes.common import LookFrom, MatchId, Since, TheHub

TOO_SLOW = 4008
NOT_YOURS = 4003
NOT_THERE = 4004
TOO_OFTEN = 4029
MOST_LISTENERS = 500
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
    since: Since = 0,
    talk: Since = 0,
    look: LookFrom = None,
) -> None:
    """Welcome first, then whatever happens; commands come the other way."""
    visitor: str = socket.scope["state"].get("visitor", "")
    try:
        room = await hub.room(match)
        if len(room.listeners) >= MOST_LISTENERS:
            raise Denied(429, "too many look on here")
        listener = await room.listen(visitor, since, talk, look)
    except Denied as denied:
        await socket.accept()
        code = {404: NOT_THERE, 429: TOO_OFTEN}.get(denied.code, NOT_YOURS)
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
