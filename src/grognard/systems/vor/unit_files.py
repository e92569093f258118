"""Models, squads, vehicles and force lists in files: read strictly, written plainly."""

from __future__ import annotations

import re
from typing import Any, Final

from grognard.forces.catalogue import plain_word
from grognard.forces.document import Row, shown
from grognard.systems.vor.attack_files import read_attack, write_attack
from grognard.systems.vor.attack_tables import SIZES
from grognard.systems.vor.attacks import BASIC, ELITE, INDIVIDUAL, LEADER, Attack
from grognard.systems.vor.memory import read_once
from grognard.systems.vor.unit_tables import OF_VEHICLES, STATISTICS, tables
from grognard.systems.vor.units import (
    COHERENCY,
    Ability,
    ForceList,
    Model,
    Squad,
    Unit,
    Vehicle,
    Weapon,
)

SQUAD_ROLES: Final = (BASIC, ELITE, INDIVIDUAL, LEADER)
MOST_ATTACKS: Final = 30
MOST_ABILITIES: Final = 30
MOST_GROUPS: Final = 20
MOST_COUNT: Final = 100
MOST_RAW: Final = 10_000
MOST_TYPES: Final = 200
MOST_IN_ALL: Final = 4000
HIGHEST: Final = 99
"""What a file may say; what is legal is for the check to say, with its clause."""


def slug(name: str) -> str:
    """A key that can be typed: "Pitbull Rifle" is pitbull-rifle."""
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")


# -- models ------------------------------------------------------------------------------


def read_model(row: Row, role: str = "", like: Model | None = None) -> Model:
    """A model by itself, or one of a squad of this role, which takes from `like` what it does not
    give itself.
    """
    usual = like or Model()
    model = Model(row.text("name", ""), role)
    if not role:
        model.role = row.choice("role", SQUAD_ROLES, INDIVIDUAL)
    model.size = row.choice("size", SIZES, usual.size)
    stats = row.table("stats")
    model.stats = dict(usual.stats) if stats is None else _stats(stats, STATISTICS)
    if row.has("statistics"):
        model.raw = row.whole("statistics", 0, MOST_RAW, clause="VOR-GAP-02")
    elif stats is None:
        model.raw = usual.raw
    if row.has("abilities"):
        for ability in row.tables("abilities", MOST_ABILITIES):
            name = ability.text("name")
            model.abilities.append(Ability(name, ability.whole("pv", -MOST_RAW, MOST_RAW)))
            ability.done()
    else:
        model.abilities = list(usual.abilities)
    model.attacks = _attacks(row, usual)
    if role:
        model.count = row.whole("count", 0, MOST_COUNT, 1 if like is None else 0)
        model.least = row.whole("least", 0, MOST_COUNT, 0)
        model.most = row.whole("most", 0, MOST_COUNT, model.count)
        model.leads = row.flag("leads")
    return model


def _stats(row: Row, known: tuple[str, ...]) -> dict[str, int]:
    stats = {name: row.whole(name, 0, HIGHEST) for name in known if row.has(name)}
    row.asked.update(known)
    row.done()
    return stats


def _attacks(row: Row, usual: Model) -> list[Attack]:
    """Its own attacks, or the usual ones without some of them and with others."""
    if row.has("attacks"):
        row.has("without")
        row.has("more")
        for field in ("without", "more"):
            if field in row.values:
                row.fault(field, "stands beside attacks, which are all that there are")
        return [read_attack(attack) for attack in row.tables("attacks", MOST_ATTACKS)]
    attacks = list(usual.attacks)
    without = row.raw("without")
    if without is not None and not isinstance(without, list):
        row.fault("without", f"{shown(without)} is not a list of names")
        without = []
    for word in without or []:
        gone = [a for a in attacks if isinstance(word, str) and same(a.name, word)]
        if not gone:
            row.fault("without", f"{shown(word)} is no attack of the first model")
        for attack in gone:
            attacks.remove(attack)
    return attacks + [read_attack(attack) for attack in row.tables("more", MOST_ATTACKS)]


def same(name: str, word: str) -> bool:
    return plain_word(name) == plain_word(word)


def write_model(model: Model, of_squad: bool = False) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if model.name:
        data["name"] = model.name
    if of_squad:
        data["count"] = model.count
        if model.least:
            data["least"] = model.least
        if model.most != model.count:
            data["most"] = model.most
        if model.leads:
            data["leads"] = True
    else:
        data["role"] = model.role
    data["size"] = model.size
    data["stats"] = {name: model.stats[name] for name in STATISTICS if name in model.stats}
    if model.raw is not None:
        data["statistics"] = model.raw
    data["abilities"] = [{"name": a.name, "pv": a.pv} for a in model.abilities]
    data["attacks"] = [write_attack(attack) for attack in model.attacks]
    return data


# -- squads and vehicles -----------------------------------------------------------------


