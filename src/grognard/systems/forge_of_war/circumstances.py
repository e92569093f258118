"""Chapter 4.1 at the table: what a unit's test against its CV depends on just now."""

from __future__ import annotations

from math import sqrt
from typing import Final

from grognard.systems.forge_of_war.command import Command
from grognard.systems.forge_of_war.contact import boxes_near
from grognard.systems.forge_of_war.cover import cover_row, sees_any_enemy, unit_sees
from grognard.systems.forge_of_war.footing import base_move
from grognard.systems.forge_of_war.profiles import Profile
from grognard.systems.forge_of_war.stance import HIDING
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.table.base import gap

COMMAND_RANGE: Final = 12.0

REACHES: Final = 12.0
"""No two bases together reach further from their middles."""


def command(b: Battle, u: Unit, just: bool = False, rallying: bool = False) -> Command:
    """The situation of this unit for a test against its CV, markers as they are now
    (FOW-2.2-08); `just`: it has just slaughtered an enemy unit. Of passengers as things are round
    their vehicle, its cover left out (FOW-GAP-52)."""
    if u.aboard >= 0:
        v = b.unit(u.aboard)
        return Command(
            cv=u.cv,
            markers=u.markers,
            half=u.half,
            terrifying=terrors(b, v),
            commander=has_commander(b, u) or commanded(b, v, rallying),
            no_enemy=not sees_any_enemy(b, v),
            slaughtered=just,
        )
    return Command(
        cv=commanding_value(b, u),
        markers=u.markers,
        half=u.half,
        terrifying=terrors(b, u),
        commander=commanded(b, u, rallying),
        no_enemy=not sees_any_enemy(b, u),
        cover=cover_row(b, u),
        slaughtered=just,
        hiding=u.stance == HIDING,
    )


def nearest_gap(u: Unit, v: Unit, figures: list[int] | None = None) -> float:
    """Between nearest figures (of v, only these), base edge to base edge."""
    best = 1e9
    if not u.boxed and not v.boxed:
        mine = u.radii()
        theirs = v.radii()
        for i in range(len(mine)):
            x = u.x[i]
            y = u.y[i]
            for j in range(v.figures) if figures is None else figures:
                dx = x - v.x[j]
                dy = y - v.y[j]
                d = sqrt(dx * dx + dy * dy) - theirs[j] - mine[i]
                if d < best:
                    best = d
        return best if best > 0.0 else 0.0
    for i in range(u.figures):
        a = u.kinds[u.kind[i]].base
        for j in range(v.figures) if figures is None else figures:
            d = gap(u.x[i], u.y[i], u.facing, a, v.x[j], v.y[j], v.facing, v.kinds[v.kind[j]].base)
            if d < best:
                best = d
    return best


def within(u: Unit, v: Unit, inches: float, figures: list[int] | None = None) -> bool:
    """Whether any of the one stands so near to any of the other (of v, only these)."""
    return boxes_near(u, v, inches + REACHES) and nearest_gap(u, v, figures) <= inches


def commanding_value(b: Battle, u: Unit) -> int:
    """FOW-2.1-02: its own or its leader's; of leaders who stand alone it may be that of one
    within 12\" (FOW-GAP-05)."""
    best = u.cv
    if b.settings.leaders == "within_12":
        for v in b.own(u.player):
            if v.profile.leader and v.profile.cv > best and within(u, v, COMMAND_RANGE):
                best = v.profile.cv
    return best


def terrors(b: Battle, u: Unit) -> int:
    """FOW-4.1-08, FOW-5.2-07: a terrifying enemy, unit or figure, no further off than two moves
    of its unit; sight and the ground do not matter, nor how many there are (FOW-GAP-07)."""
    settings = b.settings
    n = 0
    for v in b.enemies(u.player):
        kinds = [k for k, at in enumerate(v.kinds) if fearful(at.profile, settings.terrifying)]
        if not kinds:
            continue
        fearsome = [j for j in range(v.figures) if v.kind[j] in kinds]
        if not fearsome:
            continue
        reach = 2.0 * base_move(b, v if settings.terror_range == "theirs" else u)
        if not within(u, v, reach, fearsome):
            continue
        if settings.terror_sight and not unit_sees(b, u, v):
            continue
        n += 1
        if settings.terror_count == "once":
            break
    return n


def fearful(profile: Profile, who: str) -> bool:
    return profile.terrifying or (who == "monsters" and profile.type == "monstrous")


def commanded(b: Battle, u: Unit, rallying: bool = False) -> bool:
    """FOW-4.1-09, FOW-5.2-04: the Force Commander, or anybody of the squad he is with, within
    12\" and in sight; of the vehicle that he rides in the row for rallying says nothing
    (FOW-GAP-69)."""
    riding = not (rallying and b.settings.command_vehicle == "activation")
    for v in b.own(u.player):
        if not has_commander(b, v, riding):
            continue
        if v is u:
            if b.settings.own_commander:
                return True
            continue
        if within(u, v, COMMAND_RANGE) and unit_sees(b, u, v):
            return True
    return False


def has_commander(b: Battle, u: Unit, riding: bool = True) -> bool:
    """Whether this unit is the Force Commander's own, or he is attached to it; or it is the
    vehicle that he rides in (FOW-GAP-69)."""
    if u.commander:
        return True
    if riding and u.profile.transport:
        for w in b.passengers(u):
            if has_commander(b, w):
                return True
    for k in u.kind:
        leader = u.kinds[k].leader
        if leader >= 0 and b.unit(leader).commander:
            return True
    return False
