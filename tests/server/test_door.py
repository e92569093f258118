"""Who may ask what: seats and matches that are not yours, pages from elsewhere, too much."""

import asyncio
import json

import pytest

from grognard.server import rooms
from grognard.server.limits import Buckets
from grognard.server.rooms import BACKLOG
from grognard.server.routes import socket as socket_route
from tests.server.serving import (
    HOT_SEAT,
    TOY,
    Socket,
    answer,
    created,
    play_out,
    run,
    service,
    some_answer,
    state,
)

BODIES = {
    "answer": {"player": 0, "seq": 4, "answer": {"type": "pick", "option": 0}},
    "act": {"player": 0, "act": "resign"},
    "overrule": {"player": 0, "changes": [{"path": ["turn"], "value": 1}]},
    "odds": {"player": 0, "seq": 4, "option": 0},
    "reach": {"player": 0, "seq": 4},
    "propose": {"player": 0, "seq": 4, "x": 1, "y": 1},
    "check": {"player": 0, "seq": 4, "legs": []},
    "link": {"player": 1},
    "claim": {"token": "x" * 32, "name": "Eve"},
}


def test_a_seat_that_is_not_yours_is_refused(db):
    async def story():
        async with service(db) as served:
            ann, eve = await served.visitor(), await served.visitor()
            match = (await created(ann, HOT_SEAT))["match"]
            before = (await ann.get(f"/api/matches/{match}")).json()
            for path, body in BODIES.items():
                said = await eve.post(f"/api/matches/{match}/{path}", json=body)
                assert said.status_code == 403, (path, said.text)
            said = await eve.get(f"/api/matches/{match}/handles", params={"player": 0})
            assert said.status_code == 403
            assert (await ann.get(f"/api/matches/{match}")).json() == before

    run(story)


def test_a_table_without_spectators_shows_nothing_to_others(db):
    async def story():
        async with service(db) as served:
            ann, eve = await served.visitor(), await served.visitor()
            match = (await created(ann, {**HOT_SEAT, "spectators": False}))["match"]
            url = f"/api/matches/{match}"
            for path in ("", "/events", "/replay", "/replay/4", "/record", "/verify", "/luck"):
                assert (await ann.get(url + path)).status_code == 200, path
                assert (await eve.get(url + path)).status_code == 403, path
            for path, body in (
                *BODIES.items(),
                ("chat", {"text": "hi"}),
                ("sight", {"start": "a", "to": "b"}),
                ("continue", {"seq": 4, "seats": [{"who": "me"}] * 2}),
            ):
                said = await eve.post(f"{url}/{path}", json=body)
                assert said.status_code == 403, path
            socket = Socket(served, match, eve, "")
            assert (await socket.hear())["code"] == 4003
            await play_out(ann, match)
            assert (await eve.get(f"{url}/record")).status_code == 403

    run(story)


def test_a_spectator_looks_and_talks_and_does_no_more(db):
    async def story():
        async with service(db) as served:
            ann, eve = await served.visitor(), await served.visitor()
            match = (await created(ann, HOT_SEAT))["match"]
            socket = Socket(served, match, eve, "")
            welcome = await socket.hear_of("welcome")
            assert welcome["snapshot"]["you"] == []
            assert all(a["type"] == "awaited" for a in welcome["snapshot"]["state"]["asked"])
            await answer(ann, match)
            await answer(ann, match)
            happened = await socket.hear_of("happened")
            assert [e["what"]["type"] for e in happened["events"]][:2] == ["answer", "answer"]
            said = await eve.post(f"/api/matches/{match}/chat", json={"text": "bravo"})
            assert (said.json()["kind"], said.json()["player"]) == ("spectator", -1)
            await socket.close()

    run(story)


