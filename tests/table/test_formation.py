"""Formed units: where the figures stand, how a formation wheels, what it passes and sees."""

import copy
import pickle
from math import cos, hypot, pi, radians, sin

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import union_all
from shapely.affinity import rotate
from shapely.geometry import LineString, Point, Polygon

from grognard.table.base import Base, gap
from grognard.table.formation import FILLED, Formation, arc_crosses
from tests.table.oracles import facings, points

Place = tuple[float, float]
FOOT = Base.box(1.0, 1.0)
STEP = 1 / 1024


def near(a: Place, b: Place, off: float = 2e-3) -> bool:
    return hypot(a[0] - b[0], a[1] - b[1]) <= off


def polygon(f: Formation) -> Polygon:
    c = f.corners()
    return Polygon([(c[i], c[i + 1]) for i in range(0, 8, 2)])


def as_polygon(flat: list[float]) -> Polygon:
    return Polygon([(flat[i], flat[i + 1]) for i in range(0, len(flat), 2)])


def test_figures_stand_in_ranks_and_files() -> None:
    f = Formation(10, 10, 90, Base.box(1, 2), 3, 8)
    assert (f.ranks, f.files, f.width, f.depth) == (3, 3, 3.0, 6.0)
    assert f.places() == [
        (9, 9), (10, 9), (11, 9),
        (9, 7), (10, 7), (11, 7),
        (9.5, 5), (10.5, 5),
    ]  # fmt: skip
    filled = Formation(10, 10, 90, Base.box(1, 2), 3, 8, FILLED)
    assert filled.places()[6:] == [(9, 5), (10, 5)]
    assert f.corners() == [11.5, 10, 8.5, 10, 8.5, 4, 11.5, 4]
    assert f.middle == (10.0, 7.0)
    assert (f.front_left, f.rear_right) == ((8.5, 10.0), (11.5, 4.0))
    assert f.edge("front") == (11.5, 10, 8.5, 10)
    assert f.edge("left") == (8.5, 10, 8.5, 4)
    assert f.edge("rear") == (8.5, 4, 11.5, 4)
    assert f.edge("right") == (11.5, 4, 11.5, 10)
    with pytest.raises(ValueError, match="edge"):
        f.edge("top")
    assert gap(*f.middle, f.facing, f.outline(), 10, 13, 0, FOOT) == 2.5


def test_bad_formations_are_refused() -> None:
    for files, figures in ((0, 5), (3, 0)):
        with pytest.raises(ValueError, match="at least"):
            Formation(0, 0, 0, FOOT, files, figures)
    with pytest.raises(ValueError, match="rear rank"):
        Formation(0, 0, 0, FOOT, 2, 5, "ragged")
    with pytest.raises(ValueError, match="wheels"):
        Formation(0, 0, 0, FOOT, 2, 4).wheel("middle", 10)
    with pytest.raises(ValueError, match="faces"):
        Formation(0, 0, 0, FOOT, 2, 4).face("up")
    with pytest.raises(ValueError, match="180"):
        Formation(0, 0, 0, FOOT, 2, 4).swept_wheel("left", 200)


def test_formations_are_values() -> None:
    f = Formation(10, 10, 33.3, FOOT, 3, 8, FILLED)
    for twin in (pickle.loads(pickle.dumps(f)), copy.deepcopy(f)):
        assert twin == f
        assert hash(twin) == hash(f)
        assert repr(twin) == repr(f)
    assert f != f.advance(1)
    assert f != "f"


def test_losses_come_off_the_rear() -> None:
    f = Formation(10, 10, 0, FOOT, 4, 10)
    less = f.lose(3)
    assert less is not None
    assert (less.ranks, less.files, less.figures) == (2, 4, 7)
    assert less.places()[:4] == f.places()[:4]
    few = f.lose(7)
    assert few is not None
    assert (few.files, few.ranks) == (3, 1)
    assert (few.x, few.y) == (10, 10)
    assert f.lose(10) is None


def test_manoeuvres_by_hand() -> None:
    f = Formation(10, 10, 90, Base.box(1, 2), 4, 8)  # 4 wide, 4 deep
    assert (f.advance(3).x, f.advance(3).y) == (10, 13)
    assert (f.shift(1, 2).x, f.shift(1, 2).y) == (8, 11)
    back = f.about_face()
    assert (back.x, back.y, back.facing) == (10, 6, 270)
    assert polygon(back).equals(polygon(f))
    left = f.face("left")
    assert (left.x, left.y, left.facing) == (8, 8, 180)
    assert (left.files, left.ranks) == (2, 4)
    assert (left.width, left.depth) == (2, 8)
    right = f.face("right")
    assert (right.x, right.y, right.facing) == (12, 8, 0)
    wide = f.with_files(8)
    assert (wide.x, wide.y, wide.width, wide.depth) == (10, 10, 8, 2)
    turned = f.turn(90)
    assert turned.facing == 180
    assert polygon(turned).equals(polygon(f))  # it is a square


