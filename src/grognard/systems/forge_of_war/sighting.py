"""Chapter 7.3: who saw a unit go into cover, and when its cover is blown."""

from __future__ import annotations

from math import sqrt
from typing import Final

from grognard.rules.effects import Legs
from grognard.systems.forge_of_war.contact import refresh
from grognard.systems.forge_of_war.cover import Lines, hiding, unit_pieces, unit_sees
from grognard.systems.forge_of_war.movement import apply_legs, ends_of, moved_copy, still_crossing
from grognard.systems.forge_of_war.places import facing_after
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.table.lattice import STEP, from_grid, square, toward

MOMENT: Final = 1.0
"""Inches between the moments at which a move into cover may be seen (house value)."""

Way = list[list[tuple[float, float]]]
"""For each figure the points of its way, the first being where it started."""


def watchers(b: Battle, u: Unit) -> int:
    """The enemies that see the unit as it stands, one bit each."""
    bits = 0
    for v in b.enemies(u.player):
        if unit_sees(b, v, u):
            bits |= 1 << v.index
    return bits


def go(b: Battle, u: Unit, figures: list[int], legs: Legs, paid: int = 0) -> float:
    """Every move of every kind ends up here: figures go their ways, and what follows from it.

    `paid` are the obstacles it crosses for its price (FOW-6.2-07). Leaving a piece of cover
    forgets that it was blown; entering another one unseen protects again (FOW-7.3-04,
    FOW-GAP-30). The longest way that any figure went.
    """
    before = hiding(b, unit_pieces(b, u))
    seen = 0
    facing = facing_after(u, legs)
    after = hiding(b, unit_pieces(b, moved_copy(u, figures, ends_of(u, figures, legs), facing)))
    if after & ~before:
        seen = seen_on_the_way(b, u, figures, way_of(b, u, figures, legs))
    far = apply_legs(b, u, figures, legs)
    refresh(b, u)
    u.paid = (u.paid | paid) & still_crossing(b, u)
    knew = (u.blown, u.seen_by)
    u.blown &= before & after
    if after & before == 0:
        u.seen_by = 0
    u.seen_by |= seen
    if (u.blown, u.seen_by) != knew:
        b.forget(u)
    return far


def way_of(b: Battle, u: Unit, figures: list[int], legs: Legs) -> Way:
    """The moments at which somebody may see it: inch by inch, at corners, and just before any
    figure goes into cover."""
    way: Way = []
    for n, i in enumerate(figures):
        x, y = u.x[i], u.y[i]
        points = [(x, y)]
        for leg in legs[n]:
            lx, ly = from_grid(leg.x), from_grid(leg.y)
            length = sqrt(square(lx - x) + square(ly - y))
            stops = [k * MOMENT for k in range(1, int(length / MOMENT) + 1)]
            for piece in b.board.shelters:
                if piece.hides and not piece.shape.contains(x, y):
                    spans = piece.shape.intervals(x, y, lx, ly)
                    if spans or piece.shape.contains(lx, ly):
                        t = spans[0] if spans else 1.0
                        stops.append(max(0.0, t * length - 2.0 * STEP))
            stops.sort()
            points += [toward(x, y, lx, ly, stop) for stop in stops]
            points.append((lx, ly))
            x, y = lx, ly
        way.append(points)
    return way


def seen_on_the_way(b: Battle, u: Unit, figures: list[int], way: Way) -> int:
    """The enemies that have a line to the unit at some moment of its move; asked only of units
    that end in cover. In its cover it is hidden: only who saw it before that saw it go in."""
    most = 0
    for points in way:
        most = max(most, len(points))
    reach = max(u.radii())
    x0, y0, x1, y1 = u.bounds()  # some may stay behind
    for points in way:
        for x, y in points:
            x0 = min(x0, x - reach)
            y0 = min(y0, y - reach)
            x1 = max(x1, x + reach)
            y1 = max(y1, y + reach)
    around = (x0, y0, x1, y1)
    moments: list[Unit] = []
    for step in range(1, most):  # at the first it stands where it was
        ends = []
        for n, i in enumerate(figures):
            points = way[n]
            x, y = points[min(step, len(points) - 1)]
            ends.append((x, y, u.level[i]))
        moments.append(moved_copy(u, figures, ends))
    bits = 0
    for v in b.enemies(u.player):
        key = v.index * 1000 + u.index
        look = b.looked.get(key)
        if look is not None and look.seen:
            bits |= 1 << v.index
            continue
        lines = Lines(b, v, u, around=around)
        if max(v.level) == 0 and lines.cut_off():
            continue
        if look is None and lines.any(b.witnesses.get(key, -1)):
            bits |= 1 << v.index
            continue
        for passing in moments:
            lines.look_at(passing)
            if lines.any():
                bits |= 1 << v.index
                break
    return bits
