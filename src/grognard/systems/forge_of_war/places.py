"""Where figures stand, stood and would stand: who may end a move where, and moves carried out."""

from __future__ import annotations

from math import sqrt
from typing import Final

from grognard.rules.effects import Legs
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war.footing import crosses
from grognard.systems.forge_of_war.hulls import hull_at, meets
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.table.base import SLACK, overlap
from grognard.table.lattice import direction, facing_from_grid, from_grid, square, to_grid

FLOOR: Final = 3.0
HULL_DISCS: Final = 4
AROUND: Final = 20.0
"""No move leads a unit among figures further from it than this."""


def others(
    b: Battle, u: Unit, figures: list[int], far: float = AROUND, target: Unit | None = None
) -> list[tuple[float, float, float]]:
    """The bases within this of the unit that these figures may not end on: everybody else's.

    The hull of a target is left out: the discs that stand for it reach beyond it.
    """
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
            if v.boxed:
                if v is not target:
                    out += discs_of(v)
            elif far == AROUND or (x0 <= x <= x1 and y0 <= y <= y1):
                out.append((x, y, v.kinds[v.kind[j]].radius))
    return out


def discs_of(v: Unit) -> list[tuple[float, float, float]]:
    """Discs in a row that cover the hull of a vehicle, for finding places beside it."""
    base = v.kinds[v.kind[0]].base
    c, s = direction(v.facing)
    part = base.depth / HULL_DISCS
    radius = sqrt(base.half_width * base.half_width + part * part / 4.0)
    out = []
    for n in range(HULL_DISCS):
        off = (n + 0.5) * part - base.half_depth
        out.append((v.x[0] + c * off, v.y[0] + s * off, radius))
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


def facing_after(u: Unit, legs: Legs) -> float:
    """Which way it looks after these legs; only vehicles look anywhere."""
    if not u.vehicle or not legs or not legs[0]:
        return u.facing
    return facing_from_grid(legs[0][-1].facing)


def moved_copy(
    u: Unit,
    figures: list[int],
    ends: list[tuple[float, float, int]],
    facing: float | None = None,
) -> Unit:
    """The unit as it would stand."""
    copy = u.clone()
    if facing is not None:
        copy.facing = facing
    for n, i in enumerate(figures):
        copy.x[i], copy.y[i], copy.level[i] = ends[n]
    copy.touch()
    return copy


def scattered(
    b: Battle, u: Unit, figures: list[int], ends: list[tuple[float, float, int]]
) -> Refusal | None:
    """Why these figures cannot end there: the unit would not hang together."""
    if moved_copy(u, figures, ends).coherent(b.settings):
        return None
    return Refusal(
        f"{u.name} would be out of cohesion",
        "FOW-3.5-01",
        f'figures within {u.gap:g}" of each other',
    )


def overlaps(
    b: Battle,
    u: Unit,
    figures: list[int],
    ends: list[tuple[float, float, int]],
    facing: float | None = None,
) -> Refusal | None:
    """Why these figures cannot end there: somebody stands there already."""
    if facing is None:
        facing = u.facing
    far = 6.0 if b.hulls else 4.0  # as two bases may reach
    moving = [False] * u.figures
    radii = u.radii()
    x0 = y0 = 1e300
    x1 = y1 = -1e300
    for n, i in enumerate(figures):
        moving[i] = True
        x, y, level = ends[n]
        r = radii[i]
        for m in range(n):
            ox, oy, other = ends[m]
            reach = r + radii[figures[m]] - SLACK
            if square(x - ox) + square(y - oy) < reach * reach and level == other:
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
        if bx0 > x1 + far or bx1 < x0 - far or by0 > y1 + far or by1 < y0 - far:
            continue
        for j in range(v.figures):
            vx = v.x[j]
            vy = v.y[j]
            if vx > x1 + far or vx < x0 - far or vy > y1 + far or vy < y0 - far:
                continue
            if mine and moving[j]:
                continue
            their = v.kinds[v.kind[j]].base
            for n, i in enumerate(figures):
                x, y, level = ends[n]
                reach = radii[i] + their.radius - SLACK
                if (
                    square(x - vx) + square(y - vy) < reach * reach
                    and v.level[j] == level
                    and overlap(x, y, facing, u.kinds[u.kind[i]].base, vx, vy, v.facing, their)
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
            if u.vehicle:
                u.facing = facing_from_grid(leg.facing)
        u.moved[i] = from_grid(to_grid(u.moved[i] + length))  # FOW-GAP-74
        longest = max(longest, length)
    if longest > 0.0 and not b.settings.deploy_once:
        u.set_up = False  # FOW-4.2-05, FOW-GAP-33: any move limbers
    u.touch()
    return longest


def still_crossing(b: Battle, u: Unit) -> int:
    """The obstacles that the unit is in the middle of crossing (FOW-6.2-07)."""
    bits = 0
    for piece in b.board.obstacles:
        s = piece.shape
        x0, y0, x1, y1 = u.box()
        wide = 3.0 if u.boxed else 0.0
        if x0 - wide > s.max_x or x1 + wide < s.min_x:
            continue
        if y0 - wide > s.max_y or y1 + wide < s.min_y:
            continue
        for i in range(u.figures):
            if bits >> piece.id & 1:
                break
            if u.boxed:
                if meets(piece.shape.points, hull_at(u, u.x[i], u.y[i], u.facing)):
                    bits |= 1 << piece.id
                continue
            for j in range(i, u.figures):
                if crosses(piece, u.x[i], u.y[i], u.x[j], u.y[j]) or (
                    i == j and s.contains(u.x[i], u.y[i])
                ):
                    bits |= 1 << piece.id
                    break
    return bits
