"""Chapter 9.3: the numbers and the dice of a close combat round, without the table."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.rules.effects import Call, Rules
from grognard.rules.explained import Explained, Say
from grognard.systems.forge_of_war.hits import Losses, Struck, take_hits
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.stance import HIDING
from grognard.systems.forge_of_war.volley import attack_dice

HARD_COVER: Final = 2
"""What it adds to armour (FOW-7.2-01)."""


class Blow(NamedTuple):
    """Like figures striking at one enemy unit: everything the number to hit depends on.

    `fv` and `foe_fv` are printed values with pistols counted in.
    """

    dice: int
    fv: int
    markers: int = 0
    av: int = 0
    obstacle: bool = False
    weapon: int = 0
    foe_fv: int = 0
    foe_markers: int = 0
    charging: bool = False
    hiding: bool = False  # the enemy lies low, and this is the initial round
    attacks: int = 1  # of each figure, counted in `dice`
    hard: bool = False  # what the target defends is hard cover


def to_strike(b: Blow, settings: Settings, say: Say) -> int:
    """The table of FOW-9.3-02, row by row.

    The Marines of the example have their 8 (FOW-9.3-14), the cultists -2 (FOW-9.3-16), and all
    thirteen of them a die (FOW-9.3-17).
    """
    # Knives and bayonets are counted in FV already (FOW-3.1-04).
    value = say.part(b.fv, "Fighting Value", "FOW-9.3-01")
    value += say.part(-b.markers, "D-markers", "FOW-9.3-03")
    value += say.part(-b.av, "target armour", "FOW-9.3-04")
    if b.hard and settings.hard_cover_armour:  # FOW-GAP-29
        value += say.part(-HARD_COVER, "target in hard cover", "FOW-7.2-01")
    if b.obstacle:
        value += say.part(-2, "target defends an obstacle", "FOW-9.3-05")
    value += say.part(b.weapon, "close combat weapon", "FOW-9.3-06")
    if b.hiding:
        value += say.part(2, "target is hiding", "FOW-12-12")
        if settings.stance_in_combat:  # FOW-GAP-56
            value += say.part(-HIDING, "target's stance", "FOW-12-09")
    if settings.charge_bonus:  # FOW-GAP-18
        if b.charging:
            value += say.part(1, "charging", "FOW-GAP-18")
        return value
    mine, theirs = b.fv, b.foe_fv
    if settings.fv_difference == "after_markers":  # FOW-GAP-19
        mine -= b.markers
        theirs -= b.foe_markers
    most = 1 if settings.fv_steps == "once" else 10  # FOW-GAP-19
    if mine >= theirs + 2:
        value += say.part(min((mine - theirs) // 2, most), "better fighters", "FOW-9.3-07")
    elif mine <= theirs - 2:
        value += say.part(-min((theirs - mine) // 2, most), "worse fighters", "FOW-9.3-07")
    return value


def dice_of(b: Blow, settings: Settings) -> int:
    """FOW-3.1-05, FOW-GAP-09: the number in brackets counts for each figure, for all of them, or
    on top of each figure's die."""
    if b.attacks == 1 or settings.attacks == "each":
        return b.dice
    return b.attacks if settings.attacks == "unit" else b.dice + b.dice // b.attacks


def blows(b: Blow, settings: Settings, player: int = -1) -> Rules[int]:
    """The hits of like figures. FV 0 strikes no blow (FOW-GAP-46)."""
    if b.fv <= 0 or b.dice <= 0:
        return 0
    need = Explained("to strike", to_strike, (b, settings))
    dice = dice_of(b, settings)
    return (yield from attack_dice(dice, need.value, settings, "close combat", player, need, b.fv))


def strike(bs: tuple[Blow, ...], settings: Settings, player: int = -1) -> Rules[int]:
    """All blows of one unit against another."""
    hits = 0
    for b in bs:
        hits += yield from Call(blows, b, settings, player)
    return hits


class Side(NamedTuple):
    """One unit in a round that is fought without a table: like figures, all in contact."""

    player: int
    figures: int
    fv: int
    av: int = 0
    markers: int = 0
    most: int = 3
    attacks: int = 1
    weapon: int = 0
    obstacle: bool = False
    charging: bool = False
    hiding: bool = False
    hard: bool = False

    def after(self, losses: Losses) -> Side:
        return self._replace(
            figures=self.figures - losses.wounds, markers=self.markers + losses.markers
        )

    def against(self, foe: Side) -> Blow:
        return Blow(
            self.figures * self.attacks,
            self.fv,
            self.markers,
            foe.av,
            foe.obstacle,
            self.weapon,
            foe.fv,
            foe.markers,
            self.charging,
            foe.hiding and self.charging,
            self.attacks,
            foe.hard,
        )

    def struck(self, foe: Side) -> Struck:
        """No more figures fall than touch the enemy; one for one here (FOW-9.3-11)."""
        return Struck(self.player, self.markers, self.most, self.figures)


def assault(a: Side, b: Side, settings: Settings) -> Rules[Side]:
    """a strikes at b, whose player takes the hits: what is left of b."""
    hits = yield from strike((a.against(b),), settings, a.player)
    return b.after((yield from take_hits(hits, b.struck(a))))


def meet(a: Side, b: Side, first: int, settings: Settings) -> Rules[tuple[Side, Side]]:
    """One round of a against b. `first`: 0 both at once (FOW-9.2-01), -1 b strikes first."""
    if first < 0:
        a = yield from assault(b, a, settings)
        return a, (yield from assault(a, b, settings))
    on_b = yield from strike((a.against(b),), settings, a.player)
    on_a = yield from strike((b.against(a),), settings, b.player)
    lost_a = yield from take_hits(on_a, a.struck(b))
    lost_b = yield from take_hits(on_b, b.struck(a))
    return a.after(lost_a), b.after(lost_b)
