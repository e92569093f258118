"""Chapter 8.3: the numbers and the dice of shooting, without the table."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.rules.effects import Call, Roll, Rules, Then, count
from grognard.rules.explained import Explained, Say
from grognard.systems.forge_of_war.hits import Losses, Struck, take_hits
from grognard.systems.forge_of_war.profiles import TargetKind, Weapon
from grognard.systems.forge_of_war.settings import Settings

STILL: Final = 0
UP_TO_SIX: Final = 1
OVER_SIX: Final = 2
COVERING: Final = 3
COVERING_MOVED: Final = 4
REACTING: Final = 5
MOVED = (
    "has not moved",
    'moves up to 6"',
    'moves over 6"',
    "covering fire",
    "covering fire after moving",
    "a reaction",
)
"""What the row on movement says; what is fired inside an enemy's move has rows of its own."""


class Shot(NamedTuple):
    """Like figures shooting at one target: everything the number to hit depends on.

    `cover` is what the target's cover is worth.
    """

    dice: int
    sv: int
    markers: int = 0
    av: int = 0
    wv: int = 0
    cover: int = 0
    far: bool = False
    near: bool = False
    moved: int = STILL
    fast: bool = False
    weapon: str = ""
    stance: int = 0  # what the target's stance adds to its armour
    cautious: bool = False
    bonus: int = 0  # Weapon Value that counts whatever the armour (FOW-GAP-40)


def to_hit(s: Shot, settings: Settings, say: Say) -> int:
    """The table of FOW-8.3-02, row by row; what it makes of the examples FOW-8.3-19 and
    FOW-8.3-20 is -2 and 3, not the numbers printed there (FOW-GAP-20, FOW-GAP-21).
    """
    value = say.part(s.sv, "Shooting Value", "FOW-8.3-01")  # of whatever weapon (FOW-3.1-03)
    value += say.part(-s.markers, "D-markers", "FOW-8.3-03")
    av = s.av
    if settings.cover_model != "modifier":  # FOW-GAP-01
        av += s.cover
    # FOW-8.3-13: the weapon cancels armour and nothing else.
    value += say.part(-av, "target armour", "FOW-8.3-04")
    if s.stance:
        clause = "FOW-12-04" if s.stance == 1 else "FOW-12-09"
        value += say.part(-s.stance, "target's stance", clause)
        if settings.stance_armour == "cancelled":  # FOW-GAP-56
            av += s.stance
    value += say.part(max(0, min(s.wv, av)), "weapon against armour", "FOW-8.3-13")
    if s.bonus:
        value += say.part(s.bonus, "weapon against vehicles", "FOW-GAP-40")
    if settings.cover_model != "av" and s.cover:
        clause = "FOW-8.3-05" if s.cover == 1 else "FOW-8.3-06" if s.cover == 2 else "FOW-8.3-07"
        value += say.part(-s.cover, "target in cover", clause)
    if s.far:
        value += say.part(-1, "over half range", "FOW-8.3-08")
    if s.moved == UP_TO_SIX:
        value += say.part(-1, MOVED[1], "FOW-8.3-09")
    elif s.moved == OVER_SIX:
        value += say.part(-2, MOVED[2], "FOW-8.3-10")
    elif s.moved == COVERING_MOVED:  # in place of the row (FOW-GAP-55)
        value += say.part(-2, MOVED[4], "FOW-11-02")
    elif s.moved == REACTING:  # the same (FOW-GAP-58)
        value += say.part(-2, MOVED[5], "FOW-13-03")
    if s.near:
        value += say.part(1, 'within 3"', "FOW-8.3-12")
    if s.fast:
        value += say.part(-1, "target moved fast", "FOW-8.3-14")
    if s.cautious:
        value += say.part(-1, "shooting with caution", "FOW-12-05")
    return value


def throws(
    weapon: Weapon, target: TargetKind, distance: float, still: bool, settings: Settings
) -> int:
    """A figure's dice, as its weapon says (FOW-8.3-15, FOW-8.4-04); FOW-GAP-34 for rifles that
    moved and shoot far.
    """
    dice = weapon.dice(target, distance, still)
    return 1 if dice == 0 and settings.far_fire_moved == "one" else dice


def weapon_value(weapon: Weapon, vehicle: bool, settings: Settings) -> tuple[int, int]:
    """Weapon Value, and what of it armour does not cap: by another reading of FOW-GAP-40 what the
    gun adds against vehicles."""
    if vehicle and settings.weapon_bonus == "beyond":
        return weapon.wv, weapon.wv_vehicle
    return weapon.value_against(vehicle), 0


def sniper_markers(snipers: int, markers: int, most: int, settings: Settings) -> int:
    """FOW-16-27, FOW-GAP-36: one for all snipers of a shoot action, whatever the maximum; by
    other readings one for each, or within the maximum."""
    if not snipers:
        return 0
    n = snipers if settings.sniper_markers == "per_sniper" else 1
    return min(n, max(0, most - markers)) if settings.sniper_maximum else n


def attack_dice(
    dice: int,
    value: int,
    settings: Settings,
    why: str,
    player: int = -1,
    target: Explained | None = None,
    printed: int = 0,
) -> Roll[int] | Then[int]:
    """How many dice hit: FOW-8.3-01, FOW-8.3-16, FOW-8.3-17 (and FOW-9.3-01, FOW-9.3-09).
    `printed` is the SV or FV before all modifiers."""
    best = 9 if settings.natural_ten == "all_rolls" else 10
    if value > 0:
        return count(dice, 10, 1, min(value, best), why, player, target)
    if settings.long_odds != "reroll_ones":
        dice = -(-dice // (2 - value))  # FOW-GAP-02
    ones = count(dice, 10, 1, 1, why + ", ones", player, target)
    if settings.long_odds == "divide_only":
        return ones
    if settings.reroll_target == "modifiers":  # FOW-GAP-03
        value = min(0, value - printed)
    return ones.then(ones_again, min(10 + value, best), why, player, target)


def ones_again(ones: int, most: int, why: str, player: int, target: Explained | None) -> Roll[int]:
    """FOW-8.3-17: each 1 is rolled once more, at -4 for six or less (FOW-8.3-18)."""
    return count(ones, 10, 1, most, why + ", ones again", player, target)


def pool(s: Shot, settings: Settings, player: int = -1) -> Roll[int] | Then[int]:
    """The hits of like figures."""
    need = Explained("to hit", to_hit, (s, settings))
    return attack_dice(s.dice, need.value, settings, s.weapon or "shooting", player, need, s.sv)


def volley(shots: tuple[Shot, ...], settings: Settings, player: int = -1) -> Rules[int]:
    """All pools of one attack (FOW-GAP-80): their hits add up."""
    hits = 0
    for shot in shots:
        if shot.dice > 0:
            hits += yield from Call(pool, shot, settings, player)
    return hits


def attack(
    shots: tuple[Shot, ...], struck: Struck, settings: Settings, player: int = -1
) -> Rules[Losses]:
    """Shoot, and let the owner take the hits (FOW-8.4-01)."""
    hits = yield from volley(shots, settings, player)
    return (yield from take_hits(hits, struck))
