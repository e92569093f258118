"""Tables that people lay themselves: what is wrong with them is said, piece by piece."""

from __future__ import annotations

import pytest

from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war.ground import lay_ground
from grognard.systems.forge_of_war.profiles import load_catalogue
from grognard.systems.forge_of_war.profiles.plans import LARGEST
from grognard.table.lattice import GRID
from tests.systems.forge_of_war.field import At

SQUARE = [(4.0, 4.0), (8.0, 4.0), (8.0, 8.0), (4.0, 8.0)]


def laid(
    *pieces: list[At], wide: float = 48, deep: float = 48, kind: str = "Woods", plan: str = "field"
) -> list[str]:
    """What is wrong with a table of these pieces; nothing when it is laid."""
    terrain = [(kind, piece) for piece in pieces]
    made = lay_ground(load_catalogue(), load_catalogue().plan(plan), wide, deep, terrain, 1)
    if isinstance(made, list):
        assert all(isinstance(r, Refusal) and r.clause == "FOW-GAP-62" for r in made)
        return [r.what for r in made]
    assert (made["width"], made["height"]) == (wide * GRID, deep * GRID)
    assert len(made["pieces"]) == len(pieces)
    return []


def test_two_zones_and_a_foot_between_them_must_fit() -> None:
    least = 2 * load_catalogue().plan("field").depth + 12
    for wide, deep, right in (
        (least, least, True), (least - 0.5, 48, False), (48, least - 0.5, False),
        (LARGEST, LARGEST, True), (LARGEST + 0.5, 48, False), (48, LARGEST + 0.5, False),
    ):  # fmt: skip
        assert laid(SQUARE, wide=wide, deep=deep) == ([] if right else ["no such table"])


def test_plans_of_their_own_size_keep_it() -> None:
    ambush = load_catalogue().plan("ambush")
    assert laid(wide=ambush.width, deep=ambush.height, plan="ambush") == []
    assert laid(plan="ambush") == [f"{ambush.name} is played on its own table"]


@pytest.mark.parametrize(("dx", "dy"), [(-4, 0), (0, -4), (40, 0), (0, 40), (-4, 40)])
def test_a_piece_may_lie_along_the_edge_and_not_over_it(dx: float, dy: float) -> None:
    assert laid([(x + dx, y + dy) for x, y in SQUARE]) == []
    beyond = [(x + dx + dx / 320, y + dy + dy / 320) for x, y in SQUARE]  # an eighth more
    assert laid(SQUARE, beyond) == ["piece 2 reaches over the edge"]


@pytest.mark.parametrize(
    "points",
    [
        [(4, 4), (8, 8), (8, 4), (4, 8)],  # a bow tie
        [(4, 4), (8, 4), (6, 4), (6, 8)],  # a spike: a side runs back over the one before
        [(4, 4), (8, 4), (8, 8), (6, 4), (4, 8)],  # a corner on a side
        [(4, 4), (8, 4)],
        [(4, 4), (6, 4), (8, 4)],
        [(4, 4)],
        [],
    ],
)
def test_what_is_no_outline_is_refused(points: list[At]) -> None:
    why = "the outline of piece 2 encloses nothing, or crosses itself"
    assert laid(SQUARE, points) == [why]


@pytest.mark.parametrize(
    "points",
    [
        SQUARE,
        SQUARE[::-1],
        [(4, 4), (8, 4), (4, 8)],
        [(4, 4), (8, 4), (8, 8), (6, 5), (4, 8)],  # a bay
        [(4, 4), (20, 4), (20, 8), (19, 8), (19, 5), (5, 5), (5, 8), (4, 8)],  # a yard
    ],
)
def test_any_other_shape_will_do(points: list[At]) -> None:
    assert laid(points) == []


def test_unknown_kinds_are_refused() -> None:
    assert laid(SQUARE, kind="Lava") == ["no terrain 'Lava'"]
