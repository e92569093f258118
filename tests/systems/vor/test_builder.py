"""The face of the builder: every kind of thing read, written, priced, and what more there is."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest

from grognard.forces.document import Document, Malformed, parse
from grognard.forces.faces import offers
from grognard.systems.vor.entries import Types
from grognard.systems.vor.legality import check_list
from tests.systems.vor.making import (
    BUILDER,
    CANNON,
    PISTOL,
    RIFLE,
    RULINGS,
    advised,
    army,
    breaches,
    model,
    price,
    settings,
    squad,
    thing,
    vehicle,
)

clause = pytest.mark.clause

THINGS = {
    "attack": lambda: thing("attack", **CANNON, bearer={"role": "vehicle", "restricted": True}),
    "model": lambda: model(
        name="Hero", role="leader", stats={"CC": 7}, attacks=[RIFLE],
        abilities=[{"name": "Jump", "pv": 3}],
    ),
    "squad": lambda: squad(
        "basic", {"count": 6, "attacks": [RIFLE, PISTOL]},
        {"name": "Gunner", "count": 1, "most": 2, "more": [CANNON]}, coherency=4, least=5,
    ),
    "vehicle": lambda: vehicle(
        stats={"MP": 11}, rc=5, restricted=True, weapons=[{**CANNON, "additional": True}],
    ),
    "list": lambda: thing(
        "list", name="List", notes="a note",
        units=[{"name": "V", "base": "Drone", "squad": True, "count": 2, "most": 4},
               {"name": "S", "role": "elite", "demand": 2, "cap": 1, "models": [{"count": 3}]}],
    ),
    "army": lambda: army(("Chief", 1), ("Line", 2), limit=200, notes="mine"),
}  # fmt: skip


@pytest.mark.parametrize("kind", THINGS)
def test_what_is_written_is_read_again(kind: str) -> None:
    made = THINGS[kind]()
    plain = BUILDER.write(made)
    again = BUILDER.read(parse(json.dumps(plain), "thing.json"))
    assert BUILDER.write(again) == plain
    assert plain["system"] == "vor"
    assert price(again) == price(made)
    assert [str(b) for b in breaches(again)] == [str(b) for b in breaches(made)]


@pytest.mark.parametrize("kind", THINGS)
def test_every_further_option_has_a_price(kind: str) -> None:
    made = THINGS[kind]()
    before = price(made)
    found = offers(BUILDER, made, RULINGS)
    assert len(found) >= 5
    assert any(offer.amount for offer in found)
    for offer in found:
        changed = {"amount": offer.amount, "label": offer.further.label}
        assert offer.further.edits, changed
    assert price(made) == before


def test_offers_say_what_they_would_cost_and_break() -> None:
    made = model(role="elite", size="small", stats={"POW": 4}, attacks=[RIFLE])
    found = {offer.further.label: offer for offer in offers(BUILDER, made, RULINGS)}
    # 4 of the statistics are 2.4 -> 2, and 2 for the rifle: at least 5; 8 are 4.8 -> 5: 7
    assert found["POW 5"].amount == 2
    assert not found["POW 5"].breaches
    assert [b.clause for b in found["AR 2"].breaches] == ["VOR-STA-12"]
    assert found["one attack more"].amount == 1  # POW 4: 4, 2.4 -> 2: 6 in all


@clause("VOR-GEN-01")
@pytest.mark.parametrize("name", ["colonial-guard", "swarm"])
def test_the_ready_lists_are_legal_and_of_the_house(name: str) -> None:
    (catalogue,) = [c for c in BUILDER.catalogues() if c.key == name]
    assert catalogue.house
    types: Types = catalogue.source
    assert not check_list(types.forces, RULINGS)
    assert {"leader", "basic", "elite", "individual"} <= {
        entry.role for entry in catalogue.entries.values()
    }
    again = thing("list", **{k: v for k, v in BUILDER.write(types.forces).items()
                             if k not in ("system", "design")})  # fmt: skip
    assert price(again) == price(types.forces)


def ready(**data: Any) -> Any:
    return BUILDER.read(Document({"system": "vor", **data}))


def test_a_newcomer_builds_an_army_at_once() -> None:
    units = [
        {"entry": "Captain"},
        {"entry": "guardsmen", "models": 10, "options": {"gunner": 2, "sergeant": 1}},
        {"entry": "guardsmen"},
        {"entry": "storm-troopers", "options": {"Rocketeer": 1}},
        {"entry": "sniper"},
        {"entry": "mule"},
    ]
    made = ready(catalogue="colonial-guard", limit=600, units=units)
    assert not breaches(made)
    assert not advised(made)
    assert price(made) == sum(part.value for part in BUILDER.price(made, None).parts) <= 600
    assert "list" not in BUILDER.write(made)


@clause("VOR-FS-15", "VOR-RES-01", "VOR-STA-13")
def test_cards_say_what_is_needed_at_the_table() -> None:
    units = [
        {"entry": "guardsmen", "options": {"sergeant": 1}},
        {"entry": "cyborg-hunters", "models": 3},
        {"entry": "bastion-tank"},
    ]
    made = ready(catalogue="colonial-guard", units=units)
    guards, hunters, tank = BUILDER.cards(made, None)
    assert guards.points == BUILDER.price(made, None).parts[0].value
    assert guards.models == 8
    assert ("RC", "5") in guards.stats
    assert [row[0] for row in guards.grids[0].rows][:2] == [
        "Guardsman: Rifle",
        "Guardsman: Grenade",
    ]
    rows = {row[0]: row[1:] for row in guards.grids[0].rows}
    # 7 of 8 are no sergeants; MPC 4 and 3 of the table; +1 at short range from 10 inches on
    assert rows["Guardsman: Rifle"] == ("7", "4", "-1", "4", "12/24/35", "+1/0/-1", "–")
    assert rows["Guardsman: Grenade"] == ("7", "3", "0", "3", "4/8", "+2/0", "–")
    assert [n.text for n in guards.notes if n.text.startswith("Gren")] == [
        'Grenade: blast 2", 2 uses/game'
    ]
    assert tank.grids[0].rows[0][4] == "–"  # mounted weapons do not use their MPC
    assert any(note.text.startswith("Sergeant: MP 6, CC 5") for note in guards.notes)
    assert {note.clause for note in hunters.notes} >= {"VOR-FS-15", "VOR-STA-13"}
    assert {note.clause for note in tank.notes} == {"VOR-RES-01", ""}
    assert tank.house
    assert tank.boxes == 5
    assert len(BUILDER.cards(THINGS["model"](), None)) == 1
    assert len(BUILDER.cards(THINGS["list"](), None)) == 2


def test_cards_of_all_sorts_of_arms() -> None:
    arms = [
        {"name": "Shield", "kind": "item", "parry": 0},
        {"name": "Spear", "kind": "melee", "reach": 2},
        {"name": "Scythe", "kind": "melee", "sweep": 1.5},
        {"name": "Wave", "power": 4, "range": "none", "sweep": 2},
    ]
    rows = [{"name": "Bare", "count": 4}, {"name": "Armed", "count": 1, "attacks": arms}]
    (card,) = BUILDER.cards(squad("elite", *rows), None)
    (grid,) = card.grids
    assert {len(row) for row in grid.rows} == {len(grid.heads)}
    assert [row[0] for row in grid.rows] == [
        "Bare: Basic Attacks", "Armed: Shield", "Armed: Spear", "Armed: Scythe", "Armed: Wave",
    ]  # fmt: skip
    assert [row[5] for row in grid.rows] == ["–", "–", '2"', '1.5"', "–"]
    assert grid.rows[1][-1] == "item"
    assert "Shield: Parry(CC/+0)" in [note.text for note in card.notes]


@clause("VOR-BLA-01", "VOR-FA-03", "VOR-SQD-03")
def test_templates_are_true_to_their_size() -> None:
    shapes = {shape.name: shape for shape in BUILDER.shapes()}
    assert shapes['Blast 3"'].size == 6.0  # the price is that of the radius
    assert shapes['Blast 1.5"'].size == 3.0
    zone = shapes["Full-auto 3x5"]
    assert (zone.size, zone.width) == (5.0, 3.0)
    assert shapes['Coherency 4"'].size == 4.0
    assert list(shapes) == [
        *(f'Blast {n / 2:g}"' for n in range(2, 11)),
        *(f"Full-auto {zone}" for zone in ("2x4", "3x5", "4x6", "5x8")),
        *(f'Coherency {n}"' for n in (2, 3, 4)),
    ]


def test_bases_are_as_large_as_their_models() -> None:
    """Of the house, in millimetres."""
    rows = [{"name": size, "size": size, "count": 1} for size in ("small", "medium", "large")]
    (card,) = BUILDER.cards(squad("elite", *rows), None)
    assert [(token.label, token.size) for token in card.tokens] == [
        ("small", 20.0), ("medium", 25.0), ("large", 40.0),
    ]  # fmt: skip
    (tank,) = BUILDER.cards(vehicle(squad=True, count=3, most=3), None)
    assert [(token.size, token.count) for token in tank.tokens] == [(60.0, 3)]
    assert tank.models == 3


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('design = "fleet"', "2: design: 'fleet' is not known"),
        ('catalogue = "nobody"', "2: catalogue: 'nobody' is not known"),
        ('design = "squad"\nname = "S"', "models: a squad has models"),
        ('design = "squad"\nrole = "mob"\n[[models]]\n', "3: role: 'mob' is not known"),
        ('design = "model"\nstats = 5', "3: stats: 5 is not a table"),
        ('design = "model"\nstats = { MP = -1 }', "3: stats.MP: -1 is not in 0 to 99"),
        ('design = "model"\nabilities = [{ name = "A" }]', "abilities[0].pv: is missing"),
        ('design = "vehicle"\nname = "V"', "base: is missing"),
        ('design = "list"\nunits = [{ name = "A", base = 3 }]', "units[0].base: 3 is not a text"),
        ('units = 3', "units: a list of at most 200 tables"),
        ('[list]\nunits = [{ role = "basic" }]', "list.units[0].models: a squad has models"),
        ('[settings]\nsizes = "odd"', "settings.sizes: setting sizes: no reading 'odd'"),
    ],
)  # fmt: skip
def test_files_that_will_not_do(text: str, why: str) -> None:
    with pytest.raises(Malformed) as caught:
        BUILDER.read(parse(f'system = "vor"\n{text}\n', "army.toml"))
    assert why in str(caught.value)


def test_an_army_records_its_settings() -> None:
    made = army(("Line", 1), settings={"sizes": "advisory", "basic_minimum": 5})
    assert made.settings == {"sizes": "advisory", "basic_minimum": 5}
    assert BUILDER.write(made)["settings"] == made.settings


def test_what_is_worked_out_is_worked_out_once() -> None:
    made = army(("Line", 3))
    types: Types = made.catalogue.source
    first = price(made)
    known = len(types.prices)
    assert price(made) == first
    assert len(types.prices) == known
    assert price(made, settings(general_rounding="up", far_indirect="refused")) == first
    assert len(types.prices) == known + 3  # another reading is another price


# -- the schema ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    return BUILDER.schema()


@pytest.mark.parametrize("kind", THINGS)
def test_what_is_written_validates(kind: str, schema: dict[str, Any]) -> None:
    plain = json.loads(json.dumps(BUILDER.write(THINGS[kind]())))
    jsonschema_rs.validate(schema, plain)
    assert not jsonschema_rs.is_valid(schema, {**plain, "odd": 1})
    assert not jsonschema_rs.is_valid(schema, {**plain, "name": 5})


def test_ready_lists_and_their_armies_validate(schema: dict[str, Any]) -> None:
    for catalogue in BUILDER.catalogues():
        types: Types = catalogue.source
        plain = json.loads(json.dumps(BUILDER.write(types.forces)))
        jsonschema_rs.validate(schema, plain)
        units = [{"entry": key} for key in catalogue.entries]
        made = ready(catalogue=catalogue.key, units=units)
        jsonschema_rs.validate(schema, BUILDER.write(made))
        wrong = {**BUILDER.write(made), "units": [{"entry": "nobody"}]}
        assert not jsonschema_rs.is_valid(schema, wrong)


@pytest.mark.parametrize(
    "data",
    [
        {"design": "attack", "power": 5, "am": "no test", "blast": 3.5, "uses": 2},
        {"design": "attack", "kind": "item", "parry": -2, "breakable": True},
        {"design": "squad", "models": [{"count": 5, "stats": {"MP": 7}},
                                       {"count": 1, "without": [], "leads": True}]},
        {"design": "vehicle", "base": "Drone", "weapons": [{"power": 4, "additional": True}]},
        {"design": "model", "statistics": 20, "role": "leader"},
    ],
)  # fmt: skip
def test_what_validates_is_read(data: dict[str, Any], schema: dict[str, Any]) -> None:
    plain = {"system": "vor", **data}
    jsonschema_rs.validate(schema, plain)
    BUILDER.read(Document(plain))


@pytest.mark.parametrize(
    "data",
    [
        {"design": "attack", "blast": 1.3},
        {"design": "attack", "range": "1/2/3"},
        {"design": "squad", "models": []},
        {"design": "vehicle"},
        {"design": "model", "stats": {"STR": 1}},
        {"design": "list", "units": [{"base": "Ship"}]},
        {"design": "fleet"},
    ],
)
def test_what_is_not_read_does_not_validate(data: dict[str, Any], schema: dict[str, Any]) -> None:
    plain = {"system": "vor", **data}
    assert not jsonschema_rs.is_valid(schema, plain)
    with pytest.raises(Malformed):
        BUILDER.read(Document(plain))


# -- what is remembered --------------------------------------------------------------------


def test_a_list_read_again_keeps_what_did_not_change() -> None:
    plain = BUILDER.write(THINGS["list"]())
    one = BUILDER.read(Document(plain))
    changed = {**plain, "units": [plain["units"][0], {**plain["units"][1], "cap": 2}]}
    other = BUILDER.read(Document(changed))
    assert other.units[0] is one.units[0]
    assert other.units[1] is not one.units[1]
    assert (one.units[1].cap, other.units[1].cap) == (1, 2)


def test_what_is_faulty_is_a_fault_every_time() -> None:
    data = {"system": "vor", "design": "list", "units": [{"role": "mob", "models": [{}]}]}
    for _ in range(2):
        with pytest.raises(Malformed, match="'mob' is not known"):
            BUILDER.read(Document(data))


def test_other_readings_are_worked_out_anew() -> None:
    units = [{"name": "S", "role": "elite", "models": [{"count": 11}]}]
    made = thing("list", name="List", units=units)
    assert breaches(made)
    assert not breaches(made, settings(sizes="advisory"))
    assert breaches(made)
    basic = [{"name": "B", "role": "elite", "models": [{"count": 1, "statistics": 21}]}]
    priced = thing("list", name="List", units=basic)  # 12.6, and 3 off
    assert price(priced) == 10
    assert price(priced, settings(general_rounding="down")) == 9
