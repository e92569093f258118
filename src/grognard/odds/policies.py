"""Policies: who chooses, when odds need a choice made.

A policy used for odds is a pure function of the effect, and of the state when there is
one; the random bot is not one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mypy_extensions import mypyc_attr

from grognard.rules.effects import Choose, Effect, Place


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Answers choices. `name` is told beside the odds."""

    name = "policy"

    def choose(self, effect: Choose[Any]) -> int:
        raise NotImplementedError

    def place(self, effect: Place) -> Any:
        return effect.movement.fallback()


def allowed(effect: Choose[Any]) -> list[int]:
    """The options that may be taken; rules that leave none are wrong."""
    indices = effect.allowed()
    if not indices:
        raise ValueError(f"{effect!r} allows nothing")
    return indices


class First(Policy):
    """Always the first option that is allowed."""

    name = "the first allowed option"

    def choose(self, effect: Choose[Any]) -> int:
        return allowed(effect)[0]


class Last(Policy):
    """Always the last option that is allowed."""

    name = "the last allowed option"

    def choose(self, effect: Choose[Any]) -> int:
        return allowed(effect)[-1]


class Always(Policy):
    """The option with one of these labels or values, else the first allowed."""

    def __init__(self, *wanted: Any) -> None:
        self.wanted = wanted
        self.name = "always " + " or ".join(map(str, wanted))

    def choose(self, effect: Choose[Any]) -> int:
        for want in self.wanted:
            for i, option in enumerate(effect.options):
                if option.refusal is None and (option.value == want or option.label == str(want)):
                    return i
        return allowed(effect)[0]


class Best(Policy):
    """Each chooser takes what is best for him; `worth(result, player)` says what that means.

    The driver looks ahead to the end of the procedure. Inside a `Call` it cannot, so there
    `inside` chooses.
    """

    def __init__(
        self, worth: Callable[[Any, int], float], what: str, inside: Policy | None = None
    ) -> None:
        self.worth = worth
        self.inside = inside or First()
        self.name = f"best for the chooser ({what})"

    def choose(self, effect: Choose[Any]) -> int:
        return self.inside.choose(effect)


class Asking(Policy):
    """Whatever this function says."""

    def __init__(self, answer: Callable[[Effect], Any], name: str = "as asked") -> None:
        self.answer = answer
        self.name = name

    def choose(self, effect: Choose[Any]) -> int:
        index: int = self.answer(effect)
        return index

    def place(self, effect: Place) -> Any:
        return self.answer(effect)
