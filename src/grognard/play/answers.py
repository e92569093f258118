"""Answers as a record keeps them: whole numbers and short words, nothing else."""

from __future__ import annotations

from typing import Any

from grognard.rules.effects import Choose, Effect, Leg, Place
from grognard.rules.refusal import Refusal, Refused


def to_plain(answer: Any) -> Any:
    """A choice's index stays an index; legs become lists."""
    if isinstance(answer, tuple):
        return [[leg.to_list() for leg in legs] for legs in answer]
    return answer


def from_plain(effect: Effect, plain: Any) -> Any:
    """The answer that plain data mean for this effect; raises Refused when they mean none."""
    if isinstance(effect, Choose):
        if type(plain) is not int:
            raise Refused([Refusal(f"{effect.title}: the index of an option is needed")])
        return plain
    if isinstance(effect, Place):
        try:
            return tuple(tuple(_leg(leg) for leg in legs) for legs in plain)
        except (TypeError, ValueError) as error:
            raise Refused(
                [
                    Refusal(
                        f"{effect.title}: these are no legs",
                        "",
                        "for each mover a list of [x, y, level, facing, how]",
                    )
                ]
            ) from error
    raise Refused([Refusal(f"{effect!r} takes no answer")])


BOUND = 1 << 22
"""No coordinate lies further out: 4096 inches in lattice units."""


def _leg(plain: Any) -> Leg:
    x, y, level, facing, how = plain
    for number in (x, y, level, facing):
        if type(number) is not int or abs(number) > BOUND:
            raise ValueError("out of bounds")
    if type(how) is not str or len(how) > 40:
        raise ValueError("no such manoeuvre")
    return Leg(x, y, level, facing, how)
