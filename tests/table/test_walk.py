"""Moves among obstacles: legal or not, what they cost, ways round, how far, and into contact."""

import heapq
from math import cos, hypot, pi, sin

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from grognard.table.base import SLACK, Base, overlap, touching
from grognard.table.cost import along, length, stations
from grognard.table.lattice import on_lattice
from grognard.table.terrain import Terrain, blob, rectangle
from grognard.table.walk import Ground
from tests.table.oracles import bases, coordinates, facings, pieces, points, polygon, shape

Place = tuple[float, float]
MAN = Base.disc(0.5)
SIZE = 48.0


class Setting:
    """A ground and, told to Shapely, what must be kept how far from the mover's centre."""

    def __init__(self, mover: Base) -> None:
        self.ground = Ground(mover, SIZE, SIZE)
        self.rules: list[tuple[BaseGeometry, float]] = []
        r = mover.radius
        self.table = shapely.box(r, r, SIZE - r, SIZE - r)

    def wall(self, piece: Terrain) -> None:
        self.ground.wall(piece)
        self.rules.append((polygon(piece), self.ground.radius - SLACK))

    def body(self, id: int, x: float, y: float, base: Base, facing: float) -> None:
        self.ground.body(id, x, y, base, facing)
        self._add(x, y, base, facing, self.ground.radius - SLACK)

    def keep_away(self, id: int, x: float, y: float, base: Base, far: float, facing: float) -> None:
        self.ground.keep_away(id, x, y, base, far, facing)
        self._add(x, y, base, facing, self.ground.radius + far)

    def _add(self, x: float, y: float, base: Base, facing: float, far: float) -> None:
        if base.is_disc:
            self.rules.append((Point(x, y), base.radius + far))
        else:
            self.rules.append((shape(x, y, facing, base), far))

    def verdict(self, start: Place, line: BaseGeometry) -> bool | None:
        """Whether Shapely finds a line legal for who started there; None when too close to call."""
        sure = True
        for other, limit in self.rules:
            limit = min(limit, other.distance(Point(start)))
            near = other.distance(line)
            if near > 0 and abs(near - limit) < 1e-6:
                sure = False
            elif near < limit:
                return False
        if not self.table.covers(line):
            return False
        return True if sure else None


# Where obstacles and movers crowd, so that they meet; and all over the table now and then.
middle = st.tuples(coordinates(14, 30), coordinates(14, 30))
somewhere = st.one_of(middle, middle, points)


@st.composite
def settings_of(draw: st.DrawFn, mover: Base = MAN, most: int = 5) -> Setting:
    setting = Setting(mover)
    for i in range(draw(st.integers(0, most))):
        what = draw(st.sampled_from(["wall", "body", "keep"]))
        at = draw(somewhere)
        if what == "wall":
            radii = draw(st.lists(st.sampled_from([1.0, 2.0, 3.0, 5.0]), min_size=3, max_size=7))
            setting.wall(blob(i, "wall", *at, radii, draw(facings)))
        elif what == "body":
            setting.body(i, *at, draw(bases()), draw(facings))
        else:
            setting.keep_away(i, *at, draw(bases()), draw(st.sampled_from([1, 2])), draw(facings))
    return setting


def as_line(p: Place, q: Place) -> BaseGeometry:
    return LineString([p, q]) if p != q else Point(p)


def test_clear_by_hand() -> None:
    ground = Ground(MAN, 48, 48)
    ground.body(1, 10, 10, MAN)
    assert ground.clear(5, 11, 15, 11)  # rim along rim
    assert ground.clear(5, 11 - SLACK, 15, 11 - SLACK)
    assert not ground.clear(5, 11 - 2 * SLACK, 15, 11 - 2 * SLACK)
    assert ground.clear(5, 10, 9, 10)  # into contact
    assert not ground.clear(5, 10, 9.25, 10)
    assert ground.clear(9, 10, 5, 10)  # and out of it
    assert ground.clear(9, 10, 9, 20)
    assert ground.clear(0.5, 0.5, 47.5, 0.5)  # along the table's edge
    assert not ground.clear(0.5, 0.5, 0.5 - 1 / 1024, 0.5)
    assert ground.clear(-1, 5, 0.5, 5)  # coming on
    assert not ground.clear(-1, 5, 0, 5)


