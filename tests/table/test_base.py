"""Discs and boxes: how far apart, touching, overlapping."""

import copy
import pickle
from math import hypot

import pytest
from hypothesis import assume, given
from shapely.geometry import Point

from grognard.table.base import CONTACT, SLACK, Base, gap, overlap, slide_to_contact, touching
from grognard.table.lattice import on_lattice
from tests.table.oracles import bases, coordinates, facings, points, shape

Place = tuple[float, float]


def test_sizes_by_hand() -> None:
    man = Base.round_mm(25)
    assert man.is_disc
    assert man.radius == 504 / 1024  # 12.5 / 25.4 = 0.49213, times 1024 = 503.94
    tank = Base.box(3.0, 4.0, height=2.0)
    assert not tank.is_disc
    assert (tank.width, tank.depth, tank.height) == (3.0, 4.0, 2.0)
    assert tank.radius == 2.5  # half of the diagonal of 3 by 4
    assert Base.box_mm(50.8, 25.4) == Base.box(2.0, 1.0)
    assert Base.disc(0.5).height == 1.0


def test_a_base_needs_a_size() -> None:
    with pytest.raises(ValueError, match="radius"):
        Base()
    with pytest.raises(ValueError, match="radius"):
        Base(width=2.0)


def test_bases_are_values() -> None:
    for base in (Base.disc(0.6, 2.0), Base.box(3.0, 4.0)):
        assert pickle.loads(pickle.dumps(base)) == base
        assert copy.deepcopy(base) == base
        assert hash(copy.copy(base)) == hash(base)
    assert Base.disc(0.5) != Base.disc(0.75)
    assert Base.disc(0.5) != Base.box(1.0, 1.0)
    assert Base.disc(0.5) != 0.5


def test_gaps_by_hand() -> None:
    man, tank = Base.disc(0.5), Base.box(2.0, 4.0)
    assert gap(0, 0, 0, man, 3, 4, 0, man) == 4.0  # 5 - 0.5 - 0.5
    assert gap(0, 0, 0, man, 10, 0, 0, tank) == 7.5  # nose to tail: 10 - 0.5 - 4 / 2
    assert gap(0, 0, 0, man, 10, 0, 90, tank) == 8.5  # side on: 10 - 0.5 - 2 / 2
    assert gap(5, 5, 0, man, 0, 0, 0, tank) == 4.5  # off the corner (2, 1): 3, 4, 5, less 0.5
    assert gap(0, 0, 0, tank, 6, 0, 90, tank) == 3.0  # 6 - 2 - 1
    assert gap(0, 0, 0, tank, 7, 6, 0, tank) == 5.0  # corner (2, 1) to corner (5, 5): 3, 4
    assert gap(0, 0, 0, tank, 1, 1, 30, tank) == 0.0


def test_corners_run_counter_clockwise_from_the_front_right() -> None:
    tank = Base.box(2.0, 4.0)
    assert tank.corners(10, 20, 0) == [12, 19, 12, 21, 8, 21, 8, 19]
    assert tank.corners(10, 20, 90) == [11, 22, 9, 22, 9, 18, 11, 18]
    assert Base.disc(1.0).corners(0, 0, 0) == []


@given(points, facings, bases())
def test_reach_is_the_box_round_the_base(at: Place, facing: float, base: Base) -> None:
    bounds = shape(*at, facing, base).bounds
    assert at[0] + base.reach_x(facing) == pytest.approx(bounds[2], abs=1e-4)
    assert at[1] + base.reach_y(facing) == pytest.approx(bounds[3], abs=1e-4)


@given(points, facings, bases(), points)
def test_covers_agrees_with_shapely(at: Place, facing: float, base: Base, p: Place) -> None:
    other = shape(*at, facing, base)
    assume(abs(other.exterior.distance(Point(p))) > 1e-4)
    assert base.covers(*at, facing, *p) == other.contains(Point(p))


@given(coordinates(0, 12), coordinates(0, 12), facings, bases(), facings, bases())
def test_gap_and_overlap_agree_with_shapely(
    x: float, y: float, af: float, a: Base, bf: float, b: Base
) -> None:
    one, two = shape(6, 6, af, a), shape(x, y, bf, b)
    apart = one.distance(two)
    ours = gap(6, 6, af, a, x, y, bf, b)
    assert ours == pytest.approx(apart, abs=5e-5)
    assert gap(x, y, bf, b, 6, 6, af, a) == pytest.approx(ours, abs=1e-9)
    shared = one.intersection(two).area
    if apart > 0.0:
        assert not overlap(6, 6, af, a, x, y, bf, b)
    elif shared > 0.02:  # deeper than the slack wherever two of these sizes share so much
        assert overlap(6, 6, af, a, x, y, bf, b)
        assert overlap(x, y, bf, b, 6, 6, af, a)
    elif shared == 0.0:
        assert not overlap(6, 6, af, a, x, y, bf, b)
    if abs(apart - CONTACT) > 1e-4:
        assert touching(6, 6, af, a, x, y, bf, b) == (apart <= CONTACT)


def test_touching_is_no_overlap_and_a_step_more_than_the_slack_is() -> None:
    man, tank = Base.disc(0.5), Base.box(2.0, 4.0)
    step = 1 / 1024
    for far, a, b in ((1.0, man, man), (2.5, man, tank), (2.5, tank, man), (4.0, tank, tank)):
        assert not overlap(0, 0, 0, a, far, 0, 0, b)
        assert not overlap(0, 0, 0, a, far - SLACK, 0, 0, b)
        assert overlap(0, 0, 0, a, far - SLACK - step, 0, 0, b)


def test_contact_ends_at_a_twentieth_of_an_inch() -> None:
    man, tank = Base.disc(0.5), Base.box(2.0, 4.0)
    for far, a, b in ((1.0, man, man), (2.5, man, tank), (4.0, tank, tank)):
        assert touching(0, 0, 0, a, far + 51 / 1024, 0, 0, b)  # 0.0498
        assert not touching(0, 0, 0, a, far + 52 / 1024, 0, 0, b)  # 0.0508


@given(points, facings, bases(), points, facings, bases())
def test_sliding_ends_in_contact_without_overlap(
    at: Place, af: float, a: Base, to: Place, bf: float, b: Base
) -> None:
    assume(at != to)
    x, y = slide_to_contact(*at, af, a, *to, bf, b)
    assert on_lattice(x)
    assert on_lattice(y)
    assert touching(x, y, af, a, *to, bf, b)
    assert not overlap(x, y, af, a, *to, bf, b)
    # On the same ray: the place, seen from the target, lies where (x, y) lay.
    d, e = hypot(at[0] - to[0], at[1] - to[1]), hypot(x - to[0], y - to[1])
    assert x - to[0] == pytest.approx((at[0] - to[0]) / d * e, abs=2 / 1024)
    assert y - to[1] == pytest.approx((at[1] - to[1]) / d * e, abs=2 / 1024)
