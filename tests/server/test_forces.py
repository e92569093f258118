"""Forces over HTTP: what there is, prices, verdicts, offers, cards, and straight to a battle."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.forces.verdict import Edit, apply
from tests.server.serving import answer, created, my_question, run, service, state

Asked = Callable[..., Any]
SYSTEM = "forge_of_war"
FORCES = f"/api/systems/{SYSTEM}/forces"
SQUAD = {"entry": "marines", "models": 5}
COMMAND = {**SQUAD, "name": "Command", "options": {"commander": True}}


def army(*units: dict[str, Any], limit: int = 0) -> dict[str, Any]:
    return {
        "system": SYSTEM,
        "name": "Ours",
        "catalogue": "generic",
        "limit": limit,
        "units": list(units),
    }


@pytest.fixture
def asked(db) -> Asked:
    """What a service answers to one request, with its code."""

    def asked(route: str, **body: Any) -> Any:
        async def story() -> tuple[int, Any]:
            async with service(db) as served:
                said = await (await served.visitor()).post(f"{FORCES}/{route}", json=body)
                return said.status_code, said.json()

        return run(story)

    return asked


@pytest.fixture
def judged(asked) -> Callable[[dict[str, Any]], Any]:
    def judged(force: dict[str, Any]) -> Any:
        code, said = asked("judge", force=force)
        assert code == 200, said
        return said

    return judged


def edited(force: dict[str, Any], edits: list[dict[str, Any]]) -> Any:
    return apply(force, [Edit(e["how"], tuple(e["path"]), e["value"]) for e in edits])


def test_what_there_is_to_choose_from(db):
    async def story():
        async with service(db) as served:
            client = await served.visitor()
            said = (await client.get(FORCES)).json()
            assert said["currency"] == "points"
            known = {c["key"]: c["entries"] for c in said["catalogues"]}
            for key, count in known.items():
                full = (await client.get(f"{FORCES}/catalogues/{key}")).json()
                assert len(full["entries"]) == count > 0
            assert (await client.get(f"{FORCES}/catalogues/none")).status_code == 404
            toy = await client.get("/api/systems/toy/forces")
            assert toy.status_code == 404
            assert "does not build forces" in toy.json()["refusals"][0]["what"]

    run(story)


def test_a_price_with_every_step(judged):
    said = judged(army(COMMAND, SQUAD))
    # A marine is 9 and his rifle 6: five are 75.
    assert said["price"]["total"] == 150
    assert [s["of"]["total"] for s in said["price"]["steps"]] == [75, 75]
    inner = said["price"]["steps"][0]["of"]["steps"]
    assert [(s["count"], s["of"]["total"]) for s in inner] == [(5, 9), (5, 6)]
    assert said["units"] == ["Command", "Marines"]
    assert (said["legal"], said["breaches"], said["faults"]) == (True, [], [])


def test_a_breach_names_its_clause_and_its_repair_mends_it(judged):
    force = army(SQUAD)
    said = judged(force)
    assert not said["legal"]
    (breach,) = said["breaches"]
    assert breach["clause"] == "FOW-GAP-63"
    assert judged(edited(force, breach["repair"]["edits"]))["legal"]


@pytest.mark.parametrize("where", [["units"], ["units", 1]])
def test_an_offer_costs_what_it_says(asked, judged, where):
    force = army(COMMAND, SQUAD)
    before = judged(force)["price"]["total"]
    code, said = asked("offers", force=force, where=where)
    assert code == 200
    assert not said["more"]
    assert len(said["offers"]) > 10
    for offer in said["offers"][::9]:
        after = judged(edited(force, offer["edits"]))
        assert after["price"]["total"] == before + offer["amount"], offer["label"]
    assert len({offer["amount"] for offer in said["offers"]}) > 2


def test_what_cannot_be_read_says_where_and_why(asked):
    code, said = asked("judge", force={**army(SQUAD), "limt": 4})
    assert code == 200
    assert said["force"] is None
    assert said["price"] is None
    assert [(f["field"], f["why"]) for f in said["faults"]] == [
        ("limt", "no such field; did you mean limit?")
    ]
    deep: Any = []
    for _ in range(100):
        deep = [deep]
    for route in ("judge", "offers", "cards"):
        code, said = asked(route, force={**army(SQUAD), "notes": deep})
        assert code == 200
        assert "nested" in said["faults"][0]["why"]


def test_too_much_is_refused(asked):
    code, said = asked("judge", force={**army(SQUAD), "notes": "x" * 1_100_000})
    assert code == 413, said
    code, said = asked("judge", force=army(SQUAD), settings={"no_such": 1})
    assert code == 400
    assert "no setting" in said["refusals"][0]["what"]
    code, said = asked("judge", force=army(SQUAD), more=1)
    assert code == 400


def test_cards_for_every_unit(asked):
    code, said = asked("cards", force=army(COMMAND, SQUAD))
    assert code == 200
    assert [(c["title"], c["models"], c["points"]) for c in said["cards"]] == [
        ("Command", 5, 75),
        ("Marines", 5, 75),
    ]
    assert ["CV", "8"] in said["cards"][0]["stats"]
    assert {s["kind"] for s in said["shapes"]} <= {"disc", "rectangle", "teardrop"}
    assert said["shapes"]


def test_straight_to_the_table(db):
    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            wanted = {
                "system": SYSTEM,
                "seats": [{"who": "me"}, {"who": "me"}],
                "forces": [army(COMMAND, SQUAD), "line-company"],
                "seed": 3,
            }
            match = (await created(ann, wanted))["match"]
            units = (await state(ann, match))["view"]["units"]
            assert [u["name"] for u in units if u["player"] == 0] == ["Command", "Marines"]
            assert (await answer(ann, match)).status_code == 200

            headless = {**wanted, "forces": [army(SQUAD), "line-company"]}
            said = await ann.post("/api/matches", json=headless)
            assert said.status_code == 400
            assert said.json()["refusals"][0]["clause"] == "FOW-GAP-63"
            unread = {**wanted, "forces": [{"system": SYSTEM, "units": 3}, "line-company"]}
            said = await ann.post("/api/matches", json=unread)
            assert said.status_code == 400
            assert "units" in said.json()["refusals"][0]["what"]

    run(story)


def test_odds_at_the_table_can_be_asked_again_on_their_own(db):
    """Where a situation is told, asking it again gives the same odds."""

    async def story():
        async with service(db) as served:
            ann = await served.visitor()
            wanted = {"system": SYSTEM, "seats": [{"who": "me"}, {"who": "me"}], "seed": 3}
            match = (await created(ann, wanted))["match"]
            told: list[int] = []
            while not told:  # past the deployment
                standing = await state(ann, match)
                asked = my_question(standing)
                told = [n for n, o in enumerate(asked.get("options", ())) if o["odds"]]
                if not told:
                    assert (await answer(ann, match)).status_code == 200
            for option in told:
                body = {"player": asked["player"], "seq": standing["seq"], "option": option}
                odds = (await ann.post(f"/api/matches/{match}/odds", json=body)).json()
                assert odds["situation"]
                again = await ann.post(
                    f"/api/systems/{SYSTEM}/ask",
                    json={
                        "question": odds["question"],
                        "givens": odds["situation"],
                        "settings": odds["settings"],
                    },
                )
                assert again.json() == odds

    run(story)


@pytest.mark.parametrize("form", ["toml", "json", "txt", "ros", "rosz"])
def test_a_force_goes_to_a_file_and_comes_back(db, form):
    async def story():
        async with service(db) as served:
            client = await served.visitor()
            force = army(COMMAND, {**SQUAD, "models": 7}, limit=400)
            said = await client.post(f"{FORCES}/export", json={"force": force, "format": form})
            assert said.status_code == 200
            assert said.headers["content-disposition"] == f'attachment; filename="Ours.{form}"'
            back = await client.post(f"/api/forces/read?file=ours.{form}", content=said.content)
            assert back.status_code == 200
            told = back.json()
            assert (told["faults"], told["notes"], told["system"]) == ([], [], SYSTEM)
            both = [
                (await client.post(f"{FORCES}/judge", json={"force": f})).json()
                for f in (force, told["force"])
            ]
            assert both[0]["price"] == both[1]["price"]
            assert both[0]["units"] == both[1]["units"]

    run(story)


@pytest.mark.parametrize(
    ("file", "raw", "why"),
    [
        ("a.toml", b"units = [[[", ""),
        ("a.json", b'{"system": "nobody"}', "nobody"),
        ("a.ros", b'<!DOCTYPE x [<!ENTITY a "b">]><roster>&a;</roster>', ""),
        ("a.rosz", b"PK\x03\x04", ""),
        ("a.txt", b"\xff\xfe", "UTF-8"),
        ("a.json", b"x" * 1_100_000, ""),
    ],
)
def test_what_is_no_force_is_refused(db, file, raw, why):
    async def story():
        async with service(db) as served:
            client = await served.visitor()
            said = await client.post(f"/api/forces/read?file={file}", content=raw)
            if said.status_code == 413:
                assert len(raw) > 1_000_000
                return
            assert said.status_code == 200, said.text
            told = said.json()
            assert told["force"] is None
            assert told["faults"]
            assert why in told["faults"][0]["why"]

    run(story)


def test_a_format_that_nobody_knows_is_refused(asked):
    code, said = asked("export", force=army(SQUAD), format="exe")
    assert code == 400
    assert "exe" in said["refusals"][0]["what"]


def test_pages_to_print(db):
    pytest.importorskip("typst")

    async def story():
        async with service(db) as served:
            client = await served.visitor()
            said = await client.post(
                f"{FORCES}/export", json={"force": army(COMMAND), "format": "pdf"}
            )
            assert said.status_code == 200
            assert said.content.startswith(b"%PDF-")
            formats = (await client.get(FORCES)).json()["formats"]
            assert {f["key"]: f["reads"] for f in formats}["pdf"] is False

    run(story)


def test_a_roster_brings_its_own_catalogue(db):
    """A force list that somebody designed, and an army chosen from it."""
    rifle = {"name": "Rifle", "power": 4, "range": "10/20/30", "primary": True}
    squad = {"name": "Ours", "role": "basic", "models": [{"count": 5, "attacks": [rifle]}]}
    force = {"system": "vor", "name": "A", "list": {"name": "L", "units": [squad]}, "units": []}

    async def story():
        async with service(db) as served:
            client = await served.visitor()
            route = "/api/systems/vor/forces"
            said = await client.post(f"{route}/catalogue", json={"force": force})
            assert [e["name"] for e in said.json()["entries"]] == ["Ours"]
            known = (await client.get(route)).json()
            assert {"attack", "squad", "list"} <= {d["key"] for d in known["designs"]}
            design = {"system": "vor", "design": "squad", **squad}
            said = await client.post(f"{route}/judge", json={"force": design})
            assert (said.json()["design"], said.json()["units"]) == ("squad", [])
            said = await client.post(f"{route}/catalogue", json={"force": design})
            assert said.status_code == 400

    run(story)
