"""Pieces of terrain against arithmetic and against Shapely."""

import copy
import pickle
from fractions import Fraction
from math import cos, hypot, pi, sin

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely.geometry import LineString, Point

from grognard.table.base import Base
from grognard.table.polygon import convex_hull, segments_cross, segments_meet
from grognard.table.terrain import Terrain, blob, ngon, rectangle, strip
from tests.table.oracles import bases, coordinates, facings, pieces, points, polygon, shape

Place = tuple[float, float]

# An L: 6 by 6 with the upper right quarter of 3 by 3 missing.
ELL = Terrain(7, "ruin", [(0, 0), (6, 0), (6, 3), (3, 3), (3, 6), (0, 6)])


def test_an_outline_by_hand() -> None:
    assert ELL.area() == 27.0  # 36 - 9
    assert (ELL.min_x, ELL.min_y, ELL.max_x, ELL.max_y) == (0, 0, 6, 6)
    assert ELL.name == "ruin 7"
    for inside in ((1, 1), (5, 2), (2, 5), (3, 3), (0, 0), (6, 3), (4.5, 3), (0, 4)):
        assert ELL.contains(*inside), inside
    for outside in (
        (4, 4),
        (3 + 1 / 1024, 3 + 1 / 1024),
        (6 + 1 / 1024, 1),
        (-1, 3),
        (7, 3),
        (7, 0),
    ):
        assert not ELL.contains(*outside), outside
    assert ELL.distance(4, 5) == 1.0  # left to the notch's edge x = 3
    assert ELL.distance(9, 7) == 5.0  # to the corner (6, 3): 3, 4
    assert ELL.distance(1, 1) == 0.0
    assert ELL.near(4, 5) == (3, 5)
    assert ELL.near(1, 1) == (1, 1)
    assert ELL.near(9, 7) == (6, 3)


def test_lines_through_an_outline_by_hand() -> None:
    assert ELL.intervals(0, 5, 10, 5) == [0.0, 0.3]
    assert ELL.intervals(1, 7, 7, 1) == pytest.approx([1 / 6, 2 / 6, 4 / 6, 5 / 6])  # x + y = 8
    assert ELL.inside_length(1, 7, 7, 1) == pytest.approx(2 * hypot(1, 1))
    # x + y = 6 runs through the inner corner, which parts nothing: the rim counts as inside.
    assert ELL.inside_length(0, 6, 6, 0) == pytest.approx(hypot(6, 6))
    assert ELL.intervals(3, 3, 9, 3) == [0.0, 0.5]  # along the edge from (3, 3) to (6, 3)
    assert ELL.intervals(-2, 0, 8, 0) == pytest.approx([0.2, 0.8])  # along the lower edge
    assert ELL.intervals(5, 7, 7, 5) == []
    assert ELL.intervals(5, 4, 7, 2) == []  # touches the corner (6, 3) only
    assert ELL.intervals(1, 1, 1, 1) == [0.0, 1.0]
    assert ELL.intervals(5, 5, 5, 5) == []
    assert ELL.crosses(5, 4, 7, 2)  # a touch is a crossing
    assert not ELL.crosses(5, 4 + 1 / 1024, 7, 2 + 1 / 1024)
    assert ELL.crosses(1, 1, 2, 2)  # wholly inside
    assert not ELL.crosses(4, 4, 6, 6)


def test_bases_on_an_outline_by_hand() -> None:
    assert ELL.touches_disc(7, 1, 1.0)
    assert not ELL.touches_disc(7 + 1 / 1024, 1, 1.0)
    assert ELL.touches_disc(4, 4, 1.0)  # in the notch, one inch from both edges
    assert not ELL.touches_disc(4.5, 4.5, 1.0)
    assert ELL.holds_disc(1.5, 1.5, 1.5)
    assert not ELL.holds_disc(1.5, 1.5, 1.5 + 1 / 1024)
    assert not ELL.holds_disc(3, 3, 0.5)  # the inner corner sticks into it
    box = Base.box(2.0, 2.0)
    assert ELL.touches_base(7, 1, 0, box)
    assert not ELL.touches_base(7 + 1 / 1024, 1, 0, box)
    assert ELL.touches_base(1, 1, 0, box)
    assert ELL.holds_base(1, 1, 0, box)
    assert ELL.holds_base(1, 1, 90, box)
    assert not ELL.holds_base(2.5, 2.5, 0, box)
    assert not ELL.holds_base(2.5, 2.5, 45, box)
    assert ELL.swept(7, 1, 9, 1, 1.0)
    assert not ELL.swept(7 + 1 / 1024, 1, 9, 1, 1.0)
    assert ELL.swept(-5, 8, 12, 8, 2.0)
    assert not ELL.swept(-5, 8, 12, 8, 2.0 - 1 / 1024)


