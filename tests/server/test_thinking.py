"""Bots that fail, cheat or dawdle."""

import asyncio
import threading

from grognard.server.thinking import Thinking
from tests.server.serving import Socket, created, my_question, run, service, some_answer


def test_a_bot_that_dawdles_is_left_behind():
    free = threading.Event()

    async def story():
        thinking = Thinking(0.05)
        said = await thinking.ask("seat", "slow", free.wait)
        assert said.why == "slow took longer than 0.05 seconds"
        again = await thinking.ask("seat", "slow", lambda: 1)
        assert again.why == "slow is still busy with an earlier question"
        assert (await thinking.ask("other seat", "quick", lambda: 2)).answer == 2
        thread = thinking._dawdling["seat"]
        free.set()
        await asyncio.get_running_loop().run_in_executor(None, thread.join)
        assert (await thinking.ask("seat", "slow", lambda: 3)).answer == 3

    run(story)


def test_many_dawdlers_do_not_keep_others_from_thinking():
    free = threading.Event()

    async def story():
        thinking = Thinking(0.05, most=2)
        await asyncio.gather(*[thinking.ask(n, "slow", free.wait) for n in range(6)])
        assert (await thinking.ask(9, "quick", lambda: 5)).answer == 5
        free.set()

    run(story)


def test_the_rules_choose_for_a_bot_that_dawdles_and_the_log_says_so(db):
    async def story():
        async with service(db, bot_seconds=0.05) as served:
            ann = await served.visitor()
            seats = [{"who": "me"}, {"who": "bot", "bot": "sleepy"}]
            match = (await created(ann, {"system": "toy", "seats": seats}))["match"]
            socket = Socket(served, match, ann, "since=0")
            standing = (await socket.hear_of("welcome"))["snapshot"]["state"]
            while standing["outcome"] is None:
                asked = my_question(standing)
                if asked is not None:
                    body = {"player": 0, "seq": standing["seq"], "answer": some_answer(asked)}
                    said = await ann.post(f"/api/matches/{match}/answer", json=body)
                    assert said.status_code == 200
                standing = (await socket.hear_of("happened"))["state"]
            await socket.close()
            events = (await ann.get(f"/api/matches/{match}/events")).json()["events"]
            why = [e["what"]["why"] for e in events if e["what"]["type"] == "fallback"]
            assert set(why) <= {
                "sleepy took longer than 0.05 seconds",
                "sleepy is still busy with an earlier question",
            }
            assert len(why) == 6  # three bids and three steps
            assert (await ann.get(f"/api/matches/{match}/verify")).json()["ok"]

    run(story)


def test_a_restarted_server_lets_bots_go_on(db):
    """The bot was asked when the server died: it answers as soon as somebody looks."""

    async def story():
        async with service(db, bot_seconds=20) as served:
            served.hub.thinking.ask = never
            ann = await served.visitor()
            seats = [{"who": "me"}, {"who": "bot", "bot": "random"}]
            match = (await created(ann, {"system": "toy", "seats": seats}))["match"]
            standing = (await ann.get(f"/api/matches/{match}")).json()["state"]
            body = {"player": 0, "seq": standing["seq"], "answer": {"type": "pick", "option": 1}}
            assert (await ann.post(f"/api/matches/{match}/answer", json=body)).status_code == 200
        async with service(db) as served:
            back = served.client()
            back.cookies = ann.cookies
            socket = Socket(served, match, back, f"since={standing['seq']}")
            said = await socket.hear_of("welcome")
            if not said["missed"]["events"]:
                said = await socket.hear_of("happened")
                while not said["events"]:
                    said = await socket.hear_of("happened")
            await socket.close()

    run(story)


async def never(*_):
    await asyncio.Event().wait()
