"""Where units may be set up (FOW-GAP-62), and what is proposed when there is hardly room."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.rules.effects import Goal, Leg
from grognard.systems.forge_of_war.deployment import Deployment
from grognard.systems.forge_of_war.state import Battle
from grognard.table.lattice import from_grid, snap, to_grid
from tests.systems.forge_of_war.field import At, battle, unit, vehicle
from tests.systems.forge_of_war.test_scenarios import staged

clause = pytest.mark.clause


def placed(b: Battle, *ends: tuple[float, ...], who: int = 0) -> str:
    """What is wrong with setting it up there (x, y and perhaps the level), or nothing."""
    legs = tuple(
        (Leg(to_grid(snap(end[0])), to_grid(snap(end[1])), int(sum(end[2:]))),) for end in ends
    )
    refusals = Deployment(b, b.units[who]).check(legs)
    return refusals[0].what if refusals else ""


def proposed(b: Battle, x: float, y: float, **kw: Any) -> list[At]:
    """Where its figures are proposed to stand."""
    movement = Deployment(b, b.units[0])
    legs = movement.propose(Goal(x, y, **kw))
    assert not isinstance(legs, list), legs
    assert not movement.check(legs)
    return [(from_grid(way[-1].x), from_grid(way[-1].y)) for way in legs]


@pytest.mark.parametrize(
    ("at", "why"),
    [((0.5, 0.5), ""), ((47.5, 11.5), ""), ((0.25, 6), "figure 2 would stand outside the zone"),
     ((47.75, 6), "figure 2 would stand outside the zone"),
     ((24, 0.25), "figure 2 would stand outside the zone"),
     ((24, 11.75), "figure 2 would stand outside the zone")],
)  # fmt: skip
def test_whole_bases_stand_in_the_zone(at: At, why: str) -> None:
    """Twelve inches deep; bases are one inch across."""
    beside = (at[0] + (2 if at[0] < 24 else -2), min(max(at[1], 0.5), 11.5))
    b = battle(unit(0, "us", (20, 30), (22, 30)), unit(1, "them", (20, 40)))
    assert placed(b, beside, at) == why


@clause("FOW-6.2-15")
def test_floors_are_in_buildings() -> None:
    b = battle(unit(0, "us", (20, 30), (22, 30)), ground=[("Building", 10, 2, 16, 8)])
    assert placed(b, (12, 5, 1), (14, 5, 1)) == ""
    assert placed(b, (14, 5, 1), (17, 5, 1)) == "figure 2 stands on no floor"
    assert placed(b, (17, 5, 1), (14, 5, 1)) == "figure 1 stands on no floor"
    assert placed(b, (14, 5, 1), (17, 5, 0)) == ""


@clause("FOW-6.1-04", "FOW-3.5-01")
def test_nobody_stands_on_anybody_and_all_hang_together() -> None:
    b = battle(unit(0, "us", (20, 30), (22, 30)), unit(0, "more", (30, 5)))
    assert placed(b, (10, 5), (10.75, 5)) == "figures 1 and 2 would overlap"
    assert placed(b, (29.25, 5), (28, 5)) == "figure 1 would stand on more"
    assert placed(b, (10, 5), (13, 5)) == ""  # 2" from base to base
    assert placed(b, (10, 5), (13.25, 5)) != ""
    movement = Deployment(b, b.units[0])
    (refusal,) = movement.check(((Leg(to_grid(10.0), to_grid(5.0)),), ()))
    assert refusal.what == "figure 2 has no place"


STEP = 2.125  # bases of two inches, and an eighth between them


def full(free: set[tuple[int, int]], n: int) -> Battle:
    """A zone 16" wide and 12" deep where nothing is free but these holes of seven columns and five
    rows, each for one base; and n figures to set up."""
    at = [
        (1.0 + STEP * i, 1.0 + STEP * j) for i in range(7) for j in range(5) if (i, j) not in free
    ]
    waiting = [(1.0 + STEP * i, 20.0) for i in range(n)]
    rest = [(0.5 + 1.0625 * i, 11.25) for i in range(15)]  # of the depth
    return battle(
        unit(0, "us", *waiting, base=50.8),
        unit(0, "crowd", *at, base=50.8),
        unit(0, "line", *rest),
        size=(16, 48),
    )


def holes(places: list[At]) -> set[tuple[int, int]]:
    return {(round((x - 1) / STEP), round((y - 1) / STEP)) for x, y in places}


@pytest.mark.parametrize(
    ("free", "goal"),
    [
        ({(2, 1), (2, 2), (2, 3)}, (5, 5)),  # one behind the other
        ({(1, 4), (2, 4), (3, 4)}, (5, 9)),  # side by side
        ({(5, 0), (5, 1), (6, 1)}, (15, 3)),  # round a corner
    ],
)
def test_what_is_left_of_a_zone_is_found(free: set[tuple[int, int]], goal: At) -> None:
    assert holes(proposed(full(free, 3), *goal)) == free


@pytest.mark.parametrize(
    ("goal", "hole"),
    [((2, 1), (1, 1)), ((14, 11), (5, 4)), ((4, 11), (1, 4)), ((11, 1), (5, 1))],
)
def test_of_what_is_left_the_nearest_is_taken(goal: At, hole: tuple[int, int]) -> None:
    b = full({(i, j) for i in (1, 5) for j in (1, 4)}, 1)
    legs = Deployment(b, b.units[0])._crowd(*goal)
    assert legs is not None
    assert holes([(from_grid(legs[0][-1].x), from_grid(legs[0][-1].y))]) == {hole}


def test_where_nobody_fits_it_is_refused() -> None:
    b = full({(1, 1), (5, 4)}, 2)  # each by himself, and far from the other
    movement = Deployment(b, b.units[0])
    assert isinstance(movement.propose(Goal(8, 6)), list)
    with pytest.raises(ValueError, match="no room for us"):
        movement.fallback()


@pytest.mark.parametrize(("edges", "along_x"), [((0, 2), True), ((2, 0), True), ((1, 3), False)])
def test_two_ranks_along_the_own_edge(edges: tuple[int, int], along_x: bool) -> None:
    """Ten figures, 1" apart or a little less: five files, two ranks, round the goal."""
    b = battle(unit(0, "us", *[(2 * i, 24) for i in range(1, 11)]), edges=edges)
    ((x0, y0, x1, y1),) = b.scenario.zones(b, 0)
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    places = proposed(b, *middle)
    xs, ys = {x for x, _ in places}, {y for _, y in places}
    assert (len(xs), len(ys)) == ((5, 2) if along_x else (2, 5))
    assert sum(x for x, _ in places) / 10 == pytest.approx(middle[0], abs=0.01)
    assert sum(y for _, y in places) / 10 == pytest.approx(middle[1], abs=0.01)


