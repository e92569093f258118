"""The visible fraction: by hand, and against brute force with rays."""

from math import hypot, sqrt

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.table.base import Base, overlap
from grognard.table.sight import (
    Corridor,
    Hidden,
    Scene,
    Sight,
    bounds,
    half_visible,
    visible_fraction,
)
from grognard.table.terrain import Terrain, ngon, rectangle
from tests.table import rays
from tests.table.oracles import bases, coordinates, facings, pieces, points, polygon

Place = tuple[float, float]
MAN = Base.disc(0.5)


def wall(x0: float, y0: float, x1: float, y1: float) -> list[float]:
    return [x0, y0, x1, y1]


def test_walls_by_hand() -> None:
    # Eye at 0, a disc of radius 6 at distance 10: the tangents have slope 6 / 8 = 0.75.
    def seen(*edges: list[float]) -> float:
        return visible_fraction(0, 0, 10, 0, 6, [v for edge in edges for v in edge])

    assert seen() == 1.0
    assert seen(wall(2, 0, 2, 9)) == 0.5
    assert seen(wall(2, -9, 2, 9)) == 0.0
    assert seen(wall(2, 0, 2, 0.75)) == pytest.approx(0.75)  # slopes 0 to 0.375 of -0.75 to 0.75
    assert seen(wall(2, 0, 2, 0.75), wall(3, 0, 3, 1.125)) == pytest.approx(0.75)  # same shadow
    assert seen(wall(2, 0, 2, 0.75), wall(2, -0.75, 2, 0)) == pytest.approx(0.5)
    assert seen(wall(-2, -9, -2, 9)) == 1.0  # behind the eye
    assert seen(wall(20, -9, 20, 9)) == 1.0  # behind the target
    assert seen(wall(1, 0, 9, 0)) == 1.0  # along the line of sight
    # In front of the target's near side (u = 4) but beyond it at the flanks.
    assert seen(wall(4.5, -9, 4.5, 9)) == pytest.approx(seen_past_the_disc(4.5))
    assert seen(wall(6.5, -9, 6.5, 9)) == 1.0  # past the touching points at u = 64 / 10


def seen_past_the_disc(u: float) -> float:
    """A wall across at u cuts the disc (10, 0) of radius 6 where v = sqrt(36 - (10 - u)^2)."""
    return sqrt(36 - (10 - u) ** 2) / u / 0.75


def test_discs_by_hand() -> None:
    def seen(*discs: float) -> float:
        return visible_fraction(0, 0, 10, 0, 6, discs=discs)

    # A disc of radius 0.6 at distance 1 spans the same slopes as the target: 0.6 / 0.8.
    assert seen(1, 0, 0.6) == 0.0
    # Radius 0.3 at 2: slope 0.3 / sqrt(4 - 0.09) of 0.75.
    assert seen(2, 0, 0.3) == pytest.approx(1 - 0.3 / sqrt(3.91) / 0.75)
    assert seen(20, 0, 3) == 1.0
    assert seen(-2, 0, 1) == 1.0
    assert seen(0.2, 0.1, 0.5) == 1.0  # the eye is on it: the looker's own base
    # Beside the eye, reaching past a right angle to the left: it hides all slopes above
    # that of its right tangent. (0, 1) with radius 0.8: sin = 0.8, so that is slope
    # tan(90 - 53.13 degrees) = 3/4, just the wedge's own upper side.
    assert seen(0, 1, 0.8) == pytest.approx(1.0)
    # Half-infinite and biting into the wedge: (0, 1) with radius sqrt(0.9): tan = sqrt(1/9).
    assert seen(0, 1, sqrt(0.9)) == pytest.approx((1 / 3 + 0.75) / 1.5)


def test_half_is_enough_by_a_billionth() -> None:
    def half(edge: float) -> bool:
        return half_visible(0, 0, 10, 0, 6, wall(2, edge, 2, 9))

    assert half(0)
    assert half(-1e-10)  # hides 0.5 + 3e-11
    assert not half(-1e-7)
    assert visible_fraction(0, 0, 10, 0, 6, wall(2, -1e-7, 2, 9)) == pytest.approx(0.5)


