"""Chapter 6.3: jump packs."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.systems.forge_of_war.state import Battle
from tests.systems.forge_of_war.field import Game, battle, row, unit
from tests.systems.forge_of_war.ways import activation, clause, refusal


def jumpers(*ground: Any, at: Any = ((10, 10),), enemy: Any = ((46, 46),), **fields: Any) -> Battle:
    return battle(unit(0, "A", *at, jump=True, **fields), unit(1, "Z", *enemy, fv=0), ground=ground)


def jumped(*ground: Any, far: float = 12.0, **how: Any) -> Game:
    return activation(jumpers(*ground, **how), "A").choose("jump").by(0, far)


@pytest.mark.clause("FOW-6.3-01")
def test_twelve_inches() -> None:
    b = jumpers()
    assert clause(b, "A", [(10, 22)], jump=True) == ""
    why = refusal(b, "A", [(10, 22.1)], jump=True)
    assert why is not None
    assert why.clause == "FOW-6.3-01"
    assert '12"' in why.legal
    assert jumped().unit("A").y == [22.0]


@pytest.mark.clause("FOW-6.3-01")
def test_only_with_packs() -> None:
    b = battle(unit(0, "A", (10, 10)), unit(1, "Z", (46, 46)))
    assert not activation(b, "A").has("jump")
    assert activation(jumpers(), "A").has('jump 12"')


@pytest.mark.clause("FOW-6.3-02")
@pytest.mark.parametrize("kind", ["Woods", "Building", "Deep Snow"])
def test_over_difficult_ground(kind: str) -> None:
    game = jumped((kind, 0, 12, 30, 20))
    assert game.unit("A").y == [22.0]
    assert game.unit("A").markers == 0
    assert game.asks("action")  # nothing to pay


@pytest.mark.clause("FOW-6.3-02")
def test_out_of_difficult_ground() -> None:
    game = jumped(("Woods", 0, 8, 30, 20))
    assert game.unit("A").y == [22.0]
    assert game.asks("action")


def test_over_obstacles() -> None:
    """House reading: what is jumped over is not crossed."""
    game = jumped(("Hedge", 0, 12, 30, 12.5))
    assert (game.unit("A").y, game.unit("A").markers, game.unit("A").paid) == ([22.0], 0, 0)


@pytest.mark.clause("FOW-6.3-03")
def test_landing_in_difficult_ground_is_a_hit() -> None:
    wood = ("Woods", 0, 20, 30, 30)
    three = row(10, 10, 3)
    marker = jumped(wood, at=three)
    assert marker.asks("pay")
    marker.choose("marker")
    assert (marker.unit("A").markers, marker.unit("A").figures) == (1, 3)  # one hit, not three
    assert "FOW-6.3-03" in marker.clauses()
    figure = jumped(wood, at=three).choose("a figure").choose("as proposed")
    assert (figure.unit("A").markers, figure.unit("A").figures) == (0, 2)
    full = jumped(wood, at=three, state={"markers": 3})
    assert full.refusal("marker") is not None


@pytest.mark.clause("FOW-6.3-03")
def test_one_who_lands_there_is_enough() -> None:
    game = activation(jumpers(("Woods", 0, 20, 30, 30), at=[(10, 10), (10, 8)]), "A")
    game.choose("jump").by(0, 11)  # to y = 21 and 19
    assert game.asks("pay")
    clear = activation(jumpers(("Woods", 0, 20, 30, 30), at=[(10, 10), (10, 8)]), "A")
    clear.choose("jump").by(0, 9)  # to y = 19 and 17
    assert clear.asks("action")


@pytest.mark.clause("FOW-6.3-04")
def test_one_jump_an_activation() -> None:
    game = jumped()
    why = game.refusal("jump")
    assert why is not None
    assert why.clause == "FOW-6.3-04"
    assert why.legal
    game.choose("move").by(0, 6)
    assert game.done
    assert game.unit("A").y == [28.0]  # 12 + 6
    first = activation(jumpers(), "A").choose("move").by(0, 6)
    first.choose("jump").by(0, 12)
    assert first.unit("A").y == [28.0]


@pytest.mark.clause("FOW-6.3-04")
@pytest.mark.parametrize(
    ("far", "row_of_the_table", "amount"),
    [
        (12.0, "FOW-8.3-10", -2),
        (6.5, "FOW-8.3-10", -2),
        (6.0, "FOW-8.3-09", -1),
    ],
)
def test_jump_and_shoot(far: float, row_of_the_table: str, amount: int) -> None:
    game = jumped(far=far, weapon="Sub-machine Gun", enemy=((10, 26),))
    game.choose("shoot at Z")
    assert game.parts()[row_of_the_table] == amount


@pytest.mark.clause("FOW-6.3-05")
def test_no_jump_ends_in_contact() -> None:
    b = jumpers(enemy=((10, 20),))
    why = refusal(b, "A", [(10, 19)], jump=True)
    assert why is not None
    assert why.clause == "FOW-6.3-05"
    # Two inches off, then six on foot at most.
    assert clause(b, "A", [(10, 17)], jump=True) == ""
    assert clause(b, "A", [(10, 17.1)], jump=True) == "FOW-6.1-03"


@pytest.mark.clause("FOW-6.3-05")
def test_a_move_after_the_jump_may_charge() -> None:
    game = jumped(far=8.0, enemy=((10, 25),))
    assert game.unit("A").y == [18.0]
    game.choose("charge Z").go(10, 25)
    assert game.unit("A").engaged
    assert game.told("charge")
