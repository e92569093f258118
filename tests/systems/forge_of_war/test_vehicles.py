"""Chapter 10 at the table: weapons and whom they look over, facing, driving, damage in play.

Hulls are four inches long and two wide; the middle of one that faces north at (20, 20) lies two
inches behind its front, at (20, 22).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grognard.rules.effects import Goal, Leg, Legs, Roll
from grognard.systems.forge_of_war import questions_of
from grognard.systems.forge_of_war.forces import raise_units, roster
from grognard.systems.forge_of_war.movement import March
from grognard.systems.forge_of_war.profiles import faults, load_catalogue, size_notices
from grognard.systems.forge_of_war.sheets import card_of
from grognard.systems.forge_of_war.shooting import ANTI_TANK, OTHERS, can_fire, refuse_target
from grognard.systems.forge_of_war.state import Battle
from grognard.systems.forge_of_war.vehicles import hull_of, side_hit, weapon_names
from grognard.systems.forge_of_war.volley import STILL
from grognard.table.lattice import from_grid, to_grid
from tests.systems.forge_of_war.field import (
    Game,
    battle,
    block,
    named,
    row,
    unit,
    vehicle,
    weapon,
)
from tests.systems.forge_of_war.ways import activation

clause = pytest.mark.clause
CANNON = "40mm Cannon"
MACHINE_GUN = "Heavy Machine Gun"
LASER = "Laser Cannon"
MISSILE = "Missile Launcher (HEAP)"


def drive(*ends: tuple[float, float, float]) -> Legs:
    """Straight legs of a vehicle: where to, and which way it faces meanwhile."""
    return (tuple(Leg(to_grid(x), to_grid(y), 0, round(f * 100)) for x, y, f in ends),)


def clause_of(b: Battle, who: str, *ends: tuple[float, float, float], **how: Any) -> str:
    found = March(b, named(b, who), **how).check(drive(*ends))
    return found[0].clause if found else ""


# ---------------------------------------------------------------- 10.1


@clause("FOW-10.1-01")
def test_a_vehicle_activates_like_anybody_and_has_two_actions() -> None:
    b = battle(
        vehicle(0, "Carrier", 20, 6, weapons=[MACHINE_GUN]), unit(1, "B", *block(20, 40, 3, 1))
    )
    game = Game(b)
    game.choose("Carrier: activate")
    assert game.need() == 7
    game.roll(7).choose("move")
    game._submit(0, drive((20, 14, 90)))
    assert (game.unit("Carrier").x[0], game.unit("Carrier").y[0]) == (20, 14)
    assert "shoot at B" in game.labels()
    game.choose("shoot at B").roll(10, 10, 10)
    assert game.unit("Carrier").attempted
    again = battle(
        vehicle(0, "Carrier", 20, 6, weapons=[MACHINE_GUN]), unit(1, "B", *block(20, 40, 3, 1))
    )
    failing = Game(again).choose("Carrier: activate").roll(8).choose("stay")
    assert failing.told("failed")


@clause("FOW-10.1-03")
def test_markers_impair_a_vehicle() -> None:
    hull = vehicle(0, "Mecha", 20, 20, fv=8, weapons=[MACHINE_GUN], state={"markers": 2})
    b = battle(hull, unit(1, "B", (20, 30), av=0), marker_move_penalty=1)
    game = Game(b)
    assert game.choose("Mecha: activate").need() == 5
    game.roll(1)
    assert 'move 10"' in game.labels()  # FOW-GAP-13: only by the setting
    game.choose("shoot at B").choose("it will not move")
    assert game.need() == 5
    again = vehicle(0, "Mecha", 20, 20, fv=8, state={"markers": 2})
    charged = Game(battle(again, unit(1, "B", (20, 24), av=0)))
    charged.choose("Mecha: activate").roll(1).choose("charge B").go(20, 24)
    # FV 8 less two markers, and 8 is two more than 6; a marker moves nothing without the setting.
    assert charged.need() == 8 - 2 + 1


# ---------------------------------------------------------------- 10.2


def over(mount: str, between: Any, **fields: Any) -> bool:
    """Whether a weapon on this mount may be fired over what stands half way."""
    gun = vehicle(0, "Gun", 20, 10, weapons=[CANNON], mounts=[mount], **fields)
    b = battle(gun, between, unit(1, "Target", (20, 30)))
    return refuse_target(b, named(b, "Gun"), named(b, "Target"), STILL) is None


SQUAD = row(18.5, 20, 4, 1.0)


@clause("FOW-10.2-02", "FOW-10.2-03")
@pytest.mark.parametrize(("mount", "may"), [("turret", True), ("hull", False), ("sponson", False)])
def test_only_turrets_fire_over_friendly_infantry(mount: str, may: bool) -> None:
    assert over(mount, unit(0, "Friends", *SQUAD)) is may
    assert over(mount, unit(0, "Friends", (2, 2)))
    # Friends who are no infantry, and enemies, stand in the way of all of them.
    assert not over(mount, unit(0, "Riders", *SQUAD, type="cavalry"))
    assert not over(mount, unit(1, "Others", *SQUAD))
    assert not over(mount, vehicle(0, "Carrier", 20, 20, 0.0))


@clause("FOW-10.2-04")
def test_skimmers_fire_over_everybody_but_not_over_terrain() -> None:
    for mount in ("hull", "turret"):
        assert over(mount, unit(0, "Friends", *SQUAD), hover=True)
        assert over(mount, unit(1, "Others", *SQUAD), hover=True)
        assert over(mount, vehicle(1, "Carrier", 20, 20, 0.0), hover=True)
    for kind in ("Woods", "Building", "Hill"):
        gun = vehicle(0, "Gun", 20, 10, weapons=[CANNON], hover=True)
        b = battle(gun, unit(1, "T", (20, 30)), ground=[(kind, 16, 18, 24, 22)])
        assert refuse_target(b, named(b, "Gun"), named(b, "T"), STILL) is not None


@clause("FOW-10.2-01")
def test_a_lost_weapon_fires_no_more_and_the_others_do() -> None:
    gun = vehicle(0, "Gun", 20, 10, weapons=[LASER, MACHINE_GUN], state={"lost": 1})
    b = battle(gun, unit(1, "T", *row(20, 20, 3)))
    assert not can_fire(b, named(b, "Gun"), named(b, "T"), STILL, ANTI_TANK)
    assert can_fire(b, named(b, "Gun"), named(b, "T"), STILL, OTHERS)
    game = activation(b, "Gun").choose("shoot at T").choose("it will not move")
    game.roll(10, 10, 10)  # three dice: the machine gun alone
    none = vehicle(0, "Gun", 20, 10, weapons=[LASER, MACHINE_GUN], state={"lost": 3})
    b = battle(none, unit(1, "T", (20, 20)))
    assert refuse_target(b, named(b, "Gun"), named(b, "T"), STILL) is not None


def test_like_weapons_have_names_of_their_own() -> None:  # FOW-GAP-89
    assert weapon_names(vehicle(0, "V", 9, 9, weapons=[MACHINE_GUN, LASER, MACHINE_GUN])) == (
        "Heavy Machine Gun 1", "Laser Cannon", "Heavy Machine Gun 2",
    )  # fmt: skip


@clause("FOW-8.2-04")
def test_a_vehicle_splits_its_fire() -> None:
    """Each weapon but the anti-tank one at the first target, that one at another."""
    b = battle(
        vehicle(0, "Tank", 20, 10, weapons=[LASER, MACHINE_GUN]),
        unit(1, "Men", *row(12, 24, 3), av=0),
        vehicle(1, "Carrier", 30, 24, 270.0),
    )
    game = activation(b, "Tank").choose("shoot at Men").choose("it will not move")
    game.choose("at Carrier").roll(10)
    assert game.need() == 7  # the machine gun at the men
    game.roll(10, 10, 10)
    assert [t.args[1] for t in game.told("shot")] == ["Carrier", "Men"]
    # Only if the weapons are crewed: a lost one takes no second target.
    b.unit(0).lost = 1
    game = activation(b, "Tank").choose("shoot at Men").choose("it will not move")
    game.roll(10, 10, 10)
    assert [t.args[1] for t in game.told("shot")] == ["Men"]


# ---------------------------------------------------------------- 10.3


@clause("FOW-10.3-01", "FOW-10.3-02", "FOW-10.3-03")
@pytest.mark.parametrize(
    ("x", "y", "side", "need"),
    [(20, 32, "front", 5), (32, 20, "side", 6), (8, 20, "side", 6), (20, 8, "rear", 7),
     (26, 32, "side", 6), (25, 32, "front", 5), (26, 8, "side", 6), (15, 8, "rear", 7)],
)  # fmt: skip
def test_armour_where_the_attacker_stands(x: float, y: float, side: str, need: int) -> None:
    """SV 7, WV 6 against AV 7(1): 7 - (8 - 6), 7 - (7 - 6), 7. The corners lie one inch to the
    side of two ahead: six to the side of twelve is just on the line, which counts as side
    (FOW-GAP-51)."""
    b = battle(
        vehicle(1, "Carrier", 20, 20),
        unit(0, "Team", (x, y), weapon=MISSILE, av=4),
    )
    assert side_hit(named(b, "Carrier"), x, y, b.settings) == side
    game = activation(b, "Team").choose("shoot at Carrier").choose("it will not move")
    assert game.need() == need


def test_other_arcs() -> None:  # FOW-GAP-51
    hull = vehicle(1, "Carrier", 20, 20)
    halves = battle(hull, facing_arcs="halves").settings
    assert [side_hit(hull, 32, y, halves) for y in (20.1, 20, 19.9)] == ["front", "side", "rear"]
    sixty = battle(hull, facing_arcs="sixty").settings
    # 30 degrees: 6.9 to the side of 12.
    assert [side_hit(hull, 20 + x, 32, sixty) for x in (6.8, 7.0)] == ["front", "side"]


def test_from_an_upper_floor_it_is_the_top_that_is_hit() -> None:  # FOW-GAP-51
    team = unit(0, "Team", (20, 32), weapon=MISSILE, av=4, state={"level": [1]})
    b = battle(vehicle(1, "Carrier", 20, 20), team, ground=[("Building", 18, 30, 22, 34)])
    game = activation(b, "Team").choose("shoot at Carrier").choose("it will not move")
    assert game.need() == 6  # not the 5 of its front


def test_each_shooter_sees_a_side_of_its_own() -> None:
    b = battle(
        vehicle(1, "Carrier", 20, 20),
        unit(0, "Teams", (20, 30), (21.25, 29), (22.5, 28), (23.75, 27), (25, 26), weapon=MISSILE,
             av=4),
    )  # fmt: skip
    game = activation(b, "Teams").choose("shoot at Carrier").choose("it will not move")
    # Half as far to the side as ahead is on the line: 3.75 of 7 and 5 of 6 are beyond it.
    assert game.need() == 6
    assert game.roll(10, 10).need() == 5
    game.roll(10, 10, 10)


# ---------------------------------------------------------------- 10.4, 6.2: driving


@clause("FOW-10.4-01")
def test_how_far_vehicles_drive() -> None:
    b = battle(vehicle(0, "Carrier", 20, 10), vehicle(0, "Tank", 30, 10, type="armour"))
    assert clause_of(b, "Carrier", (20, 22, 90)) == ""
    assert clause_of(b, "Carrier", (20, 22.1, 90)) == "FOW-6.1-02"
    assert clause_of(b, "Tank", (30, 18, 90)) == ""
    assert clause_of(b, "Tank", (30, 18.1, 90)) == "FOW-6.1-02"
    twelve = battle(vehicle(0, "Tank", 30, 10, type="armour"), armour_move="twelve")
    assert clause_of(twelve, "Tank", (30, 22, 90)) == ""  # FOW-GAP-23
    own = battle(vehicle(0, "Tank", 30, 10, type="armour", move=10.0))
    assert clause_of(own, "Tank", (30, 20.1, 90)) == "FOW-6.1-02"


def test_it_turns_on_the_spot_and_drives_either_way() -> None:
    b = battle(vehicle(0, "Carrier", 20, 10), unit(1, "B", (20, 40)))
    game = activation(b, "Carrier").choose("move")
    game._submit(0, drive((32, 10, 180), (32, 10, 270)))  # in reverse, then a quarter turn
    hull = game.unit("Carrier")
    assert (hull.x[0], hull.y[0], hull.facing, hull.most_moved) == (32, 10, 270, 12)
    game.choose("move")
    game._submit(0, drive((32, 10, 0)))
    assert (hull.facing, hull.most_moved) == (0, 12)


def test_what_the_hull_passes_over_counts() -> None:
    """The wall lies half an inch off the way of the middle, and under the hull's side."""
    deep = battle(vehicle(0, "V", 20, 10), ground=[("Deep Water", 20.5, 14, 24, 16)])
    assert clause_of(deep, "V", (20, 20, 90)) == "FOW-6.2-09"
    assert clause_of(deep, "V", (19.4, 10, 180), (19.4, 20, 90)) == ""
    assert clause_of(battle(vehicle(0, "V", 20, 10)), "V", (20, 1.9, 90)) == "FOW-6.1-02"
    assert clause_of(battle(vehicle(0, "V", 20, 10)), "V", (20, 2, 90)) == ""
    assert clause_of(battle(vehicle(0, "V", 20, 10)), "V", (20, 1, 0)) == ""  # turned sideways
    for x, y, over in ((2, 20, 0), (46, 20, 0), (20, 46, 90), (20, 2, 90)):  # flush with each edge
        b = battle(vehicle(0, "V", *((v - 8 if v > 40 else v + 8) for v in (x, y)), facing=over))
        assert clause_of(b, "V", (x, y, over)) == ""
        beyond = [v + (0.125 if v > 40 else -0.125 if v < 4 else 0) for v in (x, y)]
        assert clause_of(b, "V", (*beyond, over)) == "FOW-6.1-02"
    slow = battle(vehicle(0, "V", 20, 10), ground=[("Woods", 20.5, 14, 24, 16)])
    assert clause_of(slow, "V", (20, 16.1, 90)) == "FOW-6.2-01"


