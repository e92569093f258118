"""The smallest repair of everything that can be wrong with an attack: in words, and as an edit."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.vor.attack_check import check_attack
from grognard.systems.vor.attack_tables import NO_TEST
from grognard.systems.vor.attacks import ANYBODY, Attack, Bearer
from grognard.systems.vor.settings import Settings

clause = pytest.mark.clause
TANK = Bearer("vehicle", "large")
GUN: dict[str, Any] = {"power": 3, "range": "10/20/30"}
MELEE: dict[str, Any] = {"kind": "melee", "power": 3}
SPLASH: dict[str, Any] = {"power": 3, "splash": "normal"}

Case = tuple[dict[str, Any], str, str, str, list[tuple[str, Any]]]
"""The attack, the clause, what is wrong, the repair in words, and fields with their new values."""

GONE = object()

CASES: list[Case] = [
    ({**GUN, "power": 2}, "VOR-RC-01", "POW 2", "3 to 10", [("power", 3)]),
    ({**GUN, "power": 11}, "VOR-RC-01", "POW 11", "3 to 10", [("power", 10)]),
    ({**MELEE, "power": 11}, "VOR-GAP-27", "POW 11", "1 to 10", [("power", 10)]),
    ({**GUN, "am": 3}, "VOR-AM-01", "AM +3", "no test, or -6 to +2", [("am", GONE)]),
    ({**GUN, "am": -7}, "VOR-AM-02", "AM -7", "no test, or -6 to +2", [("am", GONE)]),
    ({**GUN, "am": 1, "base_am": -1}, "VOR-AM-03", "this AM from a base AM of -1",
     "a base AM of 0", [("base_am", GONE)]),
    ({**GUN, "am": -3, "base_am": 0}, "VOR-AM-04", "this AM from a base AM of 0",
     "a base AM of -2", [("base_am", GONE)]),
    ({**GUN, "am": -1, "base_am": -2}, "VOR-RC-01", "this AM from a base AM of -2",
     "a base AM of -1", [("base_am", GONE)]),
    ({**GUN, "am": NO_TEST, "base_am": -1}, "VOR-GAP-23", "this AM from a base AM of -1",
     "a base AM of -2", [("base_am", GONE)]),
    ({**MELEE, "range": "3/5"}, "VOR-GAP-28", "close combat has no range", "buy no range",
     [("range", GONE)]),
    ({**SPLASH, "range": "none"}, "VOR-RNG-06", "a splash takes nothing back for having no range",
     "buy no range", [("range", GONE)]),
    ({**SPLASH, "range": "3/5"}, "VOR-SPL-09", "a splash buys no range", "buy no range",
     [("range", GONE)]),
    ({**GUN, "sweep": 4}, "VOR-SWP-04", "a sweep buys no range", "buy no range",
     [("range", GONE)]),
    # a base of 3: 1 to 5
    ({**GUN, "mpc": -3}, "VOR-MPC-03", "MPC 0 of 3", "1 at least", [("mpc", -2)]),
    ({**GUN, "mpc": 3}, "VOR-MPC-04", "MPC 6 of 3", "5 at most", [("mpc", 2)]),
    # POW 9, AM -2 has 10, which is what a large blast of it needs; POW 9 has 9
    ({"power": 9, "am": -2, "blast": 7, "mpc": -1}, "VOR-BLA-11", "MPC 9 of 10", "10 at least",
     [("mpc", 0)]),
    ({"power": 9, "blast": 7, "mpc": -1}, "VOR-BLA-11", "MPC 8 of 9", "10 at least", [("mpc", 0)]),
    ({**GUN, "range": "3/5", "long": 1}, "VOR-RNG-04", "it has no long range to change",
     "leave it as it is", [("long", GONE)]),
    ({**SPLASH, "short": 1}, "VOR-RNG-04", "it has no short range to change",
     "leave it as it is", [("short", GONE)]),
    ({**GUN, "medium": -4}, "VOR-GAP-24", "-4 at medium range", "-3 at worst", [("medium", -3)]),
    ({**GUN, "blast": 4, "sweep": 4, "range": ""}, "VOR-SWP-06", "blast and sweep on one attack",
     "leave out the sweep", [("sweep", GONE)]),
    ({**SPLASH, "blast": 4}, "VOR-GAP-58", "blast and splash on one attack",
     "leave out the splash", [("splash", GONE)]),
    ({**SPLASH, "sweep": 4}, "VOR-GAP-58", "sweep and splash on one attack",
     "leave out the splash", [("splash", GONE)]),
    ({**GUN, "blast": 4, "no_knockdown": True, "knockdown": 0}, "VOR-GAP-58",
     "a knockdown, and a blast without knockdown tests", "leave out the knockdown",
     [("knockdown", GONE)]),
    ({**GUN, "no_shielding": True}, "VOR-BLA-05", "no shielding without a blast", "leave it out",
     [("no_shielding", GONE)]),
    ({**GUN, "power": 6, "blast": 11}, "VOR-BLA-01", 'blast 5.5"', '1" to 5" in steps of a half',
     [("blast", GONE)]),
    ({**GUN, "blast": 1}, "VOR-BLA-01", 'blast 0.5"', '1" to 5" in steps of a half',
     [("blast", GONE)]),
    ({"power": 8, "blast": 2, "destroys_terrain": True}, "VOR-BLA-21",
     "destroys terrain with POW 8", "POW 9 or more", [("power", 9)]),
    ({"power": 4, "blast": 7, "uses": 2}, "VOR-BLA-10", 'a blast of 3.5" with 2 uses per turn',
     "1 use per turn", [("uses", GONE)]),
    ({**GUN, "blast": 8}, "VOR-BLA-12", 'a blast of 4" with POW 3', "POW 4 or more",
     [("power", 4)]),
    ({"power": 4, "blast": 9}, "VOR-BLA-12", 'a blast of 4.5" with POW 4', "POW 5 or more",
     [("power", 5)]),
    ({**MELEE, "sweep": 1}, "VOR-SWP-01", 'sweep 0.5"', '1" to 5" in steps of a half',
     [("sweep", GONE)]),
    ({**MELEE, "sweep": 4, "arc": 90}, "VOR-SWP-12", "a sweep with a firing arc of 90 degrees",
     "180 degrees or more", [("arc", GONE)]),
    ({**MELEE, "sweep": 4, "sweep_reach": True}, "VOR-SWP-14",
     "only a ranged sweep buys reach as a part of its price", "leave it out",
     [("sweep_reach", GONE)]),
    ({**GUN, "reach": 1}, "VOR-REA-03", "a ranged attack has no reach", "leave out the reach",
     [("reach", GONE)]),
    ({"power": 3, "sweep": 4, "reach": 1}, "VOR-REA-03", "a ranged attack has no reach",
     "reach as an option of the sweep", [("reach", GONE), ("sweep_reach", True)]),
    ({**GUN, "uses": 4}, "VOR-UPT-01", "uses 4", "1, 2 or 3", [("uses", GONE)]),
    ({**GUN, "charges": 7}, "VOR-LIM-01", "charges 7", "1 to 6, or without limit",
     [("charges", GONE)]),
    ({**GUN, "knockdown": 6}, "VOR-KD-01", "knockdown 6", "+0 to +5", [("knockdown", GONE)]),
    ({**GUN, "light_knockdown": True}, "VOR-KD-02", "large models at -2 to no knockdown at all",
     "leave it out", [("light_knockdown", GONE)]),
    ({**GUN, "uses": 2, "full_auto": 3}, "VOR-FA-04", "3 full-auto uses of 2 per turn",
     "2 at most", [("full_auto", 2)]),
    ({**GUN, "hits": 1}, "VOR-GAP-34", "possible hits without full-auto",
     "buy 1 use of full-auto", [("full_auto", 1)]),
    ({**GUN, "template": "3x5"}, "VOR-FA-07", "a template without full-auto", "leave it out",
     [("template", GONE)]),
    ({**GUN, "blast": 2, "anti_structure": True}, "VOR-GAP-56", "anti-structure on a blast",
     "leave it out", [("anti_structure", GONE)]),
    ({**GUN, "arc": 270}, "VOR-ARC-04", "an arc of 270 degrees without its blind sector",
     "name it", [("blind", "rear")]),
    ({**MELEE, "point_blank": "one hand"}, "VOR-GAP-40", "point blank in close combat",
     "leave it out", [("point_blank", GONE)]),
    ({**GUN, "point_blank": "-3"}, "VOR-PB-01", "a standard attack at point blank with '-3'",
     "one of one hand, two hands", [("point_blank", "one hand")]),
    ({**GUN, "power": 6, "point_blank": "one hand"}, "VOR-PB-04",
     "a heavy attack at point blank with 'one hand'", "one of -3, -2, -1, 0",
     [("point_blank", "-3")]),
    ({**GUN, "persistent": 6}, "VOR-PER-01", "persistent 6", "0 to 5 extra turns",
     [("persistent", GONE)]),
    ({**GUN, "persistent": 1, "blocks_sight": True}, "VOR-GAP-35",
     "only a persistent blast blocks line of sight", "leave it out", [("blocks_sight", GONE)]),
    ({**SPLASH, "indirect": "short indirect"}, "VOR-GAP-59", "indirect fire without a range",
     "leave it out", [("indirect", GONE)]),
    ({**MELEE, "indirect": "short indirect"}, "VOR-GAP-59", "indirect fire without a range",
     "leave it out", [("indirect", GONE)]),
    ({**GUN, "split": True}, "VOR-SPL-01", "split without a splash", "leave it out",
     [("split", GONE)]),
    ({**GUN, "ignores_cover": "soft"}, "VOR-SPL-01", "ignores cover without a splash",
     "leave it out", [("ignores_cover", GONE)]),
    ({**SPLASH, "flambe": 6}, "VOR-SPL-06", "flambe 6", "5 or 7", [("flambe", GONE)]),
    ({**SPLASH, "split": True}, "VOR-GAP-36", "the normal template cannot be split",
     "leave it whole", [("split", GONE)]),
    ({**SPLASH, "full_auto": 1}, "VOR-SPL-10", "full-auto on a splash", "leave it out",
     [("full_auto", GONE), ("hits", GONE), ("template", GONE)]),
    ({**GUN, "parry": -4}, "VOR-PAR-01", "parry -4", "+2 to -3", [("parry", GONE)]),
    ({**GUN, "parry_ranged": 3}, "VOR-PAR-04", "parry ranged 3", "+2 to -3",
     [("parry_ranged", GONE)]),
    ({**GUN, "breakable": True}, "VOR-PAR-02", "it breaks when a parry fails, and does not parry",
     "leave it out", [("breakable", GONE)]),
    ({"kind": "item"}, "VOR-GAP-31", "an item that does not even parry", "buy a parry",
     [("parry", 2)]),
    ({"kind": "item", "parry": 0, "reach": 1}, "VOR-GAP-31", "reach on an item that only parries",
     "leave it out", [("reach", GONE)]),
]  # fmt: skip

WORDS: list[Case] = [
    ({**GUN, "short": 4}, "VOR-GAP-24", "+4 at short range", "+3", [("short", 3)]),
    ({**GUN, "blast": 4, "double_deviation": True, "half_deviation": True}, "VOR-GAP-25",
     "double and half deviation: twice half the distance", "leave out the double deviation",
     [("double_deviation", GONE)]),
    ({**MELEE, "sweep": 5, "reach": 2}, "VOR-SWP-13", 'the sweep reaches 2.5" for nothing',
     "leave out the reach", [("reach", GONE)]),
    ({**GUN, "charges": 1, "uses": 2}, "VOR-GAP-29", "2 uses per turn, but 1 per game",
     "1 per turn", [("uses", 1)]),
    ({**GUN, "arc": 90}, "VOR-GAP-45", "half the price for an arc that a model turns as it likes",
     "180 degrees", [("arc", GONE)]),
    ({**GUN, "range": "3/5", "indirect": "long blind fire"}, "VOR-GAP-59",
     "long blind fire with 2 range bands", "medium blind fire",
     [("indirect", "medium blind fire")]),
    ({"power": 3, "splash": "large", "split": True}, "VOR-GAP-36",
     "a large template, split, works as the normal one", "normal splash",
     [("splash", "normal"), ("split", GONE)]),
]  # fmt: skip


def held(case: Case, advisory: bool, bearer: Bearer = ANYBODY) -> None:
    values, clause, what, words, edits = case
    (breach,) = check_attack(Attack(**values), bearer, Settings())
    assert (breach.clause, breach.what, breach.advisory) == (clause, what, advisory)
    assert breach.repair is not None
    assert breach.repair.words == words
    made = [(e.path[0], GONE if e.how == "remove" else e.value) for e in breach.repair.edits]
    if clause.startswith("VOR-AM-0") and edits == [("am", GONE)]:
        edits = [*edits, ("base_am", GONE)]
    assert made == edits
    assert breach.where[0] in values or breach.where[0] in ("blind", "parry", "power", "full_auto")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[1]} {case[2]}")
def test_what_is_wrong_and_what_mends_it(case: Case) -> None:
    held(case, False)


@pytest.mark.parametrize("case", WORDS, ids=lambda case: f"{case[1]} {case[2]}")
def test_what_is_worth_a_word(case: Case) -> None:
    held(case, True)


@clause("VOR-RC-03", "VOR-GAP-21")
@pytest.mark.parametrize(("power", "by"), [(9, "VOR-GAP-21"), (10, "VOR-RC-03")])
def test_weapons_on_vehicles_have_no_mpc(power: int, by: str) -> None:
    what = "weapons on vehicles do not use their MPC"
    case: Case = (
        {"power": power, "range": "10/20/30", "mpc": 1}, by, what, "leave the MPC as it is",
        [("mpc", GONE)],
    )  # fmt: skip
    held(case, False, TANK)
    free = Attack(power=power, range="10/20/30", mpc=1)
    found = check_attack(free, TANK, Settings(vehicle_mpc=True))
    assert [b.clause for b in found] == ([] if power == 9 else ["VOR-RC-03"])


def test_other_readings_make_it_legal() -> None:
    def broken(settings: Settings, **values: Any) -> list[str]:
        found = check_attack(Attack(**values), ANYBODY, settings)
        return [b.clause for b in found if not b.advisory]

    assert not broken(Settings(hits_alone=True), **GUN, hits=1)
    assert not broken(Settings(range_worsen_cap=4), **GUN, medium=-4)
    assert broken(Settings(range_worsen_cap=0), **GUN, medium=-1) == ["VOR-GAP-24"]
    assert broken(Settings(range_improve_cap=2), **GUN, medium=3) == ["VOR-GAP-24"]
    assert not broken(Settings(range_improve_cap=2), **GUN, medium=2)
    assert not broken(Settings(template_pairs="advisory"), **SPLASH, blast=4)
    assert not broken(Settings(no_test="any"), **GUN, am=NO_TEST, base_am=0)
    assert not broken(Settings(no_test="any"), **GUN, am=NO_TEST, base_am=-1)
    assert broken(Settings(no_test="any"), **GUN, am=NO_TEST, base_am=1) == ["VOR-GAP-23"]
    assert broken(Settings(no_test="any"), **GUN, am=NO_TEST, base_am=-3) == ["VOR-GAP-23"]
    assert not broken(Settings(rangeless_sweep="free"), power=3, sweep=4)
