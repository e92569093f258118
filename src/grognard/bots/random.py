"""A bot that may do anything: every legal option and every proposal has a chance."""

from __future__ import annotations

import random
from typing import Any

from grognard.play.session import Session
from grognard.rules.effects import Choose, Effect, Goal, Place

TRIES = 3


class RandomBot:
    """Plays by the dice in its own head. Repeatable by its seed."""

    name = "random"
    looks_ahead = False

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(f"random bot {seed}")

    def answer(self, session: Session, system: Any, player: int, effect: Effect) -> Any:
        """One of the allowed options, or legs towards some spot."""
        if isinstance(effect, Choose):
            return self._choose(effect)
        if isinstance(effect, Place):
            return self._place(effect)
        raise TypeError(f"a bot cannot answer {effect!r}")

    def _choose(self, effect: Choose[Any]) -> int:
        """Any of the allowed ones, each as likely: drawn from all until one is allowed, so that
        the others need not be judged."""
        options = effect.options
        for _ in options:
            index = int(self._random.random() * len(options))
            if options[index].refusal is None:
                return index
        allowed = effect.allowed()
        return allowed[int(self._random.random() * len(allowed))]

    def _place(self, effect: Place) -> Any:
        movement = effect.movement
        for _ in range(TRIES):
            goals = movement.goals() if self._random.random() < 0.5 else []
            if goals:
                goal = goals[int(self._random.random() * len(goals))]
            else:
                x0, y0, x1, y1 = movement.bounds()
                goal = Goal(self._random.uniform(x0, x1), self._random.uniform(y0, y1))
            legs = movement.propose(goal)
            if not isinstance(legs, list):
                return legs
        return movement.fallback()