def test_several_shadows_make_more_than_half() -> None:
    three = [wall(2, -1, 2, -0.5), wall(3, -0.75, 3, 0.5), wall(4, -1.0, 4, 1.0)]
    flat = [v for edge in three for v in edge]
    # Slopes -0.5..-0.25, -0.25..1/6, -0.25..0.25: together -0.5..0.25 = 0.75 of 1.5, just half.
    assert half_visible(0, 0, 10, 0, 6, flat)
    assert visible_fraction(0, 0, 10, 0, 6, flat) == pytest.approx(0.5)
    more = [*flat, *wall(3.5, 0.84, 3.5, 0.91)]  # slopes 0.24 to 0.26
    assert not half_visible(0, 0, 10, 0, 6, more)
    assert visible_fraction(0, 0, 10, 0, 6, more) == pytest.approx(0.5 - 0.01 / 1.5)


def test_a_box_by_hand() -> None:
    corridor = Corridor()
    tank = Base.box(6.0, 2.0)
    # Nose on at 11: the front is 10 away and 6 wide, slopes -0.3 to 0.3, seen from 0.
    assert corridor.fraction(0, 0, 11, 0, tank, 180) == 1.0
    corridor.add_edge(5, 0, 5, 3)
    corridor.close("wall", 1, 1.0)
    assert corridor.fraction(0, 0, 11, 0, tank, 180) == pytest.approx(0.5)
    corridor.add_edge(10.5, -9, 10.5, 9)  # passes through it, behind the front
    corridor.close("wall", 2, 1.0)
    assert corridor.fraction(0, 0, 11, 0, tank, 180) == pytest.approx(0.5)
    assert corridor.fraction(11, 0.5, 11, 0, tank, 180) == 1.0  # standing on it
    corridor.add_edge(10, -3, 10, 3)  # flush with its front
    corridor.close("wall", 3, 1.0)
    assert corridor.fraction(0, 0, 11, 0, tank, 180) == pytest.approx(0.5)


def test_heights_by_hand() -> None:
    scene = Scene(
        [
            rectangle(1, "wall", 5, 0, 1, 20, height=2.0),
            rectangle(2, "road", 8, 0, 1, 20, height=0.0),
        ]
    )
    view = scene.between((0, -1, 0, 1), (9, -1, 11, 1))

    def seen(eye: float, top: float) -> float:
        return view.fraction(0, 0, 10, 0, MAN, 0, eye, top)

    assert seen(0, 0) == 0.0  # plan view
    assert seen(1, 1) == 0.0
    assert seen(2, 2) == 1.0  # exactly level with the top: nothing is below it
    # From 4 down to 0 at distance 10: at the near side (4.5) it is 2.2 high, at the far side 1.8.
    assert seen(4, 0) == 0.0
    # From 5 down to 0: 2.25 at the far side.
    assert seen(5, 0) == 1.0
    # From 0 up to 4: 1.8 at the near side.
    assert seen(0, 4) == 0.0
    assert seen(0, 5) == 1.0
    assert view.half(0, 0, 10, 0, MAN, 0, 5, 0)
    assert not view.any(0, 0, 10, 0, MAN, 0, 4, 0)
    assert view.sight(0, 0, 10, 0, MAN, 0, 5, 0).fraction == 1.0


def test_a_disc_just_before_a_box_hides_what_is_behind_it() -> None:
    """Seen from between them, nearly: the eye is left of the box, beyond the disc's middle."""
    corridor = Corridor()
    corridor.add_disc(1, 8.9, 0, 1.0, 1.0)
    eye, tank = (9.7, 3.0), Base.box(10, 4)  # x from 10 to 14, y from -8 to 2
    want = rays.fraction(eye, (12, -3), tank, 0, [], [(8.9, 0, 1.0, 1.0)])
    assert 0.05 < want < 0.97
    assert corridor.fraction(*eye, 12, -3, tank) == pytest.approx(want, abs=2e-3)


def test_a_wide_disc_hides_only_where_it_is_tall_enough() -> None:
    # Eye at 0, top 4 at 20: the line is 2 high at 10, so a disc 2 high hides up to u = 10.
    # From 4 down to 0 it is 2 high at 10 too, and the disc hides from there on.
    man, eye, target = Base.disc(2.0), (0.0, 0.0), (20.0, 0.0)
    for heights in ((0.0, 4.0), (4.0, 0.0)):
        for x, y in ((10, 2.5), (9, 3), (12, -3), (8, -2.5), (11, 2.5), (10, 3)):
            corridor = Corridor()
            corridor.add_disc(1, x, y, 3.0, 2.0)
            want = rays.fraction(eye, target, man, 0, [], [(x, y, 3.0, 2.0)], heights)
            ours = corridor.fraction(*eye, *target, man, 0, *heights)
            assert ours == pytest.approx(want, abs=2e-3), (heights, x, y)


