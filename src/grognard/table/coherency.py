"""Units that must stay together: figures linked from base edge to base edge.

>>> groups([0.0, 3.0, 10.0], [0.0, 0.0, 0.0], [0.5, 0.5, 0.5], 2.0)
[[0, 1], [2]]
"""

from typing import Final

HAIR: Final = 1e-9
"""Gaps this much too wide still count: the square root of an exact square may be that far off."""


def linked(
    xs: list[float], ys: list[float], radii: list[float], i: int, j: int, gap: float
) -> bool:
    """Whether two figures stand no further apart than `gap`, edge to edge."""
    dx = xs[i] - xs[j]
    dy = ys[i] - ys[j]
    reach = radii[i] + radii[j] + gap + HAIR
    return dx * dx + dy * dy <= reach * reach


def groups(xs: list[float], ys: list[float], radii: list[float], gap: float) -> list[list[int]]:
    """The figures that hang together, group by group, each in order."""
    n = len(xs)
    seen = [False] * n
    out: list[list[int]] = []
    for first in range(n):
        if seen[first]:
            continue
        seen[first] = True
        group = [first]
        at = 0
        while at < len(group):
            i = group[at]
            at += 1
            for j in range(first + 1, n):
                if not seen[j] and linked(xs, ys, radii, i, j, gap):
                    seen[j] = True
                    group.append(j)
        group.sort()
        out.append(group)
    return out


def coherent(xs: list[float], ys: list[float], radii: list[float], gap: float) -> bool:
    """Whether all hang together in one chain. Nobody, and one alone, do."""
    n = len(xs)
    if n <= 1:
        return True
    # The first `found` of `order` hang together; each of them looks among the rest for more.
    order: list[int] = list(range(n))
    found = 1
    at = 0
    while at < found:
        i = order[at]
        at += 1
        x = xs[i]
        y = ys[i]
        reach_i = radii[i]
        k = found
        while k < n:
            j = order[k]
            dx = x - xs[j]
            dy = y - ys[j]
            reach = reach_i + radii[j] + gap + HAIR
            if dx * dx + dy * dy <= reach * reach:
                order[k] = order[found]
                order[found] = j
                found += 1
            k += 1
        if found == n:
            return True
    return False


def round_one(xs: list[float], ys: list[float], radii: list[float], gap: float) -> bool:
    """Whether there is one of them within whose gap all others stand."""
    n = len(xs)
    for i in range(n):
        if all(i == j or linked(xs, ys, radii, i, j, gap) for j in range(n)):
            return True
    return n == 0


def every_pair(xs: list[float], ys: list[float], radii: list[float], gap: float) -> bool:
    """Whether each stands within the gap of each other."""
    n = len(xs)
    for i in range(n):
        for j in range(i + 1, n):
            if not linked(xs, ys, radii, i, j, gap):
                return False
    return True