def test_two_inches_are_kept_exactly() -> None:
    ground = Ground(MAN, 48, 48)
    ground.keep_away(1, 10, 10, MAN, 2.0)
    assert ground.clear(5, 13, 15, 13)  # 0.5 + 2 + 0.5
    assert not ground.clear(5, 13 - 1 / 1024, 15, 13 - 1 / 1024)


def test_who_starts_too_close_may_move_but_not_closer() -> None:
    ground = Ground(MAN, 48, 48)
    ground.keep_away(1, 10, 10, MAN, 2.0)
    assert ground.clear(12, 10, 14, 10)
    assert ground.clear(12, 10, 12, 11)  # sideways: further
    assert not ground.clear(12, 10, 11.75, 10)
    assert not ground.clear(12, 10, 11, 12)  # 1, 2 from it at the end, but 1.79 on the way
    # Back on a second leg: no closer than at the very start, though closer than before.
    assert ground.path_clear([(12, 10), (12.5, 10), (12, 10)])
    assert not ground.path_clear([(12, 10), (12.5, 10), (11.75, 10)])
    assert not ground.clear(12.5, 10, 12, 10)


def test_what_is_out_of_reach_is_left_out() -> None:
    ground = Ground(MAN, 48, 48, 10, 10, reach=6)
    ground.body(1, 16.5, 10, MAN)
    ground.body(2, 17.5, 10, MAN)
    ground.wall(rectangle(3, "wall", 10, 17.75, 4, 3))
    ground.wall(rectangle(4, "wall", 10, 20, 4, 3))
    assert ground.disc_id == [1]
    assert ground.poly_id == [3]
    assert not ground.clear(10, 10, 16, 10)


@given(settings_of(), somewhere, somewhere)
@settings(max_examples=300)
def test_clear_agrees_with_shapely(setting: Setting, p: Place, q: Place) -> None:
    said = setting.verdict(p, as_line(p, q))
    if said is not None and setting.table.covers(Point(p)):
        assert setting.ground.clear(*p, *q) == said
        assert (setting.ground.why_not([p, q]) == []) == said


@given(settings_of(), st.lists(somewhere, min_size=2, max_size=4))
def test_paths_agree_with_shapely(setting: Setting, path: list[Place]) -> None:
    said = setting.verdict(
        path[0], shapely.MultiPoint(path) if len(set(path)) == 1 else LineString(path)
    )
    if said is not None and setting.table.covers(Point(path[0])):
        assert setting.ground.path_clear(path) == said


@given(settings_of(), somewhere)
def test_free_agrees_with_shapely(setting: Setting, p: Place) -> None:
    near = [(other.distance(Point(p)), limit) for other, limit in setting.rules]
    assume(all(abs(d - limit) > 1e-6 for d, limit in near))
    fine = all(d >= limit for d, limit in near) and setting.table.covers(Point(p))
    assert setting.ground.free(*p) == fine


BOX = Base.box(2.0, 4.0)


