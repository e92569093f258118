"""The chance of everything dice can show, branching over counts and never over single dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from grognard.odds.distribution import Probability
from grognard.rules.dice import Each, InBin, InBins, Mapped, Single, Tally, Total
from grognard.rules.effects import Roll

MOST_FACES = 60_000
"""A roll read face by face may have so many outcomes and no more."""


class TooMany(Exception):
    """A roll with more outcomes than can be told apart one by one."""


_floats: dict[tuple[Any, ...], list[tuple[Any, Probability]]] = {}
_fractions: dict[tuple[Any, ...], list[tuple[Any, Probability]]] = {}


def outcomes(roll: Roll[Any], rational: bool) -> list[tuple[Any, Probability]]:
    """Every answer the roll can give, with its probability. Remembered."""
    known = _fractions if rational else _floats
    reading = roll.reading
    if isinstance(reading, InBin):
        good = max(0, min(reading.high, roll.sides) - max(reading.low, 1) + 1)
        key: tuple[Any, ...] = (roll.pool, roll.sides, good)
        found = known.get(key)
        if found is None:
            found = known[key] = binomial(roll.pool, good, roll.sides, rational)
        return found
    if isinstance(reading, Tally):
        return list(told({reading.start: _share(1, 1, rational)}, roll, reading).items())
    if isinstance(reading, InBins):
        sizes = _sizes(reading, roll.sides)
        key = (roll.pool, roll.sides, sizes)
        found = known.get(key)
        if found is None:
            found = known[key] = multinomial(roll.pool, sizes, roll.sides, rational)
        return found
    if isinstance(reading, Single):
        key = (roll.sides, "single")
        found = known.get(key)
        if found is None:
            p = _share(1, roll.sides, rational)
            found = known[key] = [(face, p) for face in range(1, roll.sides + 1)]
        return found
    if isinstance(reading, Total):
        key = (roll.pool, roll.sides, "total")
        found = known.get(key)
        if found is None:
            found = known[key] = totals(roll.pool, roll.sides, rational)
        return found
    if isinstance(reading, Each):
        if roll.sides**roll.pool > MOST_FACES:
            raise TooMany(f"{roll!r}: {roll.sides**roll.pool} outcomes, one by one")
        key = (roll.pool, roll.sides, "each")
        found = known.get(key)
        if found is None:
            found = [((), _share(1, 1, rational))]
            p = _share(1, roll.sides, rational)
            for _ in range(roll.pool):
                found = [(f + (n,), q * p) for f, q in found for n in range(1, roll.sides + 1)]
            known[key] = found
        return found
    if isinstance(reading, Mapped):
        inner: Roll[Any] = Roll(roll.pool, roll.sides, reading.inner, roll.why)
        merged: dict[Any, Probability] = {}
        of = reading.of
        for answer, p in outcomes(inner, rational):
            made = of(answer)
            merged[made] = merged.get(made, 0) + p
        return list(merged.items())
    raise TypeError(f"no chances for {reading!r}")


def _sizes(reading: InBins, sides: int) -> tuple[int, ...]:
    return tuple([max(0, min(b.high, sides) - max(b.low, 1) + 1) for b in reading.bins])


def told(starts: dict[Any, Probability], roll: Roll[Any], reading: Tally) -> dict[Any, Probability]:
    """What all dice of a tally come to, from each of these starts with its probability: die by
    die, whatever comes to the same being one."""
    rational = any(isinstance(p, Fraction) for p in starts.values())
    sizes = _sizes(reading, roll.sides)
    missed = roll.sides - sum(sizes)
    step, args = reading.step, reading.args
    states: list[Any] = list(starts)
    ids: dict[Any, int] = {state: i for i, state in enumerate(states)}
    ways: list[list[tuple[int, Any]] | None] = [None] * len(states)
    now: dict[int, Any] = {ids[state]: p for state, p in starts.items()}
    for _ in range(roll.pool):
        after: dict[int, Any] = {}
        for i, p in now.items():
            found = ways[i]
            if found is None:
                faces: dict[int, int] = {i: missed} if missed else {}
                for k, size in enumerate(sizes):
                    if size:
                        state = step(states[i], k, *args)
                        j = ids.get(state, -1)
                        if j < 0:
                            j = ids[state] = len(states)
                            states.append(state)
                            ways.append(None)
                        faces[j] = faces.get(j, 0) + size
                found = ways[i] = [
                    (j, _share(size, roll.sides, rational)) for j, size in faces.items()
                ]
            for j, share in found:
                after[j] = after.get(j, 0) + p * share
        now = after
    return {states[i]: p for i, p in now.items()}


def _share(part: int, whole: int, rational: bool) -> Probability:
    return Fraction(part, whole) if rational else part / whole


def binomial(n: int, good: int, sides: int, rational: bool) -> list[tuple[Any, Probability]]:
    """How many of n dice are good: (count, chance), impossible counts left out."""
    if good <= 0:
        return [(0, _share(1, 1, rational))]
    if good >= sides:
        return [(n, _share(1, 1, rational))]
    # Powers and binomial coefficients are whole numbers: one rounding, at the division.
    whole = sides**n
    coefficient = 1
    out: list[tuple[Any, Probability]] = []
    bad = sides - good
    for k in range(n + 1):
        out.append((k, _share(coefficient * good**k * bad ** (n - k), whole, rational)))
        coefficient = coefficient * (n - k) // (k + 1)
    return out


def multinomial(
    n: int, sizes: tuple[int, ...], sides: int, rational: bool
) -> list[tuple[Any, Probability]]:
    """How many of n dice fall into each bin."""
    rest = sides - sum(sizes)
    whole = sides**n
    out: list[tuple[Any, Probability]] = []

    def fill(i: int, left: int, counts: tuple[int, ...], ways: int) -> None:
        if i == len(sizes):
            if left and not rest:
                return
            out.append((counts, _share(ways * rest**left, whole, rational)))
            return
        most = left if sizes[i] else 0
        coefficient = 1
        for k in range(most + 1):
            fill(i + 1, left - k, counts + (k,), ways * coefficient * sizes[i] ** k)
            coefficient = coefficient * (left - k) // (k + 1)

    fill(0, n, (), 1)
    return out


def totals(n: int, sides: int, rational: bool) -> list[tuple[Any, Probability]]:
    """The sum of n dice."""
    ways = {0: 1}
    for _ in range(n):
        more: dict[int, int] = {}
        for total, w in ways.items():
            for face in range(1, sides + 1):
                more[total + face] = more.get(total + face, 0) + w
        ways = more
    whole = sides**n
    return [(total, _share(w, whole, rational)) for total, w in sorted(ways.items())]
