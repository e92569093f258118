"""Models, squads, vehicles and force lists as they are designed: plain values.

A squad in a file; a model after the first takes from it what it does not give itself:

    system = "vor"
    design = "squad"
    name = "Rifles"
    role = "basic"

    [[models]]
    name = "Rifleman"
    count = 8
    stats = { RC = 5, GUT = 5 }
    attacks = [{ name = "Rifle", power = 4, range = "12/24/35", primary = true }]

    [[models]]
    name = "Gunner"
    count = 1
    most = 2
    without = ["Rifle"]
    more = [{ name = "Cannon", power = 7, range = "15/30/45", primary = true }]
"""

from __future__ import annotations

import dataclasses
from typing import Final

from grognard.systems.vor.attacks import (
    BASIC,
    ELITE,
    INDIVIDUAL,
    ITEM,
    LEADER,
    VEHICLE,
    Attack,
    Bearer,
)
from grognard.systems.vor.unit_tables import Base, tables

SQUADS: Final = (BASIC, ELITE)
ALONE: Final = (LEADER, INDIVIDUAL)
"""These have the column of individuals, and no coherency."""

VEHICLE_SQUAD: Final = "vehicle squad"
COHERENCY: Final = 3
UNARMED: Final = "unarmed"


@dataclasses.dataclass(slots=True)
class Ability:
    """A special ability: of the user's own, for the document prices none (VOR-GAP-51)."""

    name: str
    pv: int = 0


@dataclasses.dataclass(slots=True)
class Model:
    """A model, and how many of it a squad has: usually, at least and at most."""

    name: str = ""
    role: str = INDIVIDUAL
    size: str = "medium"
    stats: dict[str, int] = dataclasses.field(default_factory=dict)  # where they are not the base
    raw: int | None = None  # the PV of all statistics together, instead of them
    abilities: list[Ability] = dataclasses.field(default_factory=list)
    attacks: list[Attack] = dataclasses.field(default_factory=list)
    count: int = 1
    least: int = 0
    most: int = 0
    leads: bool = False  # the squad leader

    @property
    def alone(self) -> bool:
        return self.role in ALONE

    @property
    def power(self) -> int:
        return self.stats.get("POW", tables().statistics["POW", self.size].base)

    @property
    def bearer(self) -> Bearer:
        return Bearer(self.role, self.size, self.power)

    @property
    def armed(self) -> bool:
        """It has bought an attack; parrying items are none (VOR-GAP-11, VOR-GAP-31)."""
        return any(attack.kind != ITEM for attack in self.attacks)


@dataclasses.dataclass(slots=True)
class Squad:
    """A unit of models: a squad, a leader, an individual or a small unit of individuals.

    The first model that does not lead it makes up the numbers. `demand`: the basic squads that each
    of an elite type needs; `cap`: how many of the type an army may have (0: any number).
    """

    name: str = ""
    role: str = BASIC
    models: list[Model] = dataclasses.field(default_factory=list)
    coherency: int = COHERENCY
    least: int = 0  # 0: as its role says
    most: int = 0
    demand: int = 1
    cap: int = 0

    @property
    def size(self) -> int:
        """How many models it has."""
        return sum(model.count for model in self.models)

    @property
    def main(self) -> int:
        """Which of its models makes up the numbers."""
        for index, model in enumerate(self.models):
            if not model.leads:
                return index
        return 0

    @property
    def small_unit(self) -> bool:
        """A unit of several individuals, of which one can be bought (VOR-FS-12)."""
        return self.role == INDIVIDUAL and self.most > 1


@dataclasses.dataclass(slots=True)
class Weapon:
    """An attack that a vehicle mounts; `additional` as marked, None: whatever is cheaper."""

    attack: Attack
    additional: bool | None = None


@dataclasses.dataclass(slots=True)
class Vehicle:
    """A vehicle, made from a base vehicle. `squad`: it acts in squads, as drones do."""

    name: str = ""
    base: str = ""
    stats: dict[str, int] = dataclasses.field(default_factory=dict)  # where they are not the base
    rc: int = 0  # 0: none
    cc: int = 0
    capacity: int = 0  # models carried beyond the base capacity
    restricted: bool = False
    weapons: list[Weapon] = dataclasses.field(default_factory=list)
    squad: bool = False
    count: int = 1
    least: int = 1
    most: int = 1
    coherency: int = COHERENCY
    cap: int = 0

    @property
    def role(self) -> str:
        return VEHICLE_SQUAD if self.squad else VEHICLE

    @property
    def made_from(self) -> Base:
        return tables().vehicles[self.base]

    def value(self, statistic: str) -> int:
        return self.stats.get(statistic, self.made_from.stats[statistic])

    def bearer(self, surplus: bool = False) -> Bearer:
        return Bearer(VEHICLE, "large", self.value("POW"), self.restricted, surplus)


Unit = Squad | Vehicle


@dataclasses.dataclass(slots=True)
class ForceList:
    """What a faction may use: any number of types of each kind (VOR-GEN-02)."""

    name: str = ""
    key: str = ""
    units: list[Unit] = dataclasses.field(default_factory=list)
    notes: str = ""
