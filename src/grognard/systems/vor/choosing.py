"""What more could be bought for a design, one thing at a time, and the design with it.

A design with a change is made from the design itself: that is as good as changing its file and
reading it again, and a test holds it to that.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any, Final

from grognard.forces.faces import Further
from grognard.forces.verdict import Edit, add, put, remove
from grognard.systems.vor.attack_further import changed, furthers_of
from grognard.systems.vor.attacks import Attack, Bearer
from grognard.systems.vor.memory import known_of
from grognard.systems.vor.settings import Settings
from grognard.systems.vor.statistics import value
from grognard.systems.vor.things import Borne, Thing
from grognard.systems.vor.unit_tables import STATISTICS, tables
from grognard.systems.vor.units import ForceList, Model, Squad, Unit, Vehicle, Weapon

RIFLE: Final[dict[str, Any]] = {"name": "Rifle", "power": 4, "range": "10/20/30"}
"""A new attack: the middle of the tables."""

Making = Callable[[], Any]
Change = tuple[Further, Making]
"""What could be done, and what makes the thing as it would be then."""


def furthers(thing: Thing, settings: Settings) -> list[Further]:
    return [further for further, _ in changes(thing, settings)]


def changes(thing: Thing, settings: Settings) -> Iterator[Change]:
    if isinstance(thing, Borne):
        for further, attack in variants(thing.attack, thing.bearer, settings):
            yield further, _replaced(thing, "attack", attack)
    elif isinstance(thing, Model):
        yield from _of_model(thing, settings)
    elif isinstance(thing, Squad):
        yield from _of_squad(thing, settings)
    elif isinstance(thing, Vehicle):
        yield from _of_vehicle(thing, settings)
    else:
        yield from _of_list(thing, settings)


def variants(attack: Attack, bearer: Bearer, settings: Settings) -> list[tuple[Further, Attack]]:
    """Everything that may be changed of an attack, with the attack then; worked out once."""
    return known_of(attack, bearer, settings, _variants)


def _variants(attack: Attack, bearer: Bearer, settings: Settings) -> list[tuple[Further, Attack]]:
    return [(f, changed(attack, f)) for f in furthers_of(attack, bearer, settings)]


def _replaced(thing: Any, field: str, new: Any) -> Making:
    """The thing with another value of a field."""

    def make() -> Any:
        return dataclasses.replace(thing, **{field: new})

    return make


def _in_list(items: list[Any], index: int, *new: Any) -> list[Any]:
    """The list with this item replaced, or taken out."""
    return [*items[:index], *new, *items[index + 1 :]]


def within(further: Further, name: str, *path: str | int) -> Further:
    """The same of a part, seen from the whole."""
    edits = [Edit(edit.how, (*path, *edit.path), edit.value) for edit in further.edits]
    return Further(f"{name}: {further.label}" if name else further.label, edits, further.clause)


# -- models --------------------------------------------------------------------------------


def _of_attacks(
    attacks: list[Attack],
    bearer: Bearer,
    key: str,
    settings: Settings,
    armed: Callable[[list[Attack | int]], Any],
) -> Iterator[Change]:
    """Each attack otherwise, or none of it; and one more. `armed` makes whoever has them with
    these: a number is that of an attack which stays as it is.
    """
    here: list[Attack | int] = [*range(len(attacks))]

    def making(*new: Attack | int) -> Making:
        return lambda: armed(list(new))

    for index, attack in enumerate(attacks):
        name = attack.name or "attack"
        for further, other in variants(attack, bearer, settings):
            yield within(further, name, key, index), making(*_in_list(here, index, other))
        leave = Further(f"{name}: leave it out", [remove(key, index)])
        yield leave, making(*_in_list(here, index))
    rifle = Attack(name="Rifle", power=RIFLE["power"], range=RIFLE["range"])
    more = Further("one attack more", [add(key, value=RIFLE)], "VOR-AOL-01")
    yield more, making(*here, rifle)


def _of_model(model: Model, settings: Settings) -> Iterator[Change]:
    if model.raw is None:
        for name in STATISTICS:
            have = value(model, name)
            for points in (have + 1, have - 1):
                if points >= 0:
                    edit = put("stats", name, value=points)
                    stats = {**model.stats, name: points}
                    further = Further(f"{name} {points}", [edit], "VOR-STA-01")
                    yield further, _replaced(model, "stats", stats)

    def armed(attacks: list[Attack | int]) -> Model:
        made = [model.attacks[a] if isinstance(a, int) else a for a in attacks]
        return dataclasses.replace(model, attacks=made)

    yield from _of_attacks(model.attacks, model.bearer, "attacks", settings, armed)


# -- squads and vehicles -------------------------------------------------------------------


def _of_squad(squad: Squad, settings: Settings) -> Iterator[Change]:
    yield from _coherency(squad, squad.coherency)
    for index, model in enumerate(squad.models):
        name = model.name or f"model {index + 1}"

        def with_it(make: Making, at: int = index) -> Making:
            return lambda: dataclasses.replace(squad, models=_in_list(squad.models, at, make()))

        for count in (model.count + 1, model.count - 1):
            if count >= 0:
                edit = put("models", index, "count", value=count)
                further = Further(f"{name}: {count} of them", [edit])
                yield further, with_it(_counted(model, count))
        for further, make in _of_model(model, settings):
            yield within(further, name, "models", index), with_it(make)


def _counted(model: Model, count: int) -> Making:
    """So many of a model. Where nothing else is said these are the most of it."""
    most = count if model.most == model.count else model.most
    return lambda: dataclasses.replace(model, count=count, most=most)


def _coherency(thing: Squad | Vehicle, have: int) -> Iterator[Change]:
    for inches in (2, 3, 4):
        if inches != have:
            edit = put("coherency", value=inches)
            further = Further(f"{inches} inch coherency", [edit], "VOR-SQD-03")
            yield further, _replaced(thing, "coherency", inches)


def _of_vehicle(vehicle: Vehicle, settings: Settings) -> Iterator[Change]:
    if vehicle.squad:
        yield from _coherency(vehicle, vehicle.coherency)
    for name, change in tables().changes.items():
        have = vehicle.value(name)
        for points in (have + 1, have - 1):
            if points >= 0:
                further = Further(
                    f"{name} {points}", [put("stats", name, value=points)], change.clause
                )
                yield further, _replaced(vehicle, "stats", {**vehicle.stats, name: points})
    for field, have in (("rc", vehicle.rc), ("cc", vehicle.cc)):
        clause = "VOR-VCS-01" if field == "rc" else "VOR-VCS-02"
        for points in (0, *tables().combat):
            if points != have:
                words = f"{field.upper()} {points}" if points else f"no {field.upper()}"
                further = Further(words, [put(field, value=points)], clause)
                yield further, _replaced(vehicle, field, points)
    if vehicle.made_from.transport:
        more = vehicle.capacity + 1
        further = Further("one model more carried", [put("capacity", value=more)], "VOR-VCL-04")
        yield further, _replaced(vehicle, "capacity", more)
    words = "no restricted deployment" if vehicle.restricted else "restricted deployment"
    further = Further(words, [put("restricted", value=not vehicle.restricted)], "VOR-VRD-03")
    yield further, _replaced(vehicle, "restricted", not vehicle.restricted)

    def armed(attacks: list[Attack | int]) -> Vehicle:
        weapons: list[Weapon] = []
        for place, attack in enumerate(attacks):
            if isinstance(attack, int):
                weapons.append(vehicle.weapons[attack])
            else:
                known = len(attacks) == len(vehicle.weapons)
                marked = vehicle.weapons[place].additional if known else None
                weapons.append(Weapon(attack, marked))
        return dataclasses.replace(vehicle, weapons=weapons)

    attacks = [weapon.attack for weapon in vehicle.weapons]
    yield from _of_attacks(attacks, vehicle.bearer(), "weapons", settings, armed)


# -- force lists ---------------------------------------------------------------------------


def _of_list(forces: ForceList, settings: Settings) -> Iterator[Change]:
    for index, unit in enumerate(forces.units):

        def with_it(make: Making, at: int = index) -> Making:
            return lambda: dataclasses.replace(forces, units=_in_list(forces.units, at, make()))

        for further, make in changes(unit, settings):
            yield within(further, unit.name, "units", index), with_it(make)
        yield leaving(unit, index), _replaced(forces, "units", _in_list(forces.units, index))


def leaving(unit: Unit, index: int) -> Further:
    return Further(f"{unit.name}: leave it out", [remove("units", index)])
