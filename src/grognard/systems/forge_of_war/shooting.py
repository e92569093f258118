"""Chapter 8 at the table: who may fire at whom, with how many dice, and what it does."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.rules.effects import Choose, Option, Rules, Tell, count
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war.contact import reached
from grognard.systems.forge_of_war.cover import (
    PAIR,
    WITHIN_COVER,
    Lines,
    across,
    at_pieces,
    cover_from,
    hiding,
    majority,
    unit_sees,
)
from grognard.systems.forge_of_war.damage import Damage, batter
from grognard.systems.forge_of_war.hits import Struck, take_hits
from grognard.systems.forge_of_war.indirect import bombard, may_lob, points
from grognard.systems.forge_of_war.losses import at_spots, lose, spots, wounds_left
from grognard.systems.forge_of_war.movement import troop_type
from grognard.systems.forge_of_war.profiles import TargetKind, Weapon
from grognard.systems.forge_of_war.stance import CAUTIOUS, armour, head_down
from grognard.systems.forge_of_war.state import Battle, Kind, Unit
from grognard.systems.forge_of_war.strides import distance_moved
from grognard.systems.forge_of_war.vehicles import av_from, damaged, gunners, light
from grognard.systems.forge_of_war.volley import (
    OVER_SIX,
    STILL,
    UP_TO_SIX,
    Shot,
    sniper_markers,
    throws,
    volley,
    weapon_value,
)

CLOSE: Final = 3.0
HARD: Final = 4
"""The WV from which a weapon counts as anti-tank by another reading of FOW-GAP-32."""


class Firing(NamedTuple):
    """What a unit would throw at a target just now. `seen` are target figures in view of some
    shooter, in range or not: only they can fall (FOW-8.4-02, FOW-GAP-82).
    """

    shots: tuple[Shot, ...]
    seen: tuple[int, ...]
    snipers: int
    plasma: tuple[tuple[int, int], ...]  # guns that may overheat, by the roll that does it
    flames: tuple[tuple[int, Shot], ...]  # figures with flame throwers, and the die each rolls
    out_of: int  # pieces of cover it shoots out of
    shells: tuple[int, ...] = ()  # figures whose shells fall by chapter 14

    @property
    def dice(self) -> int:
        return sum(s.dice for s in self.shots)

    @property
    def any(self) -> bool:
        return bool(self.flames) or self.dice > 0 or bool(self.shells)


NOTHING = Firing((), (), 0, (), (), 0)

ALL: Final = "all"
ANTI_TANK: Final = "anti-tank"
OTHERS: Final = "others"


def common_av(u: Unit) -> int:
    """The armour most of its figures have, ties the lower, leaders aside (FOW-GAP-80)."""
    counts: dict[int, int] = {}
    for k in u.kind:
        kind = u.kinds[k]
        if kind.leader < 0 or kind.leader == u.index:
            av = kind.profile.av
            counts[av] = counts.get(av, 0) + 1
    if not counts:
        return u.profile.av
    most = max(counts.values())
    return min(av for av, n in counts.items() if n == most)


def may_fire(b: Battle, u: Unit, i: int, part: str) -> bool:
    """Whether this figure has a weapon that it can use now, of the part asked for."""
    kind = u.kinds[u.kind[i]]
    weapon = kind.weapon
    if weapon is None or not weapon.ranged or u.holds[i]:
        return False
    if part != ALL and is_anti_tank(b, weapon) != (part == ANTI_TANK):
        return False
    if u.set_up:
        return True
    if b.settings.heavy_blocks:  # FOW-GAP-33
        return not any(
            k.weapon is not None and needs_deploying(b, k, k.weapon)
            for k in (u.kinds[n] for n in set(u.kind))
        )
    return not needs_deploying(b, kind, weapon)


def is_anti_tank(b: Battle, weapon: Weapon) -> bool:
    """Which weapons may have a target of their own (FOW-8.2-02, FOW-GAP-32)."""
    if b.settings.anti_tank == "listed":
        return weapon.anti_tank
    return weapon.value_against(True) >= HARD


def may_hurt(b: Battle, u: Unit, i: int, v: Unit) -> bool:
    """By other readings anti-tank weapons are for vehicles and monsters alone (FOW-GAP-32), and
    weapons of value 0 for anybody but vehicles (FOW-GAP-39)."""
    if v.vehicle:
        return b.settings.harmless_shots or _weapon(u, i).value_against(True) > 0
    if b.settings.anti_tank_targets == "any" or v.profile.type == "monstrous":
        return True
    return not is_anti_tank(b, _weapon(u, i))


def target_of(b: Battle, v: Unit) -> TargetKind:
    """What it counts as for weight of fire (FOW-16-32, FOW-GAP-35)."""
    kind = v.profile.target_kind()
    if kind == "infantry" and v.profile.type == "monstrous":
        return "vehicle" if b.settings.monster_fire == "vehicle" else kind
    return kind


def needs_deploying(b: Battle, kind: Kind, weapon: Weapon) -> bool:
    """FOW-4.2-05, FOW-16.1-02."""
    if b.settings.heavy_weapons != "deployed" or not kind.profile.must_deploy(weapon):
        return False
    return b.settings.snipers_deploy or not weapon.auto_marker  # FOW-GAP-33


def armed(b: Battle, u: Unit, part: str = ALL) -> bool:
    u = gunners(b, u)
    return any(may_fire(b, u, i, part) for i in range(u.figures))


def harmless(b: Battle, u: Unit) -> bool:
    """Whether nothing that it has ready can damage a vehicle (FOW-10.7-01)."""
    guns = gunners(b, u)
    return not any(
        may_fire(b, guns, i, ALL) and _weapon(guns, i).value_against(True) > 0
        for i in range(guns.figures)
    )


def moved_class(most_moved: float) -> int:
    """Which row of the table this movement is: FOW-8.3-09, FOW-8.3-10."""
    if most_moved <= 0.0:
        return STILL
    return UP_TO_SIX if most_moved <= 6.0 else OVER_SIX


def is_fast(b: Battle, v: Unit) -> bool:
    """FOW-8.3-14: it has moved over 6\" this turn."""
    return moved_class(distance_moved(v, b.settings)) == OVER_SIX


