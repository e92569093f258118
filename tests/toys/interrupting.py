"""A toy system in which whoever does not act may step in: twice a turn, and always alike."""

from __future__ import annotations

from typing import Any

from grognard.rules.effects import Choose, Option, Rules, Stable
from tests.toys.bidding import Toy, ToySystem

STEPS = 2


class Watched(Toy):
    """Its view says whose turn it is, so that a screen can tell an interruption."""

    def view(self, seat: int | None) -> dict[str, Any]:
        return {"turn": self.turn + 1, "turns": self.settings.turns, "active": 0}

    def clone(self) -> Watched:
        return Watched(**vars(super().clone()))


class Interrupting(ToySystem):
    name = "watched"
    title = "A sentry on a road"
    aliases: tuple[str, ...] = ()

    def start(self, setup: Any, settings: Any) -> Watched:
        return Watched(settings)

    def thaw(self, data: Any, setup: Any, settings: Any) -> Watched:
        return Watched(**vars(super().thaw(data, setup, settings)))

    def play(self, state: Any) -> Rules[None]:
        """Player 0 goes step by step; at each player 1 may shoot."""
        toy: Watched = state
        while toy.turn < toy.settings.turns:
            yield from Stable(toy.turn + 1)
            for step in range(STEPS):
                yield from Choose(0, "step", f"Step {step + 1}", [Option(0, "go on")])
                options = [Option(0, "hold fire"), Option(1, "shoot")]
                toy.points[1] += yield from Choose(1, "react", "Somebody moves", options)
            toy.turn += 1


SYSTEM = Interrupting()
