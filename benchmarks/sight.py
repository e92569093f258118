"""Is at least half of the base visible? Our answer and Shapely's, on the same questions in one run.

python -m benchmarks.sight                                  this Python, as installed
python -m benchmarks.compiled -- python -m benchmarks.sight the compiled engine

One table of 72 by 48 inches with ten pieces of terrain and 120 round bases in twelve units; random
pairs of units, all hundred looks between them. Terrain and every base but the looker's own and the
target's block. Shapely is used as someone who knows it would: blockers prepared in an STRtree, the
region in front of the target made once, terrain before bases, each intersection turned into an
interval of slopes. It has no circles, so its bases are 64-gons; answers nearer to one half than a
thousandth are therefore set aside. The last row asks everything at once with arrays, as no battle
can.
"""

import random
import sys
import time
from collections.abc import Callable, Mapping
from math import acos, atan2, cos, hypot, pi, sqrt

import numpy as np
import shapely

from grognard.table import sight as engine
from grognard.table.base import Base
from grognard.table.lattice import snap
from grognard.table.sight import Scene, bounds
from grognard.table.terrain import Terrain, blob, rectangle

WIDTH, DEPTH, UNITS, SIZE = 72.0, 48.0, 12, 10
CORNERS = 64
MAN = Base.disc(0.5)
ASIDE = 1e-3
Query = tuple[int, int]