@given(settings_of(BOX), somewhere, st.integers(-4096, 4096), st.integers(-4096, 4096), facings)
@settings(max_examples=300)
def test_boxes_are_exact(setting: Setting, p: Place, dx: int, dy: int, facing: float) -> None:
    q = (p[0] + dx / 1024, p[1] + dy / 1024)
    here, there = shape(*p, facing, BOX), shape(*q, facing, BOX)
    table = shapely.box(-SLACK, -SLACK, SIZE + SLACK, SIZE + SLACK)
    for swept, end, ours in (
        (here, here, setting.ground.free(*p, facing)),
        (here.union(there).convex_hull, there, setting.ground.clear_facing(*p, *q, facing)),
    ):
        fine = bool(table.covers(end))
        sure = table.exterior.distance(end) > 1e-6
        for other, limit in setting.rules:
            limit -= BOX.radius  # the bounding disc's; here the outline itself is measured
            if limit < 0:  # only the slack: overlaps of more than that are bad
                sliver = swept.buffer(-SLACK, join_style="mitre")
                fine &= not sliver.intersects(other)
                sure &= sliver.exterior.distance(other) > 1e-6 or sliver.contains(other)
            else:
                fine &= swept.distance(other) >= limit
                sure &= abs(swept.distance(other) - limit) > 1e-6
        if sure:
            assert ours == fine


def test_why_not_by_hand() -> None:
    ground = Ground(MAN, 48, 48)
    ground.wall(rectangle(3, "wall", 10, 10, 2, 8))
    ground.body(7, 20, 10, MAN)
    ground.keep_away(9, 30, 10, MAN, 2.0)
    hits = ground.why_not([(4, 10), (25, 10), (25, 47.75), (40, 20)])
    assert [hit.name for hit in hits] == ["wall 3", "figure 7", "table edge"]
    assert [hit.leg for hit in hits] == [0, 0, 1]
    assert hits[0][2:4] == pytest.approx((8.5 + SLACK, 10))  # the wall begins at 9
    assert hits[1][2:4] == pytest.approx((19 + SLACK, 10))
    assert hits[2][2:4] == pytest.approx((25, 47.5))
    assert ground.why_not([(4, 20), (25, 20)]) == []
    (near,) = ground.why_not([(30, 20), (30, 12)])
    assert (near.kind, near.id, near.leg) == ("too close to figure", 9, 0)
    assert (near.x, near.y) == pytest.approx((30.0, 13.0))


@given(settings_of(), somewhere, somewhere)
def test_hits_lie_where_the_obstacle_is_first_reached(setting: Setting, p: Place, q: Place) -> None:
    assume(p != q and setting.table.covers(Point(p)))
    ground = setting.ground
    n = len(ground.disc_id)
    hits = ground.why_not([p, q])
    for hit in hits:
        if hit.kind == "table edge":
            assert setting.table.exterior.distance(Point(hit.x, hit.y)) < 1e-6
            continue
        ids = [
            (*k,) for k in zip(ground.disc_kind + ground.poly_kind, ground.disc_id + ground.poly_id)
        ]
        assert (hit.kind, hit.id) in ids
        i = ids.index((hit.kind, hit.id))
        c = ground.disc_c[i] if i < n else ground.poly_c[i - n]
        far = ground.near2(i, hit.x, hit.y, hit.x, hit.y) ** 0.5
        started = ground.near2(i, *p, *p) ** 0.5
        assert far == pytest.approx(min(c, started), abs=1e-6)
    order = [hypot(hit.x - p[0], hit.y - p[1]) for hit in hits]
    assert order == sorted(order)


@given(settings_of(), somewhere, somewhere)
def test_stop_goes_as_far_as_it_can(setting: Setting, p: Place, q: Place) -> None:
    ground = setting.ground
    assume(setting.table.covers(Point(p)))
    x, y = ground.stop(*p, *q)
    assert ground.clear(*p, x, y)
    assert on_lattice(x)
    assert on_lattice(y)
    if (x, y) != q:
        # Three steps on, in the same direction, it is not clear (or hardly).
        whole, gone = hypot(q[0] - p[0], q[1] - p[1]), hypot(x - p[0], y - p[1])
        t = min(1.0, (gone + 6 / 1024) / whole)
        on = (p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t)
        grazes = setting.verdict(p, LineString([p, q])) is None
        assert grazes or not ground.clear(*p, *on)


