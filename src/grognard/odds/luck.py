"""How far dice strayed from what was to be expected, and the chance of straying as far."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

SURE: Final = 1e-12
MOST_EXACT: Final = 4000
"""Beyond so many dice the count is as good as normal."""


class Throw:
    """Some dice of a player. `good` of them fell where he wanted them, each with chance `hope`;
    a throw that wanted nothing (`hope` 0 or 1) says nothing of that.
    """

    def __init__(
        self, player: int, sides: int, faces: Sequence[int], good: int = 0, hope: float = 0.0
    ) -> None:
        self.player = player
        self.sides = sides
        self.faces = list(faces)
        self.good = good
        self.hope = hope


class Luck:
    """One player's dice of one kind."""

    def __init__(self, player: int, sides: int, throws: Iterable[Throw]) -> None:
        self.player = player
        self.sides = sides
        self.faces = [0] * sides
        self.good = 0
        self.wanted: dict[float, int] = {}
        for throw in throws:
            for face in throw.faces:
                self.faces[face - 1] += 1
            if SURE < throw.hope < 1 - SURE:
                self.good += throw.good
                self.wanted[throw.hope] = self.wanted.get(throw.hope, 0) + len(throw.faces)

    @property
    def dice(self) -> int:
        return sum(self.faces)

    @property
    def chi_squared(self) -> float:
        """How far the faces stray from being equally many."""
        due = self.dice / self.sides
        return sum((n - due) ** 2 / due for n in self.faces) if due else 0.0

    @property
    def p(self) -> float:
        """The chance that fair dice stray at least as far. Good from five dice a face on."""
        return chi_squared_tail(self.chi_squared, self.sides - 1)

    @property
    def expected(self) -> float:
        """How many would have been good on average."""
        return sum(n * hope for hope, n in self.wanted.items())

    @property
    def good_p(self) -> float:
        """The exact chance that fair dice are at least as far from `expected`, either way."""
        return straying(list(self.wanted.items()), self.good)


def lucks(throws: Sequence[Throw]) -> list[Luck]:
    """Every player's dice, kind by kind."""
    kinds = sorted({(t.player, t.sides) for t in throws if t.faces})
    return [
        Luck(player, sides, [t for t in throws if (t.player, t.sides) == (player, sides)])
        for player, sides in kinds
    ]


def straying(groups: Sequence[tuple[float, int]], found: int) -> float:
    """For so many dice of each chance: how likely is it to be as far from the mean as `found`?

    >>> straying([(0.5, 2)], 2)  # both or neither of two coins
    0.5
    """
    mean = sum(n * p for p, n in groups)
    off = abs(found - mean)
    if sum(n for _, n in groups) > MOST_EXACT:
        deviation = math.sqrt(sum(n * p * (1 - p) for p, n in groups))
        return math.erfc(max(0.0, off - 0.5) / deviation / math.sqrt(2))
    chances = [1.0]
    for p, n in groups:
        chances = _both(chances, [_binomial(n, k, p) for k in range(n + 1)])
    far = sum(c for k, c in enumerate(chances) if abs(k - mean) >= off - 1e-9)
    return min(1.0, far)


def _binomial(n: int, k: int, p: float) -> float:
    ways = math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
    return math.exp(ways + k * math.log(p) + (n - k) * math.log1p(-p))


def _both(a: Sequence[float], b: Sequence[float]) -> list[float]:
    out = [0.0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        if x > 1e-18:
            for j, y in enumerate(b):
                out[i + j] += x * y
    return out


def chi_squared_tail(x: float, freedom: int) -> float:
    """The chance that chi squared of so many degrees of freedom is at least x.

    A finite sum for whole degrees, by parts from the integral.
    """
    if freedom < 1 or x <= 0:
        return 1.0
    half = x / 2
    total = 0.0 if freedom % 2 == 0 else math.erfc(math.sqrt(half))
    for i in range(freedom % 2, freedom // 2 + freedom % 2):
        power = i - freedom % 2 / 2
        total += math.exp(power * math.log(half) - half - math.lgamma(power + 1))
    return min(1.0, total)
