"""Moves figure by figure, for tests of chapters 6 and 7: bent ways, floors, and what is refused.

A way is a list of corners (x, y) or (x, y, level); None stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.rules.effects import Leg, Legs, Rules
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war.actions import act
from grognard.systems.forge_of_war.movement import March
from grognard.systems.forge_of_war.state import Battle
from grognard.table.lattice import snap, to_grid
from tests.systems.forge_of_war.field import Game, named

Way = Sequence[tuple[float, ...]] | None


def ways(b: Battle, who: str, *figures: Way) -> Legs:
    u = named(b, who)
    out = []
    for i, way in enumerate(figures):
        legs = []
        level = u.level[i]
        for corner in way or ():
            if len(corner) > 2:
                level = int(corner[2])
            legs.append(Leg(to_grid(snap(corner[0])), to_grid(snap(corner[1])), level))
        out.append(tuple(legs))
    return tuple(out)


def march(b: Battle, who: str, charge: str = "", **how: Any) -> March:
    target = named(b, charge) if charge else None
    return March(b, named(b, who), target=target, **how)


def refusal(b: Battle, who: str, *figures: Way, charge: str = "", **how: Any) -> Refusal | None:
    """Why these ways are illegal; asking changes nothing."""
    before = b.to_dict()
    found = march(b, who, charge, **how).check(ways(b, who, *figures))
    assert b.to_dict() == before
    for r in found:
        assert r.clause.startswith("FOW-"), r
        assert r.legal, f"says nothing of what would be legal: {r}"
    return found[0] if found else None


def clause(b: Battle, who: str, *figures: Way, charge: str = "", **how: Any) -> str:
    """The clause that these ways break, or nothing."""
    found = refusal(b, who, *figures, charge=charge, **how)
    return found.clause if found else ""


def activation(b: Battle, who: str) -> Game:
    """The two actions of a unit that has activated."""

    def play(b: Battle) -> Rules[None]:
        yield from act(b, named(b, who))

    return Game(b, play)


def walk(game: Game, who: str, *figures: Way) -> Game:
    """Answer a move with these ways."""
    return game._submit(game._place().player, ways(game.b, who, *figures))