def read_squad(row: Row) -> Squad:
    squad = Squad(row.text("name", ""))
    squad.role = row.choice("role", SQUAD_ROLES, BASIC)
    squad.coherency = row.whole("coherency", 0, HIGHEST, COHERENCY)
    squad.least = row.whole("least", 0, MOST_COUNT, 0)
    squad.most = row.whole("most", 0, MOST_COUNT, 0)
    squad.demand = row.whole("demand", 1, HIGHEST, 1)
    squad.cap = row.whole("cap", 0, HIGHEST, 0)
    first: Model | None = None
    for model_row in row.tables("models", MOST_GROUPS):
        model = read_model(model_row, squad.role, first)
        model_row.done()
        first = first or model
        squad.models.append(model)
    if first is None:
        row.fault("models", "a squad has models")
    return squad


def write_squad(squad: Squad) -> dict[str, Any]:
    data: dict[str, Any] = {"name": squad.name, "role": squad.role}
    for field, value, usual in (
        ("coherency", squad.coherency, COHERENCY),
        ("least", squad.least, 0),
        ("most", squad.most, 0),
        ("demand", squad.demand, 1),
        ("cap", squad.cap, 0),
    ):
        if value != usual:
            data[field] = value
    data["models"] = [write_model(model, True) for model in squad.models]
    return data


def read_vehicle(row: Row) -> Vehicle:
    vehicle = Vehicle(row.text("name", ""))
    known = tables().vehicles
    word = row.text("base")
    vehicle.base = plain_word(word)
    if vehicle.base not in known:
        names = ", ".join(base.name for base in known.values())
        row.fault("base", f"{shown(word)} is no base vehicle; one of {names}", "VOR-GAP-20")
        vehicle.base = next(iter(known))
    stats = row.table("stats")
    if stats is not None:
        vehicle.stats = _stats(stats, OF_VEHICLES)
    vehicle.rc = row.whole("rc", 0, HIGHEST, 0)
    vehicle.cc = row.whole("cc", 0, HIGHEST, 0)
    vehicle.capacity = row.whole("capacity", 0, HIGHEST, 0)
    vehicle.restricted = row.flag("restricted")
    for weapon in row.tables("weapons", MOST_ATTACKS):
        marked = weapon.flag("additional") if weapon.has("additional") else None
        vehicle.weapons.append(Weapon(read_attack(weapon), marked))
    vehicle.squad = row.flag("squad")
    vehicle.count = row.whole("count", 1, MOST_COUNT, 1)
    vehicle.least = row.whole("least", 1, MOST_COUNT, 1)
    vehicle.most = row.whole("most", 1, MOST_COUNT, vehicle.count)
    vehicle.coherency = row.whole("coherency", 0, HIGHEST, COHERENCY)
    vehicle.cap = row.whole("cap", 0, HIGHEST, 0)
    return vehicle


def write_vehicle(vehicle: Vehicle) -> dict[str, Any]:
    data: dict[str, Any] = {"name": vehicle.name, "base": vehicle.made_from.name}
    data["stats"] = {name: vehicle.stats[name] for name in OF_VEHICLES if name in vehicle.stats}
    for field, value, usual in (
        ("rc", vehicle.rc, 0),
        ("cc", vehicle.cc, 0),
        ("capacity", vehicle.capacity, 0),
        ("count", vehicle.count, 1),
        ("least", vehicle.least, 1),
        ("most", vehicle.most, vehicle.count),
        ("coherency", vehicle.coherency, COHERENCY),
        ("cap", vehicle.cap, 0),
    ):
        if value != usual:
            data[field] = value
    # Not among the numbers: compiled, a truth value in their midst is a number too.
    if vehicle.restricted:
        data["restricted"] = True
    if vehicle.squad:
        data["squad"] = True
    data["weapons"] = []
    for weapon in vehicle.weapons:
        attack = write_attack(weapon.attack)
        if weapon.additional is not None:
            attack["additional"] = weapon.additional
        data["weapons"].append(attack)
    return data


# -- force lists -------------------------------------------------------------------------


def read_list(row: Row) -> ForceList:
    """Vehicles are those that name a base vehicle."""
    forces = ForceList(row.text("name", ""), notes=row.text("notes", ""))
    forces.key = row.text("key", "") or slug(forces.name) or "own"
    attacks = 0
    for unit in row.tables("units", MOST_TYPES):
        made: Unit = read_once(unit, read_unit)
        attacks += armed(made)
        if attacks > MOST_IN_ALL:
            unit.fault("", f"more than {MOST_IN_ALL} attacks in one list")
            break
        forces.units.append(made)
    return forces


def armed(unit: Unit) -> int:
    """How many attacks it has."""
    if isinstance(unit, Squad):
        return sum(len(model.attacks) for model in unit.models)
    return len(unit.weapons)


def read_unit(row: Row) -> Unit:
    made: Unit = read_vehicle(row) if row.has("base") else read_squad(row)
    row.done()
    return made


def write_list(forces: ForceList) -> dict[str, Any]:
    data: dict[str, Any] = {"name": forces.name, "key": forces.key}
    if forces.notes:
        data["notes"] = forces.notes
    data["units"] = [write_unit(unit) for unit in forces.units]
    return data


def write_unit(unit: Unit) -> dict[str, Any]:
    return write_squad(unit) if isinstance(unit, Squad) else write_vehicle(unit)
