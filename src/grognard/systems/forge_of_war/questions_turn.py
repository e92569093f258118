"""What players ask of a turn: who still acts before the initiative is gone, and whether markers or
figures are the better price of hits."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

from grognard.rules.effects import Call, Rules
from grognard.rules.explained import Explained
from grognard.rules.questions import Outcome, Question, given
from grognard.systems.forge_of_war.command import Command, Rally, activate, activation_value, rally
from grognard.systems.forge_of_war.hits import Struck as Target
from grognard.systems.forge_of_war.hits import split
from grognard.systems.forge_of_war.settings import Settings
from grognard.systems.forge_of_war.volley import Shot, pool, to_hit

LOWEST, HIGHEST = -10, 16

# ---------------------------------------------------------------- one after the other


@dataclasses.dataclass(frozen=True)
class Run:
    """So many units in this order; Command Values as modified, markers counted off."""

    units: int = given(3, "units that are attempted, one after the other", 1, 6)
    first: int = given(7, "Command Value of the first, all modifiers in", LOWEST, HIGHEST)
    second: int = given(7, "of the second", LOWEST, HIGHEST)
    third: int = given(7, "of the third", LOWEST, HIGHEST)
    fourth: int = given(7, "of the fourth", LOWEST, HIGHEST)
    fifth: int = given(7, "of the fifth", LOWEST, HIGHEST)
    sixth: int = given(7, "of the sixth", LOWEST, HIGHEST)
    rallying: int = given(0, "how many of them, the last ones, rally instead", 0, 6)

    def values(self) -> tuple[int, ...]:
        every = (self.first, self.second, self.third, self.fourth, self.fifth, self.sixth)
        return every[: self.units]


def _run_numbers(r: Run, settings: Settings) -> Sequence[Explained]:
    return [
        Explained(f"unit {n + 1} to activate", activation_value, (Command(value),))
        for n, value in enumerate(r.values()[: max(0, r.units - r.rallying)])
    ]


class Acted(NamedTuple):
    """How many have had their way, and whether all of them."""

    units: int
    everybody: bool


def _run(r: Run, settings: Settings) -> Rules[Acted]:
    """FOW-4.1-14, FOW-4.1-15: on and on until one fails; how many have had their way. A rally
    that passes the initiative ends it too (FOW-GAP-10)."""
    values = r.values()
    rallies = max(0, r.units - r.rallying)
    for n, value in enumerate(values):
        if n < rallies:
            if not (yield from Call(activate, Command(value), settings)):
                return Acted(n, False)
        else:
            unit = Rally(Command(value + 1, markers=1), 1, 1, 5)
            if (yield from Call(rally, unit, settings)).passes:
                return Acted(n, False)
    return Acted(len(values), True)


# ---------------------------------------------------------------- figures or markers


@dataclasses.dataclass(frozen=True)
class Taking:
    """Hits on a unit that wants to activate next and shoot."""

    hits: int = given(2, "hits it has to take", 1, 60)
    figures: int = given(10, "its figures", 1, 200)
    start: int = given(10, "figures it started with", 1, 200)
    markers: int = given(0, "D-markers it carries", 0, 20)
    most: int = given(3, "the most markers its training carries", 1, 5)
    cv: int = given(7, "its Command Value, but for markers and losses", 1, 12)
    weight: int = given(1, "weight of fire: dice for each figure", 0, 20)
    need: int = given(6, "what it would need to hit, but for markers", LOWEST, HIGHEST)


class After(NamedTuple):
    """How it fares when it pays with figures, and when with markers: figures left, whether it
    activates, and the hits of its next fire."""

    left: int
    activates: bool
    hits: int
    marked_left: int
    marked_activates: bool
    marked_hits: int


def _ways(t: Taking) -> tuple[tuple[int, int], tuple[int, int]]:
    """Figures and markers after the one way and after the other (FOW-5.1-01)."""
    least, most = split(t.hits, Target(0, t.markers, t.most, t.figures))
    return tuple(  # type: ignore[return-value]
        (t.figures - min(t.hits - d, t.figures), t.markers + d) for d in (least, most)
    )


def _command(t: Taking, figures: int, markers: int) -> Command:
    return Command(t.cv, markers, 2 * figures <= t.start)


def _shot(t: Taking, figures: int, markers: int) -> Shot:
    return Shot(figures * t.weight, t.need, markers)


def _taking_numbers(t: Taking, settings: Settings) -> Sequence[Explained]:
    out: list[Explained] = []
    for words, (figures, markers) in zip(("figures lost", "markers taken"), _ways(t), strict=True):
        if figures:
            out.append(
                Explained(
                    f"{words}, to activate", activation_value, (_command(t, figures, markers),)
                )
            )
            out.append(
                Explained(f"{words}, to hit", to_hit, (_shot(t, figures, markers), settings))
            )
    return out


def _taking(t: Taking, settings: Settings) -> Rules[After]:
    fates: list[tuple[int, bool, int]] = []
    for figures, markers in _ways(t):
        acts, hits = False, 0
        if figures:
            acts = yield from Call(activate, _command(t, figures, markers), settings)
            if acts:
                hits = yield from Call(pool, _shot(t, figures, markers), settings)
        fates.append((figures, acts, hits))
    return After(*fates[0], *fates[1])


TURN_QUESTIONS: tuple[Question, ...] = (
    Question(
        "activation-chain",
        "How many units act before I lose the initiative?",
        Run,
        _run_numbers,
        _run,
        (
            Outcome("acted", "units that had their way", lambda r: r.units),
            Outcome("all", "all of them did", lambda r: int(r.everybody)),
        ),
        gain=lambda r, _: float(r.units),
        help="Unit after unit until one fails: a d10 equal to or under each Command Value.",
    ),
    Question(
        "taking-hits",
        "Shall it take these hits as figures or as markers?",
        Taking,
        _taking_numbers,
        _taking,
        (
            Outcome("left", "figures lost: figures left", lambda r: r.left),
            Outcome("activates", "figures lost: it activates", lambda r: int(r.activates)),
            Outcome("hits", "figures lost: hits of its next fire", lambda r: r.hits),
            Outcome("marked_left", "markers taken: figures left", lambda r: r.marked_left),
            Outcome(
                "marked_activates", "markers taken: it activates", lambda r: int(r.marked_activates)
            ),
            Outcome("marked_hits", "markers taken: hits of its next fire", lambda r: r.marked_hits),
        ),
        gain=lambda r, _: float(r.hits),
        help="Both ways side by side: as few markers as the rules let it take, or as many; then "
        "its next attempt and the fire that follows it.",
    ),
)
