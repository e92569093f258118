"""Chapters 10.4 and 6 for vehicles: straight stretches, each with a facing of its own.

Turning costs nothing, and a vehicle moves in any direction (house reading: no rule speaks of it,
and they move as infantry does but for what chapter 10 says). Inches are those of the middle of the
hull; what the hull passes over counts, not only its middle.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import TYPE_CHECKING, Final

from grognard.rules.effects import Goal, Leg, Legs
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war.board import Piece
from grognard.systems.forge_of_war.footing import HAIR, STANDOFF, Footing, barred, closed
from grognard.systems.forge_of_war.hulls import Outline, bounds, distance, meets, swept
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.table.base import CONTACT
from grognard.table.contact import contact
from grognard.table.lattice import (
    facing_from_grid,
    facing_of,
    facing_to_grid,
    from_grid,
    to_grid,
    toward,
    turn_between,
)

if TYPE_CHECKING:
    from grognard.systems.forge_of_war.pace import Pace

SHARES: Final = 12
"""A way that is barred is tried in so many shorter lengths."""


def immobilised(u: Unit) -> Refusal | None:
    """FOW-10.7-12: no move action without propulsion."""
    if not u.immobile:
        return None
    return Refusal(f"{u.name} is immobilised", "FOW-10.7-12", "shoot, or stay")


def kept_out(b: Battle, u: Unit) -> Refusal | None:
    """By another reading of FOW-GAP-90 nobody enters a building who could not bear its price; who
    is inside may leave."""
    if u.markers < u.most_markers or any(stands_in(b, u, p) for p in b.board.buildings):
        return None
    return Refusal(f"{u.name} carries its maximum of D-markers", "FOW-GAP-90", "round the building")


def no_blows(b: Battle, u: Unit, v: Unit) -> Refusal | None:
    """By another reading of FOW-GAP-46 contact with a vehicle that has no FV is no close combat:
    nobody charges it, nor does it charge."""
    if b.settings.vehicle_melee != "none":
        return None
    for w in (v, u):
        if w.vehicle and w.profile.fv <= 0:
            return Refusal(f"{w.name} has no Fighting Value", "FOW-GAP-46", "shoot at it")
    return None


def near_pieces(pieces: list[Piece], outline: Outline) -> list[Piece]:
    """Those whose boxes meet the outline's."""
    x0, y0, x1, y1 = bounds(outline)
    out = []
    for p in pieces:
        s = p.shape
        if s.min_x <= x1 and s.max_x >= x0 and s.min_y <= y1 and s.max_y >= y0:
            out.append(p)
    return out


# ---------------------------------------------------------------- judging legs


def check(p: Pace, legs: Legs) -> list[Refusal]:
    """Every stretch, then what `Pace` asks of any move."""
    u = p.u
    own = legs[0]
    refusal = immobilised(u) if own else None
    if refusal is not None:
        return [refusal]
    x, y = u.x[0], u.y[0]
    facing = u.facing
    length = 0.0
    for leg in own:
        if leg.level:
            return [Refusal(f"{u.name} cannot climb", "FOW-6.2-15", "infantry climbs floors")]
        lx, ly = from_grid(leg.x), from_grid(leg.y)
        facing = facing_from_grid(leg.facing)
        refusal = stretch(p, x, y, lx, ly, facing)
        if refusal is not None:
            return [refusal]
        length += sqrt((lx - x) * (lx - x) + (ly - y) * (ly - y))
        x, y = lx, ly
    return p.judge(legs, [length], length, [(x, y, 0)], facing)