def test_costs_by_hand() -> None:
    ground = Ground(MAN, 48, 48)
    ground.slow(rectangle(1, "wood", 20, 10, 4, 8), 2.0)
    ground.slow(rectangle(2, "bog", 22, 10, 4, 8), 3.0)  # from 20 to 24, over the wood's half
    ground.slow(rectangle(3, "hedge", 30, 10, 1, 8), 1.0, toll=2.0)
    assert ground.cost([(10, 10), (18, 10)]) == 8
    assert ground.cost([(10, 10), (20, 10)]) == 12  # 8 + 2 * 2
    assert ground.cost([(10, 10), (26, 10)]) == 8 + 2 * 2 + 4 * 3 + 2
    assert ground.cost([(26, 10), (34, 10)]) == 8 + 2
    assert ground.cost([(26, 10), (34, 10), (26, 10)]) == 16 + 2  # the toll once
    assert ground.cost([(30, 10), (34, 10)]) == 4  # who stands in the hedge has paid
    assert ground.furthest(26, 10, 34, 10, 5.0) == [(26, 10), (29.5, 10)]  # 3.5 of 5: no toll
    assert ground.furthest(26, 10, 34, 10, 6.0) == [(26, 10), (30, 10)]
    with pytest.raises(ValueError, match="slow"):
        ground.slow(rectangle(4, "road", 1, 1, 1, 1), 0.5)


@given(pieces(1), pieces(2), somewhere, somewhere)
def test_costs_agree_with_shapely(a: Terrain, b: Terrain, p: Place, q: Place) -> None:
    assume(p != q)
    ground = Ground(MAN, SIZE, SIZE)
    ground.slow(a, 2.0)
    ground.slow(b, 3.0, toll=1.0)
    line = LineString([p, q])
    in_b = polygon(b).intersection(line).length
    only_a = polygon(a).difference(polygon(b).buffer(1e-9)).intersection(line).length
    toll = 1.0 if in_b > 1e-9 and not polygon(b).covers(Point(p)) else 0.0
    assert ground.cost([p, q]) == pytest.approx(line.length + 2 * in_b + only_a + toll, abs=1e-6)


@given(settings_of(most=3), pieces(9), somewhere, somewhere, st.floats(0.1, 60))
def test_furthest_spends_the_budget_and_no_more(
    setting: Setting, bog: Terrain, p: Place, q: Place, budget: float
) -> None:
    ground = setting.ground
    ground.slow(bog, 2.0)
    assume(ground.free(*p))
    path = ground.furthest(*p, *q, budget)
    assert path[0] == p
    assert ground.path_clear(path)
    assert ground.cost(path) <= budget + 1e-12
    assert all(on_lattice(v) for point in path for v in point)
    if ground.clear(*p, *q) and ground.cost([p, q]) == hypot(p[0] - q[0], p[1] - q[1]):
        if ground.cost([p, q]) <= budget:
            assert path == ([p] if p == q else [p, q])
        else:
            assert ground.cost(path) > budget - 3 / 1024


def test_furthest_towards_what_cannot_be_reached() -> None:
    ground = Ground(MAN, 48, 48)
    ground.body(1, 20, 10, MAN)
    assert ground.furthest(10, 10, 20, 10, 30.0)[-1] in [(19.0, 10.0), (19 + SLACK, 10.0)]
    assert ground.furthest(10, 10, 20, 10, 4.0) == [(10, 10), (14, 10)]
    # Walled in all round: as near to the wall as possible.
    ring = [(30, 4), (42, 4), (42, 16), (30, 16), (30, 15), (41, 15), (41, 5), (30, 5)]
    ground.wall(Terrain(5, "wall", ring))
    ground.wall(Terrain(6, "wall", [(30, 5.5), (31, 5.5), (31, 14.5), (30, 14.5)]))
    (x, y) = ground.furthest(25, 10, 35, 10, 30.0)[-1]
    assert (x, y) == pytest.approx((29.5, 10), abs=2 / 1024)


