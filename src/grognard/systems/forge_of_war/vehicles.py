"""Chapter 10 at the table: what a vehicle fires, where it is hit, and what becomes of it."""

from __future__ import annotations

from typing import Final

from grognard.rules.effects import Rules, Tell
from grognard.systems.forge_of_war.contact import refresh
from grognard.systems.forge_of_war.cover import sheltering
from grognard.systems.forge_of_war.damage import Damage, Hull, take_damage, take_light
from grognard.systems.forge_of_war.profiles import Side
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.state import DESTROYED, Battle, Unit
from grognard.table.arcs import FRONT, REAR, face_hit

SIXTY: Final = 0.57735026919
"""As wide as this, and 1 deep, is a hull whose corners lie 30 degrees to either side of ahead."""


def gunners(b: Battle, u: Unit, only: tuple[int, ...] | None = None) -> Unit:
    """Who fires for a unit: its figures; of a vehicle a figure for each weapon that still works,
    or of `only` these of them, all where the hull is (FOW-10.2-01)."""
    if not u.vehicle or u.gunnery or not u.x:
        return u
    crewed = [k for k, kind in enumerate(u.kinds) if kind.weapon and not u.lost >> k & 1]
    if only is not None:
        crewed = [crewed[n] for n in only]
    n = len(crewed)
    out = u.clone()
    out.at = [sheltering(b, u)[0]] * n
    out._box = u.box()
    out.x = [u.x[0]] * n
    out.y = [u.y[0]] * n
    out.level = [u.level[0]] * n
    out.kind = crewed
    out.wounded = [0] * n
    out.moved = [u.moved[0]] * n
    out.holds = [False] * n
    out._radii = None
    out._bounds = None
    out.gunnery = True
    return out


# ---------------------------------------------------------------- facing


def side_hit(v: Unit, x: float, y: float, settings: Settings) -> Side:
    """Which side faces a point (FOW-10.3-01): lines through the corners part front, rear and
    sides, and whoever is exactly on one sees a side (FOW-GAP-51)."""
    base = v.kinds[v.kind[0]].base
    width, depth = base.width, base.depth
    if settings.facing_arcs == "halves":
        width, depth = 1.0, 0.0
    elif settings.facing_arcs == "sixty":
        width, depth = SIXTY, 1.0
    face = face_hit(v.x[0], v.y[0], v.facing, width, depth, x, y)
    if face == FRONT:
        return "front"
    return "rear" if face == REAR else "side"


def av_from(b: Battle, u: Unit, i: int, v: Unit) -> int:
    """The armour that figure i of u attacks: of the top from a higher floor (FOW-GAP-51)."""
    if u.level[i] > v.level[0]:
        return v.profile.av_at("top")
    return v.profile.av_at(side_hit(v, u.x[i], u.y[i], b.settings))


# ---------------------------------------------------------------- damage


def weapon_names(v: Unit) -> tuple[str, ...]:
    """Each system by a name of its own (FOW-GAP-89)."""
    names = [kind.weapon.name for kind in v.kinds if kind.weapon is not None]
    out = []
    for k, name in enumerate(names):
        same = names[: k + 1].count(name)
        out.append(f"{name} {same}" if names.count(name) > 1 else name)
    return tuple(out)


def hull_of(v: Unit, settings: Settings) -> Hull:
    wounds = v.wounds_left - (1 if settings.vehicle_wounds == "one_less" else 0)
    names, lost = weapon_names(v), v.lost
    if settings.twin_weapons == "together":  # FOW-GAP-89
        twins = systems(v)
        names = tuple(names[first] for first in twins)
        lost = sum(1 << n for n, first in enumerate(twins) if v.lost >> first & 1)
    return Hull(
        v.player,
        v.markers,
        v.most_markers,
        max(0, wounds),
        names,
        lost,
        v.immobile or v.profile.move <= 0.0,
        False,
        v.key,
    )


