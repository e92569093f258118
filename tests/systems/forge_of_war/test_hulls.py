"""How far outlines are from each other, from points and from bases: as Shapely has it."""

from __future__ import annotations

import random

import pytest
from shapely.geometry import Point, Polygon
from shapely.ops import unary_union

from grognard.systems.forge_of_war.driving import near_pieces
from grognard.systems.forge_of_war.hulls import bounds, distance, gap, hull_at, swept, to_point
from grognard.systems.forge_of_war.places import discs_of
from tests.systems.forge_of_war.field import battle, unit, vehicle

HAIR = 1 / 64


def polygon(flat: list[float]) -> Polygon:
    return Polygon(zip(flat[::2], flat[1::2]))


@pytest.mark.parametrize("seed", range(40))
def test_gaps_are_what_shapely_says(seed: int) -> None:
    rnd = random.Random(seed)
    b = battle(vehicle(0, "V", 10, 10), vehicle(1, "W", 38, 38, base=76.2), unit(1, "B", (20, 44)))
    for _ in range(10):
        at, to, beyond = [
            (rnd.uniform(4, 14), rnd.uniform(4, 14), rnd.uniform(0, 360)) for _ in range(3)
        ]
        v, w = b.units[:2]
        one, other = hull_at(v, *at), swept(w, *to[:2], *beyond)
        apart = polygon(one).distance(polygon(other))
        assert gap(one, other) == pytest.approx(apart, abs=1e-9)
        assert gap(other, one) == pytest.approx(apart, abs=1e-9)
        spot = Point(beyond[:2])
        assert to_point(one, spot.x, spot.y) == pytest.approx(polygon(one).distance(spot), abs=1e-9)
        figure = b.units[2]
        figure.x[0], figure.y[0] = spot.x, spot.y
        edge = max(0.0, polygon(one).distance(spot) - 0.5)
        assert distance(one, figure, 0) == pytest.approx(edge, abs=1e-9)
        assert bounds(one) == pytest.approx(polygon(one).bounds)


@pytest.mark.parametrize("facing", [0.0, 37.0, 90.0, 200.0])
def test_the_discs_for_a_hull_cover_it_and_hardly_more(facing: float) -> None:
    v = vehicle(0, "V", 20, 20, facing=facing)
    outline = polygon(v.kinds[0].base.corners(20, 20, facing))
    discs = unary_union([Point(x, y).buffer(r + 1e-3, 256) for x, y, r in discs_of(v)])
    assert discs.covers(outline)
    assert outline.buffer(0.75).covers(discs)


@pytest.mark.parametrize(
    ("x", "y", "near"),
    [(12, 20, True), (12 - HAIR, 20, False), (28, 20, True), (28 + HAIR, 20, False),
     (20, 13, True), (20, 13 - HAIR, False), (20, 27, True), (20, 27 + HAIR, False)],
)  # fmt: skip
def test_pieces_are_near_where_boxes_touch(x: float, y: float, near: bool) -> None:
    """A wood from (15, 16) to (25, 24); an outline six inches by six about this place."""
    b = battle(vehicle(0, "V", 40, 40), ground=[("Woods", 15, 16, 25, 24)])
    outline = [x - 3, y - 3, x + 3, y - 3, x + 3, y + 3, x - 3, y + 3]
    assert near_pieces(b.board.pieces, outline) == b.board.pieces[: int(near)]