def brute_route(setting: Setting, p: Place, q: Place) -> float:
    """The shortest way over a dense visibility graph, its lines tested by Shapely; inf for none."""
    nodes = [p, q]
    for other, limit in setting.rules:
        ring = other.buffer(limit + 2e-3, quad_segs=6).exterior.coords
        nodes += [n for n in ring if setting.verdict(p, Point(n)) is not False]
    best = {0: 0.0}
    heap = [(0.0, 0)]
    done = set()
    while heap:
        d, i = heapq.heappop(heap)
        if i in done:
            continue
        done.add(i)
        if i == 1:
            return d
        for j in range(len(nodes)):
            e = d + hypot(nodes[i][0] - nodes[j][0], nodes[i][1] - nodes[j][1])
            if (
                j not in done
                and e < best.get(j, float("inf"))
                and setting.verdict(p, as_line(nodes[i], nodes[j])) is not False
            ):
                best[j] = e
                heapq.heappush(heap, (e, j))
    return float("inf")


@st.composite
def in_the_way(draw: st.DrawFn) -> tuple[Setting, Place, Place]:
    """A start on the left, a goal on the right, and obstacles across the line between them."""
    setting = Setting(MAN)
    p = (draw(coordinates(2, 10)), draw(coordinates(16, 26)))
    q = (draw(coordinates(26, 34)), draw(coordinates(16, 26)))
    for i in range(draw(st.integers(1, 4))):
        t = draw(st.integers(2, 6)) / 8
        x = round((p[0] + (q[0] - p[0]) * t) * 4) / 4
        y = round((p[1] + (q[1] - p[1]) * t) * 4) / 4 + draw(st.sampled_from([0.0, 0.0, 1.5, -2.0]))
        what = draw(st.sampled_from(["wall", "body", "keep"]))
        if what == "wall":
            radii = draw(st.lists(st.sampled_from([1.0, 2.0, 4.0]), min_size=3, max_size=6))
            setting.wall(blob(i, "wall", x, y, radii, draw(facings)))
        elif what == "body":
            setting.body(i, x, y, draw(bases()), draw(facings))
        else:
            setting.keep_away(i, x, y, draw(bases()), draw(st.sampled_from([1, 2])), 0.0)
    assume(setting.ground.free(*p) and setting.ground.free(*q))
    return setting, p, q


@given(in_the_way())
@settings(max_examples=30)
def test_routes_are_legal_and_short(asked: tuple[Setting, Place, Place]) -> None:
    setting, p, q = asked
    ground = setting.ground
    path = ground.route(*p, *q, 200.0)
    best = brute_route(setting, p, q)
    if path is None:
        assert best > 1e6
        return
    assert (path[0], path[-1]) == (p, q)
    assert ground.path_clear(path)
    assert setting.verdict(p, LineString(path)) is not False
    assert all(on_lattice(v) for point in path for v in point)
    assert length(path) <= best * 1.024 + 0.02
    assert ground.route(*p, *q, length(path)) == path
    assert ground.route(*p, *q, length(path) * 0.95) is None


def test_who_starts_too_close_finds_a_way_round() -> None:
    ground = Ground(MAN, 48, 48)
    ground.keep_away(1, 10, 10, MAN, 2.0)
    path = ground.route(12, 10, 6, 10, 20)
    assert path is not None
    assert ground.path_clear(path)
    # No shorter than round a circle of 2, where he starts, no longer than round one of 3 1/2.
    assert 4 + pi < length(path) < 3.5 * pi


def test_no_route_out_of_a_closed_yard_or_onto_an_occupied_place() -> None:
    ground = Ground(MAN, 48, 48)
    ground.body(1, 30, 30, MAN)
    assert ground.route(10, 10, 30, 30, 99) is None
    assert ground.route(10, 10, 47.75, 30, 99) is None
    for i, (x, y, w, d) in enumerate([(10, 5, 10, 1), (10, 15, 10, 1), (5, 10, 1, 11)]):
        ground.wall(rectangle(i, "wall", x, y, w, d))
    ground.wall(rectangle(9, "wall", 15, 9.5, 1, 8.0))  # leaves 1 inch: from 13.5 to 14.5
    assert ground.route(10, 10, 20, 10, 99) is not None
    ground.wall(rectangle(9, "wall", 15, 9.5, 1, 8.0 + 8 / 1024))
    assert ground.route(10, 10, 20, 10, 99) is None


