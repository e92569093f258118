"""What would my squad be? From a description of figures to a profile (FOW-15.1-01).

The document's advice is to take the generic types as the basis and to modify them. So the row is
sought that is nearest in training and armour among the kind of troops described; what the
description adds is one point up or down (house value), and armour is that of the armour table.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Final, NamedTuple

from grognard.rules.effects import Rules, Tell
from grognard.rules.explained import Explained, Say
from grognard.rules.questions import Outcome, Question, given
from grognard.rules.refusal import Refusal
from grognard.systems.forge_of_war.points import unit_points
from grognard.systems.forge_of_war.profiles import (
    Catalogue,
    DataError,
    ForceUnit,
    Profile,
    Troop,
    format_profile,
    own_catalogue,
)
from grognard.systems.forge_of_war.settings import Settings

TRAININGS: Final = ("Horde", "Militia", "Professional", "Veteran", "Elite")
KINDS: Final = ("human", "modified", "brutes", "tech aliens", "hivers")
SKILLS: Final = ("worse", "usual", "better")

LOWEST, HIGHEST = 1, 10


@dataclasses.dataclass(frozen=True)
class Squad:
    """The figures as their owner sees them."""

    kind: str = given("human", "what they are", choices=KINDS)
    training: str = given("Professional", "how well they are trained", choices=TRAININGS)
    armour: str = given("Flak", "what they wear, a kind of armour or an example of the table")
    spirit: str = given("usual", "their leaders and their spirit, for such troops", choices=SKILLS)
    shooting: str = given("usual", "how they shoot, for such troops", choices=SKILLS)
    fighting: str = given("usual", "how they fight hand to hand", choices=SKILLS)
    figures: int = given(8, "how many there are", 1, 100)
    weapon: str = given("", "what they carry, by its name in the list; nothing: as usual for them")


def kin(kind: str, catalogue: Catalogue) -> list[Troop]:
    """The rows that are meant by a kind, in the order of the document."""
    return [row for row in catalogue.troops.values() if (row.family or row.listing).lower() == kind]


def nearest(s: Squad, catalogue: Catalogue) -> Troop:
    """The row nearest in training, then in armour, leaders last; the first of those."""
    av = catalogue.armour_value(s.armour)

    def off(row: Troop) -> tuple[int, bool, int]:
        bands = [TRAININGS.index(t.name) for t in row.trainings if t.name in TRAININGS]
        wanted = TRAININGS.index(s.training)
        return min(abs(n - wanted) for n in bands), row.base.leader, abs(row.base.av - av)

    return min(kin(s.kind, catalogue), key=off)


def profile_of(s: Squad) -> Profile:
    """The profile that the description comes to."""
    catalogue = own_catalogue()
    row = nearest(s, catalogue).base
    weapons = row.weapons
    if s.weapon:
        weapons = (catalogue.weapon(s.weapon),)
    return dataclasses.replace(
        row,
        name=f"like {row.name}",
        training=catalogue.training(s.training),
        cv=_bounded(row.cv + _step(s.spirit)),
        sv=_bounded(row.sv + _step(s.shooting)),
        fv=_bounded(row.fv + _step(s.fighting)),
        av=catalogue.armour_value(s.armour),
        weapons=weapons,
    )


def _step(skill: str) -> int:
    return SKILLS.index(skill) - 1


def _bounded(value: int) -> int:
    """FOW-3.1-07."""
    return min(max(value, LOWEST), HIGHEST)


class Value(NamedTuple):
    """One of the values, for its explanation."""

    row: str
    clause: str
    printed: int
    skill: int
    what: str


def value_of(v: Value, say: Say) -> int:
    """What the nearest row has, one up or down, and never out of range."""
    value = say.part(v.printed, f"as {v.row}", v.clause)
    value += say.part(v.skill, v.what, "FOW-15.1-01")
    held = _bounded(value)
    if held != value:
        say.part(held - value, "no value goes further", "FOW-3.1-07")
    return held


def armour_of(name: str, say: Say) -> int:
    catalogue = own_catalogue()
    kind = catalogue.printed_name("armour", name)
    return say.part(catalogue.armours[kind].av, kind, "FOW-3.4-01")


def _numbers(s: Squad, settings: Settings) -> Sequence[Explained]:
    row = nearest(s, own_catalogue()).base
    clause = row.clause.split(",")[0]
    out = [
        Explained(name, value_of, (Value(row.name, clause, printed, _step(skill), skill),))
        for name, printed, skill in (
            ("Command Value", row.cv, s.spirit),
            ("Shooting Value", row.sv, s.shooting),
            ("Fighting Value", row.fv, s.fighting),
        )
    ]
    return [*out, Explained("Armour Value", armour_of, (s.armour,))]


class Converted(NamedTuple):
    """The squad in short, what it carries of markers, and what it costs."""

    profile: str
    markers: int
    points: int


def _convert(s: Squad, settings: Settings) -> Rules[Converted]:
    profile = profile_of(s)
    arms = tuple((weapon, s.figures) for weapon in profile.weapons[:1])
    unit = ForceUnit(profile.name, profile, s.figures, arms)
    words = f"{format_profile(profile)}, {profile.training.name}"
    yield from Tell("profile", "{}: {}", profile.name, words, clause="FOW-15.1-01")
    return Converted(words, profile.markers, unit_points(unit).value)


def _refuse(s: Squad, settings: Settings) -> list[Refusal]:
    catalogue = own_catalogue()
    out: list[Refusal] = []
    try:
        catalogue.armour_value(s.armour)
    except DataError as error:
        out.append(Refusal(error.why, "FOW-3.4-01", "one of " + ", ".join(catalogue.armours)))
    try:
        if s.weapon and not catalogue.weapon(s.weapon).ranged:
            out.append(Refusal(f"{s.weapon} is for close combat", "FOW-16.1-03", "a gun"))
    except DataError as error:
        out.append(Refusal(error.why, "FOW-16.1-03", "a weapon of the list"))
    return out


FORCE_QUESTIONS: tuple[Question, ...] = (
    Question(
        "convert",
        "What would my squad be?",
        Squad,
        _numbers,
        _convert,
        (
            Outcome("markers", "D-markers it can carry", lambda c: c.markers),
            Outcome("points", "points of the whole squad (house values)", lambda c: c.points),
        ),
        refuse=_refuse,
        help="The generic row nearest in training and armour, one point better or worse where "
        "you say so, in the armour that the figures wear.",
    ),
)