def test_a_sight_says_what_hides_how_much() -> None:
    scene = Scene([rectangle(3, "wood", 12, 12, 4, 4), rectangle(4, "hill", 30, 10, 1, 30)])
    scene.place(7, 20.0, 10.0, MAN)
    look = scene.sight(4, 10, 24, 10, MAN)
    assert look.fraction == 0.0
    assert [hidden.name for hidden in look.hidden_by] == ["wood 3", "figure 7"]
    # The wood hides the upper half, the figure (radius 0.5 at 16) the rest: 0.5 / 16 > 0.5 / 20.
    assert [hidden.share for hidden in look.hidden_by] == pytest.approx([0.5, 0.5])
    assert str(look) == "fully hidden by wood 3, figure 7"
    assert not look.half
    assert not look.any
    half = scene.sight(4, 10, 16, 10, MAN)
    assert half.fraction == pytest.approx(0.5)
    assert half.half
    assert str(half) == "50% visible, hidden by wood 3"
    assert str(scene.sight(4, 8, 16, 8, MAN)) == "fully visible"
    assert scene.sight(4, 10, 24, 10, MAN, skip_terrain={3}).hidden_by[0].name == "figure 7"
    assert str(scene.sight(4, 10, 24, 10, MAN, skip_terrain={3}, skip_figures={7})) == (
        "fully visible"
    )


def test_percentages_are_rounded_down() -> None:
    by = [Hidden("wood", 3, 0.5)]
    assert str(Sight(0.4999, by)) == "49% visible, hidden by wood 3"
    assert str(Sight(0.004, by)) == "under 1% visible, hidden by wood 3"
    assert str(Sight(0.38, by)) == "38% visible, hidden by wood 3"
    assert repr(Sight(1.0, [])) == "Sight(1.0, [])"


def test_own_target_and_groups_can_be_left_out() -> None:
    scene = Scene()
    scene.place(1, 0.0, 0.0, MAN, group=1)
    scene.place(2, 3.0, 0.0, MAN, group=1)
    scene.place(3, 6.0, 0.0, Base.box(1, 1), group=2)
    scene.place(4, 10.0, 0.0, MAN, group=3)
    # The looker's own base and the target's do not hide; 2 and 3 do.
    assert [h.id for h in scene.sight(0, 0, 10, 0, MAN).hidden_by] == [2]
    assert [h.id for h in scene.sight(0, 0, 10, 0, MAN, skip_groups={1}).hidden_by] == [3]
    assert scene.sight(0, 0, 10, 0, MAN, skip_groups={1, 2}).fraction == 1.0
    assert scene.sight(6.2, 0.1, 10, 0, MAN).fraction == 1.0  # out of box 3, from inside
    # Moved and taken off.
    scene.place(3, 6.0, 5.0, Base.box(1, 1))
    assert scene.sight(0, 0, 10, 0, MAN, skip_groups={1}).fraction == 1.0
    scene.remove(2)
    scene.place(4, 8.0, 0.0, MAN)
    assert [h.id for h in scene.sight(0, 0, 12, 0, MAN).hidden_by] == [4]
    with pytest.raises(KeyError):
        scene.remove(2)


def test_the_target_box_itself_hides_nothing() -> None:
    scene = Scene()
    for turn in range(0, 360, 7):
        scene.place(1, 10.0, 3.0, Base.box(2, 3), turn)
        assert scene.sight(0, 0, 10, 3, Base.box(2, 3), turn).fraction == 1.0, turn


def test_lines_by_hand() -> None:
    scene = Scene([rectangle(1, "wall", 5, 5, 2, 2)])
    scene.place(1, 15.0, 5.0, MAN)
    scene.place(2, 0.0, 5.0, MAN)
    all_over = scene.around(10, 10, 20)
    assert not all_over.line(0, 5, 10, 5)
    assert all_over.line(0, 6, 10, 6)  # along an edge
    assert all_over.line(0, 10, 10, 0) is False  # through two corners and the middle
    assert all_over.line(2, 8, 8, 8)
    assert all_over.line(4, 8, 8, 4)  # grazes the corner (6, 6)
    assert not all_over.line(10, 5, 20, 5)  # through figure 1
    assert all_over.line(10, 5, 15, 5)  # to its centre
    assert all_over.line(10, 5.5, 20, 5.5)  # along its rim
    assert not all_over.line(10, 5.5 - 1 / 1024, 20, 5.5)
    assert all_over.line(0, 5, 4, 5)  # up to the wall and no further