def test_a_seat_counts_at_its_own_table_alone(db):
    """Bob sits at one table as player 1: that is nothing at Ann's seat, nor at another table."""

    async def story():
        async with service(db) as served:
            ann, bob = await served.visitor(), await served.visitor()
            first, other = await created(ann, TOY), await created(ann, TOY)
            token = first["invitations"][0]["token"]
            elsewhere = f"/api/matches/{other['match']}"
            wrong = await bob.post(f"{elsewhere}/claim", json={"token": token, "name": "Bob"})
            assert wrong.status_code == 403
            said = {"token": token, "name": "Bob"}
            here = f"/api/matches/{first['match']}"
            assert (await bob.post(f"{here}/claim", json=said)).status_code == 200
            again = await ann.post(f"{here}/claim", json=said)
            assert again.status_code == 403  # a link seats one
            before = await state(ann, first["match"])
            for path, body in BODIES.items():
                if "player" in body and path != "link":
                    asks_as_ann = await bob.post(f"{here}/{path}", json={**body, "player": 0})
                    assert asks_as_ann.status_code == 403, path
                    at_another = await bob.post(f"{elsewhere}/{path}", json={**body, "player": 1})
                    assert at_another.status_code == 403, path
            assert await state(ann, first["match"]) == before

    run(story)


DEEP = b"[" * 100_000 + b"]" * 100_000


@pytest.mark.parametrize(
    "body",
    [
        DEEP,
        b'{"system": "toy", "seats": [], "forces": ' + DEEP + b"}",
        b'{"system": "\xff"}',
        b'{"system": "\\ud800"}',
        b'{"seed": ' + b"9" * 5000 + b"}",
        b'{"seed": NaN}',
        b"\x00",
        b"\xef\xbb\xbf{}",
        b"",
    ],
    ids=["deep", "deep inside", "no UTF-8", "half a pair", "huge", "NaN", "nul", "mark", "empty"],
)
def test_whatever_a_body_is_it_is_refused_in_words(db, body):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            for path in ("/api/matches", "/api/records"):
                for kind in ("application/json", "text/plain", "multipart/form-data", "x"):
                    said = await ann.post(path, content=body, headers={"content-type": kind})
                    assert said.status_code == 400, (path, kind, said.text)
                    assert said.json()["refusals"]

    run(story)


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../../../../../etc/passwd",
        "/..%2f..%2f..%2f..%2f..%2f..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/..%5c..%5cx",
        "/a%00b",
        "/%ff%fe",
        "/" + "a" * 5000,
        "/.stamp",
        "/../served.py",
    ],
)
def test_an_address_is_no_path_of_this_machine(tmp_path, path):
    """Whatever is no file of the front end is its one page."""
    static = tmp_path / "static"
    static.mkdir()
    (tmp_path / "served.py").write_text("secret")
    (static / ".stamp").write_text("secret")
    (static / "index.html").write_text("the page")

    async def story():
        async with service(f"sqlite:///{tmp_path / 'a.db'}", static=static) as served:
            said = await served.client().get(path)
            assert (said.status_code, said.text) == (200, "the page")

    run(story)


@pytest.mark.parametrize(
    "query", ["since=x", "since=-1", "talk=1e9", "seat=99", "since=" + "9" * 30]
)
def test_a_socket_that_asks_for_nonsense_is_closed(db, query):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            match = (await created(ann, HOT_SEAT))["match"]
            assert (await Socket(served, match, ann, query).hear())["code"] == 4000

    run(story)


def test_nobody_takes_all_the_places_at_a_table(db, monkeypatch):
    """So many screens each; and spectators, however many, keep no player from his seat."""
    monkeypatch.setattr(socket_route, "MOST_SCREENS", 3)
    monkeypatch.setattr(socket_route, "MOST_SPECTATORS", 4)

    async def story():
        async with service(db) as served:
            ann, eve = await served.visitor(), await served.visitor()
            match = (await created(ann, HOT_SEAT))["match"]
            sockets = [Socket(served, match, eve, "") for _ in range(3)]
            for socket in sockets:
                assert (await socket.hear())["type"] == "welcome"
            assert (await Socket(served, match, eve, "").hear())["code"] == 4029
            for code in (None, 4029):
                socket = Socket(served, match, await served.visitor(), "")
                assert (await socket.hear()).get("code") == code
                sockets.append(socket)
            sockets.append(Socket(served, match, ann, ""))
            assert (await sockets[-1].hear())["type"] == "welcome"
            for socket in sockets:
                await socket.close()
            again = Socket(served, match, eve, "")  # who has gone makes room
            assert (await again.hear())["type"] == "welcome"
            await again.close()

    run(story)