def test_a_route_goes_round_slow_ground_when_that_is_cheaper() -> None:
    ground = Ground(MAN, 48, 48)
    ground.slow(rectangle(1, "bog", 20, 10, 4, 6), 4.0)
    # Straight through: 10 + 3 * 4 = 22; round a corner (18, 13) to (22, 13): 2 * 4.24 + 4 = 12.49.
    path = ground.route(15, 10, 25, 10, 30.0)
    assert path is not None
    assert ground.cost(path) == pytest.approx(12.485, abs=0.01)
    # A bog as long as the table is worth crossing.
    ground = Ground(MAN, 48, 48)
    ground.slow(rectangle(1, "bog", 20, 24, 4, 47), 4.0)
    assert ground.route(15, 24, 25, 24, 30.0) == [(15, 24), (25, 24)]
    assert ground.route(15, 24, 25, 24, 21.9) is None


def test_a_gap_just_wide_enough_is_used() -> None:
    for less, fits in ((0.0, True), (3 / 1024, False)):
        ground = Ground(MAN, 48, 48)
        for i in range(25):
            # Men 1 wide, 1 apart; those from y = 12 on a little closer.
            ground.body(i, 20, 2 * i - less * (i > 5), MAN)
        path = ground.route(15, 11, 25, 11, 10.5)
        assert (path is not None) == fits, less


@given(settings_of(most=3), middle, st.sampled_from([3.0, 6.0]), st.data())
@settings(max_examples=60)
def test_reach_holds_what_can_be_reached(
    setting: Setting, p: Place, budget: float, data: st.DataObject
) -> None:
    ground = setting.ground
    assume(ground.free(*p))
    areas = [Polygon(outline) for outline in ground.reach(*p, budget)]
    assert min(area.distance(Point(p)) for area in areas) < 0.01
    for _ in range(15):
        a = data.draw(st.floats(0, 2 * pi))
        d = data.draw(st.floats(0, budget))
        x, y = (round((p[0] + d * cos(a)) * 1024) / 1024, round((p[1] + d * sin(a)) * 1024) / 1024)
        at = Point(x, y)
        holding = [area for area in areas if shapely.contains_xy(area, x, y)]
        if holding:
            path = ground.route(p[0], p[1], x, y, budget + 0.01)
            rim = max(area.exterior.distance(at) for area in holding)
            assert path is not None or rim < 0.01, (x, y)
        else:
            near = ground.route(p[0], p[1], x, y, budget - 0.02)
            assert near is None or min(area.distance(at) for area in areas) < 0.03, (x, y)


def test_reach_by_hand() -> None:
    ground = Ground(MAN, 48, 48)
    (open_table,) = ground.reach(24, 24, 6)
    assert Polygon(open_table).area == pytest.approx(36 * 36 * 0.0871557, rel=1e-4)
    (corner,) = ground.reach(0.5, 0.5, 6)
    assert Polygon(corner).area == pytest.approx(36 * 9 * 0.0871557, rel=1e-2)
    bog = Ground(MAN, 48, 48)
    bog.slow(rectangle(1, "bog", 24, 24, 20, 20), 2.0)
    (slow, *_) = bog.reach(24, 24, 6)
    assert Polygon(slow).area == pytest.approx(9 * 36 * 0.0871557, rel=1e-3)
    assert ground.reach(24, 24, 0) == []
    half = Ground(MAN, 48, 48)
    half.wall(rectangle(1, "wall", 30, 24, 4, 40))
    furthest = max(x for outline in half.reach(24, 24, 6) for x, _ in outline)
    assert furthest == pytest.approx(27.5, abs=0.01)  # the wall begins at 28