def test_a_cross_of_a_base_whose_corners_are_all_inside_is_not_held() -> None:
    # A slot 1/4 wide cut from above to the middle of a 4 by 4 square: all corners of a base
    # over the slot lie inside the square, the slot's own corners may lie beyond the base.
    slot = [(0, 0), (4, 0), (4, 4), (2.25, 4), (2.25, -0.0 + 1), (2, 1), (2, 4), (0, 4)]
    piece = Terrain(1, "ruin", slot)
    assert not piece.holds_base(2.125, 2.0, 0, Base.box(2.0, 2.0))  # the slot's end sticks in
    assert not piece.holds_base(2.125, 2.5, 0, Base.box(1.0, 2.0))  # it passes right through
    assert piece.holds_base(1.0, 2.0, 0, Base.box(2.0, 2.0))


def test_bad_outlines_are_refused() -> None:
    for bad in (
        [(0, 0), (1, 1)],
        [(0, 0), (1, 1), (2, 2)],
        [(0, 0), (4, 4), (4, 0), (0, 4)],  # a bow tie
        [(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)],  # touches itself in (2, 0)
        [(0, 0), (4, 0), (4, 4), (4, 1), (4, 6), (0, 6)],  # runs back over itself
    ):
        with pytest.raises(ValueError, match="wood 1"):
            Terrain(1, "wood", bad)


def test_outlines_are_tidied() -> None:
    clockwise = [(0, 4), (4, 4), (4, 4), (4, 2), (4, 0), (0, 0), (0, 4)]
    piece = Terrain(1, "wood", clockwise, height=3.0)
    assert sorted(piece.corners()) == [(0, 0), (0, 4), (4, 0), (4, 4)]
    assert piece.area() == 16.0
    assert Terrain(1, "wood", [(0, 0), (1 / 3, 0), (0, 1)]).max_x == 341 / 1024


def test_pieces_can_be_sent_to_another_process() -> None:
    for twin in (pickle.loads(pickle.dumps(ELL)), copy.deepcopy(ELL)):
        assert (twin.id, twin.kind, twin.points, twin.height) == (7, "ruin", ELL.points, ELL.height)


def test_constructors_by_hand() -> None:
    r = rectangle(1, "hill", 10, 20, 4, 2, height=2.5)
    assert sorted(r.corners()) == [(8, 19), (8, 21), (12, 19), (12, 21)]
    assert r.height == 2.5
    turned = rectangle(1, "hill", 10, 20, 4, 2, turn=90)
    assert sorted(turned.corners()) == [(9, 18), (9, 22), (11, 18), (11, 22)]
    twelve = ngon(1, "hill", 10, 10, 2.0)
    assert len(twelve.corners()) == 12
    assert twelve.area() == pytest.approx(12.0, abs=0.02)  # 12 / 2 * 2 * 2 * sin 30
    assert blob(1, "wood", 10, 10, [2, 2, 2, 2]).area() == 8.0
    road = strip(1, "road", [(0, 0), (10, 0), (10, 10)], 2.0)
    # Two arms of 10 and the corner they share twice, less the part both cover: 11 * 2 + 9 * 2.
    assert road.area() == 40.0
    assert sorted(road.corners()) == [(0, -1), (0, 1), (9, 1), (9, 10), (11, -1), (11, 10)]


@given(
    st.lists(st.integers(-70, 70), min_size=1, max_size=6),
    st.sampled_from([0.5, 1.0, 2.0]),
)
def test_a_strip_is_the_line_given_a_width(turns: list[int], width: float) -> None:
    line = [(0.0, 0.0)]
    heading = 0.0
    for turn in turns:
        heading += turn * pi / 180
        x, y = line[-1]
        line.append((x + 8 * cos(heading), y + 8 * sin(heading)))
    other = LineString(line).buffer(width / 2, cap_style="flat", join_style="mitre", mitre_limit=9)
    assume(LineString(line).is_simple)
    try:
        ours = polygon(strip(1, "river", line, width))
    except ValueError:
        # Refused: then Shapely's outline of it has lost a bend too.
        assert other.interiors or len(other.exterior.coords) != 2 * len(line) + 1
        return
    assert ours.symmetric_difference(other).area < 0.05


def test_a_sharp_bend_is_cut_flat() -> None:
    sharp = strip(1, "wall", [(0, 0), (10, 0), (0, 5)], 0.5)
    assert sharp.max_x < 10.3
    assert polygon(sharp).contains(Point(9.8, 0.1))
    with pytest.raises(ValueError, match="two different"):
        strip(1, "wall", [(1, 1), (1, 1)], 0.5)
    with pytest.raises(ValueError, match="crosses or touches"):
        strip(1, "wall", [(0, 0), (4, 0), (4, 0.5), (0, 0.5)], 2.0)


