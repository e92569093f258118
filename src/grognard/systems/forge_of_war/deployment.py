"""Setting up: edges, then units one by one in turn (FOW-GAP-62)."""

from __future__ import annotations

from math import ceil, cos, sin, sqrt
from typing import Final

from grognard.rules.effects import (
    Choose,
    Goal,
    Leg,
    Legs,
    Movement,
    Option,
    Place,
    Rules,
    Tell,
    die,
)
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war.contact import refresh
from grognard.systems.forge_of_war.cover import hiding, unit_pieces, witnesses
from grognard.systems.forge_of_war.hulls import hull_at, meets
from grognard.systems.forge_of_war.losses import attach
from grognard.systems.forge_of_war.movement import barred, closed, overlaps
from grognard.systems.forge_of_war.places import facing_after, scattered
from grognard.systems.forge_of_war.scenario import EDGES, Zone
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.state import ROLL_OFF, Battle, Unit
from grognard.table.lattice import facing_to_grid, from_grid, snap, square, to_grid

SPACING: Final = 0.75
"""Inches between bases of a unit that is set up (house value)."""

TIGHT: Final = 1.0 / 512.0

TRIES: Final = 160


def too_many(u: Unit, settings: Settings) -> bool:
    """Whether not all of the unit fit within cohesion of each other, or of their leader, however
    tight they stand (the alternatives of FOW-GAP-16)."""
    side = ceil(sqrt(u.figures))
    ranks = ceil(u.figures / side) if side else 0
    step = 2.0 * max(u.radii(), default=0.0) + TIGHT
    if settings.cohesion == "leader":
        side, ranks = side // 2 + 1, ranks // 2 + 1  # from the one in the middle
    widest = step * sqrt((side - 1) ** 2 + (ranks - 1) ** 2)
    return u.figures > 1 and widest > step + u.gap


def deploy_step(b: Battle) -> Rules[None]:
    """The next thing to do before the first turn."""
    if b.edges[0] < 0:
        yield from choose_edges(b)
        return
    left = waiting(b, b.active)
    if not left:
        b.active = 1 - b.active
        left = waiting(b, b.active)
    if not left:
        begin(b)
        return
    index = yield from Choose(
        b.active,
        "deploy",
        "Which unit do you set up?",
        [Option(u.index, u.name, (u.key,)) for u in left],
    )
    u = b.unit(index)
    if b.hulls and (yield from rides(b, u)):
        return
    movement = Deployment(b, u)
    legs = yield from Place(
        u.player,
        "set-up",
        f"{u.name}: where does it begin?",
        tuple(f"{u.key}:{i}" for i in range(u.figures)),
        movement,
        about=u.index,
    )
    set_up(b, u, legs)
    yield from Tell("set-up", "{} is set up", u.name, clause="FOW-GAP-62", at=(u.key,))
    next_to_set_up(b)


def set_up(b: Battle, u: Unit, legs: Legs) -> None:
    for i in range(u.figures):
        leg = legs[i][-1]
        u.x[i], u.y[i], u.level[i] = from_grid(leg.x), from_grid(leg.y), leg.level
    u.facing = facing_after(u, legs)
    u.touch()
    u.deployed = True
    refresh(b, u)


def take_cover(b: Battle, u: Unit) -> None:
    """Who is in sight when it begins was seen to take cover (FOW-GAP-30)."""
    if u.on_table and hiding(b, unit_pieces(b, u)):
        u.seen_by = witnesses(b, u)


def rides(b: Battle, u: Unit) -> Rules[bool]:
    """Infantry may begin inside a transport that is set up (FOW-GAP-52)."""
    from grognard.systems.forge_of_war.transport import may_ride, room, stow

    hulls = [
        v
        for v in b.hulls
        if v.player == u.player and v.on_table and room(b, v) >= u.figures and may_ride(u)
    ]
    if not hulls:
        return False
    index = yield from Choose(
        u.player,
        "ride",
        f"{u.name}: on foot, or in a vehicle?",
        [Option(-1, "on foot", (u.key,))]
        + [Option(v.index, f"in {v.name}", (u.key, v.key)) for v in hulls],
        about=u.index,
        at=(u.key,),
    )
    if index < 0:
        return False
    v = b.unit(index)
    u.deployed = True
    stow(u, v)
    yield from Tell(
        "set-up", "{} begins in {}", u.name, v.name, clause="FOW-10.5-01", at=(u.key, v.key)
    )
    next_to_set_up(b)
    return True


def next_to_set_up(b: Battle) -> None:
    """They take turns, unless the scenario says otherwise."""
    if waiting(b, 1 - b.active) and b.scenario.sets_up_first(b) < 0:
        b.active = 1 - b.active


def waiting(b: Battle, player: int) -> list[Unit]:
    return [u for u in b.units if u.player == player and not u.deployed]


