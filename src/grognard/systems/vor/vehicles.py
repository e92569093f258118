"""Vehicles: what is changed of the base vehicle, and which weapons it has places for."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from grognard.forces.ledger import Priced, Tally
from grognard.forces.verdict import Breach, Edit, Repair, put, remove
from grognard.systems.vor.attack_check import check_attack
from grognard.systems.vor.attack_price import priced
from grognard.systems.vor.attacks import MELEE
from grognard.systems.vor.heavy import counts, is_heavy
from grognard.systems.vor.memory import once_of
from grognard.systems.vor.settings import Settings
from grognard.systems.vor.statistics import ABSOLUTE, OTHERS
from grognard.systems.vor.unit_tables import TIGHT, WALKER, Change, tables
from grognard.systems.vor.units import Vehicle, Weapon

GENERAL: Final = Fraction(60, 100)


# -- statistics --------------------------------------------------------------------------


def _statistics(vehicle: Vehicle, settings: Settings, t: Tally) -> int:
    """Base vehicle, changes, RC and CC; reduced only under Restricted Deployment (VOR-GAP-20).

    VOR-VRD-01: the general reduction leaves them alone.
    """
    base = vehicle.made_from
    price = 0
    reduced = settings.base_reduced or not vehicle.restricted
    if reduced:
        price = t.add(price, base.pv, base.name, "VOR-VST-01", base.house)
    for name, change in tables().changes.items():
        points = better(vehicle, change)
        if points:
            each = change.better if points > 0 else change.worse
            label = f"{name} {vehicle.value(name)}"
            price = t.add(price, abs(points) * each, label, change.clause, change.house)
    price = _combat(vehicle, "RC", vehicle.rc, "VOR-VCS-01", t, price)
    price = _combat(vehicle, "CC", vehicle.cc, "VOR-VCS-02", t, price)
    price = t.minimum(price, 0, "a negative sum counts as 0", "VOR-GAP-22")
    if vehicle.restricted:
        rounding = settings.general_rounding
        price = t.times(price, GENERAL, rounding, "restricted deployment, -40%", "VOR-VRD-03")
    if not reduced:
        price = t.add(price, base.pv, base.name, "VOR-VST-01", base.house)
    return price


def _combat(vehicle: Vehicle, name: str, have: int, clause: str, t: Tally, price: int) -> int:
    row = tables().combat.get(have)
    if row is None:
        return price
    pv = row[0] if name == "RC" else row[1]
    return t.add(price, pv, f"{name} {have}", clause, have in tables().own_combat)


def better(vehicle: Vehicle, change: Change) -> int:
    """By how many points a statistic was improved; TC improves downwards (VOR-VST-10)."""
    points = vehicle.value(change.name) - vehicle.made_from.stats[change.name]
    return -points if change.name == "TC" else points


def statistics_of_vehicle(vehicle: Vehicle, settings: Settings) -> Priced:
    return Priced("statistics", _statistics, (vehicle, settings))


def limits(vehicle: Vehicle, change: Change, settings: Settings) -> tuple[int, int, str]:
    """From where to where a statistic may be changed, and the clause that says so."""
    base = vehicle.made_from.stats[change.name]
    if change.name == "TC":
        low = 0 if vehicle.made_from.kind in TIGHT else change.least
        return min(low, base), change.most, "VOR-VST-11" if low == change.least else "VOR-VST-03"
    clause = "VOR-VST-02" if change.percent else "VOR-VST-09"
    span = -(-base * change.percent // 100) if change.percent else change.points
    floor = 0 if change.name == "SHD" else 1
    low = floor if settings.vehicle_worsening == "free" else max(floor, base - span)
    high = base + span
    if settings.vehicle_maxima:
        high = min(high, ABSOLUTE.get(change.name, OTHERS))
    return min(low, base), max(high, base), clause


# -- weapons -----------------------------------------------------------------------------


def additional(vehicle: Vehicle, settings: Settings) -> set[int]:
    """The weapons beyond the allotment, which cost a quarter more (VOR-VCL-03, VOR-AOL-09).

    As marked; where nothing is, the places go to the dearest weapons, which costs the least, or
    to the first ones (VOR-GAP-18).
    """
    weapons = vehicle.weapons
    if any(weapon.additional is not None for weapon in weapons):
        return {index for index, weapon in enumerate(weapons) if weapon.additional}
    # What only parries is no weapon, and needs no place (VOR-GAP-31).
    order = [index for index, weapon in enumerate(weapons) if counts(weapon.attack)]
    if settings.weapon_places == "cheapest" and not placed(vehicle, order, settings):
        order.sort(key=lambda index: -surcharge(vehicle, weapons[index], settings))
    held: list[int] = []
    for index in order:
        if placed(vehicle, [*held, index], settings):
            held.append(index)
    return set(order) - set(held)


def surcharge(vehicle: Vehicle, weapon: Weapon, settings: Settings) -> int:
    """What a weapon costs more without a place."""
    beyond = once_of(weapon.attack, vehicle.bearer(True), settings, priced)
    return beyond.value - once_of(weapon.attack, vehicle.bearer(), settings, priced).value


def placed(vehicle: Vehicle, held: list[int], settings: Settings) -> bool:
    """Whether there are places for these weapons: a standard weapon may take a heavy place, a
    heavy one no standard place, but one of close combat on a transport walker (VOR-VCL-02).
    """
    base = vehicle.made_from
    bearer = vehicle.bearer()
    heavy = [
        vehicle.weapons[index].attack
        for index in held
        if is_heavy(vehicle.weapons[index].attack, bearer, settings)
    ]
    places = base.heavy
    walker = base.kind == WALKER and base.transport > 0
    if walker and base.standard and any(attack.kind == MELEE for attack in heavy):
        places += 1
    return len(heavy) <= places and len(held) <= base.standard + base.heavy


# -- legality ----------------------------------------------------------------------------


def check_vehicle(vehicle: Vehicle, settings: Settings) -> list[Breach]:
    """Everything that is wrong with the design of a vehicle."""
    found: list[Breach] = []
    for name, change in tables().changes.items():
        low, high, clause = limits(vehicle, change, settings)
        have = vehicle.value(name)
        if not low <= have <= high:
            nearest = min(max(have, low), high)
            base = vehicle.made_from.stats[name]
            edit: Edit = put("stats", name, value=nearest)
            if nearest == base:
                edit = remove("stats", name)
            what = f"{name} {have} is not in {low} to {high}"
            repair = Repair(f"make it {nearest}", [edit])
            found.append(Breach(what, clause, ("stats", name), repair))
    _combat_values(vehicle, found)
    _carried(vehicle, found)
    for index, weapon in enumerate(vehicle.weapons):
        bearer = vehicle.bearer()
        wrong = once_of(weapon.attack, bearer, settings, check_attack)
        found += [b.within("weapons", index) for b in wrong]
    _marks(vehicle, settings, found)
    return found


def _combat_values(vehicle: Vehicle, found: list[Breach]) -> None:
    """Only what is in the table can be had; or nothing (VOR-VCS-03, VOR-GAP-20)."""
    known = tables().combat
    for field, have in (("rc", vehicle.rc), ("cc", vehicle.cc)):
        if have and have not in known:
            nearest = min(known, key=lambda value: (abs(value - have), value))
            what = f"{field.upper()} {have} is not in {min(known)} to {max(known)}"
            repair = Repair(f"make it {nearest}", [put(field, value=nearest)])
            found.append(Breach(what, "VOR-VCS-03", (field,), repair))


def _carried(vehicle: Vehicle, found: list[Breach]) -> None:
    """Only transports carry more models (VOR-VCL-04)."""
    if vehicle.capacity and not vehicle.made_from.transport:
        repair = Repair("carry nobody", [remove("capacity")])
        what = f"{vehicle.made_from.name} is no transport"
        found.append(Breach(what, "VOR-VCL-04", ("capacity",), repair))


def _marks(vehicle: Vehicle, settings: Settings, found: list[Breach]) -> None:
    """Weapons that are not marked as additional need a place (VOR-VCL-01, VOR-GAP-18)."""
    beyond = additional(vehicle, settings)
    held: list[int] = []
    for index, weapon in enumerate(vehicle.weapons):
        if index in beyond or not counts(weapon.attack):
            continue
        if placed(vehicle, [*held, index], settings):
            held.append(index)
            continue
        repair = Repair("mark it as additional", [put("weapons", index, "additional", value=True)])
        what = f"there is no place for {weapon.attack.name or 'a weapon'}"
        found.append(Breach(what, "VOR-VCL-01", ("weapons", index), repair))
