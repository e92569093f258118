"""Chapter 10.5 and 10.7: getting in, getting out, and getting out in a hurry (FOW-GAP-52)."""

from __future__ import annotations

from typing import Final

from grognard.rules.effects import (
    Ask,
    Choose,
    Goal,
    Leg,
    Legs,
    Movement,
    Option,
    Place,
    Rules,
    Tell,
)
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war import questions_of
from grognard.systems.forge_of_war.circumstances import command
from grognard.systems.forge_of_war.command import bale_out
from grognard.systems.forge_of_war.contact import apart, refresh
from grognard.systems.forge_of_war.cover import hiding, unit_pieces, witnesses
from grognard.systems.forge_of_war.footing import STANDOFF, barred, closed
from grognard.systems.forge_of_war.losses import guest
from grognard.systems.forge_of_war.movement import overlaps
from grognard.systems.forge_of_war.places import scattered
from grognard.systems.forge_of_war.shooting import suffer
from grognard.systems.forge_of_war.stance import NORMAL
from grognard.systems.forge_of_war.state import DESTROYED, Battle, Unit
from grognard.systems.forge_of_war.vehicles import clear_wreck
from grognard.table.base import Base, point_gap
from grognard.table.lattice import STEP, direction, from_grid, snap, square, to_grid

BESIDE: Final = 2.0
"""Inches from the hull within which troops get in, and get out."""

CLEARANCE: Final = 1.0 / 32.0


def room(b: Battle, v: Unit) -> int:
    """FOW-10.5-01: how many more figures fit in."""
    return v.profile.transport - sum(u.figures for u in b.passengers(v))


def running(v: Unit) -> bool:
    """Whether troops leave it in good order: else they bale out (FOW-10.7-16)."""
    return v.on_table and not v.immobile


def may_ride(u: Unit) -> bool:
    """Infantry, and no mounts to hold."""
    return u.profile.type == "infantry" and not u.vehicle and not u.dismounted


def near(u: Unit, v: Unit) -> bool:
    """Within 2\" as all distances between units are measured: from the nearest figure."""
    for i in range(u.figures):
        if apart(u, i, v, 0) <= BESIDE:
            return True
    return False


def transports(b: Battle, u: Unit) -> list[tuple[Unit, Refusal | None]]:
    """The vehicles that it could get into just here, each with the reason why it may not."""
    out: list[tuple[Unit, Refusal | None]] = []
    if not may_ride(u):
        return out
    for v in b.hulls:
        if v.player != u.player or not v.on_table or not v.profile.transport or not near(u, v):
            continue
        refusal = None
        if u.figures > room(b, v):
            refusal = Refusal(
                f"{v.name} has room for {room(b, v)}", "FOW-10.5-01", f"{u.figures} places"
            )
        elif v.immobile:
            refusal = Refusal(f"{v.name} is immobilised", "FOW-GAP-52", "one that runs")
        elif v.engaged or u.engaged:
            refusal = Refusal("not in close combat", "FOW-GAP-52", "when nobody is in contact")
        out.append((v, refusal))
    return out


def embark(b: Battle, u: Unit, v: Unit) -> Rules[None]:
    stow(u, v)
    refresh(b, u)
    yield from Tell(
        "embark", "{} gets into {}", u.name, v.name, clause="FOW-10.5-01", at=(u.key, v.key)
    )


def stow(u: Unit, v: Unit) -> None:
    """Inside nobody has a place of his own; but each figure keeps one to be known by."""
    u.aboard = v.index
    for i in range(u.figures):
        u.x[i], u.y[i], u.level[i] = i * STEP, 0.0, 0
    u.covering = 0
    u.stance = NORMAL
    u.set_up = False
    u.regrouping = False
    u.blown = u.seen_by = u.paid = 0
    u.touch()


# ---------------------------------------------------------------- out


def alight(b: Battle, u: Unit) -> Rules[bool]:
    """Placed within 2\" of the hull; where there is no room they stay in."""
    v = b.unit(u.aboard)
    movement = Alight(b, u, v)
    if movement.nowhere():
        yield from Tell(
            "no room", "{} finds no way out", u.name, clause="FOW-GAP-52", at=(u.key, v.key)
        )
        return False
    legs = yield from Place(
        u.player,
        "alight",
        f"{u.name}: where does it get out?",
        tuple(f"{u.key}:{i}" for i in range(u.figures)),
        movement,
        about=u.index,
    )
    hull = v.kinds[v.kind[0]].base
    for i in range(u.figures):
        x, y = from_grid(legs[i][-1].x), from_grid(legs[i][-1].y)
        u.x[i], u.y[i] = x, y
        # What they were carried counts as movement (house reading of FOW-GAP-74).
        u.moved[i] = snap(v.moved[0] + point_gap(x, y, v.x[0], v.y[0], v.facing, hull))
    u.aboard = -1
    refresh(b, u)
    if hiding(b, unit_pieces(b, u)):
        u.seen_by = witnesses(b, u)
        b.forget(u)
    clear_wreck(b, v)
    yield from Tell(
        "disembark", "{} gets out of {}", u.name, v.name, clause="FOW-10.5-01", at=(u.key, v.key)
    )
    return True


