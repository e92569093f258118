"""Sense for bots: what the enemy's fire may do to a unit where it stands. Not a rule in here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from grognard.rules.effects import Ask
from grognard.systems.forge_of_war import questions_of
from grognard.systems.forge_of_war.shooting import refuse_target
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.systems.forge_of_war.volley import STILL

Gain = Callable[[Ask], float]

READY: Final = 0.7
"""How likely an enemy is to have his orders in time, more or less."""

LATER: Final = 0.5
"""What the fire of those counts who have had their turn: much may happen before the next."""


def incoming(b: Battle, u: Unit, gain: Gain) -> float:
    """What the fire of all who could shoot at it as it stands is worth to them, on average."""
    total = 0.0
    for v in b.enemies(u.player):
        if v.engaged or refuse_target(b, v, u, STILL) is not None:
            continue
        worth = gain(questions_of.aimed(b, v, u, STILL))
        total += worth * READY * (LATER if v.attempted else 1.0)
    return total