def test_a_quarter_wheel_by_hand() -> None:
    f = Formation(10, 10, 90, FOOT, 4, 8)  # front from (8, 10) to (12, 10)
    left, inches = f.wheel("left", 90)
    assert inches == pytest.approx(4 * pi / 2)
    assert (left.x, left.y, left.facing) == (8, 12, 180)
    assert (left.front_left, left.front_right) == ((8, 10), (8, 14))
    right, _ = f.wheel("right", 90)
    assert (right.front_right, right.front_left) == ((12, 10), (12, 14))
    assert right.facing == 0
    back, inches = left.wheel("left", -90)
    assert back == f
    assert inches == pytest.approx(4 * pi / 2)


def test_a_wheel_is_limited_by_its_outer_corner() -> None:
    f = Formation(10, 10, 90, FOOT, 6, 12)
    wheeled, inches = f.wheel_within("left", 90, 3.0)
    # 3 / 6 = half a radian = 28.647 degrees, down to 28.64.
    assert wheeled.facing == pytest.approx(90 + 28.64)
    assert 2.99 < inches <= 3.0
    assert f.wheel_within("right", 20, 3.0) == f.wheel("right", 20)
    assert f.wheel_within("right", -90, 3.0)[0].facing == pytest.approx(90 + 28.64)


@given(points, facings, st.integers(1, 6), st.integers(1, 20), st.sampled_from(["left", "right"]),
       st.integers(-12000, 12000))  # fmt: skip
def test_a_wheel_turns_all_about_its_pivot(
    at: Place, facing: float, files: int, figures: int, pivot: str, hundredths: int
) -> None:
    f = Formation(*at, facing, Base.box(1.5, 1), files, figures)
    after, inches = f.wheel(pivot, hundredths / 100)
    turn = hundredths / 100 * (1 if pivot == "left" else -1)
    fixed = f.front_left if pivot == "left" else f.front_right
    moved = after.front_left if pivot == "left" else after.front_right
    assert near(fixed, moved)
    assert polygon(after).symmetric_difference(rotate(polygon(f), turn, origin=fixed)).area < 0.05
    assert inches == pytest.approx(f.width * abs(radians(hundredths / 100)))
    # Every figure keeps its place in the formation.
    for a, b in zip(f.places(), after.places()):
        moved_point = rotate(Point(a), turn, origin=fixed)
        assert near(b, (moved_point.x, moved_point.y), 3e-3)


@given(points, facings, st.integers(1, 8), st.integers(1, 24), st.booleans())
def test_figures_fill_the_outline(
    at: Place, facing: float, files: int, figures: int, filled: bool
) -> None:
    base = Base.box(1.5, 1)
    f = Formation(*at, facing, base, files, figures, FILLED if filled else "centred")
    places = f.places()
    assert len(places) == figures
    outline = polygon(f).buffer(1e-6)
    boxes: list[Polygon] = []
    for x, y in places:
        one = as_polygon(base.corners(x, y, f.facing))
        assert outline.covers(one)
        assert all(one.intersection(other).area < 1e-6 for other in boxes)
        boxes.append(one)
    assert f.ranks * f.files - figures < f.files


@given(points, facings, st.integers(1, 6), st.integers(1, 12), st.sampled_from(["left", "right"]),
       st.integers(1, 18000))  # fmt: skip
def test_the_swept_area_of_a_wheel_is_what_it_passes(
    at: Place, facing: float, files: int, figures: int, pivot: str, hundredths: int
) -> None:
    f = Formation(*at, facing, FOOT, files, figures)
    degrees = hundredths / 100
    swept = as_polygon(f.swept_wheel(pivot, degrees))
    assert swept.is_valid
    assert swept.exterior.is_ccw
    fixed = f.front_left if pivot == "left" else f.front_right
    sign = 1 if pivot == "left" else -1
    n = 60
    passed = union_all(
        [rotate(polygon(f), sign * degrees * k / n, origin=fixed) for k in range(n + 1)]
    )
    assert passed.difference(swept.buffer(1e-6)).area < 1e-6
    # The oracle misses a notch beside each picture's far corner: on a chord of reach times the step
    # a right-angled triangle, at most (reach * step)^2 / 4; and ours adds 0.04% of the arc.
    reach, step = hypot(f.width, f.depth), radians(degrees / n)
    missed = radians(degrees) * reach**2 * (step / 4 + 0.0004)
    assert swept.difference(passed).area < missed + 1e-6