def emergency(b: Battle, u: Unit, v: Unit) -> Rules[None]:
    """FOW-10.7-14: at once, and no attempt is used up."""
    if b.settings.wreck != "lost" or v.off != DESTROYED:
        jumps = yield from Choose(
            u.player,
            "bale out",
            f"{u.name}: bale out of {v.name}?",
            [
                Option(
                    True,
                    "bale out",
                    (u.key,),
                    ask=Ask("bale-out", questions_of.baling, u, command(b, u)),
                ),
                Option(False, "stay inside", (u.key,)),
            ],
            about=u.index,
            at=(u.key, v.key),
        )
        if not jumps:
            return
    yield from try_out(b, u, v)


def try_out(b: Battle, u: Unit, v: Unit) -> Rules[bool]:
    """The test (FOW-10.7-14), and what a failure costs (FOW-10.7-15)."""
    hits = yield from bale_out(command(b, u), b.settings, u.player)
    if not hits:
        yield from alight(b, u)
        return True
    yield from Tell(
        "trapped", "{} does not get out: {} hits", u.name, hits, clause="FOW-10.7-15", at=(u.key,)
    )
    if b.settings.wreck == "lost" and v.off == DESTROYED:
        perish(b, u)
        return False
    everybody = [(u.x[i], u.y[i], u.level[i]) for i in range(u.figures)]
    yield from suffer(b, u, hits, everybody, None, "FOW-10.7-15")
    return False


def perish(b: Battle, u: Unit) -> None:
    """FOW-GAP-52, the alternative: who does not get out of a wreck is lost, his leaders too."""
    u.off = DESTROYED
    for k in u.kind:
        if guest(u, k):
            b.units[u.kinds[k].leader].off = DESTROYED
            b.units[u.kinds[k].leader].host = -1
    v = b.units[u.aboard]
    while u.figures:
        u.remove(u.figures - 1)
    u.aboard = -1
    clear_wreck(b, v)


