"""What players ask about vehicles: what will this fire do to it, and do the troops get out?"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from grognard.rules.effects import Call, Rules, Then
from grognard.rules.explained import Explained
from grognard.rules.questions import Outcome, Question, given
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war import command as commands
from grognard.systems.forge_of_war.command import Command
from grognard.systems.forge_of_war.damage import (
    Damage,
    Harm,
    Hull,
    Limits,
    attack_vehicle,
    damage_worth,
    harm,
    limits_of,
    onslaught,
    take_damage,
    what_matters,
)
from grognard.systems.forge_of_war.hits import Losses, Struck, take_hits
from grognard.systems.forge_of_war.melee import Blow, to_strike
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.shells import Round, shelled
from grognard.systems.forge_of_war.volley import OVER_SIX, STILL, UP_TO_SIX, Shot, to_hit

COVERS = ("none", "soft", "hard", "purpose-built", "bunker")
MOVES = ("no", "up to 6", "over 6")
SIDES = ("front", "side", "rear")


@dataclasses.dataclass(frozen=True)
class VehicleAttack:
    sv: int = given(7, "Shooting Value", 1, 10)
    markers: int = given(0, "D-markers on the shooters", 0, 20)
    dice: int = given(1, "dice: figures times weight of fire against vehicles", 0, 200)
    wv: int = given(6, "Weapon Value, what the weapon adds against vehicles counted in", 0, 20)
    added: int = given(0, "what of it the weapon adds against vehicles", 0, 10)
    more_dice: int = given(0, "dice of a second weapon", 0, 200)
    more_wv: int = given(0, "its Weapon Value", 0, 20)
    side: str = given("side", "the side of the vehicle that faces them", choices=SIDES)
    av: int = given(7, "the vehicle's Armour Value", 0, 30)
    facing: int = given(1, "its facing modifier, the number in brackets", 0, 10)
    moved: str = given("no", "inches they move this turn, before or after", choices=MOVES)
    far: bool = given(False, "target over half the weapon's range")
    near: bool = given(False, 'target within 3", not in contact')
    cover: str = given("none", "the vehicle's cover", choices=COVERS)
    fast: bool = given(False, 'the vehicle has moved over 6" this turn')
    wounds: int = given(1, "wounds that the vehicle can still spend", 0, 20)
    weapons: int = given(3, "weapon systems that still work", 0, 12)
    immobile: bool = given(False, "it is immobilised already")
    target_markers: int = given(0, "D-markers on the vehicle", 0, 20)
    target_most: int = given(3, "the most markers its training carries", 1, 5)

    def armour(self, side: str) -> int:
        """FOW-10.3-02, FOW-10.3-03."""
        return self.av + {"front": self.facing, "rear": -self.facing}.get(side, 0)

    def shots(self, side: str, settings: Settings) -> tuple[Shot, ...]:
        bonus = self.added if settings.weapon_bonus == "beyond" else 0  # FOW-GAP-40
        one = Shot(
            self.dice,
            self.sv,
            self.markers,
            self.armour(side),
            self.wv - bonus,
            COVERS.index(self.cover),
            self.far,
            self.near,
            (STILL, UP_TO_SIX, OVER_SIX)[MOVES.index(self.moved)],
            self.fast,
            "first weapon" if self.more_dice else "",
            bonus=bonus,
        )
        if not self.more_dice:
            return (one,)
        other = one._replace(dice=self.more_dice, wv=self.more_wv, weapon="second weapon", bonus=0)
        return (one, other)

    def hull(self) -> Hull:
        weapons = tuple(f"weapon {n + 1}" for n in range(self.weapons))
        return Hull(
            1,
            self.target_markers,
            self.target_most,
            self.wounds,
            weapons,
            immobile=self.immobile,
        )


@dataclasses.dataclass(frozen=True)
class Barrage:
    """An attack at a vehicle as it stands on a table: several weapons, each at the side that it
    sees; or blows, each with whether it can hurt a vehicle."""

    shots: tuple[Shot, ...]
    hull: Hull
    blows: tuple[tuple[Blow, bool], ...] = ()
    rounds: tuple[Round, ...] = ()


def _attack_numbers(a: VehicleAttack | Barrage, settings: Settings) -> Sequence[Explained]:
    if isinstance(a, Barrage):
        out = [Explained(f"{shot.weapon} to hit", to_hit, (shot, settings)) for shot in a.shots]
        return out + [Explained("to strike", to_strike, (blow, settings)) for blow, _ in a.blows]
    sides = [a.side, *(side for side in SIDES if side != a.side)]
    return [
        Explained(f"{shot.weapon} to hit the {side}".strip(), to_hit, (shot, settings))
        for side in sides
        for shot in a.shots(side, settings)
    ]


def _attack(a: VehicleAttack | Barrage, settings: Settings) -> Rules[Harm]:
    if isinstance(a, Barrage):
        return _barrage(a, settings)
    return attack_vehicle(a.shots(a.side, settings), (), a.hull(), settings, 0)


def _barrage(a: Barrage, settings: Settings) -> Rules[Harm]:
    if not a.rounds:
        return (yield from attack_vehicle(a.shots, a.blows, a.hull, settings, 0))
    limits = limits_of(a.hull, settings)
    steps: Call[Damage] | Then[Damage]
    steps = Call(onslaught, a.shots, a.blows, limits, settings, 0)
    for r in a.rounds:
        steps = steps.then(and_shelled, r, limits, settings)
    done = yield from steps
    return harm(a.hull, (yield from take_damage(done, a.hull, settings)))


def and_shelled(so_far: Damage, r: Round, limits: Limits, settings: Settings) -> Rules[Damage]:
    one = yield from Call(shelled, r, settings, 0)
    return what_matters(so_far.more(one), limits)


def _refuse_attack(a: VehicleAttack, settings: Settings) -> list[Refusal]:
    if a.added > a.wv:
        return [Refusal("it cannot add more than it has", "FOW-GAP-40", f"at most {a.wv}")]
    if a.facing > a.av:
        return [Refusal("the rear cannot have less than no armour", "FOW-10.3-03", f"{a.av}")]
    return []


@dataclasses.dataclass(frozen=True)
class BaleOut:
    cv: int = given(7, "Command Value of the troops inside", 1, 10)
    markers: int = given(0, "D-markers they carry", 0, 20)
    half: bool = given(False, "they are at half strength or less")
    terrifying: bool = given(False, "a terrifying enemy within its charge range")
    terrors: int = given(1, "how many of them, where each one counts", 1, 20)
    commander: bool = given(False, 'Force Commander within 12" and in sight')
    no_enemy: bool = given(False, "no enemy in sight")
    figures: int = given(10, "figures inside", 1, 100)
    most: int = given(3, "the most markers they carry", 1, 5)

    def command(self, settings: Settings) -> Command:
        return Command(
            self.cv,
            self.markers,
            self.half,
            commands.counted_terrors(self.terrifying, self.terrors, settings),
            self.commander,
            self.no_enemy,
        )


def _bale_number(a: BaleOut, settings: Settings) -> Sequence[Explained]:
    return [Explained("to bale out", commands.activation_value, (a.command(settings),))]


def _bale_out(a: BaleOut, settings: Settings) -> Rules[Losses]:
    hits = yield from commands.bale_out(a.command(settings), settings, 0)
    if not hits:
        return Losses(0, 0, 0)
    return (yield from take_hits(hits, Struck(0, a.markers, a.most, a.figures)))


VEHICLE_QUESTIONS: tuple[Question, ...] = (
    Question(
        "vehicle-attack",
        "What will this attack do to the vehicle?",
        VehicleAttack,
        _attack_numbers,
        _attack,
        (
            Outcome("destroyed", "destroyed", lambda h: h.destroyed),
            Outcome("immobile", "immobilised", lambda h: h.immobile),
            Outcome("weapons", "weapon systems lost", lambda h: h.weapons),
            Outcome("markers", "D-markers taken", lambda h: h.markers),
            Outcome("wounds", "wounds spent", lambda h: h.wounds),
        ),
        refuse=_refuse_attack,
        gain=lambda h, _: damage_worth(h),
        help="Each hit counts by how far the die is under the hit value: a D-marker, two, a system "
        "lost, two, and from four under the vehicle is destroyed. Numbers are given for all sides.",
    ),
    Question(
        "bale-out",
        "Do the troops get out?",
        BaleOut,
        _bale_number,
        _bale_out,
        (
            Outcome("out", "out", lambda r: int(r.hits == 0)),
            Outcome("lost", "figures lost", lambda r: r.wounds),
            Outcome("markers", "D-markers taken", lambda r: r.markers),
        ),
        gain=lambda r, _: 1.0 if r.hits == 0 else -2.0 * r.wounds - r.markers,
        help="A d10 equal to or under the Command Value as it stands, cover aside; a failure costs "
        "a hit for each point over it.",
    ),
)