def test_it_keeps_two_inches_from_the_enemy_unless_it_charges() -> None:
    """Contact is at 25.5: two inches of hull and half an inch of base."""
    b = battle(vehicle(0, "V", 20, 18), unit(1, "B", (20, 28)))
    assert clause_of(b, "V", (20, 23.5, 90)) == ""
    assert clause_of(b, "V", (20, 23.6, 90)) == "FOW-6.1-03"
    assert clause_of(b, "V", (20, 25.5, 90), target=named(b, "B")) == ""
    assert clause_of(b, "V", (20, 24.5, 90), target=named(b, "B")) == "FOW-9.1-01"
    assert clause_of(b, "V", (20, 27, 90), target=named(b, "B")) == "FOW-9.4-04"
    # Sideways it is only one inch wide.
    assert clause_of(b, "V", (20, 24.5, 0)) == ""


def test_it_ends_on_nobody() -> None:
    b = battle(vehicle(0, "V", 20, 10), unit(0, "Friends", (20, 14)), vehicle(0, "W", 26, 10))
    assert clause_of(b, "V", (20, 16.4, 90)) == "FOW-6.1-04"
    assert clause_of(b, "V", (20, 16.5, 90)) == ""  # through, and close behind
    assert clause_of(b, "V", (24.1, 10, 90)) == "FOW-6.1-04"
    assert clause_of(b, "V", (24, 10, 90)) == ""  # side by side
    assert clause_of(b, "V", (24, 10, 0)) == "FOW-6.1-04"


