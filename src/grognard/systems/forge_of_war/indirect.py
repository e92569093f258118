"""Chapter 14 (optional) at the table: who spots, what is aimed at, and who is under the burst."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from grognard.rules.effects import Choose, Option, Rules, Tell
from grognard.systems.forge_of_war.contact import reached as within
from grognard.systems.forge_of_war.cover import Lines, unit_sees
from grognard.systems.forge_of_war.damage import NONE, Damage, batter
from grognard.systems.forge_of_war.losses import Spot, at_spots, spots, wounds_left
from grognard.systems.forge_of_war.shells import (
    NORTH,
    Box,
    Line,
    Mark,
    Round,
    Shell,
    armour_under,
    attack_on,
    fall,
    inches_off,
    place,
    under,
)
from grognard.systems.forge_of_war.stance import CAUTIOUS, armour
from grognard.systems.forge_of_war.state import Battle, Unit
from grognard.systems.forge_of_war.vehicles import damaged
from grognard.systems.forge_of_war.volley import STILL, Shot, volley, weapon_value
from grognard.table.lattice import facing_to_grid, from_grid, to_grid

if TYPE_CHECKING:
    from grognard.systems.forge_of_war.profiles import Weapon


class Spotter(NamedTuple):
    """A unit that spots, and the figures of the target that it sees."""

    unit: int
    seen: tuple[int, ...]


class Aim(NamedTuple):
    """A figure that is aimed at, and who stands under the template if the shell falls there."""

    figure: int
    enemies: int
    friends: int


def may_lob(b: Battle, weapon: Weapon) -> bool:
    """Whether this weapon may be fired indirectly: FOW-8.1-06 without chapter 14, FOW-14-01 with
    it (FOW-GAP-45); howitzers may (FOW-GAP-40)."""
    settings = b.settings
    if not weapon.indirect or not (settings.indirect_fire or settings.spotted_fire):
        return False
    return settings.howitzers == "both" or not weapon.direct


def spotters(b: Battle, u: Unit, v: Unit) -> list[Spotter]:
    """FOW-14-01: other units of its side, not in close combat, that see the target; the best
    first."""
    found: list[tuple[int, Spotter]] = []
    for w in b.own(u.player):
        if w.index == u.index or w.engaged or not unit_sees(b, w, v):
            continue
        lines = Lines(b, w, v)
        seen = tuple(j for j in range(v.figures) if any(lines.sees(i, j) for i in range(w.figures)))
        if seen:
            skill = w.profile.sv - w.markers - (w.stance == CAUTIOUS)
            found.append((-skill, Spotter(w.index, seen)))
    found.sort(key=lambda one: one[0])
    return [spotter for _, spotter in found]


def points(b: Battle, lines: Lines, weapon: Weapon, seen: tuple[int, ...], i: int) -> list[int]:
    """The figures that figure i can aim at: in range (FOW-8.1-02), in the spotter's sight
    (FOW-14.1-01), and with nobody in close combat under the template (FOW-8.4-03)."""
    from grognard.systems.forge_of_war.shooting import engaged_near

    v = lines.v
    out: list[int] = []
    for j in seen:
        d = lines.distance(i, j)
        if (
            d <= weapon.range
            and d <= lines.range_limit(i, j)
            and not engaged_near(b, v.x[j], v.y[j], weapon.blast / 2.0)
        ):
            out.append(j)
    return out


# ---------------------------------------------------------------- situations


def shell_of(b: Battle, u: Unit, i: int, spotter: Unit, distance: float) -> Shell:
    """The shell of this figure, at a point so far off."""
    kind = u.kinds[u.kind[i]]
    weapon = kind.weapon
    assert weapon is not None
    return Shell(
        kind.profile.sv,
        u.markers,
        spotter.profile.sv,
        spotter.markers,
        weapon.accurate,
        2.0 * distance > weapon.range,  # FOW-GAP-43
        weapon.blast,
        u.stance == CAUTIOUS,
        spotter.stance == CAUTIOUS,
    )


def shot_of(b: Battle, u: Unit, i: int, w: Unit, moved: int, distance: float) -> Shot:
    """The attack on a model of w: SV, WV, AV and cover, nothing else (FOW-GAP-44)."""
    from grognard.systems.forge_of_war.shooting import CLOSE, common_av, is_fast

    kind = u.kinds[u.kind[i]]
    weapon = kind.weapon
    assert weapon is not None
    rows = b.settings.burst_modifiers
    wv, bonus = weapon_value(weapon, w.vehicle, b.settings)
    return Shot(
        0,
        kind.profile.sv,
        u.markers,
        common_av(w),
        wv,
        far=rows and 2.0 * distance > weapon.range,
        near=rows and distance <= CLOSE,
        moved=moved if rows else STILL,
        fast=rows and is_fast(b, w),
        weapon=weapon.name,
        stance=armour(w),
        cautious=u.stance == CAUTIOUS,
        bonus=bonus,
    )


def line_of(u: Unit, i: int, v: Unit, j: int) -> Line:
    """The line of fire."""
    dx, dy = v.x[j] - u.x[i], v.y[j] - u.y[i]
    length = sqrt(dx * dx + dy * dy)
    return (dx / length, dy / length) if length > 0.0 else NORTH


def marks_of(b: Battle, u: Unit, i: int, w: Unit, point: tuple[float, float]) -> tuple[Mark, ...]:
    """The figures of w, each with the cover that it has against fire from figure i."""
    lines = Lines(b, u, w)
    return tuple(
        Mark(
            to_grid(w.x[j] - point[0]),
            to_grid(w.y[j] - point[1]),
            to_grid(w.kinds[w.kind[j]].radius),
            lines.cover(i, j),
            wounds_left(w, [j]),
            box_of(w) if w.vehicle else None,
        )
        for j in range(w.figures)
    )


def box_of(v: Unit) -> Box:
    """The hull of a vehicle; a round one counts as a square."""
    base = v.kinds[v.kind[0]].base
    armour = v.profile
    return Box(
        to_grid(base.width),
        to_grid(base.depth),
        facing_to_grid(v.facing),
        armour.av_at("front"),
        armour.av_at("side"),
        armour.av_at("rear"),
    )


def rounds_of(b: Battle, u: Unit, v: Unit, guns: tuple[int, ...], moved: int) -> tuple[Round, ...]:
    """What its guns would fire at v, each at the figure in the thick of it, with the best
    spotters: what odds are asked about."""
    from grognard.systems.forge_of_war.shooting import target_of

    spotter = spotters(b, u, v)[0]
    lines = Lines(b, u, v)
    out: list[Round] = []
    for i in guns:
        weapon = u.kinds[u.kind[i]].weapon
        assert weapon is not None
        aims = points(b, lines, weapon, spotter.seen, i)
        if not aims:
            continue
        j = max(aims, key=lambda j: _worth(b, u, v, weapon, j))
        distance = lines.distance(i, j)
        out.append(
            Round(
                shell_of(b, u, i, b.unit(spotter.unit), distance),
                shot_of(b, u, i, v, moved, distance),
                weapon.dice(target_of(b, v), distance, True),
                marks_of(b, u, i, v, (v.x[j], v.y[j])),
                line_of(u, i, v, j),
            )
        )
    return tuple(out)


def _worth(b: Battle, u: Unit, v: Unit, weapon: Weapon, j: int) -> int:
    aim = aim_at(b, u, v, weapon, j)
    return aim.enemies - 2 * aim.friends


def aim_at(b: Battle, u: Unit, v: Unit, weapon: Weapon, j: int) -> Aim:
    """Whom the burst would catch on the point itself."""
    enemies = friends = 0
    for w in b.units:
        if not w.on_table:
            continue
        for f in range(w.figures):
            if within(w, f, v.x[j], v.y[j], weapon.blast / 2.0):
                if w.player == u.player:
                    friends += 1
                else:
                    enemies += 1
    return Aim(j, enemies, friends)


# ---------------------------------------------------------------- firing


def bombard(b: Battle, u: Unit, v: Unit, guns: list[Spot], moved: int) -> Rules[None]:
    """Every gun fires one shell at v; when all have fallen, those under them are attacked."""
    from grognard.systems.forge_of_war.shooting import suffer, target_of

    spotter = yield from choose_spotter(b, u, v, guns)
    if spotter is None:
        return
    lines = Lines(b, u, v)
    hits: dict[int, int] = {}
    hulls: dict[int, Damage] = {}
    below: dict[int, set[int]] = {}
    for i in at_spots(u, guns):
        weapon = u.kinds[u.kind[i]].weapon
        assert weapon is not None
        aims = points(b, lines, weapon, spotter.seen, i)
        if not aims:
            continue
        j = yield from choose_aim(b, u, v, weapon, aims)
        distance = lines.distance(i, j)
        point = (v.x[j], v.y[j])
        line = line_of(u, i, v, j)
        shell = shell_of(b, u, i, b.unit(spotter.unit), distance)
        fallen = yield from fall(shell, b.settings, u.player)
        east, north = place(fallen, line)
        yield from Tell(
            "shell",
            'a shell bursts at {:.1f}", {:.1f}", {:.1f}" off the point',
            point[0] + from_grid(east),
            point[1] + from_grid(north),
            float(inches_off(fallen)),
            clause="FOW-14.1-02",
            at=(u.key, v.key),
        )
        for w in b.units:
            if not w.on_table:
                continue
            marks = marks_of(b, u, i, w, point)
            caught = under(fallen, line, weapon.blast, marks)
            if not caught:
                continue
            if w.vehicle:
                shot = shot_of(b, u, i, w, moved, distance)
                shot = shot._replace(av=armour_under(fallen, line, marks[0]))
                shot = attack_on([marks[0].cover], shot, 1, b.settings)
                done = yield from batter((shot,), b.settings, u.player)
                hulls[w.index] = hulls.get(w.index, NONE).more(done)
                continue
            shot = attack_on(
                [marks[n].cover for n in caught],
                shot_of(b, u, i, w, moved, distance),
                weapon.dice(target_of(b, w), distance, True),
                b.settings,
            )
            hits[w.index] = hits.get(w.index, 0) + (
                yield from volley((shot,), b.settings, u.player)
            )
            below.setdefault(w.index, set()).update(caught)
    struck = [(b.unit(k), hits[k], spots(b.unit(k), sorted(below[k]))) for k in sorted(hits)]
    by = b.unit(u.index)
    for w, n, where in struck:
        yield from suffer(b, w, n, where, by if w.player != u.player else None, "FOW-14.1-05")
    for k in sorted(hulls):
        w = b.unit(k)
        yield from damaged(b, w, hulls[k], by if w.player != u.player else None)


def choose_spotter(b: Battle, u: Unit, v: Unit, guns: list[Spot]) -> Rules[Spotter | None]:
    """FOW-14-01: who spots is its owner's choice."""
    lines = Lines(b, u, v)
    able: list[Spotter] = []
    for spotter in spotters(b, u, v):
        for i in at_spots(u, guns):
            weapon = u.kinds[u.kind[i]].weapon
            if weapon is not None and points(b, lines, weapon, spotter.seen, i):
                able.append(spotter)
                break
    if len(able) < 2:
        return able[0] if able else None
    return (
        yield from Choose(
            u.player,
            "spotter",
            f"{u.name}: who spots for it?",
            [Option(s, b.unit(s.unit).name, (b.unit(s.unit).key,)) for s in able],
            about=(u.index, v.index),
            at=(u.key, v.key),
        )
    )


def choose_aim(b: Battle, u: Unit, v: Unit, weapon: Weapon, aims: list[int]) -> Rules[int]:
    """FOW-14.1-01: the point aimed at; a figure in the spotter's sight."""
    aim = yield from Choose(
        u.player,
        "aim",
        f"{u.name}: where shall the shell fall?",
        [
            Option(aim, _words(aim), (f"{v.key}:{aim.figure}",))
            for aim in (aim_at(b, u, v, weapon, j) for j in aims)
        ],
        about=(u.index, v.index),
        at=(u.key, v.key),
    )
    return aim.figure


def _words(aim: Aim) -> str:
    own = f", {aim.friends} of them our own" if aim.friends else ""
    return f"at figure {aim.figure + 1}: {aim.enemies + aim.friends} under the template{own}"