def choose_edges(b: Battle) -> Rules[None]:
    """The higher d10 chooses an edge and places first."""
    while True:
        mine = yield from die(10, "choice of edge", 0)
        yours = yield from die(10, "choice of edge", 1)
        if mine != yours:
            break
    winner = 0 if mine > yours else 1
    if b.scenario.roles:
        names = b.scenario.plan.roles
        b.attacker = yield from Choose(
            winner,
            "role",
            "Which side is yours?",
            [Option(winner, names[0]), Option(1 - winner, names[1])],
        )
    edge = yield from Choose(
        winner,
        "edge",
        "Which table edge is yours?",
        [Option(n, EDGES[n]) for n in b.scenario.edges(b)],
    )
    b.edges[winner] = edge
    b.edges[1 - winner] = (edge + 2) % 4
    first = b.scenario.sets_up_first(b)
    b.active = first if first >= 0 else winner


def begin(b: Battle) -> None:
    """All are set up."""
    for u in b.units:
        take_cover(b, u)
    b.looked.clear()
    b.turn = 1
    b.phase = ROLL_OFF


def attach_leaders(units: list[Unit], with_unit: dict[int, int]) -> None:
    """Leaders who begin with a unit (FOW-GAP-05)."""
    for leader, host in with_unit.items():
        attach(units[leader], units[host])


