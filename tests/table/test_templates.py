"""Who lies under a template, against Shapely and by hand."""

from math import cos, pi, sin

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely.affinity import rotate, translate
from shapely.geometry import Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from grognard.table.base import Base
from grognard.table.templates import (
    CENTRE,
    TOUCHED,
    WHOLE,
    Disc,
    Rectangle,
    Sector,
    Teardrop,
    Template,
    under,
)
from tests.table.oracles import bases, coordinates, facings, shape

Place = tuple[float, float]
MAN = Base.disc(0.5)


def test_a_blast_by_hand() -> None:
    blast = Disc(10, 10, 3)
    ys, men = [10.0] * 7, [MAN] * 7
    xs = [10.0, 13.5, 13.5 + 1 / 1024, 12.5, 12.5 + 1 / 1024, 13.0, 13.0 + 1 / 1024]
    assert under(blast, xs, ys, [0.0] * 7, men) == [0, 1, 3, 4, 5, 6]
    assert under(blast, xs, ys, [0.0] * 7, men, WHOLE) == [0, 3]
    assert under(blast, xs, ys, [0.0] * 7, men, CENTRE) == [0, 3, 4, 5]
    with pytest.raises(ValueError, match="whole"):
        blast.covers(10, 10, 0, MAN, "half")
    tank = Base.box(2, 4)
    assert blast.covers(15, 10, 0, tank)
    assert not blast.covers(15 + 1 / 1024, 10, 0, tank)
    assert blast.covers(14, 10, 90, tank)
    assert not blast.covers(14 + 1 / 1024, 10, 90, tank)
    assert blast.covers(10, 10, 0, tank, WHOLE)  # its corners are hypot(2, 1) = 2.24 away
    assert not blast.covers(11, 11, 0, tank, WHOLE)


def test_a_flame_by_hand() -> None:
    # Along x from 10 to 18: tip of radius 0.5 round 10.5, end of radius 1.5 round 16.5.
    flame = Teardrop(10, 10, 0, 8, 0.5, 1.5)
    assert flame.depth_at(10, 10) == 0.0
    assert flame.depth_at(18, 10) == 0.0
    assert flame.depth_at(16.5, 10) == 1.5
    assert flame.depth_at(10.5, 10) == 0.5
    assert flame.depth_at(20, 10) == -2.0
    assert flame.depth_at(6, 10) == -4.0
    # Half way along the axis the round cone has radius 1, dropped square to its side.
    assert flame.depth_at(13.5, 10) == pytest.approx(1.0)
    assert flame.covers(18.5, 10, 0, MAN)
    assert not flame.covers(18.5 + 1 / 1024, 10, 0, MAN)
    assert not flame.covers(10.5, 11.5, 0, MAN)
    assert flame.covers(15, 11.5, 0, MAN)
    with pytest.raises(ValueError, match="teardrop"):
        Teardrop(0, 0, 0, 8, 2, 1)
    with pytest.raises(ValueError, match="teardrop"):
        Teardrop(0, 0, 0, 2, 0.5, 1.5)


def test_a_rectangle_by_hand() -> None:
    lane = Rectangle(10, 10, 90, 6, 2)  # x from 9 to 11, y from 10 to 16
    assert lane.depth_at(10, 13) == 1.0
    assert lane.depth_at(10, 15.5) == 0.5
    assert lane.depth_at(14, 20) == -5.0  # 3, 4, 5 from the corner (11, 16)
    assert lane.covers(11.5, 12, 0, MAN)
    assert not lane.covers(11.5 + 1 / 1024, 12, 0, MAN)
    assert lane.covers(12, 12, 0, Base.box(1, 2))
    assert not lane.covers(12 + 1 / 1024, 12, 0, Base.box(1, 2))