def stretch(p: Pace, x0: float, y0: float, x1: float, y1: float, facing: float) -> Refusal | None:
    """One straight stretch of the hull: is it barred?"""
    u, b = p.u, p.b
    if not u.boxed:
        return p.stretch(p.ground(p.bases[0]), 0, x0, y0, 0, x1, y1, 0)
    outline = swept(u, x0, y0, x1, y1, facing)
    ox0, oy0, ox1, oy1 = bounds(outline)
    if ox0 < 0.0 or oy0 < 0.0 or ox1 > b.board.width or oy1 > b.board.height:
        return Refusal(f"{u.name} would leave the table", "FOW-6.1-02", "a place on the table")
    for piece in near_pieces(b.board.pieces, outline):
        if closed(u, piece):
            for wall in b.board.walls(piece):
                if meets(wall, outline):
                    return barred(u, piece, u.name)
    start = swept(u, u.x[0], u.y[0], u.x[0], u.y[0], u.facing)
    for v in b.units:
        if v.player == u.player or not v.on_table:
            continue
        vx0, vy0, vx1, vy1 = v.box()
        far = STANDOFF + 3.0
        if vx0 > ox1 + far or vx1 < ox0 - far or vy0 > oy1 + far or vy1 < oy0 - far:
            continue
        near = HAIR if b.unknown(u, v) else STANDOFF
        for j in range(v.figures):
            d = distance(outline, v, j)
            if v is p.target:
                if d <= 0.0:
                    return Refusal(
                        f"{u.name} would drive through {v.name}", "FOW-9.4-04", "stop in contact"
                    )
            elif d < near and (d <= 0.0 or d < distance(start, v, j) - HAIR):
                return Refusal(
                    f'{u.name} would pass within 2" of {v.name}',
                    "FOW-6.3-05" if p.jump and d <= CONTACT else "FOW-6.1-03",
                    '2" or more from every enemy that is not charged',
                )
    return None


def footing(p: Pace, legs: Legs) -> Footing:
    """What the hull passes over. Buildings are no difficult ground to it, but each move through
    them has its price (FOW-6.2-14)."""
    u, b = p.u, p.b
    found = Footing()
    x, y = u.x[0], u.y[0]
    spares = u.profile.hover and b.settings.hover == "ignores_ground"
    for n, leg in enumerate(legs[0]):
        lx, ly = from_grid(leg.x), from_grid(leg.y)
        facing = facing_from_grid(leg.facing)
        last = n == len(legs[0]) - 1
        if p.jump and not last:
            x, y = lx, ly
            continue  # FOW-6.3-02: only the landing counts
        if p.jump:
            outline = ground_under(u, lx, ly, facing)
        elif u.boxed:
            outline = swept(u, x, y, lx, ly, facing)
        else:
            outline = [x, y, lx, ly]
        rough = False
        for piece in near_pieces(b.board.difficult, outline):
            if meets(piece.shape.points, outline):
                if p.jump:
                    found.difficult = True
                elif piece.kind.building:
                    found.buildings = True
                elif not spares:
                    found.difficult = rough = True
        if rough and p.dear:  # of a hull all of the stretch (FOW-GAP-66)
            found.slow += sqrt((lx - x) * (lx - x) + (ly - y) * (ly - y))
        if not p.jump:
            for piece in near_pieces(b.board.obstacles, outline):
                bit = 1 << piece.id
                if not (found.obstacles | u.paid) & bit and meets(piece.shape.points, outline):
                    found.obstacles |= bit
        x, y = lx, ly
    if found.difficult and not p.jump and b.board.roads and p.by_road(legs):
        found.difficult = False
    return found


def ground_under(u: Unit, x: float, y: float, facing: float) -> Outline:
    return swept(u, x, y, x, y, facing) if u.boxed else [x, y, x, y]


# ---------------------------------------------------------------- helping people


def propose(p: Pace, goal: Goal) -> Legs | list[Refusal]:
    """Straight there, or round what is in the way, or as far as it gets."""
    refusal = immobilised(p.u)
    if refusal is not None:
        return [refusal]
    if p.target is not None:
        return _charge(p, p.target)
    reasons: list[Refusal] = []
    for own in _ways(p, goal):
        legs = (own,)
        found = p.check(legs)
        if not found:
            return legs
        reasons = reasons or found
    return reasons or [Refusal(f"{p.u.name} cannot go there", "FOW-6.1-02", f'{p.inches:g}"')]