def test_a_proposal_goes_round_and_faces_as_asked() -> None:
    b = battle(vehicle(0, "V", 20, 8), ground=[("Deep Water", 18, 13, 22, 15)])
    march = March(b, named(b, "V"))
    legs = march.propose(Goal(20, 19))
    assert not isinstance(legs, list)
    assert march.check(legs) == []
    legs = march.propose(Goal(24, 8, facing=270.0))
    assert not isinstance(legs, list)
    assert legs[0][-1].facing == 27000
    legs = march.propose(Goal(20, 19, facing=0.0))  # round it, and then it turns
    assert not isinstance(legs, list)
    assert march.check(legs) == []
    *way, turn = legs[0]
    assert len(way) > 1
    assert (turn.x, turn.y, turn.facing) == (way[-1].x, way[-1].y, 0)


def test_a_proposal_never_leads_beyond_the_goal() -> None:
    """A small one that is sent where a friend stands: before him, though there is room behind."""
    small = vehicle(0, "V", 20, 8, base=19.05, width=19.05)
    b = battle(small, unit(0, "Friend", (20, 19)))
    legs = March(b, small).propose(Goal(20, 19))
    assert not isinstance(legs, list)
    assert from_grid(legs[0][-1].y) < 19


@clause("FOW-6.2-14")
def test_driving_through_buildings_costs_a_marker_each_move() -> None:
    house = [("Building", 16, 14, 24, 18)]
    for kind in ("armour", "cavalry"):  # FOW-GAP-85
        b = battle(vehicle(0, "V", 20, 10, type=kind, move=8.0), ground=house)
        assert clause_of(b, "V", (20, 18, 90)) == ""  # not halved
        game = activation(b, "V").choose("move")
        game._submit(0, drive((20, 18, 90)))
        assert game.unit("V").markers == 1
        game.choose("move")
        game._submit(0, drive((20, 26, 90)))
        assert game.unit("V").markers == 2
    full = vehicle(0, "V", 20, 10, type="armour", state={"markers": 3}, weapons=[LASER])
    game = activation(battle(full, ground=house), "V").choose("move")
    game._submit(0, drive((20, 18, 90)))
    game.choose("Laser Cannon")  # FOW-GAP-90: at its maximum it is moderate damage
    assert (game.unit("V").markers, game.unit("V").lost) == (3, 1)
    ignored = vehicle(0, "V", 20, 10, type="armour", state={"markers": 3})
    game = activation(battle(ignored, ground=house, vehicle_overflow="ignored"), "V")
    game.choose("move")._submit(0, drive((20, 18, 90)))
    assert game.unit("V").markers == 3


