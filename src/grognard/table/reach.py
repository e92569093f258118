"""The area within reach of a mover, as polygons to draw: their union is where his centre can get.

Each polygon is what can be reached in a straight line from one place, the start or a corner that he
can get to; nothing in it is out of reach. The union falls short of the true area by hairs only:
where ways round discs are followed along corners, and along rims of obstacles (`_SHY`).
"""

from heapq import heappop, heappush
from math import cos, pi, sin, sqrt
from typing import Final

from grognard.table.cost import distance, leg_cost, stretch
from grognard.table.obstacles import CLEAR, Obstacles, Path
from grognard.table.polygon import contains, side
from grognard.table.route import Search

_SHY: Final = 0.004
"""Rays stop this short of an obstacle, so that the line from ray to ray passes it too."""

_HAIR: Final = 0.02
"""What an outline may fall short of the true one without anybody seeing it."""

_DEEP: Final = 5
"""How often the angle between two rays is halved where something stands between them."""


def reach(ground: Obstacles, sx: float, sy: float, budget: float, rays: int = 72) -> list[Path]:
    """The polygons reached from (sx, sy), the one round the start first."""
    if budget <= 0.0:
        return []
    ground = ground.nearby(sx, sy, budget)
    search = Search(ground, sx, sy, 2.0 * budget)
    for i in range(len(ground.disc_c) + len(ground.poly_c)):
        search.add_corners(i, sx, sy)
    for k in range(len(ground.slow_pieces)):
        search.add_slow(k, sx, sy)
    price = _prices(ground, search, budget)
    order: list[tuple[float, int]] = []
    for i in range(len(search.x)):
        if 0.0 <= price[i] < budget - 0.05:
            order.append((price[i], i))
    order.sort()
    out: list[Path] = []
    flat: list[list[float]] = []
    for spent, i in order:
        points = _star(ground, search.x[i], search.y[i], sx, sy, budget - spent, rays)
        if len(points) >= 6 and not _covered(points, flat):
            flat.append(points)
            out.append([(points[k], points[k + 1]) for k in range(0, len(points), 2)])
    return out


def _prices(ground: Obstacles, search: Search, budget: float) -> list[float]:
    """What it costs to get to each corner; -1 for those out of reach."""
    n = len(search.x)
    price = [-1.0] * n
    heap: list[tuple[float, int, int, float, bool]] = [(0.0, 0, 0, 0.0, True)]
    while len(heap) > 0:
        total, to, start, before, sure = heappop(heap)
        if price[to] >= 0.0:
            continue
        x = search.x[to]
        y = search.y[to]
        if not sure:
            x0 = search.x[start]
            y0 = search.y[start]
            if ground.leg(x0, y0, x, y, search.sx, search.sy) != CLEAR:
                continue
            true = before + leg_cost(ground, x0, y0, x, y)
            if true > total:
                if true <= budget:
                    heappush(heap, (true, to, start, before, True))
                continue
        price[to] = total
        for k in range(n):
            if price[k] < 0.0:
                guess = total + distance(x, y, search.x[k], search.y[k])
                if guess <= budget:
                    heappush(heap, (guess, k, to, total, False))
    return price


def _covered(points: list[float], others: list[list[float]]) -> bool:
    """Whether every point lies in one of the other outlines, so that a drawing gains nothing."""
    for i in range(0, len(points), 2):
        found = False
        for other in others:
            if contains(other, points[i], points[i + 1]):
                found = True
                break
        if not found:
            return False
    return True


def _star(
    ground: Obstacles, x: float, y: float, sx: float, sy: float, budget: float, rays: int
) -> list[float]:
    """What can be reached straight from (x, y) by a mover who started at (sx, sy)."""
    limits = _limits(ground, x, y, sx, sy, budget)
    out: list[float] = []
    step = 2.0 * pi / rays
    first = _ray(ground, limits, x, y, 0.0, budget)
    far = first
    for i in range(rays):
        last = first if i == rays - 1 else _ray(ground, limits, x, y, (i + 1) * step, budget)
        _wedge(ground, limits, x, y, sx, sy, budget, i * step, far, (i + 1) * step, last, 0, out)
        far = last
    return out


def _limits(
    ground: Obstacles, x: float, y: float, sx: float, sy: float, budget: float
) -> list[float]:
    """How near the mover may come to each obstacle; 0 for those that do not matter here."""
    n = len(ground.disc_c)
    out: list[float] = []
    for i in range(n + len(ground.poly_c)):
        c = ground.disc_c[i] if i < n else ground.poly_c[i - n]
        start = sqrt(ground.near2(i, sx, sy, sx, sy))
        if start < c:
            c = start
        if sqrt(ground.near2(i, x, y, x, y)) > c + budget:
            c = 0.0
        out.append(c)
    return out


