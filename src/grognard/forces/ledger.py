"""Prices that explain themselves: every step of the sum, on demand.

A rule of a price is written once, as a function whose last parameter does the arithmetic:

>>> from fractions import Fraction
>>> def model(statistics: int, t: Tally) -> int:
...     price = t.add(0, statistics, "statistics", "X-1")
...     price = t.times(price, Fraction(3, 5), NEAREST, "general, -40%", "X-2")
...     return t.minimum(price, 5, "no model costs less", "X-3")
>>> price = Priced("model", model, (128,))
>>> price.value
77
>>> print(price)
model 77
  statistics: 0 -> 128 [X-1]
  general, -40%: 128 -> 77 = 76.8, nearest [X-2]

A `Tally` forgets the steps, so that armies are priced on every keystroke; whoever asks for them
makes the same function run again with a `Ledger`. All arithmetic is exact: whole numbers, and
fractions until they are rounded.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, TypeVar

UP: Final = "up"
NEAREST: Final = "nearest"
DOWN: Final = "down"
EXACT: Final = ""

Amount = int | Fraction
A = TypeVar("A", int, Fraction)


def rounded(value: Amount, how: str) -> int:
    """To a whole number: up, down, or the nearest with .5 going up. Never a binary float."""
    return _whole(value.numerator, value.denominator, how)


def _whole(top: int, bottom: int, how: str) -> int:
    if how == UP:
        return -((-top) // bottom)
    if how == DOWN:
        return top // bottom
    return (2 * top + bottom) // (2 * bottom)


class Step:
    """One link of a price: what it was, what it came to, how that was rounded, what it is now.

    `of` is the price that was added, if that has steps of its own, and `count` how often. `own`:
    it rests on numbers of the house, not of the document.
    """

    def __init__(
        self,
        label: str,
        clause: str,
        before: Amount,
        exact: Amount,
        rounding: str,
        after: Amount,
        of: Priced | None = None,
        count: int = 1,
        own: bool = False,
    ) -> None:
        self.label = label
        self.clause = clause
        self.before = before
        self.exact = exact
        self.rounding = rounding
        self.after = after
        self.of = of
        self.count = count
        self.own = own

    @property
    def amount(self) -> Amount:
        return self.after - self.before

    @property
    def house(self) -> bool:
        return self.own or (self.of is not None and self.of.house)

    def to_dict(self) -> dict[str, Any]:
        """Plain data without floats: whole numbers, and fractions as texts."""
        data: dict[str, Any] = {
            "label": self.label,
            "clause": self.clause,
            "before": _plain(self.before),
            "exact": _plain(self.exact),
            "rounding": self.rounding,
            "after": _plain(self.after),
            "house": self.house,
        }
        if self.of is not None:
            data["count"] = self.count
            data["of"] = self.of.to_dict()
        return data

    def __str__(self) -> str:
        via = f" = {number(self.exact)}, {self.rounding}" if self.exact != self.after else ""
        house = ", house" if self.house else ""
        return (
            f"{self.label}: {number(self.before)} -> {number(self.after)}{via} "
            f"[{self.clause}{house}]"
        )

    def __repr__(self) -> str:
        return f"<Step {self}>"


class Tally:
    """Does the arithmetic of a price. This one forgets the steps."""

    def note(
        self,
        label: str,
        clause: str,
        before: Amount,
        top: int,
        bottom: int,
        rounding: str,
        after: Amount,
        of: Priced | None,
        count: int,
        house: bool,
    ) -> None:
        """What was done: the exact value is top / bottom."""

    def add(self, before: A, amount: A, label: str, clause: str, house: bool = False) -> A:
        """A plain addition."""
        after = before + amount
        top, bottom = after.numerator, after.denominator
        self.note(label, clause, before, top, bottom, EXACT, after, None, 1, house)
        return after

    def include(self, before: int, part: Priced, clause: str, count: int = 1) -> int:
        """A part that is priced by itself, so many times."""
        after = before + count * part.value
        label = part.what if count == 1 else f"{count} x {part.what} at {part.value}"
        self.note(label, clause, before, after, 1, EXACT, after, part, count, False)
        return after

    def times(
        self,
        before: int,
        share: Fraction,
        rounding: str,
        label: str,
        clause: str,
        least: int = 0,
        of: int | None = None,
        house: bool = False,
    ) -> int:
        """A multiplier; the price changes by `least` at least.

        A negative price counts as 0. With `of` the share is that of another number, and the
        price changes by as much as that number would: so several reductions are measured on
        one total.
        """
        base = before if of is None else of
        if base < 0:
            base = 0
        if of is None:
            before = max(0, before)
        bottom = share.denominator
        top = before * bottom + base * (share.numerator - bottom)
        after = _whole(top, bottom, rounding)
        how = rounding
        if least and share >= 1:
            after = max(after, before + least)
            how = f"{rounding}, at least +{least}"
        elif least:
            after = min(after, before - least)
            how = f"{rounding}, at least -{least}"
        self.note(label, clause, before, top, bottom, how, after, None, 1, house)
        return after

    def scale(
        self, before: Amount, share: Fraction, label: str, clause: str, house: bool = False
    ) -> Fraction:
        """A multiplier that is not rounded yet."""
        after = before * share
        top, bottom = after.numerator, after.denominator
        self.note(label, clause, before, top, bottom, EXACT, after, None, 1, house)
        return after

    def round(
        self, before: Fraction, how: str, label: str, clause: str, house: bool = False
    ) -> int:
        """To a whole number."""
        top, bottom = before.numerator, before.denominator
        after = _whole(top, bottom, how)
        self.note(label, clause, before, top, bottom, how, after, None, 1, house)
        return after

    def minimum(self, before: int, low: int, label: str, clause: str, house: bool = False) -> int:
        """A floor under the price; no step where it does not bite."""
        if before >= low:
            return before
        self.note(label, clause, before, before, 1, "minimum", low, None, 1, house)
        return low


class Ledger(Tally):
    """Keeps every step that changes the price, every part, and the first step in any case."""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def note(
        self,
        label: str,
        clause: str,
        before: Amount,
        top: int,
        bottom: int,
        rounding: str,
        after: Amount,
        of: Priced | None,
        count: int,
        house: bool,
    ) -> None:
        if self.steps and before != self.steps[-1].after:
            before = self.steps[-1].after  # a negative price that counted as 0
        if before != after or of is not None or not self.steps:
            exact: Amount = top if bottom == 1 else Fraction(top, bottom)
            self.steps.append(Step(label, clause, before, exact, rounding, after, of, count, house))


DEAF: Final = Tally()


class Priced:
    """A price with its value at once and its steps on demand."""

    def __init__(self, what: str, rule: Callable[..., int], args: tuple[Any, ...]) -> None:
        self.what = what
        self.rule = rule
        self.args = args
        self.value: int = rule(*args, DEAF)

    @property
    def steps(self) -> list[Step]:
        ledger = Ledger()
        self.rule(*self.args, ledger)
        return ledger.steps

    @property
    def house(self) -> bool:
        """Some of it rests on numbers of the house."""
        return any(step.house for step in self.steps)

    @property
    def parts(self) -> list[Priced]:
        """What it was added up from, if that was priced by itself."""
        return [step.of for step in self.steps if step.of is not None]

    def to_dict(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "total": self.value,
            "house": self.house,
            "steps": [step.to_dict() for step in self.steps],
        }

    def __str__(self) -> str:
        return "\n".join([f"{self.what} {self.value}", *(f"  {step}" for step in self.steps)])

    def __repr__(self) -> str:
        return f"<Priced {self.what} {self.value}>"


def number(value: Amount) -> str:
    """As people write it: whole, with decimals where they end, or as a fraction.

    >>> number(Fraction(351, 10)), number(Fraction(1, 3)), number(7)
    ('35.1', '1/3', '7')
    """
    rest = value.denominator
    for factor in (2, 5):
        while rest % factor == 0:
            rest //= factor
    return str(value) if rest != 1 or value.denominator == 1 else f"{float(value):g}"


def _plain(value: Amount) -> int | str:
    return value.numerator if value.denominator == 1 else str(value)
