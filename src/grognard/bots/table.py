"""Bots among themselves: a battle without a record, as fast as it goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grognard.play.dice import Dice, LabDice
from grognard.play.session import DICE, Session
from grognard.rules.effects import Roll
from grognard.rules.refusal import Refused
from grognard.rules.system import Outcome


class Endless(Exception):
    """A battle that did not come to its end."""


def play_out(
    system: Any,
    setup: Mapping[str, Any],
    settings: Any,
    bots: Mapping[int, Any],
    seed: int | str,
    watch: Callable[[Session], None] | None = None,
    check: bool = False,
    most: int = 100_000,
) -> Outcome:
    """Play to the natural end; `watch` is called after every answer.

    With `check` answers go through the same gate as a person's (and raise Refused when
    they are illegal), without it bots are trusted.
    """
    state = system.start(setup, settings)
    if isinstance(state, list):
        raise Refused(state)
    # A bot that says so never forks; whoever watches might.
    forks = watch is not None or any(getattr(b, "looks_ahead", True) for b in bots.values())
    session = Session(system.play, state, history=False, forks=forks)
    return go_on(session, system, bots, LabDice(seed), watch, check, most)


def go_on(
    session: Session,
    system: Any,
    bots: Mapping[int, Any],
    dice: Dice,
    watch: Callable[[Session], None] | None = None,
    check: bool = False,
    most: int = 100_000,
) -> Outcome:
    """The same from a session in progress."""
    thrown = 0
    for _ in range(most):
        if session.done:
            break
        effect = session.pending
        if isinstance(effect, Roll):
            thrown += 1
            session.accept(DICE, dice.throw(thrown, effect.pool, effect.sides))
        else:
            who, asked = session.waiting()[0]
            answer = bots[who].answer(session, system, who, asked)
            if check:
                refusals = session.submit(who, answer)
                if refusals:
                    raise Refused(refusals)
            else:
                session.accept(who, answer)
        if watch is not None:
            watch(session)
    outcome = session.state.outcome()
    if outcome is None:
        raise Endless(f"no end after {most} answers")
    return outcome
