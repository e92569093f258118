"""Chapter 14 (optional): where a shell falls and whom its burst reaches, without the table.

A shell falls so many steps of the lattice ahead of the point aimed at, away from the gun, and so
many to the right of it; figures stand so many to the east and to the north of that point.
"""

from __future__ import annotations

from math import cos, floor, radians, sin, sqrt
from typing import Final, NamedTuple

from grognard.rules.effects import Call, Rules, Then, direction, total
from grognard.rules.explained import Explained, Say
from grognard.systems.forge_of_war.cover import majority
from grognard.systems.forge_of_war.damage import NONE, Damage, batter
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.volley import Shot, volley
from grognard.table.arcs import FRONT, REAR, face_hit
from grognard.table.base import Base, point_gap
from grognard.table.lattice import facing_from_grid, from_grid, to_grid

WAYS: Final = {"d8": 8, "d12": 12, "degrees": 360}
"""FOW-GAP-43: the faces of the deviation die; 1 is away from the gun, then clockwise."""

_S: Final = sqrt(0.5)
_Q: Final = sqrt(0.75)
# Lists: compiled, a constant tuple of tuples of floats is taken for one that was never set.
_EIGHT: Final = [
    (1.0, 0.0), (_S, _S), (0.0, 1.0), (-_S, _S), (-1.0, 0.0), (-_S, -_S), (0.0, -1.0), (_S, -_S),
]  # fmt: skip
_TWELVE: Final = [
    (1.0, 0.0), (_Q, 0.5), (0.5, _Q), (0.0, 1.0), (-0.5, _Q), (-_Q, 0.5),
    (-1.0, 0.0), (-_Q, -0.5), (-0.5, -_Q), (0.0, -1.0), (0.5, -_Q), (_Q, -0.5),
]  # fmt: skip


class Shell(NamedTuple):
    """One shell on its way. Shooting Values are printed ones; `far`: over half range."""

    sv: int
    markers: int = 0
    spotter: int = 7
    spotter_markers: int = 0
    accurate: bool = False
    far: bool = False
    blast: float = 3.0  # the diameter of the template (FOW-14.1-04)
    cautious: bool = False
    spotter_cautious: bool = False


class Fallen(NamedTuple):
    """Where a shell has fallen."""

    ahead: int
    aside: int


ON_THE_POINT: Final = Fallen(0, 0)


class Box(NamedTuple):
    """The hull of a vehicle: its size in steps, its facing in hundredths of a degree, and its
    armour in front, at the sides and on top, and behind."""

    wide: int
    deep: int
    facing: int
    front: int
    side: int
    rear: int


class Mark(NamedTuple):
    """A figure that a burst may reach: where it stands, how wide its base is, its cover, the
    wounds that it has left, and its hull if it is a vehicle."""

    east: int
    north: int
    radius: int
    cover: int = 0
    wounds: int = 1
    hull: Box | None = None


def laying(s: Shell, say: Say) -> int:
    """FOW-14-02: the lower Shooting Value of the two, after D-markers (FOW-GAP-44)."""
    mine = s.sv - s.markers - s.cautious
    if s.spotter - s.spotter_markers - s.spotter_cautious < mine:
        value = say.part(s.spotter, "the spotters' Shooting Value", "FOW-14-02")
        value += say.part(-s.spotter_markers, "their D-markers", "FOW-8.3-03")
        cautious = s.spotter_cautious
    else:
        value = say.part(s.sv, "the gunners' Shooting Value", "FOW-14-02")
        value += say.part(-s.markers, "their D-markers", "FOW-8.3-03")
        cautious = s.cautious
    if cautious:
        value += say.part(-1, "they act with caution", "FOW-12-05")
    return value


def dice_of(s: Shell) -> int:
    """The table of FOW-14-04: accurate weapons one d10 (FOW-14-05); others one up to half range,
    exactly half included (FOW-14-06), and two beyond (FOW-14-07)."""
    return 2 if s.far and not s.accurate else 1


def fall(s: Shell, settings: Settings, player: int = -1) -> Rules[Fallen]:
    """FOW-14.1-02: as many inches off as the dice show more than the Shooting Value;
    FOW-14.1-03: whither says the deviation die. 9 on two dice with SV 7: 2\" (FOW-14.1-06)."""
    need = Explained("fall of shot", laying, (s,))
    thrown = yield from total(dice_of(s), 10, "fall of shot", player, need)
    inches = thrown - need.value
    if inches <= 0:
        return ON_THE_POINT
    ways = WAYS[settings.deviation_die]
    way = yield from direction(ways, "deviation", player)
    return scattered(inches, way, ways)


def scattered(inches: int, way: int, ways: int) -> Fallen:
    """So far off in this direction."""
    if ways == 8:
        ahead, aside = _EIGHT[way - 1]
    elif ways == 12:
        ahead, aside = _TWELVE[way - 1]
    else:
        angle = radians(way - 1)
        ahead, aside = cos(angle), sin(angle)
    return Fallen(to_grid(inches * ahead), to_grid(inches * aside))


def inches_off(fallen: Fallen) -> int:
    """How far off the point, in whole inches as it was thrown."""
    return round(from_grid(1) * sqrt(fallen.ahead * fallen.ahead + fallen.aside * fallen.aside))


Line = tuple[float, float]
"""The direction from the gun to the point, one inch long."""

NORTH: Final[Line] = (0.0, 1.0)