def _ways(p: Pace, goal: Goal) -> Iterator[tuple[Leg, ...]]:
    u = p.u
    x, y = u.x[0], u.y[0]
    away = sqrt((goal.x - x) * (goal.x - x) + (goal.y - y) * (goal.y - y))
    most = min(p.inches - p.walked, p.most - u.moved[0])
    if away < CONTACT or most <= 0.0:
        yield _turned((), x, y, u.facing, goal)
        return
    ahead = facing_of(goal.x - x, goal.y - y)
    facing = ahead
    if goal.facing is not None and abs(turn_between(goal.facing, ahead)) > 90.0:
        facing = facing_of(x - goal.x, y - goal.y)  # in reverse
    limits = [limit for limit in p.limits(0) if 0.0 < limit <= most] or [most]
    for limit in limits:
        gx, gy = toward(x, y, goal.x, goal.y, min(limit, away))
        yield _turned((_leg(gx, gy, facing),), gx, gy, facing, goal)
    if not u.boxed:
        facing = ahead
    ground = p.ground(p.bases[0])
    for limit in limits:
        path = ground.furthest(x, y, goal.x, goal.y, limit)
        if len(path) > 2:
            yield _along(path, goal)
    for n in range(SHARES - 1, 0, -1):
        gx, gy = toward(x, y, goal.x, goal.y, min(most, away) * n / SHARES)
        yield _turned((_leg(gx, gy, facing),), gx, gy, facing, goal)
        if facing != ahead or goal.facing is None:
            yield (_leg(gx, gy, u.facing),)


def _leg(x: float, y: float, facing: float) -> Leg:
    return Leg(to_grid(x), to_grid(y), 0, facing_to_grid(facing))


def _turned(
    legs: tuple[Leg, ...], x: float, y: float, facing: float, goal: Goal
) -> tuple[Leg, ...]:
    """At the end it turns as asked."""
    if goal.facing is None or facing_to_grid(goal.facing) == facing_to_grid(facing):
        return legs
    return (*legs, _leg(x, y, goal.facing))


def _along(path: list[tuple[float, float]], goal: Goal) -> tuple[Leg, ...]:
    """A way of several stretches, each driven forwards."""
    out: list[Leg] = []
    for n in range(1, len(path)):
        x0, y0 = path[n - 1]
        x, y = path[n]
        if (x, y) != (x0, y0):
            out.append(_leg(x, y, facing_of(x - x0, y - y0)))
    x, y = path[-1]
    facing = facing_from_grid(out[-1].facing) if out else 0.0
    return _turned(tuple(out), x, y, facing, goal)


def _charge(p: Pace, v: Unit) -> Legs | list[Refusal]:
    """Into contact with the nearest figure that it gets to."""
    u = p.u
    x, y = u.x[0], u.y[0]
    near = sorted((abs(v.x[j] - x) + abs(v.y[j] - y), j) for j in range(v.figures))
    ground = p.ground(p.bases[0])
    reasons: list[Refusal] = []
    for limit in p.limits(0):
        there = False
        for _, j in near[:3]:
            arrival = contact(
                ground,
                x,
                y,
                v.x[j],
                v.y[j],
                v.kinds[v.kind[j]].base,
                v.facing,
                min(limit, p.most - u.moved[0]),
                [],
                [],
                [],
            )
            if arrival is None:
                continue
            there = True
            path = arrival.path
            legs = []
            for n in range(1, len(path)):
                (ax, ay), (bx, by) = path[n - 1], path[n]
                last = n == len(path) - 1
                legs.append(_leg(bx, by, arrival.facing if last else facing_of(bx - ax, by - ay)))
            found = p.check((tuple(legs),))
            if not found:
                return (tuple(legs),)
            reasons = reasons or found
        if not there:
            break  # nor with less
    return reasons or [
        Refusal(f"{v.name} cannot be reached", "FOW-9.1-01", f'within {p.inches:g}"')
    ]


# ---------------------------------------------------------------- what the hull stands on


def stands_in(b: Battle, u: Unit, piece: Piece) -> bool:
    """Whether the hull, where it is, has a part in a piece."""
    return meets(piece.shape.points, ground_under(u, u.x[0], u.y[0], u.facing))
