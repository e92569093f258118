"""A match looked back upon over HTTP: replayed, continued, downloaded, brought in, verified."""

import json
import subprocess
import sys
from pathlib import Path

from tests.server.serving import (
    HOT_SEAT,
    TOY,
    answer,
    created,
    my_question,
    play_out,
    run,
    service,
    some_answer,
    state,
)

CHECKER = Path(__file__).resolve().parents[2] / "docs/verify_record.py"
TWO = [{"who": "me"}, {"who": "me"}]


async def two_persons(served):
    """Ann and Bob at one table."""
    ann, bob = await served.visitor(), await served.visitor()
    made = await created(ann, TOY)
    match, (invitation,) = made["match"], made["invitations"]
    said = {"token": invitation["token"], "name": "Bob"}
    assert (await bob.post(f"/api/matches/{match}/claim", json=said)).status_code == 200
    return ann, bob, match


async def act(client, match, player, what):
    return await client.post(f"/api/matches/{match}/act", json={"player": player, "act": what})


def test_every_point_is_as_it_was(db):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            match = (await created(ann, HOT_SEAT))["match"]
            seen = {}
            while True:
                standing = await state(ann, match)
                secret = any(a.get("kind") == "bid" for a in standing["asked"])
                if not secret:
                    seen[standing["seq"]] = standing
                if standing["outcome"] is not None:
                    break
                assert (await answer(ann, match)).status_code == 200
            timeline = (await ann.get(f"/api/matches/{match}/replay")).json()
            assert timeline["last"] == max(seen)
            events = (await ann.get(f"/api/matches/{match}/events")).json()["events"]
            assert timeline["events"] == events
            for seq, standing in seen.items():
                said = await ann.get(
                    f"/api/matches/{match}/replay/{seq}", params={"seat": standing["seat"]}
                )
                then = said.json()
                assert (then["view"], then["turn"]) == (standing["view"], standing["turn"])
                assert then["asked"] == []
                assert then["outcome"] == standing["outcome"]
            beyond = await ann.get(f"/api/matches/{match}/replay/{max(seen) + 1}")
            assert beyond.status_code == 404

    run(story)


def test_a_match_goes_on_from_any_point_as_a_new_one(db):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            match = (await created(ann, HOT_SEAT))["match"]
            await play_out(ann, match)
            last = (await ann.get(f"/api/matches/{match}/replay")).json()["last"]
            for seq in range(0, last, 3):
                then = (await ann.get(f"/api/matches/{match}/replay/{seq}")).json()
                said = await ann.post(
                    f"/api/matches/{match}/continue", json={"seq": seq, "seats": TWO}
                )
                assert said.status_code == 201, said.text
                other = said.json()["match"]
                seen = (await ann.get(f"/api/matches/{other}")).json()
                assert seen["header"]["parent"] == match
                assert seen["state"]["turn"] in (then["turn"], then["turn"] + 1)
                await play_out(ann, other)
                proof = (await ann.get(f"/api/matches/{other}/verify")).json()
                assert proof["ok"], proof

    run(story)


def test_what_others_may_not_see_is_not_shown_before_the_end(db):
    async def story():
        async with service(db) as served:
            ann, _, match = await two_persons(served)
            for client in (ann, await served.visitor()):
                assert (await client.get(f"/api/matches/{match}/record")).status_code == 409
            go_on = {"seq": 4, "seats": TWO}
            said = await ann.post(f"/api/matches/{match}/continue", json=go_on)
            assert said.status_code == 409
            assert (await act(ann, match, 0, "resign")).status_code == 200
            assert (await ann.get(f"/api/matches/{match}/record")).status_code == 200
            assert (await ann.post(f"/api/matches/{match}/continue", json=go_on)).status_code == 201

    run(story)


