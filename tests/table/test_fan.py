"""The drawn area of sight: what lies in it is seen, what lies outside is not."""

from math import hypot

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely.geometry import LineString, Point, Polygon

from grognard.table.base import Base
from grognard.table.fan import fan
from grognard.table.sight import Scene
from grognard.table.terrain import Terrain, rectangle
from tests.table.oracles import pieces, points, polygon, shape

Place = tuple[float, float]
MAN = Base.disc(0.5)


def test_an_open_table_is_a_disc() -> None:
    seen = Polygon(fan(10, 10, 6, Scene().around(10, 10, 6)))
    assert seen.area == pytest.approx(
        36 * 72 / 2 * 0.0871557, rel=1e-5
    )  # 72 corners: sin 5 degrees
    assert seen.exterior.is_ccw


def test_a_sector_by_hand() -> None:
    scene = Scene([rectangle(1, "wall", 15, 10, 2, 40)])
    seen = fan(10, 10, 8, scene.around(10, 10, 8), facing=0, half_angle=45)
    assert seen[0] == (10.0, 10.0)
    # Up to the wall at x = 14: a right-angled triangle of 4 by 8.
    assert Polygon(seen).area == pytest.approx(16.0, abs=1e-4)
    assert max(x for x, y in seen) == pytest.approx(14)
    back = fan(10, 10, 8, scene.around(10, 10, 8), facing=180, half_angle=45)
    assert max(x for x, y in back) == pytest.approx(10)


def test_a_wall_across_the_limit_of_sight_is_drawn_to_its_end() -> None:
    scene = Scene([rectangle(1, "wall", 15, 10, 2, 40)])
    seen = Polygon(fan(10, 10, 5, scene.around(10, 10, 5)))
    # The wall at x = 14 ends at (4, 3) from the eye, which is none of the even steps.
    assert seen.contains(Point(13.98, 12.92))
    assert not seen.contains(Point(14.01, 10))


def test_one_looks_out_of_the_own_base() -> None:
    scene = Scene()
    scene.place(1, 10, 10, MAN)
    scene.place(2, 30, 30, Base.box(2, 2))
    for at in (10, 30):
        seen = Polygon(fan(at, at, 6, scene.around(at, at, 6)))
        assert seen.area > 110  # pi * 36 = 113


@given(st.lists(pieces(), max_size=4), st.lists(points, max_size=5), points, st.data())
def test_what_is_in_the_fan_is_seen(
    woods: list[Terrain], men: list[Place], eye: Place, data: st.DataObject
) -> None:
    woods = [Terrain(i, "wood", w.corners()) for i, w in enumerate(woods)]
    men = [m for m in men if hypot(m[0] - eye[0], m[1] - eye[1]) > 0.51]
    assume(all(w.distance(*eye) > 0.01 for w in woods))
    scene = Scene(woods)
    for i, m in enumerate(men):
        scene.place(i, *m, MAN)
    outline = fan(*eye, 20, scene.around(*eye, 20))
    seen = Polygon(outline)
    solid = [polygon(w) for w in woods] + [shape(*m, 0, MAN) for m in men]
    for _ in range(20):
        p = data.draw(points)
        far = hypot(p[0] - eye[0], p[1] - eye[1])
        # The outline's own rounding apart: a chord of the 72 steps is 0.02 inside the circle.
        if seen.exterior.distance(Point(p)) < 0.05 or far == 0.0:
            continue
        line = LineString([eye, p])
        free = far <= 20 and not any(s.intersects(line) for s in solid)
        assert seen.contains(Point(p)) == free, p
