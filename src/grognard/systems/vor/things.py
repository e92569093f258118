"""The kinds of things that VOR prices, and how a file says which it is."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

from grognard.forces.document import Document, Row
from grognard.systems.vor.attack_files import read_attack, write_attack
from grognard.systems.vor.attack_tables import SIZES
from grognard.systems.vor.attacks import INDIVIDUAL, ROLES, Attack, Bearer
from grognard.systems.vor.unit_files import (
    HIGHEST,
    read_list,
    read_model,
    read_squad,
    read_vehicle,
    write_list,
    write_model,
    write_squad,
    write_vehicle,
)
from grognard.systems.vor.units import ForceList, Model, Squad, Vehicle

ATTACK: Final = "attack"
MODEL: Final = "model"
SQUAD: Final = "squad"
VEHICLE_KIND: Final = "vehicle"
LIST: Final = "list"
ARMY: Final = "army"
KINDS: Final = (ARMY, ATTACK, MODEL, SQUAD, VEHICLE_KIND, LIST)


@dataclasses.dataclass(slots=True)
class Borne:
    """An attack by itself, with who is to carry it."""

    attack: Attack
    bearer: Bearer


Thing = Borne | Model | Squad | Vehicle | ForceList


def read_thing(document: Document, kind: str) -> Thing:
    """What a document of this kind holds; faults are left in it."""
    row = document.row
    if kind == ATTACK:
        inner = row.table("bearer")
        bearer = Bearer() if inner is None else _bearer(inner)
        return Borne(read_attack(row), bearer)
    made: Thing
    if kind == MODEL:
        made = read_model(row)
    elif kind == SQUAD:
        made = read_squad(row)
    elif kind == VEHICLE_KIND:
        made = read_vehicle(row)
    else:
        made = read_list(row)
    row.done()
    return made


def _bearer(row: Row) -> Bearer:
    bearer = Bearer(
        row.choice("role", ROLES, INDIVIDUAL),
        row.choice("size", SIZES, "medium"),
        row.whole("power", 0, HIGHEST, 3),
        row.flag("restricted"),
        row.flag("surplus"),
    )
    row.done()
    return bearer


def write_thing(thing: Thing) -> dict[str, Any]:
    """Its plain data, with its kind."""
    data: dict[str, Any] = {"system": "vor", "design": kind_of(thing)}
    if isinstance(thing, Borne):
        b = thing.bearer
        data |= write_attack(thing.attack)
        usual = Bearer()
        for name in ("role", "size", "power", "restricted", "surplus"):
            if getattr(b, name) != getattr(usual, name):
                data.setdefault("bearer", {})[name] = getattr(b, name)
    elif isinstance(thing, Model):
        data |= write_model(thing)
    elif isinstance(thing, Squad):
        data |= write_squad(thing)
    elif isinstance(thing, Vehicle):
        data |= write_vehicle(thing)
    else:
        data |= write_list(thing)
    return data


def kind_of(thing: Thing) -> str:
    if isinstance(thing, Borne):
        return ATTACK
    if isinstance(thing, Model):
        return MODEL
    if isinstance(thing, Squad):
        return SQUAD
    return VEHICLE_KIND if isinstance(thing, Vehicle) else LIST