def test_contact_by_hand() -> None:
    ground = Ground(MAN, 48, 48)
    foe = Base.disc(1.0)
    ground.body(1, 20, 10, foe)
    there = ground.contact(10, 10, 20, 10, foe, 8.5)
    assert there is not None
    assert there.path == [(10, 10), (18.5, 10)]
    assert ground.contact(10, 10, 20, 10, foe, 8.5 - 1 / 1024) is None
    # A wall in the way: round it, or to another side of the foe.
    ground.wall(rectangle(2, "wall", 15, 10, 1, 6))
    there = ground.contact(10, 10, 20, 10, foe, 14)
    assert there is not None
    assert ground.path_clear(there.path)
    assert touching(*there.path[-1], 0, MAN, 20, 10, 0, foe)
    assert ground.contact(10, 10, 20, 10, foe, 9) is None


def test_a_box_comes_into_contact_with_its_front() -> None:
    tank, foe = Base.box(2, 4), Base.box(3, 3)
    ground = Ground(tank, 48, 48)
    ground.body(1, 20, 10, foe, 0.0)
    there = ground.contact(10, 10, 20, 10, foe, 7.0)
    assert there is not None
    assert there.facing == 0.0
    assert there.path[-1] == pytest.approx((16.5, 10), abs=2 / 1024)  # 20 - 1.5 - 2
    assert ground.contact(10, 10, 20, 10, foe, 6.0) is None
    ground.wall(rectangle(2, "wall", 13.5, 10, 1, 6))
    there = ground.contact(6, 10, 20, 10, foe, 25)
    assert there is not None
    assert touching(*there.path[-1], there.facing, tank, 20, 10, 0, foe)
    assert not overlap(*there.path[-1], there.facing, tank, 20, 10, 0, foe)
    assert len(there.path) > 2


@given(settings_of(most=3), somewhere, somewhere, bases(), facings, st.floats(2, 20))
def test_contact_is_legal(
    setting: Setting, p: Place, t: Place, foe: Base, tf: float, budget: float
) -> None:
    setting.body(99, *t, foe, tf)
    ground = setting.ground
    assume(ground.free(*p))
    there = ground.contact(*p, *t, foe, budget, tf)
    straight = hypot(p[0] - t[0], p[1] - t[1]) - foe.radius - 0.5
    if there is None:
        if setting.rules[:-1] == [] and setting.table.covers(Point(t)):
            # An open table: then it is out of reach (or within rounding of it).
            assert straight > budget - 0.01 or not foe.is_disc
        return
    assert there.path[0] == p
    assert ground.path_clear(there.path)
    assert ground.cost(there.path) <= budget
    assert touching(*there.path[-1], 0, MAN, *t, tf, foe)
    assert not overlap(*there.path[-1], 0, MAN, *t, tf, foe)


def test_points_along_a_path() -> None:
    path = [(0.0, 0.0), (3.0, 0.0), (3.0, 4.0)]
    assert length(path) == 7
    assert along(path, 0) == (0, 0)
    assert along(path, 5) == (3, 2)
    assert along(path, 9) == (3, 4)
    assert stations(path, 3.5) == [(0, 0), (3, 0.5), (3, 4)]
    assert stations([(1.0, 1.0)], 0.5) == [(1, 1)]


@given(st.lists(points, min_size=2, max_size=5), st.sampled_from([0.5, 1.0, 2.0]))
def test_stations_are_never_further_apart_than_the_step(path: list[Place], step: float) -> None:
    out = stations(path, step)
    assert (out[0], out[-1]) == (path[0], path[-1])
    line = LineString(path) if len(set(path)) > 1 else Point(path[0])
    for a, b in zip(out, out[1:]):
        assert hypot(a[0] - b[0], a[1] - b[1]) <= step + 0.003
        assert line.distance(Point(b)) < 0.0015
        assert on_lattice(b[0])
    assert len(out) >= length(path) / step