def stands(u: Unit, moved: int) -> bool:
    """Whether it has not moved this turn, for rifles (FOW-16-07)."""
    return moved == STILL or (moved > OVER_SIX and u.most_moved <= 0.0)


def spots_for(moved: int) -> bool:
    """Fire inside an enemy's move is direct (FOW-11.2-04)."""
    return moved <= OVER_SIX


def firing(b: Battle, u: Unit, v: Unit, moved: int, part: str = ALL, lob: bool = False) -> Firing:
    """What u can bring to bear on v; every figure for itself (FOW-GAP-82), and every weapon of a
    vehicle. `lob`: guns that could fire either way fire indirectly (chapter 14)."""
    u = gunners(b, u)
    fires = [i for i in range(u.figures) if may_fire(b, u, i, part) and may_hurt(b, u, i, v)]
    if not fires:
        return NOTHING
    longest = max(_weapon(u, i).range for i in fires)
    if _box_gap(u, v) > longest:
        return NOTHING
    lines = Lines(b, u, v)
    lobs = spots_for(moved) and any(may_lob(b, _weapon(u, i)) for i in fires)
    spotted = _spotted(b, u, v) if lobs else ()
    falls = b.settings.indirect_fire
    still = stands(u, moved)
    target = target_of(b, v)
    vehicle = v.profile.vehicle
    av = common_av(v)
    pools: dict[tuple[int, bool, bool, int, int], int] = {}
    seen: set[int] = set()
    snipers = out_of = 0
    between = one_distance(b, lines)
    plasma: dict[int, int] = {}
    flames: list[tuple[int, Shot]] = []
    shells: list[int] = []

    def shot(key: tuple[int, bool, bool, int, int], dice: int) -> Shot:
        kind = u.kinds[key[0]]
        weapon = _kind_weapon(u, key[0])
        wv, bonus = weapon_value(weapon, vehicle, b.settings)
        return Shot(
            dice,
            kind.profile.sv,
            u.markers,
            key[4],
            wv,
            key[3],
            key[1],
            key[2],
            moved,
            is_fast(b, v),
            weapon.name,
            armour(v),
            u.stance == CAUTIOUS,
            bonus,
        )

    for i in fires:
        weapon = _weapon(u, i)
        eyes = spotted if lobs and may_lob(b, weapon) else ()
        if falls and eyes:
            aims = points(b, lines, weapon, eyes, i)
            if aims and (lob or not _targets(lines, weapon, (), i)):
                shells.append(i)
                out_of |= _out_of(b, lines, i, aims)
                continue
            eyes = ()
        mine = _targets(lines, weapon, eyes, i, between)
        if weapon.area:
            mine = [j for j in mine if not engaged_near(b, v.x[j], v.y[j], weapon.area)]
        if not mine:
            continue
        first = min(mine, key=lambda j: lines.distance(i, j))
        nearest = between if between >= 0.0 else lines.distance(i, first)
        dice = throws(weapon, target, nearest, still, b.settings)
        if dice == 0 and not weapon.area:
            continue
        visible = [j for j in range(v.figures) if j in mine or _in_view(lines, weapon, eyes, i, j)]
        seen.update(visible)
        out_of |= _out_of(b, lines, i, mine)
        # FOW-8.3-08: half the range exactly is not over it; FOW-8.3-12; FOW-GAP-71 for cover.
        reach: float = weapon.range
        if b.settings.half_range_inside == "six_inches":  # FOW-GAP-31
            reach = min(reach, lines.range_limit(i, first))
        key = (
            u.kind[i],
            2.0 * nearest > reach,
            nearest <= CLOSE,
            majority([lines.cover(i, j) for j in visible], b.settings.unit_cover == "all"),
            av_from(b, u, i, v) if vehicle else av,
        )
        if weapon.area:
            flames.append((i, shot(key, 1)))
            continue
        if weapon.auto_marker:
            snipers += 1
        if weapon.overheat:
            rolls = dice if b.settings.plasma == "per_die" else 1  # FOW-GAP-38
            plasma[weapon.overheat] = plasma.get(weapon.overheat, 0) + rolls
        pools[key] = pools.get(key, 0) + dice
    shots = tuple(shot(key, pools[key]) for key in sorted(pools))
    return Firing(
        shots,
        tuple(sorted(seen)),
        snipers,
        tuple(sorted(plasma.items())),
        tuple(flames),
        out_of,
        tuple(shells),
    )


