"""Force lists and armies: what may be in a list, and how many of what in an army."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.forces.document import Document
from grognard.forces.verdict import apply
from grognard.systems.vor.armies import bounds
from grognard.systems.vor.entries import fielded
from tests.systems.vor.making import (
    BUILDER,
    CHIEF,
    DRONES,
    GUARD,
    HERO,
    LINE,
    RIFLE,
    TANK,
    advised,
    army,
    breaches,
    broken,
    price,
    repaired,
    settings,
    thing,
    unit,
)

clause = pytest.mark.clause


# -- force lists -------------------------------------------------------------------------


@clause("VOR-FS-01", "VOR-FS-03", "VOR-FS-10", "VOR-FS-16", "VOR-FS-17", "VOR-GEN-02")
def test_a_list_has_any_number_of_types_of_each_kind() -> None:
    kinds = [CHIEF, LINE, GUARD, HERO, TANK, DRONES]
    units = [{**row, "name": f"{row['name']} {n}"} for row in kinds for n in range(4)]
    made = thing("list", name="List", units=units)
    assert len(made.units) == 24
    assert not breaches(made)
    assert broken(thing("list", name="List", units=[LINE, LINE])) == {"VOR-GEN-02"}


@clause("VOR-FS-06", "VOR-FS-08", "VOR-FS-09")
def test_what_a_list_may_say_of_its_types() -> None:
    capped = thing("list", name="List", units=[{**LINE, "cap": 3}])
    assert not breaches(capped)
    assert advised(capped) == {"VOR-FS-06"}
    assert not advised(thing("list", name="List", units=[{**GUARD, "cap": 2}]))
    assert advised(thing("list", name="List", units=[{**GUARD, "cap": 3}])) == {"VOR-FS-09"}
    assert broken(thing("list", name="List", units=[{**LINE, "demand": 2}])) == {"VOR-FS-08"}


@clause("VOR-FS-04")
def test_an_army_is_no_better_than_its_list() -> None:
    strong = {"name": "Strong", "role": "basic", "models": [{"count": 5, "stats": {"POW": 6}}]}
    made = army(("Strong", 1), types=[strong])
    assert {b.where[:1] for b in breaches(made) if b.clause == "VOR-FS-04"} == {
        ("units",), ("list",),
    }  # fmt: skip


# -- armies ------------------------------------------------------------------------------


@clause("VOR-FS-02", "VOR-GAP-14")
def test_one_leader_at_most() -> None:
    assert broken(army(("Chief", 2))) == {"VOR-FS-02"}
    assert [p.entry for p in repaired(army(("Chief", 2))).units] == ["chief"]
    none = army(("Line", 1))
    assert not breaches(none)
    assert "VOR-GAP-14" in advised(none)
    wanted = settings(leader_required=True)
    assert broken(none, wanted) == {"VOR-GAP-14"}
    assert not breaches(repaired(none, wanted), wanted)
    assert not advised(army(("Chief", 1), ("Line", 1)))


@clause("VOR-GAP-14")
def test_a_leader_is_neither_squad_nor_individual() -> None:
    assert broken(army(("Chief", 1), ("Hero", 1))) == {"VOR-FS-11"}
    assert not breaches(army(("Chief", 1), ("Line", 1), ("Hero", 1)))


@clause("VOR-FS-07")
def test_elite_squads_do_not_outnumber_basic_ones() -> None:
    assert not breaches(army(("Line", 2), ("Guard", 2)))
    over = army(("Line", 2), ("Guard", 3))
    assert broken(over) == {"VOR-FS-07"}
    assert len(repaired(over).units) == 4


@clause("VOR-FS-08", "VOR-GAP-16")
def test_elite_types_may_demand_several_basic_squads() -> None:
    types = [unit("Assault", "elite", demand=2), unit("Storm", "elite", demand=2)]
    made = army(("Line", 3), ("Guard", 1), ("Assault", 1), types=types)
    assert not breaches(made)
    both = army(("Line", 3), ("Assault", 1), ("Storm", 1), types=types)
    assert broken(both) == {"VOR-FS-08"}
    assert len(repaired(both).units) == 4
    each = settings(elite_demands="each")
    assert not breaches(both, each)
    assert broken(army(("Line", 3), ("Assault", 2), types=types), each) == {"VOR-FS-08"}
    assert broken(army(("Line", 3), ("Guard", 4), types=types), each) == {"VOR-FS-07"}


@clause("VOR-FS-09")
def test_elite_types_may_be_capped() -> None:
    types = [unit("Special", "elite", cap=1)]
    assert not breaches(army(("Line", 2), ("Special", 1), types=types))
    assert broken(army(("Line", 2), ("Special", 2), types=types)) == {"VOR-FS-09"}


@clause("VOR-FS-11", "VOR-GAP-15")
def test_individuals_do_not_outnumber_squads() -> None:
    assert not breaches(army(("Line", 2), ("Guard", 1), ("Hero", 3)))
    assert broken(army(("Line", 2), ("Guard", 1), ("Hero", 4))) == {"VOR-FS-11"}
    # vehicle squads are no squads here, and vehicles no individuals
    assert broken(army(("Line", 1), ("Drones", 1), ("Hero", 2))) == {"VOR-FS-11"}
    mixed = army(("Line", 1), ("Tank", 1), ("Hero", 1))
    assert not breaches(mixed)
    assert broken(mixed, settings(vehicles_as_individuals=True)) == {"VOR-FS-11"}


CYCLOPS = unit("Cyclops", "individual", least=1, most=5)
OGRES = unit("Ogres", "individual", least=1, most=3)


@clause("VOR-FS-13", "VOR-FS-14", "VOR-GAP-50")
def test_one_small_unit_of_each_type() -> None:
    five = {"Cyclops": {"models": 5}}
    one = army(("Line", 1), ("Cyclops", 1), types=[CYCLOPS], models=five)
    assert not breaches(one)  # five models are one individual
    assert broken(army(("Line", 3), ("Cyclops", 2), types=[CYCLOPS])) == {"VOR-FS-13"}
    two = army(("Line", 2), ("Cyclops", 1), ("Ogres", 1), types=[CYCLOPS, OGRES])
    assert not breaches(two)
    assert broken(two, settings(small_units="all")) == {"VOR-GAP-50"}


@clause("VOR-FS-18", "VOR-FS-19")
def test_vehicles_do_not_outnumber_squads() -> None:
    assert broken(army(("Line", 1), ("Tank", 1), ("Drones", 1))) == {"VOR-FS-18"}
    assert not breaches(army(("Line", 1), ("Drones", 1)))  # three drones, one vehicle squad
    assert not breaches(army(("Line", 1), ("Guard", 1), ("Tank", 1), ("Drones", 1)))


def spending(total: int, vehicles: int, **data: object) -> object:
    """An army of so many PV with so many restricted vehicles, each of 5 PV."""
    cheap = {"name": "Cart", "base": "Drone", "restricted": True,
             "stats": {"MP": 7, "TC": 5, "POW": 1, "BOD": 3, "AR": 3}}  # fmt: skip
    rest = total - 5 * vehicles - 25 * (vehicles + 1)  # 5 x 5 PV for each squad of the line
    rich = unit("Rich", "individual", rest)
    chosen = [("Line", vehicles + 1), ("Cart", vehicles), ("Rich", 1)]
    made = army(*chosen, types=[cheap, rich], **data)  # type: ignore[arg-type]
    assert price(made) == total
    return made


@clause("VOR-RES-01", "VOR-RES-02", "VOR-RES-04", "VOR-GAP-48")
@pytest.mark.parametrize(
    ("total", "may"), [(499, 0), (500, 1), (999, 1), (1000, 2), (1499, 2), (1500, 3)]
)
def test_a_restricted_vehicle_for_every_full_500_pv(total: int, may: int) -> None:
    if may:
        assert not breaches(spending(total, may))
    over = spending(total, may + 1)
    assert broken(over) == {"VOR-RES-01"}
    assert not breaches(repaired(over))
    agreed = settings(restricted_total="agreed")
    assert not breaches(spending(total, may + 1, limit=500 * (may + 1) + 499), agreed)
    assert broken(spending(total, may + 1, limit=0), agreed) == {"VOR-GAP-48"}


@clause("VOR-RES-03")
def test_other_vehicles_may_be_had_at_any_size() -> None:
    small = army(("Line", 1), ("Tank", 1))
    assert price(small) == 25 + 80
    assert not breaches(small)


@clause("VOR-ORD-06")
def test_an_army_is_the_sum_of_its_units() -> None:
    made = army(("Chief", 1), ("Line", 2), ("Drones", 1))
    priced = BUILDER.price(made, None)
    assert [(p.what, p.value) for p in priced.parts] == [
        ("Chief", 5), ("Line", 25), ("Line 2", 25), ("Drones", 60),
    ]  # fmt: skip
    assert priced.value == 115


def test_more_than_was_agreed_is_mended_by_the_smallest_change() -> None:
    made = army(("Chief", 1), ("Line", 2), ("Guard", 1), limit=60)  # 5 + 50 + 10
    (breach,) = breaches(made)
    assert breach.what == "65 PV of 60: 5 too many"
    assert breach.repair is not None
    assert price(repaired(made)) == 60
    far = army(("Chief", 1), ("Line", 4), limit=10)
    assert [pick.entry for pick in repaired(far).units] == ["chief"]


def test_what_was_agreed_is_said_once() -> None:
    made = army(("Chief", 1), ("Line", 2), ("Hero", 2), limits={"individual": 1, "basic": "40%"})
    assert [breach.what for breach in breaches(made)] == [
        "2 x individual instead of at most 1",
        "basic: 50 by price instead of at most 40%, that is 26",  # of 5 + 50 + 10
    ]


@clause("VOR-AOL-05")
def test_squads_whose_leader_is_named_first() -> None:
    sergeant = {"name": "Sergeant", "count": 1, "leads": True, "attacks": [RIFLE]}
    led = {"name": "Led", "role": "basic", "models": [sergeant, {"name": "Line", "count": 5}]}
    made = army(("Led", 1), types=[led], models={"Led": {"models": 9}})
    assert [m.count for m in fielded(made.catalogue, made.units[0], 9).models] == [1, 8]
    assert not breaches(made)
    many = army(("Led", 1), types=[led], models={"Led": {"models": 16}})
    assert broken(many) == {"VOR-SQD-02"}
    assert repaired(many).units[0].models == 15


# -- choosing ----------------------------------------------------------------------------

SQUAD = {
    "name": "Squad",
    "role": "basic",
    "models": [
        {"name": "Soldier", "count": 6, "attacks": [RIFLE, {**RIFLE, "name": "Grenade",
                                                            "primary": False}]},
        {"name": "Gunner", "count": 0, "most": 2, "without": ["Grenade"],
         "more": [{"name": "Cannon", "power": 7, "range": "10/20/30"}]},
    ],
}  # fmt: skip


def chosen(**data: object) -> object:
    return army(("Squad", 1), types=[SQUAD], models={"Squad": data})


@clause("VOR-PRI-02")
def test_attacks_that_are_not_primary_may_be_left_out() -> None:
    made = chosen()
    entry = made.catalogue.entries["squad"]  # type: ignore[attr-defined]
    assert [c.key for c in entry.choices] == ["coherency", "gunner", "grenade", "cannon"]
    assert price(made) == 6 * 5  # 2 + 2 is less than a model costs
    rich = {**SQUAD, "models": [{**SQUAD["models"][0], "statistics": 10}]}  # type: ignore[index]
    both = army(("Squad", 1), types=[rich])
    bare = army(("Squad", 1), types=[rich], models={"Squad": {"options": {"grenade": False}}})
    assert price(both) - price(bare) == 6 * 2


@clause("VOR-AOL-04", "VOR-SQD-03")
def test_options_of_a_squad() -> None:
    gunners = chosen(models=8, options={"gunner": 2, "coherency": 4})
    assert [p.value for p in BUILDER.price(gunners, None).parts] == [6 * 7 + 2 * (14 + 3)]
    assert not breaches(gunners)
    crowded = army(("Squad", 1), types=[{**SQUAD, "least": 4}],
                   models={"Squad": {"models": 16, "options": {"gunner": 1}}})  # fmt: skip
    assert broken(crowded) == {"VOR-SQD-02"}
    assert BUILDER.roster(repaired(crowded)).models(repaired(crowded).units[0]) == 15
    three = {**SQUAD, "models": [SQUAD["models"][0], {**SQUAD["models"][1], "most": 4}]}  # type: ignore[index]
    over = army(("Squad", 1), types=[three], models={"Squad": {"options": {"gunner": 3}}})
    assert broken(over) == {"VOR-AOL-04"}
    assert repaired(over).units[0].options == {"gunner": 2}
    few = chosen(models=1, options={"gunner": 2})
    assert "VOR-AOL-04" in broken(few)


@clause("VOR-AOL-04")
def test_too_many_of_the_second_sort_are_mended_there() -> None:
    odd = {"name": "Odd", "count": 0, "most": 9, "more": [{**RIFLE, "name": "Odd Gun"}]}
    rows = [SQUAD["models"][0], {**odd, "name": "First"}, {**odd, "name": "Second"}]  # type: ignore[index]
    data = {"models": 12, "options": {"first": 1, "second": 4}}
    made = army(("Squad", 1), types=[{**SQUAD, "models": rows}], models={"Squad": data})
    assert broken(made) == {"VOR-AOL-04"}
    assert repaired(made).units[0].options == {"first": 1, "second": 1}
    # where some of them have to be there, the whole squad goes
    fixed = [rows[0], {**rows[1], "count": 3, "least": 3, "most": 4}]
    stuck = army(("Squad", 1), ("Line", 1), types=[{**SQUAD, "models": fixed}],
                 models={"Squad": {"models": 9}})  # fmt: skip
    breach = breaches(stuck)[0]
    assert breach.repair is not None
    assert breach.repair.words == "leave out Squad"


def test_models_whose_names_are_taken_cannot_be_counted() -> None:
    """By the coherency, or by a model before them: their number stays as it is."""
    names = ("Coherency", "Gunner", "Gunner", "Scout")
    rows = [SQUAD["models"][0], *({"name": name, "count": 0, "most": 2} for name in names)]  # type: ignore[index]
    made = army(("Squad", 1), types=[{**SQUAD, "models": rows}])
    entry = made.catalogue.entries["squad"]
    counted = [choice.key for choice in entry.choices if choice.most == 2]
    assert counted == ["gunner", "scout"]
    assert (entry.choices[0].key, entry.choices[0].most) == ("coherency", 4)


def test_a_model_or_two_fewer_are_enough() -> None:
    for excess, models in ((1, 5), (5, 5), (6, 4)):  # 5 PV each
        made = army(("Line", 1), types=[], models={"Line": {"models": 6}}, limit=30 - excess)
        (breach,) = breaches(made)
        assert breach.repair is not None
        assert breach.repair.words == f"Line: {models} models instead of 6"
        assert repaired(made).units[0].models == models


@clause("VOR-GAP-01")
def test_strict_armies() -> None:
    assert not breaches(army(("Line", 1)), settings(strict_source=True))
    assert broken(army(("Line", 1), ("Tank", 1)), settings(strict_source=True)) == {"VOR-GAP-01"}


counts = st.fixed_dictionaries(
    {
        "Chief": st.integers(0, 2),
        "Line": st.integers(0, 4),
        "Guard": st.integers(0, 4),
        "Hero": st.integers(0, 4),
        "Tank": st.integers(0, 3),
        "Drones": st.integers(0, 3),
        "Cyclops": st.integers(0, 2),
    }
)


@clause("VOR-FS-02", "VOR-FS-07", "VOR-FS-11", "VOR-FS-13", "VOR-FS-18")
@given(counts, st.randoms())
def test_every_limit_at_once(n: dict[str, int], random: object) -> None:
    squads = n["Line"] + n["Guard"]
    legal = (
        n["Chief"] <= 1
        and n["Guard"] <= n["Line"]
        and n["Hero"] + n["Cyclops"] <= squads
        and n["Cyclops"] <= 1
        and n["Tank"] + n["Drones"] <= squads
        and sum(n.values()) > 0
    )
    order = list(n.items())
    random.shuffle(order)  # type: ignore[attr-defined]
    made = army(*order, types=[CYCLOPS])
    assert (not breaches(made)) == legal
    assert price(made) == price(army(*n.items(), types=[CYCLOPS]))


@given(counts, st.integers(1, 400))
def test_repairs_make_every_army_legal(n: dict[str, int], limit: int) -> None:
    made = army(*n.items(), types=[CYCLOPS], limit=limit)
    if not made.units:
        return
    for _ in range(60):
        found = [b for b in breaches(made) if b.repair is not None and b.repair.edits]
        if not found:
            break
        before = price(made)
        made = BUILDER.read(Document(apply(BUILDER.write(made), found[0].repair.edits)))
        assert price(made) < before
    assert not breaches(made) or not made.units


def test_bounds_are_what_the_check_goes_by() -> None:
    made = army(("Line", 1), ("Guard", 2), limit=1000)
    clauses = {bound.clause for bound in bounds(made, settings())}
    assert clauses >= {"VOR-FS-02", "VOR-FS-07", "VOR-FS-11", "VOR-FS-18", "VOR-RES-01"}
    prices = [part.value for part in BUILDER.price(made, None).parts]
    over = {b.clause for b in bounds(made, settings()) if b.breach(made, prices) is not None}
    assert over == broken(made) == {"VOR-FS-07"}