def test_a_record_goes_out_and_comes_in_again(db, tmp_path):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            match = (await created(ann, HOT_SEAT))["match"]
            await play_out(ann, match)
            said = await ann.get(f"/api/matches/{match}/record")
            assert said.headers["content-disposition"] == f'attachment; filename="{match}.grog"'
            record = said.text
            file = tmp_path / "record.grog"
            file.write_bytes(said.content)
            subprocess.run([sys.executable, CHECKER, file], check=True, capture_output=True)
            bob = await served.visitor()
            text = {"content-type": "text/plain"}
            up = await bob.post("/api/records", content=record, headers=text)
            assert up.status_code == 201, up.text
            copy = up.json()["match"]
            seen = (await bob.get(f"/api/matches/{copy}")).json()
            was = (await ann.get(f"/api/matches/{match}")).json()
            assert seen["header"]["imported"]
            assert seen["header"]["status"] == "over"
            assert seen["state"]["view"] == was["state"]["view"]
            assert seen["state"]["outcome"] == was["state"]["outcome"]
            assert (await bob.get(f"/api/matches/{copy}/record")).text == record
            assert (await bob.get(f"/api/matches/{copy}/verify")).json()["ok"]
            for query in ("replay", "luck", "events"):
                first = (await ann.get(f"/api/matches/{match}/{query}")).json()
                again = (await bob.get(f"/api/matches/{copy}/{query}")).json()
                if query == "replay":
                    first, again = first["events"], again["events"]
                assert first == again
            go_on = {"seq": 6, "seats": TWO}
            assert (await bob.post(f"/api/matches/{copy}/continue", json=go_on)).status_code == 201

            lines = record.splitlines(keepends=True)
            for spoilt in (
                "",
                "nonsense",
                record.replace('"points":[', '"points":[1', 1),
                "".join(lines[:-1]) + "x",
                json.dumps({"kind": "header"}) + "\n",
            ):
                said = await bob.post("/api/records", content=spoilt, headers=text)
                assert said.status_code == 400, said.text
            cut = await bob.post("/api/records", content="".join(lines[:-1]), headers=text)
            assert cut.status_code == 201  # one that was broken off: to look at, to continue
            broken = cut.json()["match"]
            seen = (await bob.get(f"/api/matches/{broken}")).json()
            assert seen["state"]["asked"] == []
            stuck = await bob.post(
                f"/api/matches/{broken}/answer",
                json={"player": 0, "seq": 1, "answer": {"type": "idle"}},
            )
            assert stuck.status_code == 403

    run(story)


def test_luck_is_counted_from_the_rolls(db):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            match = (await created(ann, HOT_SEAT))["match"]
            await play_out(ann, match)
            events = (await ann.get(f"/api/matches/{match}/events")).json()["events"]
            rolls = [e["what"] for e in events if e["what"]["type"] == "roll"]
            said = (await ann.get(f"/api/matches/{match}/luck")).json()
            assert sum(part["dice"] for part in said) == sum(len(r["faces"]) for r in rolls)
            for part in said:
                mine = [
                    r for r in rolls if (r["player"], r["sides"]) == (part["player"], part["sides"])
                ]
                faces = [f for r in mine for f in r["faces"]]
                assert part["faces"] == [faces.count(n + 1) for n in range(part["sides"])]
                due = len(faces) / part["sides"]
                assert abs(
                    part["chi_squared"] - sum((n - due) ** 2 / due for n in part["faces"])
                ) < 1e-9  # fmt: skip
                assert part["good"] == sum(b >= 0 for r in mine for b in r["bins"])

    run(story)


def test_a_draw_is_offered_declined_offered_again_and_agreed(db):
    async def story():
        async with service(db) as served:
            ann, bob, match = await two_persons(served)
            assert (await act(bob, match, 0, "draw")).status_code == 403
            assert (await act(ann, match, 0, "draw")).status_code == 200
            assert (await state(bob, match))["wish"] == {
                "kind": "draw", "player": 0, "agreed": [], "changes": [],
            }  # fmt: skip
            assert (await act(bob, match, 1, "decline")).status_code == 200
            assert (await state(ann, match))["wish"] is None
            assert (await act(bob, match, 1, "consent")).status_code == 409
            assert (await act(bob, match, 1, "draw")).status_code == 200
            assert (await act(ann, match, 0, "consent")).status_code == 200
            assert (await state(bob, match))["outcome"]["reason"] == "a draw was agreed"
            events = (await ann.get(f"/api/matches/{match}/events")).json()["events"]
            kinds = [e["what"]["type"] for e in events]
            assert kinds[2:] == ["wish", "decline", "wish", "consent", "end"]
            assert (await ann.get(f"/api/matches/{match}/verify")).json()["ok"]

    run(story)


def test_the_referee_is_overruled_when_both_agree(db):
    async def story():
        async with service(db) as served:
            ann, bob, match = await two_persons(served)
            url = f"/api/matches/{match}"
            assert (await bob.get(f"{url}/handles", params={"player": 0})).status_code == 403
            offered = (await ann.get(f"{url}/handles", params={"player": 0})).json()
            points = next(h for h in offered if h["label"] == "points of 1")
            assert points["path"] == ["points", 1]
            wish = {"player": 0, "changes": [{"path": points["path"], "value": 5}]}
            assert (await bob.post(f"{url}/overrule", json=wish)).status_code == 403
            wrong = {"player": 0, "changes": [{"path": ["turn"], "value": 5}]}
            assert (await ann.post(f"{url}/overrule", json=wrong)).status_code == 409
            assert (await ann.post(f"{url}/overrule", json=wish)).status_code == 200
            assert (await state(bob, match))["wish"]["changes"] == wish["changes"]
            assert (await state(bob, match))["view"]["points"] == [0, 0]
            assert (await act(bob, match, 1, "consent")).status_code == 200
            assert (await state(bob, match))["view"]["points"] == [0, 5]
        async with service(db) as served:  # and after a restart
            again = served.client()
            again.cookies = ann.cookies
            assert (await state(again, match))["view"]["points"] == [0, 5]
            assert (await act(again, match, 0, "resign")).status_code == 200
            assert (await again.get(f"{url}/verify")).json()["ok"]

    run(story)


