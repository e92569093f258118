"""The outlines of vehicles, at rest and on their way: who meets them, and how near."""

from __future__ import annotations

from math import sqrt

from grognard.systems.forge_of_war.state import Unit
from grognard.table.base import SLACK, Base
from grognard.table.polygon import contains, convex_hull, outlines_meet, point_segment2
from grognard.table.polygon import segment_segment2 as between

Outline = list[float]
"""Corners (x, y, x, y, ...), counter-clockwise."""


def slim(base: Base) -> Base:
    """What bites less deep than this is no overlap."""
    return Base.box(base.width - 2.0 * SLACK, base.depth - 2.0 * SLACK)


def hull_at(u: Unit, x: float, y: float, facing: float) -> Outline:
    """A vehicle's outline in a place, less what may bite."""
    return slim(u.kinds[u.kind[0]].base).corners(x, y, facing)


def swept(u: Unit, x0: float, y0: float, x1: float, y1: float, facing: float) -> Outline:
    """What the hull passes over on a straight stretch, its facing unchanged."""
    base = slim(u.kinds[u.kind[0]].base)
    if x0 == x1 and y0 == y1:
        return base.corners(x0, y0, facing)
    return convex_hull(base.corners(x0, y0, facing) + base.corners(x1, y1, facing))


def bounds(outline: Outline) -> tuple[float, float, float, float]:
    xs = outline[0::2]
    ys = outline[1::2]
    return min(xs), min(ys), max(xs), max(ys)


def meets(points: list[float], outline: Outline) -> bool:
    """Whether a piece of terrain and an outline have anything in common."""
    return outlines_meet(outline, points)


def distance(outline: Outline, v: Unit, j: int) -> float:
    """From an outline to the base of a figure."""
    base = v.kinds[v.kind[j]].base
    x, y = v.x[j], v.y[j]
    if base.is_disc:
        return max(0.0, to_point(outline, x, y) - base.radius)
    return gap(outline, base.corners(x, y, v.facing))


def to_point(outline: Outline, x: float, y: float) -> float:
    if contains(outline, x, y):
        return 0.0
    best = 1e300
    n = len(outline)
    for k in range(0, n, 2):
        m = (k + 2) % n
        best = min(
            best,
            point_segment2(x, y, outline[k], outline[k + 1], outline[m], outline[m + 1]),
        )
    return sqrt(best)


def gap(a: Outline, b: Outline) -> float:
    """Between two outlines; 0 where they meet."""
    if outlines_meet(a, b):
        return 0.0
    best = 1e300
    for i in range(0, len(a), 2):
        k = (i + 2) % len(a)
        for j in range(0, len(b), 2):
            m = (j + 2) % len(b)
            best = min(
                best, between(a[i], a[i + 1], a[k], a[k + 1], b[j], b[j + 1], b[m], b[m + 1])
            )
    return sqrt(best)
