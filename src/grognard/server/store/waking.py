"""How processes that share a PostgreSQL wake each other: `LISTEN`, again whenever it breaks off.

A notice says only where something is new. What it is stands in the tables, so nothing is lost
with a notice: after every break whatever is watched here is looked at again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable

from sqlalchemy import URL

log = logging.getLogger("grognard.server")
CHANNEL = "grognard"
PAUSE = 0.25
"""Seconds before it is tried again."""


class Waker:
    """`woken(match)` is called for what another process did, `lost()` after every break."""

    def __init__(self, url: URL) -> None:
        self.me = secrets.token_hex(4)
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.listening = asyncio.Event()

    def notice(self, match: str) -> str:
        return f"{self.me} {match}"

    async def listen(self, woken: Callable[[str], None], lost: Callable[[], None]) -> None:
        """For ever."""
        import psycopg

        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._url, autocommit=True
                ) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    lost()
                    self.listening.set()
                    while True:
                        async for notice in connection.notifies(timeout=5):
                            who, _, match = notice.payload.partition(" ")
                            if who != self.me:
                                woken(match)
                        await connection.execute("SELECT 1")  # is it still there?
            except (psycopg.Error, OSError) as error:
                self.listening.clear()
                log.warning("PostgreSQL does not answer, trying again: %s", error)
                await asyncio.sleep(PAUSE)