def test_pushing_through_rough_ground_is_light_damage() -> None:  # FOW-GAP-90
    b = battle(vehicle(0, "V", 20, 10), ground=[("Woods", 16, 14, 24, 18)])
    game = activation(b, "V").choose("push on through difficult ground")
    game._submit(0, drive((20, 22, 90)))
    assert game.unit("V").markers == 1


@clause("FOW-10.5-02")
def test_hover_vehicles_jump() -> None:
    ground = [("Woods", 16, 13, 24, 17)]
    b = battle(vehicle(0, "Skimmer", 20, 10, hover=True, type="armour"), ground=ground)
    game = activation(b, "Skimmer").choose('jump 12"')
    game._submit(0, drive((20, 22, 90)))
    assert game.unit("Skimmer").markers == 0
    assert game.refusal("jump") is not None  # one an activation
    assert game.refusal("move") is None
    landing = activation(b.clone(), "Skimmer").choose("jump")
    landing._submit(0, drive((20, 18, 90)))
    assert landing.unit("Skimmer").markers == 1  # the hit of a landing is light damage
    wheels = activation(battle(vehicle(0, "V", 20, 10)), "V")
    assert not wheels.has("jump")
    other = battle(vehicle(0, "Skimmer", 20, 10, hover=True), ground=ground, hover="ignores_ground")
    assert not activation(other, "Skimmer").has("jump")
    assert clause_of(other, "Skimmer", (20, 22, 90)) == ""  # FOW-GAP-53


