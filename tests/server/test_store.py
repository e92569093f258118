"""The store, on SQLite and on PostgreSQL alike."""

import asyncio

import pytest
from sqlalchemy import inspect, text

from grognard.server.making import new_match
from grognard.server.store import tables
from grognard.server.store.store import NEWEST, Overtaken, Standing, Store
from grognard.server.wire import NewMatch, NewSeat
from tests.server.serving import run

STANDING = Standing("live", 1, [0], None, [])


def a_match():
    wanted = NewMatch("toy", [NewSeat("me"), NewSeat("open")], seed=1)
    row, _ = new_match(wanted, "visitor", "Ann")
    return row


def told(db, story):
    """Run a story with a store that has a match."""

    async def whole():
        store = Store(db)
        await store.open()
        row = a_match()
        await store.create(row)
        try:
            return await story(store, row)
        finally:
            await store.close()

    return run(whole)


def test_a_match_comes_back_as_it_was_kept(any_db):
    async def story(store, row):
        assert await store.match(row.id) == row
        assert await store.match("nothing") is None

    told(any_db, story)


def test_lines_are_appended_once_and_in_order(any_db):
    async def story(store, row):
        await store.append(row.id, 0, ["one", "two"], STANDING)
        await store.append(row.id, 2, ["three"], STANDING)
        assert await store.lines(row.id) == ["one", "two", "three"]
        assert await store.lines(row.id, 2) == ["three"]
        assert await store.count(row.id) == 3
        with pytest.raises(Overtaken):
            await store.append(row.id, 2, ["another"], Standing("over", 9, [], None, []))
        assert await store.lines(row.id) == ["one", "two", "three"]
        kept = await store.match(row.id)
        assert (kept.status, kept.turn) == ("live", 1)

    told(any_db, story)


def test_of_many_matches_at_once_only_the_late_one_is_refused(any_db):
    async def story(store, row):
        rows = [row]
        for _ in range(9):
            rows.append(a_match())
            await store.create(rows[-1])
        await store.append(rows[4].id, 0, ["one"], STANDING)

        async def write(match):
            try:
                await store.append(match.id, 0, ["mine", "too"], STANDING)
            except Overtaken:
                return False
            return True

        done = await asyncio.gather(*[write(match) for match in rows])
        assert done == [n != 4 for n in range(10)]
        assert await store.lines(rows[4].id) == ["one"]
        assert await store.lines(rows[9].id) == ["mine", "too"]

    told(any_db, story)


def test_of_many_who_write_the_same_line_one_succeeds(any_db):
    async def story(store, row):
        others = [Store(any_db) for _ in range(3)]

        async def write(which):
            try:
                await which.append(row.id, 0, ["line"], STANDING)
            except Overtaken:
                return 0
            return 1

        done = await asyncio.gather(*[write(s) for s in (store, *others) for _ in range(4)])
        assert sum(done) == 1
        for other in others:
            await other.close()

    told(any_db, story)


def test_a_seat_is_taken_once(any_db):
    async def story(store, row):
        seat = row.seats[1]
        seat.visitor, seat.name = "bob", "Bob"
        assert await store.take_seat(row.id, seat)
        seat.visitor = "eve"
        assert not await store.take_seat(row.id, seat)
        kept = await store.match(row.id)
        assert kept.seats[1].visitor == "bob"
        assert kept.seats[1].token == ""

    told(any_db, story)


def test_talk_is_numbered_whoever_speaks_at_once(any_db):
    async def story(store, row):
        await asyncio.gather(*[store.say(row.id, "player", 0, "Ann", f"{n}") for n in range(8)])
        said = await store.talk(row.id)
        assert [t.n for t in said] == list(range(1, 9))
        assert {t.text for t in said} == {str(n) for n in range(8)}
        assert await store.talk(row.id, 6) == said[6:]

    told(any_db, story)


def test_the_tables_are_those_of_the_migrations(any_db):
    async def story(store, _):
        def compare(connection):
            from alembic.autogenerate import compare_metadata
            from alembic.migration import MigrationContext

            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, tables.metadata) == []
            return set(inspect(connection).get_table_names())

        async with store.engine.connect() as connection:
            names = await connection.run_sync(compare)
            version = await connection.scalar(text("SELECT version_num FROM alembic_version"))
        assert version == NEWEST
        assert names == {*tables.metadata.tables, "alembic_version"}

    told(any_db, story)


def test_opening_again_changes_nothing(any_db):
    async def story(store, row):
        again = Store(any_db)
        await again.open()
        assert await again.match(row.id) == row
        await again.close()

    told(any_db, story)
