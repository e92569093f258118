"""The state of a battle knows when it is impossible."""

from __future__ import annotations

import pytest

from tests.systems.forge_of_war.field import battle, unit

HAIR = 1 / 64


@pytest.mark.parametrize(
    ("x", "y", "right"),
    [(0.5, 0.5, True), (47.5, 35.5, True), (0.5 - HAIR, 20, False), (47.5 + HAIR, 20, False),
     (20, 0.5 - HAIR, False), (20, 35.5 + HAIR, False), (20, 35.5, True), (47.5, 20, True)],
)  # fmt: skip
def test_whole_bases_are_on_the_table(x: float, y: float, right: bool) -> None:
    b = battle(unit(0, "A", (20, 20)), size=(48, 36))
    u = b.units[0]
    u.x[0], u.y[0] = x, y
    u.touch()
    assert (b.invariants() == []) is right


def test_nobody_is_the_attacker_until_it_is_said() -> None:
    assert battle(unit(0, "A", (20, 20))).attacker == -1
