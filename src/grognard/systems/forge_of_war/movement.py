"""Chapter 6: how far, through what, and how near to whom."""

from __future__ import annotations

from math import ceil, sqrt
from typing import Final

from grognard.rules.effects import Goal, Leg, Legs, Movement, Rules
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war.board import Piece
from grognard.systems.forge_of_war.contact import THICKEST, figures_touch
from grognard.systems.forge_of_war.losses import gain_markers, marker_or_figure
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.table.base import Base, overlap, touching
from grognard.table.coherency import groups
from grognard.table.herd import contact_proposal, propose
from grognard.table.lattice import STEP, from_grid, square, to_grid, toward
from grognard.table.obstacles import CLEAR, EDGE, FIGURE, TOO_CLOSE
from grognard.table.walk import Ground

STANDOFF: Final = 2.0
JUMP: Final = 12.0
FLOOR: Final = 3.0
OBSTACLE: Final = 2.0
HAIR: Final = 1e-6
AROUND: Final = 20.0
"""No move leads a unit among figures further from it than this."""

WIDEST: Final = 2.0
"""No figure's base reaches further from its centre."""

Path = list[tuple[float, float]]


def allowance(b: Battle, u: Unit) -> float:
    """One move action's inches, before terrain: FOW-6.1-01, FOW-2.2-03, FOW-GAP-13."""
    move = u.profile.move
    slowed = move - b.settings.marker_move_penalty * u.markers
    return max(slowed, min(1.0, move))


def troop_type(u: Unit) -> str:
    """What it counts as just now: riders on foot are infantry (FOW-GAP-77)."""
    return u.profile.type


def movers(u: Unit) -> list[int]:
    """Those who hold the mounts stay with them (FOW-GAP-77)."""
    return [i for i in range(u.figures) if not u.holds[i]]


def closed(u: Unit, piece: Piece) -> bool:
    """Whether this piece is impassable for the unit (FOW-6.2-08 to FOW-6.2-10, FOW-6.2-13)."""
    return piece.impassable or troop_type(u) in piece.kind.impassable_for


IMPASSABLE = ("FOW-6.2-08", "FOW-6.2-09", "FOW-6.2-10")


def barred(u: Unit, piece: Piece, who: str) -> Refusal:
    """Why somebody cannot enter a closed piece, and what would lead through it."""
    if not piece.impassable:
        legal = (
            "dismount and lead the mounts through" if u.profile.type == "cavalry" else "go round"
        )
        return Refusal(f"{who} cannot enter {piece.name}", "FOW-6.2-13", legal)
    clause = next((c for c in piece.kind.clauses if c in IMPASSABLE), IMPASSABLE[0])
    legal = "only by " + " or ".join(piece.kind.passages) if piece.kind.passages else "go round"
    return Refusal(f"{who} cannot enter {piece.name}", clause, legal)


