"""The socket of a match: everything as it happens."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from grognard.server import messages
from grognard.server.problems import Denied
from grognard.server.rooms import Listener, Room, encode
from grognard.server.routes.common import LookFrom, MatchId, Since, TheHub

TOO_SLOW = 4008
NOT_YOURS = 4003
NOT_THERE = 4004
LONGEST = 4096

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
        listener = await room.listen(visitor, since, talk, look)
    except Denied as denied:
        await socket.accept()
        code = NOT_THERE if denied.code == 404 else NOT_YOURS
        await socket.close(code=code, reason=str(denied)[:100])
        return
    await socket.accept()
    writing = asyncio.ensure_future(_write(socket, listener))
    reading = asyncio.ensure_future(_read(socket, room, listener))
    try:
        await asyncio.wait({writing, reading}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        room.leave(listener)
        for task in (writing, reading):
            task.cancel()
        await asyncio.gather(writing, reading, return_exceptions=True)
        with contextlib.suppress(Exception):
            await socket.close(code=TOO_SLOW if listener.slow else 1000)


async def _write(socket: WebSocket[Any, Any, Any], listener: Listener) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            message = await listener.queue.get()
            if message is None:
                return
            await socket.send_data(message, mode="text", encoding="utf-8")


async def _read(socket: WebSocket[Any, Any, Any], room: Room, listener: Listener) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            said = await socket.receive_data(mode="text")
            try:
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
