"""A sweep: everybody under its template is attacked, one after the other."""

from __future__ import annotations

from typing import NamedTuple

from grognard.rules.effects import Rules, Tell, die
from grognard.systems.vor.hitting import SIDES, read_roll
from grognard.systems.vor.trials import parry


class Mark(NamedTuple):
    """A model under the template: what it takes to hit it, and how it parries. `parry` None: it
    cannot parry such an attack.
    """

    need: int
    combat: int = 0
    parry: int | None = None


class Swept(NamedTuple):
    """What came of it."""

    hits: int
    rolled: int  # models that were rolled for
    fumbled: bool = False  # the attacker's turn is over
    parried: bool = False  # a parry stopped it


def sweep(marks: tuple[Mark, ...], melee: bool) -> Rules[Swept]:
    """A roll for each model (VOR-SWP-08), in the attacker's order, nearest first as a rule
    (VOR-GAP-53). A fumble ends it and the turn (VOR-SWP-10); in close combat so does the first
    parry end the sweep (VOR-SWP-11).
    """
    hits = 0
    for n, mark in enumerate(marks, 1):
        face = yield from die(SIDES, "to hit")
        result = read_roll(face, mark.need)
        if result.fumble:
            yield from Tell("fumble", "the attacker's turn is over", clause="VOR-SWP-10")
            return Swept(hits, n, fumbled=True)
        if not result.hit:
            continue
        parried = False
        if mark.parry is not None:
            parried = yield from parry(mark.combat, mark.parry)
        if parried and melee:
            return Swept(hits, n, parried=True)
        hits += not parried
    return Swept(hits, len(marks))
