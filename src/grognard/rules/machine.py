"""Runs a procedure from one open question to the next.

Generators can be neither copied nor pickled: whoever wants to go back makes a new machine
from a snapshot and sends it the answers given since.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from grognard.rules.effects import (
    Call,
    Effect,
    Procedure,
    Roll,
    Rules,
    Secretly,
    Stable,
    Tell,
    Then,
    follow,
)

T = TypeVar("T")


class Machine:
    """A procedure in progress. Sub-procedures of `Call` are run in place.

    A roll of no dice is nobody's business: it is answered at once.
    """

    def __init__(self, procedure: Procedure[Any]) -> None:
        self._stack: list[Rules[Any]] = [started(procedure)]
        self.pending: Effect | None = None
        self.result: Any = None
        self.done = False
        self.send(None)

    def send(self, answer: Any) -> None:
        """Answer the pending effect and go on to the next one."""
        value = answer
        while True:
            try:
                effect = self._stack[-1].send(value)
            except StopIteration as stop:
                self._stack.pop()
                value = stop.value
                if self._stack:
                    continue
                self.done = True
                self.pending = None
                self.result = value
                return
            if isinstance(effect, Call):
                made = effect.rule(*effect.args)
                self._stack.append(started(made))
                value = None
                continue
            if isinstance(effect, Then):
                self._stack.append(follow(effect))
                value = None
                continue
            if isinstance(effect, Roll) and effect.pool == 0:
                value = effect.reading.read(())
                continue
            self.pending = effect
            return


def started(procedure: Procedure[T]) -> Rules[T]:
    """A generator in any case; one that is made of a single effect yields just that."""
    if isinstance(procedure, (Roll, Call, Then)):
        return _only(procedure)
    return procedure


def _only(effect: Any) -> Rules[Any]:
    return (yield from effect)


def run(procedure: Procedure[T], answer: Callable[[Effect], Any]) -> T:
    """Run to the end; `answer` answers every dice, choice, move and secret.

    Secret procedures are run one after the other: `answer` must not let one peek at another.
    """
    machine = Machine(procedure)
    while not machine.done:
        effect = machine.pending
        if isinstance(effect, (Tell, Stable)):
            machine.send(None)
        elif isinstance(effect, Secretly):
            machine.send({p: run(make(), answer) for p, make in effect.procedures.items()})
        else:
            assert effect is not None
            machine.send(answer(effect))
    result: T = machine.result
    return result