def place(fallen: Fallen, line: Line) -> tuple[int, int]:
    """Where it has fallen, to the east and to the north of the point."""
    east, north = line
    return (
        floor(fallen.ahead * east + fallen.aside * north + 0.5),
        floor(fallen.ahead * north - fallen.aside * east + 0.5),
    )


def under(fallen: Fallen, line: Line, blast: float, marks: tuple[Mark, ...]) -> list[int]:
    """FOW-14.1-05: which of them have any part of their base under the template."""
    x, y = place(fallen, line)
    radius = to_grid(blast / 2.0)
    out: list[int] = []
    for n, mark in enumerate(marks):
        dx = mark.east - x
        dy = mark.north - y
        reach = radius + mark.radius
        if mark.hull is not None:
            if _off_hull(mark, mark.hull, x, y) <= from_grid(radius):
                out.append(n)
        elif dx * dx + dy * dy <= reach * reach:
            out.append(n)
    return out


def _off_hull(mark: Mark, hull: Box, x: int, y: int) -> float:
    base = Base.box(from_grid(hull.wide), from_grid(hull.deep))
    return point_gap(
        from_grid(x),
        from_grid(y),
        from_grid(mark.east),
        from_grid(mark.north),
        facing_from_grid(hull.facing),
        base,
    )


def armour_under(fallen: Fallen, line: Line, mark: Mark) -> int:
    """FOW-GAP-51: a burst centred on the hull is met by its top, any other by the side that faces
    its centre."""
    hull = mark.hull
    assert hull is not None
    x, y = place(fallen, line)
    if _off_hull(mark, hull, x, y) <= 0.0:
        return hull.side
    face = face_hit(
        from_grid(mark.east),
        from_grid(mark.north),
        facing_from_grid(hull.facing),
        from_grid(hull.wide),
        from_grid(hull.deep),
        from_grid(x),
        from_grid(y),
    )
    return hull.front if face == FRONT else hull.rear if face == REAR else hull.side


def attack_on(covers: list[int], shot: Shot, weight: int, settings: Settings) -> Shot:
    """FOW-14.1-05: one attack on each model of a unit under the template, given their covers; by
    another reading no more than the weight of fire (FOW-GAP-41)."""
    dice = len(covers)
    if settings.blast_dice == "weight":
        dice = min(dice, weight)
    return shot._replace(dice=dice, cover=majority(covers, settings.unit_cover == "all"))


# ---------------------------------------------------------------- odds of a barrage


class Round(NamedTuple):
    """One shell and those of the target who may be under it; `shot` is the attack on each."""

    shell: Shell
    shot: Shot
    weight: int
    marks: tuple[Mark, ...]
    line: Line = NORTH


class Barraged(NamedTuple):
    """What a barrage has come to: figures that were under some burst, one bit each, and hits."""

    under: int = 0
    hits: int = 0

    def wounds(self, marks: tuple[Mark, ...]) -> int:
        """What those under the template can lose."""
        return sum(mark.wounds for n, mark in enumerate(marks) if self.under >> n & 1)


NOBODY: Final = Barraged()

FEW: Final = 2
"""Shells of which odds remember whom they fell on; of more, who could fall is left open."""


def barrage(rounds: tuple[Round, ...], settings: Settings, player: int = -1) -> Rules[Barraged]:
    """All shells fall before anybody takes hits (FOW-GAP-80)."""
    if not rounds:
        return NOBODY
    start = NOBODY
    if len(rounds) > FEW:
        start = Barraged((1 << len(rounds[0].marks)) - 1)
    all_of_them: Call[Barraged] | Then[Barraged]
    all_of_them = Call(and_one_more, start, rounds[0], settings, player)
    for r in rounds[1:]:
        all_of_them = all_of_them.then(and_one_more, r, settings, player)
    return (yield from all_of_them)


def and_one_more(so_far: Barraged, r: Round, settings: Settings, player: int) -> Rules[Barraged]:
    one = yield from Call(burst, r, settings, player)
    return Barraged(so_far.under | one.under, so_far.hits + one.hits)


def burst(r: Round, settings: Settings, player: int = -1) -> Rules[Barraged]:
    """One shell: it falls, and whoever is under it is attacked."""
    bits = yield from Call(reached, r.shell, r.line, r.marks, settings, player)
    if not bits:
        return NOBODY
    covers = [mark.cover for n, mark in enumerate(r.marks) if bits >> n & 1]
    hits = yield from volley((attack_on(covers, r.shot, r.weight, settings),), settings, player)
    return Barraged(bits, hits)


def shelled(r: Round, settings: Settings, player: int = -1) -> Rules[Damage]:
    """One shell at a vehicle: its burst by the damage table, if it is under it."""
    fallen = yield from Call(fall, r.shell, settings, player)
    if not under(fallen, r.line, r.shell.blast, r.marks):
        return NONE
    av = armour_under(fallen, r.line, r.marks[0])
    shot = attack_on([r.marks[0].cover], r.shot._replace(av=av), 1, settings)
    return (yield from batter((shot,), settings, player))


def reached(
    shell: Shell, line: Line, marks: tuple[Mark, ...], settings: Settings, player: int = -1
) -> Rules[int]:
    """The figures under the template, one bit each."""
    fallen = yield from Call(fall, shell, settings, player)
    bits = 0
    for n in under(fallen, line, shell.blast, marks):
        bits |= 1 << n
    return bits
