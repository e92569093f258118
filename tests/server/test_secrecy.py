"""What a seat receives does not change by a byte when another seat's secret does."""

import shutil

import pytest

from tests.server.serving import (
    TOY,
    Socket,
    answer,
    created,
    run,
    service,
    state,
)

LOOKED = ("", "/events", "/replay", "/verify", "/luck", "/handles?player=1")


async def looks(client, match):
    """Everything that he can ask for, whether it is granted or not."""
    got = []
    for what in LOOKED:
        said = await client.get(f"/api/matches/{match}{what}")
        got.append((what, said.status_code, said.content))
    mine = (await client.get("/api/me")).json()["matches"]
    for row in mine:
        row.pop("updated")  # the clock runs
    got.append(("me", mine))
    for path, body in (
        ("odds", {"player": 1, "seq": (await state(client, match))["seq"], "option": 0}),
        ("odds", {"player": 0, "seq": 4, "option": 0}),
        ("sight", {"start": "piece:0", "to": "piece:1"}),
        ("continue", {"seq": 4, "seats": [{"who": "me"}] * 2}),
        ("act", {"player": 0, "act": "undo"}),
        ("answer", {"player": 0, "seq": 4, "answer": {"type": "pick", "option": 0}}),
        ("handles?player=0", None),
        ("record", None),
        ("replay/4", None),
        ("replay/5", None),
    ):
        url = f"/api/matches/{match}/{path}"
        said = await (client.get(url) if body is None else client.post(url, json=body))
        got.append((path, said.status_code, said.content))
    return got


async def seen_by_others(db, bid, ann_cookies, bob_cookies, match):
    """All that Bob and a spectator get hold of while and after Ann bids; then Bob bids."""
    got = []
    async with service(db) as served:
        ann, bob, eve = served.client(), served.client(), await served.visitor()
        ann.cookies, bob.cookies = ann_cookies, bob_cookies
        sockets = [Socket(served, match, who, "since=0&talk=0") for who in (bob, eve)]
        for socket in sockets:
            await socket.hear_of("welcome")
        assert (await answer(ann, match, bid)).status_code == 200
        for who in (bob, eve):
            got.append(await looks(who, match))
        for socket in sockets:
            socket.say(type="look", seat=1)
            await socket.hear_of("happened")
            socket.say(type="ping")
            await socket.hear_of("pong")
            got.append(("socket", socket.raw[:]))
        own = await answer(bob, match, 2)
        got.append(("before the opening", own.status_code))
        opened = [await socket.hear_of("happened") for socket in sockets]
        for socket in sockets:
            await socket.close()
    return got, opened


@pytest.mark.parametrize("bids", [(1, 4)])
def test_not_a_byte_tells_of_anothers_secret(tmp_path, bids):
    """Two copies of one match, which differ in Ann's sealed bid alone."""
    db = f"sqlite:///{tmp_path / 'a.db'}"

    async def begin():
        async with service(db) as served:
            ann, bob = await served.visitor(), await served.visitor()
            made = await created(ann, TOY)
            said = {"token": made["invitations"][0]["token"], "name": "Bob"}
            await bob.post(f"/api/matches/{made['match']}/claim", json=said)
            return ann.cookies, bob.cookies, made["match"]

    ann, bob, match = run(begin)
    shutil.copy(tmp_path / "a.db", tmp_path / "b.db")
    seen = []
    for name, bid in zip("ab", bids, strict=True):

        async def story(name=name, bid=bid):
            url = f"sqlite:///{tmp_path / f'{name}.db'}"
            return await seen_by_others(url, bid, ann, bob, match)

        seen.append(run(story))
    (first, opened), (second, otherwise) = seen
    for one, other in zip(first, second, strict=True):
        assert one == other
    for one, other in zip(opened, otherwise, strict=True):
        assert one != other  # they did differ: it shows as soon as all is open


def test_nothing_before_the_end_says_how_dice_will_fall(db):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            match = (await created(ann, {**TOY, "seats": [{"who": "me"}, {"who": "me"}]}))["match"]
            for _ in range(3):
                await answer(ann, match)
            room = served.hub.rooms[match]
            secret = room.row.secret.hex().encode()
            socket = Socket(served, match, ann, "since=0")
            await socket.hear_of("welcome")
            await answer(ann, match)
            await socket.hear_of("happened")
            for what in (*LOOKED, "/record", "/replay/4"):
                said = await ann.get(f"/api/matches/{match}{what}")
                assert said.status_code == 200
                assert secret not in said.content
            assert all(secret not in text.encode() for text in socket.raw)
            await socket.close()
            await ann.post(f"/api/matches/{match}/act", json={"player": 0, "act": "resign"})
            shown = (await ann.get(f"/api/matches/{match}")).json()["header"]["secret"]
            assert shown.encode() == secret

    run(story)
