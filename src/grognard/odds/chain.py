"""Duels that go on until one side is gone: absorbing Markov chains, solved and not sampled.

Losses are monotone, so nearly every state is left for good: a forward pass in order, with
"nothing happened" solved in closed form. Where rallying brings states back, the states
that reach each other are solved together.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
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
    rational = any(isinstance(p, Fraction) for out in moves.values() for _, p in out)
    one: Probability = Fraction(1) if rational else 1.0
    mass: dict[Any, Probability] = {start: one}
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
            # Not 1 - stay: where next to nothing changes, that would be noise.
            leave: Any = 0
            for to, p in moves[state]:
                if to != state:
                    leave += p
            if not leave:
                raise Endless(f"{state!r} never changes")
            visits = m / leave
            steps += visits
            for to, p in moves[state]:
                if to != state:
                    mass[to] = mass.get(to, 0) + visits * p
            continue
        inside = set(group)
        if all(to in inside for state in group for to, _ in moves[state]):
            raise Endless(f"from {group[0]!r} on nothing ends it")
        for state, visits in _visits(group, moves, mass):
            mass.pop(state, None)
            steps += visits
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
        moves[state] = [(to, p) for to, p in step(state) if p]
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
    """How often each state of a group is visited.

    One state after another is taken out and bridged over, then the visits are counted in the
    other direction. Nothing is ever subtracted, so nothing is lost where leaving is rare.
    """
    inside = set(group)
    out: dict[Any, dict[Any, Any]] = {}
    held: dict[Any, Any] = {}
    for state in group:
        held[state] = mass.get(state, 0)
        row = out[state] = {}
        for to, p in moves[state]:
            if to != state:
                row[to] = row.get(to, 0) + p
    taken: list[tuple[Any, list[tuple[Any, Any]], Any]] = []
    for n, state in enumerate(group):
        row = out[state]
        leave = sum(row.values())
        origins = [(i, out[i].pop(state)) for i in group[n + 1 :] if state in out[i]]
        for i, p in origins:
            bridged = out[i]
            for to, q in row.items():
                if to != i:
                    bridged[to] = bridged.get(to, 0) + p * q / leave
        for to, q in row.items():
            if to in inside:
                held[to] += held[state] * q / leave
        taken.append((state, origins, leave))
    visits: dict[Any, Any] = {}
    for state, origins, leave in taken[::-1]:
        visits[state] = (held[state] + sum(visits[i] * p for i, p in origins)) / leave
    return list(visits.items())