def _in_view(lines: Lines, weapon: Weapon, spotted: tuple[int, ...], i: int, j: int) -> bool:
    """FOW-8.1-03 for direct fire, FOW-8.1-06 for indirect."""
    return (weapon.direct and lines.sees(i, j)) or (weapon.indirect and j in spotted)


def one_distance(b: Battle, lines: Lines) -> float:
    """That of the nearest figures, where it counts for all (FOW-GAP-82); else -1."""
    if b.settings.unit_distance == "figures":
        return -1.0
    u, v = lines.u, lines.v
    return min(lines.distance(i, j) for i in range(u.figures) for j in range(v.figures))


def _targets(
    lines: Lines, weapon: Weapon, spotted: tuple[int, ...], i: int, between: float = -1.0
) -> list[int]:
    """The figures that figure i can hit: in range, the end included (FOW-8.1-02), and in view."""
    out: list[int] = []
    for j in range(lines.v.figures):
        d = between if between >= 0.0 else lines.distance(i, j)
        if (
            d <= weapon.range
            and d <= lines.range_limit(i, j)
            and _in_view(lines, weapon, spotted, i, j)
        ):
            out.append(j)
    return out


def _weapon(u: Unit, i: int) -> Weapon:
    return _kind_weapon(u, u.kind[i])


