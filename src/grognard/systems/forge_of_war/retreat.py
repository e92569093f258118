"""Chapters 4.3, 4.4, 9.5: moves that nobody plans: to cover, away, off the table."""

from __future__ import annotations

from math import sqrt

from grognard.rules.effects import Choose, Goal, Legs, Option, Rules, Tell
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war.board import Piece
from grognard.systems.forge_of_war.contact import refresh
from grognard.systems.forge_of_war.cover import enemies_in_sight, unit_pieces
from grognard.systems.forge_of_war.movement import (
    March,
    allowance,
    apply_legs,
    closed,
    movers,
    overlaps,
)
from grognard.systems.forge_of_war.sighting import settle_into_cover
from grognard.systems.forge_of_war.state import LEFT, Battle, Unit
from grognard.table.lattice import square, toward

STEP = 0.5
"""A retreat that is barred is shortened by this much at a time."""


def middle(u: Unit) -> tuple[float, float]:
    figures = movers(u) or list(range(u.figures))
    n = len(figures)
    return sum(u.x[i] for i in figures) / n, sum(u.y[i] for i in figures) / n


def nearest_figure(u: Unit, enemies: list[Unit]) -> tuple[float, float] | None:
    """The enemy figure nearest to any of the unit's."""
    best = 1e18
    found: tuple[float, float] | None = None
    for v in enemies:
        for j in range(v.figures):
            for i in range(u.figures):
                d = square(u.x[i] - v.x[j]) + square(u.y[i] - v.y[j])
                if d < best:
                    best = d
                    found = (v.x[j], v.y[j])
    return found


# ---------------------------------------------------------------- default actions


def default_action(b: Battle, u: Unit) -> Rules[None]:
    """FOW-4.3-02 to FOW-4.3-04: with enemy in sight, a move to cover or straight back, or none."""
    if u.engaged:
        return  # FOW-GAP-25
    seen = enemies_in_sight(b, u)
    blind = None
    if not seen:
        blind = Refusal("no enemy is in sight", "FOW-4.3-04", "stay")
    cover = None if blind else nearest_cover(b, u)
    to_cover = cover_move(b, u, cover, seen) if cover is not None else None
    refusal = blind
    if refusal is None and cover is None:
        refusal = Refusal("there is no cover free of the enemy", "FOW-4.3-02")
    if refusal is None and to_cover is None:
        refusal = Refusal("the nearest cover lies towards the enemy, or out of the way",
                          "FOW-4.3-02", "go straight back")
    what = yield from Choose(
        u.player, "default", f"{u.name} failed: what does it do?",
        [
            Option("stay", "stay"),
            Option("cover", "to the nearest cover", (u.key,), refusal),
            Option("back", "straight back", (u.key,), blind),
        ],
        about=u.index, at=(u.key,),
    )
    if what == "cover" and to_cover is not None:
        march, legs = to_cover
        start = unit_pieces(b, u)
        apply_legs(b, u, march.figures, legs)
        refresh(b, u)
        settle_into_cover(b, u, start)
    elif what == "back":
        away_from = nearest_figure(u, seen)
        if away_from is not None:
            mx, my = middle(u)
            yield from shift(b, u, mx - away_from[0], my - away_from[1], allowance(b, u),
                             terrain=True)


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


def cover_move(
    b: Battle, u: Unit, piece: Piece, seen: list[Unit]
) -> tuple[March, Legs] | None:
    """One ordinary move straight for it, if it brings the unit no closer to any enemy in sight."""
    march = March(b, u)
    x, y = piece.shape.near(*middle(u))
    legs = march.propose(Goal(x, y))
    if isinstance(legs, list):
        return None
    before = u.clone()
    after = u.clone()
    apply_legs(b, after, march.figures, legs)
    for v in seen:
        if _distance2(after, v) < _distance2(before, v):
            return None
    return march, legs


def _distance2(u: Unit, v: Unit) -> float:
    return min(square(u.x[i] - v.x[j]) + square(u.y[i] - v.y[j])
               for i in range(u.figures) for j in range(v.figures))


# ---------------------------------------------------------------- going straight


