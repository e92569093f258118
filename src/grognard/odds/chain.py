"""Duels that go on until one side is gone: absorbing Markov chains, solved and not sampled.

Losses are monotone, so nearly every state is left for good: a forward pass in order, with
"nothing happened" solved in closed form. Where rallying brings states back, the states
that reach each other are solved together.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from grognard.odds.distribution import Distribution, Probability

S = TypeVar("S", bound=Hashable)


class Endless(Exception):
    """A chain that can go on for ever with a positive chance."""


class Absorbed:
    """Where a chain ends, and how many steps it takes on average."""

    def __init__(self, ends: Distribution[Any], steps: float) -> None:
        self.ends = ends
        self.steps = steps


def absorb(
    start: S,
    step: Callable[[S], list[tuple[S, Probability]]],
    ended: Callable[[S], bool],
) -> Absorbed:
    """Follow `step` from `start` until `ended`, exactly."""
    moves = _explore(start, step, ended)
    mass: dict[Any, Probability] = {start: 1}
    ends: dict[Any, Probability] = {}
    steps: Any = 0
    for group in _components(start, moves):
        if len(group) == 1:
            state = group[0]
            m = mass.pop(state, 0)
            if not m:
                continue
            if state not in moves:
                ends[state] = ends.get(state, 0) + m
                continue
            stay: Any = 0
            for to, p in moves[state]:
                if to == state:
                    stay += p
            if stay == 1:
                raise Endless(f"{state!r} never changes")
            visits = m / (1 - stay)
            steps += visits
            for to, p in moves[state]:
                if to != state:
                    mass[to] = mass.get(to, 0) + visits * p
            continue
        for state, visits in _visits(group, moves, mass):
            mass.pop(state, None)
            steps += visits
            inside = set(group)
            for to, p in moves[state]:
                if to not in inside:
                    mass[to] = mass.get(to, 0) + visits * p
    return Absorbed(Distribution(ends), float(steps))


def _explore(
    start: Any, step: Callable[[Any], list[tuple[Any, Probability]]], ended: Callable[[Any], bool]
) -> dict[Any, list[tuple[Any, Probability]]]:
    """The moves out of every state that is not an end."""
    moves: dict[Any, list[tuple[Any, Probability]]] = {}
    todo = [start]
    while todo:
        state = todo.pop()
        if state in moves or ended(state):
            continue
        moves[state] = step(state)
        todo += [to for to, _ in moves[state] if to not in moves]
    return moves


def _components(start: Any, moves: dict[Any, list[tuple[Any, Probability]]]) -> list[list[Any]]:
    """Groups of states that reach each other, in the order a chain runs through them.

    Tarjan's algorithm without recursion: chains may be deep.
    """
    index: dict[Any, int] = {start: 0}
    low: dict[Any, int] = {start: 0}
    on_path: set[Any] = {start}
    path: list[Any] = [start]
    work: list[tuple[Any, int]] = [(start, 0)]
    groups: list[list[Any]] = []
    while work:
        state, i = work.pop()
        nexts = moves.get(state, [])
        if i < len(nexts):
            work.append((state, i + 1))
            to = nexts[i][0]
            if to not in index:
                index[to] = low[to] = len(index)
                path.append(to)
                on_path.add(to)
                work.append((to, 0))
            elif to in on_path:
                low[state] = min(low[state], index[to])
            continue
        if work:
            parent = work[-1][0]
            low[parent] = min(low[parent], low[state])
        if low[state] == index[state]:
            group = []
            while True:
                member = path.pop()
                on_path.discard(member)
                group.append(member)
                if member == state:
                    break
            groups.append(group)
    groups.reverse()
    return groups


def _visits(
    group: list[Any],
    moves: dict[Any, list[tuple[Any, Probability]]],
    mass: dict[Any, Probability],
) -> list[tuple[Any, Probability]]:
    """How often each state of a group is visited, by elimination: v = m + v P."""
    n = len(group)
    where = {state: i for i, state in enumerate(group)}
    rows: list[list[Any]] = [
        [0] * i + [1] + [0] * (n - i - 1) + [mass.get(state, 0)] for i, state in enumerate(group)
    ]
    for state, i in where.items():
        for to, p in moves[state]:
            j = where.get(to)
            if j is not None:
                rows[j][i] -= p
    for i in range(n):
        pivot = i
        for r in range(i + 1, n):
            if abs(rows[r][i]) > abs(rows[pivot][i]):
                pivot = r
        if not rows[pivot][i]:
            raise Endless("the chain can go on for ever")
        rows[i], rows[pivot] = rows[pivot], rows[i]
        head = rows[i][i]
        for r in range(n):
            if r != i and rows[r][i]:
                factor = rows[r][i] / head
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    return [(state, rows[i][n] / rows[i][i]) for i, state in enumerate(group)]