@st.composite
def scenes(draw: st.DrawFn) -> tuple[Place, Place, Base, float, list[Terrain], list[tuple]]:
    eye, target, base, facing = draw(points), draw(points), draw(bases()), draw(facings)
    assume(not base.covers(*target, facing, *eye))
    woods = draw(st.lists(pieces(), max_size=4))
    woods = [Terrain(i, "wood", w.corners(), draw(tops)) for i, w in enumerate(woods)]
    figures = []
    for i in range(draw(st.integers(0, 6))):
        # Half of the figures near the line, where they matter.
        t = draw(st.integers(0, 8)) / 8
        x = eye[0] + (target[0] - eye[0]) * t + draw(st.integers(-2048, 2048)) / 1024
        y = eye[1] + (target[1] - eye[1]) * t + draw(st.integers(-2048, 2048)) / 1024
        b = draw(bases())
        b = Base(b.radius if b.is_disc else 0.0, b.width, b.depth, draw(tops))
        f = draw(facings)
        if not overlap(x, y, f, b, *target, facing, base) and not b.covers(x, y, f, *eye):
            figures.append((i, x, y, b, f))
    return eye, target, base, facing, woods, figures


tops = st.sampled_from([0.5, 1.0, 2.0, 3.0, 5.0])
Setting = tuple[Place, Place, Base, float, list[Terrain], list[tuple]]


def brute(setting: Setting, heights: Place = (0, 0)) -> float:
    eye, target, base, facing, woods, figures = setting
    edges = [
        (w.ax[i], w.ay[i], w.bx[i], w.by[i], w.height) for w in woods for i in range(len(w.ax))
    ]
    discs = []
    for _, x, y, b, f in figures:
        if b.is_disc:
            discs.append((x, y, b.radius, b.height))
        c = b.corners(x, y, f)
        edges += [(c[i], c[i + 1], c[i - 2], c[i - 1], b.height) for i in range(0, len(c), 2)]
    return rays.fraction(eye, target, base, facing, edges, discs, heights)


def corridor_of(setting: Setting) -> Corridor:
    eye, target, base, facing, woods, figures = setting
    scene = Scene(woods)
    for i, x, y, b, f in figures:
        scene.place(i, x, y, b, f)
    rx, ry = base.reach_x(facing), base.reach_y(facing)
    box = (target[0] - rx, target[1] - ry, target[0] + rx, target[1] + ry)
    return scene.between((*eye, *eye), box)


@given(scenes())
def test_the_fraction_agrees_with_rays(setting: Setting) -> None:
    eye, target, base, facing, _, _ = setting
    corridor = corridor_of(setting)
    ours = corridor.fraction(*eye, *target, base, facing)
    assert ours == pytest.approx(brute(setting), abs=2e-3)
    assert corridor.half(*eye, *target, base, facing) == (ours >= 0.5 - 1e-9)
    assert corridor.any(*eye, *target, base, facing) == (ours > 1e-9)
    look = corridor.sight(*eye, *target, base, facing)
    assert look.fraction == pytest.approx(ours, abs=1e-12)
    assert sum(hidden.share for hidden in look.hidden_by) == pytest.approx(1 - ours, abs=1e-7)


@given(scenes(), tops, tops)
def test_the_fraction_with_heights_agrees_with_rays(setting: Setting, a: float, b: float) -> None:
    eye, target, base, facing, _, _ = setting
    # A hair off the tops of the blockers: exactly level is asked by hand above.
    ours = corridor_of(setting).fraction(*eye, *target, base, facing, a + 0.0625, b - 0.0625)
    assert ours == pytest.approx(brute(setting, (a + 0.0625, b - 0.0625)), abs=2e-3)


@given(scenes())
def test_each_blocker_is_blamed_for_what_it_adds(setting: Setting) -> None:
    """Take the blamed away, furthest first: each gives back just its share."""
    eye, target, base, facing, woods, figures = setting
    look = corridor_of(setting).sight(*eye, *target, base, facing)
    blamed = list(look.hidden_by)
    seen = look.fraction
    names = {hidden.name for hidden in blamed}
    for hidden in reversed(blamed):
        names.remove(hidden.name)
        woods = [w for w in woods if w.name in names]
        figures = [f for f in figures if f"figure {f[0]}" in names]
        now = corridor_of((eye, target, base, facing, woods, figures)).fraction(
            *eye, *target, base, facing
        )
        assert now - seen == pytest.approx(hidden.share, abs=1e-7)
        seen = now


