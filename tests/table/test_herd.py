"""Proposals for loose units: never illegal, formation kept where it can be."""

from math import hypot

from hypothesis import assume, given
from hypothesis import strategies as st

from grognard.table.base import SLACK, Base, touching
from grognard.table.coherency import coherent
from grognard.table.herd import Disc, Way, chain, contact_proposal, propose
from grognard.table.lattice import on_lattice
from grognard.table.terrain import Terrain, blob, rectangle
from grognard.table.walk import Ground
from tests.table.oracles import coordinates, facings

Place = tuple[float, float]
MAN = Base.disc(0.5)
GAP = 2.0


class Unit:
    """A unit, the ground it moves on, and who stands about."""

    def __init__(self, places: list[Place]) -> None:
        self.xs = [p[0] for p in places]
        self.ys = [p[1] for p in places]
        self.radii = [0.5] * len(places)
        self.ground = Ground(MAN, 48.0, 48.0)
        self.standing: list[Disc] = []

    def propose(self, goal: Place, budget: float, leader: int = 0) -> list[Way] | None:
        grounds = [self.ground] * len(self.xs)
        return propose(
            self.xs, self.ys, self.radii, leader, goal, grounds, budget, GAP, self.standing
        )

    def charge(self, foes: list[Place], budget: float) -> list[Way] | None:
        for i, foe in enumerate(foes):
            self.ground.body(i, *foe, MAN)
        vx, vy, vr = [f[0] for f in foes], [f[1] for f in foes], [0.5] * len(foes)
        grounds = [self.ground] * len(self.xs)
        return contact_proposal(
            self.xs, self.ys, self.radii, vx, vy, vr, grounds, budget, GAP, self.standing
        )

    def ends(self, ways: list[Way]) -> list[Place]:
        return [way[-1] if way else (self.xs[i], self.ys[i]) for i, way in enumerate(ways)]

    def faults(self, ways: list[Way], budget: float) -> list[str]:
        """What is wrong with a proposal; nothing must be."""
        out = []
        ends = self.ends(ways)
        for i, way in enumerate(ways):
            path = [(self.xs[i], self.ys[i]), *way]
            if not self.ground.path_clear(path):
                out.append(f"{i} runs into {self.ground.why_not(path)}")
            if self.ground.cost(path) > budget:
                out.append(f"{i} goes {self.ground.cost(path)} of {budget}")
            if not all(on_lattice(v) for p in way for v in p):
                out.append(f"{i} is off the lattice")
            for x, y, r in self.standing:
                if way and hypot(ends[i][0] - x, ends[i][1] - y) < 0.5 + r - SLACK:
                    out.append(f"{i} stands on somebody")
            for j in range(i):
                if hypot(ends[i][0] - ends[j][0], ends[i][1] - ends[j][1]) < 1.0 - SLACK:
                    out.append(f"{i} stands on {j}")
        if not coherent([p[0] for p in ends], [p[1] for p in ends], self.radii, GAP):
            out.append("the unit is torn apart")
        return out


LINE = [(20.0, 10.0), (18.0, 10.0), (22.0, 10.0), (16.0, 10.0), (24.0, 10.0)]


def test_in_the_open_all_go_the_same_way() -> None:
    unit = Unit(LINE)
    assert unit.propose((20.0, 14.0), 6.0) == [[(x, 14.0)] for x, _ in LINE]
    # 3, 4, 5: the goal is 10 away, the budget takes them half way.
    assert unit.propose((26.0, 18.0), 5.0) == [[(x + 3, 14.0)] for x, _ in LINE]
    assert unit.propose((20.0, 10.0), 6.0) == [[]] * 5
    assert unit.propose((30.0, 14.0), 4.0, leader=4) == unit.propose((26.0, 14.0), 4.0)


def test_a_wall_makes_some_step_aside() -> None:
    unit = Unit(LINE)
    unit.ground.wall(rectangle(1, "wall", 24.0, 14.0, 3.0, 1.0))
    ways = unit.propose((20.0, 14.0), 6.0)
    assert ways is not None
    assert unit.faults(ways, 6.0) == []
    assert [ways[i] for i in range(4)] == [[(x, 14.0)] for x, _ in LINE[:4]]
    x, y = unit.ends(ways)[4]
    assert hypot(x - 24.0, y - 14.0) <= 1.5


def test_slow_ground_holds_the_unit_together() -> None:
    unit = Unit(LINE)
    # The right end of the line would have to go 6 inches through a bog at three for one.
    unit.ground.slow(rectangle(1, "bog", 26.0, 14.0, 6.0, 12.0), 3.0)
    ways = unit.propose((20.0, 16.0), 6.0)
    assert ways is not None
    assert unit.faults(ways, 6.0) == []
    assert unit.ends(ways)[0][1] > 11.0


def test_friends_are_passed_but_not_stood_on() -> None:
    unit = Unit(LINE)
    unit.standing = [(20.0, 12.0, 0.5), (18.0, 14.0, 0.5)]
    ways = unit.propose((20.0, 14.0), 6.0)
    assert ways is not None
    assert unit.faults(ways, 6.0) == []
    assert unit.ends(ways)[0] == (20.0, 14.0)  # past the one at 12
    assert unit.ends(ways)[1] != (18.0, 14.0)


