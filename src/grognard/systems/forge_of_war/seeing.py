"""Sight between two units, told and drawn for people: who sees whom, past what, in what cover."""

from __future__ import annotations

from typing import Any

from grognard.systems.forge_of_war.cover import Lines
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.table.sight import FIGURE

WORTH = {
    1: ("soft cover", "FOW-7.1-01"),
    2: ("hard cover", "FOW-7.2-01"),
    3: ("cover built for it", "FOW-7.2-02"),
}
BUNKER = ("a bunker", "FOW-7.2-03")

Line = tuple[float, float, float, float, float]


def sight(b: Battle, start: str, to: str) -> dict[str, Any] | None:
    """What the unit `start` sees of the unit `to`, by their keys in the view.

    One line to each figure of the target, from the nearest figure that sees it, or else from the
    nearest: its ends, and the share of the base that is in view from there.
    """
    u = _named(b, start)
    v = _named(b, to)
    if u is None or v is None or u is v:
        return None
    lines = Lines(b, u, v)
    drawn: list[Line] = []
    in_view = 0
    hidden = 0
    covers: dict[int, int] = {}
    behind: list[str] = []
    for j in range(v.figures):
        order = sorted((lines.distance(i, j), i) for i in range(u.figures))
        seen = [i for _, i in order if lines.sees(i, j)]
        i = seen[0] if seen else order[0][1]
        share = _share(b, lines, i, j, behind)
        drawn.append((u.x[i], u.y[i], v.x[j], v.y[j], share if seen else 0.0))
        if seen:
            in_view += 1
            worth = lines.cover(i, j)
            if worth:
                covers[worth] = covers.get(worth, 0) + 1
        elif lines.hides(i, j):
            hidden += 1
    notes = [(f"{in_view} of {v.figures} may be seen", "FOW-8.1-05")]
    if hidden:
        notes.append((f"{hidden} hidden in cover", "FOW-7.3-04"))
    if behind:
        how = "partly behind" if in_view == v.figures else "behind"
        notes.append((f"{how} {', '.join(dict.fromkeys(behind))}", "FOW-8.1-04"))
    for worth in sorted(covers):
        name, clause = WORTH.get(worth, BUNKER)
        notes.append((f"{covers[worth]} in {name}", clause))
    return {"seen": in_view / v.figures, "lines": drawn, "notes": notes}


def _share(b: Battle, lines: Lines, i: int, j: int, behind: list[str]) -> float:
    """The share of the base of figure j in the view of figure i; names what hides the rest."""
    u, v = lines.u, lines.v
    base = v.kinds[v.kind[j]].base
    found = lines.between(i, j).sight(u.x[i], u.y[i], v.x[j], v.y[j], base, v.facing)
    for what in found.hidden_by:
        if what.kind == FIGURE:
            behind.append(b.unit(what.id // 1000).name)
        else:
            behind.append(next((p.name for p in b.board.pieces if p.id == what.id), what.name))
    return found.fraction


def _named(b: Battle, key: str) -> Unit | None:
    for u in b.units:
        if u.on_table and (key == u.key or key.startswith(u.key + ":")):
            return u
    return None
