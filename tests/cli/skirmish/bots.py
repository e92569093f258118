"""Bots for the command line's tests: one that plays, one that breaks, one that cheats."""

from __future__ import annotations

import random
from typing import Any

from grognard.play.session import Session
from grognard.rules.effects import Choose, Effect, Place


class Random:
    """Picks at random, by its seed.

    More about it.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def answer(self, session: Session, system: Any, player: int, effect: Effect) -> Any:
        if isinstance(effect, Choose):
            return self.random.choice(effect.allowed())
        assert isinstance(effect, Place)
        goals = effect.movement.goals()
        if not goals:
            return effect.movement.fallback()
        legs = effect.movement.propose(self.random.choice(goals))
        return effect.movement.fallback() if isinstance(legs, list) else legs


class Broken(Random):
    """Raises whenever it is asked."""

    def answer(self, session: Session, system: Any, player: int, effect: Effect) -> Any:
        raise RuntimeError("no idea")


class Cheat(Random):
    """Answers what is not allowed."""

    def answer(self, session: Session, system: Any, player: int, effect: Effect) -> Any:
        return 999
