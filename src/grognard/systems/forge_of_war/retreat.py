"""Chapters 4.3, 4.4, 9.5: moves that nobody plans: to cover, away, off the table."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import Final

from grognard.rules.effects import Choose, Goal, Judge, Leg, Legs, Option, Rules, Tell
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war import driving
from grognard.systems.forge_of_war.board import Piece
from grognard.systems.forge_of_war.contact import refresh
from grognard.systems.forge_of_war.cover import (
    Lines,
    sees_any_enemy,
    unit_pieces,
    unit_sees,
)
from grognard.systems.forge_of_war.footing import base_move
from grognard.systems.forge_of_war.interrupts import stepping_in, travel
from grognard.systems.forge_of_war.losses import guest
from grognard.systems.forge_of_war.movement import (
    FLOOR,
    HAIR,
    March,
    allowance,
    apply_legs,
    closed,
    movers,
    overlaps,
)
from grognard.systems.forge_of_war.stance import HIDING, NORMAL, capped, settle, take_stance
from grognard.systems.forge_of_war.state import LEFT, Battle, Unit
from grognard.systems.forge_of_war.strides import begins_to_move
from grognard.table.lattice import facing_of, facing_to_grid, square, to_grid, toward

STEP: Final = 0.5
"""A retreat that is barred is shortened by this much at a time, then by halves of it."""

FINEST: Final = 1.0 / 64.0

WIDE: Final = 6
"""By so many times 15 degrees a withdrawal turns aside at most: it never leads nearer."""

AS_NEAR: Final = 0.125
"""Enemy figures whose distances differ by no more than this are equally near."""


def middle(u: Unit) -> tuple[float, float]:
    figures = movers(u) or list(range(u.figures))
    n = len(figures)
    return sum(u.x[i] for i in figures) / n, sum(u.y[i] for i in figures) / n


def nearest_figure(
    b: Battle, u: Unit, enemies: list[Unit], seen: bool
) -> tuple[float, float] | None:
    """Where the enemy figure stands that is nearest to any of the unit's, of those it sees if
    `seen` (FOW-GAP-25). Several that are as near, as in close combat: the middle of them.
    """
    best = 1e9
    found: list[tuple[float, float, float]] = []
    order = sorted([(_distance2(u, v), v.index) for v in enemies])
    for nearest2, index in order:
        if sqrt(nearest2) > best + AS_NEAR:
            break
        v = b.unit(index)
        if seen and not unit_sees(b, u, v):
            continue
        lines = Lines(b, u, v) if seen else None
        for j in range(v.figures):
            near2 = 1e18
            for i in range(u.figures):
                d = square(u.x[i] - v.x[j]) + square(u.y[i] - v.y[j])
                if d < near2:
                    near2 = d
            near = sqrt(near2)
            if near <= best + AS_NEAR and (
                lines is None or any(lines.sees(i, j) for i in range(u.figures))
            ):
                best = min(best, near)
                found.append((near, v.x[j], v.y[j]))
    nearest = [(x, y) for near, x, y in found if near <= best + AS_NEAR]
    if not nearest:
        return None
    n = len(nearest)
    return sum(x for x, _ in nearest) / n, sum(y for _, y in nearest) / n


# ---------------------------------------------------------------- default actions


def default_action(b: Battle, u: Unit) -> Rules[None]:
    """FOW-4.3-02 to FOW-4.3-04: with enemy in sight, a move to cover or straight back, or none."""
    what = yield from Choose(
        u.player,
        "default",
        f"{u.name} failed: what does it do?",
        [
            Option("stay", "stay"),
            Option("cover", "to the nearest cover", (u.key,), Judge(refuse_cover, b, u)),
            Option("back", "straight back", (u.key,), Judge(refuse_back, b, u)),
        ],
        about=u.index,
        at=(u.key,),
    )
    cover = nearest_cover(b, u) if what == "cover" else None
    to_cover = cover_move(b, u, cover) if cover is not None else None
    begins_to_move(u, b.settings)
    changed = int(what != "stay" and u.stance == HIDING)
    if changed:
        yield from take_stance(u, NORMAL)  # FOW-12-13
    if cover is not None and to_cover is not None:
        march, legs = to_cover
        trip = yield from travel(b, u, march, legs)
        far = trip.far
        while not (trip.whole or trip.over):  # stepped into: the rest of the way
            march = march.onward(trip.far, trip.footing)
            x, y = cover.shape.near(*middle(u))
            onwards = march.propose(Goal(x, y))
            if isinstance(onwards, list):
                break
            trip = yield from travel(b, u, march, onwards)
            far += trip.far
        yield from Tell(
            "default", '{} makes for cover, {:.1f}"', u.name, far, clause="FOW-4.3-02", at=(u.key,)
        )
    elif what == "back":
        away_from = nearest_figure(b, u, b.enemies(u.player), seen=True)
        if away_from is not None:
            yield from Tell("default", "{} goes back", u.name, clause="FOW-4.3-03", at=(u.key,))
            mx, my = middle(u)
            yield from shift(
                b, u, mx - away_from[0], my - away_from[1], allowance(b, u), terrain=True
            )
    if what == "stay" or b.settings.hide_after_failing == "besides":  # FOW-GAP-25
        yield from settle(b, u, changed)


def refuse_back(b: Battle, u: Unit) -> Refusal | None:
    """Why a unit that failed may not go back."""
    if sees_any_enemy(b, u):
        return None
    return Refusal("no enemy is in sight", "FOW-4.3-04", "stay")


def refuse_cover(b: Battle, u: Unit) -> Refusal | None:
    """Why a unit that failed may not make for cover."""
    blind = refuse_back(b, u)
    if blind is not None:
        return blind
    cover = nearest_cover(b, u)
    if cover is None:
        return Refusal("there is no cover free of the enemy", "FOW-4.3-02")
    if cover_move(b, u, cover) is None:
        return Refusal(
            "the nearest cover lies towards the enemy, or out of the way",
            "FOW-4.3-02",
            "go straight back",
        )
    return None


def nearest_cover(b: Battle, u: Unit) -> Piece | None:
    """The closest piece of cover that holds no enemy."""
    best = 1e18
    found: Piece | None = None
    mine = unit_pieces(b, u)
    held = 0
    for v in b.enemies(u.player):
        held |= unit_pieces(b, v)
    mx, my = middle(u)
    for piece in b.board.shelters:
        if held >> piece.id & 1 or mine >> piece.id & 1 or closed(u, piece) or not piece.cover:
            continue
        d = piece.shape.distance(mx, my)
        if d < best:
            best = d
            found = piece
    return found


def cover_move(b: Battle, u: Unit, piece: Piece) -> tuple[March, Legs] | None:
    """One ordinary move straight for it, if it brings the unit no closer to any enemy in sight."""
    march = March(b, u)
    x, y = piece.shape.near(*middle(u))
    legs = march.propose(Goal(x, y))
    if isinstance(legs, list):
        return None
    after = u.clone()
    apply_legs(b, after, march.figures, legs)
    for v in b.enemies(u.player):
        if _distance2(after, v) < _distance2(u, v) and unit_sees(b, u, v):
            return None
    return march, legs


def _distance2(u: Unit, v: Unit) -> float:
    best = 1e18
    for i in range(u.figures):
        x = u.x[i]
        y = u.y[i]
        for j in range(v.figures):
            d = square(x - v.x[j]) + square(y - v.y[j])
            if d < best:
                best = d
    return best


# ---------------------------------------------------------------- going straight


def shift(
    b: Battle,
    u: Unit,
    dx: float,
    dy: float,
    distance: float,
    terrain: bool,
    leave: bool = False,
    activation: bool = True,
) -> Rules[None]:
    """All figures the same way, as far as they legally can (FOW-GAP-84).

    With `terrain` the ground slows them as in any move; with `leave` they may go over the edge
    of the table, and are lost then (FOW-GAP-26).
    """
    length = sqrt(dx * dx + dy * dy)
    if length == 0.0:
        return
    way = Straight(b, u, dx / length, dy / length, distance, terrain)
    edge = way.to_edge()
    leaves = leave and edge < distance and way.open(max(0.0, edge - FINEST))
    if leaves and not stepping_in(b):
        yield from leave_table(b, u)
        return
    inches = min(distance, edge)
    while inches > 0.0 and not way.free(inches):
        inches -= STEP
    inches = max(inches, 0.0)
    finer = STEP / 2.0
    while finer >= FINEST:
        if inches + finer <= min(distance, edge) and way.free(inches + finer):
            inches += finer
        finer /= 2.0
    if inches > 0.0:
        trip = yield from travel(b, u, way.march, way.legs(inches), activation)
        if trip.over:
            return
        if not trip.whole:  # stepped into: the rest of the way
            left = distance - trip.far
            if left >= FINEST:
                yield from shift(b, u, dx, dy, left, terrain, leave, activation)
            return
    if leaves:
        yield from leave_table(b, u)
        return
    refresh(b, u)


def leave_table(b: Battle, u: Unit) -> Rules[None]:
    """FOW-4.4-02: over the edge, and lost (FOW-GAP-26)."""
    u.off = LEFT
    for w in b.passengers(u):
        w.off = LEFT
    for k in u.kind:
        if guest(u, k):  # his leader goes with it
            b.units[u.kinds[k].leader].off = LEFT
    yield from Tell("left", "{} leaves the table", u.name, clause="FOW-4.4-02", at=(u.key,))
    refresh(b, u)


class Straight:
    """A unit's way straight on in one direction, figures in step."""

    def __init__(
        self, b: Battle, u: Unit, dx: float, dy: float, distance: float, terrain: bool
    ) -> None:
        self.b = b
        self.u = u
        self.dx = dx
        self.dy = dy
        self.distance = distance
        self.terrain = terrain
        self.march = March(b, u)
        self.march.inches = distance
        self.figures = self.march.figures
        self.facing = u.facing
        self._inches = -1.0  # what was asked last, and the answer
        self._ends: list[tuple[float, float, int]] = []
        if u.vehicle and not u.immobile:  # in reverse, if there is room to turn
            back = facing_of(-dx, -dy)
            if driving.stretch(self.march, u.x[0], u.y[0], u.x[0], u.y[0], back) is None:
                self.facing = back

    def to_edge(self) -> float:
        """Inches until the first base would reach over a table edge."""
        u = self.u
        least = 1e9
        for i in self.figures:
            base = u.kinds[u.kind[i]].base
            r = base.reach_x(self.facing)
            q = base.reach_y(self.facing)
            if self.dx < 0.0:
                least = min(least, (u.x[i] - r) / -self.dx)
            elif self.dx > 0.0:
                least = min(least, (self.b.board.width - r - u.x[i]) / self.dx)
            if self.dy < 0.0:
                least = min(least, (u.y[i] - q) / -self.dy)
            elif self.dy > 0.0:
                least = min(least, (self.b.board.height - q - u.y[i]) / self.dy)
        return max(least, 0.0)

    def ends(self, inches: float) -> list[tuple[float, float, int]]:
        """Where they are after so many inches; outside their building they come down."""
        if inches == self._inches:
            return self._ends
        u = self.u
        out = []
        for i in self.figures:
            x, y = toward(
                u.x[i], u.y[i], u.x[i] + self.dx * inches, u.y[i] + self.dy * inches, inches
            )
            level = u.level[i]
            if level and not any(
                p.kind.building and p.shape.contains(x, y) for p in self.b.board.pieces
            ):
                level = 0
            out.append((x, y, level))
        self._inches = inches
        self._ends = out
        return out

    def open(self, inches: float) -> bool:
        """Whether nothing bars the way: closed ground, enemies nearer than 2\", too slow ground."""
        u, march = self.u, self.march
        ends = self.ends(inches)
        down = 0
        for n, i in enumerate(self.figures):
            x, y, level = ends[n]
            base = march.bases[n]
            if u.vehicle:
                if driving.stretch(march, u.x[i], u.y[i], x, y, self.facing) is not None:
                    return False
                continue
            if march.stretch(march.ground(base), n, u.x[i], u.y[i], 0, x, y, 0) is not None:
                return False
            down = max(down, u.level[i] - level)
        most = self.distance
        if self.terrain:
            facing = facing_to_grid(self.facing)
            legs = tuple((Leg(to_grid(x), to_grid(y), level, facing),) for x, y, level in ends)
            most = min(most, march.limit(march.footing(legs)))
            inches += FLOOR * down
        return inches <= most + HAIR

    def free(self, inches: float) -> bool:
        """Whether they may end there too."""
        return (
            self.open(inches)
            and overlaps(self.b, self.u, self.figures, self.ends(inches), self.facing) is None
        )

    def legs(self, inches: float) -> Legs:
        """The move that this is; who comes down does so first."""
        u = self.u
        ends = self.ends(inches)
        out = []
        for n, i in enumerate(self.figures):
            x, y, level = ends[n]
            own = [Leg(to_grid(x), to_grid(y), level, facing_to_grid(self.facing))]
            if level != u.level[i]:
                own.insert(0, Leg(to_grid(u.x[i]), to_grid(u.y[i]), level))
            out.append(tuple(own))
        return tuple(out)


