"""Searches in VOR: armies filled within every limit, and the best attack for its price."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.forces.document import Document
from grognard.forces.filling import Wishes, fill
from grognard.forces.seeking import Step, Way, best
from grognard.forces.verdict import apply
from tests.systems.vor.making import (
    BUILDER,
    CANNON,
    PISTOL,
    RIFLE,
    RULINGS,
    army,
    breaches,
    price,
    settings,
    squad,
    thing,
)

clause = pytest.mark.clause


@clause("VOR-FS-02", "VOR-FS-07", "VOR-FS-08", "VOR-FS-11", "VOR-FS-13", "VOR-FS-18", "VOR-RES-01")
@pytest.mark.parametrize("catalogue", ["colonial-guard", "swarm"])
@pytest.mark.parametrize("to", [300, 1000])
def test_an_army_filled_to_the_last_point(catalogue: str, to: int) -> None:
    empty = thing("army", catalogue=catalogue, units=[])
    found = fill(BUILDER, empty, to, RULINGS)
    assert found.price == price(found.roster) == to
    assert found.proven
    assert not breaches(found.roster)
    assert found.cuts == 0  # every limit was counted from the start


def test_what_is_there_stays_and_wishes_are_kept() -> None:
    units = [{"entry": "militia", "models": 7, "name": "Home Guard"}]
    begun = thing("army", catalogue="colonial-guard", units=units)
    wish = Wishes(least={"bastion-tank": 1}, most={"captain": 0})
    found = fill(BUILDER, begun, 700, RULINGS, wish)
    assert found.roster.units[0].name == "Home Guard"
    entries = [pick.entry for pick in found.roster.units]
    assert "bastion-tank" in entries
    assert "captain" not in entries
    assert not breaches(found.roster)


@clause("VOR-GAP-14")
def test_other_readings_fill_otherwise() -> None:
    empty = thing("army", catalogue="swarm", units=[])
    wanted = settings(leader_required=True)
    found = fill(BUILDER, empty, 120, wanted, Wishes(only=["skitterers", "matriarch"]))
    assert [pick.entry for pick in found.roster.units].count("matriarch") == 1
    assert not breaches(found.roster, wanted)


def attack(**data: object) -> object:
    return thing("attack", power=3, range="10/20/30", **data)


def every(ways: list[Way]) -> list[tuple[Step, ...]]:
    return list(itertools.product(*(way.steps for way in ways)))


@pytest.mark.parametrize("under", [6, 30])
def test_no_attack_of_the_same_price_is_worth_more(under: int) -> None:
    start = attack(anti_structure=True)
    ways = [way for way in BUILDER.ways(start) if way.key in ("power", "uses", "damage")]
    found = best(BUILDER, start, ways, under, RULINGS)
    plain = BUILDER.write(start)
    top = 0
    for steps in every(ways):
        made = BUILDER.read(Document(apply(plain, [e for s in steps for e in s.edits])))
        if price(made) <= under and not breaches(made):
            worth = sum(s.worth * w.weight for s, w in zip(steps, ways, strict=True))
            top = max(top, worth)
    assert found.worth == top
    assert found.proven
    assert found.price == price(found.thing) <= under
    assert not breaches(found.thing)


def test_the_best_rifle_under_thirty() -> None:
    start = attack()
    ways = [way for way in BUILDER.ways(start) if way.usual]
    found = best(BUILDER, start, ways, 30, RULINGS)
    assert found.proven
    assert found.price <= 30
    cheaper = best(BUILDER, start, ways, 20, RULINGS)
    assert cheaper.worth < found.worth


LINE = {"name": "Line", "count": 4, "stats": {"POW": 4}, "attacks": [RIFLE, PISTOL]}
GUNNER = {"name": "Gunner", "count": 1, "more": [CANNON]}


def keys(made: object, usual: bool = False) -> list[str]:
    return [way.key for way in BUILDER.ways(made) if way.usual or not usual]


def test_what_can_be_varied() -> None:
    first = ["power", "am", "range", "uses", "damage"]
    rarer = ["arc", "charges", "persistent", "parry", "full_auto", "hits"]
    assert keys(attack()) == [*first, "blast", "knockdown", "mpc", *rarer]
    assert keys(attack(), usual=True) == first
    mounted = thing("attack", bearer={"role": "vehicle"}, power=3)
    assert keys(mounted) == [*first, "blast", "knockdown", *rarer]  # their MPC does not count
    spear = thing("model", attacks=[{"kind": "melee"}])
    close = ["power", "am", "uses", "damage"]
    assert keys(spear) == [
        *close, "blast", "knockdown", "mpc", "arc", "charges", "persistent", "parry", "reach",
        "full_auto", "hits",
    ]  # fmt: skip
    scythe = thing("model", attacks=[{"kind": "melee", "sweep": 2}])
    assert keys(scythe)[-1] == "sweep"
    assert {"blast", "reach"}.isdisjoint(keys(scythe))
    flames = thing("model", attacks=[{"power": 4, "splash": "normal"}])
    assert {"blast", "range", "full_auto", "hits"}.isdisjoint(keys(flames))
    shield = thing("model", attacks=[{"kind": "item", "parry": 0}])
    for nothing in (shield, thing("model"), army(("Line", 1)), thing("list", units=[])):
        assert not BUILDER.ways(nothing)


WEIGHTS = {
    "power": 4, "am": 3, "range": 1, "uses": 8, "damage": 8, "blast": 3, "knockdown": 2, "mpc": 3,
    "arc": 4, "charges": 2, "persistent": 2, "parry": 2, "reach": 2, "full_auto": 6, "hits": 4,
    "sweep": 3,
}  # fmt: skip
"""Of the house: what a point of each counts for where nobody says otherwise."""


def test_the_usual_weights() -> None:
    found: dict[str, int] = {}
    for data in ({}, {"kind": "melee"}, {"kind": "melee", "sweep": 2}):
        made = BUILDER.read(Document({"system": "vor", "design": "attack", "power": 3, **data}))
        found |= {way.key: way.weight for way in BUILDER.ways(made)}
        assert not any(way.tips for way in BUILDER.ways(made))
    assert found == WEIGHTS
    # what is heavy pays a smaller share for anti-structure: these may make it so
    tipping = [way.key for way in BUILDER.ways(attack(anti_structure=True)) if way.tips]
    assert tipping == ["power", "am", "damage"]


def test_of_several_attacks_each_is_varied_by_its_name() -> None:
    made = squad("basic", LINE, GUNNER)
    assert [key for key in keys(made) if key.endswith(".power")] == [
        "rifle.power", "pistol.power", "cannon.power",
    ]  # fmt: skip
    assert {key.partition(".")[0] for key in keys(made, usual=True)} == {"rifle"}
    twice = thing("vehicle", base="Drone", weapons=[{"power": 3}, {"power": 4}, {"power": 3}])
    assert [key for key in keys(twice) if key.endswith("power")] == [
        "attack.power", "attack-2.power",
    ]  # fmt: skip


@pytest.mark.parametrize("under", [60, 75, 90])
def test_the_best_weapon_of_a_squad_is_that_of_all_who_have_it(under: int) -> None:
    start = squad("basic", LINE, GUNNER)
    chosen = ("rifle.power", "rifle.am", "cannon.uses")
    ways = [way for way in BUILDER.ways(start) if way.key in chosen]
    found = best(BUILDER, start, ways, under, RULINGS)
    plain = BUILDER.write(start)
    top = 0
    for steps in every(ways):
        made = BUILDER.read(Document(apply(plain, [e for s in steps for e in s.edits])))
        if price(made) <= under and not breaches(made):
            top = max(top, sum(s.worth * w.weight for s, w in zip(steps, ways, strict=True)))
    assert (found.worth, found.proven) == (top, True)
    assert found.price == price(found.thing) <= under
    rifles = {model.attacks[0] for model in found.thing.models}
    assert len(rifles) == 1  # the gunner has the same


def test_steps_do_what_they_say() -> None:
    plain = BUILDER.write(attack(charges=2, arc=270, blind="left"))
    for way in BUILDER.ways(attack(charges=2, arc=270, blind="left")):
        worths = [step.worth for step in way.steps]
        assert worths == sorted(worths) or way.key == "range", way.key
        made = [BUILDER.read(Document(apply(plain, s.edits))).attack for s in way.steps]
        field = [getattr(one, way.key) for one in made]
        assert len(set(map(str, field))) == len(way.steps)
    ways = {way.key: {s.label: s for s in way.steps} for way in BUILDER.ways(attack())}
    assert [s.worth for s in ways["mpc"].values()] == [*range(-5, 6)]
    assert next(iter(ways["mpc"])) == "MPC +5"
    assert {label: s.worth for label, s in ways["arc"].items()} == {
        "arc 90": 1, "arc 180": 2, "arc 270": 3, "arc 360": 4,
    }  # fmt: skip
    assert {label: s.worth for label, s in ways["parry"].items()} == {
        "no parry": 0, "parry +2": 1, "parry +1": 2, "parry +0": 3, "parry -1": 4, "parry -2": 5,
        "parry -3": 6,
    }  # fmt: skip
    assert [s.worth for s in ways["charges"].values()] == [1, 2, 3, 4, 5, 6, 10]
    assert [s.worth for s in ways["persistent"].values()] == [*range(7)]
    assert [s.worth for s in ways["knockdown"].values()] == [*range(7)]
    assert [s.worth for s in ways["blast"].values()] == [0, *range(2, 11)]
    assert [s.worth for s in ways["uses"].values()] == [0, 1, 2]
    assert [s.worth for s in ways["damage"].values()] == [0, 1, 2, 3]
    assert [s.worth for s in ways["am"].values()] == [-2, -1, 0, 1, 2, 3, 4, 5, 6, 8]
    assert [s.worth for s in ways["power"].values()] == [*range(3, 11)]
    for key in ("full_auto", "hits"):
        assert [s.worth for s in ways[key].values()] == [0, 1, 2, 3]


roles = st.sampled_from(["leader", "individual", "vehicle"])
extras = st.fixed_dictionaries(
    {},
    optional={
        "anti_structure": st.just(True),
        "charges": st.integers(1, 6),
        "dodge": st.just(True),
        "arc": st.sampled_from([90, 180, 360]),
        "point_blank": st.sampled_from(["one hand", "two hands"]),
        "primary": st.just(True),
        "blast": st.sampled_from([1, 2.5, 4]),
        "power": st.integers(3, 10),
        "am": st.integers(-6, 2),
        "range": st.sampled_from(["3/5", "10/20/30", "25/50/75"]),
        "uses": st.integers(1, 3),
        "damage": st.sampled_from(["1", "2", "3", "4", "1d4"]),
        "knockdown": st.integers(0, 5),
    },
)


@given(roles, extras, st.data())
def test_nothing_is_cheaper_than_the_first_steps(
    role: str, extra: dict[str, object], data: st.DataObject
) -> None:
    """What makes the search exact, whatever else was bought: nothing is, but for one way that tips
    the attack over into the heavy ones.
    """
    start = thing("attack", bearer={"role": role}, **{"power": 3, "range": "10/20/30", **extra})
    plain = BUILDER.write(start)
    ways = BUILDER.ways(start)

    def cost(steps: list[Step]) -> int:
        return price(BUILDER.read(Document(apply(plain, [e for s in steps for e in s.edits]))))

    first = [way.steps[0] for way in ways]
    least = cost(first)
    for n, way in enumerate(ways):
        if way.tips:
            for step in way.steps:
                least = min(least, cost([*first[:n], step, *first[n + 1 :]]))
    assert least <= cost([data.draw(st.sampled_from(way.steps)) for way in ways])
    # and so with some ways settled already
    settled = data.draw(st.integers(0, len(ways)))
    chosen = [data.draw(st.sampled_from(way.steps)) for way in ways]
    head = chosen[:settled]
    least = cost([*head, *first[settled:]])
    for n in range(settled, len(ways)):
        if ways[n].tips:
            for step in ways[n].steps:
                least = min(least, cost([*head, *first[settled:n], step, *first[n + 1 :]]))
    assert least <= cost(chosen)
