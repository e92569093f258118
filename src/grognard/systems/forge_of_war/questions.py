"""What players of Forge of War ask: situations in their words, answered by the battle's rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from math import ceil, sqrt
from typing import Any, NamedTuple

from grognard.rules.effects import Call, Rules
from grognard.rules.explained import Explained
from grognard.rules.questions import Chain, Outcome, Question, given
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war import command as commands
from grognard.systems.forge_of_war.command import Command, Rallied, Rally
from grognard.systems.forge_of_war.hits import Losses, Struck, take_hits
from grognard.systems.forge_of_war.melee import Side, assault, meet, to_strike
from grognard.systems.forge_of_war.questions_vehicles import VEHICLE_QUESTIONS
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.shells import (
    Fallen,
    Mark,
    Round,
    Shell,
    barrage,
    fall,
    inches_off,
    laying,
)
from grognard.systems.forge_of_war.stance import STANCES
from grognard.systems.forge_of_war.volley import (
    OVER_SIX,
    STILL,
    UP_TO_SIX,
    Shot,
    attack,
    to_hit,
    volley,
)
from grognard.table.lattice import to_grid

COVERS = ("none", "soft", "hard", "purpose-built", "bunker")
ACTIVATION_COVERS = ("none", "soft", "hard", "fortified")
MOVES = ("no", "up to 6", "over 6")
FIRSTS = ("together", "defender")


def cover_worth(cover: str, bunker: int) -> int:
    """FOW-7.2-04: 1 to 3, and what was agreed for a bunker."""
    return bunker if cover == "bunker" else COVERS.index(cover)


# ---------------------------------------------------------------- tests against CV


@dataclasses.dataclass(frozen=True)
class Activation:
    cv: int = given(7, "Command Value", 1, 10)
    markers: int = given(0, "D-markers carried", 0, 20)
    half: bool = given(False, "at half strength or less")
    terrifying: bool = given(False, "a terrifying enemy within its charge range")
    terrors: int = given(1, "how many of them, where each one counts", 1, 20)
    commander: bool = given(False, 'Force Commander within 12" and in sight')
    no_enemy: bool = given(False, "no enemy in sight")
    cover: str = given("none", "the cover it is in", choices=ACTIVATION_COVERS)

    def command(self, settings: Settings) -> Command:
        return Command(
            self.cv,
            self.markers,
            self.half,
            commands.counted_terrors(self.terrifying, self.terrors, settings),
            self.commander,
            self.no_enemy,
            ACTIVATION_COVERS.index(self.cover),
        )


def _activation_number(a: Activation, settings: Settings) -> Sequence[Explained]:
    return [Explained("to activate", commands.activation_value, (a.command(settings),))]


def _activate(a: Activation, settings: Settings) -> Rules[bool]:
    return commands.activate(a.command(settings), settings)


def _disengage_number(a: Activation, settings: Settings) -> Sequence[Explained]:
    value = commands.activation_value
    if settings.command_test == "markers_only":
        value = commands.command_value
    return [Explained("to disengage", value, (a.command(settings),))]


def _disengage(a: Activation, settings: Settings) -> Rules[bool]:
    return commands.disengage(a.command(settings), settings)


@dataclasses.dataclass(frozen=True)
class Rallying:
    cv: int = given(7, "Command Value", 1, 10)
    markers: int = given(1, "D-markers carried", 0, 20)
    most: int = given(3, "the most markers its training carries", 1, 5)
    start: int = given(10, "figures it started with", 1, 500)
    figures: int = given(10, "figures left", 1, 500)
    terrifying: bool = given(False, "a terrifying enemy within its charge range")
    terrors: int = given(1, "how many of them, where each one counts", 1, 20)
    commander: bool = given(False, 'Force Commander within 12" and in sight')
    no_enemy: bool = given(False, "no enemy in sight")
    slaughtered: bool = given(False, "it has just slaughtered an enemy unit")
    hiding: bool = given(False, "it is hiding (chapter 12)")

    def rally(self, settings: Settings) -> Rally:
        command = Command(
            self.cv,
            self.markers,
            False,
            commands.counted_terrors(self.terrifying, self.terrors, settings),
            self.commander,
            self.no_enemy,
            0,
            self.slaughtered,
            self.hiding,
        )
        return Rally(command, self.start, self.figures, self.most)


def _rally_number(r: Rallying, settings: Settings) -> Sequence[Explained]:
    return [Explained("to rally", commands.rally_value, (r.rally(settings).command,))]


def _rally(r: Rallying, settings: Settings) -> Rules[Rallied]:
    return commands.rally(r.rally(settings), settings)


def _refuse_rally(r: Rallying, settings: Settings) -> list[Refusal]:
    if r.figures > r.start:
        return [
            Refusal("more figures left than it started with", "FOW-5.3-01", f"at most {r.start}")
        ]
    return []


# ---------------------------------------------------------------- shooting


@dataclasses.dataclass(frozen=True)
class Shooting:
    shooters: int = given(10, "figures that shoot", 0, 200)
    weight: int = given(1, "weight of fire: dice for each", 0, 20)
    sv: int = given(7, "Shooting Value", 1, 10)
    markers: int = given(0, "D-markers on the shooters", 0, 20)
    wv: int = given(1, "Weapon Value", 0, 20)
    moved: str = given("no", "inches they move this turn, before or after", choices=MOVES)
    far: bool = given(False, "target over half the weapon's range")
    near: bool = given(False, 'target within 3", not in contact')
    av: int = given(1, "target's Armour Value", 0, 30)
    cover: str = given("none", "target's cover", choices=COVERS)
    bunker: int = given(4, "what a bunker is worth, as agreed", 4, 20)
    fast: bool = given(False, 'target has moved over 6" this turn')
    figures: int = given(10, "target figures that the shooters see", 1, 500)
    wounds: int = given(1, "wounds of each target figure", 1, 20)
    target_markers: int = given(0, "D-markers on the target", 0, 20)
    target_most: int = given(3, "the most markers the target's training carries", 1, 5)
    cautious: bool = given(False, "the shooters are Cautious (chapter 12)")
    stance: str = given("normal", "target's stance (chapter 12)", choices=STANCES)

    def shot(self) -> Shot:
        worth = cover_worth(self.cover, self.bunker)
        return Shot(
            self.shooters * self.weight,
            self.sv,
            self.markers,
            self.av,
            self.wv,
            worth,
            self.far,
            self.near,
            (STILL, UP_TO_SIX, OVER_SIX)[MOVES.index(self.moved)],
            self.fast,
            stance=STANCES.index(self.stance),
            cautious=self.cautious,
        )

    def struck(self) -> Struck:
        return Struck(1, self.target_markers, self.target_most, self.figures * self.wounds)


@dataclasses.dataclass(frozen=True)
class Fire:
    """A whole unit's fire as it stands on a table: several weapons, several ranges.

    `markers` are those that snipers give in any case, `flames` the die of each flame thrower
    and the target's figures that it would catch, `rounds` the shells that fall by chapter 14.
    """

    shots: tuple[Shot, ...]
    target: Struck
    markers: int = 0
    flames: tuple[tuple[Shot, int], ...] = ()
    rounds: tuple[Round, ...] = ()


def _shooting_numbers(s: Shooting | Fire, settings: Settings) -> Sequence[Explained]:
    if isinstance(s, Fire):
        shots = [*s.shots, *(shot for shot, _ in s.flames)]
        shells = [Explained("fall of shot", laying, (r.shell,)) for r in s.rounds]
        shots += [r.shot for r in s.rounds]
        return shells + [
            Explained(f"{shot.weapon} to hit", to_hit, (shot, settings)) for shot in shots
        ]
    return [Explained("to hit", to_hit, (s.shot(), settings))]


def _shooting(s: Shooting | Fire, settings: Settings) -> Rules[Losses]:
    if isinstance(s, Fire):
        return fired(s, settings)
    return attack((s.shot(),), s.struck(), settings, 0)


def fired(s: Fire, settings: Settings) -> Rules[Losses]:
    """The automatic markers first (FOW-16-27), then all hits; flames hit all they catch; shells
    fall last."""
    hits = yield from volley(s.shots, settings, 0)
    for shot, caught in s.flames:
        if settings.flame == "roll_each":
            hits += yield from volley((shot._replace(dice=caught),), settings, 0)
        elif settings.flame == "automatic" or (yield from volley((shot,), settings, 0)):
            hits += caught
    target = s.target._replace(markers=s.target.markers + s.markers)
    losses = yield from take_hits(hits, target)
    if s.rounds:
        more = yield from shelled(
            s.rounds, target._replace(markers=target.markers + losses.markers), settings
        )
        losses = Losses(
            losses.hits + more.hits, losses.wounds + more.wounds, losses.markers + more.markers
        )
    return Losses(losses.hits, losses.wounds, losses.markers + s.markers)


def shelled(rounds: tuple[Round, ...], target: Struck, settings: Settings) -> Rules[Losses]:
    """A barrage, and what its target makes of it: only those under a template can fall."""
    burst = yield from barrage(rounds, settings, 0)
    return (yield from take_hits(burst.hits, target._replace(seen=burst.wounds(rounds[0].marks))))


def damage(losses: Losses) -> float:
    """What an attack is worth: a figure counts double a marker."""
    return 2.0 * losses.wounds + losses.markers


LOSSES = (
    Outcome("hits", "hits", lambda r: r.hits),
    Outcome("lost", "figures (wounds) lost", lambda r: r.wounds),
    Outcome("markers", "D-markers taken", lambda r: r.markers),
)


# ---------------------------------------------------------------- indirect fire (chapter 14)


@dataclasses.dataclass(frozen=True)
class Laying:
    sv: int = given(7, "the gunners' Shooting Value", 1, 10)
    markers: int = given(0, "D-markers on the gunners", 0, 20)
    spotter: int = given(7, "the spotters' Shooting Value", 1, 10)
    spotter_markers: int = given(0, "D-markers on the spotters", 0, 20)
    accurate: bool = given(False, "an accurate weapon: one d10 at any range")
    far: bool = given(False, "target over half the weapon's range")

    def shell(self) -> Shell:
        return Shell(
            self.sv, self.markers, self.spotter, self.spotter_markers, self.accurate, self.far
        )


def _laying_number(s: Laying, settings: Settings) -> Sequence[Explained]:
    return [Explained("fall of shot", laying, (s.shell(),))]


def _laid(s: Laying, settings: Settings) -> Rules[Fallen]:
    return fall(s.shell(), settings, 0)


@dataclasses.dataclass(frozen=True)
class Bombardment(Laying):
    shells: int = given(1, "shells, all aimed at the middle", 1, 6)
    blast: float = given(3.0, "inches across the template", 1, 12)
    wv: int = given(1, "Weapon Value", 0, 20)
    weight: int = given(3, "weight of fire, where it limits the dice", 1, 20)
    av: int = given(1, "target's Armour Value", 0, 30)
    cover: str = given("none", "target's cover", choices=COVERS)
    bunker: int = given(4, "what a bunker is worth, as agreed", 4, 20)
    stance: str = given("normal", "target's stance (chapter 12)", choices=STANCES)
    figures: int = given(10, "target figures, in a square", 1, 40)
    apart: float = given(1.0, "inches from base to base (of 25 mm)", 0, 2)
    wounds: int = given(1, "wounds of each target figure", 1, 20)
    target_markers: int = given(0, "D-markers on the target", 0, 20)
    target_most: int = given(3, "the most markers the target's training carries", 1, 5)

    def round(self, settings: Settings) -> Round:
        rows = settings.burst_modifiers
        shot = Shot(
            0,
            self.sv,
            self.markers,
            self.av,
            self.wv,
            far=rows and self.far,
            stance=STANCES.index(self.stance),
        )
        shell = self.shell()._replace(blast=self.blast)
        return Round(shell, shot, self.weight, self._square())

    def _square(self) -> tuple[Mark, ...]:
        """Ranks as long as there are ranks; the middle one of all is aimed at."""
        files = ceil(sqrt(self.figures))
        step = self.apart + BASE
        cover = cover_worth(self.cover, self.bunker)
        places = [(n // files * step, n % files * step) for n in range(self.figures)]
        mx = sum(x for x, _ in places) / len(places)
        my = sum(y for _, y in places) / len(places)
        ax, ay = min(places, key=lambda p: ((p[0] - mx) ** 2 + (p[1] - my) ** 2, p))
        return tuple(
            Mark(to_grid(x - ax), to_grid(y - ay), to_grid(BASE / 2.0), cover, self.wounds)
            for x, y in places
        )

    def struck(self) -> Struck:
        return Struck(1, self.target_markers, self.target_most, 0)


BASE = 25 / 25.4
"""Inches across most bases."""


def _bombardment_numbers(s: Bombardment, settings: Settings) -> Sequence[Explained]:
    r = s.round(settings)
    shot = r.shot._replace(cover=r.marks[0].cover)
    return [
        Explained("fall of shot", laying, (r.shell,)),
        Explained("to hit", to_hit, (shot, settings)),
    ]


def _bombard(s: Bombardment, settings: Settings) -> Rules[Losses]:
    return shelled((s.round(settings),) * s.shells, s.struck(), settings)


# ---------------------------------------------------------------- close combat


@dataclasses.dataclass(frozen=True)
class CloseCombat:
    figures: int = given(10, "attacking figures in contact", 1, 200)
    fv: int = given(6, "their Fighting Value, pistols counted in", 0, 11)
    av: int = given(1, "their Armour Value", 0, 30)
    markers: int = given(0, "their D-markers", 0, 20)
    most: int = given(3, "the most markers they carry", 1, 5)
    attacks: int = given(1, "their attacks each", 1, 10)
    weapon: int = given(0, "their close combat weapon's value", 0, 10)
    foe_figures: int = given(10, "defending figures in contact", 1, 200)
    foe_fv: int = given(6, "their Fighting Value, pistols counted in", 0, 11)
    foe_av: int = given(1, "their Armour Value", 0, 30)
    foe_markers: int = given(0, "their D-markers", 0, 20)
    foe_most: int = given(3, "the most markers they carry", 1, 5)
    foe_attacks: int = given(1, "their attacks each", 1, 10)
    foe_weapon: int = given(0, "their close combat weapon's value", 0, 10)
    obstacle: bool = given(False, "they defend an obstacle or hard cover this turn")
    first: str = given("together", "who strikes first", choices=FIRSTS)
    charging: bool = given(True, "the attackers have just charged")
    foe_hiding: bool = given(False, "the defenders are Hiding (chapter 12)")
    hard: bool = given(False, "what they defend is hard cover")

    def attacker(self) -> Side:
        return Side(
            0,
            self.figures,
            self.fv,
            self.av,
            self.markers,
            self.most,
            self.attacks,
            self.weapon,
            False,
            self.charging,
        )

    def defender(self) -> Side:
        return Side(
            1,
            self.foe_figures,
            self.foe_fv,
            self.foe_av,
            self.foe_markers,
            self.foe_most,
            self.foe_attacks,
            self.foe_weapon,
            self.obstacle,
            hiding=self.foe_hiding,
            hard=self.hard,
        )


class Met(NamedTuple):
    """Both units after a round."""

    figures: int
    markers: int
    foe_figures: int
    foe_markers: int


def _combat_numbers(c: CloseCombat, settings: Settings) -> Sequence[Explained]:
    a, d = c.attacker(), c.defender()
    out = []
    if a.fv:
        out.append(Explained("attackers to strike", to_strike, (a.against(d), settings)))
    if d.fv:
        out.append(Explained("defenders to strike", to_strike, (d.against(a), settings)))
    return out


def _combat(c: CloseCombat, settings: Settings) -> Rules[Met]:
    a, d = yield from meet(c.attacker(), c.defender(), -FIRSTS.index(c.first), settings)
    return Met(a.figures, a.markers, d.figures, d.markers)


COMBAT = (
    Outcome("figures", "attackers left", lambda r: r.figures),
    Outcome("markers", "attackers' D-markers", lambda r: r.markers),
    Outcome("foe_figures", "defenders left", lambda r: r.foe_figures),
    Outcome("foe_markers", "defenders' D-markers", lambda r: r.foe_markers),
)


# ---------------------------------------------------------------- to the end


@dataclasses.dataclass(frozen=True)
class Duel(CloseCombat):
    shielded: int = given(1, "rounds fought in the turn of the charge", 1, 2)


class Standing(NamedTuple):
    """A duel between two rounds. `first` is -1 while the defender has the first strike, `left`
    the rounds that are still fought in the turn of the charge."""

    attacker: Side
    defender: Side
    first: int = 0
    left: int = 0


def _begin(d: Duel) -> Standing:
    return Standing(d.attacker(), d.defender(), -FIRSTS.index(d.first), d.shielded)


def _round(s: Standing, settings: Settings) -> list[Call[Any]]:
    """At once, each half for itself (FOW-9.2-01), or one after the other (FOW-9.2-02)."""
    if s.first < 0:
        return [Call(meet, s.attacker, s.defender, s.first, settings)]
    return [
        Call(assault, s.defender, s.attacker, settings),
        Call(assault, s.attacker, s.defender, settings),
    ]


def _after(s: Standing, results: Sequence[Any]) -> Standing:
    """Only the first round knows who strikes first (FOW-9.2-04) and who has charged; an obstacle
    counts in the turn of the charge (FOW-9.3-05)."""
    a, d = results[0] if s.first < 0 else results
    if s.left == 0:
        return Standing(a, d)
    return Standing(
        a._replace(charging=False),
        d._replace(obstacle=d.obstacle and s.left > 1, hard=d.hard and s.left > 1),
        0,
        s.left - 1,
    )


def _over(s: Standing) -> bool:
    return s.attacker.figures <= 0 or s.defender.figures <= 0


DUEL = Chain(_begin, _round, _after, _over)


def _refuse_duel(d: Duel, settings: Settings) -> list[Refusal]:
    a, b = d.attacker(), d.defender()
    if a.fv <= 0 and b.fv <= 0:
        return [Refusal("neither side strikes a blow", "FOW-GAP-46", "a Fighting Value over 0")]
    return []


ENDS = (
    Outcome("won", "the attackers win", lambda s: int(s.attacker.figures > 0)),
    Outcome("lost", "the defenders win", lambda s: int(s.defender.figures > 0)),
    Outcome("figures", "attackers left", lambda s: s.attacker.figures),
    Outcome("foe_figures", "defenders left", lambda s: s.defender.figures),
)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "activation",
        "Will this unit activate?",
        Activation,
        _activation_number,
        _activate,
        (Outcome("activated", "activated", int),),
        gain=lambda r, _: float(r),
        help="A d10 equal to or under the Command Value as it stands; a natural 10 fails.",
    ),
    Question(
        "rally",
        "How many D-markers will it remove?",
        Rallying,
        _rally_number,
        _rally,
        (
            Outcome("removed", "markers removed", lambda r: r.removed),
            Outcome("passes", "the initiative passes", lambda r: int(r.passes)),
        ),
        refuse=_refuse_rally,
        gain=lambda r, _: float(r.removed),
        help="A d10 against the Command Value less the markers: one goes for each point under it, "
        "but heavy losses leave one or two for good.",
    ),
    Question(
        "disengage",
        "Will it get out of close combat?",
        Activation,
        _disengage_number,
        _disengage,
        (Outcome("disengaged", "disengaged", int),),
        gain=lambda r, _: float(r),
        help="A d10 equal to or under the Command Value; failing costs a D-marker.",
    ),
    Question(
        "shooting",
        "What will this fire do?",
        Shooting,
        _shooting_numbers,
        _shooting,
        LOSSES,
        gain=lambda r, _: damage(r),
        help="One d10 for each figure and each point of its weapon's weight of fire. The owner "
        "of the target takes each hit as a lost figure or as a D-marker.",
    ),
    Question(
        "deviation",
        "How far off will the shell fall?",
        Laying,
        _laying_number,
        _laid,
        (Outcome("off", "inches off the point", inches_off),),
        gain=lambda r, _: -float(inches_off(r)),
        help="Chapter 14: one or two d10 less the lower Shooting Value of gunners and spotters.",
    ),
    Question(
        "indirect-fire",
        "What will these shells do?",
        Bombardment,
        _bombardment_numbers,
        _bombard,
        LOSSES,
        gain=lambda r, _: damage(r),
        help="Chapter 14: shells scatter, and everybody under the template is attacked. The "
        "target stands in a square, and its middle is aimed at. Of more than two shells it is not "
        "kept whom they fell on: then anybody may be lost.",
    ),
    Question(
        "close-combat",
        "How will this round of close combat go?",
        CloseCombat,
        _combat_numbers,
        _combat,
        COMBAT,
        gain=lambda r, s: float(
            2 * (s.foe_figures - r.foe_figures)
            - 2 * (s.figures - r.figures)
            + r.foe_markers
            - r.markers
        ),
        help="Only figures in contact count: they strike, and only they can be lost.",
    ),
    Question(
        "duel",
        "Who is left when both fight on to the end?",
        Duel,
        _combat_numbers,
        DUEL.play,
        ENDS,
        refuse=_refuse_duel,
        chain=DUEL,
        help="Close combat round after round until one side is gone: nobody disengages, runs or "
        "rallies, and all figures stay in contact. The numbers are those of the first round.",
    ),
    *VEHICLE_QUESTIONS,
)
