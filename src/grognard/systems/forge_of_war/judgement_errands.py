"""Sense for bots: where a unit ought to be for the sake of the scenario. Not a rule in here."""

from __future__ import annotations

from math import sqrt
from typing import Final

from grognard.systems.forge_of_war.retreat import middle
from grognard.systems.forge_of_war.scenario import NEAR_OBJECTIVE
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.table.lattice import square
from grognard.table.polygon import point_segment2

Spot = tuple[float, float, float]
"""A place and how near to it is near enough, in inches."""

INSIDE: Final = 0.5
"""What is left of the zone's depth when a unit stops in it: room for its own width."""

STEADY: Final = 8.0
"""Inches that a unit gets on in a turn, what with failed tests."""

LANES: Final = 8
"""So many ways out are compared."""

SHUN: Final = 14.0
"""Inches at which a way passes enemies without much harm."""

RISK: Final = 0.12
"""What an inch nearer to a way out costs an enemy, for each of his points that can shoot."""

ANYWHERE: Final = 0.2
"""What an inch from the middle of the table counts where the enemy may come anywhere."""

ELBOW_ROOM: Final = 9.0
SPREAD: Final = 20.0
"""Inches that units keep between them when they set up."""

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
    """To the zone, which all its figures must be in, where fewest are in the way."""
    x, y = middle(u)
    return way_out(b, u, x, y, zone)[0]


def way_out(
    b: Battle, u: Unit, x: float, y: float, zone: tuple[float, float, float, float]
) -> tuple[Spot, float]:
    """Where it gets through best from here, and what the way costs: inches, and the enemies that
    it passes."""
    x0, y0, x1, y1 = zone
    deep = min(x1 - x0, y1 - y0) / 2.0
    straight = (min(max(x, x0 + deep), x1 - deep), min(max(y, y0 + deep), y1 - deep))
    found = straight
    best = _cost(b, u, x, y, straight)
    for k in range(LANES):
        t = (k + 0.5) / LANES
        px = min(max(x0 + t * (x1 - x0), x0 + deep), x1 - deep)
        py = min(max(y0 + t * (y1 - y0), y0 + deep), y1 - deep)
        cost = _cost(b, u, x, y, (px, py))
        if cost < best - 1e-9:
            best = cost
            found = (px, py)
    return (found[0], found[1], INSIDE), best


def _cost(b: Battle, u: Unit, x: float, y: float, to: tuple[float, float]) -> float:
    cost = sqrt(square(to[0] - x) + square(to[1] - y))
    for v in b.enemies(u.player):
        vx, vy = middle(v)
        off = sqrt(point_segment2(vx, vy, x, y, to[0], to[1]))
        if off < SHUN:
            cost += RISK * (SHUN - off) * v.cost / 10.0
    return cost


def runs(b: Battle, u: Unit) -> bool:
    """Whether all that matters for its side is to get through."""
    return u.player == b.attacker and b.scenario.exit_zone(b) is not None


def far_from_work(b: Battle, u: Unit, x: float, y: float) -> float:
    """How bad a place it is to begin: inches to the middle of the table, or to an objective, or
    to the way out and past whom."""
    zone = b.scenario.exit_zone(b)
    if zone is not None and u.player == b.attacker:
        return way_out(b, u, x, y, zone)[1]
    places = b.scenario.objectives(b) or [(b.board.width / 2.0, b.board.height / 2.0)]
    far = min(sqrt(square(x - px) + square(y - py)) for px, py in places)
    return far if zone is None else ANYWHERE * far


def elbow_room(b: Battle, u: Unit) -> float:
    """Inches between units that set up: who must stop others from getting through spreads out."""
    return SPREAD if b.scenario.exit_zone(b) is not None and not runs(b, u) else ELBOW_ROOM


def urgency(b: Battle, u: Unit, spot: Spot) -> float:
    """From 0, time enough, to 1: it will hardly be there in time."""
    left = b.scenario.turns - b.turn + 1
    if spot[2] == NEAR_OBJECTIVE:
        left = min(left, SOON)
    return min(1.0, to_go(spot, *middle(u)) / (STEADY * max(1, left)))


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
    """Whether it must move on this turn to be there in time; who is driven does not wait."""
    if u.vehicle and runs(b, u) and b.passengers(u):
        return to_go(spot, *middle(u)) > 0.0
    left = b.scenario.turns - b.turn
    if spot[2] == NEAR_OBJECTIVE:
        left = min(left, SOON - 1)
    return to_go(spot, *middle(u)) > STEADY * left
