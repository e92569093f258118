"""Chapter 9.4: figures that pile into a fight."""

from __future__ import annotations

from math import sqrt

from grognard.rules.effects import Goal, Leg, Legs, Movement
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war.contact import figures_touch
from grognard.systems.forge_of_war.footing import HAIR, STANDOFF, allowance, wall_off
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.table.base import Base
from grognard.table.lattice import from_grid, square, to_grid
from grognard.table.obstacles import CLEAR
from grognard.table.walk import Ground


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
                    ground.keep_away(v.index * 1000 + j, w.x[j], w.y[j], their, STANDOFF, w.facing)
                else:
                    ground.body(v.index * 1000 + j, w.x[j], w.y[j], their, w.facing)
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
                        v.facing,
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
                        u.x[i],
                        u.y[i],
                        v.x[j],
                        v.y[j],
                        v.kinds[v.kind[j]].base,
                        self.inches,
                        v.facing,
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