@clause("FOW-10.7-12")
def test_an_immobilised_vehicle_shoots_but_does_not_move() -> None:
    hull = vehicle(
        0, "V", 20, 10, weapons=[MACHINE_GUN], hover=True, fv=5, state={"immobile": True}
    )
    game = activation(battle(hull, unit(1, "B", (20, 20))), "V")
    for what in ("move", "jump"):
        refusal = game.refusal(what)
        assert refusal is not None
        assert refusal.clause == "FOW-10.7-12"
    game.choose("shoot at B").choose("it will not move").roll(10, 10, 10)
    assert clause_of(battle(hull.clone()), "V", (20, 10, 0)) == "FOW-10.7-12"


def test_an_immobilised_vehicle_goes_nowhere_when_it_should() -> None:  # FOW-GAP-84
    hull = vehicle(0, "V", 20, 10, state={"immobile": True})
    game = Game(battle(hull, unit(1, "B", (20, 20))))
    game.choose("V: activate").roll(10)
    if game.pending is not None:
        game.choose("straight back")
    assert (game.unit("V").x[0], game.unit("V").y[0]) == (20, 10)


def test_it_goes_back_in_reverse() -> None:
    game = Game(battle(vehicle(0, "V", 20, 20, 0.0), unit(1, "B", (20, 34))))
    game.choose("V: activate").roll(10).choose("straight back")
    hull = game.unit("V")
    assert (hull.x[0], hull.y[0], hull.facing) == (20, 8, 90)  # its front to the enemy


# ---------------------------------------------------------------- 10.7 in play


def shelled(**state: Any) -> Game:
    """A missile from the side: hit value 6."""
    b = battle(
        vehicle(1, "Carrier", 20, 20, weapons=[LASER, MACHINE_GUN], state=state),
        unit(0, "Team", (32, 20), weapon=MISSILE, av=4),
    )
    return activation(b, "Team").choose("shoot at Carrier").choose("it will not move")


@clause("FOW-10.7-04", "FOW-10.7-05", "FOW-10.7-09")
def test_light_damage_in_play() -> None:
    assert shelled().roll(7).unit("Carrier").markers == 0
    assert shelled().roll(6).unit("Carrier").markers == 1
    assert shelled().roll(5).unit("Carrier").markers == 2
    game = shelled(markers=2).roll(5).choose("the propulsion")
    assert (game.unit("Carrier").markers, game.unit("Carrier").immobile) == (3, True)


