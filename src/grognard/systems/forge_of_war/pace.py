"""Chapter 6: which moves are legal: how far, through what, and how near to whom."""

from __future__ import annotations

from math import sqrt
from typing import Final

from grognard.rules.effects import Legs, Movement
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war import driving
from grognard.systems.forge_of_war.board import Piece
from grognard.systems.forge_of_war.contact import figures_touch
from grognard.systems.forge_of_war.footing import (
    HAIR,
    STANDOFF,
    Footing,
    allowance,
    barred,
    covered,
    crosses,
    inches_inside,
    movers,
    troop_type,
    wall_off,
)
from grognard.systems.forge_of_war.places import FLOOR, moved_copy, overlaps
from grognard.systems.forge_of_war.stance import capped
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.table.base import Base, touching
from grognard.table.coherency import groups
from grognard.table.lattice import from_grid
from grognard.table.obstacles import CLEAR, EDGE, FIGURE, TOO_CLOSE
from grognard.table.walk import Ground

JUMP: Final = 12.0
OBSTACLE: Final = 2.0


class Pace(Movement):
    """What an ordinary move, a charge (`target`) or a jump may be.

    `push` goes through difficult ground at full speed, `force` over obstacles; both are paid
    for afterwards. `lead`: riders on foot take their mounts along (FOW-6.2-13). `most` bounds
    what a figure may have moved this turn. `double`: both actions in one move (FOW-GAP-79).
    """

    def __init__(
        self,
        b: Battle,
        u: Unit,
        push: bool = False,
        force: bool = False,
        jump: bool = False,
        target: Unit | None = None,
        most: float = 1e9,
        lead: bool = False,
        double: bool = False,
    ) -> None:
        self.b = b
        self.u = u
        self.push = push
        self.force = force
        self.jump = jump
        self.target = target
        self.most = most
        self.inches = capped(u, JUMP) if jump else allowance(b, u)
        self.double = double
        if double:
            self.inches *= 2.0
        self.dear = b.settings.difficult_ground == "double_inches" and not (push or jump)
        self.lead = lead
        self.walked = 0.0  # inches of this move done before it was interrupted, and on what
        self.trod = Footing()
        self.figures = list(range(u.figures)) if lead else movers(u)
        self.bases = [u.kinds[u.kind[i]].base for i in self.figures]
        self.radii = [base.radius for base in self.bases]
        self.scattered = not u.coherent(b.settings)
        self._grounds: dict[Base, Ground] = {}
        self._base: Base | None = None  # the one asked of last, and its ground
        self._ground: Ground | None = None
        self._gathers: bool | None = None

    # -- the ground under a mover ----------------------------------------------

    def ground(self, base: Base) -> Ground:
        """Where a figure on this base may go."""
        if base is self._base and self._ground is not None:
            return self._ground
        found = self._grounds.get(base)
        if found is None:
            found = self._grounds[base] = self._make_ground(base)
        self._base = base
        self._ground = found
        return found

    def _make_ground(self, base: Base) -> Ground:
        b = self.b
        u = self.u
        ground = Ground(base, b.board.width, b.board.height)
        wall_off(b, u, ground)
        x0, y0, x1, y1 = u.box()
        reach = self.inches + STANDOFF + 6.0
        for v in b.units:
            if v.player == u.player or not v.on_table:
                continue
            bx0, by0, bx1, by1 = v.box()
            if bx0 > x1 + reach or bx1 < x0 - reach or by0 > y1 + reach or by1 < y0 - reach:
                continue
            unknown = b.unknown(u, v)
            for j in range(v.figures):
                their = v.kinds[v.kind[j]].base
                if v is self.target or unknown:
                    ground.body(v.index * 1000 + j, v.x[j], v.y[j], their, v.facing)
                else:
                    ground.keep_away(v.index * 1000 + j, v.x[j], v.y[j], their, STANDOFF, v.facing)
        return ground

    # -- judging legs ------------------------------------------------------------

    def check(self, legs: Legs) -> list[Refusal]:
        u = self.u
        if u.vehicle:
            return driving.check(self, legs)
        longest = 0.0
        lengths: list[float] = []
        ends: list[tuple[float, float, int]] = []
        for n, i in enumerate(self.figures):
            x, y, level = u.x[i], u.y[i], u.level[i]
            length = 0.0
            ground = self.ground(self.bases[n])
            for leg in legs[n]:
                lx = from_grid(leg.x)
                ly = from_grid(leg.y)
                if level or leg.level or ground.leg(x, y, lx, ly, u.x[i], u.y[i]) != CLEAR:
                    refusal = self.stretch(ground, n, x, y, level, lx, ly, leg.level)
                    if refusal is not None:
                        return [refusal]
                length += sqrt((lx - x) * (lx - x) + (ly - y) * (ly - y))
                length += FLOOR * abs(leg.level - level)  # FOW-6.2-15; down costs the same
                x, y, level = lx, ly, leg.level
            lengths.append(length)
            longest = max(longest, length)
            ends.append((x, y, level))
        return self.judge(legs, lengths, longest, ends, u.facing)

    def judge(
        self,
        legs: Legs,
        lengths: list[float],
        longest: float,
        ends: list[tuple[float, float, int]],
        facing: float,
    ) -> list[Refusal]:
        """Ways that nothing bars: are they short enough, and where do they end?"""
        u = self.u
        footing = self.footing(legs)
        limit = self.limit(footing)
        cost = longest
        own = footing.slow - self.trod.slow
        if own > 0.0:  # each figure has its own (FOW-GAP-66)
            limit += own
            slow = [own] if u.vehicle else self.slows(legs)
            cost = max([lengths[n] + slow[n] for n in range(len(lengths))])
        if cost > limit + HAIR:
            return [self._too_far(cost, limit, footing)]
        ahead = footing.obstacles & ~self.trod.obstacles  # not what it went over before a shot
        if ahead and self.force and self.b.settings.force_at_maximum == "refused":
            room = max(0, u.most_markers - u.markers)
            if footing.crossings > room:  # FOW-GAP-14: never a figure for an obstacle
                return [
                    Refusal(
                        f"{u.name} cannot take {footing.crossings} D-markers",
                        "FOW-6.2-06",
                        f'room for {room}; go over slowly: 2" less each',
                    )
                ]
        if footing.buildings and not self.b.settings.buildings_at_maximum:
            refusal = driving.kept_out(self.b, u)
            if refusal is not None:
                return [refusal]
        for n, i in enumerate(self.figures):
            if lengths[n] > 0.0 and u.moved[i] + lengths[n] > self.most + HAIR:
                return [
                    Refusal(
                        f"{u.name} declared a shorter move before it shot",
                        "FOW-8.3-11",
                        f'at most {self.most - u.moved[i]:g}"',
                    )
                ]
        return self._end(ends, longest, facing)

    def stretch(
        self,
        ground: Ground,
        n: int,
        x0: float,
        y0: float,
        level: int,
        x1: float,
        y1: float,
        to: int,
    ) -> Refusal | None:
        """One straight stretch of one figure: is it barred?"""
        u = self.u
        i = self.figures[n]
        if to != level:
            if (x0, y0) != (x1, y1) or not self._may_climb(x0, y0, to):
                return Refusal(
                    f"figure {i + 1} cannot climb here",
                    "FOW-6.2-15",
                    "floors are climbed on the spot, inside a building",
                )
            return None
        if level and not covered(self.b.board.buildings, x0, y0, x1, y1):
            return Refusal(
                f"figure {i + 1} would walk out of an upper floor", "FOW-6.2-15", "climb down first"
            )
        hit = ground.leg(x0, y0, x1, y1, u.x[i], u.y[i])
        if hit != CLEAR:
            kind, id = ground.name_of(hit)
            if kind == TOO_CLOSE:
                v = self.b.units[id // 1000]
                if self.jump and any(
                    touching(
                        x1,
                        y1,
                        0.0,
                        ground.base,
                        v.x[j],
                        v.y[j],
                        v.facing,
                        v.kinds[v.kind[j]].base,
                    )
                    for j in range(v.figures)
                ):
                    return Refusal(
                        f"figure {i + 1} would land on {v.name}",
                        "FOW-6.3-05",
                        'land 2" off, then charge on foot',
                    )
                return Refusal(
                    f'figure {i + 1} would pass within 2" of {v.name}',
                    "FOW-6.1-03",
                    '2" or more from every enemy that is not charged',
                )
            if kind == EDGE:
                return Refusal(
                    f"figure {i + 1} would leave the table", "FOW-6.1-02", "a place on the table"
                )
            if kind == FIGURE:
                v = self.b.units[id // 1000]
                return Refusal(
                    f"figure {i + 1} would walk through {v.name}",
                    "FOW-9.4-04",
                    "stop in contact, or go round",
                )
            piece = next(p for p in self.b.board.pieces if p.id == id)
            return barred(u, piece, f"figure {i + 1}")
        return None

    def _may_climb(self, x: float, y: float, to: int) -> bool:
        return to >= 0 and to <= 9 and troop_type(self.u) == "infantry" and self._building(x, y)

    def _building(self, x: float, y: float) -> bool:
        return any(p.shape.contains(x, y) for p in self.b.board.buildings)

    def footing(self, legs: Legs) -> Footing:
        """What the ground does to this move, the part of it included that is done."""
        footing = self._footing(legs)
        if self.dear:
            if footing.difficult and not self.u.vehicle:
                footing.slow = max(self.slows(legs))
            elif not footing.difficult:
                footing.slow = 0.0
            footing.slow += self.trod.slow
        footing.add(self.trod)
        return footing

    def slows(self, legs: Legs) -> list[float]:
        """The inches of each figure that count twice, by another reading of FOW-GAP-66."""
        u = self.u
        out: list[float] = []
        for n, i in enumerate(self.figures):
            x, y = u.x[i], u.y[i]
            slow = 0.0
            for leg in legs[n]:
                lx = from_grid(leg.x)
                ly = from_grid(leg.y)
                slow += inches_inside(self.b.board.difficult, x, y, lx, ly)
                x, y = lx, ly
            out.append(slow)
        return out

    def _footing(self, legs: Legs) -> Footing:
        u = self.u
        if u.vehicle:
            return driving.footing(self, legs)
        board = self.b.board
        footing = Footing()
        if self.jump:
            # FOW-6.3-02: nothing on the way counts. FOW-6.3-03: the landing does.
            for n in range(len(self.figures)):
                if legs[n]:
                    x = from_grid(legs[n][-1].x)
                    y = from_grid(legs[n][-1].y)
                    if any(p.shape.contains(x, y) for p in board.difficult):
                        footing.difficult = True
            return footing
        if not board.difficult and not board.obstacles:
            return footing
        x0, y0, x1, y1 = u.box()
        for own in legs:
            for leg in own:
                x = from_grid(leg.x)
                y = from_grid(leg.y)
                if x < x0:
                    x0 = x
                elif x > x1:
                    x1 = x
                if y < y0:
                    y0 = y
                elif y > y1:
                    y1 = y
        difficult = _within(board.difficult, x0, y0, x1, y1)
        obstacles = _within(board.obstacles, x0, y0, x1, y1)
        if not difficult and not obstacles:
            return footing
        for n, i in enumerate(self.figures):
            x, y, level = u.x[i], u.y[i], u.level[i]
            for leg in legs[n]:
                lx = from_grid(leg.x)
                ly = from_grid(leg.y)
                if lx != x or ly != y or leg.level != level:
                    self._tread(footing, difficult, obstacles, x, y, lx, ly)
                x, y, level = lx, ly, leg.level
        if footing.difficult and board.roads and self.by_road(legs):
            footing.difficult = False
        return footing

    def _tread(
        self,
        footing: Footing,
        difficult: list[Piece],
        obstacles: list[Piece],
        x0: float,
        y0: float,
        x1: float,
        y1: float,
    ) -> None:
        """One stretch: any figure that enters, leaves or moves within counts (FOW-GAP-66).

        Which kinds are difficult is data: FOW-6.2-03 outdoors, FOW-6.2-12 for buildings.
        """
        if not footing.difficult:
            for piece in difficult:
                if (
                    crosses(piece, x0, y0, x1, y1)
                    or piece.shape.contains(x0, y0)
                    or piece.shape.contains(x1, y1)
                ):
                    footing.difficult = True
                    break
        for piece in obstacles:  # FOW-6.2-05, FOW-6.2-07
            bit = 1 << piece.id
            if not (footing.obstacles | self.u.paid) & bit and crosses(piece, x0, y0, x1, y1):
                footing.obstacles |= bit

    def by_road(self, legs: Legs) -> bool:
        """FOW-6.2-04, FOW-6.2-11: every figure of the unit keeps to roads all the way."""
        roads = self.b.board.roads
        for n, i in enumerate(self.figures):
            x, y = self.u.x[i], self.u.y[i]
            if not any(p.shape.contains(x, y) for p in roads):
                return False
            for leg in legs[n]:
                lx = from_grid(leg.x)
                ly = from_grid(leg.y)
                if (lx, ly) != (x, y) and not covered(roads, x, y, lx, ly):
                    return False
                x, y = lx, ly
        return True

    def limit(self, footing: Footing) -> float:
        """How far this move may go: FOW-6.2-01, FOW-6.2-05; halved first (FOW-GAP-66)."""
        limit = self.inches
        if self.jump:
            return limit  # FOW-6.3-02; a landing costs a hit instead
        off = 0.0 if self.force else OBSTACLE * footing.crossings
        if self.b.settings.obstacle_order == "before_halving":
            limit = max(0.0, limit - off)
            off = 0.0
        if self.dear:
            off += footing.slow
        elif footing.difficult and not self.push:
            limit /= 2.0
        return max(0.0, limit - off - self.walked)

    def _too_far(self, longest: float, limit: float, footing: Footing) -> Refusal:
        if self.jump:
            clause = "FOW-6.3-01"
        elif footing.difficult and not self.push:
            clause = "FOW-6.2-01"
        elif footing.obstacles and not self.force:
            clause = "FOW-6.2-05"
        else:
            clause = "FOW-6.1-02"
        return Refusal(
            f'{self.u.name} would move {longest:.2f}"', clause, f'at most {limit:g}" this way'
        )

    def _end(
        self, ends: list[tuple[float, float, int]], longest: float, facing: float
    ) -> list[Refusal]:
        """Where they come to rest: nobody on top of anybody, in cohesion, touching the target."""
        u = self.u
        refusal = overlaps(self.b, u, self.figures, ends, facing)
        if refusal is not None:
            return [refusal]
        moved = moved_copy(u, self.figures, ends, facing)
        if not moved.coherent(self.b.settings) and not self._may_scatter(moved, longest):
            return [
                Refusal(
                    f"{u.name} would lose its cohesion",
                    "FOW-6.1-04",
                    f'figures within {u.gap:g}" of each other',
                )
            ]
        touched = [v for v in self.b.enemies(u.player) if _touches(self.b, moved, v)]
        if self.target is None:
            for v in touched:
                if not u.foes >> v.index & 1:
                    clause = "FOW-6.3-05" if self.jump else "FOW-6.1-03"
                    return [Refusal(f"{u.name} would touch {v.name}", clause, "charge it instead")]
            return []
        if self.target not in touched:
            return [
                Refusal(
                    f"{u.name} would not reach {self.target.name}",
                    "FOW-9.1-01",
                    "a charge ends in contact",
                )
            ]
        for v in touched:
            if v is not self.target:
                return [
                    Refusal(
                        f"{u.name} would touch {v.name} as well",
                        "FOW-6.1-03",
                        "only the enemy that is charged",
                    )
                ]
        return []

    def _may_scatter(self, moved: Unit, longest: float) -> bool:
        """A scattered unit must close up if it can (FOW-3.5-03); else it may not scatter more."""
        if not self.scattered:
            return False
        if self.gathers():
            return False
        return _clusters(moved) <= _clusters(self.u)

    def gathers(self) -> bool:
        """Whether this move can bring a scattered unit together again."""
        raise NotImplementedError

    def limits(self, level: int) -> list[float]:
        """How far the move might go, the longest first."""
        raise NotImplementedError


def _within(pieces: list[Piece], x0: float, y0: float, x1: float, y1: float) -> list[Piece]:
    """Those of the pieces that reach into a box."""
    out: list[Piece] = []
    for piece in pieces:
        s = piece.shape
        if s.min_x <= x1 and s.max_x >= x0 and s.min_y <= y1 and s.max_y >= y0:
            out.append(piece)
    return out


def _clusters(u: Unit) -> int:
    figures = movers(u)
    return len(
        groups(
            [u.x[i] for i in figures],
            [u.y[i] for i in figures],
            [u.kinds[u.kind[i]].radius for i in figures],
            u.gap,
        )
    )


def _touches(b: Battle, u: Unit, v: Unit) -> bool:
    ux0, uy0, ux1, uy1 = u.box()
    vx0, vy0, vx1, vy1 = v.box()
    if ux0 > vx1 + 6.0 or vx0 > ux1 + 6.0 or uy0 > vy1 + 6.0 or vy0 > uy1 + 6.0:
        return False
    for i in range(u.figures):
        for j in range(v.figures):
            if figures_touch(b.board, u, i, v, j):
                return True
    return False
