"""Reading and writing the tables. What `append` has returned from is durable."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import time
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    String,
    bindparam,
    column,
    delete,
    event,
    func,
    insert,
    inspect,
    select,
    table,
    text,
    update,
)
from sqlalchemy import create_engine as create_sync_engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from grognard.server.store import tables
from grognard.server.store.waking import CHANNEL, Waker

MIGRATIONS = Path(__file__).with_name("migrations")
NEWEST = "0001"
"""The last migration in that folder."""
ALEMBIC = "alembic_version"
MIGRATING = 0x67726F67
"""The number of PostgreSQL's lock that whoever migrates holds."""


TOGETHER = 64
"""Matches at most that are written in one transaction."""

_NEW_LINES = insert(tables.lines)
_STANDING = (
    update(tables.matches)
    .where(tables.matches.c.id == bindparam("b_match"))
    .values({c: bindparam(c) for c in ("status", "turn", "asked", "outcome", "sealed", "updated")})
)
_NOTIFY = text("SELECT pg_notify(:channel, :notice)")


class _New:
    """New lines that wait for being written."""

    def __init__(self, match: str, before: int, lines: Sequence[str], standing: Standing) -> None:
        self.match = match
        self.rows = _numbered(match, before, lines)
        self.standing = {"b_match": match, "updated": time.time(), **vars(standing)}
        self.written: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Overtaken(Exception):
    """Somebody else has written the next line first: read again."""


@dataclasses.dataclass
class SeatRow:
    player: int
    side: int
    name: str
    bot: str = ""
    seed: int = 0
    nonce: str = ""
    visitor: str = ""
    token: str = ""

    @property
    def taken(self) -> bool:
        return bool(self.bot or self.visitor)


@dataclasses.dataclass
class MatchRow:
    """One row of `matches`, with its seats."""

    id: str
    system: str
    scenario: str
    parent: str
    host: str
    spectators: bool
    imported: bool
    created: float
    updated: float
    status: str
    turn: int
    asked: list[int]
    outcome: dict[str, Any] | None
    setup: dict[str, Any]
    settings: dict[str, Any]
    start: dict[str, Any] | None
    secret: bytes
    sealed: list[Any]
    seats: list[SeatRow] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class TalkRow:
    n: int
    at: float
    kind: str
    player: int
    name: str
    text: str


@dataclasses.dataclass
class Standing:
    """What is written beside new lines: how the match stands after them."""

    status: str
    turn: int
    asked: list[int]
    outcome: dict[str, Any] | None
    sealed: list[Any]