@pytest.mark.parametrize(
    ("zone", "along_x"),
    [((20, 30, 40, 38), True), ((20, 2, 28, 20), False), ((2, 30, 12, 40), True),
     ((30, 5, 36, 24), False), ((0, 34, 47, 48), True), ((22, 20, 32, 31), False)],
)  # fmt: skip
def test_along_the_longer_side_of_a_zone_of_the_plan(
    zone: tuple[float, float, float, float], along_x: bool
) -> None:
    us = unit(0, "us", *[(2 * i, 24) for i in range(1, 11)])
    movement = Deployment(staged("ambush", us, unit(1, "them", (60, 5)), attacker=0), us)
    movement.zones = [zone]
    legs = movement.propose(Goal((zone[0] + zone[2]) / 2, (zone[1] + zone[3]) / 2))
    assert not isinstance(legs, list), legs
    assert len({way[-1].x for way in legs}) == (5 if along_x else 2)


def test_goals_lie_all_over_the_zone() -> None:
    """Sixths of its width, thirds of its depth."""
    b = battle(unit(0, "us", (20, 20)))
    movement = Deployment(b, b.units[0])
    assert [(g.x, g.y) for g in movement.goals()] == [
        (8.0 * k, 4.0 * m) for k in range(1, 6) for m in (1, 2)
    ]


@pytest.mark.parametrize(
    ("edges", "facing"), [((0, 2), 90), ((1, 3), 180), ((2, 0), 270), ((3, 1), 0)]
)
def test_vehicles_look_at_the_enemys_edge(edges: tuple[int, int], facing: float) -> None:
    b = battle(vehicle(0, "carrier", 24, 24), edges=edges)
    movement = Deployment(b, b.units[0])
    assert movement.fallback()[0][-1].facing == facing * 100
    legs = movement.propose(Goal(24, 24, facing=45.0))
    assert not isinstance(legs, list)
    assert legs[0][-1].facing == 4500
