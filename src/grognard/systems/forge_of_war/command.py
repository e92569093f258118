"""Chapter 4.1 and 5.2: numbers that are rolled against the Command Value."""

from __future__ import annotations

import dataclasses

from grognard.rules.effects import Rules, die
from grognard.rules.explained import Explained, Say
from grognard.systems.forge_of_war.settings import Settings


@dataclasses.dataclass(frozen=True)
class Command:
    """What a test against CV depends on. `cover` is 0 none, 1 soft, 2 hard, 3 fortified."""

    cv: int
    markers: int = 0
    half: bool = False
    terrifying: int = 0  # how many terrifying enemies count (FOW-GAP-07)
    commander: bool = False
    no_enemy: bool = False
    cover: int = 0
    slaughtered: bool = False
    hiding: bool = False


def counted_terrors(terrifying: bool, terrors: int, settings: Settings) -> int:
    """FOW-GAP-07."""
    if not terrifying:
        return 0
    return terrors if settings.terror_count == "each" else 1


COVER_NAMES = ("no cover", "in soft cover", "in hard cover", "in a fortification")


def activation_value(c: Command, say: Say) -> int:
    """FOW-4.1-05 to FOW-4.1-13, the table FOW-4.1-06."""
    value = say.part(c.cv, "Command Value", "FOW-4.1-03")
    value += say.part(-c.markers, "D-markers", "FOW-4.1-05")
    if c.half:
        value += say.part(-1, "half strength or less", "FOW-4.1-07")
    if c.terrifying:
        value += say.part(-c.terrifying, "terrifying enemy in charge range", "FOW-4.1-08")
    if c.commander:
        value += say.part(1, "Force Commander near", "FOW-4.1-09")
    if c.no_enemy:
        value += say.part(1, "no enemy in sight", "FOW-4.1-10")
    if c.cover:  # FOW-GAP-71: the best row only
        clause = ("", "FOW-4.1-11", "FOW-4.1-12", "FOW-4.1-13")[c.cover]
        value += say.part(c.cover, COVER_NAMES[c.cover], clause)
    return value


def command_value(c: Command, say: Say) -> int:
    """A plain command test (FOW-GAP-08): CV less D-markers."""
    return say.part(c.cv, "Command Value", "FOW-3.1-02") + say.part(
        -c.markers, "D-markers", "FOW-5.1-02"
    )


def rally_value(c: Command, say: Say) -> int:
    """FOW-5.2-02, the table FOW-5.2-03; cover and losses do not count here (FOW-5.2-08)."""
    value = say.part(c.cv, "Command Value", "FOW-5.2-02")
    value += say.part(-c.markers, "D-markers", "FOW-5.2-02")
    if c.commander:
        value += say.part(1, "Force Commander near", "FOW-5.2-04")
    if c.no_enemy:
        value += say.part(1, "no enemy in sight", "FOW-5.2-05")
    if c.slaughtered:
        value += say.part(1, "just slaughtered an enemy unit", "FOW-5.2-06")
    if c.terrifying:
        value += say.part(-c.terrifying, "terrifying enemy in charge range", "FOW-5.2-07")
    if c.hiding:
        value += say.part(1, "hiding", "FOW-12-11")
    return value


def activate(c: Command, settings: Settings, player: int = -1) -> Rules[bool]:
    """FOW-4.1-03: a d10 equal to or under; FOW-4.1-04: a natural 10 fails."""
    need = Explained("to activate", activation_value, (c,))
    face = yield from die(10, "activation", player, need)
    if face == 1 and settings.natural_one:  # FOW-GAP-76
        return True
    return face <= need.value and face != 10


def command_test(
    c: Command, settings: Settings, player: int = -1, what: str = "disengage"
) -> Rules[bool]:
    """FOW-3.1-02: CV against fear, powers of the mind or whatever a scenario thinks of
    (FOW-GAP-08); a natural 10 fails (FOW-GAP-04)."""
    need = Explained(f"to {what}", command_value, (c,))
    face = yield from die(10, what, player, need)
    return face <= need.value and not (face == 10 and settings.natural_ten != "activation_only")


def disengage(c: Command, settings: Settings, player: int = -1) -> Rules[bool]:
    """FOW-9.5-01. The test is the Activation Roll (FOW-GAP-27)."""
    if settings.command_test == "markers_only":
        return (yield from command_test(c, settings, player))
    need = Explained("to disengage", activation_value, (c,))
    face = yield from die(10, "disengage", player, need)
    return face <= need.value and not (face == 10 and settings.natural_ten != "activation_only")


def bale_out(c: Command, settings: Settings, player: int = -1) -> Rules[int]:
    """FOW-10.7-14: 0 when the troops get out. FOW-10.7-15: else a hit for each point over, at least
    one (FOW-GAP-52)."""
    need = Explained("to bale out", activation_value, (c,))
    face = yield from die(10, "bale out", player, need)
    fails = face == 10 and settings.natural_ten != "activation_only"
    if face <= need.value and not fails:
        return 0
    return max(1, face - need.value)


@dataclasses.dataclass(frozen=True)
class Rally:
    """A unit that tries to remove markers: its test, and the strength that decides the floor."""

    command: Command
    start: int
    figures: int
    most: int


def permanent(start: int, figures: int, most: int) -> int:
    """FOW-5.3-01, FOW-5.3-02: markers no rally removes; never over the maximum (FOW-GAP-12)."""
    lost = start - figures
    if 4 * lost >= 3 * start:
        return min(2, most)
    if 2 * lost >= start:
        return min(1, most)
    return 0


@dataclasses.dataclass(frozen=True)
class Rallied:
    """How a rally ended: markers removed, and whether the initiative passes."""

    removed: int
    passes: bool


def rally(r: Rally, settings: Settings, player: int = -1) -> Rules[Rallied]:
    """FOW-5.2-02, FOW-5.2-09 (its example FOW-5.2-10), FOW-5.2-11; the floor is FOW-5.3-03."""
    need = Explained("to rally", rally_value, (r.command,))
    face = yield from die(10, "rally", player, need)
    removed = max(0, need.value - face)
    fails = face == 10 and settings.natural_ten != "activation_only"
    if fails:
        removed = 0
    if face == 1:
        removed = 1 if settings.rally_one == "exactly" else max(removed, 1)
    carried = r.command.markers
    floor = min(permanent(r.start, r.figures, r.most), carried)
    if face == 1 and settings.one_beats_floor:  # FOW-GAP-12
        floor = min(floor, carried - 1) if carried else 0
    removed = min(removed, carried - floor)
    bad = face > need.value or fails
    if settings.rally_must_remove:  # FOW-GAP-10
        bad = bad or removed == 0
    passes = settings.rally_can_lose_initiative and face != 1 and bad
    return Rallied(removed, passes)