def test_nobody_talks_without_end(db):
    async def story():
        async with service(db) as served:
            ann, eve = await served.visitor(), await served.visitor()
            match = (await created(ann, HOT_SEAT))["match"]
            url, body = f"/api/matches/{match}/chat", {"text": "hi"}
            codes = [(await ann.post(url, json=body)).status_code for _ in range(80)]
            assert codes[:60] == [200] * 60
            assert codes[-1] == 429
            assert (await eve.post(url, json=body)).status_code == 200

    run(story)


def test_a_match_does_not_grow_without_end(db, monkeypatch):
    monkeypatch.setattr(rooms, "MOST_LINES", 9)

    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            match = (await created(ann, HOT_SEAT))["match"]
            for _ in range(9):
                said = await answer(ann, match)
            assert said.status_code == 409
            assert "too long" in said.text

    run(story)


def test_a_match_that_is_not_there(db):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            for path in ("", "/events", "/replay", "/replay/1", "/record", "/verify", "/luck"):
                assert (await ann.get(f"/api/matches/nothing{path}")).status_code == 404
            for path, body in BODIES.items():
                said = await ann.post(f"/api/matches/nothing/{path}", json=body)
                assert said.status_code == 404, path
            assert (await Socket(served, "nothing", ann, "").hear())["code"] == 4004

    run(story)


def test_nobody_without_a_cookie_acts(db):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            match = (await created(ann, HOT_SEAT))["match"]
            nobody = served.client()  # his first answer gives him one, but it is no seat's
            said = await nobody.post(f"/api/matches/{match}/answer", json=BODIES["answer"])
            assert said.status_code == 403

    run(story)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:9"])
def test_a_page_from_elsewhere_is_refused(db, origin):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            match = (await created(ann, HOT_SEAT))["match"]
            ann.headers["origin"] = origin
            assert (await ann.get("/api/me")).status_code == 403
            assert (await Socket(served, match, ann, "").hear())["code"] == 4003
            ann.headers["origin"] = "http://localhost"
            assert (await ann.get("/api/me")).status_code == 200

    run(story)


def test_another_name_for_this_host_is_refused_unless_it_is_ours(db):
    async def story():
        async with service(db, names=("table.example",)) as served:
            client = served.client()
            for host, code in (
                ("rebound.example", 403),
                ("table.example", 200),
                ("127.0.0.1:8088", 200),
                ("[::1]", 200),
                ("localhost", 200),
            ):
                said = await client.get("/api/bots", headers={"host": host})
                assert said.status_code == code, host

    run(story)


def test_too_often_is_refused_and_time_heals_it():
    buckets = Buckets(rate=2, burst=3)
    assert [buckets.take("ann", 10.0) for _ in range(4)] == [True, True, True, False]
    assert buckets.take("bob", 10.0)
    assert not buckets.take("ann", 10.4)
    assert buckets.take("ann", 10.6)  # more than one has come in again


def test_whoever_asks_too_often_is_told_so(db):
    async def story():
        async with service(db, limits=0.01) as served:
            client = served.client()
            codes = [(await client.get("/api/me")).status_code for _ in range(20)]
            assert codes[0] == 200
            assert codes[-1] == 429
            assert (await client.get("/")).status_code == 200  # the pages themselves are free
            said = (await client.get("/api/me")).json()
            assert said["refusals"][0]["what"] == "you ask too often: wait a little"

    run(story)