@clause("FOW-10.7-06", "FOW-10.7-07", "FOW-10.7-11")
def test_moderate_damage_in_play() -> None:
    game = shelled().roll(4)
    assert game.asks("system").player == 1
    game.choose("Laser Cannon")
    assert (game.unit("Carrier").lost, game.unit("Carrier").markers) == (1, 0)
    game = shelled().roll(3).choose("Laser Cannon")
    assert game.refusal("Laser Cannon") is not None
    game.choose("the propulsion")
    assert game.unit("Carrier").immobile


@clause("FOW-10.7-08")
def test_a_destroyed_vehicle_is_off_the_table() -> None:
    game = shelled().roll(2)
    hull = game.unit("Carrier")
    assert (hull.off, hull.on_table, hull.figures) == ("destroyed", False, 0)
    assert game.unit("Team").slaughtered


@clause("FOW-10.7-13")
def test_wounds_in_play() -> None:
    b = battle(
        vehicle(1, "Carrier", 20, 20, wounds=1),
        unit(0, "Team", (32, 20), weapon=MISSILE, av=4),
    )
    game = activation(b, "Team").choose("shoot at Carrier").choose("it will not move")
    game.roll(1).choose("spend 1 wound")
    hull = game.unit("Carrier")
    assert (hull.on_table, hull.wounds_left, hull.markers) == (True, 0, 0)
    b.settings = battle(vehicle_wounds="one_less").settings
    game = activation(b, "Team").choose("shoot at Carrier").choose("it will not move")
    assert not game.roll(1).unit("Carrier").on_table  # W 1 is a normal vehicle (FOW-GAP-49)


@clause("FOW-10.7-01")
def test_weapons_of_no_value_are_wasted_and_the_option_says_so() -> None:
    b = battle(
        vehicle(1, "Carrier", 20, 20),
        unit(0, "Team", (32, 20), weapon="RPG (HE)", sv=10),
    )
    game = activation(b, "Team")
    assert "shoot at Carrier (it cannot be hurt)" in game.labels()  # FOW-GAP-39
    game.choose("shoot at Carrier").choose("it will not move").roll(1)
    assert (game.unit("Carrier").markers, game.unit("Carrier").on_table) == (0, True)


@clause("FOW-10.7-10")
def test_the_crew_repairs_by_rallying() -> None:
    b = battle(vehicle(0, "V", 20, 10, state={"markers": 3}), unit(1, "B", (20, 40)))
    game = Game(b)
    game.choose("V: rally")
    assert game.need() == 4  # 7 less three; an enemy is in sight
    game.roll(2)
    assert game.unit("V").markers == 1  # two points under it
    assert game.unit("V").attempted


def test_half_and_third_strength_are_not_for_vehicles() -> None:  # FOW-GAP-50
    hull = vehicle(0, "V", 20, 10)
    assert not hull.half
    assert not hull.third
    assert not hull.crippled
    armed = vehicle(0, "V", 20, 10, weapons=[LASER, MACHINE_GUN], state={"lost": 3})
    assert armed.crippled  # worth half (FOW-GAP-62)
    assert vehicle(0, "V", 20, 10, state={"immobile": True}).crippled


# ---------------------------------------------------------------- flames


FLAMER = "Flame Thrower"


def burning(*faces: int, **settings: Any) -> Game:
    """SV 7, WV 1 against the side, AV 7: hit value 1. A tank beside it is in the flames too."""
    b = battle(
        vehicle(1, "Carrier", 20, 20),
        vehicle(1, "Other", 23, 20),
        unit(0, "Team", (14, 20), weapon=FLAMER, sv=9),
        **settings,
    )
    game = activation(b, "Team").choose("shoot at Carrier").choose("it will not move")
    game.choose("at figure 1: 2 in the flames")
    return game


@clause("FOW-10.7-01")
def test_flames_of_no_value_are_wasted_on_all_of_them() -> None:
    spray = replace(load_catalogue().weapon(FLAMER), name="Spray", wv=0)
    b = battle(
        vehicle(1, "Carrier", 20, 20),
        vehicle(1, "Other", 23, 20),
        unit(0, "Team", (14, 20), weapon=spray, sv=9),
    )
    game = activation(b, "Team").choose("shoot at Carrier").choose("it will not move")
    game.choose("at figure 1: 2 in the flames").roll(1)
    for name in ("Carrier", "Other"):
        hull = game.unit(name)
        assert (hull.on_table, hull.markers, hull.lost, hull.immobile) == (True, 0, 0, False)


