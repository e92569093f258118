"""Forces of Forge of War: choosing, pricing by FOW-GAP-61, the house checks of FOW-GAP-63."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.forces.catalogue import Roster
from grognard.forces.document import Document, Malformed, parse
from grognard.forces.faces import judge, offers
from grognard.forces.verdict import apply
from grognard.play.registry import find_system
from grognard.systems.forge_of_war.builder import ForgeBuilder
from grognard.systems.forge_of_war.mustering import force_of
from grognard.systems.forge_of_war.points import force_points
from grognard.systems.forge_of_war.profiles import load_catalogue

clause = pytest.mark.clause
BUILDER = ForgeBuilder()
LINE, LEADER, MARINES = "line-infantry-troops", "marine-leaders", "marines"


def unit(entry: str, models: int = 0, name: str = "", **options: Any) -> dict[str, Any]:
    data: dict[str, Any] = {"entry": entry, "models": models, "options": options}
    return {**data, "name": name} if name else data


def roster(*units: dict[str, Any], limit: int = 0, catalogue: str = "generic") -> Roster:
    data = {
        "system": "forge_of_war",
        "name": "First",
        "catalogue": catalogue,
        "limit": limit,
        "units": list(units),
    }
    return BUILDER.read(Document(data))


def commanded(*units: dict[str, Any], limit: int = 0) -> Roster:
    """With a command of five: 5 x (6 + 5) = 55 points."""
    return roster(unit(LINE, 5, "HQ", commander=True), *units, limit=limit)


def found(made: Roster) -> list[str]:
    return [str(b) for b in BUILDER.check(made, None)]


def repaired(made: Roster) -> Roster:
    """After the repairs of all breaches, one after the other."""
    for _ in range(30):
        breaches = judge(BUILDER, made, None).breaches
        if not breaches:
            return made
        assert breaches[0].repair is not None
        made = BUILDER.read(Document(apply(BUILDER.write(made), breaches[0].repair.edits)))
    raise AssertionError(found(made))


@clause("FOW-GAP-63")
def test_every_row_can_be_chosen_by_its_list() -> None:
    rows = load_catalogue()
    lists = {c.key: c for c in BUILDER.catalogues()}
    names = [e.name for e in lists["generic"].entries.values()]
    assert names == [*rows.troops, *rows.vehicles]
    assert {"human", "modified", "alien"} <= set(lists)
    assert "marines" in lists["modified"].entries
    assert "marines" not in lists["human"].entries
    for key, apart in lists.items():
        assert "armoured-personnel-carrier" in apart.entries, key


@clause("FOW-GAP-61")
@pytest.mark.parametrize(
    ("chosen", "points"),
    [
        (unit(LINE, 8), 88),  # 8 x 6, and 8 rifles x 5
        (unit(LINE, 8, **{"Light Support Weapon": 2}), 92),  # two rifles less: 2 x (7 - 5)
        (unit(LINE), 55),  # as many as are usual: 5
        (unit(MARINES, 7, **{"Plasma Rifle": 1}), 109),  # 7 x 9 + 6 x 6 + 10
        (unit("heavily-armoured-close-assault-teams", 5), 65),  # 5 x (9 + 4)
        (unit("heavily-armoured-close-assault-teams", 5, training="Elite"), 70),  # 5 x (10 + 4)
    ],
)
def test_price(chosen: dict[str, Any], points: int) -> None:
    priced = BUILDER.price(roster(chosen), None)
    assert priced.value == points
    assert priced.house
    assert {s.clause for part in priced.parts for s in part.steps} == {"FOW-GAP-61"}


@clause("FOW-GAP-63")
def test_the_ready_forces_can_be_chosen_and_cost_the_same() -> None:
    company = load_catalogue().force("line-company")
    squad = {"Light Support Weapon": 1, "RPG (HEAP)": 1}
    chosen = roster(
        unit(LINE, 5, "Company Command", commander=True),
        *[unit(LINE, 8, f"{n} Squad", **squad) for n in ("1st", "2nd", "3rd")],
        unit(LINE, 6, "Machine Gun Section", **{"Heavy Machine Gun": 2}),
    )
    for mine, ready in zip(force_of(chosen).units, company.units, strict=True):
        assert (mine.name, mine.profile, mine.figures) == (ready.name, ready.profile, ready.figures)
        assert {w.name: n for w, n in mine.arms} == {w.name: n for w, n in ready.arms}
    assert BUILDER.price(chosen, None).value == force_points(company).value
    assert found(chosen) == []


@clause("FOW-GAP-63", "FOW-GAP-69")
def test_exactly_one_commander() -> None:
    none = roster(unit(LINE), unit(LEADER))
    assert found(none)[0].startswith("no Force Commander [FOW-GAP-63]")
    assert [u.profile.commander for u in force_of(repaired(none)).units] == [False, True]
    two = commanded(unit(MARINES, commander=True))
    assert found(two)[0].startswith("2 Force Commanders instead of exactly one [FOW-GAP-63]")
    assert [u.profile.commander for u in force_of(repaired(two)).units] == [True, False]
    assert found(roster()) == ["no units [FOW-GAP-63]; add a unit"]


@clause("FOW-3.3-03", "FOW-GAP-63")
@pytest.mark.parametrize(
    ("entry", "models", "said"),
    [
        (LINE, 4, "4 figures are fewer than the usual 5 [FOW-3.3-03]; make it 5"),
        (LINE, 20, ""),
        ("citizen-militias", 21, "21 figures are more than the usual 20 [FOW-3.3-03]; make it 20"),
        ("rioters-zombies", 40, ""),
        (LEADER, 2, "2 figures are more than the usual 1 [FOW-GAP-63]; make it 1"),
    ],
)
def test_unusual_sizes_are_worth_a_word(entry: str, models: int, said: str) -> None:
    made = commanded(unit(entry, models, "These"))
    assert found(made) == ([f"These: {said}"] if said else [])
    assert judge(BUILDER, made, None).legal


@clause("FOW-GAP-63")
def test_no_more_weapons_than_figures() -> None:
    made = commanded(unit(LINE, 5, "These", **{"Sniper Rifle": 3, "Heavy Machine Gun": 4}))
    assert found(made) == [
        "These: 7 weapons for 5 figures [FOW-GAP-63]; leave out 2 x Sniper Rifle"
    ]
    assert repaired(made).units[1].options == {"Sniper Rifle": 1, "Heavy Machine Gun": 4}
    many = commanded(unit(LINE, 5, "These", **{"Sniper Rifle": 9, "Heavy Machine Gun": 2}))
    assert repaired(many).units[1].options == {"Heavy Machine Gun": 2, "Sniper Rifle": 3}
    more = commanded(unit(LINE, 5, "These", **{"Sniper Rifle": 2, "Heavy Machine Gun": 9}))
    assert repaired(more).units[1].options == {"Heavy Machine Gun": 5}


@clause("FOW-GAP-05")
def test_leaders_start_with_a_unit_of_their_own_force() -> None:
    made = commanded(unit(MARINES, 7, "1st Marines"), unit(LEADER, 1, attach="1st Marine"))
    said = "Marine Leaders: 1st Marine is not in this force [FOW-GAP-05]; start with 1st Marines"
    assert found(made) == [said]
    assert repaired(made).units[2].options == {"attach": "1st Marines"}
    vehicle = "armoured-personnel-carrier"
    refused = commanded(unit(vehicle, 1, "Truck"), unit(LEADER, 1, attach="Truck"))
    assert "Truck can take no leader [FOW-GAP-05]" in found(refused)[0]
    alone = commanded(unit(LEADER, 1, attach="Nobody"))
    assert repaired(alone).units[1].options == {}


@clause("FOW-GAP-63")
@pytest.mark.parametrize(
    ("limit", "said"),
    [
        (147, ""),  # 55 + 92
        (146, "1 too many [FOW-GAP-63]; These: 1 x Light Support Weapon fewer"),  # gives up 2
        (143, "4 too many [FOW-GAP-63]; These: 2 x Light Support Weapon fewer"),  # gives up 4
        (142, "5 too many [FOW-GAP-63]; HQ: 4"),
        (136, "11 too many [FOW-GAP-63]; These: 7 figures instead of 8"),  # gives up 11
        (110, "37 too many [FOW-GAP-63]; leave out HQ"),
        (10, "137 too many [FOW-GAP-63]; leave out These; leave out HQ"),
    ],
)
def test_points_within_the_limit(limit: int, said: str) -> None:
    made = commanded(unit(LINE, 8, "These", **{"Light Support Weapon": 2}), limit=limit)
    first = found(made)
    assert len(first) == (1 if said else 0)
    if said and "HQ: 4" not in said and limit != 110:
        assert first[0] == f"147 points of {limit}: {said}"
    if said and limit > 10:
        assert BUILDER.price(repaired(made), None).value <= limit


@clause("FOW-GAP-63")
@given(st.integers(1, 400), st.lists(st.tuples(st.integers(5, 12), st.integers(0, 5)), max_size=4))
def test_repairs_bring_any_force_within_its_limit(
    limit: int, squads: list[tuple[int, int]]
) -> None:
    made = commanded(
        *[unit(LINE, n, **{"Heavy Machine Gun": guns}) for n, guns in squads], limit=limit
    )
    over = [b for b in BUILDER.check(made, None) if b.where == ("limit",)]
    assert bool(over) == (BUILDER.price(made, None).value > limit)
    for breach in over:
        assert breach.repair is not None
        after = BUILDER.read(Document(apply(BUILDER.write(made), breach.repair.edits)))
        assert BUILDER.price(after, None).value <= limit


def test_offers_say_what_a_thing_would_cost() -> None:
    made = commanded(unit(LINE, 8, "These"), limit=150)  # 55 + 88
    chosen = {o.further.label: o for o in offers(BUILDER, made, None, ("units", 1))}
    assert chosen["These: one figure more"].amount == 11
    assert "154 points of 150" in chosen["These: one figure more"].breaches[0].what
    assert chosen["These: one figure fewer"].amount == -11
    assert chosen["These: Light Support Weapon 1"].amount == 2
    assert chosen["These: Light Support Weapon 1"].breaches == []
    assert chosen["These: leave it out"].amount == -88
    added = {o.further.label: o.amount for o in offers(BUILDER, made, None, ("units",))}
    assert len(added) == len(made.catalogue.entries)
    assert added["add Marines"] == 75  # 5 x (9 + 6)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('system = "forge"', "army.toml:1: system: 'forge' is not known; one of forge_of_war"),
        ('catalogue = "humans"', "army.toml:2: catalogue: 'humans' is not known; did you mean"),
        ('[[units]]\nentry = "marine"', "army.toml:3: units[0].entry: 'marine' is not known; did"),
        ("[settings]\nnatural_tin = 1", "army.toml:3: settings.natural_tin: no such setting"),
        (
            '[settings]\ncohesion = "loose"',
            "army.toml:3: settings.cohesion: setting cohesion: no reading 'loose'; one of chain",
        ),
    ],
)
def test_what_the_lists_do_not_know(text: str, said: str) -> None:
    head = "" if text.startswith("system") else 'system = "forge_of_war"\n'
    with pytest.raises(Malformed) as caught:
        BUILDER.read(parse(head + text, "army.toml"))
    assert said in str(caught.value)


@clause("FOW-GAP-62", "FOW-GAP-63")
def test_a_roster_goes_straight_to_a_battle() -> None:
    system: Any = find_system("forge_of_war")
    settings = system.settings()
    mine = commanded(unit(LEADER, 1, "Boss", attach="Guns"), unit(LINE, 6, "Guns"), limit=300)
    setup = system.setup("", [mine, "line-company"], 3, settings)
    assert setup["scenario"]["limit"] == 300
    assert [u["name"] for u in setup["rosters"][0]["units"]] == ["HQ", "Boss", "Guns"]
    assert setup["rosters"][0]["units"][2]["profile"]["sv"] == 7
    assert [u["cost"] for u in setup["rosters"][0]["units"]][::2] == [55, 66]
    battle = system.start(setup, settings)
    assert battle.units[1].host == 2
    refused = system.setup("", [mine, roster(unit(LINE))], 3, settings)
    assert [r.clause for r in refused] == ["FOW-GAP-63"]
    assert "name Line Infantry Troops Force Commander" in refused[0].legal


def test_cards_and_templates() -> None:
    made = commanded(unit(LINE, 8, "These", **{"Heavy Machine Gun": 2}))
    hq, these = BUILDER.cards(made, None)
    assert hq.notes[0].clause == "FOW-GAP-69"
    assert dict(these.stats) == {
        "CV": "7", "SV": "7", "FV": "6", "AV": "1", "W*": "1", "Move*": '6"',
    }  # fmt: skip
    assert (these.models, these.points, these.boxes, these.house) == (8, 94, 3, True)  # + 2 x 3
    rows = these.grids[0].rows
    assert rows[0][:3] == ("Assault Rifle", "6", '24"')
    assert rows[1] == ("Heavy Machine Gun", "2", '36"', "2", "3", "deploy first")
    assert (these.tokens[0].size, these.tokens[0].count) == (25.0, 8)
    sizes = {shape.name: shape.size for shape in BUILDER.shapes()}
    assert sizes['3" blast'] == 3.0  # the heavy mortar's (FOW-GAP-41)
    assert sizes['Flame, 3" around the point'] == 6.0  # FOW-GAP-37
