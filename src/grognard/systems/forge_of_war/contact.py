"""Chapter 9.1: who touches whom."""

from __future__ import annotations

from typing import Final

from grognard.systems.forge_of_war.board import Board
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.table.base import CONTACT, gap, point_gap

THICKEST: Final = 1.0
"""Across an obstacle no thicker than this, figures facing each other count as touching."""


def figures_touch(board: Board, u: Unit, i: int, v: Unit, j: int) -> bool:
    """Base to base, or face to face across an obstacle (FOW-GAP-29)."""
    if u.level[i] != v.level[j]:
        return False
    dx = u.x[i] - v.x[j]
    dy = u.y[i] - v.y[j]
    reach = u.kinds[u.kind[i]].radius + v.kinds[v.kind[j]].radius + CONTACT
    d2 = dx * dx + dy * dy
    far = reach + THICKEST
    if d2 > far * far:
        return False
    if u.boxed or v.boxed:
        return _hulls_touch(board, u, i, v, j)
    if d2 <= reach * reach:
        return True
    if not board.obstacles:
        return False
    for piece in board.obstacles:
        thick = piece.shape.inside_length(u.x[i], u.y[i], v.x[j], v.y[j])
        if 0.0 < thick <= THICKEST and d2 <= (reach + thick) * (reach + thick):
            return True
    return False


def _hulls_touch(board: Board, u: Unit, i: int, v: Unit, j: int) -> bool:
    """The same where one of the bases is a box."""
    d = apart(u, i, v, j)
    if d <= CONTACT:
        return True
    if d > CONTACT + THICKEST or not board.obstacles:
        return False
    for piece in board.obstacles:
        thick = piece.shape.inside_length(u.x[i], u.y[i], v.x[j], v.y[j])
        if 0.0 < thick <= THICKEST and d <= CONTACT + thick:
            return True
    return False


def apart(u: Unit, i: int, v: Unit, j: int) -> float:
    """From base edge to base edge, whatever their shapes."""
    return gap(
        u.x[i],
        u.y[i],
        u.facing,
        u.kinds[u.kind[i]].base,
        v.x[j],
        v.y[j],
        v.facing,
        v.kinds[v.kind[j]].base,
    )


def reached(u: Unit, i: int, x: float, y: float, inches: float) -> bool:
    """Whether a base reaches to within this distance of a point."""
    if u.boxed:
        return point_gap(x, y, u.x[i], u.y[i], u.facing, u.kinds[u.kind[i]].base) <= inches
    reach = inches + u.kinds[u.kind[i]].radius
    dx = u.x[i] - x
    dy = u.y[i] - y
    return dx * dx + dy * dy <= reach * reach


def boxes_near(u: Unit, v: Unit, reach: float) -> bool:
    """Whether some figures of the two might be this close; cheap and never wrong with no."""
    a = u.box()
    b = v.box()
    return (
        a[0] - reach <= b[2]
        and b[0] - reach <= a[2]
        and a[1] - reach <= b[3]
        and b[1] - reach <= a[3]
    )


def pairs(b: Battle, u: Unit, v: Unit) -> list[tuple[int, int]]:
    """The figures of u and of v that touch each other."""
    out: list[tuple[int, int]] = []
    if not boxes_near(u, v, 6.0):
        return out
    for i in range(u.figures):
        for j in range(v.figures):
            if figures_touch(b.board, u, i, v, j):
                out.append((i, j))
    return out


def in_contact(b: Battle, u: Unit, v: Unit) -> list[int]:
    """The figures of u that touch v and can fight: those who hold mounts do not."""
    touching: list[int] = []
    for i, _ in pairs(b, u, v):
        if i not in touching and not u.holds[i]:
            touching.append(i)
    return touching


def touched(b: Battle, v: Unit, u: Unit) -> list[int]:
    """The figures of v in base contact with u: only they fall to it (FOW-9.3-11, FOW-GAP-88)."""
    return sorted({i for i, _ in pairs(b, v, u)})


def touching_units(b: Battle, u: Unit) -> int:
    """The enemy units that u touches, one bit each."""
    foes = 0
    if not u.on_table:
        return foes
    for v in b.units:
        if v.player != u.player and v.on_table and boxes_near(u, v, 6.0):
            done = False
            for i in range(u.figures):
                for j in range(v.figures):
                    if figures_touch(b.board, u, i, v, j):
                        done = True
                        break
                if done:
                    break
            if done:
                foes |= 1 << v.index
    return foes


def refresh(b: Battle, u: Unit) -> None:
    """After u has moved, lost or gained figures: who touches it now, and does it hang together?

    Sight may have changed too.
    """
    b.disturbed(u)
    if u.on_table and not u.coherent(b.settings):
        u.regrouping = True  # FOW-3.5-03
    foes = touching_units(b, u)
    bit = 1 << u.index
    for v in b.units:
        if foes >> v.index & 1:
            v.foes |= bit
        else:
            v.foes &= ~bit
    u.foes = foes
