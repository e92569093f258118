"""What is left of an outline under others, against Shapely."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon, unary_union

from grognard.table.remainder import half, remainder, triangles
from grognard.table.terrain import blob, rectangle

radii = st.lists(st.floats(1.0, 6.0), min_size=5, max_size=10)


def shape(points: list[float]) -> Polygon:
    return Polygon(list(zip(points[::2], points[1::2], strict=True)))


@settings(max_examples=150, deadline=None)
@given(radii, st.floats(-4.0, 4.0), st.floats(0.3, 6.0), st.floats(0.0, 180.0), st.booleans())
def test_remainder_against_shapely(
    r: list[float], x: float, width: float, turn: float, second: bool
) -> None:
    piece = blob(0, "lake", 20.0, 20.0, r)
    holes = [rectangle(1, "bridge", 20.0 + x, 20.0, width, 14.0, turn)]
    if second:
        holes.append(blob(2, "island", 21.0, 19.0, r[::-1]))
    parts = remainder(piece.points, [h.points for h in holes])
    left = shape(piece.points).difference(unary_union([shape(h.points) for h in holes]))
    assert sum(shape(p).area for p in parts) == pytest.approx(left.area, abs=1e-3)
    for p in parts:
        assert shape(p).is_valid
        assert shape(p).exterior.is_ccw
        assert shape(p).difference(left.buffer(1e-6)).area < 1e-6


@settings(deadline=None)
@given(radii)
def test_triangles_fill_the_outline(r: list[float]) -> None:
    points = blob(0, "lake", 20.0, 20.0, r).points
    parts = triangles(points)
    assert len(parts) == len(points) // 2 - 2
    assert sum(shape(p).area for p in parts) == pytest.approx(shape(points).area)


def test_half_of_a_square() -> None:
    square = [0.0, 0.0, 2.0, 0.0, 2.0, 2.0, 0.0, 2.0]
    assert shape(half(square, 1.0, 0.0, 1.0, 2.0)).bounds == (0.0, 0.0, 1.0, 2.0)
    assert half(square, 3.0, 2.0, 3.0, 0.0) == []
    assert half(square, 3.0, 0.0, 3.0, 2.0) == square