class Alight(Movement):
    """Every figure within 2\" of the hull, in cohesion, 2\" off the enemy, on nobody's toes."""

    def __init__(self, b: Battle, u: Unit, v: Unit) -> None:
        self.b = b
        self.u = u
        self.v = v
        self.hull = v.kinds[v.kind[0]].base
        self.figures = list(range(u.figures))

    def gap(self, x: float, y: float, r: float) -> float:
        v = self.v
        return point_gap(x, y, v.x[0], v.y[0], v.facing, self.hull) - r

    def check(self, legs: Legs) -> list[Refusal]:
        u = self.u
        ends: list[tuple[float, float, int]] = []
        for i in self.figures:
            if not legs[i]:
                return [Refusal(f"figure {i + 1} has no place", "FOW-GAP-52", "all get out")]
            x, y = from_grid(legs[i][-1].x), from_grid(legs[i][-1].y)
            refusal = self.refuse(i, x, y)
            if refusal is not None:
                return [refusal]
            ends.append((x, y, 0))
        refusal = overlaps(self.b, u, self.figures, ends)
        if refusal is not None:
            return [refusal]
        refusal = scattered(self.b, u, self.figures, ends)
        return [] if refusal is None else [refusal]

    def refuse(self, i: int, x: float, y: float) -> Refusal | None:
        """Why this figure cannot get out here."""
        b, u = self.b, self.u
        base = u.kinds[u.kind[i]].base
        r = base.radius
        if not (r <= x <= b.board.width - r and r <= y <= b.board.height - r):
            return Refusal("that is off the table", "FOW-6.1-02", "a place on the table")
        d = self.gap(x, y, r)
        if d > BESIDE:
            return Refusal(
                f'figure {i + 1} would be {d:.1f}" from the hull', "FOW-GAP-52", 'within 2"'
            )
        if d < 0.0 and self.v.on_table:
            return Refusal(f"figure {i + 1} would stand on {self.v.name}", "FOW-6.1-04", "beside")
        for piece in b.board.pieces:
            if closed(u, piece) and piece.shape.touches_disc(x, y, r):
                return barred(u, piece, f"figure {i + 1}")
        for w in b.enemies(u.player):
            x0, y0, x1, y1 = w.box()
            if x0 - 6.0 > x or x1 + 6.0 < x or y0 - 6.0 > y or y1 + 6.0 < y:
                continue
            for j in range(w.figures):
                if _from_point(x, y, w, j) - r < STANDOFF:
                    return Refusal(
                        f'figure {i + 1} would be within 2" of {w.name}',
                        "FOW-6.1-03",
                        "further off",
                    )
        return None

    def _spots(self) -> list[tuple[float, float]]:
        """Ranks all round the hull."""
        v = self.v
        r = max(self.u.radii())
        step = 2.0 * r + CLEARANCE
        c, s = direction(v.facing)
        ahead = _lines(self.hull.half_depth, r, step)
        aside = _lines(self.hull.half_width, r, step)
        out = []
        for a in ahead:
            for w in aside:
                x = snap(v.x[0] + c * a - s * w)
                y = snap(v.y[0] + s * a + c * w)
                d = self.gap(x, y, r)
                if 0.0 <= d <= BESIDE and self.refuse(0, x, y) is None and self._free(x, y, r):
                    out.append((x, y))
        return out

    def _free(self, x: float, y: float, r: float) -> bool:
        for w in self.b.units:
            if w.on_table and w is not self.v:
                for j in range(w.figures):
                    if _from_point(x, y, w, j) < r:
                        return False
        return True

    def propose(self, goal: Goal) -> Legs | list[Refusal]:
        """The free spots nearest to the goal that hang together."""
        u = self.u
        free = self._spots()
        free.sort(key=lambda spot: square(spot[0] - goal.x) + square(spot[1] - goal.y))
        r = max(u.radii(), default=0.0)
        link = square(2.0 * r + u.gap)
        n = len(self.figures)
        reasons: list[Refusal] = []
        while len(free) >= n:
            group = [free[0]]
            rest = free[1:]
            while len(group) < n:
                found = next(
                    (
                        spot
                        for spot in rest
                        if any(square(spot[0] - x) + square(spot[1] - y) <= link for x, y in group)
                    ),
                    None,
                )
                if found is None:
                    break
                group.append(found)
                rest.remove(found)
            if len(group) == n:
                legs = tuple((Leg(to_grid(x), to_grid(y)),) for x, y in group)
                found_wrong = self.check(legs)
                if not found_wrong:
                    return legs
                reasons = reasons or found_wrong
            free = free[1:] if len(group) == n else rest
        return reasons or [Refusal(f"there is no room round {self.v.name}", "FOW-GAP-52")]

    def nowhere(self) -> bool:
        return isinstance(self.propose(Goal(self.v.x[0], self.v.y[0])), list)

    def fallback(self) -> Legs:
        legs = self.propose(Goal(self.v.x[0], self.v.y[0]))
        assert not isinstance(legs, list)
        return legs

    def goals(self) -> list[Goal]:
        """Behind, before and beside it."""
        v = self.v
        c, s = direction(v.facing)
        ahead = self.hull.half_depth + BESIDE
        aside = self.hull.half_width + BESIDE
        return [
            Goal(v.x[0] + c * a - s * w, v.y[0] + s * a + c * w)
            for a, w in ((-ahead, 0.0), (ahead, 0.0), (0.0, aside), (0.0, -aside))
        ]

    def reach(self) -> list[list[tuple[float, float]]]:
        round_it = Base.box(self.hull.width + 2.0 * BESIDE, self.hull.depth + 2.0 * BESIDE)
        corners = round_it.corners(self.v.x[0], self.v.y[0], self.v.facing)
        return [[(corners[k], corners[k + 1]) for k in range(0, 8, 2)]]

    def bounds(self) -> tuple[float, float, float, float]:
        reach = self.hull.radius + BESIDE + 1.0
        x, y = self.v.x[0], self.v.y[0]
        return (
            max(0.0, x - reach),
            max(0.0, y - reach),
            min(self.b.board.width, x + reach),
            min(self.b.board.height, y + reach),
        )


def _lines(half: float, r: float, step: float) -> list[float]:
    """Distances from the middle at which figures stand in ranks along a side and beyond it."""
    out: list[float] = []
    at = 0.0
    while at < half:
        out += [at, -at] if at else [at]
        at += step
    at = half + r + CLEARANCE
    while at - half - r <= BESIDE:
        out += [at, -at]
        at += step
    return out


def _from_point(x: float, y: float, w: Unit, j: int) -> float:
    return point_gap(x, y, w.x[j], w.y[j], w.facing, w.kinds[w.kind[j]].base)