@clause("FOW-10.7-12")
@pytest.mark.parametrize(("move", "fixed"), [(0.0, True), (0.5, False), (8.0, False)])
def test_what_never_moves_has_no_propulsion_to_lose(move: float, fixed: bool) -> None:
    b = battle(vehicle(0, "V", 20, 20, move=move))
    assert hull_of(b.units[0], b.settings).immobile is fixed
    b.units[0].immobile = True
    assert hull_of(b.units[0], b.settings).immobile


def test_flames_and_vehicles() -> None:  # FOW-GAP-37
    """9 - 7 + 1 = 3: a 3 is light damage; the vehicle beside it has light damage for any hit."""
    game = burning().roll(3)
    assert (game.unit("Carrier").markers, game.unit("Other").markers) == (1, 1)
    game = burning().roll(1).choose("the propulsion")
    assert (game.unit("Carrier").markers, game.unit("Other").markers) == (0, 1)
    game = burning().roll(4)
    assert (game.unit("Carrier").markers, game.unit("Other").markers) == (0, 0)
    game = burning(flame="automatic")
    assert (game.unit("Carrier").markers, game.unit("Other").markers) == (1, 1)
    game = burning(flame="roll_each").roll(3).roll(10)
    assert (game.unit("Carrier").markers, game.unit("Other").markers) == (1, 0)


def test_a_vehicle_has_flame_throwers_too() -> None:
    b = battle(
        vehicle(0, "V", 20, 10, weapons=[MACHINE_GUN, FLAMER]), unit(1, "B", *row(18, 17, 3))
    )
    game = activation(b, "V").choose("shoot at B").choose("it will not move")
    game.roll(10, 10, 10).choose("at figure 2: 3").roll(1)
    assert game.asks("hits").player == 1


# ---------------------------------------------------------------- close combat


@clause("FOW-10.2-05")
def test_a_mecha_fights_and_others_do_not() -> None:
    for fv, dice in ((7, 2), (0, 0)):
        hull = vehicle(0, "V", 20, 10, fv=fv, attacks=2)
        game = activation(battle(hull, unit(1, "B", (20, 14), fv=5)), "V")
        game.choose("charge B").go(20, 14)
        if dice:
            assert game.need() == 7 - 1 + 1
            game.roll(10, 10)
        assert game.unit("V").engaged
        # The blows of those who have nothing that tells are rolled, and wasted.
        game.roll(1).roll(1)
        assert game.unit("V").markers == 0


def test_a_weapon_that_tells_hurts_by_the_margin_table() -> None:  # FOW-GAP-46
    """FV 8 + 2 - 6 from behind, and two better than 0: hit value 5."""
    hull = vehicle(1, "V", 20, 20)
    men = unit(0, "A", (20, 16), fv=8, cc_weapon=weapon("Power Weapon"))
    game = activation(battle(hull, men), "A").choose("charge V").go(20, 16)
    assert game.need() == 8 - 6 + 2 + 1
    game.roll(3).choose("the propulsion")
    assert game.unit("V").immobile


def test_five_figures_by_another_reading() -> None:  # FOW-GAP-46
    """Five round a hull, one of each lot just hits."""
    hull = vehicle(1, "V", 20, 20)
    places = [(17, 18.5 + 1.0 * k) for k in range(5)]
    for reading, light in (("armed", 0), ("five_figures", 1)):
        b = battle(hull.clone(), unit(0, "A", *places, fv=9), vehicle_melee=reading)
        game = activation(b, "A").choose("charge V").go(19, 20)
        dice = 0
        while isinstance(game.pending, Roll):
            dice += game.pending.pool
            game.roll(*([game.need()] + [10] * (game.pending.pool - 1)))
        assert dice == 5
        assert (game.unit("V").markers > 0) is (light > 0)


def test_leaving_contact() -> None:  # FOW-GAP-46, FOW-9.5
    hull = vehicle(0, "V", 20, 10)
    men = unit(1, "B", (20, 12.5))
    game = Game(battle(hull, men)).choose("V: disengage")
    assert game.need() == 7
    game.roll(8)
    assert game.unit("V").markers == 1  # a marker, which is light damage
    b = battle(
        vehicle(0, "V", 20, 10), unit(1, "B", (20, 12.5)), unit(1, "C", (2, 2)), vehicle_leaves=True
    )
    game = Game(b).choose("V: disengage")
    assert not game.unit("V").engaged
    assert game.unit("V").y[0] < 10


