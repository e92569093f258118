"""A service for tests, without a port: its clients speak ASGI to it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx

from grognard.server.app import Options, make_app

BASE = "http://localhost"
TOY = {"system": "toy", "seats": [{"who": "me", "name": "Ann"}, {"who": "open"}]}
HOT_SEAT = {"system": "toy", "seats": [{"who": "me"}, {"who": "me"}], "seed": 1}


class Service:
    """One server process, so to speak."""

    def __init__(self, app: Any) -> None:
        self.app = app

    @property
    def hub(self) -> Any:
        return self.app.app.state.hub

    def client(self, **headers: str) -> httpx.AsyncClient:
        """Somebody with a browser of his own."""
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(app=self.app), base_url=BASE, headers=headers
        )

    async def visitor(self) -> httpx.AsyncClient:
        client = self.client()
        await client.get("/api/me")
        return client


@contextlib.asynccontextmanager
async def service(db: str, **options: Any) -> AsyncIterator[Service]:
    options.setdefault("static", Path(__file__).with_name("nothing"))
    app = make_app(Options(db=db, **options))
    async with app.app.lifespan():
        yield Service(app)


def run(story: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    return asyncio.run(story())


class Socket:
    """The other end of a socket, as ASGI has it."""

    def __init__(self, served: Service, match: str, client: httpx.AsyncClient, query: str) -> None:
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        cookies = "; ".join(f"{k}={v}" for k, v in client.cookies.items())
        headers = [(b"host", b"localhost"), (b"cookie", cookies.encode())]
        origin = client.headers.get("origin")
        if origin:
            headers.append((b"origin", origin.encode()))
        self.scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "scheme": "ws",
            "path": f"/api/matches/{match}/socket",
            "raw_path": f"/api/matches/{match}/socket".encode(),
            "query_string": query.encode(),
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
            "subprotocols": [],
            "extensions": {},
        }
        self.outbox.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.ensure_future(served.app(self.scope, self.outbox.get, self._take))
        self.raw: list[str] = []

    async def _take(self, message: dict[str, Any]) -> None:
        await self.inbox.put(message)

    async def hear(self) -> dict[str, Any]:
        """The next message; closing is one, too."""
        message = await asyncio.wait_for(self.inbox.get(), 20)
        if message["type"] == "websocket.accept":
            return await self.hear()
        if message["type"] == "websocket.close":
            return {"type": "close", "code": message.get("code")}
        text = message.get("text") or message["bytes"].decode()
        self.raw.append(text)
        said: dict[str, Any] = json.loads(text)
        return said

    async def hear_of(self, kind: str) -> dict[str, Any]:
        """The next message of this type."""
        while True:
            said = await self.hear()
            if said["type"] in (kind, "close"):
                return said

    def say(self, **message: Any) -> None:
        self.outbox.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def close(self) -> None:
        self.outbox.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait_for(asyncio.gather(self.task, return_exceptions=True), 20)


async def created(client: httpx.AsyncClient, body: dict[str, Any]) -> dict[str, Any]:
    answer = await client.post("/api/matches", json=body)
    assert answer.status_code == 201, answer.text
    said: dict[str, Any] = answer.json()
    return said


async def state(client: httpx.AsyncClient, match: str, seat: int | None = None) -> dict[str, Any]:
    query = {} if seat is None else {"seat": seat}
    answer = await client.get(f"/api/matches/{match}", params=query)
    assert answer.status_code == 200, answer.text
    said: dict[str, Any] = answer.json()["state"]
    return said


def my_question(standing: dict[str, Any]) -> dict[str, Any] | None:
    return next((a for a in standing["asked"] if a["type"] != "awaited"), None)


def some_answer(asked: dict[str, Any], option: int | None = None) -> dict[str, Any]:
    """A legal answer: this option, or the first there is; staying, where a move is asked."""
    if asked["type"] == "place":
        return {"type": "idle"}
    allowed = [i for i, o in enumerate(asked["options"]) if o["refusal"] is None]
    return {"type": "pick", "option": allowed[0] if option is None else option}


async def answer(
    client: httpx.AsyncClient, match: str, option: int | None = None, seat: int | None = None
) -> httpx.Response:
    """Answer what this client is asked."""
    standing = await state(client, match, seat)
    asked = [a for a in standing["asked"] if a["type"] != "awaited"]
    asked = [a for a in asked if seat is None or a["player"] == seat]
    return await client.post(
        f"/api/matches/{match}/answer",
        json={
            "player": asked[0]["player"],
            "seq": standing["seq"],
            "answer": some_answer(asked[0], option),
        },
    )


async def play_out(client: httpx.AsyncClient, match: str) -> dict[str, Any]:
    """Whoever holds all seats plays to the end."""
    while True:
        standing = await state(client, match)
        if standing["outcome"] is not None:
            return standing
        assert (await answer(client, match)).status_code == 200
