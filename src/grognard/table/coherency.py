"""Units that must stay together: figures linked from base edge to base edge.

>>> groups([0.0, 3.0, 10.0], [0.0, 0.0, 0.0], [0.5, 0.5, 0.5], 2.0)
[[0, 1], [2]]
"""

from collections.abc import Sequence

HAIR = 1e-9
"""Gaps this much too wide still count: the square root of an exact square may be that far off."""


def linked(
    xs: Sequence[float], ys: Sequence[float], radii: Sequence[float], i: int, j: int, gap: float
) -> bool:
    """Whether two figures stand no further apart than `gap`, edge to edge."""
    dx = xs[i] - xs[j]
    dy = ys[i] - ys[j]
    reach = radii[i] + radii[j] + gap + HAIR
    return dx * dx + dy * dy <= reach * reach


def groups(
    xs: Sequence[float], ys: Sequence[float], radii: Sequence[float], gap: float
) -> list[list[int]]:
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


def coherent(xs: Sequence[float], ys: Sequence[float], radii: Sequence[float], gap: float) -> bool:
    """Whether all hang together in one chain. Nobody, and one alone, do."""
    n = len(xs)
    if n <= 1:
        return True
    seen = [False] * n
    seen[0] = True
    todo = [0]
    found = 1
    while len(todo) > 0:
        i = todo.pop()
        for j in range(n):
            if not seen[j] and linked(xs, ys, radii, i, j, gap):
                seen[j] = True
                todo.append(j)
                found += 1
    return found == n


def every_pair(
    xs: Sequence[float], ys: Sequence[float], radii: Sequence[float], gap: float
) -> bool:
    """Whether each stands within the gap of each other."""
    n = len(xs)
    for i in range(n):
        for j in range(i + 1, n):
            if not linked(xs, ys, radii, i, j, gap):
                return False
    return True
