"""What a way costs over slow ground, and how far a budget goes along it."""

from math import sqrt

from grognard.table.lattice import STEP, toward
from grognard.table.obstacles import CLEAR, Obstacles, Path


def length(path: Path) -> float:
    """The length of a path in inches, whatever the ground."""
    total = 0.0
    for i in range(len(path) - 1):
        total += distance(path[i][0], path[i][1], path[i + 1][0], path[i + 1][1])
    return total


def distance(x0: float, y0: float, x1: float, y1: float) -> float:
    """From point to point."""
    return sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0))


def along(path: Path, far: float) -> tuple[float, float]:
    """The lattice point `far` inches along a path; its end when that is sooner.

    For interrupts at fixed distances: the point is never further along than asked.
    """
    left = far
    for i in range(len(path) - 1):
        x0, y0 = path[i]
        x1, y1 = path[i + 1]
        leg = distance(x0, y0, x1, y1)
        if left < leg:
            return toward(x0, y0, x1, y1, left)
        left -= leg
    return path[-1]


def stations(path: Path, step: float) -> Path:
    """The points at every `step` inches along a path, start and end included.

    >>> stations([(0.0, 0.0), (3.0, 0.0), (3.0, 4.0)], 2.0)
    [(0.0, 0.0), (2.0, 0.0), (3.0, 1.0), (3.0, 3.0), (3.0, 4.0)]
    """
    out: Path = [path[0]]
    whole = length(path)
    i = 1
    while i * step < whole:
        point = along(path, i * step)
        if point != out[-1]:
            out.append(point)
        i += 1
    if path[-1] != out[-1]:
        out.append(path[-1])
    return out


def path_cost(ground: Obstacles, path: Path) -> float:
    """The length of a path, every inch at the price of its ground, and every toll once."""
    if len(ground.slow_pieces) == 0:
        return length(path)
    paid = inside(ground, path[0][0], path[0][1])
    total = 0.0
    for i in range(len(path) - 1):
        x0, y0 = path[i]
        x1, y1 = path[i + 1]
        total += _leg(ground, x0, y0, x1, y1, paid, 1e300)[0]
    return total


def leg_cost(ground: Obstacles, x0: float, y0: float, x1: float, y1: float) -> float:
    """The price of one straight leg by itself; who starts inside a piece has paid its toll."""
    if len(ground.slow_pieces) == 0:
        return distance(x0, y0, x1, y1)
    return _leg(ground, x0, y0, x1, y1, inside(ground, x0, y0), 1e300)[0]


def inside(ground: Obstacles, x: float, y: float) -> list[bool]:
    """In which of the slow pieces a point lies."""
    out: list[bool] = []
    for piece in ground.slow_pieces:
        out.append(piece.contains(x, y))
    return out


def _leg(
    ground: Obstacles,
    x0: float,
    y0: float,
    x1: float,
    y1: float,
    paid: list[bool],
    budget: float,
) -> tuple[float, float]:
    """The price of a leg, up to the budget, and how many inches of it that buys.

    Notes in `paid` for which pieces the toll was paid.
    """
    whole = distance(x0, y0, x1, y1)
    # From where to where on the leg each slow piece slows.
    lo: list[float] = []
    hi: list[float] = []
    of: list[int] = []
    cuts: list[float] = [0.0, 1.0]
    for k in range(len(ground.slow_pieces)):
        spans = ground.slow_pieces[k].intervals(x0, y0, x1, y1)
        for i in range(0, len(spans), 2):
            if whole == 0.0:
                break
            lo.append(spans[i])
            hi.append(spans[i + 1])
            of.append(k)
            cuts.append(spans[i])
            cuts.append(spans[i + 1])
    if len(of) == 0:
        return (whole, whole) if whole <= budget else (budget, budget)
    cuts.sort()
    spent = 0.0
    for i in range(len(cuts) - 1):
        a = cuts[i]
        b = cuts[i + 1]
        if a == b:
            continue
        mid = (a + b) / 2.0
        factor = 1.0
        for j in range(len(of)):
            if lo[j] <= mid <= hi[j]:
                k = of[j]
                if not paid[k]:
                    if spent + ground.slow_toll[k] > budget:
                        return spent, a * whole
                    paid[k] = True
                    spent += ground.slow_toll[k]
                if ground.slow_factor[k] > factor:
                    factor = ground.slow_factor[k]
        price = (b - a) * whole * factor
        if spent + price > budget:
            return budget, a * whole + (budget - spent) / factor
        spent += price
    return spent, whole


def cut(ground: Obstacles, path: Path, budget: float) -> Path:
    """As much of a path as the budget buys, ending on the lattice; legal where the whole was."""
    if path_cost(ground, path) <= budget:
        return path
    sx, sy = path[0]
    out: Path = [path[0]]
    paid = inside(ground, sx, sy)
    left = budget
    for i in range(len(path) - 1):
        x0, y0 = path[i]
        x1, y1 = path[i + 1]
        before = paid.copy()
        price, far = _leg(ground, x0, y0, x1, y1, paid, left)
        if far < distance(x0, y0, x1, y1):
            # Rounding to the lattice turns the leg a hair; step back until it is legal and paid
            # for.
            for _ in range(64):
                if far <= 0.0:
                    break
                x, y = toward(x0, y0, x1, y1, far)
                if (x, y) == (x0, y0):
                    break
                trial = before.copy()
                if (
                    ground.leg(x0, y0, x, y, sx, sy) == CLEAR
                    and _leg(ground, x0, y0, x, y, trial, 1e300)[0] <= left
                ):
                    out.append((x, y))
                    break
                far -= STEP
            return out
        left -= price
        out.append(path[i + 1])
    return out


def stretch(ground: Obstacles, x0: float, y0: float, x1: float, y1: float, budget: float) -> float:
    """How many inches of a straight leg the budget buys."""
    if len(ground.slow_pieces) == 0:
        whole = distance(x0, y0, x1, y1)
        return whole if whole < budget else budget
    return _leg(ground, x0, y0, x1, y1, inside(ground, x0, y0), budget)[1]