def test_a_sector_by_hand() -> None:
    cone = Sector(10, 10, 0, 8, 45)
    assert cone.covers(14, 14, 0, MAN, CENTRE)
    assert not cone.covers(14, 14 + 1 / 1024, 0, MAN, CENTRE)
    assert cone.covers(18.5, 10, 0, MAN)
    assert not cone.covers(18.5 + 1 / 1024, 10, 0, MAN)
    assert cone.covers(9.5, 10, 0, MAN)
    assert not cone.covers(9.5 - 1 / 1024, 10, 0, MAN)
    assert cone.depth_at(14, 10) == pytest.approx(4 / 2**0.5)  # to either side
    assert Sector(10, 10, 0, 8, 180).depth_at(5, 10) == 3.0
    assert cone.covers(10, 9, 0, Base.box(2, 2))  # its rim holds the tip
    with pytest.raises(ValueError, match="180"):
        Sector(0, 0, 0, 8, 200)


def test_a_box_across_the_notch_of_a_wide_sector_is_not_whole_under_it() -> None:
    wide = Sector(10, 10, 0, 8, 135)
    tank = Base.box(4, 2)
    assert wide.covers(9.5, 10, 0, tank)
    assert not wide.covers(9.5, 10, 0, tank, WHOLE)
    assert wide.covers(11, 10, 0, tank, WHOLE)


@st.composite
def templates(draw: st.DrawFn) -> tuple[Template, BaseGeometry]:
    """A template, and the same for Shapely (round parts as polygons of 2048 corners)."""
    x, y, facing = draw(coordinates(4, 12)), draw(coordinates(4, 12)), draw(facings)
    what = draw(st.sampled_from(["disc", "teardrop", "rectangle", "sector"]))
    if what == "disc":
        r = draw(st.sampled_from([1.0, 3.0, 5.0]))
        return Disc(x, y, r), Point(x, y).buffer(r, quad_segs=512)
    if what == "teardrop":
        tip = draw(st.sampled_from([0.25, 0.5, 1.0]))
        end = draw(st.sampled_from([1.0, 1.5, 2.5]))
        length = draw(st.sampled_from([5.0, 8.0]))
        small = Point(tip, 0).buffer(tip, quad_segs=512)
        big = Point(length - end, 0).buffer(end, quad_segs=512)
        other = small.union(big).convex_hull
        ours: Template = Teardrop(x, y, facing, length, tip, end)
    elif what == "rectangle":
        other, ours = box(0, -1, 6, 1), Rectangle(x, y, facing, 6, 2)
    else:
        half = draw(st.sampled_from([15.0, 45.0, 90.0, 120.0, 180.0]))
        turns = [half * (i / 512 - 1) * pi / 180 for i in range(1025)]
        rim = [(6 * cos(a), 6 * sin(a)) for a in turns]
        other = Polygon([(0, 0), *rim] if half < 180 else rim)
        ours = Sector(x, y, facing, 6, half)
    return ours, translate(rotate(other, facing, origin=(0, 0)), x, y)


@given(templates(), coordinates(0, 16), coordinates(0, 16), facings, bases())
def test_templates_agree_with_shapely(
    laid: tuple[Template, BaseGeometry], x: float, y: float, facing: float, base: Base
) -> None:
    ours, other = laid
    at, b = Point(x, y), shape(x, y, facing, base)
    rim = other.exterior.distance(at)
    assert ours.depth_at(x, y) == pytest.approx(rim if other.covers(at) else -rim, abs=1e-4)
    if rim > 1e-4:
        assert ours.covers(x, y, facing, base, CENTRE) == other.covers(at)
    # What touches only just is asked by hand above.
    apart = other.distance(b)
    assume(apart > 1e-3 or other.intersection(b).area > 1e-3)
    assert ours.covers(x, y, facing, base, TOUCHED) == (apart == 0.0)
    outside = b.difference(other).area
    assume(outside > 1e-2 or other.buffer(-1e-3).covers(b))
    assert ours.covers(x, y, facing, base, WHOLE) == (outside < 1e-2)
