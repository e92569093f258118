"""Places on the lattice and facings in hundredths of a degree."""

from fractions import Fraction
from math import cos, hypot, radians, sin, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.table import lattice
from tests.table.oracles import coordinates

inches = st.floats(-100, 100)


@given(inches)
def test_snap_takes_the_nearest_lattice_point(v: float) -> None:
    s = lattice.snap(v)
    assert (s * 1024).is_integer()
    assert abs(Fraction(s) - Fraction(v)) <= Fraction(1, 2048)
    assert lattice.snap(s) == s
    assert lattice.on_lattice(s)
    assert lattice.on_lattice(v) == (s == v)


@given(inches)
def test_grid_integers_carry_places_without_loss(v: float) -> None:
    assert lattice.from_grid(lattice.to_grid(v)) == lattice.snap(v)
    assert lattice.to_grid(6.5) == 6656  # 6.5 * 1024


@given(coordinates(), coordinates(), coordinates(), coordinates(), st.floats(0, 60))
def test_toward_goes_far_but_never_too_far(
    x0: float, y0: float, x1: float, y1: float, dist: float
) -> None:
    x, y = lattice.toward(x0, y0, x1, y1, dist)
    assert lattice.on_lattice(x)
    assert lattice.on_lattice(y)
    assert sqrt((x - x0) ** 2 + (y - y0) ** 2) <= dist  # as `cost.distance` measures it
    whole = hypot(x1 - x0, y1 - y0)
    if whole <= dist:
        assert (x, y) == (x1, y1)
    else:
        # A corner of the lattice square round the ideal point always lies within its diagonal.
        ideal = (x0 + (x1 - x0) * dist / whole, y0 + (y1 - y0) * dist / whole)
        assert hypot(x - ideal[0], y - ideal[1]) <= 2**0.5 / 1024 + 1e-9


@given(st.integers(-9999, 9999), st.integers(-9999, 9999))
def test_toward_stops_on_a_lattice_point_that_lies_just_so_far(i: int, j: int) -> None:
    x, y = i / 1024, j / 1024
    assert lattice.toward(0.0, 0.0, 3 * x, 3 * y, sqrt(x * x + y * y)) == (x, y)


def test_toward_by_hand() -> None:
    assert lattice.toward(1.0, 1.0, 7.0, 9.0, 5.0) == (4.0, 5.0)  # half of 6, 8, 10
    assert lattice.toward(1.0, 1.0, 7.0, 9.0, 99.0) == (7.0, 9.0)  # not beyond the goal
    assert lattice.toward(1.0, 1.0, 7.0, 9.0, 0.0) == (1.0, 1.0)
    assert lattice.toward(1.0, 1.0, 1.0, 1.0, 3.0) == (1.0, 1.0)


@given(st.floats(-1000, 1000))
def test_facings_are_hundredths_of_a_degree_from_0_to_360(angle: float) -> None:
    i = lattice.facing_to_grid(angle)
    assert 0 <= i < 36000
    f = lattice.snap_facing(angle)
    assert f == lattice.facing_from_grid(i) == i / 100
    off = (f - angle) % 360.0
    assert min(off, 360.0 - off) <= 0.005 + 1e-9


def test_turns_are_the_short_way_round() -> None:
    assert lattice.turn_between(350.0, 10.0) == 20.0
    assert lattice.turn_between(10.0, 350.0) == -20.0
    assert lattice.turn_between(0.0, 180.0) == 180.0
    assert lattice.turn_between(90.0, 90.0) == 0.0


@given(st.integers(0, 35999))
def test_direction_is_the_unit_vector(i: int) -> None:
    c, s = lattice.direction(i / 100)
    assert c == pytest.approx(cos(radians(i / 100)), abs=1e-12)
    assert s == pytest.approx(sin(radians(i / 100)), abs=1e-12)
    # Few bits, so that the last one of the C library's cosine does not show.
    assert (c * 2**40).is_integer()
    assert lattice.turn_between(lattice.facing_of(c, s), i / 100) == 0.0


def test_quarter_turns_are_exact() -> None:
    quarters = [lattice.direction(f) for f in (0.0, 90.0, 180.0, 270.0, 360.0, -90.0)]
    assert quarters == [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 0), (0, -1)]