class Store:
    """One database. `open` first, `close` at the end."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine: AsyncEngine = create_engine(url)
        self.waker = Waker(make_url(url)) if is_shared(url) else None
        self._writer = create_writer(url)
        self._threads = ThreadPoolExecutor(1, "append")
        self._new: list[_New] = []
        self._appending: asyncio.Task[None] | None = None
        # SQLite has one writer at a time: here each waits for his turn, which is quicker and
        # fairer than its own trying again.
        self._turn: contextlib.AbstractAsyncContextManager[Any] = (
            contextlib.nullcontext() if self.shared else asyncio.Lock()
        )

    @property
    def shared(self) -> bool:
        """Whether other processes may write, too."""
        return self.waker is not None

    async def open(self) -> None:
        """Bring the tables up to date."""
        async with self.engine.begin() as connection:
            await connection.run_sync(migrate)

    async def close(self) -> None:
        if self._appending is not None:
            await asyncio.gather(self._appending, return_exceptions=True)
        self._threads.shutdown(wait=True)
        self._writer.dispose()
        await self.engine.dispose()

    @contextlib.asynccontextmanager
    async def _writing(self, match: str = "") -> AsyncIterator[AsyncConnection]:
        """A transaction; with it other processes hear that there is something new of a match."""
        async with self._turn, self.engine.begin() as connection:
            yield connection
            if match and self.waker is not None:
                notice = func.pg_notify(CHANNEL, self.waker.notice(match))
                await connection.execute(select(notice))

    @contextlib.asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as connection:
            await connection.execution_options(reading=True)
            yield connection

    # -- matches ------------------------------------------------------------------

    async def create(self, match: MatchRow, lines: Sequence[str] = ()) -> None:
        row = {k: v for k, v in vars(match).items() if k != "seats"}
        async with self._writing() as connection:
            await connection.execute(insert(tables.matches), row)
            await connection.execute(
                insert(tables.seats), [{"match": match.id, **vars(s)} for s in match.seats]
            )
            await _write_lines(connection, match.id, 0, lines)

    async def match(self, match: str) -> MatchRow | None:
        async with self._reading() as connection:
            found = await connection.execute(
                select(tables.matches).where(tables.matches.c.id == match)
            )
            row = found.mappings().first()
            if row is None:
                return None
            return MatchRow(**row, seats=await _seats(connection, match))

    async def lines(self, match: str, after: int = 0) -> list[str]:
        """The record's lines behind the first `after`."""
        async with self._reading() as connection:
            found = await connection.execute(
                select(tables.lines.c.line)
                .where(tables.lines.c.match == match, tables.lines.c.seq > after)
                .order_by(tables.lines.c.seq)
            )
            return list(found.scalars())

    async def count(self, match: str) -> int:
        """How many lines the record has."""
        async with self._reading() as connection:
            found = await connection.execute(
                select(func.max(tables.lines.c.seq)).where(tables.lines.c.match == match)
            )
            return found.scalar() or 0

    async def append(
        self, match: str, before: int, lines: Sequence[str], standing: Standing
    ) -> None:
        """New lines behind the first `before`; raises Overtaken when there are others already."""
        new = _New(match, before, lines, standing)
        self._new.append(new)
        if self._appending is None or self._appending.done():
            self._appending = asyncio.ensure_future(self._append_all())
        await asyncio.shield(new.written)

    async def _append_all(self) -> None:
        """Whatever has come while the last was written goes together: one sync serves all."""
        loop = asyncio.get_running_loop()
        while self._new:
            group = sorted(self._new[:TOGETHER], key=lambda new: new.match)
            del self._new[:TOGETHER]
            async with self._turn:
                wrong = await loop.run_in_executor(self._threads, self._append, group)
            for new, error in zip(group, wrong, strict=True):
                if error is None:
                    new.written.set_result(None)
                else:
                    new.written.set_exception(error)

    def _append(self, group: Sequence[_New]) -> list[Exception | None]:
        """In one thread, for this is what everybody waits for: what went wrong with each."""
        try:
            with self._writer.begin() as connection:
                connection.execute(_NEW_LINES, [line for new in group for line in new.rows])
                connection.execute(_STANDING, [new.standing for new in group])
                if self.waker is not None:
                    notices = [self.waker.notice(new.match) for new in group]
                    connection.execute(
                        _NOTIFY, [{"channel": CHANNEL, "notice": said} for said in notices]
                    )
        except IntegrityError:
            if len(group) == 1:
                return [Overtaken()]
        except Exception as error:
            return [error for _ in group]
        else:
            return [None for _ in group]
        return [error for new in group for error in self._append([new])]  # one was too late

    async def take_seat(self, match: str, seat: SeatRow) -> bool:
        """Sit down, unless somebody else was quicker."""
        async with self._writing(match) as connection:
            done = await connection.execute(
                update(tables.seats)
                .where(
                    tables.seats.c.match == match,
                    tables.seats.c.player == seat.player,
                    tables.seats.c.visitor == "",
                    tables.seats.c.token == seat.token,
                )
                .values(visitor=seat.visitor, name=seat.name, nonce=seat.nonce, token="")
            )
            await connection.execute(
                update(tables.matches)
                .where(tables.matches.c.id == match)
                .values(updated=time.time())
            )
            return done.rowcount == 1

    async def new_token(self, match: str, player: int, token: str) -> bool:
        """Another secret for a free seat."""
        async with self._writing() as connection:
            done = await connection.execute(
                update(tables.seats)
                .where(
                    tables.seats.c.match == match,
                    tables.seats.c.player == player,
                    tables.seats.c.visitor == "",
                    tables.seats.c.bot == "",
                )
                .values(token=token)
            )
            return done.rowcount == 1

    async def matches_of(self, visitor: str, most: int = 200) -> list[MatchRow]:
        """Those in which he sits or which he made, the latest first. Without their set-ups."""
        t = tables.matches
        seated = select(tables.seats.c.match).where(tables.seats.c.visitor == visitor)
        columns = [c for c in t.c if c.name not in ("setup", "start", "secret")]
        async with self._reading() as connection:
            found = await connection.execute(
                select(*columns)
                .where((t.c.host == visitor) | t.c.id.in_(seated))
                .order_by(t.c.updated.desc())
                .limit(most)
            )
            rows = [MatchRow(**row, setup={}, start=None, secret=b"") for row in found.mappings()]
            by_id = {row.id: row for row in rows}
            seats = await connection.execute(
                select(tables.seats)
                .where(tables.seats.c.match.in_(list(by_id)))
                .order_by(tables.seats.c.player)
            )
            for seat in seats.mappings():
                fields = dict(seat)
                by_id[fields.pop("match")].seats.append(SeatRow(**fields))
            return rows

    # -- talk -----------------------------------------------------------------------

    async def say(self, match: str, kind: str, player: int, name: str, text: str) -> TalkRow:
        while True:
            try:
                async with self._writing(match) as connection:
                    last = await connection.execute(
                        select(func.max(tables.talk.c.n)).where(tables.talk.c.match == match)
                    )
                    said = TalkRow((last.scalar() or 0) + 1, time.time(), kind, player, name, text)
                    await connection.execute(insert(tables.talk), {"match": match, **vars(said)})
                    return said
            except IntegrityError:  # somebody spoke at the same time in another process
                continue

    async def talk_count(self, match: str) -> int:
        async with self._reading() as connection:
            found = await connection.execute(
                select(func.max(tables.talk.c.n)).where(tables.talk.c.match == match)
            )
            return found.scalar() or 0

    async def talk(self, match: str, after: int = 0) -> list[TalkRow]:
        async with self._reading() as connection:
            found = await connection.execute(
                select(*(c for c in tables.talk.c if c.name != "match"))
                .where(tables.talk.c.match == match, tables.talk.c.n > after)
                .order_by(tables.talk.c.n)
            )
            return [TalkRow(**row) for row in found.mappings()]

    # -- visitors ---------------------------------------------------------------------

    async def name_of(self, visitor: str) -> str:
        async with self._reading() as connection:
            found = await connection.execute(
                select(tables.visitors.c.name).where(tables.visitors.c.visitor == visitor)
            )
            return found.scalar() or ""

    async def rename(self, visitor: str, name: str) -> None:
        async with self._writing() as connection:
            await connection.execute(
                delete(tables.visitors).where(tables.visitors.c.visitor == visitor)
            )
            await connection.execute(
                insert(tables.visitors), {"visitor": visitor, "name": name, "seen": time.time()}
            )


