"""What people want to know of an attack, in their words. Attacks are given in shorthand."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from typing import Any

from grognard.forces.document import Malformed
from grognard.rules.effects import Rules
from grognard.rules.explained import Explained, Say
from grognard.rules.questions import Outcome, Question, given
from grognard.rules.refusal import Refusal
from grognard.systems.vor import hitting, sweeping, trials
from grognard.systems.vor.attack_check import check_attack
from grognard.systems.vor.attack_price import priced
from grognard.systems.vor.attack_tables import SIZES
from grognard.systems.vor.attacks import ROLES, VEHICLE, Attack, Bearer
from grognard.systems.vor.notation import read_shorthand
from grognard.systems.vor.settings import Settings

RIFLE = "POW 5, AM -1, 12/24/35"
DAMAGES = ("1", "2", "3", "4", "auto-kill", "1d2", "1d3", "1d4", "1d5")
NO_ATTACK = Attack()


@functools.lru_cache(1000)
def _read(line: str) -> Attack | tuple[Refusal, ...]:
    try:
        found = read_shorthand(line)
    except Malformed as error:  # the user's own tables
        return tuple(Refusal(str(fault), fault.clause) for fault in error.faults)
    return found if isinstance(found, Attack) else tuple(found)


def _attack(line: str) -> Attack:
    found = _read(line)
    return found if isinstance(found, Attack) else NO_ATTACK


def _refuse(line: str, bearer: Bearer, settings: Settings) -> list[Refusal]:
    """What is wrong with the line, or with the attack that it describes."""
    found = _read(line)
    if not isinstance(found, Attack):
        return list(found)
    return [b.refusal() for b in check_attack(found, bearer, settings) if not b.advisory]


# -- what it costs -----------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Buying:
    attack: str = given(RIFLE, "the attack in shorthand")
    role: str = given("individual", "who carries it", choices=ROLES)
    size: str = given("medium", "how large that is", choices=SIZES)
    power: int = given(3, "its own POW, for close combat", 1, 9)
    restricted: bool = given(False, "a vehicle under Restricted Deployment")
    surplus: bool = given(False, "a weapon beyond the vehicle's allotment")

    def bearer(self) -> Bearer:
        vehicle = self.role == VEHICLE
        return Bearer(
            self.role, self.size, self.power, vehicle and self.restricted, vehicle and self.surplus
        )


def price_value(b: Buying, settings: Settings, say: Say) -> int:
    """Every step of the price as a part: what it changed."""
    value = 0
    for step in priced(_attack(b.attack), b.bearer(), settings).steps:
        value += say.part(int(step.after) - value, step.label, step.clause)
    return value


def _price_numbers(b: Buying, settings: Settings) -> Sequence[Explained]:
    return [Explained("PV", price_value, (b, settings))]


def _price(b: Buying, settings: Settings) -> Rules[int]:
    yield from ()
    return priced(_attack(b.attack), b.bearer(), settings).value


def _refuse_price(b: Buying, settings: Settings) -> list[Refusal]:
    return _refuse(b.attack, b.bearer(), settings)


# -- a shot ------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Shooting:
    attack: str = given(RIFLE, "the attack in shorthand")
    skill: int = given(5, "the attacker's RC, or CC in close combat", 0, 9)
    where: str = given("short", "how far away the target is", choices=hitting.WHERE)
    indirect: bool = given(False, "fired indirectly, or blind, as it was bought")
    spotter: bool = given(False, "somebody spots for it")
    aim: int = given(0, "what aiming adds", 0, 5)
    more: int = given(0, "every other modifier", -9, 9)

    def shot(self) -> hitting.Shot:
        return hitting.Shot(
            _attack(self.attack),
            Bearer(),
            self.skill,
            self.where,
            self.indirect,
            self.spotter,
            self.aim,
            self.more,
        )


def _shot_numbers(s: Shooting, settings: Settings) -> Sequence[Explained]:
    return [Explained("to hit", hitting.to_hit, (s.shot(), settings))]


def _shoot(s: Shooting, settings: Settings) -> Rules[hitting.Hit]:
    return hitting.fire(s.shot(), settings)


def _refuse_shot(s: Shooting, settings: Settings) -> list[Refusal]:
    return _refuse(s.attack, Bearer(), settings) or hitting.refuse(s.shot(), settings)


# -- a sweep -----------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Sweeping:
    models: int = given(3, "other models under the template", 1, 8)
    need: int = given(5, "what it takes to hit each", 0, 10)
    melee: bool = given(True, "a close combat sweep")
    parrying: int = given(0, "how many of them, the nearest first, parry", 0, 8)
    combat: int = given(4, "their CC", 0, 9)
    modifier: int = given(0, "their parry modifier", -3, 2)

    def marks(self) -> tuple[sweeping.Mark, ...]:
        parries = sweeping.Mark(self.need, self.combat, self.modifier)
        others = sweeping.Mark(self.need)
        return tuple(parries if n < self.parrying else others for n in range(self.models))


def _sweep_numbers(s: Sweeping, settings: Settings) -> Sequence[Explained]:
    if not s.parrying:
        return []
    return [Explained("to parry", trials.parry_number, (s.combat, s.modifier))]


def _sweep(s: Sweeping, settings: Settings) -> Rules[sweeping.Swept]:
    return sweeping.sweep(s.marks(), s.melee)


# -- tests -------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Knocking:
    bonus: int = given(0, "the bonus that was bought", 0, 5)
    light: bool = given(False, "large models are at -2, as it was bought")
    size: str = given("medium", "the size of the model hit", choices=SIZES)

    def blow(self) -> trials.Blow:
        return trials.Blow(self.bonus, self.light, self.size)


@dataclasses.dataclass(frozen=True)
class Parrying:
    combat: int = given(4, "the defender's CC", 0, 9)
    modifier: int = given(0, "the parry modifier that was bought", -3, 2)


@dataclasses.dataclass(frozen=True)
class Wounding:
    damage: str = given("1d3", "the damage of the attack", choices=DAMAGES)


@dataclasses.dataclass(frozen=True)
class Burning:
    on: int = given(5, "the Flambe that was bought: succeeds on this or less", 5, 7)
    models: int = given(1, "models that were hit", 1, 50)


@dataclasses.dataclass(frozen=True)
class Breaking:
    pieces: int = given(1, "pieces of terrain under the template", 1, 50)


def _knocking(k: Knocking, settings: Settings) -> Sequence[Explained]:
    return [Explained("to knock down", trials.knockdown_number, (k.blow(), settings))]


def _parrying(p: Parrying, settings: Settings) -> Sequence[Explained]:
    return [Explained("to parry", trials.parry_number, (p.combat, p.modifier))]


def _none(situation: Any, settings: Any) -> Sequence[Explained]:
    return []


QUESTIONS: tuple[Question, ...] = (
    Question(
        "attack",
        "What does this attack cost?",
        Buying,
        _price_numbers,
        _price,
        (Outcome("pv", "PV", int),),
        refuse=_refuse_price,
        help='Attacks are written as in "Pitbull: POW 5, AM -1, 12/24/35, 2 uses/turn, '
        'F-A (*2/+2), Parry(CC/+0//RC/-1), damage 1d3, primary".',
    ),
    Question(
        "shot",
        "Will this attack hit, and how often will it deviate?",
        Shooting,
        _shot_numbers,
        _shoot,
        (
            Outcome("hit", "hit", lambda r: int(r.hit)),
            Outcome("critical", "critical hit", lambda r: int(r.critical)),
            Outcome("fumble", "fumble", lambda r: int(r.fumble)),
            Outcome("deviations", "deviation rolls", lambda r: r.deviations),
        ),
        refuse=_refuse_shot,
        gain=lambda r, _: float(r.hit),
        help="The house's test: a d10 equal to or under the number; 1 hits, 10 misses.",
    ),
    Question(
        "sweep",
        "How many models will this sweep hit?",
        Sweeping,
        _sweep_numbers,
        _sweep,
        (
            Outcome("hits", "models hit", lambda r: r.hits),
            Outcome("fumbled", "the turn is over", lambda r: int(r.fumbled)),
            Outcome("parried", "stopped by a parry", lambda r: int(r.parried)),
        ),
        gain=lambda r, _: float(r.hits),
        help="A roll for each model, until a fumble or, in close combat, a parry ends it.",
    ),
    Question(
        "knockdown",
        "Will it be knocked down?",
        Knocking,
        _knocking,
        lambda k, settings: trials.knock_down(k.blow(), settings),
        (Outcome("down", "knocked down", int),),
        gain=lambda r, _: float(r),
    ),
    Question(
        "parry",
        "Will the blow be parried?",
        Parrying,
        _parrying,
        lambda p, settings: trials.parry(p.combat, p.modifier),
        (Outcome("parried", "parried", int),),
        gain=lambda r, _: float(r),
    ),
    Question(
        "damage",
        "How much LIF does a hit cost?",
        Wounding,
        _none,
        lambda w, settings: trials.do_damage(w.damage),
        (Outcome("lif", "LIF lost", int),),
        gain=lambda r, _: float(r),
    ),
    Question(
        "flambe",
        "How many models are set alight?",
        Burning,
        _none,
        lambda b, settings: trials.set_alight(Attack(flambe=b.on), b.models),
        (Outcome("alight", "models set alight", int),),
        gain=lambda r, _: float(r),
    ),
    Question(
        "terrain",
        "How much terrain is destroyed?",
        Breaking,
        _none,
        lambda b, settings: trials.destroy_terrain(
            Attack(destroys_terrain=True), b.pieces, settings
        ),
        (Outcome("destroyed", "pieces destroyed", int),),
        gain=lambda r, _: float(r),
    ),
)
