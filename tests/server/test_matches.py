"""A match over HTTP: made, joined, played to its end, read again."""

from tests.server.serving import (
    HOT_SEAT,
    TOY,
    Socket,
    answer,
    created,
    my_question,
    play_out,
    run,
    service,
    some_answer,
    state,
)


def test_one_screen_for_two_plays_to_the_end(db):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            made = await created(ann, HOT_SEAT)
            match = made["match"]
            assert made["invitations"] == []
            end = await play_out(ann, match)
            assert end["outcome"]["reason"] == "turns are up"
            said = (await ann.get("/api/me")).json()["matches"]
            assert [(m["match"], m["status"], m["you"]) for m in said] == [(match, "over", [0, 1])]
            header = (await ann.get(f"/api/matches/{match}")).json()["header"]
            assert len(header["secret"]) == 64

    run(story)


def test_a_link_is_good_for_one_seat_once(db):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            bob = await served.visitor()
            eve = await served.visitor()
            made = await created(ann, TOY)
            match, (invitation,) = made["match"], made["invitations"]
            assert invitation["player"] == 1
            seen = (await ann.get(f"/api/matches/{match}")).json()
            assert seen["header"]["status"] == "open"
            assert [s["taken"] for s in seen["header"]["seats"]] == [True, False]
            claim = {"token": invitation["token"], "name": "Bob"}
            wrong = await eve.post(f"/api/matches/{match}/claim", json={**claim, "token": "x" * 32})
            assert wrong.status_code == 403
            said = await bob.post(f"/api/matches/{match}/claim", json=claim)
            assert said.json() == {"match": match, "player": 1}
            again = await eve.post(f"/api/matches/{match}/claim", json=claim)
            assert again.status_code == 403
            seen = (await bob.get(f"/api/matches/{match}")).json()
            assert seen["header"]["status"] == "live"
            assert [s["name"] for s in seen["header"]["seats"]] == ["Ann", "Bob"]
            assert seen["you"] == [1]

    run(story)


def test_the_socket_brings_what_happens_and_what_was_missed(db):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            match = (await created(ann, HOT_SEAT))["match"]
            socket = Socket(served, match, ann, "since=0&talk=0")
            welcome = await socket.hear()
            assert welcome["type"] == "welcome"
            assert [e["what"]["type"] for e in welcome["missed"]["events"]] == ["begun", "turn"]
            assert (await answer(ann, match)).status_code == 200
            assert (await answer(ann, match)).status_code == 200
            first = await socket.hear_of("happened")
            assert first["events"] == []  # the first bid is a secret
            happened = await socket.hear_of("happened")
            kinds = [e["what"]["type"] for e in happened["events"]]
            assert kinds[:2] == ["answer", "answer"]
            await ann.post(f"/api/matches/{match}/chat", json={"text": "well rolled"})
            said = await socket.hear_of("talk")
            assert said["said"]["text"] == "well rolled"
            socket.say(type="ping")
            assert (await socket.hear_of("pong"))["type"] == "pong"
            socket.say(type="nonsense")
            assert (await socket.hear_of("unheard"))["type"] == "unheard"
            await socket.close()
            again = Socket(served, match, ann, f"since={welcome['missed']['seq']}&talk=0")
            missed = (await again.hear())["missed"]
            assert missed["events"] == happened["events"]
            assert [t["text"] for t in missed["said"]] == ["well rolled"]
            await again.close()

    run(story)


def test_a_match_survives_its_server(db):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            match = (await created(ann, HOT_SEAT))["match"]
            for _ in range(4):
                await answer(ann, match)
            before = (await ann.get(f"/api/matches/{match}")).json()
            events = (await ann.get(f"/api/matches/{match}/events")).json()
        async with service(db) as served:
            back = served.client()
            back.cookies = ann.cookies
            after = (await back.get(f"/api/matches/{match}")).json()
            assert after == before
            assert (await back.get(f"/api/matches/{match}/events")).json() == events
            await play_out(back, match)

    run(story)


def test_an_old_or_illegal_answer_is_refused_and_changes_nothing(db):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            match = (await created(ann, HOT_SEAT))["match"]
            standing = await state(ann, match)
            asked = my_question(standing)
            body = {"player": asked["player"], "seq": standing["seq"]}
            url = f"/api/matches/{match}/answer"
            old = await ann.post(url, json={**body, "seq": 0, "answer": some_answer(asked)})
            assert old.status_code == 409
            refused = len(asked["options"]) - 1  # 99 tokens
            illegal = await ann.post(url, json={**body, "answer": some_answer(asked, refused)})
            assert illegal.status_code == 409
            assert illegal.json()["refusals"] == [
                {"what": "too many tokens", "clause": "TOY-4", "legal": "up to 5"}
            ]
            none = await ann.post(url, json={**body, "answer": {"type": "go", "legs": []}})
            assert none.status_code == 409
            assert await state(ann, match) == standing

    run(story)


def test_a_bot_answers_and_its_failures_are_told(db):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            seats = [{"who": "me"}, {"who": "bot", "bot": "broken"}]
            match = (await created(ann, {"system": "toy", "seats": seats}))["match"]
            socket = Socket(served, match, ann, "")
            standing = (await socket.hear())["snapshot"]["state"]
            while standing["outcome"] is None:
                asked = my_question(standing)
                if asked is not None:
                    said = await ann.post(
                        f"/api/matches/{match}/answer",
                        json={"player": 0, "seq": standing["seq"], "answer": some_answer(asked)},
                    )
                    assert said.status_code == 200, said.text
                standing = (await socket.hear_of("happened"))["state"]
            await socket.close()
            events = (await ann.get(f"/api/matches/{match}/events")).json()["events"]
            fell = [e["what"] for e in events if e["what"]["type"] == "fallback"]
            assert fell
            assert all(what["player"] == 1 for what in fell)

    run(story)
