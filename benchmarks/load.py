"""Three hundred live matches, each answered once every two seconds: how long till it is durable?

python -m benchmarks.load [--matches 300] [--every 2] [--seconds 60] [--system forge_of_war]
                          [--only sqlite|postgresql] [--processes 1]

Every match has two players, each with a socket of his own, as two browsers would have; scripts in
another process answer for them. Printed for each store: answers a second, and the median, p99 and
worst time from the request to the acknowledgement, with the hardware. Loopback only. PostgreSQL
(its own cluster in a temporary folder, durable) with several processes shares the matches out.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import platform
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

from benchmarks.crashes import Server

GOAL = 0.1


class Seat:
    """One browser, so to speak: a client, a socket, and the state that it was last told."""

    def __init__(self, url: str) -> None:
        self.url = url
        limits = httpx.Limits(max_connections=1, max_keepalive_connections=1, keepalive_expiry=600)
        self.client = httpx.AsyncClient(base_url=url, timeout=60, limits=limits)
        self.state: dict[str, Any] = {}
        self.seat = 0

    async def listen(self, match: str) -> None:
        cookies = "; ".join(f"{k}={v}" for k, v in self.client.cookies.items())
        url = f"{self.url.replace('http', 'ws')}/api/matches/{match}/socket"
        async with connect(
            url, additional_headers={"cookie": cookies}, max_size=None, compression=None
        ) as line:
            async for text in line:
                said = json.loads(text)
                if said["type"] == "welcome":
                    self.state = said["snapshot"]["state"]
                elif said["type"] == "happened":
                    self.state = said["state"]

    def asked(self) -> dict[str, Any] | None:
        return next((a for a in self.state.get("asked", ()) if a["type"] != "awaited"), None)


class Table:
    """Two seats, answered every so often."""

    def __init__(self, urls: tuple[str, str], system: str, seed: int, every: float) -> None:
        self.seats = [Seat(url) for url in urls]
        self.system = system
        self.seed = seed
        self.every = every
        self.random = random.Random(seed)
        self.took: list[float] = []
        self.refused = 0
        self.match = ""
        self.listening: list[asyncio.Task[None]] = []

    async def sit(self) -> None:
        ann, bob = self.seats
        for task in self.listening:
            task.cancel()
        for seat in self.seats:
            await seat.client.get("/api/me")
        self.seed += 1000
        seats = [{"who": "me"}, {"who": "open"}]
        body = {"system": self.system, "seats": seats, "seed": self.seed}
        made = (await ann.client.post("/api/matches", json=body)).json()
        self.match = made["match"]
        claim = {"token": made["invitations"][0]["token"], "name": "Bob"}
        await bob.client.post(f"/api/matches/{self.match}/claim", json=claim)
        self.listening = [asyncio.ensure_future(s.listen(self.match)) for s in self.seats]

    async def play(self, till: float, start: float) -> None:
        due = start
        while due < till:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due += self.every
            for n, seat in enumerate(self.seats):
                asked = seat.asked()
                if asked is not None:
                    body = {"player": n, "seq": seat.state["seq"], "answer": self.choose(asked)}
                    url = f"/api/matches/{self.match}/answer"
                    then = time.perf_counter()
                    said = await seat.client.post(url, json=body)
                    self.took.append(time.perf_counter() - then)
                    self.refused += said.status_code != 200
                    break
            else:
                if self.seats[0].state.get("outcome") is not None:
                    await self.sit()

    def choose(self, asked: dict[str, Any]) -> dict[str, Any]:
        if asked["type"] == "place":
            return {"type": "idle"}
        allowed = [i for i, o in enumerate(asked["options"]) if o["refusal"] is None]
        return {"type": "pick", "option": self.random.choice(allowed)}


async def drive(servers: list[Server], asked: argparse.Namespace) -> dict[str, Any]:
    """All tables at once; what their answers took."""
    urls = [server.url for server in servers]
    tables = [
        Table((urls[n % len(urls)], urls[(n + 1) % len(urls)]), asked.system, n, asked.every)
        for n in range(asked.matches)
    ]
    for at in range(0, len(tables), 20):
        await asyncio.gather(*[t.sit() for t in tables[at : at + 20]])
    gc.disable()  # the scripts' own pauses are not the service's
    began, script = cpu(servers), time.process_time()
    start = time.perf_counter() + 1
    till = start + asked.seconds
    await asyncio.gather(
        *[t.play(till, start + asked.every * n / len(tables)) for n, t in enumerate(tables)]
    )
    seconds = time.perf_counter() - start
    used, script = cpu(servers) - began, time.process_time() - script
    for table in tables:
        for task in table.listening:
            task.cancel()
        for seat in table.seats:
            await seat.client.aclose()
    took = sorted(x for t in tables for x in t.took)
    refused = sum(t.refused for t in tables)
    return {
        "took": took,
        "refused": refused,
        "used": used,
        "script": script / seconds,
        "rate": len(took) / seconds,
    }


@contextlib.contextmanager
def store(kind: str, folder: Path) -> Iterator[str]:
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'matches.db'}"
        return
    from tests.server import postgres

    with postgres.cluster(settings=()) as url:
        yield postgres.database(url, "load")


def measure(kind: str, asked: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as name, store(kind, Path(name)) as db:
        processes = asked.processes if kind == "postgresql" else 1
        servers = [Server(db, Path(name), ["--limits", "0"]) for _ in range(processes)]
        try:
            for server in servers:
                server.start()
                asyncio.run(server.up())
            said = asyncio.run(drive(servers, asked))
        finally:
            for server in servers:
                server.kill(signal.SIGTERM)
    took = said["took"]
    if not took:
        raise SystemExit("nobody was asked anything")
    p99 = took[int(len(took) * 0.99)]
    print(
        f"{kind:<10} {processes} process(es): {len(took)} answers, "
        f"{said['rate']:.0f} a second, {said['refused']} refused; "
        f"median {took[len(took) // 2] * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms "
        f"({p99 / GOAL:.2f} of the goal of {GOAL * 1000:.0f}), worst {took[-1] * 1000:.1f} ms; "
        f"the service used {said['used'] / len(took) * 1000:.1f} ms of a core for each answer, "
        f"the scripts {said['script']:.0%} of a core; load after it {os.getloadavg()[0]:.1f}",
        flush=True,
    )


def cpu(servers: Sequence[Server]) -> float:
    """Seconds of processor time these have used so far (Linux)."""
    used = 0
    for server in servers:
        assert server.process is not None
        fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
        used += int(fields[11]) + int(fields[12])
    return used / os.sysconf("SC_CLK_TCK")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--matches", type=int, default=300)
    options.add_argument("--every", type=float, default=2.0)
    options.add_argument("--seconds", type=float, default=60.0)
    options.add_argument("--system", default="forge_of_war")
    options.add_argument("--only", choices=("sqlite", "postgresql"))
    options.add_argument("--processes", type=int, default=1)
    asked = options.parse_args()
    print(
        f"{os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}, "
        f"load before {os.getloadavg()[0]:.1f}"
    )
    for kind in (asked.only,) if asked.only else ("sqlite", "postgresql"):
        measure(kind, asked)
    return 0


if __name__ == "__main__":
    sys.exit(main())