def shift(
    b: Battle, u: Unit, dx: float, dy: float, distance: float, terrain: bool, leave: bool = False
) -> Rules[None]:
    """All figures the same way, as far as they legally can (FOW-GAP-84)."""
    start = unit_pieces(b, u)
    length = sqrt(dx * dx + dy * dy)
    if length == 0.0:
        return
    dx /= length
    dy /= length
    figures = movers(u)
    if leave and leaves(b, u, figures, dx, dy, distance):
        u.off = LEFT
        yield from Tell("left", "{} leaves the table", u.name, clause="FOW-4.4-02", at=(u.key,))
        refresh(b, u)
        return
    inches = distance
    while inches > 0.0:
        ends = []
        for i in figures:
            x, y = toward(u.x[i], u.y[i], u.x[i] + dx * inches, u.y[i] + dy * inches, inches)
            ends.append((x, y, u.level[i]))
        if _free(b, u, figures, ends, terrain, distance):
            for n, i in enumerate(figures):
                x, y, _ = ends[n]
                u.moved[i] += round(inches * 1024.0) / 1024.0
                u.x[i], u.y[i] = x, y
            u.touch()
            break
        inches -= STEP
    refresh(b, u)
    settle_into_cover(b, u, start)


def leaves(
    b: Battle, u: Unit, figures: list[int], dx: float, dy: float, distance: float
) -> bool:
    """Whether the way leads over a table edge (FOW-GAP-26)."""
    for i in figures:
        x = u.x[i] + dx * distance
        y = u.y[i] + dy * distance
        r = u.kinds[u.kind[i]].radius
        if x < r or y < r or x > b.board.width - r or y > b.board.height - r:
            return True
    return False


def _free(
    b: Battle, u: Unit, figures: list[int], ends: list[tuple[float, float, int]], terrain: bool,
    distance: float,
) -> bool:
    """Whether this straight way is open to all of them."""
    march = March(b, u)
    difficult = False
    for n, i in enumerate(figures):
        x, y, _ = ends[n]
        if not march.ground(u.kinds[u.kind[i]].base).clear(u.x[i], u.y[i], x, y):
            return False
        for piece in b.board.pieces:
            if piece.kind.passages and closed(u, piece) and piece.shape.crosses(
                u.x[i], u.y[i], x, y
            ):
                return False
        if terrain and not difficult:
            difficult = any(p.shape.crosses(u.x[i], u.y[i], x, y) for p in b.board.difficult)
    if difficult:
        x, y, _ = ends[0]
        i = figures[0]
        if square(x - u.x[i]) + square(y - u.y[i]) > square(distance / 2.0 + 1e-6):
            return False  # FOW-6.2-01: a default move is an ordinary one
    return overlaps(b, u, figures, ends) is None


def withdraw(b: Battle, u: Unit) -> Rules[None]:
    """FOW-4.4-02: both moves straight away from the enemy, whatever the ground."""
    enemies = enemies_in_sight(b, u) or b.enemies(u.player)
    away_from = nearest_figure(u, enemies)
    if away_from is None:
        return
    yield from Tell("withdraw", "{} withdraws", u.name, clause="FOW-4.4-02", at=(u.key,))
    mx, my = middle(u)
    yield from shift(b, u, mx - away_from[0], my - away_from[1], 2.0 * allowance(b, u),
                     terrain=False, leave=True)


def leave_combat(b: Battle, u: Unit) -> Rules[None]:
    """FOW-9.5-02: one full move away from the enemy, towards the own edge if that leads away."""
    foes = b.foes_of(u)
    away_from = nearest_figure(u, foes)
    if away_from is None:
        return
    mx, my = middle(u)
    ax, ay = mx - away_from[0], my - away_from[1]
    ex, ey = home(b, u)
    # Towards the edge "if possible": when it leads away from every figure it touches.
    if all(ex * (mx - v.x[j]) + ey * (my - v.y[j]) > 0.0 for v in foes for j in range(v.figures)):
        ax, ay = ex, ey
    yield from shift(b, u, ax, ay, allowance(b, u), terrain=False)


def home(b: Battle, u: Unit) -> tuple[float, float]:
    """The direction of the unit's own table edge: 0 south, 1 east, 2 north, 3 west."""
    return ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))[b.edges[u.player]]