def slide(b: Battle, u: Unit, dx: float, dy: float, left: float) -> Rules[None]:
    """By another reading of FOW-GAP-26: round what bars the way, inch by inch, turning no further
    from it than need be and always to the same side (house reading)."""
    side = 0
    while left >= STEP and u.on_table and not u.engaged:
        turn, x, y = _open_way(b, u, dx, dy, side)
        if turn > WIDE:
            return
        if turn:
            side = 1 if turn > 0 else -1
        had = u.most_moved
        yield from shift(b, u, x, y, min(left, 1.0) if turn else left, terrain=False, leave=True)
        left -= max(STEP, u.most_moved - had)


def _open_way(b: Battle, u: Unit, dx: float, dy: float, side: int) -> tuple[int, float, float]:
    """The direction nearest to this one in which it can take a step: by how many times 15 degrees
    it is turned (beyond WIDE: there is none)."""
    for n in range(WIDE + 1):
        for turn in (n, -n) if n else (0,):
            if turn * side >= 0:
                c, s = cos(turn * pi / 12.0), sin(turn * pi / 12.0)
                x, y = dx * c - dy * s, dx * s + dy * c
                length = sqrt(x * x + y * y)
                if length > 0.0:
                    way = Straight(b, u, x / length, y / length, STEP, False)
                    if way.free(min(STEP, way.to_edge())):
                        return turn, x, y
    return WIDE + 1, 0.0, 0.0


