"""Kill the service again and again while two people play: nothing that it acknowledged may be lost.

python -m benchmarks.crashes [--kills 200] [--seed 1] [--db URL] [--system forge_of_war]

Each kill is a `kill -9` at a random moment. Then the service is started again, both players come
back by their sockets, and every answer that was ever acknowledged must stand in the record, in the
line that it was promised. Printed: kills, answers, what was lost, and how long both were away.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import platform
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

PATIENCE = 60.0


class Server:
    """The service as a process of its own, killed and started again on one port."""

    def __init__(self, db: str, folder: Path, options: Sequence[str] = ()) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.command = [
            sys.executable, "-c", "from grognard.cli import main; main()",
            "serve", "--no-open", "--port", str(self.port), "--db", db, *options,
        ]  # fmt: skip
        self.log = folder / "serve.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.env = {
            **os.environ,
            "XDG_DATA_HOME": str(folder),
            "GROGNARD_NODE": os.devnull,
            "PYTHONDONTWRITEBYTECODE": "",  # a second start compiles nothing, as at home
        }

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log, env=self.env)

    def kill(self, how: int = signal.SIGKILL) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(30)

    async def up(self) -> None:
        """Until it answers: the port is there before all else."""
        till = time.monotonic() + PATIENCE
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.write(b"GET /api/bots HTTP/1.1\r\nHost: localhost\r\n\r\n")
                answered = await reader.read(1)
                writer.close()
                if answered:
                    return
                raise ConnectionResetError
            except OSError:
                assert self.process is not None
                if self.process.poll() is not None or time.monotonic() > till:
                    raise RuntimeError(self.log.read_text("utf-8", "replace")) from None
                await asyncio.sleep(0.005)


class Player:
    """Somebody who answers as soon as he is asked, by his own client and socket."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table = table
        self.random = random.Random(seed)
        self.client = httpx.AsyncClient(base_url=table.server.url, timeout=30)
        self.acknowledged: list[tuple[str, int, int, Any]] = []
        self.unsure = 0
        self.back = asyncio.Event()

    async def send(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Tried again while nobody is there; what makes no difference twice only."""
        while True:
            try:
                return await self.client.request(method, path, **options)
            except httpx.TransportError:
                await self.table.standing.wait()
                await asyncio.sleep(0.005)

    async def watch(self) -> None:
        """The socket: whenever it breaks, come again."""
        while True:
            cookies = "; ".join(f"{k}={v}" for k, v in self.client.cookies.items())
            host = self.table.server.url.replace("http", "ws")
            url = f"{host}/api/matches/{self.table.match}/socket"
            with contextlib.suppress(Exception):
                async with connect(url, additional_headers={"cookie": cookies}) as line:
                    async for said in line:
                        if json.loads(said)["type"] == "welcome":
                            self.back.set()
            self.back.clear()
            await asyncio.sleep(0.005)

    async def play(self, seat: int) -> None:
        while True:
            match = self.table.match
            seen = (await self.send("GET", f"/api/matches/{match}")).json()
            state = seen["state"]
            if state["outcome"] is not None:
                await self.table.over(match)
                continue
            asked = next((a for a in state["asked"] if a["type"] != "awaited"), None)
            if asked is None:
                await asyncio.sleep(0.005)
                continue
            body = {"player": seat, "seq": state["seq"], "answer": self.choose(asked)}
            try:
                said = await self.client.post(f"/api/matches/{match}/answer", json=body)
            except httpx.TransportError:
                self.unsure += 1  # it may have been written or not
                await self.table.standing.wait()
                continue
            if said.status_code == 200:
                self.acknowledged.append((match, state["seq"], seat, body["answer"]))
            else:
                assert said.status_code == 409, said.text

    def choose(self, asked: dict[str, Any]) -> dict[str, Any]:
        if asked["type"] == "place":
            return {"type": "idle"}
        allowed = [i for i, o in enumerate(asked["options"]) if o["refusal"] is None]
        return {"type": "pick", "option": self.random.choice(allowed)}


class Table:
    """Two players, one match after the other, and whether the server stands."""

    def __init__(self, server: Server, system: str, seed: int) -> None:
        self.server = server
        self.system = system
        self.standing = asyncio.Event()
        self.match = ""
        self.seed = seed
        self.players = [Player(self, seed), Player(self, seed + 1)]
        self.making = asyncio.Lock()

    async def all_back(self) -> None:
        waits = [asyncio.wait_for(p.back.wait(), PATIENCE) for p in self.players]
        await asyncio.gather(*waits)

    async def over(self, match: str) -> None:
        async with self.making:
            if self.match == match:
                self.seed += 2
                ann, bob = self.players
                seats = [{"who": "me", "name": "Ann"}, {"who": "open"}]
                body = {"system": self.system, "seats": seats, "seed": self.seed}
                await ann.send("GET", "/api/me")
                await bob.send("GET", "/api/me")
                made = (await ann.send("POST", "/api/matches", json=body)).json()
                claim = {"token": made["invitations"][0]["token"], "name": "Bob"}
                said = await bob.send("POST", f"/api/matches/{made['match']}/claim", json=claim)
                assert said.status_code in (200, 403), said.text  # 403: it was written, not said
                self.match = made["match"]


def lost(acknowledged: Sequence[tuple[str, int, int, Any]], lines: dict[str, list[Any]]) -> int:
    """How many of these answers do not stand where they were promised."""
    missing = 0
    for match, seq, seat, answer in acknowledged:
        record = lines.get(match, [])
        line = record[seq] if seq < len(record) else {}
        kept = line.get("seat") == seat and line.get("kind") in ("answer", "sealed")
        if kept and line["kind"] == "answer" and answer["type"] == "pick":
            kept = line["answer"] == answer["option"]
        missing += not kept
    return missing


async def read(db: str) -> dict[str, list[Any]]:
    """All records, by match."""
    from grognard.server.store import tables
    from grognard.server.store.store import Store

    store = Store(db)
    async with store.engine.connect() as connection:
        found = await connection.execute(tables.lines.select().order_by(tables.lines.c.seq))
        records: dict[str, list[Any]] = {}
        for row in found.mappings():
            records.setdefault(row["match"], []).append(json.loads(row["line"]))
    await store.close()
    return records


async def trial(kills: int, seed: int, db: str, folder: Path, system: str) -> dict[str, Any]:
    """Play and kill; what came of it."""
    chance = random.Random(seed)
    server = Server(db, folder)
    server.start()
    await server.up()
    table = Table(server, system, seed)
    table.standing.set()
    await table.over("")
    tasks = [asyncio.ensure_future(p.play(n)) for n, p in enumerate(table.players)]
    tasks += [asyncio.ensure_future(p.watch()) for p in table.players]
    away: list[float] = []
    missing = 0
    checked = 0
    try:
        for n in range(kills):
            await asyncio.gather(
                *[asyncio.wait_for(p.back.wait(), PATIENCE) for p in table.players]
            )
            await asyncio.sleep(chance.uniform(0.02, 0.5))
            for task in tasks:
                if task.done():
                    task.result()
            table.standing.clear()
            server.kill()
            for player in table.players:
                player.back.clear()
            then = time.perf_counter()
            server.start()
            await server.up()
            table.standing.set()
            await asyncio.gather(
                *[asyncio.wait_for(p.back.wait(), PATIENCE) for p in table.players]
            )
            away.append(time.perf_counter() - then)
            acknowledged = [a for p in table.players for a in p.acknowledged]
            checked = len(acknowledged)
            missing = lost(acknowledged, await read(db))
            if missing:
                break
            if n % 20 == 19:
                print(f"  {n + 1} kills, {checked} answers, none lost", flush=True)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for player in table.players:
            await player.client.aclose()
        server.kill(signal.SIGTERM)
    return {
        "kills": len(away),
        "acknowledged": checked,
        "unsure": sum(p.unsure for p in table.players),
        "lost": missing,
        "away": sorted(away),
    }


def run(kills: int, seed: int = 1, db: str = "", system: str = "forge_of_war") -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return asyncio.run(
            trial(kills, seed, db or f"sqlite:///{folder / 'matches.db'}", folder, system)
        )


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--kills", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--db", default="")
    options.add_argument("--system", default="forge_of_war")
    asked = options.parse_args()
    print(f"{os.cpu_count()} cores, Python {platform.python_version()}, load {os.getloadavg()}")
    said = run(asked.kills, asked.seed, asked.db, asked.system)
    away = said["away"]
    print(
        f"{said['kills']} kills, {said['acknowledged']} answers acknowledged, "
        f"{said['unsure']} broken off, {said['lost']} lost"
    )
    print(
        f"both back after {away[len(away) // 2]:.2f} s (median), {away[-1]:.2f} s at worst; "
        f"{sum(a <= 2 for a in away)} of {len(away)} within 2 s"
    )
    return 1 if said["lost"] else 0


if __name__ == "__main__":
    sys.exit(main())