def _kind_weapon(u: Unit, k: int) -> Weapon:
    weapon = u.kinds[k].weapon
    assert weapon is not None
    return weapon


def _out_of(b: Battle, lines: Lines, i: int, mine: list[int]) -> int:
    """The pieces out of which this figure shoots (FOW-7.3-01): it is in them and some target is
    not. An obstacle only when the shot goes across it."""
    u, v = lines.u, lines.v
    bits = 0
    for j in mine:
        bits |= lines.from_pieces[i] & ~lines.to_pieces[j]
    for piece in b.board.obstacles:
        if lines.from_pieces[i] >> piece.id & 1:
            if any(across(piece, u.x[i], u.y[i], v.x[j], v.y[j]) for j in mine):
                bits |= 1 << piece.id
            else:
                bits &= ~(1 << piece.id)
    return hiding(b, bits)


def _box_gap(u: Unit, v: Unit) -> float:
    """No figure of one is nearer to the other than this (bases of up to 6\" allowed for)."""
    a = u.box()
    c = v.box()
    dx = max(0.0, c[0] - a[2], a[0] - c[2])
    dy = max(0.0, c[1] - a[3], a[1] - c[3])
    return max(dx, dy) - 6.0


def _spotted(b: Battle, u: Unit, v: Unit) -> tuple[int, ...]:
    """The figures of v that an unengaged unit of its side sees, u itself included (FOW-8.1-06);
    by chapter 14 another unit has to (FOW-14-01)."""
    seen: set[int] = set()
    for w in b.own(u.player):
        if w.engaged or (w is u and b.settings.indirect_fire) or not unit_sees(b, w, v):
            continue
        lines = Lines(b, w, v)
        for j in range(v.figures):
            if j not in seen and any(lines.sees(i, j) for i in range(w.figures)):
                seen.add(j)
    return tuple(seen)


def can_fire(b: Battle, u: Unit, v: Unit, moved: int, part: str = ALL) -> bool:
    """Whether any figure of u has a die to throw at v: `firing`, stopped at the first."""
    return _why_no_fire(b, u, v, moved, part) is None


def refuse_target(b: Battle, u: Unit, v: Unit, moved: int) -> Refusal | None:
    """Why v cannot be shot at now."""
    if u.engaged:
        return Refusal(f"{u.name} is in close combat", "FOW-9.1-03", "fight on or disengage")
    if u.stance:
        hiding_too = head_down(u)
        if hiding_too is not None:
            return hiding_too
    if v.engaged:
        return Refusal(f"{v.name} is in close combat", "FOW-8.4-03", "an unengaged enemy")
    return _why_no_fire(b, u, v, moved, ALL)


