"""What is left of an outline where others lie over it: convex parts, to be walled off.

>>> river = [0.0, 0.0, 10.0, 0.0, 10.0, 4.0, 0.0, 4.0]
>>> bridge = [4.0, -1.0, 6.0, -1.0, 6.0, 5.0, 4.0, 5.0]
>>> sum(area2(part) / 2.0 for part in remainder(river, [bridge]))
32.0

Outlines are flat (x, y, x, y, ...) and counter-clockwise, as `Terrain.points` is.
"""

from collections.abc import Sequence

from grognard.table.polygon import area2, side

CRUMB = 1e-6
"""Parts smaller than this (square inches, doubled) are rounding."""


def triangles(points: Sequence[float]) -> list[list[float]]:
    """A simple outline cut into triangles, ear by ear."""
    left = [(points[i], points[i + 1]) for i in range(0, len(points), 2)]
    out: list[list[float]] = []
    while len(left) > 3:
        n = len(left)
        for k in range(n):
            ax, ay = left[k - 1]
            bx, by = left[k]
            cx, cy = left[(k + 1) % n]
            if side(ax, ay, bx, by, cx, cy) <= 0.0:
                continue
            if any(
                side(ax, ay, bx, by, x, y) >= 0.0
                and side(bx, by, cx, cy, x, y) >= 0.0
                and side(cx, cy, ax, ay, x, y) >= 0.0
                for x, y in left
                if (x, y) not in (left[k - 1], left[k], left[(k + 1) % n])
            ):
                continue
            out.append([ax, ay, bx, by, cx, cy])
            del left[k]
            break
        else:
            # Only corners in line are left.
            return out
    out.append([v for corner in left for v in corner])
    return out


def half(part: list[float], ax: float, ay: float, bx: float, by: float) -> list[float]:
    """What of a convex outline lies to the left of the line from a to b."""
    out: list[float] = []
    n = len(part)
    px = part[n - 2]
    py = part[n - 1]
    before = side(ax, ay, bx, by, px, py)
    for i in range(0, n, 2):
        x = part[i]
        y = part[i + 1]
        now = side(ax, ay, bx, by, x, y)
        if (before > 0.0 and now < 0.0) or (before < 0.0 and now > 0.0):
            t = before / (before - now)
            out += [px + (x - px) * t, py + (y - py) * t]
        if now >= 0.0:
            out += [x, y]
        px = x
        py = y
        before = now
    return out if len(out) >= 6 and area2(out) > CRUMB else []


def remainder(points: Sequence[float], holes: Sequence[Sequence[float]]) -> list[list[float]]:
    """The outline without the holes, in convex parts."""
    parts = triangles(points)
    for hole in holes:
        for cut in triangles(hole):
            kept: list[list[float]] = []
            for part in parts:
                rest = part
                outside: list[list[float]] = []
                for i in range(0, 6, 2):
                    j = (i + 2) % 6
                    off = half(rest, cut[j], cut[j + 1], cut[i], cut[i + 1])
                    if off:
                        outside.append(off)
                    rest = half(rest, cut[i], cut[i + 1], cut[j], cut[j + 1])
                    if not rest:
                        break
                # What the hole does not touch stays whole.
                kept += outside if rest else [part]
            parts = kept
    return parts
