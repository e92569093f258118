"""Chapter 7.3: who saw a unit go into cover, and when its cover is blown."""

from __future__ import annotations

from grognard.systems.forge_of_war.cover import Lines, hiding, unit_pieces, unit_sees
from grognard.systems.forge_of_war.movement import moved_copy
from grognard.systems.forge_of_war.state import Battle, Unit

MOMENT = 1.0
"""Inches between the moments at which a move into cover may be seen (house value)."""

WIDEST = 2.0
"""No figure's base reaches further from its centre."""

Way = list[list[tuple[float, float]]]
"""For each figure the points of its way, the first being where it started."""


def watchers(b: Battle, u: Unit) -> int:
    """The enemies that see the unit as it stands, one bit each."""
    bits = 0
    for v in b.enemies(u.player):
        if unit_sees(b, v, u):
            bits |= 1 << v.index
    return bits


def settle_into_cover(b: Battle, u: Unit, before: int, seen: int = 0) -> None:
    """After a move: `before` are the pieces it was in, `seen` who saw it on its way.

    Leaving a piece forgets that it was blown; entering another one unseen protects again
    (FOW-7.3-04, FOW-GAP-30). Who sees where it stands, its cover aside, saw it go in.
    """
    if not u.on_table:
        return
    now = hiding(b, unit_pieces(b, u))
    u.blown &= now
    if now == 0:
        u.seen_by = 0
    elif now & ~before:
        u.seen_by = seen
        for v in b.enemies(u.player):
            if not u.seen_by >> v.index & 1 and Lines(b, v, u, unhidden=True).any():
                u.seen_by |= 1 << v.index
    b.forget(u)


def seen_on_the_way(b: Battle, u: Unit, figures: list[int], way: Way) -> int:
    """The enemies that have a line to the unit at some moment of its move, inch by inch;
    asked only of units that end in cover."""
    most = 0
    for points in way:
        most = max(most, len(points))
    bits = 0
    x0 = min(x for points in way for x, _ in points) - WIDEST
    y0 = min(y for points in way for _, y in points) - WIDEST
    x1 = max(x for points in way for x, _ in points) + WIDEST
    y1 = max(y for points in way for _, y in points) + WIDEST
    watching = [v for v in b.enemies(u.player)
                if max(v.level) > 0 or not Lines(b, v, u, around=(x0, y0, x1, y1)).cut_off()]
    for step in range(most):
        ends = []
        for n, i in enumerate(figures):
            points = way[n]
            x, y = points[min(step, len(points) - 1)]
            ends.append((x, y, u.level[i]))
        passing = moved_copy(u, figures, ends)
        for v in watching:
            if not bits >> v.index & 1 and Lines(b, v, passing).any():
                bits |= 1 << v.index
    return bits