def _why_no_fire(b: Battle, u: Unit, v: Unit, moved: int, part: str) -> Refusal | None:
    """Range first, then dice, then sight, which is dear: None at the first figure that may."""
    u = gunners(b, u)
    fires = [i for i in range(u.figures) if may_fire(b, u, i, part)]
    if not fires:
        return Refusal(
            f"{u.name} has no weapon ready to fire", "FOW-4.2-05", "deploy its heavy weapons first"
        )
    if b.settings.anti_tank_targets != "any" or not b.settings.harmless_shots:
        fires = [i for i in fires if may_hurt(b, u, i, v)]
        if not fires and v.vehicle:
            return Refusal(
                f"{u.name} has nothing ready that harms {v.name}", "FOW-GAP-39", "WV 1 or more"
            )
        if not fires:
            return Refusal(
                f"{v.name} is no target for anti-tank weapons", "FOW-GAP-32", "armour or monsters"
            )
    out = Refusal(f"{v.name} is out of range", "FOW-8.1-02", "an enemy within range")
    longest = 0.0
    indirect = False
    for i in fires:
        weapon = _weapon(u, i)
        longest = max(longest, weapon.range)
        indirect = indirect or may_lob(b, weapon)
    if _box_gap(u, v) > longest:
        return out
    lines = Lines(b, u, v)
    target = target_of(b, v)
    near: list[tuple[float, int, int]] = []
    looks: list[int] = []
    ranged = scorched = inside = False
    still = stands(u, moved)
    between = one_distance(b, lines)
    for i in fires:
        weapon = _weapon(u, i)
        for j in range(v.figures):
            d = between if between >= 0.0 else lines.distance(i, j)
            if d > weapon.range:
                continue
            if d > lines.range_limit(i, j):
                inside = True
                continue
            ranged = True
            if weapon.area and engaged_near(b, v.x[j], v.y[j], weapon.area):
                scorched = True
            elif weapon.area or throws(weapon, target, d, still, b.settings):
                near.append((d, i, j))
                if weapon.direct:
                    looks.append(i * PAIR + j)
    if not near:
        if inside and not ranged:
            return Refusal(
                f"{v.name} is too far off in the same cover",
                "FOW-7.4-01",
                f'within {WITHIN_COVER:g}"',
            )
        if not ranged:
            return out
        if scorched:
            return Refusal(
                f"the flames would reach a unit in close combat beside {v.name}",
                "FOW-8.4-03",
                'an enemy 3" or more from any close combat',
            )
        return Refusal(
            f"{v.name} is too far for rifles that move",
            "FOW-16-07",
            'within 12", or without moving',
        )
    look = b.looked.get(u.index * 1000 + v.index)
    if looks and (look is None or look.seen):
        if len(looks) == u.figures * v.figures and not u.gunnery:
            if unit_sees(b, u, v):
                return None
        elif max(u.level) > 0:
            for pair in looks:
                if lines.sees(pair // PAIR, pair % PAIR):
                    return None
        elif not lines.cut_off() and lines.any_of(looks):
            return None
    if indirect and spots_for(moved):
        spotted = _spotted(b, u, v)
        if b.settings.indirect_fire:
            if not spotted:
                return Refusal(
                    f"nobody spots {v.name} for {u.name}",
                    "FOW-14-01",
                    "what an unengaged friend sees",
                )
            if any(may_lob(b, _weapon(u, i)) and points(b, lines, _weapon(u, i), spotted, i)
                   for _, i, _ in near):  # fmt: skip
                return None
        elif any(may_lob(b, _weapon(u, i)) and j in spotted for _, i, j in near):
            return None
    if any(lines.hides(i, j) for _, i, j in near):
        return Refusal(
            f"{v.name} is hidden in its cover",
            "FOW-7.3-04",
            "when its cover is blown, or who saw it go in",
        )
    return Refusal(f"{v.name} is not in line of sight", "FOW-8.1-03", "an enemy in view")


def shoot(b: Battle, u: Unit, v: Unit, moved: int, part: str = ALL) -> Rules[None]:
    """One target's share of a shoot action."""
    f = firing(b, u, v, moved, part)
    if b.settings.indirect_fire and f.dice:
        f = yield from either_way(b, u, v, moved, part, f)
    if not f.any:
        return
    where = spots(v, list(f.seen))
    flames = [(i, spots(gunners(b, u), [i]), shot) for i, shot in f.flames]
    battery = gunners(b, u, f.shells) if u.vehicle else u
    guns = spots(battery, list(f.shells) if battery is u else list(range(battery.figures)))
    if f.out_of & ~u.blown:
        u.blown |= f.out_of  # FOW-7.3-01
        b.forget(u)
    yield from Tell(
        "shot", "{} shoots at {}", u.name, v.name, clause="FOW-8.1-01", at=(u.key, v.key)
    )
    yield from _automatic_markers(b, u, v, f)
    if f.dice and v.vehicle:
        yield from damaged(b, v, (yield from batter(f.shots, b.settings, u.player)), u)
    elif f.dice:
        hits = yield from volley(f.shots, b.settings, u.player)
        yield from suffer(b, v, hits, where, u, "FOW-8.4-01")
    for gun, spot, shot in flames:
        for i in [gun] if u.vehicle else at_spots(u, spot):
            if v.on_table and u.on_table:
                yield from flame(b, u, i, v, shot)
    if guns and v.on_table:
        yield from bombard(b, battery, v, guns, moved)
    if f.plasma and u.on_table:
        yield from _overheat(b, u, f.plasma)


def either_way(b: Battle, u: Unit, v: Unit, moved: int, part: str, direct: Firing) -> Rules[Firing]:
    """FOW-GAP-40: howitzers that see their target fire at it directly, or over a spotter."""
    lobbed = firing(b, u, v, moved, part, lob=True)
    if lobbed.shells == direct.shells:
        return direct
    return (
        yield from Choose(
            u.player,
            "howitzers",
            f"{u.name}: how do the howitzers fire?",
            [Option(direct, "directly", (v.key,)), Option(lobbed, "indirectly", (v.key,))],
            about=(u.index, v.index),
            at=(u.key, v.key),
        )
    )


def suffer(
    b: Battle,
    v: Unit,
    hits: int,
    where: list[tuple[float, float, int]],
    by: Unit | None,
    clause: str,
) -> Rules[None]:
    """Hits on a unit of which only the figures on these spots can fall."""
    if hits == 0 or not v.in_play:
        return
    if v.vehicle:
        yield from light(b, v, hits, "hit", clause, by)
        return
    among = may_fall(b, v, at_spots(v, where))
    struck = Struck(v.player, v.markers, v.most_markers, wounds_left(v, among), v.key)
    losses = yield from take_hits(hits, struck)
    v.markers += losses.markers
    yield from Tell(
        "hits",
        "{}: {} hits, {} lost, {} D-markers",
        v.name,
        hits,
        losses.wounds,
        losses.markers,
        clause=clause,
        at=(v.key,),
    )
    yield from lose(b, v, losses.wounds, among, by)


def may_fall(b: Battle, v: Unit, among: list[int]) -> list[int]:
    """Only these (FOW-8.4-02, FOW-9.3-12), or anybody after all (FOW-GAP-72)."""
    return list(range(v.figures)) if b.settings.unseen_losses else among


def automatic_markers(b: Battle, v: Unit, f: Firing) -> int:
    """FOW-16-27, FOW-GAP-36: one for all snipers of a shoot action, against infantry only."""
    if not f.snipers or troop_type(v) != "infantry":
        return 0
    return sniper_markers(f.snipers, v.markers, v.most_markers, b.settings)


def _automatic_markers(b: Battle, u: Unit, v: Unit, f: Firing) -> Rules[None]:
    """FOW-16-27: a sniper's shot at infantry gives a marker, whatever the maximum.

    It comes first: hits after it are taken as usual (FOW-16-28).
    """
    n = automatic_markers(b, v, f)
    if n == 0:
        return
    v.markers += n
    yield from Tell(
        "marker", "{} takes {} D-marker(s) from snipers", v.name, n, clause="FOW-16-27", at=(v.key,)
    )


def _overheat(b: Battle, u: Unit, plasma: tuple[tuple[int, int], ...]) -> Rules[None]:
    """FOW-16-23: a d10 for each gun that fired; each 1 is a hit on the shooters (FOW-GAP-38)."""
    hits = 0
    for bad, guns in plasma:
        rolls = 1 if b.settings.plasma == "per_unit" else guns
        hits += yield from count(rolls, 10, 1, bad, "overheating", u.player)
    yield from suffer(b, u, hits, spots(u, list(range(u.figures))), None, "FOW-16-23")


# ---------------------------------------------------------------- flame throwers


Caught = list[tuple[int, int]]
"""Figures in the flames: unit and number."""


def flame_points(b: Battle, u: Unit, i: int, v: Unit) -> list[tuple[int, Caught]]:
    """The figures of v that this flame thrower can aim at, and whom the flames would catch."""
    u = gunners(b, u)
    weapon = _weapon(u, i)
    lines = Lines(b, u, v)
    return [
        (j, _in_flames(b, v.x[j], v.y[j], weapon.area, u, i))
        for j in _targets(lines, weapon, (), i, one_distance(b, lines))
        if not engaged_near(b, v.x[j], v.y[j], weapon.area)
    ]


def flame(b: Battle, u: Unit, i: int, v: Unit, shot: Shot) -> Rules[None]:
    """FOW-16-11: a point in view is drenched; FOW-GAP-37: one ordinary die first."""
    points = flame_points(b, u, i, v)
    if not points:
        return
    caught = yield from Choose(
        u.player,
        "flame",
        "Where do the flames go?",
        [
            Option(caught, f"at figure {j + 1}: {len(caught)} in the flames", (f"{v.key}:{j}",))
            for j, caught in points
        ],
        about=(u.index, v.index),
        at=(u.key, v.key),
    )
    how = b.settings.flame
    done = Damage(light=1)
    if how == "roll_once":
        if v.vehicle:  # it takes the margin of the roll (FOW-GAP-37)
            done = yield from batter((shot,), b.settings, u.player)
            if not done.hits:
                return
        elif not (yield from volley((shot,), b.settings, u.player)):
            return
    x, y = gunners(b, u).x[i], gunners(b, u).y[i]
    struck = []
    for w in b.units:
        mine = [j for index, j in caught if index == w.index]
        if mine:
            cover = majority([cover_from(b, w, j, at_pieces(b, w, j), x, y) for j in mine])
            struck.append((w, spots(w, mine), cover))
    for w, where, cover in struck:
        hits = len(where)
        if w.vehicle:
            burnt = done if w is v else Damage(light=1)
            if how == "roll_each" and w.on_table:
                each = shot._replace(
                    dice=1,
                    av=av_from(b, gunners(b, u), i, w),
                    cover=cover,
                    fast=is_fast(b, w),
                    stance=0,
                )
                burnt = yield from batter((each,), b.settings, u.player)
            if shot.wv > 0:  # FOW-10.7-01
                yield from damaged(b, w, burnt, u if w.player != u.player else None)
            continue
        if how == "roll_each":
            each = shot._replace(
                dice=hits, av=common_av(w), cover=cover, fast=is_fast(b, w), stance=armour(w)
            )
            hits = yield from volley((each,), b.settings, u.player)
        by = u if w.player != u.player else None
        yield from suffer(b, w, hits, where, by, "FOW-16-11")


def _in_flames(b: Battle, x: float, y: float, area: float, u: Unit, firer: int) -> Caught:
    """Every figure, friend or foe, whose base is within 3\" of the point; not the firer."""
    caught: Caught = []
    for w in b.units:
        if not w.on_table or (w.player == u.player and not b.settings.flame_friends):
            continue
        for j in range(w.figures):
            if w.index == u.index and (j == firer or w.vehicle):
                continue
            if reached(w, j, x, y, area):
                caught.append((w.index, j))
    return caught


def engaged_near(b: Battle, x: float, y: float, area: float) -> bool:
    """FOW-8.4-03 for areas: no flames within 3\" of a unit in close combat."""
    for w in b.units:
        if w.on_table and w.engaged:
            for j in range(w.figures):
                if reached(w, j, x, y, area):
                    return True
    return False
