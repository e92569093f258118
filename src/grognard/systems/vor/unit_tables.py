"""The tables that models and vehicles are bought from: the document's, the house's, one's own.

>>> t = tables()
>>> t.statistics["POW", "small"].squad, t.changes["TC"].better, t.combat[9]
(4, 5, (36, 27))
"""

from __future__ import annotations

import dataclasses
import functools
from pathlib import Path
from typing import Final

from grognard.forces.catalogue import plain_word
from grognard.forces.document import Document, Row, read
from grognard.systems.vor.attack_tables import DATA, SIZES, own_file

FILE: Final = "units.toml"
MOST: Final = 1000

STATISTICS: Final = ("MP", "CC", "RC", "POW", "BOD", "AR", "SHD", "GUT", "BRN", "LIF")
LOWERABLE: Final = ("CC", "RC", "BRN")
"""These may go down to 0 (VOR-STA-12)."""

OF_VEHICLES: Final = ("MP", "TC", "POW", "BOD", "LIF", "AR", "SHD")
WALKER: Final = "walker"
CLASSES: Final = ("wheeled", "tracked", "hover", WALKER, "light flyer", "heavy flyer")
TIGHT: Final = ("tracked", WALKER, "light flyer")
"""These may have a TC of 0 (VOR-VST-11)."""


@dataclasses.dataclass(slots=True)
class Statistic:
    """A statistic of models of one size: where it starts, its listed maxima, PV for a point."""

    name: str
    base: int
    squad: int
    individual: int
    pv: int
    house: bool

    def listed(self, alone: bool) -> int:
        """The listed maximum; `alone`: of leaders and individuals."""
        return self.individual if alone else self.squad


@dataclasses.dataclass(slots=True)
class Change:
    """What changing a statistic of a vehicle costs, and how far it may go."""

    name: str
    better: int
    worse: int
    percent: int
    points: int
    least: int
    most: int
    clause: str
    house: bool


@dataclasses.dataclass(slots=True)
class Base:
    """A vehicle as it is before anything is changed (VOR-GAP-20)."""

    name: str
    kind: str
    pv: int
    stats: dict[str, int]
    transport: int
    standard: int
    heavy: int
    house: bool


class Tables:
    """All tables of this chapter."""

    def __init__(self) -> None:
        self.statistics: dict[tuple[str, str], Statistic] = {}
        self.changes: dict[str, Change] = {}
        self.combat: dict[int, tuple[int, int]] = {}  # RC and CC, by value
        self.own_combat: set[int] = set()
        self.vehicles: dict[str, Base] = {}  # by their plain names


@functools.cache
def tables() -> Tables:
    """The shipped tables, with those of the user's own file over them if there is one."""
    return load_tables(own_file(FILE))


def load_tables(own: Path | None = None) -> Tables:
    """The shipped tables, with the rows of a file over them. Raises `Malformed`."""
    made = Tables()
    _fill(made, read(DATA / FILE), False)
    if own is not None:
        _fill(made, read(own), True)
    return made


def _fill(made: Tables, document: Document, own: bool) -> None:
    root = document.row
    for row in root.tables("statistics", MOST):
        name, size = row.choice("statistic", STATISTICS), row.choice("size", SIZES)
        base, squad = row.whole("base", 0, 20), row.whole("squad", 0, 20)
        alone, pv = row.whole("individual", 0, 20), row.whole("pv", 0, MOST)
        house = row.flag("house", own)
        made.statistics[name, size] = Statistic(name, base, squad, alone, pv, house)
        row.done()
    for row in root.tables("vehicle_statistics", MOST):
        change = _change(row, own)
        made.changes[change.name] = change
        row.done()
    for row in root.tables("vehicle_combat", MOST):
        value = row.whole("value", 1, 20)
        made.combat[value] = (row.whole("rc", 0, MOST), row.whole("cc", 0, MOST))
        if row.flag("house", own):
            made.own_combat.add(value)
        row.done()
    for row in root.tables("vehicles", MOST):
        base_vehicle = _base(row, own)
        made.vehicles[plain_word(base_vehicle.name)] = base_vehicle
        row.done()
    root.done()
    document.close()


def _change(row: Row, own: bool) -> Change:
    return Change(
        row.choice("statistic", OF_VEHICLES),
        row.whole("better", 0, MOST),
        row.whole("worse", -MOST, 0),
        row.whole("percent", 0, 1000, 0),
        row.whole("points", 0, 50, 0),
        row.whole("least", 0, 50, 0),
        row.whole("most", 0, 50, 50),
        row.text("clause", "VOR-VST-01"),
        row.flag("house", own),
    )


def _base(row: Row, own: bool) -> Base:
    name, kind = row.text("name"), row.choice("class", CLASSES)
    pv = row.whole("pv", 0, MOST)
    stats = {statistic: row.whole(statistic, 0, 50) for statistic in OF_VEHICLES}
    transport = row.whole("transport", 0, 100, 0)
    standard, heavy = row.whole("standard", 0, 20), row.whole("heavy", 0, 20)
    return Base(name, kind, pv, stats, transport, standard, heavy, row.flag("house", own))
