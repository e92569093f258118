"""Plays a system over the service's API, knowing nothing of it but its name.

python over_the_api.py SYSTEM FOLDER    prints how it ended
"""

import asyncio
import sys
from pathlib import Path

import httpx

from grognard.server.app import Options, make_app


async def story(system: str, folder: Path) -> None:
    app = make_app(Options(db=f"sqlite:///{folder / 'matches.db'}", static=folder / "none"))
    async with (
        app.app.lifespan(),
        httpx.AsyncClient(
            transport=httpx.ASGITransport(app=app), base_url="http://localhost"
        ) as client,
    ):

        async def ask(method: str, path: str, **options):
            said = await client.request(method, path, **options)
            assert said.status_code in (200, 201), said.text
            return said.json() if "json" in said.headers["content-type"] else said.text

        assert system in {s["name"] for s in await ask("GET", "/api/systems")}
        full = await ask("GET", f"/api/systems/{system}")
        for question in full["questions"]:
            odds = await ask(
                "POST", f"/api/systems/{system}/ask", json={"question": question["name"]}
            )
            assert sum(o["p"] for o in odds["outcomes"][0]["outcomes"]) > 0.999
        rules = await ask("GET", f"/api/systems/{system}/rules")
        clause = rules["rules"][0]["id"]
        assert (await ask("GET", f"/api/systems/{system}/rules/{clause}"))["id"] == clause
        asked_for = {"odds": 0, "propose": 0}
        me, bot = {"who": "me"}, {"who": "bot", "bot": "random"}
        for seats in ([me, me], [me, bot]):
            body = {"system": system, "seats": seats, "seed": 5}
            made = await ask("POST", "/api/matches", json=body)
            url = f"/api/matches/{made['match']}"
            while True:
                state = (await ask("GET", url))["state"]
                if state["outcome"] is not None:
                    break
                asked = next((a for a in state["asked"] if a["type"] != "awaited"), None)
                if asked is None:
                    await asyncio.sleep(0)  # the bot's turn
                    continue
                mine = {"player": asked["player"], "seq": state["seq"]}
                if asked["type"] == "choose":
                    allowed = [n for n, o in enumerate(asked["options"]) if o["refusal"] is None]
                    for n, option in enumerate(asked["options"]):
                        if option["odds"]:
                            await ask("POST", f"{url}/odds", json={**mine, "option": n})
                            asked_for["odds"] += 1
                    answer = {"type": "pick", "option": allowed[state["seq"] % len(allowed)]}
                else:
                    await ask("POST", f"{url}/reach", json=mine)
                    goal = asked["goals"][0]
                    found = await ask("POST", f"{url}/propose", json={**mine, **goal})
                    checked = await ask(
                        "POST", f"{url}/check", json={**mine, "legs": found["legs"]}
                    )
                    assert checked["refusals"] == []
                    asked_for["propose"] += 1
                    answer = {"type": "go", "legs": found["legs"]}
                await ask("POST", f"{url}/answer", json={**mine, "answer": answer})
            assert (await ask("GET", f"{url}/verify"))["ok"]
            timeline = await ask("GET", f"{url}/replay")
            half = await ask("GET", f"{url}/replay/{timeline['last'] // 2}")
            assert half["view"]["table"] == state["view"]["table"]
            assert await ask("GET", f"{url}/luck")
            print(state["outcome"]["reason"])
        assert all(asked_for.values()), asked_for


asyncio.run(story(sys.argv[1], Path(sys.argv[2])))
