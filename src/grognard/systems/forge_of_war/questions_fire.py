"""What players ask about fire that is more than one shot: mixed weapons, and charges into fire."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

from grognard.rules.effects import Rules
from grognard.rules.explained import Explained
from grognard.rules.questions import Outcome, Question, given
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war.hits import Struck
from grognard.systems.forge_of_war.melee import meet, to_strike
from grognard.systems.forge_of_war.profiles import DataError, TargetKind, Weapon, own_catalogue
from grognard.systems.forge_of_war.questions import (
    COVERS,
    FIRSTS,
    LOSSES,
    MOVES,
    CloseCombat,
    Fire,
    cover_worth,
    damage,
    fired,
)
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.stance import STANCES
from grognard.systems.forge_of_war.volley import (
    COVERING,
    COVERING_MOVED,
    OVER_SIX,
    STILL,
    UP_TO_SIX,
    Shot,
    attack,
    sniper_markers,
    throws,
    to_hit,
)

CLOSE = 3.0
TARGETS = ("infantry", "horde", "cavalry", "monster")


# ---------------------------------------------------------------- mixed weapons


@dataclasses.dataclass(frozen=True)
class MixedFire:
    figures: int = given(7, "figures with the first weapon", 0, 200)
    weapon: str = given("Assault Rifle", "the first weapon, by its name in the list")
    figures_2: int = given(1, "figures with the second weapon", 0, 200)
    weapon_2: str = given("Light Support Weapon", "the second weapon")
    figures_3: int = given(0, "figures with the third weapon", 0, 200)
    weapon_3: str = given("RPG (HEAP)", "the third weapon")
    sv: int = given(7, "Shooting Value", 1, 10)
    markers: int = given(0, "D-markers on the shooters", 0, 20)
    distance: float = given(12.0, "inches to the target", 0, 240)
    moved: str = given("no", "inches they move this turn, before or after", choices=MOVES)
    target: str = given("infantry", "what is shot at", choices=TARGETS)
    av: int = given(1, "target's Armour Value", 0, 30)
    cover: str = given("none", "target's cover", choices=COVERS)
    bunker: int = given(4, "what a bunker is worth, as agreed", 4, 20)
    stance: str = given("normal", "target's stance (chapter 12)", choices=STANCES)
    fast: bool = given(False, 'target has moved over 6" this turn')
    seen: int = given(10, "target figures that the shooters see", 1, 500)
    caught: int = given(5, "target figures in the flames of each flame thrower", 0, 100)
    wounds: int = given(1, "wounds of each target figure", 1, 20)
    target_markers: int = given(0, "D-markers on the target", 0, 20)
    target_most: int = given(3, "the most markers the target's training carries", 1, 5)

    def arms(self) -> list[tuple[int, str]]:
        return [
            (n, name)
            for n, name in (
                (self.figures, self.weapon),
                (self.figures_2, self.weapon_2),
                (self.figures_3, self.weapon_3),
            )
            if n
        ]

    def kind(self, settings: Settings) -> TargetKind:
        if self.target == "horde":
            return "horde"
        if self.target == "monster" and settings.monster_fire == "vehicle":
            return "vehicle"
        return "infantry"

    def fire(self, settings: Settings) -> Fire:
        """The same that a table makes of figures and places."""
        shots: list[Shot] = []
        flames: list[tuple[Shot, int]] = []
        snipers = 0
        for n, name in self.arms():
            weapon = own_catalogue().weapon(name)
            dice = throws(
                weapon, self.kind(settings), self.distance, self.moved == MOVES[0], settings
            )
            if self.distance > weapon.range or not (dice or weapon.area):
                continue
            shot = self._shot(weapon, n * dice)
            if weapon.area:
                flames += [(shot._replace(dice=1), self.caught)] * n
                continue
            shots.append(shot)
            snipers += n if weapon.auto_marker else 0
        struck = Struck(1, self.target_markers, self.target_most, self.seen * self.wounds)
        if self.target not in ("infantry", "horde"):
            snipers = 0
        markers = sniper_markers(snipers, self.target_markers, self.target_most, settings)
        return Fire(tuple(shots), struck, markers, tuple(flames))

    def _shot(self, weapon: Weapon, dice: int) -> Shot:
        return Shot(
            dice,
            self.sv,
            self.markers,
            self.av,
            weapon.value_against(False),
            cover_worth(self.cover, self.bunker),
            2.0 * self.distance > weapon.range,
            self.distance <= CLOSE,
            (STILL, UP_TO_SIX, OVER_SIX)[MOVES.index(self.moved)],
            self.fast,
            weapon.name,
            STANCES.index(self.stance),
        )


def _refuse_mixed(m: MixedFire, settings: Settings) -> list[Refusal]:
    out: list[Refusal] = []
    for _, name in m.arms():
        try:
            weapon = own_catalogue().weapon(name)
        except DataError as error:
            out.append(Refusal(error.why, "FOW-16.1-03", "a weapon of the list"))
            continue
        if not weapon.ranged:
            out.append(Refusal(f"{weapon.name} is for close combat", "FOW-8.1-01", "a gun"))
    if not out:
        fire = m.fire(settings)
        if not fire.shots and not fire.flames:
            out.append(
                Refusal(
                    "nobody has a die to throw", "FOW-8.1-02", "within range, rifles unmoved beyond"
                )
            )
    return out


def _mixed_numbers(m: MixedFire, settings: Settings) -> Sequence[Explained]:
    fire = m.fire(settings)
    shots = [*fire.shots, *dict.fromkeys(shot for shot, _ in fire.flames)]
    return [Explained(f"{shot.weapon} to hit", to_hit, (shot, settings)) for shot in shots]


# ---------------------------------------------------------------- charging into fire


@dataclasses.dataclass(frozen=True)
class ChargeIntoFire(CloseCombat):
    gunners: int = given(5, "figures that cover the way (chapter 11)", 0, 200)
    weight: int = given(2, "weight of fire: dice for each", 0, 20)
    sv: int = given(7, "their Shooting Value", 1, 10)
    gun_markers: int = given(0, "D-markers on them", 0, 20)
    wv: int = given(1, "their Weapon Value", 0, 20)
    gun_moved: bool = given(False, "they had moved before they declared it")
    far: bool = given(False, "they fire at over half their range")
    near: bool = given(False, 'they let the chargers come within 3"')
    cover: str = given("none", "the chargers' cover on the way", choices=COVERS)
    rushing: bool = given(False, 'the chargers have moved over 6" this turn by then')

    def covering(self) -> Shot:
        return Shot(
            self.gunners * self.weight,
            self.sv,
            self.gun_markers,
            self.av,
            self.wv,
            cover_worth(self.cover, 4),
            self.far,
            self.near,
            COVERING_MOVED if self.gun_moved else COVERING,
            self.rushing,
        )


class Arrived(NamedTuple):
    """Both units after the fire and the first round; what fell on the way."""

    shot: int
    figures: int
    markers: int
    foe_figures: int
    foe_markers: int


def _charge_numbers(c: ChargeIntoFire, settings: Settings) -> Sequence[Explained]:
    out = [Explained("covering fire to hit", to_hit, (c.covering(), settings))]
    a, d = c.attacker(), c.defender()
    if a.fv:
        out.append(Explained("attackers to strike", to_strike, (a.against(d), settings)))
    if d.fv:
        out.append(Explained("defenders to strike", to_strike, (d.against(a), settings)))
    return out


def _charge(c: ChargeIntoFire, settings: Settings) -> Rules[Arrived]:
    """FOW-11.2-01: they are fired at before they complete their move; who is left charges home."""
    a, d = c.attacker(), c.defender()
    losses = yield from attack(
        (c.covering(),), Struck(0, a.markers, a.most, a.figures, "chargers"), settings, 1
    )
    a = a.after(losses)
    if a.figures:
        a, d = yield from meet(a, d, -FIRSTS.index(c.first), settings)
    return Arrived(losses.wounds, a.figures, a.markers, d.figures, d.markers)


FIRE_QUESTIONS: tuple[Question, ...] = (
    Question(
        "mixed-fire",
        "What will this squad's weapons do together?",
        MixedFire,
        _mixed_numbers,
        lambda m, settings: fired(m.fire(settings), settings),
        LOSSES,
        refuse=_refuse_mixed,
        gain=lambda r, _: damage(r),
        help="Up to three weapons of the list, each with its own dice, range and number to hit; "
        "the hits add up.",
    ),
    Question(
        "charge-into-fire",
        "How will a charge go into covering fire?",
        ChargeIntoFire,
        _charge_numbers,
        _charge,
        (
            Outcome("shot", "attackers shot on the way", lambda r: r.shot),
            Outcome("figures", "attackers left", lambda r: r.figures),
            Outcome("markers", "attackers' D-markers", lambda r: r.markers),
            Outcome("foe_figures", "defenders left", lambda r: r.foe_figures),
            Outcome("foe_markers", "defenders' D-markers", lambda r: r.foe_markers),
        ),
        gain=lambda r, s: float(
            2 * (s.foe_figures - r.foe_figures)
            - 2 * (s.figures - r.figures)
            + r.foe_markers
            - r.markers
        ),
        help="Chapter 11: the gunners fire on the way, those who are left fight the first round.",
    ),
)