def covered(pieces: list[Piece], x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether a straight stretch lies in these pieces all the way, from one to the next."""
    spans: list[tuple[float, float]] = []
    for piece in pieces:
        found = piece.shape.intervals(x0, y0, x1, y1)
        for k in range(0, len(found), 2):
            spans.append((found[k], found[k + 1]))
    spans.sort()
    far = 0.0
    for low, high in spans:
        if low > far + HAIR:
            return False
        far = max(far, high)
    return far >= 1.0 - HAIR


class Footing:
    """What the ground did to a move: found on the way, charged for at its end."""

    def __init__(self) -> None:
        self.difficult = False
        self.obstacles = 0  # crossed and not yet paid for, one bit each

    @property
    def crossings(self) -> int:
        return self.obstacles.bit_count()


class March(Movement):
    """An ordinary move, a charge (`target`) or a jump.

    `push` goes through difficult ground at full speed, `force` over obstacles; both are paid
    for afterwards. `lead`: riders on foot take their mounts along (FOW-6.2-13). `most` bounds
    what a figure may have moved this turn.
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
    ) -> None:
        self.b = b
        self.u = u
        self.push = push
        self.force = force
        self.jump = jump
        self.target = target
        self.most = most
        self.inches = JUMP if jump else allowance(b, u)
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
            for j in range(v.figures):
                their = v.kinds[v.kind[j]].base
                if v is self.target:
                    ground.body(v.index * 1000 + j, v.x[j], v.y[j], their)
                else:
                    ground.keep_away(v.index * 1000 + j, v.x[j], v.y[j], their, STANDOFF)
        return ground

    # -- judging legs ------------------------------------------------------------

    def check(self, legs: Legs) -> list[Refusal]:
        u = self.u
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
                refusal = self._stretch(ground, n, x, y, level, lx, ly, leg.level)
                if refusal is not None:
                    return [refusal]
                length += sqrt((lx - x) * (lx - x) + (ly - y) * (ly - y))
                length += FLOOR * abs(leg.level - level)  # FOW-6.2-15; down costs the same
                x, y, level = lx, ly, leg.level
            lengths.append(length)
            longest = max(longest, length)
            ends.append((x, y, level))
        footing = self.footing(legs)
        limit = self.limit(footing)
        if longest > limit + HAIR:
            return [self._too_far(longest, limit, footing)]
        if self.force and self.b.settings.force_at_maximum == "refused":
            room = max(0, u.most_markers - u.markers)
            if footing.crossings > room:  # FOW-GAP-14: never a figure for an obstacle
                return [
                    Refusal(
                        f"{u.name} cannot take {footing.crossings} D-markers",
                        "FOW-6.2-06",
                        f'room for {room}; go over slowly: 2" less each',
                    )
                ]
        for n, i in enumerate(self.figures):
            if lengths[n] > 0.0 and u.moved[i] + lengths[n] > self.most + HAIR:
                return [
                    Refusal(
                        f"{u.name} declared a shorter move before it shot",
                        "FOW-8.3-11",
                        f'at most {self.most - u.moved[i]:g}"',
                    )
                ]
        return self._end(ends, longest)

    def _stretch(
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
                    touching(x1, y1, 0.0, ground.base, v.x[j], v.y[j], 0.0, v.kinds[v.kind[j]].base)
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
        """What the ground does to this move."""
        u = self.u
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
        for n, i in enumerate(self.figures):
            x, y, level = u.x[i], u.y[i], u.level[i]
            for leg in legs[n]:
                lx = from_grid(leg.x)
                ly = from_grid(leg.y)
                if (lx, ly) != (x, y) or leg.level != level:
                    self._tread(footing, x, y, lx, ly)
                x, y, level = lx, ly, leg.level
        if footing.difficult and board.roads and self._by_road(legs):
            footing.difficult = False
        return footing

    def _tread(self, footing: Footing, x0: float, y0: float, x1: float, y1: float) -> None:
        """One stretch: any figure that enters, leaves or moves within counts (FOW-GAP-66).

        Which kinds are difficult is data: FOW-6.2-03 outdoors, FOW-6.2-12 for buildings.
        """
        for piece in self.b.board.difficult:
            if not footing.difficult and (
                _crosses(piece, x0, y0, x1, y1)
                or piece.shape.contains(x0, y0)
                or piece.shape.contains(x1, y1)
            ):
                footing.difficult = True
        for piece in self.b.board.obstacles:  # FOW-6.2-05, FOW-6.2-07
            bit = 1 << piece.id
            if not (footing.obstacles | self.u.paid) & bit and _crosses(piece, x0, y0, x1, y1):
                footing.obstacles |= bit

    def _by_road(self, legs: Legs) -> bool:
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
        if footing.difficult and not self.push:
            limit /= 2.0
        return max(0.0, limit - off)

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

    def _end(self, ends: list[tuple[float, float, int]], longest: float) -> list[Refusal]:
        """Where they come to rest: nobody on top of anybody, in cohesion, touching the target."""
        u = self.u
        refusal = overlaps(self.b, u, self.figures, ends)
        if refusal is not None:
            return [refusal]
        moved = moved_copy(u, self.figures, ends)
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
        if self._gathers is None:
            self._gathers = self._gathering() is not None
        return self._gathers

    def _gathering(self) -> Legs | None:
        """Legs that bring everybody together again, if there are any (FOW-3.5-03)."""
        u = self.u
        n = self.leader(Goal(0.0, 0.0))
        x, y = u.x[self.figures[n]], u.y[self.figures[n]]
        for limit in (self.inches, self.inches / 2.0):
            for found in (self._part_to_part(limit), self._propose(n, x, y, limit)):
                if found is None:
                    continue
                ends = ends_of(u, self.figures, found)
                if moved_copy(u, self.figures, ends).coherent(self.b.settings):
                    self._gathers = True
                    if not self.check(found):
                        return found
                    self._gathers = None
        return None

    def _part_to_part(self, limit: float) -> Legs | None:
        """The parts of a scattered unit come to the biggest one, each straight on and in step;
        what they cannot go it comes to meet them."""
        left = limit
        for i in self.figures:
            left = min(left, self.most - self.u.moved[i])
        x = [self.u.x[i] for i in self.figures]
        y = [self.u.y[i] for i in self.figures]
        parts = groups(x, y, self.radii, self.u.gap)
        parts.sort(key=lambda part: -len(part))
        together = parts[0]
        rest = parts[1:]
        if not rest or left <= 0.0:
            return None
        apart, dx, dy = max(self._apart(x, y, part, together) for part in rest)
        if apart > left:
            if apart - left > left:
                return None
            _step(x, y, together, -dx, -dy, apart - left)
        while rest:
            apart, dx, dy, k = min(
                (*self._apart(x, y, part, together), k) for k, part in enumerate(rest)
            )
            if apart > left + HAIR:
                return None
            _step(x, y, rest[k], dx, dy, min(apart, left))
            together = together + rest.pop(k)
        return tuple(
            ()
            if (x[n], y[n]) == (self.u.x[i], self.u.y[i])
            else (Leg(to_grid(x[n]), to_grid(y[n]), self.u.level[i], 0),)
            for n, i in enumerate(self.figures)
        )

    def _apart(
        self, x: list[float], y: list[float], part: list[int], others: list[int]
    ) -> tuple[float, float, float]:
        """How far this part must come to hang on to the others, and in which direction."""
        best = (1e9, 0.0, 0.0)
        for i in part:
            for j in others:
                dx = x[j] - x[i]
                dy = y[j] - y[i]
                d = sqrt(dx * dx + dy * dy)
                apart = d - self.radii[i] - self.radii[j] - self.u.gap
                if apart < best[0]:
                    best = (max(0.0, apart), dx / d, dy / d)
        return best

    # -- helping people ----------------------------------------------------------

    def _propose(self, leader: int, x: float, y: float, limit: float) -> Legs | None:
        u = self.u
        xs = [u.x[i] for i in self.figures]
        ys = [u.y[i] for i in self.figures]
        left = limit
        for i in self.figures:
            left = min(left, self.most - u.moved[i])
        if left <= 0.0:
            return tuple(() for _ in self.figures) if limit == 0.0 else None
        grounds = [self.ground(base) for base in self.bases]
        # Nobody ends further from his place than `left`; a charge may squeeze in beside friends.
        far = left + 2.0 * WIDEST if self.target is None else AROUND
        standing = others(self.b, u, self.figures, min(far, AROUND))
        if self.target is None:
            paths = propose(xs, ys, self.radii, leader, (x, y), grounds, left, u.gap, standing)
        else:
            v = self.target
            paths = contact_proposal(
                xs, ys, self.radii, v.x, v.y, v.radii(), grounds, left, u.gap, standing
            )
        if paths is None:
            return None
        return tuple(
            tuple(Leg(to_grid(px), to_grid(py), u.level[i], 0) for px, py in paths[n])
            for n, i in enumerate(self.figures)
        )

    def propose(self, goal: Goal) -> Legs | list[Refusal]:
        """The formation kept, the leader as near to the goal as the move allows."""
        leader = self.leader(goal)
        level = goal.level if self.target is None else self.target.level[0]
        climbs = level > 0 or max(self.u.level) > 0
        reasons: list[Refusal] = []
        # What the ground takes off is known only when the way is known: try the whole move,
        # then what obstacles, difficult ground, floors or all of them leave of it.
        for limit in self._limits(level):
            legs = self._propose(leader, goal.x, goal.y, limit)
            if legs is None:
                continue
            if climbs:
                legs = self._climb(legs, level)
            reasons = self.check(legs)
            if reasons and self.target is not None and self.b.board.obstacles:
                for touching_it in (True, False):  # contact across an obstacle (FOW-GAP-29)
                    short = self._stop_short(legs, touching_it)
                    if not self.check(short):
                        return short
            if not reasons:
                return legs
        return reasons or [
            Refusal(f"{self.u.name} cannot go there", "FOW-6.1-02", f'within {self.inches:g}"')
        ]

    def _limits(self, level: int) -> list[float]:
        """How far the move might go, the longest first."""
        board = self.b.board
        out = {self.inches}
        if not self.jump:
            # A charge that is found when slowed must be found at full speed too.
            if board.difficult and (not self.push or self.target is not None):
                out.add(self.inches / 2.0)
            if board.obstacles and (not self.force or self.target is not None):
                out |= {limit - OBSTACLE * k for limit in out for k in range(1, 3)}
        if self.target is not None and board.obstacles:
            out.add(self.inches + THICKEST)  # it may stop short: FOW-GAP-29
        if board.buildings:
            top = max(self.u.level)
            out |= {limit - FLOOR * k for limit in out for k in {level, top, level + top}}
        return sorted((limit for limit in out if limit >= 0.0), reverse=True)

    def _climb(self, legs: Legs, level: int) -> Legs:
        """The same ways, down the stairs at their start and up at their end (FOW-6.2-15)."""
        u = self.u
        out: list[tuple[Leg, ...]] = []
        for n, i in enumerate(self.figures):
            own = list(legs[n])
            x, y = to_grid(u.x[i]), to_grid(u.y[i])
            at = u.level[i]
            ex, ey = (own[-1].x, own[-1].y) if own else (x, y)
            up = level if self._building(from_grid(ex), from_grid(ey)) else 0
            if at and at != up:
                own.insert(0, Leg(x, y, 0))
                at = 0
            own = [Leg(leg.x, leg.y, at, leg.facing) for leg in own]
            if at != up:
                own.append(Leg(ex, ey, up))
            out.append(tuple(own))
        return tuple(out)

    def _stop_short(self, legs: Legs, by_edge: bool) -> Legs:
        """The same ways, ended before the first obstacle that is not paid for: the base's edge
        against it, or (askew) its centre short of it."""
        out: list[tuple[Leg, ...]] = []
        for n, i in enumerate(self.figures):
            own: list[Leg] = []
            x, y = self.u.x[i], self.u.y[i]
            for leg in legs[n]:
                lx = from_grid(leg.x)
                ly = from_grid(leg.y)
                t = 1.0
                for piece in self.b.board.obstacles:
                    if not self.u.paid >> piece.id & 1 and _crosses(piece, x, y, lx, ly):
                        t = min(t, piece.shape.intervals(x, y, lx, ly)[0])
                if t < 1.0:
                    length = sqrt(square(lx - x) + square(ly - y)) * t
                    back = self.radii[n] if by_edge else 4.0 * STEP
                    x, y = toward(x, y, lx, ly, max(0.0, length - back))
                    own.append(Leg(to_grid(x), to_grid(y), leg.level, leg.facing))
                    break
                own.append(leg)
                x, y = lx, ly
            out.append(tuple(own))
        return tuple(out)

    def leader(self, goal: Goal) -> int:
        """Which figure a goal is for: the one nearest to the middle of the unit."""
        u = self.u
        mx, my = self._middle()
        best = 1e300
        found = 0
        for n, i in enumerate(self.figures):
            d = square(u.x[i] - mx) + square(u.y[i] - my)
            if d < best:
                best = d
                found = n
        return found

    def _middle(self) -> tuple[float, float]:
        u = self.u
        n = len(self.figures)
        mx = 0.0
        my = 0.0
        for i in self.figures:
            mx += u.x[i]
            my += u.y[i]
        return mx / n, my / n

    def fallback(self) -> Legs:
        """Stay; a charge has none but to charge."""
        if self.target is not None:
            legs = self.propose(Goal(self.target.x[0], self.target.y[0]))
            if not isinstance(legs, list):
                return legs
        if self.scattered and self.target is None:
            legs_or_none = self._gathering()
            if legs_or_none is not None:
                return legs_or_none
        return tuple(() for _ in self.figures)

    def reach(self) -> list[list[tuple[float, float]]]:
        """Where the leader may get by himself: all the way round difficult ground and obstacles,
        and as far as they let him through them (two obstacles in one move left out)."""
        n = self.leader(Goal(0.0, 0.0))
        i = self.figures[n]
        x, y = self.u.x[i], self.u.y[i]
        base = self.bases[n]
        difficult, obstacles = self._in_reach(x, y)
        out: list[list[tuple[float, float]]] = []
        inside = any(p.shape.contains(x, y) for p in difficult)
        for slow in (True,) if inside else (False, True) if difficult else (False,):
            for crossed in (None, *obstacles):
                footing = Footing()
                footing.difficult = slow
                if crossed is not None:
                    footing.obstacles = 1 << crossed.id
                avoided = [p for p in obstacles if p is not crossed]
                if not slow:
                    avoided += difficult
                ground = self.ground(base)
                if avoided:
                    ground = self._make_ground(base)
                    for p in avoided:
                        ground.outline(p.kind.name, p.id, p.shape.points, centre=True)
                out += ground.reach(x, y, min(self.limit(footing), self.most - self.u.moved[i]))
        return out

    def _in_reach(self, x: float, y: float) -> tuple[list[Piece], list[Piece]]:
        """The difficult pieces and the obstacles that slow this move and lie within it."""
        board = self.b.board

        def near(pieces: list[Piece]) -> list[Piece]:
            return [p for p in pieces if p.shape.distance(x, y) <= self.inches]

        if self.jump:
            return [], []
        return (
            [] if self.push else near(board.difficult),
            []
            if self.force
            else [
                p
                for p in near(board.obstacles)
                if not self.u.paid >> p.id & 1 and not p.shape.contains(x, y)
            ],
        )

    def goals(self) -> list[Goal]:
        """Towards and away from every enemy, and into cover near by."""
        u = self.u
        n = len(self.figures)
        mx = sum(u.x[i] for i in self.figures) / n
        my = sum(u.y[i] for i in self.figures) / n
        if self.target is not None:
            return [Goal(self.target.x[0], self.target.y[0])]
        out: list[Goal] = []
        for v in self.b.enemies(u.player):
            dx = v.x[0] - mx
            dy = v.y[0] - my
            d = sqrt(dx * dx + dy * dy)
            if d > 0.0:
                step = min(self.inches, d)
                out.append(Goal(mx + dx / d * step, my + dy / d * step))
                out.append(Goal(mx - dx / d * self.inches, my - dy / d * self.inches))
        for piece in self.b.board.shelters:
            if not piece.cover or closed(u, piece):
                continue
            s = piece.shape
            px = min(max(mx, s.min_x), s.max_x)
            py = min(max(my, s.min_y), s.max_y)
            if square(px - mx) + square(py - my) <= self.inches * self.inches:
                out.append(Goal((px + s.min_x + s.max_x) / 3.0, (py + s.min_y + s.max_y) / 3.0))
        return out

    def bounds(self) -> tuple[float, float, float, float]:
        x0, y0, x1, y1 = self.u.box()
        board = self.b.board
        d = self.inches
        return (
            max(0.0, x0 - d),
            max(0.0, y0 - d),
            min(board.width, x1 + d),
            min(board.height, y1 + d),
        )


def wall_off(b: Battle, u: Unit, ground: Ground) -> None:
    """Put in what this unit may not enter, bridges and gates left open."""
    for piece in b.board.pieces:
        if closed(u, piece):
            for outline in b.board.walls(piece):
                ground.outline(piece.kind.name, piece.id, outline)


def _step(
    x: list[float], y: list[float], part: list[int], dx: float, dy: float, inches: float
) -> None:
    """These figures go so far in step; onto the lattice onwards, so that who is close is."""
    for n in part:
        x[n] += _onwards(dx * inches)
        y[n] += _onwards(dy * inches)


def _onwards(d: float) -> float:
    steps = ceil(abs(d) / STEP - HAIR) * STEP
    return steps if d > 0.0 else -steps


def _crosses(piece: Piece, x0: float, y0: float, x1: float, y1: float) -> bool:
    s = piece.shape
    if (x0 < s.min_x and x1 < s.min_x) or (x0 > s.max_x and x1 > s.max_x):
        return False
    if (y0 < s.min_y and y1 < s.min_y) or (y0 > s.max_y and y1 > s.max_y):
        return False
    return s.inside_length(x0, y0, x1, y1) > HAIR


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


def others(
    b: Battle, u: Unit, figures: list[int], far: float = AROUND
) -> list[tuple[float, float, float]]:
    """The bases within this of the unit that these figures may not end on: everybody else's."""
    x0, y0, x1, y1 = u.box()
    x0 -= far
    y0 -= far
    x1 += far
    y1 += far
    out = [
        (u.x[i], u.y[i], u.kinds[u.kind[i]].radius) for i in range(u.figures) if i not in figures
    ]
    for v in b.units:
        if v is u or not v.on_table:
            continue
        bx0, by0, bx1, by1 = v.box()
        if bx0 > x1 or bx1 < x0 or by0 > y1 or by1 < y0:
            continue
        for j in range(v.figures):
            x = v.x[j]
            y = v.y[j]
            if far == AROUND or (x0 <= x <= x1 and y0 <= y <= y1):
                out.append((x, y, v.kinds[v.kind[j]].radius))
    return out


def ends_of(u: Unit, figures: list[int], legs: Legs) -> list[tuple[float, float, int]]:
    """Where these legs lead: x, y and level of each figure."""
    out = []
    for n, i in enumerate(figures):
        if legs[n]:
            last = legs[n][-1]
            out.append((from_grid(last.x), from_grid(last.y), last.level))
        else:
            out.append((u.x[i], u.y[i], u.level[i]))
    return out


def moved_copy(u: Unit, figures: list[int], ends: list[tuple[float, float, int]]) -> Unit:
    """The unit as it would stand."""
    copy = u.clone()
    for n, i in enumerate(figures):
        copy.x[i], copy.y[i], copy.level[i] = ends[n]
    copy.touch()
    return copy


def overlaps(
    b: Battle, u: Unit, figures: list[int], ends: list[tuple[float, float, int]]
) -> Refusal | None:
    """Why these figures cannot end there: somebody stands there already."""
    moving = [False] * u.figures
    x0 = y0 = 1e300
    x1 = y1 = -1e300
    for n, i in enumerate(figures):
        moving[i] = True
        x, y, level = ends[n]
        base = u.kinds[u.kind[i]].base
        for m in range(n):
            ox, oy, other = ends[m]
            if level == other and overlap(
                x, y, 0.0, base, ox, oy, 0.0, u.kinds[u.kind[figures[m]]].base
            ):
                return Refusal(
                    f"figures {figures[m] + 1} and {i + 1} would overlap",
                    "FOW-6.1-04",
                    "base beside base",
                )
        x0 = min(x0, x)
        y0 = min(y0, y)
        x1 = max(x1, x)
        y1 = max(y1, y)
    standing = [w for w in b.units if w.index != u.index and w.on_table]
    standing.append(u)  # those of its figures that stay where they are
    for v in standing:
        mine = v is u
        bx0, by0, bx1, by1 = v.box()
        if bx0 > x1 + 4.0 or bx1 < x0 - 4.0 or by0 > y1 + 4.0 or by1 < y0 - 4.0:
            continue
        for j in range(v.figures):
            vx = v.x[j]
            vy = v.y[j]
            if vx > x1 + 4.0 or vx < x0 - 4.0 or vy > y1 + 4.0 or vy < y0 - 4.0:
                continue
            if mine and moving[j]:
                continue
            their = v.kinds[v.kind[j]].base
            for n, i in enumerate(figures):
                x, y, level = ends[n]
                if v.level[j] == level and overlap(
                    x, y, 0.0, u.kinds[u.kind[i]].base, vx, vy, 0.0, their
                ):
                    if mine:
                        return Refusal(
                            f"figures {i + 1} and {j + 1} would overlap",
                            "FOW-6.1-04",
                            "base beside base",
                        )
                    return Refusal(
                        f"figure {i + 1} would stand on {v.name}", "FOW-6.1-04", "a free place"
                    )
    return None


# ---------------------------------------------------------------- carrying a move out


def apply_legs(b: Battle, u: Unit, figures: list[int], legs: Legs) -> float:
    """Move the figures; the longest way any of them went."""
    longest = 0.0
    for n, i in enumerate(figures):
        length = 0.0
        for leg in legs[n]:
            x = from_grid(leg.x)
            y = from_grid(leg.y)
            length += sqrt((x - u.x[i]) * (x - u.x[i]) + (y - u.y[i]) * (y - u.y[i]))
            length += FLOOR * abs(leg.level - u.level[i])
            u.x[i] = x
            u.y[i] = y
            u.level[i] = leg.level
        u.moved[i] = from_grid(to_grid(u.moved[i] + length))  # FOW-GAP-74
        longest = max(longest, length)
    if longest > 0.0:
        u.set_up = False  # FOW-4.2-05, FOW-GAP-33: any move limbers
    u.touch()
    return longest


def pay_for(b: Battle, u: Unit, march: March, footing: Footing) -> Rules[None]:
    """What pushing, forcing and landing cost: FOW-6.2-02, FOW-6.2-06, FOW-6.3-03."""
    if march.jump:
        if footing.difficult:
            yield from marker_or_figure(b, u, "it lands in difficult ground", "FOW-6.3-03")
        return
    if march.force:
        # Obstacles first: no figure can be lost to them, and one may be lost to the ground.
        n = footing.crossings
        if b.settings.force_at_maximum == "free":  # FOW-GAP-14
            n = min(n, max(0, u.most_markers - u.markers))
        yield from gain_markers(b, u, n, "it forces an obstacle", "FOW-6.2-06")
    if footing.difficult and march.push and u.on_table:
        yield from marker_or_figure(b, u, "it pushes through difficult ground", "FOW-6.2-02")


def still_crossing(b: Battle, u: Unit) -> int:
    """The obstacles that the unit is in the middle of crossing (FOW-6.2-07)."""
    bits = 0
    for piece in b.board.obstacles:
        s = piece.shape
        x0, y0, x1, y1 = u.box()
        if x0 > s.max_x or x1 < s.min_x or y0 > s.max_y or y1 < s.min_y:
            continue
        for i in range(u.figures):
            if bits >> piece.id & 1:
                break
            for j in range(i, u.figures):
                if _crosses(piece, u.x[i], u.y[i], u.x[j], u.y[j]) or (
                    i == j and s.contains(u.x[i], u.y[i])
                ):
                    bits |= 1 << piece.id
                    break
    return bits


# ---------------------------------------------------------------- piling in


class PileIn(Movement):
    """FOW-9.4-02 to FOW-9.4-04: unengaged figures run into contact; nobody squeezes through."""

    def __init__(self, b: Battle, u: Unit, free: list[int], foes: list[Unit]) -> None:
        self.b = b
        self.u = u
        self.figures = free
        self.foes = foes
        self.inches = allowance(b, u)
        self.bases = [u.kinds[u.kind[i]].base for i in free]
        self.radii = [base.radius for base in self.bases]
        self.busy: list[tuple[float, float]] = []
        for v in foes:
            for j in range(v.figures):
                if any(figures_touch(b.board, u, i, v, j) for i in range(u.figures)):
                    self.busy.append((v.x[j], v.y[j]))

    def possible(self) -> bool:
        """Whether some figure is near enough that it is worth asking."""
        for n, i in enumerate(self.figures):
            for v in self.foes:
                for j in range(v.figures):
                    reach = self.inches + self.radii[n] + v.kinds[v.kind[j]].radius
                    if square(self.u.x[i] - v.x[j]) + square(self.u.y[i] - v.y[j]) <= reach * reach:
                        return True
        return False

    def ground(self, base: Base, moved: Unit, me: int) -> Ground:
        """All standing figures bar the way; enemies outside this combat keep their 2\"."""
        b = self.b
        ground = Ground(base, b.board.width, b.board.height)
        wall_off(b, self.u, ground)
        for v in b.units:
            if not v.on_table:
                continue
            w = moved if v is self.u else v
            for j in range(w.figures):
                if v is self.u and j == me:
                    continue
                their = w.kinds[w.kind[j]].base
                if v.player != self.u.player and v not in self.foes:
                    ground.keep_away(v.index * 1000 + j, w.x[j], w.y[j], their, STANDOFF)
                else:
                    ground.body(v.index * 1000 + j, w.x[j], w.y[j], their)
        return ground

    def check(self, legs: Legs) -> list[Refusal]:
        u = self.u
        moved = u.clone()
        for n, i in enumerate(self.figures):
            if not legs[n]:
                continue
            ground = self.ground(self.bases[n], moved, i)
            length = 0.0
            x, y = u.x[i], u.y[i]
            for leg in legs[n]:
                lx = from_grid(leg.x)
                ly = from_grid(leg.y)
                if leg.level != u.level[i]:
                    return [Refusal(f"figure {i + 1} cannot climb while piling in", "FOW-9.4-02")]
                if ground.leg(x, y, lx, ly, u.x[i], u.y[i]) != CLEAR:
                    return [
                        Refusal(
                            f"figure {i + 1} cannot get through there",
                            "FOW-9.4-04",
                            "gaps as wide as its base",
                        )
                    ]
                length += sqrt((lx - x) * (lx - x) + (ly - y) * (ly - y))
                x, y = lx, ly
            if length > self.inches + HAIR:
                return [
                    Refusal(
                        f'figure {i + 1} would move {length:.2f}"',
                        "FOW-9.4-02",
                        f'at most {self.inches:g}"',
                    )
                ]
            moved.x[i] = x
            moved.y[i] = y
            moved.touch()
            refusal = self._joins(moved, i, ground)
            if refusal is not None:
                return [refusal]
        if u.coherent(self.b.settings) and not moved.coherent(self.b.settings):
            return [Refusal(f"{u.name} would lose its cohesion", "FOW-6.1-04")]
        return []

    def _joins(self, moved: Unit, i: int, ground: Ground) -> Refusal | None:
        """It must reach an enemy, an unengaged one if there is one to reach (FOW-9.4-02)."""
        fresh = False
        touched = False
        for v in self.foes:
            for j in range(v.figures):
                if figures_touch(self.b.board, moved, i, v, j):
                    touched = True
                    if (v.x[j], v.y[j]) not in self.busy:
                        fresh = True
        if not touched:
            return Refusal(f"figure {i + 1} would not reach the enemy", "FOW-9.4-02")
        if fresh:
            return None
        for v in self.foes:
            for j in range(v.figures):
                if (v.x[j], v.y[j]) in self.busy:
                    continue
                if (
                    ground.contact(
                        self.u.x[i],
                        self.u.y[i],
                        v.x[j],
                        v.y[j],
                        v.kinds[v.kind[j]].base,
                        self.inches,
                    )
                    is not None
                ):
                    return Refusal(
                        f"figure {i + 1} can reach an unengaged enemy",
                        "FOW-9.4-02",
                        f"{v.name}, figure {j + 1}",
                    )
        return None

    def propose(self, goal: Goal) -> Legs | list[Refusal]:
        """Everybody who can, nearest first, at the nearest enemy he can reach."""
        u = self.u
        moved = u.clone()
        found: dict[int, tuple[Leg, ...]] = {}
        order = sorted(range(len(self.figures)), key=lambda n: self._nearest(self.figures[n]))
        for n in order:
            i = self.figures[n]
            ground = self.ground(self.bases[n], moved, i)
            best: list[tuple[float, float]] = []
            for fresh in (True, False):
                targets = []
                for v in self.foes:
                    for j in range(v.figures):
                        if ((v.x[j], v.y[j]) not in self.busy) == fresh:
                            d = square(u.x[i] - v.x[j]) + square(u.y[i] - v.y[j])
                            targets.append((d, v.index, j))
                targets.sort()
                for _, index, j in targets:
                    v = self.b.units[index]
                    arrival = ground.contact(
                        u.x[i], u.y[i], v.x[j], v.y[j], v.kinds[v.kind[j]].base, self.inches
                    )
                    if arrival is not None:
                        best = arrival.path[1:]
                        break
                if best:
                    break
            if best:
                moved.x[i], moved.y[i] = best[-1]
                moved.touch()
                found[n] = tuple(Leg(to_grid(x), to_grid(y), u.level[i], 0) for x, y in best)
                legs = self._legs(found)
                if self.check(legs):
                    del found[n]
                    moved.x[i], moved.y[i] = u.x[i], u.y[i]
                    moved.touch()
        return self._legs(found)

    def _legs(self, found: dict[int, tuple[Leg, ...]]) -> Legs:
        return tuple(found.get(n, ()) for n in range(len(self.figures)))

    def _nearest(self, i: int) -> float:
        return min(
            square(self.u.x[i] - v.x[j]) + square(self.u.y[i] - v.y[j])
            for v in self.foes
            for j in range(v.figures)
        )

    def fallback(self) -> Legs:
        return tuple(() for _ in self.figures)

    def goals(self) -> list[Goal]:
        return [Goal(self.foes[0].x[0], self.foes[0].y[0])]

    def reach(self) -> list[list[tuple[float, float]]]:
        i = self.figures[0]
        return self.ground(self.bases[0], self.u, i).reach(self.u.x[i], self.u.y[i], self.inches)

    def bounds(self) -> tuple[float, float, float, float]:
        x0, y0, x1, y1 = self.u.box()
        return (x0 - self.inches, y0 - self.inches, x1 + self.inches, y1 + self.inches)