def _wedge(
    ground: Obstacles,
    limits: list[float],
    x: float,
    y: float,
    sx: float,
    sy: float,
    budget: float,
    a: float,
    far_a: float,
    b: float,
    far_b: float,
    depth: int,
    out: list[float],
) -> None:
    """Add the outline from ray a up to ray b; halve the angle where the way is not free."""
    ax = x + cos(a) * far_a
    ay = y + sin(a) * far_a
    bx = x + cos(b) * far_b
    by = y + sin(b) * far_b
    mid = (a + b) / 2.0
    far = -1.0
    if _free(ground, limits, x, y, sx, sy, budget, ax, ay, bx, by):
        leap = False
        if depth < _DEEP and abs(far_a - far_b) > _HAIR:
            # One ray may stop where the next just passes: does the chord between them hold back?
            far = _ray(ground, limits, x, y, mid, budget)
            leap = far > _chord(a, far_a, b, far_b) + _HAIR
        if not leap:
            out.append(ax)
            out.append(ay)
            return
    if depth < _DEEP:
        if far < 0.0:
            far = _ray(ground, limits, x, y, mid, budget)
        _wedge(ground, limits, x, y, sx, sy, budget, a, far_a, mid, far, depth + 1, out)
        _wedge(ground, limits, x, y, sx, sy, budget, mid, far, b, far_b, depth + 1, out)
        return
    # Too fine to halve again: draw the wedge back until it is free.
    lo = 0.0
    hi = 1.0
    for _ in range(10):
        f = (lo + hi) / 2.0
        if _free(
            ground,
            limits,
            x,
            y,
            sx,
            sy,
            budget,
            x + (ax - x) * f,
            y + (ay - y) * f,
            x + (bx - x) * f,
            y + (by - y) * f,
        ):
            lo = f
        else:
            hi = f
    out.append(x + (ax - x) * lo)
    out.append(y + (ay - y) * lo)
    out.append(x + (bx - x) * lo)
    out.append(y + (by - y) * lo)


def _chord(a: float, far_a: float, b: float, far_b: float) -> float:
    """How far the line from the end of ray a to the end of ray b is, half-way between them."""
    if far_a + far_b == 0.0:
        return 0.0
    return 2.0 * far_a * far_b * cos((b - a) / 2.0) / (far_a + far_b)


def _free(
    ground: Obstacles,
    limits: list[float],
    x: float,
    y: float,
    sx: float,
    sy: float,
    budget: float,
    ax: float,
    ay: float,
    bx: float,
    by: float,
) -> bool:
    """Whether all of a triangle can be reached straight from its tip, when its sides can."""
    if ground.leg(ax, ay, bx, by, sx, sy) != CLEAR:
        return False
    # All three sides are free: an obstacle could only lie wholly inside.
    n = len(ground.disc_c)
    for i in range(len(limits)):
        if limits[i] > 0.0:
            px = ground.disc_x[i] if i < n else ground.poly_points[i - n][0]
            py = ground.disc_y[i] if i < n else ground.poly_points[i - n][1]
            if (
                side(x, y, ax, ay, px, py) > 0.0
                and side(ax, ay, bx, by, px, py) > 0.0
                and side(bx, by, x, y, px, py) > 0.0
            ):
                return False
    if len(ground.slow_pieces) > 0:
        for k in range(1, 8):
            px = ax + (bx - ax) * k / 8.0
            py = ay + (by - ay) * k / 8.0
            if leg_cost(ground, x, y, px, py) > budget + 1e-9:
                return False
    return True


def _ray(
    ground: Obstacles, limits: list[float], x: float, y: float, turn: float, budget: float
) -> float:
    """How far he gets straight in one direction."""
    dx = cos(turn)
    dy = sin(turn)
    far = stretch(ground, x, y, x + dx * budget, y + dy * budget, budget)
    r = ground.radius
    if dx > 0.0:
        far = min(far, (ground.width - r - x) / dx)
    elif dx < 0.0:
        far = min(far, (r - x) / dx)
    if dy > 0.0:
        far = min(far, (ground.depth - r - y) / dy)
    elif dy < 0.0:
        far = min(far, (r - y) / dy)
    n = len(ground.disc_c)
    for i in range(len(limits)):
        c = limits[i]
        if c <= 0.0:
            continue
        if i < n:
            far = min(far, _to_disc(ground.disc_x[i] - x, ground.disc_y[i] - y, c, dx, dy))
            continue
        points = ground.poly_points[i - n]
        m = len(points)
        ax = points[m - 2] - x
        ay = points[m - 1] - y
        for k in range(0, m, 2):
            bx = points[k] - x
            by = points[k + 1] - y
            far = min(far, _to_disc(ax, ay, c, dx, dy), _to_side(ax, ay, bx, by, c, dx, dy))
            ax = bx
            ay = by
    return far if far > 0.0 else 0.0


def _to_disc(px: float, py: float, c: float, dx: float, dy: float) -> float:
    """How far along a ray from the origin the distance to a point falls to c."""
    along = px * dx + py * dy
    if along <= 0.0:
        return 1e300
    off = px * dy - py * dx
    root = c * c - off * off
    if root <= 0.0:
        return 1e300
    return along - sqrt(root) - _SHY


def _to_side(ax: float, ay: float, bx: float, by: float, c: float, dx: float, dy: float) -> float:
    """How far along a ray from the origin the distance to a side falls to c, from outside of it."""
    ux = bx - ax
    uy = by - ay
    whole = sqrt(ux * ux + uy * uy)
    ux /= whole
    uy /= whole
    # Outside of a counter-clockwise outline is to the right.
    away = ax * uy - ay * ux
    closing = dx * uy - dy * ux
    off = -away
    if closing >= 0.0 or off < 0.0:
        return 1e300
    t = (off - c) / -closing
    if t < -_SHY:
        return 1e300
    where = (dx * t - ax) * ux + (dy * t - ay) * uy
    if where < 0.0 or where > whole:
        return 1e300
    return t - _SHY
