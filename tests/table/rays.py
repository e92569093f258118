"""The visible fraction by brute force: thousands of rays, each asked what it meets first."""

from math import hypot

import numpy as np
import numpy.typing as npt

from grognard.table.base import Base

Floats = npt.NDArray[np.float64]
Edge = tuple[float, float, float, float, float]  # x, y, x, y, top
Disc = tuple[float, float, float, float]  # x, y, radius, top
RAYS = 20000


def meets_edge(px: Floats, py: Floats, edge: Edge) -> Floats:
    """How far along each ray (of unit length 1) from the origin an edge is met; inf for never."""
    ax, ay, bx, by, _ = edge
    ex, ey = bx - ax, by - ay
    with np.errstate(divide="ignore", invalid="ignore"):
        across = px * ey - py * ex
        far = (ax * ey - ay * ex) / across
        where = (ax * py - ay * px) / across
        return np.where((where >= 0) & (where <= 1) & (far > 0), far, np.inf)


def meets_disc(px: Floats, py: Floats, x: float, y: float, r: float) -> tuple[Floats, Floats]:
    """Where each ray enters and leaves a disc; inf and -inf for never."""
    along = px * x + py * y
    root = along**2 - (x * x + y * y - r * r)
    hit = (root > 0) & (along > 0)
    half = np.sqrt(np.where(hit, root, 0.0))
    return np.where(hit, along - half, np.inf), np.where(hit, along + half, -np.inf)


def fraction(
    eye: tuple[float, float],
    target: tuple[float, float],
    base: Base,
    facing: float,
    edges: list[Edge],
    discs: list[Disc],
    heights: tuple[float, float] = (0.0, 0.0),
) -> float:
    """Rays at even slopes over the target's width; each is hidden by what it meets before it."""
    dx, dy = target[0] - eye[0], target[1] - eye[1]
    if base.is_disc:
        d = hypot(dx, dy)
        ux, uy = dx / d, dy / d
        s = base.radius / (d * d - base.radius**2) ** 0.5
        outline: list[Edge] = []
    else:
        flat = base.corners(dx, dy, facing)
        corners = [complex(flat[i], flat[i + 1]) for i in range(0, 8, 2)]
        # The widest pair of corners bounds the silhouette; its middle is straight ahead.
        pairs = [(p / abs(p), q / abs(q)) for p in corners for q in corners]
        p, q = max(pairs, key=lambda pq: abs(pq[0] - pq[1]))
        middle = (p + q) / abs(p + q)
        ux, uy = middle.real, middle.imag
        s = abs((p / middle).imag / (p / middle).real)
        outline = [
            (corners[i].real, corners[i].imag, corners[i - 1].real, corners[i - 1].imag, 0)
            for i in range(4)
        ]
    m = s * (2 * (np.arange(RAYS) + 0.5) / RAYS - 1)
    n = np.sqrt(1 + m * m)
    px, py = (ux - m * uy) / n, (uy + m * ux) / n
    ahead = 1 / n  # what an inch along a ray is worth along u
    if base.is_disc:
        goal = meets_disc(px, py, dx, dy, base.radius)[0]
    else:
        goal = np.min([meets_edge(px, py, side) for side in outline], axis=0)
    mid = ux * dx + uy * dy

    def line(t: Floats) -> Floats:
        u = np.where(np.isfinite(t), t, 0) * ahead
        return np.asarray(heights[0] + (heights[1] - heights[0]) * u / mid)

    hidden = np.zeros(RAYS, dtype=bool)
    for ax, ay, bx, by, top in edges:
        t = meets_edge(px, py, (ax - eye[0], ay - eye[1], bx - eye[0], by - eye[1], top))
        hidden |= (t < goal - 1e-9) & (line(t) < top)
    for x, y, r, top in discs:
        if hypot(x - eye[0], y - eye[1]) < r:
            continue
        enter, leave = meets_disc(px, py, x - eye[0], y - eye[1], r)
        hidden |= (enter < goal - 1e-9) & (np.minimum(line(enter), line(leave)) < top)
    return float(1 - hidden.mean())
