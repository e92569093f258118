"""One file with everything, made while people play, and everything from one file."""

import asyncio
import functools

import pytest

from grognard.cli.app import run as command
from grognard.server.store.backup import Unfit, backup, restore
from tests.server.serving import HOT_SEAT, answer, created, play_out, run, service, state


async def off(do, *arguments):
    """Beside the loop, as another process would."""
    return await asyncio.get_running_loop().run_in_executor(None, functools.partial(do, *arguments))


def played(db, tmp_path, to):
    """Ann plays; a backup is made in the middle, and goes into another store."""

    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            await ann.put("/api/me", json={"name": "Ann"})
            match = (await created(ann, HOT_SEAT))["match"]
            for _ in range(5):
                await answer(ann, match)
            await ann.post(f"/api/matches/{match}/chat", json={"text": "to be kept"})
            making = asyncio.ensure_future(off(backup, db, tmp_path / "all.backup"))
            then = await state(ann, match)
            assert await making == 1
            await play_out(ann, match)  # nobody was kept from going on
        assert await off(restore, to, tmp_path / "all.backup") == 1
        async with service(to) as served:
            back = served.client()
            back.cookies = ann.cookies
            assert (await back.get("/api/me")).json()["name"] == "Ann"
            assert await state(back, match) == then
            talk = (await back.get(f"/api/matches/{match}/events")).json()["said"]
            assert [t["text"] for t in talk] == ["to be kept"]
            await play_out(back, match)
            assert (await back.get(f"/api/matches/{match}/verify")).json()["ok"]

    run(story)


def test_from_sqlite_and_back(tmp_path, db):
    played(db, tmp_path, f"sqlite:///{tmp_path / 'other.db'}")


def test_from_one_engine_to_the_other(tmp_path, db, shared):
    played(shared, tmp_path, db)
    file = tmp_path / "again.backup"
    assert backup(db, file) == 1


def test_into_postgresql(tmp_path, db, shared):
    played(db, tmp_path, shared)


def test_nothing_is_ever_written_over(tmp_path, db, capsys, monkeypatch):
    file = tmp_path / "all.backup"

    async def story():
        async with service(db) as served:
            await created(await served.visitor(), HOT_SEAT)

    run(story)
    path = db.removeprefix("sqlite:///")
    assert command(["backup", str(file), "--db", path]) == 0
    assert capsys.readouterr().out == f"{file}: 1 matches\n"
    before = file.read_bytes()
    assert command(["backup", str(file), "--db", path]) == 1
    assert "is there already" in capsys.readouterr().err
    assert file.read_bytes() == before
    assert command(["restore", str(file), "--db", path]) == 1
    assert "there are matches already" in capsys.readouterr().err
    assert command(["restore", str(file), "--db", str(tmp_path / "new.db")]) == 0
    assert capsys.readouterr().out == "1 matches are back\n"
    assert sorted(p.name for p in tmp_path.glob("*.part")) == []


@pytest.mark.parametrize("content", [b"", b"nonsense" * 200])
def test_what_is_no_backup(tmp_path, db, content):
    file = tmp_path / "other"
    file.write_bytes(content)
    with pytest.raises(Unfit, match="no backup"):
        restore(db, file)