def test_on_one_screen_nobody_need_ask_himself(db):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            match = (await created(ann, HOT_SEAT))["match"]
            change = {"player": 0, "changes": [{"path": ["points", 0], "value": 2}]}
            url = f"/api/matches/{match}/overrule"
            assert (await ann.post(url, json=change)).status_code == 200
            assert (await state(ann, match))["view"]["points"] == [2, 0]
            assert (await act(ann, match, 1, "draw")).status_code == 200
            assert (await state(ann, match))["outcome"]["winner"] == -1

    run(story)


FORGE = {"system": "forge_of_war", "seats": TWO, "seed": 3}
WOOD = {"kind": "Woods", "points": [[10, 20], [16, 20], [16, 26], [10, 26]]}


def test_a_table_of_ones_own(db):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            ground = (await ann.get("/api/systems/forge_of_war")).json()["ground"]
            assert "Woods" in ground
            table = {"width": 48, "height": 60, "terrain": [WOOD]}
            match = (await created(ann, {**FORGE, "table": table}))["match"]
            view = (await state(ann, match))["view"]
            assert (view["table"]["width"], view["table"]["height"]) == (48, 60)
            (piece,) = view["terrain"]
            assert {tuple(p) for p in piece["points"]} == {(10, 20), (16, 20), (16, 26), (10, 26)}
            sized = {"width": 72, "height": 48}
            match = (await created(ann, {**FORGE, "table": sized}))["match"]
            view = (await state(ann, match))["view"]
            assert view["table"]["width"] == 72
            assert len(view["terrain"]) >= 2
            bow = [[10, 20], [16, 26], [16, 20], [10, 26]]
            for wrong, why in (
                ({"width": 5, "height": 48}, "no such table"),
                ({**table, "terrain": [{**WOOD, "kind": "Sea"}]}, "no terrain 'Sea'"),
                ({**table, "terrain": [{**WOOD, "points": [[0, 0], [50, 0], [0, 9]]}]},
                 "piece 1 reaches over the edge"),
                ({**table, "terrain": [{**WOOD, "points": bow}]},
                 "the outline of piece 1 encloses nothing, or crosses itself"),
            ):  # fmt: skip
                said = await ann.post("/api/matches", json={**FORGE, "table": wrong})
                assert said.status_code == 400, said.text
                assert said.json()["refusals"][0]["what"] == why
            said = await ann.post("/api/matches", json={**HOT_SEAT, "table": table})
            assert said.status_code == 400

    run(story)


def test_a_roster_of_ones_own(db):
    units = [{"entry": "marines", "options": {"commander": True}}, {"entry": "marines"}]
    roster = {"system": "forge_of_war", "name": "First", "units": units}
    headless = {**roster, "units": [{"entry": "marines"}]}

    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            for wrong, why in (
                ({}, "system: is missing"),
                ({**roster, "units": 3}, "units"),
                (headless, "no Force Commander"),
            ):
                said = await ann.post("/api/matches", json={**FORGE, "forces": [wrong, roster]})
                assert said.status_code == 400
                assert any(why in r["what"] for r in said.json()["refusals"]), said.text
            said = await ann.post("/api/matches", json={**HOT_SEAT, "forces": [roster]})
            assert said.json()["refusals"][0]["what"] == "Toy builds no forces"
            match = (await created(ann, {**FORGE, "forces": [roster, roster]}))["match"]
            names = [u["name"] for u in (await state(ann, match))["view"]["units"]]
            assert len(names) == 4
            assert all("Marines" in name for name in names)

    run(story)


def test_overruling_moves_a_figure_of_forge_of_war(db):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            match = (await created(ann, FORGE))["match"]
            url = f"/api/matches/{match}"
            while True:
                standing = await state(ann, match)
                asked = my_question(standing)
                offered = (
                    await ann.get(f"{url}/handles", params={"player": asked["player"]})
                ).json()
                if any(h["kind"] == "x" for h in offered):
                    break
                await ann.post(
                    f"{url}/answer",
                    json={"player": asked["player"], "seq": standing["seq"],
                          "answer": some_answer(asked)},
                )  # fmt: skip
            x = next(h for h in offered if h["kind"] == "x")
            unit, figure = x["at"].rsplit(":", 1)
            to = x["value"] + (1024 if x["value"] < 20 * 1024 else -1024)
            said = await ann.post(
                f"{url}/overrule",
                json={"player": 0, "changes": [{"path": x["path"], "value": to}]},
            )
            standing = await state(ann, match)
            (moved,) = [u for u in standing["view"]["units"] if u["key"] == unit]
            if said.status_code == 200:
                assert moved["figures"][int(figure)][0] == to / 1024
            else:  # another figure stands there: refused, and nothing has changed
                assert "overlaps" in said.text
                assert moved["figures"][int(figure)][0] == x["value"] / 1024

    run(story)