def test_enemies_are_kept_off() -> None:
    unit = Unit(LINE)
    for i, x in enumerate((18.0, 20.0, 22.0)):
        unit.ground.keep_away(i, x, 17.0, MAN, 2.0)
    ways = unit.propose((20.0, 17.0), 6.0)
    assert ways is not None
    assert unit.faults(ways, 6.0) == []
    assert unit.ends(ways)[0] == (20.0, 14.0)  # 17 less 2 and two radii


def test_chain_goes_from_neighbour_to_neighbour() -> None:
    xs = [p[0] for p in LINE] + [40.0]
    assert chain(xs, [10.0] * 6, [0.5] * 6, 3, GAP) == [3, 1, 0, 2, 4, 5]


def test_a_charge_by_hand() -> None:
    unit = Unit([(20.0, 10.0), (18.0, 10.0), (22.0, 10.0)])
    foes = [(18.0, 16.0), (20.0, 16.0), (22.0, 16.0)]
    ways = unit.charge(foes, 6.0)
    assert ways == [[(20.0, 15.0)], [(18.0, 15.0)], [(22.0, 15.0)]]
    assert Unit([(20.0, 10.0)]).charge([(20.0, 16.0)], 4.0) is None  # a gap of 5


def test_many_find_room_round_one() -> None:
    unit = Unit([(20.0 + i % 4, 10.0 - i // 4) for i in range(8)])
    ways = unit.charge([(21.5, 13.0)], 6.0)
    assert ways is not None
    assert unit.faults(ways, 6.0) == []
    ends = unit.ends(ways)
    # Six discs have room round one of their own size; five at least must find it.
    assert sum(touching(*p, 0, MAN, 21.5, 13.0, 0, MAN) for p in ends) >= 5


@st.composite
def units(draw: st.DrawFn) -> Unit:
    """A coherent unit with terrain, friends and enemies near by."""
    at = (draw(coordinates(12, 30)), draw(coordinates(12, 30)))
    places = [at]
    for _ in range(draw(st.integers(0, 6))):
        from_x, from_y = places[draw(st.integers(0, len(places) - 1))]
        dx, dy = draw(st.sampled_from([(1.5, 0), (0, 1.5), (-2, 0), (0, -2), (1.5, 1.5)]))
        p = (from_x + dx, from_y + dy)
        if all(hypot(p[0] - q[0], p[1] - q[1]) >= 1.0 for q in places):
            places.append(p)
    unit = Unit(places)
    near = st.tuples(st.integers(-40, 40), st.integers(-40, 40))
    for i in range(draw(st.integers(0, 4))):
        dx, dy = draw(near)
        x, y = at[0] + dx / 4, at[1] + dy / 4
        what = draw(st.sampled_from(["wall", "slow", "enemy", "friend"]))
        if what == "wall":
            unit.ground.wall(piece(draw, i, x, y))
        elif what == "slow":
            unit.ground.slow(piece(draw, i, x, y), 2.0)
        elif what == "enemy":
            unit.ground.keep_away(i, x, y, MAN, 2.0)
        elif all(hypot(x - p[0], y - p[1]) >= 1.0 for p in places):
            unit.standing.append((x, y, 0.5))
    assume(all(unit.ground.free(*p) for p in places))
    return unit


def piece(draw: st.DrawFn, id: int, x: float, y: float) -> Terrain:
    radii = draw(st.lists(st.sampled_from([1.0, 2.0, 4.0]), min_size=3, max_size=6))
    return blob(id, "piece", x, y, radii, draw(facings))


@given(units(), st.tuples(coordinates(), coordinates()), st.sampled_from([3.0, 6.0]), st.data())
def test_proposals_are_never_illegal(
    unit: Unit, goal: Place, budget: float, data: st.DataObject
) -> None:
    leader = data.draw(st.integers(0, len(unit.xs) - 1))
    ways = unit.propose(goal, budget, leader)
    if ways is None:
        return
    assert unit.faults(ways, budget) == []
    assert unit.propose(goal, budget, leader) == ways


@given(units(), st.lists(st.tuples(st.integers(4, 9), st.integers(-6, 6)), min_size=1, max_size=5))
def test_charges_are_never_illegal(unit: Unit, around: list[tuple[int, int]]) -> None:
    foes: list[Place] = []
    for dx, dy in around:
        p = (unit.xs[0] + dx, unit.ys[0] + dy)
        if all(hypot(p[0] - q[0], p[1] - q[1]) >= 1.0 for q in foes):
            foes.append(p)
    ways = unit.charge(foes, 6.0)
    assume(all(unit.ground.free(x, y) for x, y in zip(unit.xs, unit.ys)))
    if ways is None:
        return
    assert unit.faults(ways, 6.0) == []
    ends = unit.ends(ways)
    assert any(touching(*p, 0, MAN, *foe, 0, MAN) for p in ends for foe in foes)
