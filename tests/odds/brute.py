"""The slow way to odds, written without the drivers: every die by itself, every branch by hand."""

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from grognard.rules.effects import Call, Choose, Effect, Roll, Rules, Secretly, Stable, Tell

Chances = dict[Any, Fraction]
Start = Callable[[], Rules[Any]]
Chooser = Callable[[Choose[Any]], int]
Worth = Callable[[Any, int], float]


def every_answer(roll: Roll[Any]) -> Iterator[Any]:
    """What the roll reads, once for each way its dice can fall."""
    for faces in itertools.product(range(1, roll.sides + 1), repeat=roll.pool):
        yield roll.reading.read(faces)


def reach(start: Start, answers: list[Any]) -> tuple[Effect | None, Any]:
    """The first effect that these answers leave open, or None and the result."""
    procedure = start()
    given = iter(answers)
    answer: Any = None
    while True:
        try:
            effect = procedure.send(answer)
        except StopIteration as stop:
            return None, stop.value
        if isinstance(effect, (Tell, Stable)):
            answer = None
            continue
        try:
            answer = next(given)
        except StopIteration:
            return effect, None


def add(into: Chances, more: Chances, share: Fraction) -> None:
    for result, p in more.items():
        into[result] = into.get(result, Fraction(0)) + p * share


def chances(
    start: Start, choose: Chooser, worth: Worth | None = None, so_far: tuple[Any, ...] = ()
) -> Chances:
    """Every result and its chance. With `worth` each chooser looks ahead; inside a call or a
    secret, and without it, `choose` decides.
    """
    effect, result = reach(start, list(so_far))
    if effect is None:
        return {result: Fraction(1)}
    found: Chances = {}
    if isinstance(effect, Roll):
        share = Fraction(1, effect.sides**effect.pool)
        for answer in every_answer(effect):
            add(found, chances(start, choose, worth, (*so_far, answer)), share)
        return found
    if isinstance(effect, Call):
        rule, args = effect.rule, effect.args
        for answer, p in chances(lambda: rule(*args), choose).items():
            add(found, chances(start, choose, worth, (*so_far, answer)), p)
        return found
    if isinstance(effect, Secretly):
        parts = [(who, chances(make, choose)) for who, make in effect.procedures.items()]
        for combination in itertools.product(*(part.items() for _, part in parts)):
            share = Fraction(1)
            answer = {}
            for (who, _), (value, p) in zip(parts, combination, strict=True):
                answer[who] = value
                share *= p
            add(found, chances(start, choose, worth, (*so_far, answer)), share)
        return found
    assert isinstance(effect, Choose)
    if worth is None:
        return chances(start, choose, worth, (*so_far, choose(effect)))
    best: tuple[float, Chances] | None = None
    for i, option in enumerate(effect.options):
        if option.refusal is not None:
            continue
        leads = chances(start, choose, worth, (*so_far, i))
        mean = float(sum(Fraction(worth(r, effect.player)) * p for r, p in leads.items()))
        if best is None or mean > best[0] + 1e-12:
            best = (mean, leads)
    assert best is not None
    return best[1]
