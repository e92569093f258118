"""What a seat may see, in pieces that any screen can draw. Forge of War hides nothing."""

from __future__ import annotations

from typing import Any

from grognard.systems.forge_of_war.cover import cover_row
from grognard.systems.forge_of_war.stance import STANCES
from grognard.systems.forge_of_war.state import Battle, Unit

COVER_BADGES = ("", "soft cover", "hard cover", "fortified")


def view(b: Battle, seat: int | None) -> dict[str, Any]:
    return {
        "table": {"width": b.board.width, "height": b.board.height},
        "turn": b.turn,
        "turns": b.scenario.turns,
        "phase": b.phase,
        "active": b.active,
        "terrain": [
            {
                "id": p.id,
                "kind": p.kind.name,
                "label": p.name,
                "points": [[x, y] for x, y in p.shape.corners()],
                "blocks_sight": p.kind.blocks_sight,
                "difficult": p.difficult,
                "obstacle": p.obstacle,
                "cover": p.kind.cover,
            }
            for p in b.board.pieces
        ],
        "units": [_unit(b, u) for u in b.units],
        "objectives": [],
        "scores": [b.scenario.points(b, 0), b.scenario.points(b, 1)],
        "players": [
            {
                "player": p,
                "name": f"player {p + 1}",
                "points": sum(u.cost for u in b.units if u.player == p),
            }
            for p in (0, 1)
        ],
        "zones": _zones(b),
    }


def _zones(b: Battle) -> list[dict[str, Any]]:
    if b.edges[0] < 0 or b.turn:
        return []
    out = []
    for player in (0, 1):
        x0, y0, x1, y1 = b.scenario.zone(b, player)
        out.append(
            {
                "label": f"player {player + 1}",
                "player": player,
                "points": [[x0, y0], [x1, y0], [x1, y1], [x0, y1]],
            }
        )
    return out


def _unit(b: Battle, u: Unit) -> dict[str, Any]:
    p = u.profile
    return {
        "key": u.key,
        "name": u.name,
        "player": u.player,
        "side": u.player,
        "troops": p.name,
        "training": p.training.name,
        "figures": [[u.x[i], u.y[i], 0.0, u.kinds[u.kind[i]].radius] for i in range(u.figures)]
        if u.deployed and not u.off
        else [],
        "levels": u.level[:],
        "arms": [u.kinds[k].name for k in u.kind],
        "start": u.start,
        "markers": u.markers,
        "most_markers": u.most_markers,
        "badges": badges(b, u),
        "values": values(u),
        "status": status(u),
        "attempted": u.attempted,
        "off": bool(u.off),
        "host": u.host,
        "cost": u.cost,
    }


def values(u: Unit) -> dict[str, int]:
    """The values as the markers leave them, for everybody to see (FOW-2.2-02, FOW-5.1-06)."""
    p = u.profile
    return {
        "CV": u.cv - u.markers,
        "SV": p.sv - u.markers,
        "FV": p.fv - u.markers,
        "AV": p.av,
        "W": p.wounds,
    }


def badges(b: Battle, u: Unit) -> list[str]:
    out: list[str] = []
    if u.markers:
        out.append(f"D{u.markers}")
    if u.commander:
        out.append("commander")
    if not u.on_table:
        return out
    row = cover_row(b, u)
    if row:
        out.append(COVER_BADGES[row])
    if u.blown:
        out.append("cover blown")
    if u.engaged:
        out.append("in combat")
    if u.withdrawing:
        out.append("withdrawing")
    if u.regrouping:
        out.append("scattered")
    if u.set_up:
        out.append("deployed")
    if u.dismounted:
        out.append("dismounted")
    if u.stance:
        out.append(STANCES[u.stance])  # FOW-12-14
    return out


def status(u: Unit) -> str:
    if u.off:
        return u.off
    if u.host >= 0:
        return "with a unit"
    if not u.deployed:
        return "waiting"
    return "attempted" if u.attempted else "ready"
