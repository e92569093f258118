"""All rows, found by any of their names."""

from __future__ import annotations

from typing import Final

from grognard.systems.forge_of_war.profiles.lists import Force
from grognard.systems.forge_of_war.profiles.plans import Plan
from grognard.systems.forge_of_war.profiles.rows import DataError, Notice, closest, name_key
from grognard.systems.forge_of_war.profiles.terrain import Terrain
from grognard.systems.forge_of_war.profiles.troops import (
    Armour,
    Profile,
    Training,
    Troop,
    TroopType,
)
from grognard.systems.forge_of_war.profiles.weapons import Weapon

FILES: Final = {
    "training": "training.toml",
    "movement": "movement.toml",
    "armour": "armour.toml",
    "weapon": "weapons.toml",
    "troop": "troops.toml",
    "vehicle": "vehicles.toml",
    "cover": "terrain.toml",
    "terrain": "terrain.toml",
    "force": "forces.toml",
    "scenario": "scenarios.toml",
}


class Catalogue:
    """All rows, found by any of their names. Made by `load_catalogue`; nothing changes it after."""

    def __init__(self) -> None:
        self.trainings: dict[str, Training] = {}
        self.moves: dict[str, float] = {}  # by troop type, and "vehicle"
        self.armours: dict[str, Armour] = {}
        self.weapons: dict[str, Weapon] = {}
        self.troops: dict[str, Troop] = {}
        self.vehicles: dict[str, Troop] = {}
        self.cover_values: dict[str, int] = {}
        self.terrains: dict[str, Terrain] = {}
        self.forces: dict[str, Force] = {}  # by printed name
        self.plans: dict[str, Plan] = {}  # by printed name
        self.notices: list[Notice] = []
        self.names: dict[str, dict[str, str]] = {}  # table -> key -> printed name

    def printed_name(self, table: str, name: str) -> str:
        """The name a row is printed under; raises `DataError` when there is no such row."""
        names = self.names.get(table, {})
        found = names.get(name_key(name))
        if found is not None:
            return found
        near = closest(name, sorted(set(names.values())))
        if not near:
            near = names.get(closest(name, sorted(names)), "")
        hint = f"; did you mean {near}?" if near else ""
        if table == "training":
            hint = f"; training is one of {', '.join(self.trainings)}"
        clause = {"training": "FOW-3.2-01", "armour": "FOW-3.4-01", "weapon": "FOW-16.1-03"}
        why = f"no {table} is called {name!r}{hint}"
        raise DataError(FILES[table], name, "name", why, clause.get(table, ""))

    def training(self, name: str) -> Training:
        return self.trainings[self.printed_name("training", name)]

    def weapon(self, name: str) -> Weapon:
        return self.weapons[self.printed_name("weapon", name)]

    def troop(self, name: str) -> Troop:
        return self.troops[self.printed_name("troop", name)]

    def vehicle(self, name: str) -> Troop:
        return self.vehicles[self.printed_name("vehicle", name)]

    def terrain(self, name: str) -> Terrain:
        return self.terrains[self.printed_name("terrain", name)]

    def force(self, name: str) -> Force:
        """A ready force, by its name or its key."""
        return self.forces[self.printed_name("force", name)]

    def plan(self, name: str) -> Plan:
        """A scenario, by its name or its key."""
        return self.plans[self.printed_name("scenario", name)]

    def armour_value(self, name: str) -> int:
        """AV of a kind of armour, or of one of the examples beside it (FOW-3.4-01)."""
        return self.armours[self.printed_name("armour", name)].av

    def profile(self, name: str, training: str = "") -> Profile:
        """A troop or vehicle ready to be fielded; with a training where there is a choice."""
        if name_key(name) in self.names["vehicle"]:
            row = self.vehicle(name)
        else:
            row = self.troop(name)
        return row.profile(self.training(training) if training else None)

    def base_move(self, kind: TroopType, vehicle: bool) -> float:
        """Inches per move action (FOW-6.1-01); vehicles but armour: FOW-10.4-01, FOW-GAP-23."""
        return self.moves["vehicle" if vehicle and kind != "armour" else kind]