# ---------------------------------------------------------------- sight, cover, questions


def test_a_vehicle_blocks_the_line_with_all_of_its_hull() -> None:  # FOW-8.1-04
    shooter = unit(0, "A", (10, 20), weapon=CANNON, av=4)
    target = unit(1, "B", (30, 20))
    for x, facing, seen in ((20, 90.0, False), (20, 0.0, False)):
        hull = vehicle(1, "V", x, 20, facing)
        b = battle(shooter.clone(), target.clone(), hull)
        assert (refuse_target(b, b.unit(0), b.unit(1), STILL) is None) is seen
    # Lengthwise across the line the hull hides what stands 1.7" off it, endwise it does not.
    for facing, seen in ((90.0, False), (0.0, True)):
        b = battle(
            unit(0, "A", (10, 21.75), weapon=CANNON, av=4),
            unit(1, "B", (30, 21.75)),
            vehicle(1, "V", 20, 20, facing),
        )
        assert (refuse_target(b, b.unit(0), b.unit(1), STILL) is None) is seen


def test_cover_and_range_of_a_hull() -> None:
    """12" from edge to edge is not over half of 24"."""
    b = battle(
        vehicle(1, "V", 20, 30, 90.0),
        unit(0, "A", (20, 15.5), weapon="RPG (HEAP)"),
        ground=[("Low Wall", 16, 27, 24, 27.5)],
    )
    b.unit(0).blown = 1
    game = activation(b, "A").choose("shoot at V").choose("it will not move")
    # From behind: 7 - 6 + 4, and the wall -2.
    assert game.need() == 7 - 6 + 4 - 2
    b.unit(1).y[0] = 15.4
    b.unit(1).touch()
    game = activation(b, "A").choose("shoot at V").choose("it will not move")
    assert game.need() == 7 - 6 + 4 - 2 - 1


def test_the_odds_shown_are_those_of_what_is_played() -> None:
    b = battle(
        vehicle(1, "Carrier", 20, 20, weapons=[LASER]),
        unit(0, "Teams", (20, 30), (25, 26), weapon=MISSILE, av=4),
    )
    ask = questions_of.aimed(b, named(b, "Teams"), named(b, "Carrier"), STILL)
    assert ask.question == "vehicle-attack"
    assert sorted((s.av, s.dice) for s in ask.situation.shots) == [(7, 1), (8, 1)]
    assert ask.situation.hull.weapons == ("Laser Cannon",)


# ---------------------------------------------------------------- the rows


def test_house_vehicles_are_marked_and_drive() -> None:
    rows = load_catalogue()
    apc = rows.vehicle("APC")
    for row_ in rows.vehicles.values():
        made = row_.base
        assert (made.house == ("*",)) is (row_ is not apc)
        assert len(made.mounts) == len(made.weapons)
        assert made.move == (8 if made.type == "armour" else 12)
        assert 6 <= made.av <= 9  # FOW-3.4-01
    assert any(t.base.hover for t in rows.vehicles.values())
    assert any(t.base.fv > 0 and t.base.cc_weapon for t in rows.vehicles.values())


def test_several_vehicles_are_several_units() -> None:  # FOW-GAP-85
    apc = load_catalogue().profile("APC")
    assert size_notices(apc, 1) == []
    (notice,) = size_notices(apc, 2)
    assert (notice.hard, notice.clause) == (True, "FOW-GAP-85")
    column = raise_units([roster(load_catalogue().force("armoured-column"))])
    assert [(u.figures, u.start) for u in column if u.vehicle] == [(1, 1)] * 3


def test_no_hull_is_wider_than_six_inches() -> None:
    wide = replace(load_catalogue().profile("APC"), base=140.0, width=80.0)
    assert [f.field for f in faults(wide)] == ["base"]
    assert faults(replace(wide, base=120.0)) == []


@clause("FOW-10.2-01", "FOW-10.2-02", "FOW-10.2-03")
def test_the_card_says_what_each_mount_fires_over() -> None:
    unit_ = next(
        u for u in load_catalogue().force("armoured-column").units if u.name == "Light Tank"
    )
    notes = {note.text: note.clause for note in card_of(unit_).notes}
    assert notes["turret, fires over friendly infantry: 40mm Cannon"] == "FOW-10.2-02"
    assert notes["hull, fires over nobody: Heavy Machine Gun"] == "FOW-10.2-03"