def is_shared(url: str) -> bool:
    return make_url(url).get_backend_name() == "postgresql"


def create_engine(url: str) -> AsyncEngine:
    """SQLite waits for its turn and syncs fully; anything else is as its driver has it."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":
        return create_async_engine(
            parsed.set(drivername="postgresql+psycopg"), pool_size=8, pool_pre_ping=True
        )
    engine = create_async_engine(parsed.set(drivername="sqlite+aiosqlite"), pool_size=4)
    _durable(engine.sync_engine)
    return engine


def create_writer(url: str) -> Engine:
    """The same for threads."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":
        return create_sync_engine(
            parsed.set(drivername="postgresql+psycopg"), pool_size=1, pool_pre_ping=True
        )
    engine = create_sync_engine(parsed.set(drivername="sqlite+pysqlite"), pool_size=1)
    _durable(engine)
    return engine


def _durable(engine: Engine) -> None:
    """What SQLite has returned from has been synced; writers wait for their turn."""

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # SQLAlchemy's own BEGIN goes out instead
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA busy_timeout=10000")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        reading = connection.get_execution_options().get("reading", False)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def migrate(connection: Connection) -> None:
    """The newest tables, whatever was there before."""
    if connection.dialect.name == "postgresql":  # one process at a time
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
    if _version(connection) == NEWEST:
        return  # without Alembic, whose coming takes longer than all the rest here
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _version(connection: Connection) -> str:
    if not inspect(connection).has_table(ALEMBIC):
        return ""
    found = connection.execute(select(column("version_num", String)).select_from(table(ALEMBIC)))
    return found.scalar() or ""


async def _seats(connection: AsyncConnection, match: str) -> list[SeatRow]:
    found = await connection.execute(
        select(tables.seats).where(tables.seats.c.match == match).order_by(tables.seats.c.player)
    )
    return [SeatRow(**{k: v for k, v in r.items() if k != "match"}) for r in found.mappings()]


async def _write_lines(
    connection: AsyncConnection, match: str, before: int, lines: Sequence[str]
) -> None:
    if lines:
        await connection.execute(_NEW_LINES, _numbered(match, before, lines))


def _numbered(match: str, before: int, lines: Sequence[str]) -> list[dict[str, Any]]:
    return [{"match": match, "seq": before + i, "line": s} for i, s in enumerate(lines, 1)]
