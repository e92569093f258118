"""Explained numbers: a number a rule asks for, and where every part of it comes from.

A rule writes its sum once, as a function whose last parameter listens:

>>> def to_hit(skill: int, armour: int, say: Say) -> int:
...     return say.part(skill, "skill", "X-1") + say.part(-armour, "armour", "X-2")
>>> need = Explained("to hit", to_hit, (7, 2))
>>> need.value
5
>>> print(need)
to hit 5: skill 7, armour -2

Nobody listens while battles are played by the thousand; whoever asks for the
parts makes the same function run again with somebody listening.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mypy_extensions import mypyc_attr


class Part:
    """One named part of a number, with the clause that says so."""

    def __init__(self, amount: int, label: str, clause: str) -> None:
        self.amount = amount
        self.label = label
        self.clause = clause

    def __repr__(self) -> str:
        return f"{self.label} {self.amount:+d} [{self.clause}]"


@mypyc_attr(allow_interpreted_subclasses=True)
class Say:
    """Listens to the parts of a sum. This one forgets them."""

    def part(self, amount: int, label: str, clause: str) -> int:
        """Take part in a sum with `amount`; return it."""
        return amount


class Listener(Say):
    """Keeps every part that changes the sum, and the first one in any case."""

    def __init__(self) -> None:
        self.parts: list[Part] = []

    def part(self, amount: int, label: str, clause: str) -> int:
        if amount != 0 or not self.parts:
            self.parts.append(Part(amount, label, clause))
        return amount


SILENT = Say()


class Explained:
    """A number with its value at once and its parts on demand.

    Two are equal when they come from the same rule and arguments: so one may be an argument of a
    `Call`, and the dice inside still know what they are measured against.
    """

    def __init__(self, what: str, rule: Callable[..., int], args: tuple[Any, ...]) -> None:
        self.what = what
        self.rule = rule
        self.args = args
        self.value: int = rule(*args, SILENT)

    @property
    def parts(self) -> list[Part]:
        listener = Listener()
        self.rule(*self.args, listener)
        return listener.parts

    def to_dict(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "value": self.value,
            "parts": [
                {"amount": p.amount, "label": p.label, "clause": p.clause} for p in self.parts
            ],
        }

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Explained)
            and self.what == other.what
            and self.rule == other.rule
            and self.args == other.args
        )

    def __hash__(self) -> int:
        return hash((self.what, self.rule, self.args))

    def __str__(self) -> str:
        parts = self.parts
        words = [
            f"{p.label} {p.amount if i == 0 else format(p.amount, '+d')}"
            for i, p in enumerate(parts)
        ]
        return f"{self.what} {self.value}: " + ", ".join(words)

    def __repr__(self) -> str:
        return f"<Explained {self}>"
