"""Arcs and facings, by hand and by angles."""

from math import atan2, degrees, hypot

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely.geometry import LineString, Point

from grognard.table.arcs import (
    behind_front,
    face_hit,
    in_front_arc,
    nearest_face,
    sector,
    zone,
)
from grognard.table.base import Base
from tests.table.oracles import facings, points

Place = tuple[float, float]
STEP = 1 / 1024


def turn_to(at: Place, facing: float, p: Place) -> float:
    """The angle from straight ahead to a point, -180 to 180, left positive."""
    a = degrees(atan2(p[1] - at[1], p[0] - at[0])) - facing
    return (a + 180) % 360 - 180


def test_a_sector_by_hand() -> None:
    assert sector(10, 10, 0, 14, 14, 45)
    assert not sector(10, 10, 0, 14, 14 + STEP, 45)
    assert sector(10, 10, 0, 14, 6, 45)
    assert not sector(10, 10, 0, 6, 10, 45)
    assert sector(10, 10, 90, 10, 20, 0)
    assert not sector(10, 10, 90, 10 + STEP, 20, 0)
    assert not sector(10, 10, 90, 10, 0, 0)
    assert sector(10, 10, 0, 10, 99, 90)
    assert not sector(10, 10, 0, 10 - STEP, 99, 90)
    assert sector(10, 10, 0, 6, 14, 135)
    assert not sector(10, 10, 0, 6 - STEP, 14, 135)
    assert sector(10, 10, 0, 0, 10, 180)
    assert sector(10, 10, 33, 10, 10, 20)


@given(points, facings, points, st.sampled_from([0.0, 10.0, 45.0, 90.0, 110.0, 170.0]))
def test_a_sector_is_an_angle(at: Place, facing: float, p: Place, half: float) -> None:
    assume(at != p)
    turn = abs(turn_to(at, facing, p))
    assume(abs(turn - half) > 1e-6)
    assert sector(*at, facing, *p, half) == (turn < half)


def test_faces_of_a_vehicle_by_hand() -> None:
    # 2 wide and 4 long, looking along x: the lines go through (2, 1), so ahead is |y| < x / 2.
    def face(x: float, y: float) -> str:
        return face_hit(0, 0, 0, 2, 4, x, y)

    assert face(10, 4) == "front"
    assert face(10, 5) == "left"  # exactly on the line
    assert face(10, -5) == "right"
    assert face(10, 5 - STEP) == "front"
    assert face(-10, 4) == "rear"
    assert face(-10, -5) == "right"
    assert face(0, 3) == "left"
    assert face_hit(10, 10, 270, 2, 4, 10, 2) == "front"
    assert face_hit(10, 10, 270, 2, 4, 18, 10) == "left"


def test_zones_by_hand() -> None:
    # Lines at 45 degrees from the corners (2, 3), (2, -3), (-2, 3), (-2, -3).
    def of(x: float, y: float) -> str:
        return zone(0, 0, 0, 6, 4, x, y)

    assert of(5, 0) == "front"
    assert of(5, 6) == "front"  # on the line
    assert of(5, 6 + STEP) == "left"
    assert of(-5, -6) == "rear"
    assert of(-5, -6 - STEP) == "right"
    assert of(0, 4) == "left"
    assert of(-2.5, 0) == "rear"


@given(points, facings, points)
def test_the_nearest_face_is_the_nearest_of_the_outline(at: Place, facing: float, p: Place) -> None:
    width, depth = 3.0, 5.0
    c = Base.box(width, depth).corners(*at, facing)
    # From the front right counter-clockwise.
    corners = [(c[i], c[i + 1]) for i in range(0, 8, 2)]
    far = {
        name: LineString([corners[i], corners[(i + 1) % 4]]).distance(Point(p))
        for i, name in enumerate(["front", "left", "rear", "right"])
    }
    face = nearest_face(*at, facing, width, depth, *p)
    assert far[face] == pytest.approx(min(far.values()), abs=1e-6)


@given(points, facings, points)
def test_faces_are_parted_by_the_diagonals(at: Place, facing: float, p: Place) -> None:
    assume(at != p)
    width, depth = 3.0, 5.0
    turn = turn_to(at, facing, p)
    corner = degrees(atan2(width, depth))
    assume(min(abs(abs(turn) - corner), abs(abs(turn) - 180 + corner)) > 1e-6)
    want = "left" if turn > 0 else "right"
    if abs(turn) < corner:
        want = "front"
    elif abs(turn) > 180 - corner:
        want = "rear"
    assert face_hit(*at, facing, width, depth, *p) == want


def test_the_front_arc_by_hand() -> None:
    # 4 wide, 2 deep, looking along x: front corners (1, 2) and (1, -2).
    def sees(x: float, y: float, half: float = 45.0) -> bool:
        return in_front_arc(0, 0, 0, 4, 2, x, y, half)

    assert sees(5, 6)
    assert not sees(5, 6 + STEP)
    assert sees(1, 2)
    assert sees(1, 0)
    assert not sees(1 - STEP, 0)
    assert sees(5, 2, 0)
    assert not sees(5, 2 + STEP, 0)
    assert sees(1, 40, 90)
    assert behind_front(0, 0, 0, 2, 1, 5)
    assert not behind_front(0, 0, 0, 2, 1 + STEP, 5)


@given(points, facings, points, st.sampled_from([0.0, 22.5, 45.0, 60.0]))
def test_the_front_arc_spreads_from_the_corners(
    at: Place, facing: float, p: Place, half: float
) -> None:
    c = Base.box(3, 2).corners(*at, facing)
    right, left = (c[0], c[1]), (c[2], c[3])
    turns = turn_to(right, facing, p), turn_to(left, facing, p)
    assume(min(hypot(p[0] - x, p[1] - y) for x, y in (right, left)) > 1e-3)
    assume(all(abs(abs(t) - half) > 1e-5 and abs(abs(t) - 90) > 1e-5 for t in turns))
    # Not right of the line from the right corner, not left of that from the left one.
    ahead = all(abs(t) < 90 for t in turns)
    want = ahead and turns[0] > -half and turns[1] < half
    assert in_front_arc(*at, facing, 3, 2, *p, half) == want
