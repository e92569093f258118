"""Dice belong to the player that a procedure is told of, and to nobody when it is told of none:
what the odds page asks has no players."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.rules import machine
from grognard.rules.effects import Effect, Roll
from grognard.systems.forge_of_war import command, damage, melee, reactions, shells, volley
from grognard.systems.forge_of_war.hits import Struck
from grognard.systems.forge_of_war.settings import Settings
from grognard.table.lattice import GRID

S = Settings()
SHOT = volley.Shot(2, 7, av=1, wv=3)
WEAK = volley.Shot(2, 7, av=3)  # WV 0: its hits on a vehicle are wasted
BLOW = melee.Blow(2, 6, weapon=3)
WHO = command.Command(7, markers=1)
HULL = damage.Hull(player=1, markers=0, most=3, wounds=0, weapons=("cannon",))
SHELL = shells.Shell(7)
MARK = shells.Mark(0, 0, int(GRID))
TANK = shells.Mark(0, 0, int(GRID), hull=shells.Box(int(GRID), int(2 * GRID), 0, 3, 2, 1))
ROUND = shells.Round(SHELL, SHOT, 2, (MARK,))

PROCEDURES: list[tuple[Any, tuple[Any, ...]]] = [
    (command.activate, (WHO, S)),
    (command.command_test, (WHO, S)),
    (command.disengage, (WHO, S)),
    (command.bale_out, (WHO, S)),
    (command.rally, (command.Rally(WHO, 10, 10, 3), S)),
    (reactions.reaction, (WHO, S)),
    (volley.pool, (SHOT, S)),
    (volley.volley, ((SHOT, WEAK), S)),
    (volley.attack, ((SHOT,), Struck(1, 0, 3, 5), S)),
    (melee.blows, (BLOW, S)),
    (melee.strike, ((BLOW, BLOW), S)),
    (damage.shot_damage, (SHOT, S)),
    (damage.shot_damage, (WEAK, S)),
    (damage.batter, ((SHOT, SHOT), S)),
    (damage.blow_damage, (BLOW, True, S)),
    (damage.blow_damage, (BLOW, False, S)),
    (damage.hammer, (((BLOW, True), (BLOW, True)), S)),
    (damage.attack_vehicle, ((SHOT,), ((BLOW, True),), HULL, S)),
    (shells.fall, (SHELL, S)),
    (shells.reached, (SHELL, shells.NORTH, (MARK,), S)),
    (shells.burst, (ROUND, S)),
    (shells.shelled, (ROUND._replace(marks=(TANK,)), S)),
    (shells.barrage, ((ROUND, ROUND, ROUND), S)),
]


@pytest.mark.parametrize(("rule", "args"), PROCEDURES, ids=lambda v: getattr(v, "__name__", ""))
@pytest.mark.parametrize("player", [None, 0, 1])
def test_whose_dice_they_are(rule: Any, args: tuple[Any, ...], player: int | None) -> None:
    whose = set()

    def answer(effect: Effect) -> Any:
        if isinstance(effect, Roll):
            whose.add(effect.player)
            return effect.reading.read([1] * effect.pool)
        return effect.allowed()[0]  # type: ignore[attr-defined]

    machine.run(rule(*args) if player is None else rule(*args, player), answer)
    assert whose == {-1 if player is None else player}
