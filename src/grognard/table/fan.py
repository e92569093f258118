"""The area that can be seen from a point, as a polygon to draw.

>>> from grognard.table.sight import Scene
>>> from grognard.table.terrain import rectangle
>>> scene = Scene([rectangle(1, "wall", 10.0, 16.0, 20.0, 1.0)])
>>> seen = fan(10.0, 10.0, 8.0, scene.around(10.0, 10.0, 8.0))
>>> max(y for x, y in seen) < 16.0
True
"""

from math import atan2, cos, pi, radians, sin, sqrt
from typing import Final

from grognard.table.blocker import Blocker
from grognard.table.sight import Corridor

HAIR: Final = 1e-6
"""A ray passes a corner by this angle (in radians): 0.05 thousandths of an inch four feet away."""


def fan(
    x: float,
    y: float,
    radius: float,
    corridor: Corridor,
    facing: float = 0.0,
    half_angle: float = 180.0,
    steps: int = 72,
) -> list[tuple[float, float]]:
    """The outline of what is seen from (x, y) up to `radius`, counter-clockwise.

    With a facing and half an angle only what lies in that sector. The corridor should come from
    `Scene.around`. Approximate: round edges (the limit of sight, bases) are drawn with corners.
    """
    whole = half_angle >= 180.0
    first = radians(facing - half_angle)
    width = 2.0 * pi if whole else radians(2.0 * half_angle)
    # Rays that matter: at even steps, past either side of every corner and every base, and where an
    # edge comes within the radius.
    turns: list[float] = []
    for i in range(steps):
        turns.append(width * i / steps)
    if not whole:
        turns.append(width)
    edges: list[tuple[Blocker, int]] = []
    for blocker in corridor.blockers:
        if not (blocker.solid and blocker.inside(x, y)):
            edges += [(blocker, i) for i in range(len(blocker.ax))]
    bases = corridor.discs
    discs: list[int] = []
    for i in range(len(bases.x)):
        dx = bases.x[i] - x
        dy = bases.y[i] - y
        if dx * dx + dy * dy >= bases.r[i] * bases.r[i]:
            discs.append(i)
    for blocker, i in edges:
        _edge_turns(blocker, i, x, y, radius, first, width, turns)
    for i in discs:
        dx = bases.x[i] - x
        dy = bases.y[i] - y
        d2 = dx * dx + dy * dy
        r = bases.r[i]
        # A disc that the limit of sight cuts through ends where it does; near enough for a drawing.
        if sqrt(d2) - r < radius:
            a = atan2(dy, dx)
            half = atan2(r, sqrt(d2 - r * r))
            _add(turns, a - half - HAIR, first, width)
            _add(turns, a + half + HAIR, first, width)
            for k in range(-4, 5):
                _add(turns, a + (half - HAIR) * k / 4.0, first, width)
    turns.sort()
    out: list[tuple[float, float]] = []
    if not whole:
        out.append((x, y))
    last = -1.0
    for turn in turns:
        if turn == last:
            continue
        last = turn
        dx = cos(first + turn)
        dy = sin(first + turn)
        far = radius
        for blocker, i in edges:
            t = _meets(blocker, i, x, y, dx, dy)
            if t < far:
                far = t
        for i in discs:
            px = bases.x[i] - x
            py = bases.y[i] - y
            along = px * dx + py * dy
            r = bases.r[i]
            root = along * along - (px * px + py * py - r * r)
            if root >= 0.0 and along > 0.0:
                t = along - sqrt(root)
                if t < far:
                    far = t
        out.append((x + dx * far, y + dy * far))
    return out


def _edge_turns(
    blocker: Blocker,
    i: int,
    x: float,
    y: float,
    radius: float,
    first: float,
    width: float,
    turns: list[float],
) -> None:
    """The rays to both ends of an edge, and to where it crosses the limit of sight."""
    ax = blocker.ax[i] - x
    ay = blocker.ay[i] - y
    bx = blocker.bx[i] - x
    by = blocker.by[i] - y
    for k in range(2):
        px = ax if k == 0 else bx
        py = ay if k == 0 else by
        if px * px + py * py <= radius * radius:
            a = atan2(py, px)
            _add(turns, a - HAIR, first, width)
            _add(turns, a, first, width)
            _add(turns, a + HAIR, first, width)
    dx = bx - ax
    dy = by - ay
    len2 = dx * dx + dy * dy
    b = ax * dx + ay * dy
    root = b * b - len2 * (ax * ax + ay * ay - radius * radius)
    if root > 0.0:
        for k in range(2):
            t = (-b - sqrt(root)) / len2 if k == 0 else (-b + sqrt(root)) / len2
            if 0.0 < t < 1.0:
                _add(turns, atan2(ay + t * dy, ax + t * dx), first, width)


def _add(turns: list[float], angle: float, first: float, width: float) -> None:
    turn = (angle - first) % (2.0 * pi)
    if turn <= width:
        turns.append(turn)


def _meets(blocker: Blocker, i: int, x: float, y: float, dx: float, dy: float) -> float:
    """How far along a ray from (x, y) an edge is met; very far when it is not."""
    ax = blocker.ax[i] - x
    ay = blocker.ay[i] - y
    ex = blocker.bx[i] - blocker.ax[i]
    ey = blocker.by[i] - blocker.ay[i]
    across = dx * ey - dy * ex
    if across == 0.0:
        return 1e300
    where = (ax * dy - ay * dx) / across
    far = (ax * ey - ay * ex) / across
    if where < 0.0 or where > 1.0 or far < 0.0:
        return 1e300
    return far
