"""Arithmetic on lines and outlines that several files here need; everything flat and in doubles.

Exact where the arguments lie on the lattice and only sides of lines are asked; distances carry the
rounding of one division and one root.
"""

from math import sqrt


def side(ax: float, ay: float, bx: float, by: float, px: float, py: float) -> float:
    """Positive left of the line from a to b, 0 on it, negative right. Exact on the lattice."""
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax)


def point_segment2(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """The squared distance from a point to a segment."""
    dx = bx - ax
    dy = by - ay
    qx = px - ax
    qy = py - ay
    along = qx * dx + qy * dy
    if along <= 0.0:
        return qx * qx + qy * qy
    len2 = dx * dx + dy * dy
    if along >= len2:
        qx = px - bx
        qy = py - by
        return qx * qx + qy * qy
    off = dx * qy - dy * qx
    return off * off / len2


def segments_meet(
    ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float
) -> bool:
    """Whether the segments a-b and c-d share a point; touching counts. Exact on the lattice."""
    if ax < cx and ax < dx and bx < cx and bx < dx:
        return False
    if ax > cx and ax > dx and bx > cx and bx > dx:
        return False
    if ay < cy and ay < dy and by < cy and by < dy:
        return False
    if ay > cy and ay > dy and by > cy and by > dy:
        return False
    # The boxes meet; now each segment must not lie wholly on one side of the other's line.
    # Collinear segments pass both tests, and for them meeting boxes are enough.
    s = side(ax, ay, bx, by, cx, cy)
    t = side(ax, ay, bx, by, dx, dy)
    if (s > 0.0 and t > 0.0) or (s < 0.0 and t < 0.0):
        return False
    s = side(cx, cy, dx, dy, ax, ay)
    t = side(cx, cy, dx, dy, bx, by)
    return not ((s > 0.0 and t > 0.0) or (s < 0.0 and t < 0.0))


def segments_cross(
    ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float
) -> bool:
    """Whether a-b and c-d cross inside both; touching does not count. Exact on the lattice."""
    s = side(ax, ay, bx, by, cx, cy)
    t = side(ax, ay, bx, by, dx, dy)
    if not ((s > 0.0 and t < 0.0) or (s < 0.0 and t > 0.0)):
        return False
    s = side(cx, cy, dx, dy, ax, ay)
    t = side(cx, cy, dx, dy, bx, by)
    return (s > 0.0 and t < 0.0) or (s < 0.0 and t > 0.0)


def segment_segment2(
    ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float
) -> float:
    """The squared distance between two segments: 0 when they meet."""
    if segments_meet(ax, ay, bx, by, cx, cy, dx, dy):
        return 0.0
    best = point_segment2(ax, ay, cx, cy, dx, dy)
    d = point_segment2(bx, by, cx, cy, dx, dy)
    if d < best:
        best = d
    d = point_segment2(cx, cy, ax, ay, bx, by)
    if d < best:
        best = d
    d = point_segment2(dx, dy, ax, ay, bx, by)
    if d < best:
        best = d
    return best


def contains(points: list[float], x: float, y: float) -> bool:
    """Whether a flat outline (x, y, x, y, ...) holds a point; its rim counts. Exact likewise."""
    inside = False
    n = len(points)
    ax = points[n - 2]
    ay = points[n - 1]
    for i in range(0, n, 2):
        bx = points[i]
        by = points[i + 1]
        if (ay > y) != (by > y):
            s = side(ax, ay, bx, by, x, y)
            if s == 0.0:
                return True
            # An upward edge has the point on its left exactly when the ray to the right crosses it.
            if (s > 0.0) == (by > ay):
                inside = not inside
        elif ay == y and by == y:
            if (ax <= x <= bx) or (bx <= x <= ax):
                return True
        elif (ay == y and ax == x) or (by == y and bx == x):
            return True
        ax = bx
        ay = by
    return inside


def area2(points: list[float]) -> float:
    """Twice the area of a flat outline, positive when counter-clockwise. Exact on the lattice."""
    total = 0.0
    n = len(points)
    ox = points[0]
    oy = points[1]
    for i in range(2, n - 2, 2):
        total += side(ox, oy, points[i], points[i + 1], points[i + 2], points[i + 3])
    return total


def is_simple(points: list[float]) -> bool:
    """Whether a flat outline neither crosses nor touches itself. Exact on the lattice."""
    n = len(points) // 2
    for i in range(n):
        ax = points[2 * i]
        ay = points[2 * i + 1]
        j = (i + 1) % n
        bx = points[2 * j]
        by = points[2 * j + 1]
        # The next edge starts where this one ends; it must not run back over it.
        k = (i + 2) % n
        cx = points[2 * k]
        cy = points[2 * k + 1]
        if (
            side(ax, ay, bx, by, cx, cy) == 0.0
            and (cx - bx) * (ax - bx) + (cy - by) * (ay - by) > 0.0
        ):
            return False
        for k in range(i + 2, n):
            m = (k + 1) % n
            if m == i:
                continue
            if segments_meet(
                ax, ay, bx, by, points[2 * k], points[2 * k + 1], points[2 * m], points[2 * m + 1]
            ):
                return False
    return True


def convex_hull(points: list[float]) -> list[float]:
    """The convex hull of flat points, flat and counter-clockwise from the leftmost lowest."""
    order = sorted({(points[i], points[i + 1]) for i in range(0, len(points), 2)})
    if len(order) < 3:
        flat: list[float] = []
        for x, y in order:
            flat.append(x)
            flat.append(y)
        return flat
    lower = _half_hull(order)
    order.reverse()
    upper = _half_hull(order)
    del lower[-2:]
    del upper[-2:]
    return lower + upper


def _half_hull(order: list[tuple[float, float]]) -> list[float]:
    out: list[float] = []
    for x, y in order:
        while len(out) >= 4 and side(out[-4], out[-3], out[-2], out[-1], x, y) <= 0.0:
            del out[-2:]
        out.append(x)
        out.append(y)
    return out


def outlines_meet(a: list[float], b: list[float]) -> bool:
    """Whether two flat outlines share a point (one inside the other counts)."""
    if contains(a, b[0], b[1]) or contains(b, a[0], a[1]):
        return True
    n = len(a)
    m = len(b)
    ax = a[n - 2]
    ay = a[n - 1]
    for i in range(0, n, 2):
        bx = a[i]
        by = a[i + 1]
        cx = b[m - 2]
        cy = b[m - 1]
        for j in range(0, m, 2):
            if segments_meet(ax, ay, bx, by, cx, cy, b[j], b[j + 1]):
                return True
            cx = b[j]
            cy = b[j + 1]
        ax = bx
        ay = by
    return False


def outline_distance(points: list[float], x: float, y: float) -> float:
    """The distance from a point to a flat outline: 0 inside and on it."""
    if contains(points, x, y):
        return 0.0
    return sqrt(rim_distance2(points, x, y))


def rim_distance2(points: list[float], x: float, y: float) -> float:
    """The squared distance from a point to the line of an outline, from inside as from outside."""
    n = len(points)
    best = -1.0
    ax = points[n - 2]
    ay = points[n - 1]
    for i in range(0, n, 2):
        bx = points[i]
        by = points[i + 1]
        d = point_segment2(x, y, ax, ay, bx, by)
        if best < 0.0 or d < best:
            best = d
        ax = bx
        ay = by
    return best
