"""The whole game: a loop that keeps nothing in mind but the state."""

from __future__ import annotations

from grognard.rules.effects import Rules, Stable
from grognard.systems.forge_of_war.attempts import attempt, roll_off
from grognard.systems.forge_of_war.deployment import deploy_step
from grognard.systems.forge_of_war.state import DEPLOY, OVER, ROLL_OFF, Battle


def play(b: Battle) -> Rules[None]:
    """FOW-4.1-02: no phases inside a turn, only attempts one after the other."""
    while b.phase != OVER:
        if b.phase == DEPLOY:
            yield from Stable()
            yield from deploy_step(b)
        elif b.phase == ROLL_OFF:
            yield from Stable(b.turn)
            yield from roll_off(b)
        else:
            yield from Stable()
            yield from attempt(b)
