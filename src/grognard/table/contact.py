"""The way into contact with another base."""

from math import cos, pi, sin, sqrt
from typing import Final, NamedTuple

from grognard.table.base import SLACK, Base, slide_to_contact
from grognard.table.cost import distance, leg_cost, path_cost
from grognard.table.lattice import facing_of, snap
from grognard.table.obstacles import CLEAR, Obstacles, Path
from grognard.table.route import find

_STEPS: Final = 36
_ROUTES: Final = 8


class Arrival(NamedTuple):
    """A path that ends in contact, and the facing (towards the target) that a box has there."""

    path: Path
    facing: float


def contact(
    ground: Obstacles,
    sx: float,
    sy: float,
    tx: float,
    ty: float,
    tbase: Base,
    tfacing: float,
    budget: float,
    taken_x: list[float],
    taken_y: list[float],
    taken_r: list[float],
) -> Arrival | None:
    """The way to the nearest place that touches the target, or None when none is within the budget.

    The target should be a body among the obstacles, without a distance to be kept from it. Discs
    that are `taken` (friends who got there first) are not overlapped, but may be passed. Straight
    ways are preferred; ways round are searched for the nearest few places.
    """
    base = ground.base
    whole = distance(sx, sy, tx, ty)
    if whole - base.radius - tbase.radius > budget:
        return None
    turns: list[float] = []
    toward = _angle(sx - tx, sy - ty)
    for k in range(_STEPS):
        turns.append(toward + (k + 1) // 2 * (2.0 * pi / _STEPS) * (1 if k % 2 else -1))
    # Tight beside each friend who is there already, so that many find room.
    for i in range(len(taken_x)):
        _beside(tx, ty, tbase, base, taken_x[i], taken_y[i], taken_r[i], turns)
    places: list[tuple[float, int, float, float, float]] = []
    for k in range(len(turns)):
        dx = cos(turns[k])
        dy = sin(turns[k])
        facing = 0.0 if base.is_disc else facing_of(-dx, -dy)
        x, y = slide_to_contact(tx + dx, ty + dy, facing, base, tx, ty, tfacing, tbase)
        away = distance(sx, sy, x, y)
        if away <= budget and not _is_taken(ground, x, y, taken_x, taken_y, taken_r):
            # A disc goes to the nearest place, a box straight ahead: front first, not a corner.
            places.append((away if base.is_disc else float(k), k, x, y, facing))
    places.sort()
    for _, _, x, y, facing in places:
        if _straight(ground, sx, sy, x, y, facing) and leg_cost(ground, sx, sy, x, y) <= budget:
            return Arrival([(sx, sy), (x, y)], facing)
    tried = 0
    for _, _, x, y, facing in places:
        # A box goes round, by the disc about it, to just before the contact, and then straight in.
        ax = x
        ay = y
        back = 0.0
        if not base.is_disc:
            back = base.radius
            away = distance(tx, ty, x, y)
            ax = snap(x + (x - tx) / away * back)
            ay = snap(y + (y - ty) / away * back)
            if not ground.clear_facing(ax, ay, x, y, facing):
                continue
        if ground.leg(ax, ay, ax, ay, sx, sy) != CLEAR:
            continue
        tried += 1
        if tried > _ROUTES:
            break
        path = find(ground, sx, sy, ax, ay, budget - back)
        if path is not None:
            if back > 0.0:
                path.append((x, y))
            if path_cost(ground, path) <= budget:
                return Arrival(path, facing)
    return None


def _angle(dx: float, dy: float) -> float:
    return facing_of(dx, dy) * pi / 180.0


def _straight(ground: Obstacles, sx: float, sy: float, x: float, y: float, facing: float) -> bool:
    if ground.base.is_disc:
        return ground.leg(sx, sy, x, y, sx, sy) == CLEAR
    return ground.clear_facing(sx, sy, x, y, facing)


def _beside(
    tx: float,
    ty: float,
    tbase: Base,
    base: Base,
    x: float,
    y: float,
    r: float,
    turns: list[float],
) -> None:
    """The two directions from the target at which the mover stands tight beside a friend."""
    a = sqrt((x - tx) * (x - tx) + (y - ty) * (y - ty))
    b = tbase.radius + base.radius
    c = base.radius + r + SLACK
    if a == 0.0 or a > b + c or not tbase.is_disc:
        return
    cosine = (a * a + b * b - c * c) / (2.0 * a * b)
    if -1.0 < cosine < 1.0:
        sine = sqrt(1.0 - cosine * cosine)
        ux = (x - tx) / a
        uy = (y - ty) / a
        turns.append(_angle(ux * cosine - uy * sine, uy * cosine + ux * sine))
        turns.append(_angle(ux * cosine + uy * sine, uy * cosine - ux * sine))


def _is_taken(
    ground: Obstacles,
    x: float,
    y: float,
    taken_x: list[float],
    taken_y: list[float],
    taken_r: list[float],
) -> bool:
    for i in range(len(taken_x)):
        reach = ground.radius + taken_r[i] - SLACK
        dx = x - taken_x[i]
        dy = y - taken_y[i]
        if dx * dx + dy * dy < reach * reach:
            return True
    return False