def systems(v: Unit) -> list[int]:
    """The first weapon of each system where twins are one: of one kind, on one mount."""
    out: list[int] = []
    for k in range(len(v.kinds)):
        if v.kinds[k].weapon is not None and all(not twins(v, k, j) for j in out):
            out.append(k)
    return out


def twins(v: Unit, k: int, j: int) -> bool:
    one, other = v.kinds[k], v.kinds[j]
    if one.weapon is None or other.weapon is None:
        return False
    return one.weapon.name == other.weapon.name and one.mount == other.mount


def damaged(b: Battle, v: Unit, d: Damage, by: Unit | None) -> Rules[None]:
    """Hits by the damage table: FOW-10.7-02 to FOW-10.7-13."""
    if not d.hits or not v.on_table:
        return
    before = hull_of(v, b.settings)
    after = yield from take_damage(d, before, b.settings)
    yield from suffered(b, v, before, after, by)


def light(b: Battle, v: Unit, n: int, why: str, clause: str, by: Unit | None = None) -> Rules[None]:
    """Whatever gives a vehicle D-markers, which impair it as anybody (FOW-10.1-03), is light damage
    (FOW-GAP-90)."""
    if n <= 0 or not v.on_table:
        return
    yield from Tell("marker", "{}: light damage, {}", v.name, why, clause=clause, at=(v.key,))
    before = hull_of(v, b.settings)
    after = yield from take_light(n, before, b.settings)
    yield from suffered(b, v, before, after, by)


def suffered(b: Battle, v: Unit, before: Hull, after: Hull, by: Unit | None) -> Rules[None]:
    """What the damage changes, and who gets out."""
    v.markers = after.markers
    v.wounded[0] += before.wounds - after.wounds
    gone = after.lost & ~before.lost
    if gone:
        if b.settings.twin_weapons == "together":
            firsts = [k for n, k in enumerate(systems(v)) if gone >> n & 1]
            v.lost |= sum(
                1 << k for k in range(len(v.kinds)) if any(twins(v, k, first) for first in firsts)
            )
        else:
            v.lost |= gone
        b.forget(v)  # its turrets looked over friends
    v.immobile = after.immobile if v.profile.move > 0.0 else v.immobile
    if after.destroyed:
        yield from destroy(b, v, by)
        return
    names = [before.weapons[k] for k in range(len(before.weapons)) if gone >> k & 1]
    if after.immobile and not before.immobile:
        names.append("its propulsion")
    markers = after.markers - before.markers
    wounds = before.wounds - after.wounds
    words = [f"it takes {markers} D-marker{'' if markers == 1 else 's'}"] if markers else []
    words += [f"it loses {' and '.join(names)}"] if names else []
    words += [f"it spends {wounds} wound{'' if wounds == 1 else 's'}"] if wounds else []
    yield from Tell(
        "damage",
        "{}: {}",
        v.name,
        ", ".join(words) or "no harm done",
        clause="FOW-10.7-11" if names else "FOW-10.7-13" if wounds else "FOW-10.7-09",
        at=(v.key,),
    )
    if after.immobile and not before.immobile:
        yield from everybody_out(b, v)


def destroy(b: Battle, v: Unit, by: Unit | None) -> Rules[None]:
    """FOW-10.7-08. Troops that stay inside have a place to get out of, no more."""
    v.off = DESTROYED
    yield from Tell("destroyed", "{} is destroyed", v.name, clause="FOW-10.7-08", at=(v.key,))
    if by is not None:
        by.slaughtered = True
    refresh(b, v)
    yield from everybody_out(b, v)
    clear_wreck(b, v)


def everybody_out(b: Battle, v: Unit) -> Rules[None]:
    """FOW-10.7-14: those inside may bale out at once."""
    from grognard.systems.forge_of_war.transport import emergency

    for u in b.passengers(v):
        yield from emergency(b, u, v)


def clear_wreck(b: Battle, v: Unit) -> None:
    """A wreck is gone with the last who is in it."""
    if v.off == DESTROYED and v.figures and not b.passengers(v):
        v.remove(0)