def test_too_much_is_refused(db):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            match = (await created(ann, HOT_SEAT))["match"]
            long = await ann.post(f"/api/matches/{match}/chat", json={"text": "x" * 1001})
            assert long.status_code == 400
            huge = await ann.post("/api/matches", content=b"[" * 5_000_000)
            assert huge.status_code == 413
            far = await ann.post("/api/records", content=b"x" * 17_000_000)
            assert far.status_code == 413
            nul = await ann.post(f"/api/matches/{match}/chat", json={"text": "a\u0000b"})
            assert nul.status_code == 400
            socket = Socket(served, match, ann, "")
            await socket.hear_of("welcome")
            socket.say(type="look", seat=None, more="x" * 5000)
            assert (await socket.hear_of("unheard"))["why"] == "too long"
            for _ in range(60):
                socket.say(type="ping")
            heard = [(await socket.hear_of("unheard"))["why"]]
            assert heard == ["too often"]
            await socket.close()

    run(story)


class Stalled(Socket):
    """Somebody whose line has gone dead: nothing that is sent to him is ever taken."""

    async def _take(self, message):
        if message["type"] == "websocket.send" and self.inbox.qsize() > 3:
            self.stuck = True
            await asyncio.Event().wait()
        await self.inbox.put(message)


def test_one_stalled_spectator_freezes_nobody(db):
    async def story():
        async with service(db, limits=0) as served:
            ann, eve = await served.visitor(), await served.visitor()
            match = (await created(ann, HOT_SEAT))["match"]
            dead = Stalled(served, match, eve, "")
            watching = Socket(served, match, await served.visitor(), "")
            await watching.hear_of("welcome")
            room = served.hub.rooms[match]
            for n in range(BACKLOG + 20):
                said = await ann.post(f"/api/matches/{match}/chat", json={"text": str(n)})
                assert said.status_code == 200
                heard = await watching.hear_of("talk")
                assert heard["said"]["text"] == str(n)
            assert dead.stuck
            await asyncio.wait_for(asyncio.gather(dead.task, return_exceptions=True), 20)
            assert len(room.listeners) == 1  # he is put off his chair
            await watching.close()

    run(story)


def test_a_second_screen_and_a_lost_line_miss_nothing(db):
    async def story():
        async with service(db) as served:
            ann, bob = await served.visitor(), await served.visitor()
            made = await created(ann, TOY)
            match = made["match"]
            said = {"token": made["invitations"][0]["token"], "name": "Bob"}
            await bob.post(f"/api/matches/{match}/claim", json=said)
            socket = Socket(served, match, bob, "since=0&talk=0")
            welcome = await socket.hear_of("welcome")
            since, talk = welcome["missed"]["seq"], welcome["missed"]["talk"]
            await socket.close()  # the line breaks
            for client in (ann, bob):
                await answer(client, match)
            await ann.post(f"/api/matches/{match}/chat", json={"text": "hello?"})
            back = Socket(served, match, bob, f"since={since}&talk={talk}")
            welcome = await back.hear_of("welcome")
            missed = welcome["missed"]
            everything = (await bob.get(f"/api/matches/{match}/events")).json()
            assert missed["events"] == [e for e in everything["events"] if e["seq"] > since]
            assert [t["text"] for t in missed["said"]] == ["hello?"]
            assert welcome["snapshot"]["state"] == await state(bob, match)
            await back.close()

    run(story)


def test_one_answer_of_two_at_once_counts(db):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            match = (await created(ann, HOT_SEAT))["match"]
            standing = await state(ann, match)
            asked = next(a for a in standing["asked"] if a["type"] != "awaited")
            body = {"player": asked["player"], "seq": standing["seq"], "answer": some_answer(asked)}
            url = f"/api/matches/{match}/answer"
            said = await asyncio.gather(*[ann.post(url, json=body) for _ in range(5)])
            assert sorted(s.status_code for s in said) == [200, 409, 409, 409, 409]

    run(story)


def test_problems_are_told_as_problems(db):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            for said in (
                await ann.post("/api/matches", content=b"{"),
                await ann.post("/api/matches", json={"system": "toy", "seats": [], "more": 1}),
                await ann.get("/api/nothing"),
                await ann.get("/api/systems/nothing"),
                await ann.get("/api/matches/x/replay/-1"),
                await ann.delete("/api/me"),
            ):
                body = json.loads(said.content)
                assert body["code"] == said.status_code >= 400
                assert all(set(r) == {"what", "clause", "legal"} for r in body["refusals"])

    run(story)