def test_swept_straight() -> None:
    f = Formation(10, 10, 90, FOOT, 4, 8)
    assert as_polygon(f.swept_straight(f.advance(5))).bounds == (8, 8, 12, 15)
    assert as_polygon(f.swept_straight(f.shift(0, 4))).area == 8 * 2
    slanting = f.shift(5, 3)
    assert as_polygon(f.swept_straight(slanting)).area == pytest.approx(
        union_all([polygon(f), polygon(slanting)]).convex_hull.area
    )


def test_corner_paths() -> None:
    f = Formation(10, 10, 90, FOOT, 4, 8)
    assert not f.corners_cross(f.advance(5))
    assert not f.corners_cross(f.shift(1, 10))
    assert f.corners_cross(f.moved(10, 11, 270))  # turned right round
    assert not f.corners_cross(f.moved(10, 15, 180))
    ahead = f.advance(5)
    # A line across the left half, one inch ahead of the front: only the front left corner is there.
    assert f.move_crosses(ahead, 7, 11, 9, 11) == ["front left", "rear left"]
    assert f.move_crosses(f.advance(2), 7, 11, 9, 11) == ["front left"]
    assert f.move_crosses(ahead, 9, 11, 11, 11) == []
    assert f.move_crosses(f.advance(1), 7, 11, 13, 11) == []  # just up to it


def test_corners_on_a_wheel() -> None:
    f = Formation(10, 10, 90, FOOT, 4, 8)
    # Round (8, 10) the front right corner goes from (12, 10) to (8, 14), the rear right 4.47 off.
    assert f.wheel_crosses("left", 90, 9, 9, 11, 13) == ["front right"]
    assert f.wheel_crosses("left", 90, 9, 9, 12, 13) == ["front right", "rear right"]
    # The rear left corner starts two inches behind the pivot and swings out to the right.
    assert f.wheel_crosses("left", 90, 8.5, 9, 10, 8) == ["rear left"]
    assert f.wheel_crosses("left", 20, 9, 9, 12, 14) == []
    assert f.wheel_crosses("right", 90, 11, 13, 8, 9.5) == []
    assert f.wheel_crosses("right", 90, 8, 11, 12, 12) == ["front left"]


@given(points, points, st.integers(-30000, 30000), points, points)
def test_arcs_cross_segments_as_fine_polylines_do(
    pivot: Place, at: Place, hundredths: int, a: Place, b: Place
) -> None:
    assume(a != b and pivot != at)
    degrees = hundredths / 100
    n = 3000
    rx, ry = at[0] - pivot[0], at[1] - pivot[1]
    r = hypot(rx, ry)
    turns = [radians(degrees) * k / n for k in range(n + 1)]
    line = LineString(
        [
            (pivot[0] + rx * cos(t) - ry * sin(t), pivot[1] + rx * sin(t) + ry * cos(t))
            for t in turns
        ]
    )
    segment = LineString([a, b])
    # Too close to call: ends near the arc, or the segment grazing the circle or meeting its ends.
    circle = Point(pivot)
    assume(segment.distance(Point(line.coords[0])) > 1e-2)
    assume(segment.distance(Point(line.coords[-1])) > 1e-2)
    assume(min(abs(Point(p).distance(circle) - r) for p in (a, b)) > 1e-3)
    assume(abs(segment.distance(circle) - r) > 1e-3)
    ours = arc_crosses(*pivot, *at, degrees, *a, *b)
    assert ours == line.intersects(segment)


def test_what_it_sees_by_hand() -> None:
    f = Formation(10, 10, 90, FOOT, 4, 8)  # front corners (8, 10), (12, 10)
    assert f.sees(7, 11)
    assert not f.sees(7 - STEP, 11)
    assert f.sees(10, 10)
    assert not f.sees(10, 10 - STEP)
    assert f.sees(12, 20, 0)
    assert not f.sees(12 + STEP, 20, 0)
    assert f.sees_from_middle(11, 11)
    assert not f.sees_from_middle(11 + STEP, 11)
    assert f.zone_of(10, 20) == "front"
    assert f.zone_of(5, 9) == "left"
    assert f.zone_of(10, 5) == "rear"
    assert f.zone_of(15, 9) == "right"
    assert f.is_behind_front(30, 10 - STEP)
    assert not f.is_behind_front(30, 10)