def table(seed: int) -> tuple[list[Terrain], list[tuple[float, float]]]:
    """Ten pieces spread over the table and twelve loose units of ten, nobody inside a piece."""
    dice = random.Random(seed)
    woods: list[Terrain] = []
    for i in range(10):
        x, y = 8 + 14 * (i % 5) + dice.uniform(-3, 3), 14 + 20 * (i // 5) + dice.uniform(-5, 5)
        if i % 2:
            woods.append(rectangle(i, "house", x, y, 4, dice.uniform(3, 8), dice.uniform(0, 90)))
        else:
            radii = [dice.uniform(2, 4.5) for _ in range(12)]
            woods.append(blob(i, "wood", x, y, radii, dice.uniform(0, 30)))
    men: list[tuple[float, float]] = []
    while len(men) < UNITS * SIZE:
        cx, cy = dice.uniform(6, WIDTH - 6), dice.uniform(6, DEPTH - 6)
        unit: list[tuple[float, float]] = []
        for _ in range(400):
            x, y = snap(cx + dice.gauss(0, 2)), snap(cy + dice.gauss(0, 2))
            crowd = any(hypot(x - a, y - b) < 1.05 for a, b in men + unit)
            if not crowd and not any(w.touches_disc(x, y, 0.55) for w in woods):
                unit.append((x, y))
            if len(unit) == SIZE:
                men += unit
                break
    return woods, men


def questions(seed: int, pairs: int) -> list[Query]:
    dice = random.Random(seed)
    out = []
    for _ in range(pairs):
        a, b = dice.sample(range(UNITS), 2)
        out += [(a * SIZE + i, b * SIZE + j) for i in range(SIZE) for j in range(SIZE)]
    return out


class Ours:
    def __init__(self, woods: list[Terrain], men: list[tuple[float, float]]) -> None:
        self.men = men
        self.scene = Scene(woods)
        for i, (x, y) in enumerate(men):
            self.scene.place(i, x, y, MAN)

    def singly(self, queries: list[Query]) -> list[bool]:
        """Every question by itself, its blockers looked for anew."""
        out, r = [], MAN.radius
        for i, j in queries:
            (ex, ey), (tx, ty) = self.men[i], self.men[j]
            box = (tx - r, ty - r, tx + r, ty + r)
            out.append(self.scene.between((ex, ey, ex, ey), box).half(ex, ey, tx, ty, MAN))
        return out

    def by_units(self, queries: list[Query]) -> list[bool]:
        """As a battle asks: one corridor for the hundred looks of a unit at a unit."""
        out = []
        for k in range(0, len(queries), SIZE * SIZE):
            eyes = [self.men[i] for i, _ in queries[k : k + SIZE * SIZE : SIZE]]
            targets = [self.men[j] for _, j in queries[k : k + SIZE]]
            corridor = self.scene.between(
                bounds([p[0] for p in eyes], [p[1] for p in eyes]),
                bounds([p[0] for p in targets], [p[1] for p in targets], MAN.radius),
            )
            half = corridor.half
            out += [half(ex, ey, tx, ty, MAN) for ex, ey in eyes for tx, ty in targets]
        return out

    def fractions(self, queries: list[Query]) -> list[float]:
        everything = self.scene.around(WIDTH / 2, DEPTH / 2, WIDTH)
        return [everything.fraction(*self.men[i], *self.men[j], MAN) for i, j in queries]


class Shapelys:
    def __init__(self, woods: list[Terrain], men: list[tuple[float, float]]) -> None:
        self.men = men
        self.woods = len(woods)
        # Half way between the inscribed and the circumscribed polygon.
        r = MAN.radius / sqrt(cos(pi / CORNERS))
        turns = np.arange(CORNERS) * 2 * pi / CORNERS
        ring = np.stack([r * np.cos(turns), r * np.sin(turns)], axis=1)
        discs = list(shapely.polygons([ring + place for place in men]))
        self.blockers = np.array([shapely.Polygon(w.corners()) for w in woods] + discs)
        shapely.prepare(self.blockers)
        self.tree = shapely.STRtree(self.blockers)
        # The target's near side, from one touching point of the wedge to the other, as parts of
        # the way between them.
        self.arc = np.linspace(-1.0, 1.0, CORNERS // 2 + 1)

    def singly(self, queries: list[Query]) -> list[bool]:
        out, r, blockers, tree, arc = [], MAN.radius, self.blockers, self.tree, self.arc
        for i, j in queries:
            (ex, ey), (tx, ty) = self.men[i], self.men[j]
            dx, dy = tx - ex, ty - ey
            d2 = dx * dx + dy * dy
            d = sqrt(d2)
            s = r / sqrt(d2 - r * r)
            # What lies in front: from the eye along the wedge, and round the base's near side.
            turn = acos(r / d) * arc + atan2(-dy, -dx)
            ring = np.empty((len(arc) + 1, 2))
            ring[0] = ex, ey
            ring[1:, 0] = tx + r * np.cos(turn)
            ring[1:, 1] = ty + r * np.sin(turn)
            front = shapely.polygons(ring)
            hits = tree.query(front, predicate="intersects")
            hits = hits[(hits != self.woods + i) & (hits != self.woods + j)]
            hits.sort()
            spans: list[tuple[float, float]] = []
            visible = True
            # Terrain first, and no bases where it hides half already.
            for some in (hits[hits < self.woods], hits[hits >= self.woods]):
                if len(some) == 0 or not visible:
                    continue
                parts = shapely.get_parts(shapely.intersection(front, blockers[some]))
                at, part = shapely.get_coordinates(parts, return_index=True)
                if len(at) == 0:
                    continue
                x, y = at[:, 0] - ex, at[:, 1] - ey
                m = (dx * y - dy * x) / (dx * x + dy * y)
                starts = np.flatnonzero(np.diff(part, prepend=-1))
                low = np.minimum.reduceat(m, starts).tolist()
                spans += zip(low, np.maximum.reduceat(m, starts).tolist())
                spans.sort()
                hidden, end = 0.0, -s
                for a, b in spans:
                    if b > end:
                        hidden += b - max(a, end)
                        end = b
                visible = hidden <= s * (1 + 2e-9)
            out.append(visible)
        return out

    def at_once(self, queries: list[Query]) -> list[bool]:
        """All questions in a few array operations."""
        r = MAN.radius
        places = np.array(self.men)
        asked = np.array(queries)
        eye, target = places[asked[:, 0]], places[asked[:, 1]]
        way = target - eye
        across = np.stack([-way[:, 1], way[:, 0]], axis=1)
        d2 = (way**2).sum(axis=1)
        s = r / np.sqrt(d2 - r * r)
        back = np.arctan2(-way[:, 1], -way[:, 0])[:, None]
        turn = np.arccos(r / np.sqrt(d2))[:, None] * self.arc + back
        rings = np.empty((len(queries), len(self.arc) + 1, 2))
        rings[:, 0] = eye
        rings[:, 1:, 0] = target[:, :1] + r * np.cos(turn)
        rings[:, 1:, 1] = target[:, 1:] + r * np.sin(turn)
        front = shapely.polygons(rings)
        who, k = self.tree.query(front, predicate="intersects")
        third = (k != asked[who, 0] + self.woods) & (k != asked[who, 1] + self.woods)
        hidden = np.zeros(len(queries))
        seen = None
        # Terrain first; bases only where it does not hide half already.
        for wanted in (third & (k < self.woods), third):
            if seen is not None:
                wanted = wanted & seen[who]
            q, b = who[wanted], k[wanted]
            parts, of = shapely.get_parts(
                shapely.intersection(front[q], self.blockers[b]), return_index=True
            )
            at, part = shapely.get_coordinates(parts, return_index=True)
            query = q[of[part]]
            at -= eye[query]
            m = (at * across[query]).sum(axis=1) / (at * way[query]).sum(axis=1)
            starts = np.flatnonzero(np.diff(part, prepend=-1))
            low, high = np.minimum.reduceat(m, starts), np.maximum.reduceat(m, starts)
            query = query[starts]
            order = np.lexsort((low, query))
            hidden[query] = 0.0
            last, end = -1, 0.0
            for n, x, y in zip(query[order].tolist(), low[order].tolist(), high[order].tolist()):
                if n != last:
                    last, end = n, x
                if y > end:
                    hidden[n] += y - max(x, end)
                    end = y
            seen = hidden <= s * (1 + 2e-9)
        return [bool(v) for v in hidden <= s * (1 + 2e-9)]


def timed(
    ways: Mapping[str, Callable[[list[Query]], list[bool]]], queries: list[Query], rounds: int
) -> tuple[dict[str, float], dict[str, list[bool]]]:
    """Best time of each way, taking turns so that a slow minute hits all alike."""
    best: dict[str, float] = {}
    answers: dict[str, list[bool]] = {}
    for _ in range(rounds):
        for name, ask in ways.items():
            start = time.perf_counter()
            answers[name] = ask(queries)
            took = time.perf_counter() - start
            best[name] = min(took, best.get(name, took))
    return best, answers


def main(pairs: int = 40, rounds: int = 5, seed: int = 1) -> int:
    woods, men = table(seed)
    queries = questions(seed + 1, pairs)
    ours, theirs = Ours(woods, men), Shapelys(woods, men)
    ways = {
        "grognard, one at a time": ours.singly,
        "grognard, a unit at a unit": ours.by_units,
        "shapely, one at a time": theirs.singly,
        "shapely, all at once": theirs.at_once,
    }
    best, answers = timed(ways, queries, rounds)
    form = "interpreted" if engine.__file__.endswith(".py") else "compiled"
    print(f"{len(queries)} looks at bases among {len(men)}, {len(woods)} pieces of terrain; {form}")
    base = best["shapely, one at a time"]
    for name, took in best.items():
        print(f"  {name:28}{len(queries) / took:12,.0f} looks/s{base / took:9.1f} x")
    fractions = ours.fractions(queries)
    clear = [k for k, f in enumerate(fractions) if abs(f - 0.5) > ASIDE]
    seen = answers["grognard, one at a time"]
    partly = sum(0.0 < f < 1.0 for f in fractions)
    print(
        f"  {sum(seen)} at least half visible, {partly} partly hidden,"
        f" {len(queries) - len(clear)} within {ASIDE:g} of one half set aside"
    )
    wrong = 0
    for name, said in answers.items():
        differ = sum(said[k] != seen[k] for k in clear)
        wrong += differ
        print(f"  {name:28}{differ:6} of {len(clear)} answers differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
