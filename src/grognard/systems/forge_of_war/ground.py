"""Tables from a seed, fair because every piece has its twin on the other side (house data)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war.country import make_country
from grognard.systems.forge_of_war.profiles import Catalogue
from grognard.systems.forge_of_war.profiles.plans import LARGEST, MOST_PIECES, Plan
from grognard.table.lattice import to_grid
from grognard.table.terrain import Terrain, blob, rectangle, strip

# What lies about on a table, and how often: area pieces, then lines.
AREAS = (
    "Woods",
    "Woods",
    "Ruined Building",
    "Building",
    "Boulders",
    "Vegetation",
    "Rock Strewn Ground",
)
LINES = ("Hedge", "Low Wall", "Barricade")

CLEAR = 3.0
"""Inches between pieces, so that any unit can pass."""


def make_ground(catalogue: Catalogue, plan: Plan, seed: int) -> dict[str, Any]:
    """Plain data for a `Board`, the same for the same seed."""
    if plan.ground == "country":
        return board(catalogue, plan.width, plan.height, make_country(plan, seed))
    return board(
        catalogue,
        plan.width,
        plan.height,
        scattered(plan.width, plan.height, plan.pieces, seed),
    )


def lay_ground(
    catalogue: Catalogue,
    plan: Plan,
    width: float,
    height: float,
    terrain: Sequence[tuple[str, Sequence[tuple[float, float]]]] | None,
    seed: int,
) -> dict[str, Any] | list[Refusal]:
    """A table of this size with these pieces; without any, as many as usual for its size."""
    least = 2 * plan.depth + 12.0
    refusals: list[Refusal] = []
    fixed = bool(plan.objectives or plan.attacker or plan.defender or plan.ground == "country")
    if fixed and (width, height) != (plan.width, plan.height):
        legal = f'{plan.width:g}" by {plan.height:g}"'
        refusals.append(Refusal(f"{plan.name} is played on its own table", "FOW-GAP-62", legal))
    elif not (least <= width <= LARGEST and least <= height <= LARGEST):
        legal = f'each side {least:g}" to {LARGEST:g}"'
        refusals.append(Refusal("no such table", "FOW-GAP-62", legal))
    made: list[tuple[str, Terrain]] = []
    for n, (kind, points) in enumerate(terrain or ()):
        if kind not in {t.name for t in catalogue.terrains.values()}:
            refusals.append(Refusal(f"no terrain {kind!r:.60}", "FOW-GAP-62"))
        elif not all(0 <= x <= width and 0 <= y <= height for x, y in points):
            refusals.append(Refusal(f"piece {n + 1} reaches over the edge", "FOW-GAP-62"))
        else:
            try:
                made.append((kind, Terrain(n, kind, points)))
            except ValueError:
                what = f"the outline of piece {n + 1} encloses nothing, or crosses itself"
                refusals.append(Refusal(what, "FOW-GAP-62"))
    if refusals:
        return refusals
    if terrain is None and plan.ground == "country":
        made = make_country(plan, seed)
    elif terrain is None:
        pieces = round(plan.pieces * width * height / (plan.width * plan.height))
        made = scattered(width, height, max(2, min(pieces, MOST_PIECES)), seed)
    return board(catalogue, width, height, made)


def scattered(width: float, height: float, pieces: int, seed: int) -> list[tuple[str, Terrain]]:
    """So many pieces, wherever they fall."""
    rnd = random.Random(f"ground {seed}")
    made: list[tuple[str, Terrain]] = []
    tries = 0
    while len(made) + 2 <= pieces and tries < 400:
        tries += 1
        kind, shape = _piece(rnd, width, height, line=len(made) % 6 == 4)
        twin = Terrain(0, kind, [(width - x, height - y) for x, y in shape.corners()])
        if _far_apart(shape, twin) and all(
            _far_apart(shape, other) and _far_apart(twin, other) for _, other in made
        ):
            made += [(kind, shape), (kind, twin)]
    return made


def board(
    catalogue: Catalogue, width: float, height: float, made: list[tuple[str, Terrain]]
) -> dict[str, Any]:
    return {
        "width": to_grid(width),
        "height": to_grid(height),
        "pieces": [
            {
                "id": n,
                "kind": catalogue.terrain(kind).to_dict(),
                "points": [[to_grid(x), to_grid(y)] for x, y in shape.corners()],
            }
            for n, (kind, shape) in enumerate(made)
        ],
    }


def _piece(rnd: random.Random, width: float, height: float, line: bool) -> tuple[str, Terrain]:
    x = rnd.uniform(4.0, width - 4.0)
    y = rnd.uniform(4.0, height - 4.0)
    if line:
        kind = rnd.choice(LINES)
        half = rnd.uniform(2.5, 4.0)
        if rnd.random() < 0.5:
            return kind, strip(0, kind, [(x - half, y), (x + half, y)], 0.5)
        return kind, strip(0, kind, [(x, y - half), (x, y + half)], 0.5)
    kind = rnd.choice(AREAS)
    if "Building" in kind:
        w = rnd.uniform(4.0, 7.0)
        h = rnd.uniform(4.0, 6.0)
        return kind, rectangle(0, kind, x, y, w, h)
    size = rnd.uniform(2.5, 4.5)
    return kind, blob(0, kind, x, y, [size * rnd.uniform(0.75, 1.15) for _ in range(9)])


def _far_apart(a: Terrain, b: Terrain) -> bool:
    return (
        a.min_x - b.max_x > CLEAR
        or b.min_x - a.max_x > CLEAR
        or a.min_y - b.max_y > CLEAR
        or b.min_y - a.max_y > CLEAR
    )