class Deployment(Movement):
    """Anywhere in the own zone, in cohesion, on nobody's toes."""

    def __init__(self, b: Battle, u: Unit) -> None:
        self.b = b
        self.u = u
        self.zones = b.scenario.zones(b, u.player)
        self.zone = self.zones[0]  # the one that is being tried
        self.facing: float | None = None
        self.figures = list(range(u.figures))

    def check(self, legs: Legs) -> list[Refusal]:
        u = self.u
        ends: list[tuple[float, float, int]] = []
        for i in self.figures:
            if not legs[i]:
                return [Refusal(f"figure {i + 1} has no place", "FOW-GAP-62", "all are set up")]
            leg = legs[i][-1]
            x, y = from_grid(leg.x), from_grid(leg.y)
            base = u.kinds[u.kind[i]].base
            r = base.radius
            facing = facing_after(u, legs)
            rx = base.reach_x(facing)
            ry = base.reach_y(facing)
            if not any(
                x0 + rx <= x <= x1 - rx and y0 + ry <= y <= y1 - ry for x0, y0, x1, y1 in self.zones
            ):
                where = f'within {self.b.scenario.depth:g}" of the own edge'
                if self.b.scenario.roles:
                    where = "in the zone of " + self.b.scenario.role_name(self.b, u.player)
                return [
                    Refusal(f"figure {i + 1} would stand outside the zone", "FOW-GAP-62", where)
                ]
            for piece in self.b.board.pieces:
                if closed(u, piece) and (
                    meets(piece.shape.points, hull_at(u, x, y, facing))
                    if u.boxed
                    else piece.shape.touches_disc(x, y, r)
                ):
                    return [barred(u, piece, f"figure {i + 1}")]
            if leg.level and not any(
                p.kind.building and p.shape.contains(x, y) for p in self.b.board.pieces
            ):
                return [Refusal(f"figure {i + 1} stands on no floor", "FOW-6.2-15")]
            ends.append((x, y, leg.level))
        refusal = overlaps(self.b, u, self.figures, ends, facing_after(u, legs))
        if refusal is not None:
            return [refusal]
        refusal = scattered(self.b, u, self.figures, ends)
        return [] if refusal is None else [refusal]

    def propose(self, goal: Goal) -> Legs | list[Refusal]:
        """Two loose ranks round the goal, or the nearest free ground to it, or what is left."""
        refusals: list[Refusal] = []
        near = sorted(self.zones, key=lambda zone: _off(zone, goal.x, goal.y))
        for zone in near:
            self.zone = zone
            found = self._in_zone(goal)
            if not isinstance(found, list):
                return found
            refusals = refusals or found
        return refusals

    def _in_zone(self, goal: Goal) -> Legs | list[Refusal]:
        refusals: list[Refusal] = []
        self.facing = goal.facing
        for n in range(TRIES):
            # A sunflower: each try a little further out, evenly all round, the same every time.
            away = 0.9 * sqrt(n)
            turn = n * 2.399963229728653
            legs = self._block(goal.x + away * cos(turn), goal.y + away * sin(turn), 2 + n // 20)
            refusals = self.check(legs)
            if not refusals:
                return legs
        crowd = self._crowd(goal.x, goal.y)
        return crowd if crowd is not None else refusals

    def _block(self, cx: float, cy: float, ranks: int) -> Legs:
        """Ranks and files along the edge, as near to a point as the zone allows."""
        u = self.u
        n = len(self.figures)
        widest = max(u.radii())
        step = 2.0 * widest + min(SPACING, u.gap - 0.25)
        if self.b.settings.cohesion != "chain":
            step = 2.0 * widest + TIGHT
            ranks = ceil(sqrt(n))
        files = max(1, ceil(n / ranks)) if n > 3 else n
        along_x = self.b.edges[u.player] in (0, 2)
        if self.b.scenario.roles:  # along the zone
            along_x = self.zone[2] - self.zone[0] >= self.zone[3] - self.zone[1]
        ranks = ceil(n / files)
        half_w = (files - 1) * step / 2.0
        half_d = (ranks - 1) * step / 2.0
        x0, y0, x1, y1 = self.zone
        wide, deep = (half_w, half_d) if along_x else (half_d, half_w)
        cx = min(max(cx, x0 + widest + wide), x1 - widest - wide)
        cy = min(max(cy, y0 + widest + deep), y1 - widest - deep)
        legs: list[tuple[Leg, ...]] = []
        for i in self.figures:
            a = (i % files) * step - half_w
            d = (i // files) * step - half_d
            x, y = (cx + a, cy + d) if along_x else (cx + d, cy + a)
            legs.append((Leg(to_grid(snap(x)), to_grid(snap(y)), 0, self._ahead()),))
        return tuple(legs)

    def _ahead(self) -> int:
        """Vehicles look at the enemy's edge, unless they are told where to look."""
        if not self.u.vehicle:
            return 0
        if self.facing is not None:
            return facing_to_grid(self.facing)
        return (9000, 18000, 27000, 0)[self.b.edges[self.u.player]]

    def _crowd(self, gx: float, gy: float) -> Legs | None:
        """In a crowded zone: whatever free spots hang together, grown from the nearest one."""
        u = self.u
        r = max(u.radii())
        step = snap(2.0 * r + 0.125)
        x0, y0, x1, y1 = self.zone
        free: list[tuple[float, float]] = []
        y = y0 + r
        while y <= y1 - r:
            x = x0 + r
            while x <= x1 - r:
                if self._spot_free(x, y, r):
                    free.append((x, y))
                x += step
            y += step
        free.sort(key=lambda s: square(s[0] - gx) + square(s[1] - gy))
        link = square(2.0 * r + u.gap)
        left = free
        while len(left) >= len(self.figures):
            group = [left[0]]
            rest = left[1:]
            at = 0
            while at < len(group) and len(group) < len(self.figures):
                ax, ay = group[at]
                near = [s for s in rest if square(s[0] - ax) + square(s[1] - ay) <= link]
                group += near
                rest = [s for s in rest if s not in near]
                at += 1
            if len(group) >= len(self.figures):
                legs: Legs = tuple(
                    (Leg(to_grid(snap(group[i][0])), to_grid(snap(group[i][1])), 0, self._ahead()),)
                    for i in self.figures
                )
                if not self.check(legs):
                    return legs
            left = rest
        return None

    def _spot_free(self, x: float, y: float, r: float) -> bool:
        x = snap(x)
        y = snap(y)
        for piece in self.b.board.pieces:
            if closed(self.u, piece) and piece.shape.touches_disc(x, y, r):
                return False
        for v in self.b.units:
            if v.on_table:
                for j in range(v.figures):
                    reach = r + v.kinds[v.kind[j]].radius
                    if square(v.x[j] - x) + square(v.y[j] - y) < reach * reach:
                        return False
        return True

    def fallback(self) -> Legs:
        x0, y0, x1, y1 = self.zones[0]
        legs = self.propose(Goal((x0 + x1) / 2.0, (y0 + y1) / 2.0))
        if isinstance(legs, list):
            raise ValueError(f"there is no room for {self.u.name} in the zone")
        return legs

    def reach(self) -> list[list[tuple[float, float]]]:
        return [[(x0, y0), (x1, y0), (x1, y1), (x0, y1)] for x0, y0, x1, y1 in self.zones]

    def goals(self) -> list[Goal]:
        return [
            Goal(x0 + (x1 - x0) * k / 6.0, y0 + (y1 - y0) * m / 3.0)
            for x0, y0, x1, y1 in self.zones
            for k in range(1, 6)
            for m in (1, 2)
        ]

    def bounds(self) -> tuple[float, float, float, float]:
        return (
            min(zone[0] for zone in self.zones),
            min(zone[1] for zone in self.zones),
            max(zone[2] for zone in self.zones),
            max(zone[3] for zone in self.zones),
        )


def _off(zone: Zone, x: float, y: float) -> float:
    """How far a point is from a zone, squared."""
    x0, y0, x1, y1 = zone
    dx = max(x0 - x, 0.0, x - x1)
    dy = max(y0 - y, 0.0, y - y1)
    return dx * dx + dy * dy