def withdraw(b: Battle, u: Unit) -> Rules[None]:
    """FOW-4.4-02: both moves straight away from the enemy, whatever the ground."""
    enemies = b.enemies(u.player)
    away_from = nearest_figure(b, u, enemies, seen=True) or nearest_figure(
        b, u, enemies, seen=False
    )
    if away_from is None:
        return
    if u.stance == HIDING:
        u.stance = NORMAL  # it is free (FOW-12-13)
    yield from Tell("withdraw", "{} withdraws", u.name, clause="FOW-4.4-02", at=(u.key,))
    mx, my = middle(u)
    before = list(zip(u.x, u.y, strict=True))
    begins_to_move(u, b.settings)
    dx, dy = mx - away_from[0], my - away_from[1]
    inches = 0.0 if u.immobile else 2.0 * capped(u, base_move(b, u))
    had = u.most_moved
    yield from shift(b, u, dx, dy, inches, terrain=False, leave=True)
    if b.settings.withdrawal_slides:  # FOW-GAP-26
        yield from slide(b, u, dx, dy, inches - (u.most_moved - had))
    yield from give_up(b, u, before)


def give_up(b: Battle, u: Unit, before: list[tuple[float, float]]) -> Rules[None]:
    """By another reading of FOW-GAP-84 who must go and has not moved at all is lost."""
    if b.settings.cornered == "lost" and u.on_table and before == list(zip(u.x, u.y, strict=True)):
        yield from leave_table(b, u)


def leave_combat(b: Battle, u: Unit) -> Rules[None]:
    """FOW-9.5-02: one full move away from the enemy, towards the own edge if that leads away."""
    foes = b.foes_of(u)
    away_from = nearest_figure(b, u, foes, seen=False)
    if away_from is None:
        return
    mx, my = middle(u)
    ax, ay = mx - away_from[0], my - away_from[1]
    ex, ey = home(b, u)
    # Towards the edge "if possible": when it leads away from every figure it touches.
    if all(ex * (mx - v.x[j]) + ey * (my - v.y[j]) > 0.0 for v in foes for j in range(v.figures)):
        ax, ay = ex, ey
    begins_to_move(u, b.settings)
    yield from shift(b, u, ax, ay, allowance(b, u), terrain=True)


def home(b: Battle, u: Unit) -> tuple[float, float]:
    """The direction of the unit's own table edge: 0 south, 1 east, 2 north, 3 west."""
    return ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))[b.edges[u.player]]
