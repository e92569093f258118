"""Exact distributions: what can come out, and with what probability.

>>> d = Distribution({0: 0.25, 1: 0.5, 2: 0.25})
>>> d.mean
1.0
>>> d.at_least(1)
0.75
>>> print(d)
0   25.0%  ##########
1   50.0%  ####################
2   25.0%  ##########
mean 1.00
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Generic, TypeVar

K = TypeVar("K")
J = TypeVar("J")

Probability = float | Fraction


class Distribution(Generic[K]):
    """Outcomes with their probabilities, which sum to one. Outcomes are sorted if they can be."""

    def __init__(self, chances: Mapping[K, Probability]) -> None:
        items = [(k, p) for k, p in chances.items() if p]
        try:
            items.sort(key=lambda item: item[0])  # type: ignore[arg-type,return-value]
        except TypeError:
            pass
        self.chances: dict[K, Probability] = dict(items)

    # -- asking ---------------------------------------------------------------

    def __getitem__(self, outcome: K) -> Probability:
        return self.chances.get(outcome, 0.0)

    def __iter__(self) -> Iterator[K]:
        return iter(self.chances)

    def __len__(self) -> int:
        return len(self.chances)

    def items(self) -> list[tuple[K, Probability]]:
        return list(self.chances.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and self.chances == other.chances

    def __hash__(self) -> int:
        return hash(frozenset(self.chances.items()))

    def probability(self, test: Callable[[K], bool]) -> float:
        """The chance that an outcome passes the test."""
        return float(sum(p for k, p in self.chances.items() if test(k)))

    def at_least(self, n: Any) -> float:
        """The chance of `n` or more."""
        return self.probability(lambda k: k >= n)

    def at_most(self, n: Any) -> float:
        """The chance of `n` or less."""
        return self.probability(lambda k: k <= n)

    def expect(self, worth: Callable[[K], float]) -> float:
        """The mean of a worth over the outcomes."""
        return float(sum(worth(k) * p for k, p in self.chances.items()))

    @property
    def mean(self) -> float:
        return float(sum(self._number(k) * p for k, p in self.chances.items()))

    @property
    def deviation(self) -> float:
        """Standard deviation."""
        mean = self.mean
        square = sum((self._number(k) - mean) ** 2 * float(p) for k, p in self.chances.items())
        return float(square**0.5)

    def percentile(self, share: float) -> K:
        """The least outcome that is reached or stayed under with this chance (0.5: median)."""
        if not 0 <= share <= 1:
            raise ValueError("a share lies between 0 and 1")
        got = 0.0
        last = None
        for k, p in self.chances.items():
            got += float(p)
            last = k
            if got >= share - 1e-12:
                break
        if last is None:
            raise ValueError("an empty distribution has no percentiles")
        return last

    @property
    def mode(self) -> K:
        return max(self.chances, key=lambda k: self.chances[k])

    # -- making others --------------------------------------------------------

    def map(self, of: Callable[[K], J]) -> Distribution[J]:
        """The distribution of a function of the outcome."""
        out: dict[J, Probability] = {}
        for k, p in self.chances.items():
            j = of(k)
            out[j] = out.get(j, 0) + p
        return Distribution(out)

    def given(self, test: Callable[[K], bool]) -> Distribution[K]:
        """What is left when the test is known to hold."""
        total = sum(p for k, p in self.chances.items() if test(k))
        if not total:
            raise ValueError("that cannot happen")
        return Distribution({k: p / total for k, p in self.chances.items() if test(k)})

    def __add__(self, other: Distribution[Any]) -> Distribution[Any]:
        """The sum of two independent numbers."""
        out: dict[Any, Probability] = {}
        for a, p in self.chances.items():
            for b, q in other.chances.items():
                k = self._number(a) + self._number(b)
                out[k] = out.get(k, 0) + p * q
        return Distribution(out)

    # -- showing --------------------------------------------------------------

    def rows(self, most: int = 0) -> list[tuple[str, float]]:
        """Outcome and chance, tails below a tenth of a percent cut when there are too many."""
        rows = [(str(k), float(p)) for k, p in self.chances.items()]
        if most and len(rows) > most:
            seen = [i for i, row in enumerate(rows) if row[1] >= 0.0005]
            if seen:
                rows = rows[seen[0] : seen[-1] + 1]
        return rows

    def __str__(self) -> str:
        rows = self.rows(most=16)
        if not rows:
            return "nothing can happen"
        wide = max(len(name) for name, _ in rows)
        top = max(p for _, p in rows)
        lines = [
            f"{name:>{wide}}  {100 * p:5.1f}%  {'#' * round(20 * p / top)}".rstrip()
            for name, p in rows
        ]
        if self._numeric():
            lines.append(f"mean {self.mean:.2f}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        if self._numeric():
            return f"<Distribution mean {self.mean:.3f}, {len(self)} outcomes>"
        return f"<Distribution {len(self)} outcomes>"

    def svg(self, width: int = 360) -> str:
        """A bar chart that needs no script."""
        rows = self.rows(most=24)
        step, left = 18, 60
        top = max((p for _, p in rows), default=1.0)
        bars = []
        for i, (name, p) in enumerate(rows):
            y = i * step
            bars.append(
                f'<text x="{left - 6}" y="{y + 13}" text-anchor="end">{_escape(name)}</text>'
                f'<rect x="{left}" y="{y + 3}" width="{(width - left - 60) * p / top:.1f}" '
                f'height="{step - 6}" fill="#46698c"/>'
                f'<text x="{left + (width - left - 60) * p / top + 5:.1f}" y="{y + 13}">'
                f"{100 * p:.1f}%</text>"
            )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
            f'height="{max(1, len(rows)) * step}" font-family="sans-serif" font-size="11" '
            f'fill="currentColor" role="img">' + "".join(bars) + "</svg>"
        )

    def _repr_html_(self) -> str:
        note = f"<p>mean {self.mean:.2f}</p>" if self._numeric() else ""
        return self.svg() + note

    def to_dict(self) -> dict[str, Any]:
        """For machines: outcomes as they are, probabilities as floats."""
        out: dict[str, Any] = {
            "outcomes": [{"value": k, "p": float(p)} for k, p in self.chances.items()]
        }
        if self._numeric():
            out |= {
                "mean": self.mean,
                "deviation": self.deviation,
                "p10": self.percentile(0.1),
                "median": self.percentile(0.5),
                "p90": self.percentile(0.9),
            }
        return out

    def _numeric(self) -> bool:
        return bool(self.chances) and all(
            isinstance(k, (int, float, Fraction)) for k in self.chances
        )

    @staticmethod
    def _number(k: Any) -> Any:
        if isinstance(k, (int, float, Fraction)):
            return k
        raise TypeError(f"{k!r} is not a number: use map() first")


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
