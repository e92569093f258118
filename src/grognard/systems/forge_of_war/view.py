"""What a seat may see, in pieces that any screen can draw. Forge of War hides nothing."""

from __future__ import annotations

from typing import Any

from grognard.systems.forge_of_war.cover import cover_row
from grognard.systems.forge_of_war.covering import MARKERS
from grognard.systems.forge_of_war.scenario import NEAR_OBJECTIVE, Zone
from grognard.systems.forge_of_war.stance import STANCES
from grognard.systems.forge_of_war.state import DESTROYED, Battle, Unit
from grognard.systems.forge_of_war.vehicles import weapon_names

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
        "objectives": _objectives(b),
        "scores": b.scenario.scores(b),
        "players": [
            {
                "player": p,
                "name": f"player {p + 1}",
                "points": sum(u.cost for u in b.units if u.player == p),
                **({"role": b.scenario.role_name(b, p)} if b.scenario.role(b, p) else {}),
            }
            for p in (0, 1)
        ],
        "zones": _zones(b),
    }


def _zones(b: Battle) -> list[dict[str, Any]]:
    """Where each side sets up, until it has; where the attacker gets through, all the time."""
    if b.edges[0] < 0:
        return []
    out = []
    if not b.turn:
        for player in (0, 1):
            for zone in b.scenario.zones(b, player):
                name = b.scenario.role_name(b, player) or f"player {player + 1}"
                out.append(_zone(name, player, zone))
    way_out = b.scenario.exit_zone(b)
    if way_out is not None:
        out.append(_zone("the way out", b.attacker, way_out))
    return out


def _zone(label: str, player: int, zone: Zone) -> dict[str, Any]:
    x0, y0, x1, y1 = zone
    return {
        "label": label,
        "player": player,
        "points": [[x0, y0], [x1, y0], [x1, y1], [x0, y1]],
    }


def _objectives(b: Battle) -> list[dict[str, Any]]:
    """What is fought over, and who holds it (its side; None: nobody)."""
    return [
        {
            "id": n,
            "label": f"objective {n + 1}",
            "x": x,
            "y": y,
            "radius": NEAR_OBJECTIVE,
            "held": b.held[n] if b.held[n] >= 0 else None,
        }
        for n, (x, y) in enumerate(b.scenario.objectives(b))
    ]


def _unit(b: Battle, u: Unit) -> dict[str, Any]:
    p = u.profile
    return {
        "key": u.key,
        "name": u.name,
        "player": u.player,
        "side": u.player,
        "troops": p.name,
        "training": p.training.name,
        "figures": _figures(b, u),
        "levels": u.level[:],
        "arms": [u.kinds[k].name for k in u.kind]
        if not u.vehicle
        else [", ".join(weapon_names(u))],
        "start": u.start,
        "markers": u.markers,
        "most_markers": u.most_markers,
        "badges": badges(b, u),
        "values": values(u),
        "status": status(u),
        "attempted": u.attempted,
        "off": bool(u.off) and not is_wreck(b, u),
        "host": u.host,
        "cost": u.cost,
        **_hull(b, u),
    }


def _figures(b: Battle, u: Unit) -> list[list[float]]:
    """Those on the table, and a wreck that somebody is in."""
    if not (u.on_table or is_wreck(b, u)) and (not u.deployed or u.off or u.aboard >= 0):
        return []
    if u.boxed:
        base = u.kinds[u.kind[0]].base
        return [[u.x[0], u.y[0], u.facing, base.width, base.depth]]
    return [[u.x[i], u.y[i], u.facing, u.kinds[u.kind[i]].radius] for i in range(u.figures)]


def is_wreck(b: Battle, u: Unit) -> bool:
    return u.vehicle and u.off == DESTROYED and u.figures > 0


def _hull(b: Battle, u: Unit) -> dict[str, Any]:
    """What only vehicles have, and where passengers are."""
    out: dict[str, Any] = {}
    if u.vehicle:
        out["weapons"] = [
            {"name": name, "mount": u.kinds[k].mount, "lost": bool(u.lost >> k & 1)}
            for k, name in enumerate(weapon_names(u))
        ]
        out["armour"] = {s: u.profile.av_at(s) for s in ("front", "side", "rear")}
        if u.profile.transport:
            out["carries"] = [w.key for w in b.passengers(u)]
    if u.boxed and not u.deployed:
        base = u.kinds[0].base
        out["bases"] = [[base.width, base.depth]]
    if u.aboard >= 0:
        out["aboard"] = b.unit(u.aboard).key
    return out


def values(u: Unit) -> dict[str, int]:
    """The values as the markers leave them, for everybody to see (FOW-2.2-02, FOW-5.1-06)."""
    p = u.profile
    return {
        "CV": u.cv - u.markers,
        "SV": p.sv - u.markers,
        "FV": p.fv - u.markers if p.fv else 0,
        "AV": p.av,
        "W": max(0, u.wounds_left) if u.vehicle else p.wounds,
    }


def badges(b: Battle, u: Unit) -> list[str]:
    out: list[str] = []
    if u.markers:
        out.append(f"D{u.markers}")
    if u.commander:
        out.append("commander")
    if u.vehicle:
        lost = [name for k, name in enumerate(weapon_names(u)) if u.lost >> k & 1]
        out += [f"lost {name}" for name in lost]
        if u.immobile:
            out.append("immobilised")
        out += [f"carries {w.name}" for w in b.passengers(u)]
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
    if u.covering:
        out.append(MARKERS[u.covering])  # FOW-11-02
    if u.stance:
        out.append(STANCES[u.stance])  # FOW-12-14
    return out


def status(u: Unit) -> str:
    if u.vehicle and u.off == DESTROYED and u.figures:
        return "wreck"
    if u.aboard >= 0:
        return "aboard, attempted" if u.attempted else "aboard"
    if u.off:
        return u.off
    if u.host >= 0:
        return "with a unit"
    if not u.deployed:
        return "waiting"
    return "attempted" if u.attempted else "ready"
