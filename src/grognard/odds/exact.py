"""The odds driver: runs a procedure through every way the dice can fall.

Generators cannot be copied, so each branch re-executes the procedure from its start. A
`Call` is worked out once for its arguments and remembered.

"Roll again" is a procedure that returns a `Call` to itself, with the same arguments or with
arguments that lead back to them. It need not end to be worked out: the ways that come back to
where they began leave the others in the same proportion.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar

from grognard.odds.chain import Endless
from grognard.odds.chances import outcomes, told
from grognard.odds.distribution import Distribution, Probability
from grognard.odds.policies import Best, First, Policy, allowed
from grognard.rules.dice import Tally
from grognard.rules.effects import (
    Call,
    Choose,
    Effect,
    Place,
    Procedure,
    Roll,
    Rules,
    Secretly,
    Stable,
    Tell,
    Then,
)

T = TypeVar("T")


class _Again:
    """Stands for the result of a `Call` that is being worked out already.

    A procedure may return it and do nothing else with it.
    """

    def __bool__(self) -> bool:
        raise TypeError("a Call that leads back to itself may only be returned as it is")


class Exact:
    """Exact odds under one policy. Keeps what it has worked out: use one for many questions.

    `rational` computes with fractions instead of floats: slower, for proof.
    """

    def __init__(self, policy: Policy | None = None, rational: bool = False) -> None:
        self.policy: Policy = policy if policy is not None else First()
        self.rational = rational
        self._inside: Exact = self
        if isinstance(self.policy, Best):
            self._inside = Exact(self.policy.inside, rational)
        self._memo: dict[Any, list[tuple[Any, Probability]]] = {}
        self._open: dict[Any, _Again] = {}

    def of(self, rule: Callable[..., Procedure[T]], *args: Any) -> Distribution[T]:
        """The distribution of what `rule(*args)` returns."""
        return Distribution(self.run(rule, *args))

    def run(self, rule: Callable[..., Procedure[Any]], *args: Any) -> dict[Any, Probability]:
        """The same as a plain dictionary. The procedure is made afresh as often as it is needed."""
        one: Probability = Fraction(1) if self.rational else 1.0
        made: Any = rule(*args)
        if isinstance(made, (Roll, Call, Then)):
            return dict(self._branches(made))
        if isinstance(self.policy, Best):
            return self._best(lambda: rule(*args), [], self.policy)
        out: dict[Any, Probability] = {}
        todo: list[tuple[list[Any], Probability]] = [([], one)]
        while todo:
            past, p = todo.pop()
            procedure: Any = made if made is not None else rule(*args)
            made = None
            value: Any = None
            asked = 0
            known = len(past)
            try:
                while True:
                    effect: Effect = procedure.send(value)
                    if isinstance(effect, (Tell, Stable)):
                        value = None
                        continue
                    if asked < known:
                        value = past[asked]
                        asked += 1
                        continue
                    branches = self._branches(effect)
                    value = branches[0][0]
                    if len(branches) > 1:
                        for i in range(1, len(branches)):
                            todo.append((past + [branches[i][0]], p * branches[i][1]))
                        p = p * branches[0][1]
                    past = past + [value]
                    asked = known = known + 1
            except StopIteration as stop:
                out[stop.value] = out.get(stop.value, 0) + p
        return out

    def call(self, rule: Callable[..., Procedure[Any]], args: Any) -> list[tuple[Any, Probability]]:
        """The remembered distribution of a sub-procedure."""
        key = (rule, args)
        found = self._memo.get(key)
        if found is not None:
            return found
        if key in self._open:
            return [(self._open[key], 1)]
        again = self._open[key] = _Again()
        try:
            out = self.run(rule, *args)
        finally:
            del self._open[key]
        found = list(out.items())
        if out.pop(again, 0):
            leave: Any = sum(out.values())
            if not leave:
                name = getattr(rule, "__name__", rule)
                raise Endless(f"{name}{args} rolls again for ever")
            found = [(result, p / leave) for result, p in out.items()]
        for result in out:
            if isinstance(result, _Again):
                return found  # hangs on a Call further out: not to be remembered
        self._memo[key] = found
        return found

    def _branches(self, effect: Effect | None) -> list[tuple[Any, Probability]]:
        if isinstance(effect, Roll):
            return outcomes(effect, self.rational)
        if isinstance(effect, Call):
            return self._inside.call(effect.rule, effect.args)
        if isinstance(effect, Then):
            return self._then(effect)
        if isinstance(effect, Choose):
            return [(self.policy.choose(effect), 1)]
        if isinstance(effect, Place):
            return [(self.policy.place(effect), 1)]
        if isinstance(effect, Secretly):
            return self._secretly(effect)
        raise TypeError(f"no odds for {effect!r}")

    def _then(self, effect: Then[Any]) -> list[tuple[Any, Probability]]:
        """Every result of the first step led on to the next, whose results are remembered; dice
        that are told from there on are told from all of them at once."""
        firsts = self._branches(effect.first)
        dice = _told_on(effect, firsts)
        if dice is not None:
            return list(dice.items())
        out: dict[Any, Probability] = {}
        for answer, p in firsts:
            for result, q in self._inside.call(effect.rule, (answer, *effect.args)):
                out[result] = out.get(result, 0) + p * q
        return list(out.items())

    def _secretly(self, effect: Secretly[Any]) -> list[tuple[Any, Probability]]:
        """Nobody sees the others' answers, so the players' parts are independent."""
        one: Probability = Fraction(1) if self.rational else 1.0
        joint: list[tuple[dict[int, Any], Probability]] = [({}, one)]
        for player, make in effect.procedures.items():
            alone = self._inside.run(make)
            joint = [
                ({**got, player: result}, p * q) for got, p in joint for result, q in alone.items()
            ]
        return joint

    def _best(
        self, start: Callable[[], Any], past: list[Any], policy: Best
    ) -> dict[Any, Probability]:
        """Expectimax: a chooser compares the whole distributions his options lead to."""
        machine = _Walk(start(), past)
        if machine.done:
            return {machine.result: Fraction(1) if self.rational else 1.0}
        effect = machine.pending
        if isinstance(effect, Choose):
            found: dict[Any, Probability] = {}
            best = float("-inf")
            for i in allowed(effect):
                leads = self._best(start, machine.past + [i], policy)
                worth = float(sum(policy.worth(r, effect.player) * p for r, p in leads.items()))
                if not found or worth > best + 1e-12:
                    best, found = worth, leads
            return found
        out: dict[Any, Probability] = {}
        for answer, p in self._branches(effect):
            for result, q in self._best(start, machine.past + [answer], policy).items():
                out[result] = out.get(result, 0) + p * q
        return out


def _told_on(
    effect: Then[Any], firsts: list[tuple[Any, Probability]]
) -> dict[Any, Probability] | None:
    """Where the next step is nothing but dice to be told, the same from every start."""
    starts: dict[Any, Probability] = {}
    roll: Roll[Any] | None = None
    reading: Tally | None = None
    for answer, p in firsts:
        made: Any = effect.rule(answer, *effect.args)
        if not isinstance(made, Roll) or not isinstance(made.reading, Tally):
            return None
        if roll is None or reading is None:
            roll, reading = made, made.reading
        elif not _alike(roll, reading, made, made.reading):
            return None
        starts[made.reading.start] = starts.get(made.reading.start, 0) + p
    return None if roll is None or reading is None else told(starts, roll, reading)


def _alike(roll: Roll[Any], reading: Tally, other: Roll[Any], its: Tally) -> bool:
    return (
        roll.pool == other.pool
        and roll.sides == other.sides
        and reading.bins == its.bins
        and reading.step is its.step
        and reading.args == its.args
    )


class _Walk:
    """One run of a procedure along given answers; tells and stable points pass by."""

    def __init__(self, procedure: Rules[Any], answers: list[Any]) -> None:
        self._procedure = procedure
        self.past: list[Any] = answers[:]
        self.pending: Effect | None = None
        self.result: Any = None
        self.done = False
        self._next(None)
        for answer in answers:
            self._next(answer)

    def send(self, answer: Any) -> None:
        self.past.append(answer)
        self._next(answer)

    def _next(self, answer: Any) -> None:
        value = answer
        while True:
            try:
                effect = self._procedure.send(value)
            except StopIteration as stop:
                self.done = True
                self.pending = None
                self.result = stop.value
                return
            if isinstance(effect, (Tell, Stable)):
                value = None
                continue
            self.pending = effect
            return
