"""What more could be bought for a design, one thing at a time."""

from __future__ import annotations

from typing import Any, Final

from grognard.forces.faces import Further
from grognard.forces.verdict import Edit, add, put, remove
from grognard.systems.vor.attack_further import furthers_of
from grognard.systems.vor.attacks import Attack, Bearer
from grognard.systems.vor.settings import Settings
from grognard.systems.vor.statistics import value
from grognard.systems.vor.things import Borne, Thing
from grognard.systems.vor.unit_tables import STATISTICS, tables
from grognard.systems.vor.units import ForceList, Model, Squad, Vehicle

RIFLE: Final[dict[str, Any]] = {"name": "Rifle", "power": 4, "range": "10/20/30"}
"""A new attack: the middle of the tables."""


def furthers(thing: Thing, settings: Settings) -> list[Further]:
    if isinstance(thing, Borne):
        return furthers_of(thing.attack, thing.bearer, settings)
    if isinstance(thing, Model):
        return _of_model(thing, settings)
    if isinstance(thing, Squad):
        return _of_squad(thing, settings)
    if isinstance(thing, Vehicle):
        return _of_vehicle(thing, settings)
    return _of_list(thing, settings)


def _within(further: Further, name: str, *path: str | int) -> Further:
    """The same of a part, seen from the whole."""
    edits = [Edit(edit.how, (*path, *edit.path), edit.value) for edit in further.edits]
    return Further(f"{name}: {further.label}" if name else further.label, edits, further.clause)


def _attacks(attacks: list[Attack], bearer: Bearer, key: str, settings: Settings) -> list[Further]:
    found: list[Further] = []
    for index, attack in enumerate(attacks):
        name = attack.name or "attack"
        for further in furthers_of(attack, bearer, settings):
            found.append(_within(further, name, key, index))
        found.append(Further(f"{name}: leave it out", [remove(key, index)]))
    found.append(Further("one attack more", [add(key, value=RIFLE)], "VOR-AOL-01"))
    return found


def _of_model(model: Model, settings: Settings) -> list[Further]:
    found: list[Further] = []
    if model.raw is None:
        for name in STATISTICS:
            have = value(model, name)
            for points in (have + 1, have - 1):
                if points >= 0:
                    edit = put("stats", name, value=points)
                    found.append(Further(f"{name} {points}", [edit], "VOR-STA-01"))
    return found + _attacks(model.attacks, model.bearer, "attacks", settings)


def _of_squad(squad: Squad, settings: Settings) -> list[Further]:
    found = _coherency(squad.coherency)
    for index, model in enumerate(squad.models):
        name = model.name or f"model {index + 1}"
        for count in (model.count + 1, model.count - 1):
            if count >= 0:
                edit = put("models", index, "count", value=count)
                found.append(Further(f"{name}: {count} of them", [edit]))
        for further in _of_model(model, settings):
            found.append(_within(further, name, "models", index))
    return found


def _coherency(have: int) -> list[Further]:
    return [
        Further(f"{inches} inch coherency", [put("coherency", value=inches)], "VOR-SQD-03")
        for inches in (2, 3, 4)
        if inches != have
    ]


def _of_vehicle(vehicle: Vehicle, settings: Settings) -> list[Further]:
    found = _coherency(vehicle.coherency) if vehicle.squad else []
    for name, change in tables().changes.items():
        have = vehicle.value(name)
        for points in (have + 1, have - 1):
            if points >= 0:
                edit = put("stats", name, value=points)
                found.append(Further(f"{name} {points}", [edit], change.clause))
    for field, have in (("rc", vehicle.rc), ("cc", vehicle.cc)):
        clause = "VOR-VCS-01" if field == "rc" else "VOR-VCS-02"
        for points in (0, *tables().combat):
            if points != have:
                words = f"{field.upper()} {points}" if points else f"no {field.upper()}"
                found.append(Further(words, [put(field, value=points)], clause))
    if vehicle.made_from.transport:
        edit = put("capacity", value=vehicle.capacity + 1)
        found.append(Further("one model more carried", [edit], "VOR-VCL-04"))
    words = "no restricted deployment" if vehicle.restricted else "restricted deployment"
    edit = put("restricted", value=not vehicle.restricted)
    found.append(Further(words, [edit], "VOR-VRD-03"))
    attacks = [weapon.attack for weapon in vehicle.weapons]
    return found + _attacks(attacks, vehicle.bearer(), "weapons", settings)


def _of_list(forces: ForceList, settings: Settings) -> list[Further]:
    found: list[Further] = []
    for index, unit in enumerate(forces.units):
        for further in furthers(unit, settings):
            found.append(_within(further, unit.name, "units", index))
        found.append(Further(f"{unit.name}: leave it out", [remove("units", index)]))
    return found
