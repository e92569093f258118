"""Chapters 10.5 and 10.7: troops get in, get out, and get out in a hurry.

The hull of the carrier is four inches long and two wide; figures stand on one inch bases.
"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.forge_of_war.scenario import THROUGH, leave
from grognard.systems.forge_of_war.state import ROLL_OFF, Battle
from grognard.systems.forge_of_war.transport import Alight, room
from grognard.systems.forge_of_war.view import view
from tests.systems.forge_of_war.field import Game, battle, block, named, row, unit, vehicle
from tests.systems.forge_of_war.ways import activation

clause = pytest.mark.clause
MISSILE = "Missile Launcher (HEAP)"


def loaded(n: int = 4, cv: int = 7, shooter: bool = True, **settings: Any) -> Battle:
    """So many men in a carrier, and a missile that sees its side: hit value 6."""
    units = [
        vehicle(0, "Carrier", 20, 20, transport=10),
        unit(0, "Men", *row(1, 1, n), weapon="Light Support Weapon", cv=cv),
    ]
    if shooter:
        units.append(unit(1, "Team", (36, 20), weapon=MISSILE, av=4))
    return battle(*units, riding={"Men": "Carrier"}, **settings)


def struck(face: int, **how: Any) -> Game:
    return (
        activation(loaded(**how), "Team")
        .choose("shoot at Carrier")
        .choose("it will not move")
        .roll(face)
    )


# ---------------------------------------------------------------- in


@clause("FOW-10.5-01")
@pytest.mark.parametrize(("men", "may"), [(10, True), (11, False)])
def test_as_many_as_it_carries_and_no_more(men: int, may: bool) -> None:
    b = battle(
        vehicle(0, "Carrier", 20, 20, transport=10),
        unit(0, "Men", *block(22, 10, 6, 2, 1.25)[:men]),
    )
    b.unit(1).y = [y + 6 for y in b.unit(1).y]
    b.unit(1).touch()
    game = activation(b, "Men")
    refusal = game.refusal("get into Carrier")
    if not may:
        assert refusal is not None
        assert refusal.clause == "FOW-10.5-01"
        return
    assert refusal is None
    game.choose("get into Carrier")
    men_now = game.unit("Men")
    assert (men_now.on_table, men_now.in_play, men_now.aboard) == (False, True, 0)
    assert game.done
    assert room(game.b, game.unit("Carrier")) == 0


def test_two_units_share_the_room() -> None:
    b = battle(
        vehicle(0, "Carrier", 20, 20, transport=6),
        unit(0, "Four", *row(1, 1, 4)),
        unit(0, "Three", *row(17, 16, 3)),
        riding={"Four": "Carrier"},
    )
    assert activation(b, "Three").refusal("get into Carrier") is not None


def test_two_inches_from_the_hull() -> None:  # FOW-GAP-52
    """The rear at 18; a figure whose base ends at 16 is near enough."""
    for y, may in ((15.5, True), (15.4, False)):
        b = battle(vehicle(0, "Carrier", 20, 20, transport=10), unit(0, "Men", (20, y)))
        assert activation(b, "Men").has("get into Carrier") is may


def test_who_does_not_get_in() -> None:
    def offered(**how: Any) -> bool:
        b = battle(vehicle(0, "Carrier", 20, 20, transport=10), unit(0, "Men", (20, 16), **how))
        return activation(b, "Men").has("get into Carrier")

    assert offered()
    assert not offered(type="cavalry")
    b = battle(vehicle(1, "Carrier", 20, 20, transport=10), unit(0, "Men", (20, 15.5)))
    assert not activation(b, "Men").has("get into Carrier")
    b = battle(
        vehicle(0, "Carrier", 20, 20, transport=10, state={"immobile": True}),
        unit(0, "Men", (20, 16)),
    )
    refusal = activation(b, "Men").refusal("get into Carrier")
    assert refusal is not None


def test_passengers_are_neither_seen_nor_shot_nor_anywhere() -> None:  # FOW-GAP-52
    b = loaded()
    game = activation(b, "Team")
    assert not game.has("shoot at Men")
    shown = {u["name"]: u for u in view(b, None)["units"]}
    assert shown["Men"]["figures"] == []
    assert shown["Men"]["status"] == "aboard"
    assert shown["Carrier"]["carries"] == ["unit:1"]
    assert "carries Men" in shown["Carrier"]["badges"]
    assert shown["Carrier"]["figures"] == [[20, 20, 90, 2, 4]]


# ---------------------------------------------------------------- out


def test_they_get_out_with_one_action_and_have_another() -> None:  # FOW-GAP-52
    b = loaded()
    named(b, "Carrier").moved = [8.0]
    game = Game(b)
    game.choose("Men: get out of Carrier")
    assert game.need() == 7
    game.roll(7)
    assert game.labels() == ["get out of Carrier", "stay inside"]
    game.choose("get out of Carrier").go(20, 16)
    men = game.unit("Men")
    assert men.on_table
    assert men.aboard == -1
    hull = game.unit("Carrier")
    legs = Alight(game.b, men, hull)
    assert all(legs.gap(men.x[i], men.y[i], 0.5) <= 2.0 for i in range(4))
    # They were carried eight inches: over six.
    game.choose("shoot at Team")
    assert game.parts()["FOW-8.3-10"] == -2


def test_free_by_another_reading() -> None:
    game = Game(loaded(embarking="free")).choose("Men: get out of Carrier").roll(1)
    game.choose("get out").go(20, 16)
    game.choose("move").stay()
    assert game.asks("action").title.endswith("(1 left)")


def test_staying_takes_no_order() -> None:
    game = Game(loaded()).choose("Men: stay inside")
    assert game.unit("Men").attempted
    assert game.b.active == 0


def test_a_failed_order_leaves_them_inside() -> None:
    game = Game(loaded()).choose("Men: get out of Carrier").roll(8)
    assert game.unit("Men").aboard == 0
    assert game.b.active == 1


def test_places_to_get_out() -> None:
    b = loaded()
    movement = Alight(b, named(b, "Men"), named(b, "Carrier"))
    far = movement.refuse(0, 20, 15.4)
    assert far is not None
    assert far.clause == "FOW-GAP-52"
    assert movement.refuse(0, 20, 15.5) is None
    on_top = movement.refuse(0, 20, 18)
    assert on_top is not None
    named(b, "Team").x[0] = 24.0
    named(b, "Team").touch()
    close = movement.refuse(0, 22, 20)
    assert close is not None
    assert close.clause == "FOW-6.1-03"


def test_the_commander_commands_from_his_vehicle() -> None:  # FOW-GAP-69
    b = battle(
        vehicle(0, "Carrier", 20, 20, transport=10),
        unit(0, "Staff", *row(1, 1, 2), commander=True),
        unit(0, "Men", (20, 30)),
        unit(1, "B", (20, 44)),
        riding={"Staff": "Carrier"},
    )
    assert Game(b).choose("Men: activate").need() == 8
    b.unit(1).commander = False
    assert Game(b.clone()).pending is not None


# ---------------------------------------------------------------- baling out


@clause("FOW-10.7-14")
@pytest.mark.parametrize("face", [2, 4])
def test_they_may_bale_out_of_a_hull_that_is_hit_hard(face: int) -> None:
    game = struck(face)
    if face == 4:
        game.choose("the propulsion")
    assert game.asks("bale out").player == 0
    game.choose("bale out")
    assert game.need() == 7
    game.roll(7).go(20, 16)
    men = game.unit("Men")
    assert (men.on_table, men.markers, men.figures, men.attempted) == (True, 0, 4, False)
    assert game.unit("Carrier").figures == (0 if face == 2 else 1)


@clause("FOW-10.7-15")
@pytest.mark.parametrize(("roll", "hits"), [(8, 1), (9, 2), (10, 3)])
def test_a_hit_for_each_point_over(roll: int, hits: int) -> None:
    game = struck(2).choose("bale out").roll(roll)
    game.choose(f"{hits} D-marker")
    men = game.unit("Men")
    assert (men.aboard, men.markers, men.figures) == (0, hits, 4)


def test_a_ten_fails_whatever_the_value() -> None:  # FOW-GAP-52
    game = struck(2, cv=10).choose("bale out").roll(10).choose("1 D-marker")
    assert game.unit("Men").aboard == 0
    game = struck(2, cv=10, natural_ten="activation_only").choose("bale out").roll(10)
    game.go(20, 16)
    assert game.unit("Men").on_table


def test_cover_of_the_hull_does_not_help_them() -> None:  # FOW-GAP-52
    b = loaded()
    woods = battle(
        vehicle(0, "Carrier", 20, 20, transport=10),
        unit(0, "Men", *row(1, 1, 4)),
        unit(1, "Team", (20, 28), weapon=MISSILE, av=4),
        ground=[("Boulders", 16, 16, 24, 24)],
        riding={"Men": "Carrier"},
    )
    assert b is not woods
    game = activation(woods, "Team").choose("shoot at Carrier").choose("it will not move")
    # Front 8, hard cover: 7 - 8 + 6 - 2.
    assert game.need() == 3
    game.roll(1).choose("Propulsion" if game.has("Propulsion") else "the propulsion")
    game.choose("bale out")
    assert game.need() == 7


@clause("FOW-10.7-16")
def test_they_try_again_on_their_activation_and_do_nothing_else() -> None:
    game = struck(4).choose("the propulsion").choose("stay inside")
    b = game.b
    b.active = 0
    assert named(b, "Men").aboard == 0
    again = Game(b)
    assert not again.has("Men: get out of Carrier")
    again.choose("Men: bale out of Carrier").roll(3).go(20, 16)
    men = again.unit("Men")
    assert men.on_table
    assert men.attempted
    assert not any(e.startswith("Men") for e in again.labels())


@clause("FOW-10.7-16")
def test_out_of_a_wreck_they_keep_trying() -> None:
    game = struck(2).choose("stay inside")
    b = game.b
    wreck = named(b, "Carrier")
    assert (wreck.off, wreck.on_table, wreck.figures) == ("destroyed", False, 1)
    assert {u["name"]: u["status"] for u in view(b, None)["units"]}["Carrier"] == "wreck"
    b.active = 0
    again = Game(b).choose("Men: bale out of Carrier").roll(9).choose("2 D-markers")
    assert again.unit("Men").aboard == 0
    assert again.b.active == 1  # a failure like any other
    b = again.b
    named(b, "Men").attempted = False
    b.active = 0
    out = Game(b).choose("Men: bale out of Carrier").roll(1).go(20, 20)
    assert out.unit("Men").on_table
    assert out.unit("Carrier").figures == 0  # and the wreck is gone


def test_lost_in_the_wreck_by_another_reading() -> None:  # FOW-GAP-52
    game = struck(2, wreck="lost").roll(8)
    men = game.unit("Men")
    assert (men.off, men.figures) == ("destroyed", 0)
    out = struck(2, wreck="lost").roll(7).go(20, 16)
    assert out.unit("Men").on_table


def test_those_who_die_inside_leave_no_wreck() -> None:
    game = struck(2, n=1).choose("bale out").roll(8).choose("0 D-markers")
    assert game.unit("Men").off == "destroyed"
    assert game.unit("Carrier").figures == 0


def test_a_leader_gets_out_of_it_alive() -> None:
    b = battle(
        vehicle(0, "Carrier", 20, 20, transport=10),
        unit(0, "Men", *row(1, 1, 1)),
        unit(0, "Boss", (6, 6), leader=True, wounds=2),
        unit(1, "Team", (36, 20), weapon=MISSILE, av=4),
        leaders={"Boss": "Men"},
        riding={"Men": "Carrier"},
    )
    game = activation(b, "Team").choose("shoot at Carrier").choose("it will not move").roll(2)
    game.choose("bale out").roll(8).choose("0 D-markers").choose(0)
    boss = game.unit("Boss")
    assert (game.unit("Men").off, boss.aboard, boss.in_play) == ("destroyed", 0, True)


# ---------------------------------------------------------------- with everything else


def test_a_side_with_men_in_a_wreck_is_still_there() -> None:
    game = struck(2).choose("stay inside")
    assert not game.b.scenario.decided(game.b)


def test_setting_up_inside() -> None:
    carrier = vehicle(0, "Carrier", 20, 4, transport=10)
    men = unit(0, "Men", *row(0, 0, 4))
    other = unit(1, "B", (20, 44))
    carrier.deployed = men.deployed = other.deployed = False
    b = battle(carrier, men, other, phase="deployment")
    game = Game(b)
    game.choose("Carrier").go(20, 4)
    assert game.unit("Carrier").facing == 90  # at the enemy's edge
    game.choose("B").go(20, 44)
    game.choose("Men").choose("in Carrier")
    assert game.unit("Men").aboard == 0
    assert game.b.phase == ROLL_OFF or game.b.turn == 1


def test_a_state_is_written_and_read_again() -> None:
    b = loaded()
    hull = named(b, "Carrier")
    hull.facing, hull.lost, hull.immobile = 123.45, 0, True
    plain = b.to_dict()
    again = b.clone()
    hull.facing = 0.0
    hull.immobile = False
    again.fill(plain)
    assert again.to_dict() == plain
    assert (again.unit(0).facing, again.unit(0).immobile, again.unit(1).aboard) == (123.45, True, 0)


def test_impossible_vehicles_are_noticed() -> None:
    b = loaded()
    assert b.invariants() == []
    named(b, "Carrier").profile.transport = 3
    assert [r.clause for r in b.invariants()] == ["FOW-10.5-01"]
    named(b, "Carrier").profile.transport = 10
    named(b, "Carrier").lost = 2
    assert [r.clause for r in b.invariants()] == ["FOW-10.7-12"]
    named(b, "Carrier").lost = 0
    named(b, "Team").x[0] = 21.0
    named(b, "Team").touch()
    assert any("overlaps" in r.what for r in b.invariants())


def test_passengers_get_through_with_their_vehicle() -> None:
    b = loaded()
    leave(b, named(b, "Carrier"))
    assert {u.name: u.off for u in b.units if u.player == 0} == {
        "Carrier": THROUGH,
        "Men": THROUGH,
    }
    assert b.scenario.decided(b)


def test_an_immobilised_hull_is_worth_half() -> None:  # FOW-GAP-62
    b = loaded()
    assert b.scenario.points(b, 1) == 0
    named(b, "Carrier").immobile = True
    assert b.scenario.points(b, 1) == 50
    named(b, "Carrier").off = "destroyed"
    assert b.scenario.points(b, 1) == 100