@given(st.data())
def test_a_corridor_between_two_units_loses_nothing(data: st.DataObject) -> None:
    """All looks from one box into the other, culled once, against the whole scene."""
    near = st.tuples(coordinates(0, 6), coordinates(0, 6))
    a, b = data.draw(points), data.draw(points)
    # Small things beside the way from box to box: where culling may go wrong.
    beside = st.tuples(st.integers(0, 8), st.integers(-36, 36), st.integers(-36, 36)).map(
        lambda k: (
            a[0] + (b[0] - a[0]) * k[0] / 8 + k[1] / 4 + 3,
            a[1] + (b[1] - a[1]) * k[0] / 8 + k[2] / 4 + 3,
        )
    )
    woods = [
        ngon(i, "wood", *p, 1.0, 5) for i, p in enumerate(data.draw(st.lists(beside, max_size=6)))
    ]
    eyes = [(a[0] + x, a[1] + y) for x, y in data.draw(st.lists(near, min_size=1, max_size=3))]
    men = [(b[0] + x, b[1] + y) for x, y in data.draw(st.lists(near, min_size=1, max_size=3))]
    scene, whole = Scene(woods), Corridor()
    for w in woods:
        for i in range(len(w.ax)):
            whole.add_edge(w.ax[i], w.ay[i], w.bx[i], w.by[i])
        whole.close("wood", w.id, w.height)
    for i, p in enumerate(data.draw(st.lists(beside, max_size=8))):
        scene.place(i, *p, MAN)
        whole.add_disc(i, *p, MAN.radius, MAN.height)
    corridor = scene.between(
        bounds([p[0] for p in eyes], [p[1] for p in eyes]),
        bounds([p[0] for p in men], [p[1] for p in men], MAN.radius),
    )
    for e in eyes:
        for m in men:
            ours = corridor.fraction(*e, *m, MAN)
            assert ours == pytest.approx(whole.fraction(*e, *m, MAN), abs=1e-12)
            assert corridor.line(*e, *m) == whole.line(*e, *m)


def test_the_fraction_agrees_with_shapely_rays() -> None:
    """2001 lines of sight as Shapely geometries, cut where they meet the target."""
    random = np.random.default_rng(7)
    asked = 0
    for _ in range(60):
        places = random.integers(0, 40 * 1024, (14, 2)) / 1024
        eye, target = places[0], places[1]
        d = hypot(*(target - eye))
        woods = [
            Terrain(i, "wood", [tuple(p + c) for c in ([0, 0], [5, 1], [2, 2], [1, 6])])
            for i, p in enumerate(places[2:6])
        ]
        men = [p for p in places[6:] if hypot(*(p - target)) > 1 < hypot(*(p - eye))]
        (ex, ey), (tx, ty) = eye.tolist(), target.tolist()
        if d < 2 or any(w.touches_disc(ex, ey, 0.01) for w in woods):
            continue
        asked += 1
        scene = Scene(woods)
        for i, p in enumerate(men):
            scene.place(i, float(p[0]), float(p[1]), MAN)
        s = 0.5 / sqrt(d * d - 0.25)
        ahead = (target - eye) / d
        across = np.array([-ahead[1], ahead[0]])
        m = (s * (2 * (np.arange(2001) + 0.5) / 2001 - 1))[:, None]
        way = (ahead + m * across) / np.sqrt(1 + m * m)
        along = way @ (target - eye)
        reach = along - np.sqrt(np.maximum(along**2 - d * d + 0.25, 0)) - 1e-7
        lines = shapely.linestrings(
            np.stack([np.broadcast_to(eye, way.shape), eye + way * reach[:, None]], axis=1)
        )
        hidden = np.zeros(2001, dtype=bool)
        for w in woods:
            hidden |= shapely.intersects(polygon(w).exterior, lines)
        for p in men:
            hidden |= shapely.distance(shapely.Point(p), lines) < 0.5
        ours = scene.sight(ex, ey, tx, ty, MAN).fraction
        assert ours == pytest.approx(1 - hidden.mean(), abs=6 / 2001)
    assert asked > 30
