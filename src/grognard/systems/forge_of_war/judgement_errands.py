"""Sense for bots: where a unit ought to be for the sake of the scenario. Not a rule in here."""

from __future__ import annotations

from math import sqrt
from typing import Final

from grognard.systems.forge_of_war.retreat import middle
from grognard.systems.forge_of_war.scenario import NEAR_OBJECTIVE
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.table.lattice import square

Spot = tuple[float, float, float]
"""A place and how near to it is near enough, in inches."""

INSIDE: Final = 0.5
"""What is left of the zone's depth when a unit stops in it: room for its own width."""

STEADY: Final = 8.0
"""Inches that a unit gets on in a turn, what with failed tests."""

SOON: Final = 2
"""Turns in which an objective should be reached, however many are left."""


def errand(b: Battle, u: Unit) -> Spot | None:
    """Where it should go; None: it may fight where it likes."""
    zone = b.scenario.exit_zone(b)
    if zone is not None and u.player == b.attacker:
        return _through(b, u, zone)
    places = b.scenario.objectives(b)
    if places:
        x, y = places[_share_of(b, u, places)]
        return (x, y, NEAR_OBJECTIVE)
    return None


def _through(b: Battle, u: Unit, zone: tuple[float, float, float, float]) -> Spot:
    """Straight on to the zone, which all its figures must be in."""
    x, y = middle(u)
    x0, y0, x1, y1 = zone
    deep = min(x1 - x0, y1 - y0) / 2.0
    return (min(max(x, x0 + deep), x1 - deep), min(max(y, y0 + deep), y1 - deep), INSIDE)


def _share_of(b: Battle, u: Unit, places: list[tuple[float, float]]) -> int:
    """Which objective is this unit's: the nearest pairs first, about as many to each."""
    mine = b.own(u.player)
    most = -(-len(mine) // len(places))
    pairs = []
    for v in mine:
        x, y = middle(v)
        for n, (px, py) in enumerate(places):
            pairs.append((square(x - px) + square(y - py), v.index, n))
    pairs.sort()
    taken = [0] * len(places)
    sent: dict[int, int] = {}
    for _, index, n in pairs:
        if index not in sent and taken[n] < most:
            sent[index] = n
            taken[n] += 1
    return sent[u.index]


def to_go(spot: Spot, x: float, y: float) -> float:
    """Inches that are missing from here."""
    return max(0.0, sqrt(square(spot[0] - x) + square(spot[1] - y)) - spot[2])


def pressing(b: Battle, u: Unit, spot: Spot) -> bool:
    """Whether it must move on this turn to be there in time."""
    left = b.scenario.turns - b.turn
    if spot[2] == NEAR_OBJECTIVE:
        left = min(left, SOON - 1)
    return to_go(spot, *middle(u)) > STEADY * left
