"""Chapter 6: moves, with a helping hand: formations proposed, scattered units closed up."""

from __future__ import annotations

from math import ceil, sqrt
from typing import Final

from grognard.rules.effects import Goal, Leg, Legs, Rules
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war import driving
from grognard.systems.forge_of_war.board import Piece
from grognard.systems.forge_of_war.contact import THICKEST
from grognard.systems.forge_of_war.footing import (
    HAIR,
    Footing,
    allowance,
    barred,
    closed,
    crosses,
    movers,
    troop_type,
)
from grognard.systems.forge_of_war.losses import gain_markers, marker_or_figure
from grognard.systems.forge_of_war.pace import OBSTACLE, Pace
from grognard.systems.forge_of_war.piling import PileIn
from grognard.systems.forge_of_war.places import (
    AROUND,
    FLOOR,
    apply_legs,
    ends_of,
    moved_copy,
    others,
    overlaps,
    still_crossing,
)
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.table.coherency import groups
from grognard.table.herd import contact_proposal, propose
from grognard.table.lattice import STEP, from_grid, square, to_grid, toward

__all__ = [
    "FLOOR",
    "HAIR",
    "March",
    "PileIn",
    "allowance",
    "apply_legs",
    "barred",
    "closed",
    "ends_of",
    "moved_copy",
    "movers",
    "overlaps",
    "pay_for",
    "still_crossing",
    "troop_type",
]

WIDEST: Final = 2.0
"""No figure's base reaches further from its centre."""


class March(Pace):
    """An ordinary move, a charge or a jump, and what people are helped with."""

    def gathers(self) -> bool:
        """Whether this move can bring a scattered unit together again."""
        if self._gathers is None:
            self._gathers = self._gathering() is not None
        return self._gathers

    def onward(self, inches: float, footing: Footing, charge: bool = True) -> March:
        """The rest of this move after so many inches on such ground, as the unit stands now."""
        rest = March(
            self.b,
            self.u,
            self.push,
            self.force,
            self.jump,
            self.target if charge else None,
            self.most,
            self.lead,
            self.double,
        )
        rest.walked = self.walked + inches
        rest.trod = footing
        return rest

    def _gathering(self) -> Legs | None:
        """Legs that bring everybody together again, if there are any (FOW-3.5-03)."""
        u = self.u
        n = self.leader(Goal(0.0, 0.0))
        x, y = u.x[self.figures[n]], u.y[self.figures[n]]
        for limit in (self.inches - self.walked, self.inches / 2.0 - self.walked):
            if limit < 0.0:
                continue
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
        standing = others(self.b, u, self.figures, min(far, AROUND), self.target)
        if self.target is None:
            paths = propose(xs, ys, self.radii, leader, (x, y), grounds, left, u.gap, standing)
        else:
            v = self.target
            bases = [v.kinds[k].base for k in v.kind] if v.boxed else []
            paths = contact_proposal(
                xs,
                ys,
                self.radii,
                v.x,
                v.y,
                v.radii(),
                grounds,
                left,
                u.gap,
                standing,
                bases,
                v.facing,
            )
        if paths is None:
            return None
        return tuple(
            tuple(Leg(to_grid(px), to_grid(py), u.level[i], 0) for px, py in paths[n])
            for n, i in enumerate(self.figures)
        )

    def propose(self, goal: Goal) -> Legs | list[Refusal]:
        """The formation kept, the leader as near to the goal as the move allows."""
        if self.u.vehicle:
            return driving.propose(self, goal)
        leader = self.leader(goal)
        level = goal.level if self.target is None else self.target.level[0]
        climbs = level > 0 or max(self.u.level) > 0
        reasons: list[Refusal] = []
        # What the ground takes off is known only when the way is known: try the whole move,
        # then what obstacles, difficult ground, floors or all of them leave of it.
        for limit in self.limits(level):
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

    def limits(self, level: int) -> list[float]:
        """How far the move might go, the longest first."""
        board = self.b.board
        out = {self.inches}
        if not self.jump:
            # A charge that is found when slowed must be found at full speed too.
            if board.difficult and (not self.push or self.target is not None):
                out.add(self.inches / 2.0)
                if self.dear:
                    out |= {self.inches * k / 8.0 for k in (5, 6, 7)}
            if board.obstacles and (not self.force or self.target is not None):
                out |= {limit - OBSTACLE * k for limit in out for k in range(1, 3)}
        if self.target is not None and board.obstacles:
            out.add(self.inches + THICKEST)  # it may stop short: FOW-GAP-29
        if board.buildings:
            top = max(self.u.level)
            out |= {limit - FLOOR * k for limit in out for k in {level, top, level + top}}
        return sorted((at - self.walked for at in out if at >= self.walked), reverse=True)

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
                    if not self.u.paid >> piece.id & 1 and crosses(piece, x, y, lx, ly):
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
                footing.add(self.trod)
                footing.difficult = footing.difficult or slow
                if crossed is not None:
                    footing.obstacles |= 1 << crossed.id
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


# ---------------------------------------------------------------- carrying a move out


def pay_for(b: Battle, u: Unit, march: March, footing: Footing) -> Rules[None]:
    """What pushing, forcing and landing cost: FOW-6.2-02, FOW-6.2-06, FOW-6.3-03."""
    if march.jump:
        if footing.difficult:
            yield from marker_or_figure(b, u, "it lands in difficult ground", "FOW-6.3-03")
        return
    if march.force:
        # Obstacles first: no figure can be lost to them, and one may be lost to the ground.
        n = footing.crossings
        if b.settings.force_at_maximum != "figure":  # FOW-GAP-14: shot at on the way, too
            n = min(n, max(0, u.most_markers - u.markers))
        yield from gain_markers(b, u, n, "it forces an obstacle", "FOW-6.2-06")
    if footing.buildings and u.on_table:
        yield from gain_markers(b, u, 1, "it drives through a building", "FOW-6.2-14")
    if footing.difficult and march.push and u.on_table:
        yield from marker_or_figure(b, u, "it pushes through difficult ground", "FOW-6.2-02")
