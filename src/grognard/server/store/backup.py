"""One file with everything, made while the service runs, and everything from one file.

The file is an SQLite database, whatever the store is kept in: a backup moves between engines.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Connection, create_engine, event, func, insert, select
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import DatabaseError

from grognard.server.store import tables
from grognard.server.store.store import is_shared, migrate

BATCH = 500


class Unfit(Exception):
    """Why nothing was done."""


def backup(db: str, file: Path) -> int:
    """How many matches went into the file. There is no half of it, ever."""
    if file.exists():
        raise Unfit(f"{file} is there already; choose another name")
    with _opened(db) as source:
        part = file.with_name(file.name + ".part")
        part.unlink(missing_ok=True)
        try:
            with _opened(f"sqlite:///{part.resolve()}") as target:
                matches = _copy(source, target)
            with part.open("rb") as written:
                os.fsync(written.fileno())
            os.link(part, file)  # unlike a renaming it never replaces anything
        except FileExistsError:
            raise Unfit(f"{file} is there already; choose another name") from None
        finally:
            part.unlink(missing_ok=True)
    return matches


def restore(db: str, file: Path) -> int:
    """How many matches came out of the file, into a store that has none."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "backup.db"  # an older one is brought up to date first
        shutil.copyfile(file, copy)
        try:
            with _opened(f"sqlite:///{copy}", known=True) as source, _opened(db) as target:
                if target.execute(select(func.count()).select_from(tables.matches)).scalar():
                    raise Unfit("there are matches already; restore into an empty store (--db)")
                return _copy(source, target)
        except DatabaseError as error:
            raise Unfit(f"{file} is no backup: {error.orig}") from None


def _copy(source: Connection, target: Connection) -> int:
    matches = 0
    for table in tables.metadata.sorted_tables:
        rows = source.execution_options(yield_per=BATCH).execute(select(table)).mappings()
        for part in rows.partitions(BATCH):
            target.execute(insert(table), [dict(row) for row in part])
            matches += len(part) if table is tables.matches else 0
    return matches


@contextlib.contextmanager
def _opened(url: str, known: bool = False) -> Iterator[Connection]:
    """One transaction, in which everything stands still; with the newest tables."""
    engine = _engine(url)
    try:
        with engine.connect() as connection:
            if is_shared(url):
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                if known and not connection.dialect.has_table(connection, tables.matches.name):
                    raise Unfit("this is no backup: there are no matches in it")
                migrate(connection)
                yield connection
    finally:
        engine.dispose()


def _engine(url: str) -> Engine:
    parsed = make_url(url)
    if is_shared(url):
        return create_engine(parsed.set(drivername="postgresql+psycopg"))
    engine = create_engine(parsed.set(drivername="sqlite+pysqlite"))

    @event.listens_for(engine, "connect")
    def connected(connection: object, _record: object) -> None:
        connection.isolation_level = None  # type: ignore[attr-defined]

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine
