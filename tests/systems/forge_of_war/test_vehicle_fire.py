"""Vehicles and the optional chapters: shells on hulls, howitzers on tracks, covering fire."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.rules.effects import Leg
from grognard.systems.forge_of_war import questions_of
from grognard.systems.forge_of_war.volley import STILL
from grognard.table.lattice import to_grid
from tests.systems.forge_of_war.field import Game, battle, named, row, unit, vehicle
from tests.systems.forge_of_war.ways import activation

clause = pytest.mark.clause
WOOD = ("Woods", 10, 8, 30, 12)


def shelled(*falls: int, facing: float = 90.0) -> Game:
    """A heavy mortar (WV 1, 3" template) to the south of a hull of AV 7(1), and its spotter."""
    b = battle(
        unit(0, "Mortar", (20, 5), weapon="Mortar, Heavy", state={"set_up": True}),
        unit(0, "Spotter", (28, 16)),
        vehicle(1, "Carrier", 20, 20, facing),
        ground=[WOOD],
        indirect_fire=True,
    )
    game = activation(b, "Mortar").choose("shoot at Carrier").choose("it will not move")
    game.choose("at figure 1")
    for face in falls:
        game.roll(face)
    return game


@pytest.mark.parametrize(
    ("falls", "facing", "need"),
    [
        ((7,), 90.0, 1),  # on the hull: its top, 7 - 7 + 1
        ((9, 1), 90.0, 1),  # two inches on: still on it
        ((10, 1), 90.0, 0),  # three: an inch before its front, 7 - 8 + 1
        ((10, 5), 90.0, 2),  # an inch behind its rear
        ((10, 1), 270.0, 2),
        ((9, 3), 90.0, 1),  # an inch off its side
    ],
)
def test_a_burst_is_met_by_the_side_that_faces_its_centre(
    falls: tuple[int, ...], facing: float, need: int
) -> None:  # FOW-GAP-51
    assert shelled(*falls, facing=facing).need() == need


def test_what_a_burst_does_goes_by_the_margin() -> None:
    game = shelled(10, 5).roll(1)  # two or less: one under it
    assert game.unit("Carrier").markers == 2
    game = shelled(10, 3)  # two inches off its side: out of the template
    assert game.unit("Carrier").markers == 0
    assert not game.told("damage")


def test_odds_of_shells_at_a_hull() -> None:
    b = battle(
        unit(0, "Mortar", (20, 5), weapon="Mortar, Heavy", state={"set_up": True}),
        unit(0, "Spotter", (28, 16)),
        vehicle(1, "Carrier", 20, 20),
        ground=[WOOD],
        indirect_fire=True,
    )
    ask = questions_of.aimed(b, named(b, "Mortar"), named(b, "Carrier"), STILL)
    assert ask.question == "vehicle-attack"
    (shell,) = ask.situation.rounds
    hull = shell.marks[0].hull
    assert (hull.front, hull.side, hull.rear, hull.facing) == (8, 7, 6, 9000)


def howitzer(**more: Any) -> Game:
    b = battle(
        vehicle(0, "Gun", 20, 5, weapons=["Heavy Machine Gun", "Howitzer"], **more),
        unit(0, "Spotter", (28, 16)),
        unit(1, "B", *row(17, 20, 3)),
        ground=[WOOD],
        indirect_fire=True,
    )
    return activation(b, "Gun").choose("shoot at B").choose("it will not move")


@clause("FOW-16.1-02")
def test_a_howitzer_on_tracks_fires_over_the_wood() -> None:
    """Its machine gun sees nobody; the shell falls on the point, all three are under it."""
    game = howitzer().choose("at figure 2").roll(7)
    assert game.need() == 7 - 1 + 1
    game.roll(1, 1, 1)
    assert game.asks("hits").player == 1


def test_its_own_crew_does_not_spot() -> None:
    b = battle(
        vehicle(0, "Gun", 20, 5, weapons=["Howitzer"]),
        unit(1, "B", *row(17, 20, 3)),
        ground=[WOOD],
        indirect_fire=True,
    )
    assert activation(b, "Gun").refusal("shoot at B") is not None


def test_covering_fire_at_a_vehicle_that_drives_by() -> None:
    """It comes out from behind a house; the team fires as soon as it sees half of it."""
    b = battle(
        vehicle(0, "Carrier", 8, 20, 0.0),
        unit(1, "Team", (30, 34), weapon="Missile Launcher (HEAP)", av=4, state={"covering": 1}),
        ground=[("Building", 10, 24, 16, 28)],
        covering_fire=True,
    )
    game = activation(b, "Carrier").choose("move")
    game._submit(0, ((Leg(to_grid(20), to_grid(20), 0, 0),),))
    while game.pending is not None and game.has("wait") and game.unit("Carrier").x[0] < 14:
        game.choose("wait")
    game.choose("fire at Carrier")
    hull = game.unit("Carrier")
    assert 8 < hull.x[0] < 20
    assert hull.facing == 0
    # Its left side: the team stands to the north of it, more than 45 degrees off its front.
    assert game.need() == 7 - 7 + 6 - (1 if hull.fast else 0)
    game.roll(10)
    game.stay()
    assert game.unit("Carrier").most_moved == hull.most_moved


def test_a_vehicle_may_give_covering_fire() -> None:
    b = battle(
        vehicle(0, "Gun", 20, 5, weapons=["Heavy Machine Gun"]),
        unit(1, "B", (20, 40)),
        covering_fire=True,
    )
    game = activation(b, "Gun").choose("covering fire")
    assert game.unit("Gun").covering == 1
    b = battle(
        vehicle(0, "Gun", 20, 5, weapons=["Heavy Machine Gun"], state={"lost": 1}),
        unit(1, "B", (20, 40)),
        covering_fire=True,
    )
    assert activation(b, "Gun").refusal("covering fire") is not None


def test_a_vehicle_without_guns_reacts_by_nothing() -> None:
    """Chapter 13: one with its weapons gone counts as armed for close combat only."""
    from grognard.systems.forge_of_war.reactions import melee_only

    gun = vehicle(0, "Gun", 20, 5, weapons=["Heavy Machine Gun"])
    assert not melee_only(gun)
    gun.lost = 1
    assert melee_only(gun)
