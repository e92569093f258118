"""What a shot needs to hit, and where a miss goes: point blank, indirect and blind fire, deviation.

The rulebook's own test is not at hand. The house rolls one ten-sided die, equal or under: 1 always
hits and is a critical hit, 10 always misses and is a fumble (VOR-GAP-41).
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from grognard.rules.effects import Rules, Tell, die
from grognard.rules.explained import Explained, Say
from grognard.rules.refusal import Refusal
from grognard.systems.vor.attack_sum import range_modifiers, range_of
from grognard.systems.vor.attack_tables import BANDS
from grognard.systems.vor.attacks import MELEE, Attack, Bearer
from grognard.systems.vor.heavy import is_heavy
from grognard.systems.vor.settings import Settings

SIDES: Final = 10
CRITICAL: Final = 1
FUMBLE: Final = 10

POINT_BLANK: Final = "point blank"
WHERE: Final = (POINT_BLANK, *BANDS)


@dataclasses.dataclass(frozen=True)
class Shot:
    """One attack on one target, as far as its roll goes. `skill` is RC, in close combat CC."""

    attack: Attack
    bearer: Bearer
    skill: int
    where: str = "short"
    indirect: bool = False  # fired indirectly, or blind
    spotter: bool = False
    aim: int = 0  # what aiming adds
    more: int = 0  # every other modifier


def statistic(attack: Attack) -> str:
    """A sweep is close combat and rolls CC, or a psychic or magical attack and rolls RC, as every
    attack does that was not bought as close combat (VOR-SWP-03).
    """
    return "CC" if attack.kind == MELEE else "RC"


def penalised(shot: Shot) -> bool:
    """Medium and Long Blind Fire at medium and long range without a spotter (VOR-IND-06)."""
    option = shot.bearer.tables.indirect.get(shot.attack.indirect)
    if option is None or not shot.indirect or shot.spotter:
        return False
    return not option.spotter and option.bands > 1 and shot.where in ("medium", "long")


def refuse(shot: Shot, settings: Settings) -> list[Refusal]:
    """Why it cannot be fired like that."""
    a, b = shot.attack, shot.bearer
    found: list[Refusal] = []
    option = b.tables.indirect.get(a.indirect)
    if shot.where == POINT_BLANK:
        if not a.point_blank and a.kind != MELEE:
            found.append(Refusal("it cannot be used at point blank", "VOR-PB-01", "farther away"))
    elif a.kind != MELEE:
        row = range_of(a, b, settings)
        bands = BANDS[: 0 if row is None else len(row.modifiers)]
        if row is not None and bands and shot.where not in bands:
            legal = ", ".join(bands)
            found.append(Refusal(f"it has no {shot.where} range", "VOR-RNG-04", legal))
    if not shot.indirect:
        return found
    if option is None:
        found.append(
            Refusal("it fires neither indirectly nor blind", "VOR-IND-01", "a direct shot")
        )
        return found
    if option.spotter and not shot.spotter:  # blind fire needs none (VOR-IND-04)
        found.append(Refusal(f"{a.indirect} without a spotter", "VOR-IND-03", "with a spotter"))
    reached = BANDS[: option.bands]
    if shot.where not in reached:
        legal = ", ".join(reached)
        found.append(Refusal(f"{a.indirect} at {shot.where}", "VOR-IND-05", legal))
    if shot.aim:
        found.append(Refusal("indirect fire cannot be aimed", "VOR-IND-02", "without aiming"))
    return found


def to_hit(shot: Shot, settings: Settings, say: Say) -> int:
    """The skill and what changes it; under the penalties of blind fire a third of it."""
    a, b = shot.attack, shot.bearer
    clause = "VOR-SWP-03" if a.sweep else "VOR-GAP-41"
    value = say.part(shot.skill, statistic(a), clause)
    far = 0  # what comes after the third
    if shot.where == POINT_BLANK and a.kind != MELEE and is_heavy(a, b, settings):
        # In place of the short range modifier (VOR-PB-03), and a bonus in no case (VOR-PB-04).
        bought = int(a.point_blank) if a.point_blank in b.tables.heavy_hands else 0
        value += say.part(min(0, bought), "heavy at point blank", "VOR-PB-03")
    else:
        modifiers = range_modifiers(a, b, settings)
        band = 0 if shot.where == POINT_BLANK else BANDS.index(shot.where)
        if band < len(modifiers):
            far = say.part(modifiers[band], f"{BANDS[band]} range", "VOR-RMD-04")
    if shot.indirect:
        value += say.part(-1, a.indirect, "VOR-IND-02")
    value += say.part(shot.aim, "aiming", "VOR-GAP-41")
    value += say.part(shot.more, "other modifiers", "VOR-GAP-42")
    if settings.blind_third == "final":
        value, far = value + far, 0
    if penalised(shot):
        third = max(0, value) // 3
        value += say.part(third - value, "blind: a third, rounded down", "VOR-IND-07")
    return value + far


class Hit(NamedTuple):
    """How a shot ended, and how it deviates if it missed."""

    hit: bool
    critical: bool = False
    fumble: bool = False
    deviations: int = 0


def read_roll(face: int, need: int, critical: bool = True) -> Hit:
    """What a face means (VOR-GAP-41). Without critical hits 1 is a number like others
    (VOR-IND-08).
    """
    if face == FUMBLE:
        return Hit(False, fumble=True)
    if face == CRITICAL and critical:
        return Hit(True, critical=True)
    return Hit(face <= need)


def fire(shot: Shot, settings: Settings) -> Rules[Hit]:
    """One roll; a blast or a blind shot that misses deviates. Without any RC or CC it misses
    without a roll (VOR-STA-13).
    """
    if shot.skill <= 0:
        return Hit(False, deviations=deviation(shot, settings).rolls)
    need = Explained("to hit", to_hit, (shot, settings))
    face = yield from die(SIDES, "to hit", target=need)
    result = read_roll(face, need.value, critical=not penalised(shot))
    if result.hit:
        return result
    rolls = deviation(shot, settings).rolls
    if rolls:
        yield from Tell("deviation", "it deviates {} times", rolls, clause="VOR-IND-09")
    return result._replace(deviations=rolls)


# -- deviation ---------------------------------------------------------------------------


class Deviation(NamedTuple):
    """How a miss goes astray: how many rolls, what share of each, and whether it is the full
    distance whatever would have bounded it.
    """

    rolls: int
    share: Fraction
    full: bool


ONE: Final = Fraction(1)
HALF: Final = Fraction(1, 2)


def deviation(shot: Shot, settings: Settings) -> Deviation:
    """Once; twice for double deviation (VOR-BLA-18); twice as often under the penalties of blind
    fire (VOR-IND-09), so four times for both (VOR-IND-11).

    Half the distance with that modifier (VOR-BLA-19). Under the penalties it is the full distance
    rolled, thrown or not, towards the firer or not (VOR-IND-10), and half deviation does nothing
    (VOR-GAP-57). What explodes nowhere deviates nowhere.
    """
    a = shot.attack
    blind = penalised(shot)
    if not a.blast and not shot.indirect:
        return Deviation(0, ONE, False)
    rolls = (2 if blind else 1) * (2 if a.double_deviation else 1)
    halved = a.half_deviation and not (blind and settings.half_deviation == "overridden")
    return Deviation(rolls, HALF if halved else ONE, blind)


Point = tuple[float, float]


def stray(
    aimed_at: Point, rolled: Sequence[Point], how: Deviation, most: float = math.inf
) -> list[Point]:
    """Where the marker goes, one roll after the other, each from where it lies then (VOR-BLA-18).

    `rolled` are the vectors of the rolls. `most` is what the rulebook bounds one with (a thrown
    attack, one that comes back at the firer): it means nothing where the full distance counts.
    """
    way = [aimed_at]
    for dx, dy in rolled[: how.rolls]:
        share = float(how.share)
        length = math.hypot(dx, dy) * share
        if not how.full and length > most:
            share *= most / length
        x, y = way[-1]
        way.append((x + dx * share, y + dy * share))
    return way
