"""Several server processes on one PostgreSQL work as one."""

import asyncio

import psycopg

from tests.server.serving import (
    TOY,
    Socket,
    answer,
    created,
    my_question,
    run,
    service,
    some_answer,
    state,
)


async def sat_apart(one, two):
    """Ann at a table on process one, Bob at the same on process two."""
    ann, bob = await one.visitor(), await two.visitor()
    made = await created(ann, TOY)
    match, (invitation,) = made["match"], made["invitations"]
    here = Socket(one, match, ann, "")
    await here.hear_of("welcome")
    said = {"token": invitation["token"], "name": "Bob"}
    assert (await bob.post(f"/api/matches/{match}/claim", json=said)).status_code == 200
    there = Socket(two, match, bob, "")
    await there.hear_of("welcome")
    return ann, bob, match, here, there


async def until(socket, kind, fits):
    while True:
        said = await socket.hear_of(kind)
        assert said["type"] != "close"
        if fits(said):
            return said


def test_a_player_on_one_sees_what_is_done_on_the_other(shared):
    async def story():
        async with service(shared) as one, service(shared) as two:
            ann, bob, match, here, there = await sat_apart(one, two)
            begun = await until(here, "happened", lambda m: m["events"])
            assert begun["events"][0]["what"]["type"] == "begun"  # Bob sat down elsewhere
            while True:
                first = await state(ann, match)
                if first["outcome"] is not None:
                    break
                for client in (ann, bob):
                    standing = await state(client, match)
                    asked = my_question(standing)
                    if asked is not None:
                        said = await client.post(
                            f"/api/matches/{match}/answer",
                            json={"player": asked["player"], "seq": standing["seq"],
                                  "answer": some_answer(asked)},
                        )  # fmt: skip
                        assert said.status_code == 200, said.text
            for socket in (here, there):
                end = await until(socket, "happened", lambda m: m["state"]["outcome"])
                assert end["state"]["view"] == first["view"]
            url = f"/api/matches/{match}/events"
            assert (await ann.get(url)).json() == (await bob.get(url)).json()
            await bob.post(f"/api/matches/{match}/chat", json={"text": "well played"})
            heard = await until(here, "talk", lambda _: True)
            assert heard["said"]["text"] == "well played"
            await here.close()
            await there.close()

    run(story)


def test_nothing_is_lost_when_the_wire_between_them_breaks(shared):
    async def story():
        async with service(shared) as one, service(shared) as two:
            ann, bob, match, here, there = await sat_apart(one, two)
            await asyncio.wait_for(two.hub.store.waker.listening.wait(), 20)
            two.hub.store.waker.listening.clear()
            async with await psycopg.AsyncConnection.connect(shared, autocommit=True) as admin:
                await admin.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE query LIKE 'LISTEN%' OR query = 'SELECT 1'"
                )
            await ann.post(f"/api/matches/{match}/chat", json={"text": "are you there?"})
            heard = await until(there, "talk", lambda _: True)
            assert heard["said"]["text"] == "are you there?"
            assert (await answer(ann, match)).status_code == 200
            assert (await answer(bob, match)).status_code == 200
            await until(here, "happened", lambda m: len(m["events"]) > 1)
            await until(there, "happened", lambda m: len(m["events"]) > 1)
            await here.close()
            await there.close()

    run(story)


def test_sealed_answers_stay_sealed_between_processes(shared):
    async def story():
        async with service(shared) as one, service(shared) as two:
            ann, bob, match, here, there = await sat_apart(one, two)
            before = await state(bob, match)
            assert (await answer(ann, match)).status_code == 200
            assert await state(bob, match) == before
            assert (await answer(bob, match)).status_code == 200
            said = await until(here, "happened", lambda m: any(
                e["what"]["type"] == "answer" for e in m["events"]))  # fmt: skip
            labels = [e["what"]["label"] for e in said["events"] if e["what"]["type"] == "answer"]
            assert len(labels) == 2
            assert await state(ann, match) == await state(ann, match)
            await here.close()
            await there.close()

    run(story)