@given(pieces(), points)
def test_contains_and_distance_agree_with_shapely(piece: Terrain, p: Place) -> None:
    other = polygon(piece)
    assert piece.contains(*p) == other.covers(Point(p))
    assert piece.distance(*p) == pytest.approx(other.distance(Point(p)), abs=1e-9)
    n = piece.near(*p)
    assert hypot(n[0] - p[0], n[1] - p[1]) == pytest.approx(piece.distance(*p), abs=1e-9)
    assert other.distance(Point(n)) < 1e-9
    for x, y in piece.corners():
        assert piece.contains(x, y)


@given(pieces(), points, st.sampled_from([0.25, 0.5, 1.0, 2.0]))
def test_discs_agree_with_shapely(piece: Terrain, p: Place, r: float) -> None:
    other = polygon(piece)
    far = other.distance(Point(p))
    assume(abs(far - r) > 1e-9)
    assert piece.touches_disc(*p, r) == (far < r)
    rim = other.exterior.distance(Point(p))
    assume(abs(rim - r) > 1e-9)
    assert piece.holds_disc(*p, r) == (other.covers(Point(p)) and rim > r)


@given(pieces(), points, facings, bases())
def test_bases_agree_with_shapely(piece: Terrain, p: Place, facing: float, base: Base) -> None:
    other, b = polygon(piece), shape(*p, facing, base)
    if abs(other.distance(b)) > 1e-4:
        assert not piece.touches_base(*p, facing, base)
    elif other.intersection(b).area > 1e-3:
        assert piece.touches_base(*p, facing, base)
    outside = b.difference(other).area
    if outside > 1e-3:
        assert not piece.holds_base(*p, facing, base)
    elif b.exterior.distance(other.exterior) > 1e-4 and outside == 0.0:
        assert piece.holds_base(*p, facing, base)


@given(pieces(), points, points)
def test_lines_agree_with_shapely(piece: Terrain, p: Place, q: Place) -> None:
    other, line = polygon(piece), LineString([p, q])
    # Shapely's word is rounded where the line only grazes; then ask nothing.
    if p != q:
        assert piece.inside_length(*p, *q) == pytest.approx(
            other.intersection(line).length, abs=1e-7
        )
    far = other.distance(line) if p != q else other.distance(Point(p))
    if far > 1e-9:
        assert not piece.crosses(*p, *q)
    else:
        assert piece.crosses(*p, *q) or far > 0
    spans = piece.intervals(*p, *q)
    assert spans == sorted(spans)
    assert all(0 <= t <= 1 for t in spans)


@given(pieces(), st.data())
def test_a_line_along_an_edge_is_inside(piece: Terrain, data: st.DataObject) -> None:
    corners = piece.corners()
    i = data.draw(st.integers(0, len(corners) - 1))
    a, b = corners[i], corners[(i + 1) % len(corners)]
    assert piece.inside_length(*a, *b) == pytest.approx(hypot(b[0] - a[0], b[1] - a[1]))


@given(pieces(), points, points, st.sampled_from([0.25, 0.5, 1.0, 2.0]))
def test_sweeps_agree_with_shapely(piece: Terrain, p: Place, q: Place, r: float) -> None:
    assume(p != q)
    far = polygon(piece).distance(LineString([p, q]))
    assume(abs(far - r) > 1e-9)
    assert piece.swept(*p, *q, r) == (far < r)


@given(points, points, points, points)
def test_segments_meet_exactly(a: Place, b: Place, c: Place, d: Place) -> None:
    """Against rational arithmetic: no rounding on the lattice."""

    def turn(p: Place, q: Place, r: Place) -> int:
        u = [Fraction(v) for v in (*p, *q, *r)]
        s = (u[2] - u[0]) * (u[5] - u[1]) - (u[3] - u[1]) * (u[4] - u[0])
        return (s > 0) - (s < 0)

    def on(p: Place, q: Place, r: Place) -> bool:
        return (
            turn(p, q, r) == 0
            and min(p[0], q[0]) <= r[0] <= max(p[0], q[0])
            and min(p[1], q[1]) <= r[1] <= max(p[1], q[1])
        )

    proper = turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0
    meet = proper or on(a, b, c) or on(a, b, d) or on(c, d, a) or on(c, d, b)
    assert segments_meet(*a, *b, *c, *d) == meet
    assert segments_cross(*a, *b, *c, *d) == proper


@given(st.lists(st.tuples(coordinates(0, 4), coordinates(0, 4)), min_size=3, max_size=12))
def test_hull_agrees_with_shapely(some: list[Place]) -> None:
    from shapely.geometry import MultiPoint, Polygon

    other = MultiPoint(some).convex_hull
    assume(other.geom_type == "Polygon")
    flat = [v for p in some for v in p]
    hull = convex_hull(flat)
    ours = Polygon([(hull[i], hull[i + 1]) for i in range(0, len(hull), 2)])
    assert ours.equals(other)
    assert ours.exterior.is_ccw
