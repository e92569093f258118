"""What models, squads and vehicles cost: the order of the steps (VOR-ORD-04 to 07).

Every part of a price is a price with steps of its own; armies are added up in `armies`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from grognard.forces.ledger import NEAREST, UP, Priced, Tally, rounded
from grognard.systems.vor.attack_price import minimum, own_reductions, priced, total
from grognard.systems.vor.attacks import Attack, Bearer
from grognard.systems.vor.memory import once_of
from grognard.systems.vor.settings import Settings
from grognard.systems.vor.statistics import statistics_of
from grognard.systems.vor.units import ALONE, Model, Squad, Unit, Vehicle
from grognard.systems.vor.vehicles import additional, statistics_of_vehicle

GENERAL: Final = Fraction(60, 100)
LEAST_MODEL: Final = 5
ONLY_BASIC: Final = -3
CAPACITY: Final = 5


def _model(model: Model, coherency: int, settings: Settings, t: Tally) -> int:
    """Statistics and attacks, each reduced by itself, 128 of a POW to 77 (VOR-STA-11); the minimum,
    for models with only Basic Attacks too (VOR-MIN-03); then coherency (VOR-ORD-06).
    """
    price = t.include(0, statistics_of(model, settings), "VOR-STA-01")
    apart = settings.abilities_reduced == "apart"
    if not apart:
        for ability in model.abilities:
            price = t.add(price, ability.pv, ability.name or "ability", "VOR-GAP-51", True)
    before = settings.basic_attacks == "before" and not model.armed
    if before:
        price = t.add(price, ONLY_BASIC, "only Basic Attacks", "VOR-MIN-02")
    whole = settings.reduction_scope == "model"
    if whole:
        price = _attacks(model, settings, t, price)
    price = t.times(price, GENERAL, settings.general_rounding, "general, -40%", "VOR-ORD-07")
    if apart:
        for ability in model.abilities:
            reduced = Priced(ability.name or "ability", _ability, (ability.pv, settings))
            price = t.include(price, reduced, "VOR-GAP-51")
    if not whole:
        price = _attacks(model, settings, t, price)
    if not before and not model.armed:
        price = t.add(price, ONLY_BASIC, "only Basic Attacks", "VOR-MIN-02")
    price = t.minimum(price, LEAST_MODEL, "no model costs less", "VOR-MIN-01")
    return price if model.role in ALONE else close_up(price, coherency, settings, t)


def _attacks(model: Model, settings: Settings, t: Tally, price: int) -> int:
    bearer = model.bearer
    for attack in model.attacks:
        part = once_of(attack, bearer, settings, priced)
        if settings.reduction_scope == "model":
            part = Priced(attack.name or "attack", _unreduced, (attack, bearer, settings))
        price = t.include(price, part, "VOR-ORD-06")
    return price


def _unreduced(attack: Attack, bearer: Bearer, settings: Settings, t: Tally) -> int:
    """An attack before the general reduction, which then is that of the model (VOR-GAP-06)."""
    price = own_reductions(total(attack, bearer, settings, t), attack, settings, t)
    return minimum(price, attack, settings, t)


def _ability(pv: int, settings: Settings, t: Tally) -> int:
    price = t.add(0, pv, "as given", "VOR-GAP-51", True)
    return t.times(price, GENERAL, settings.general_rounding, "general, -40%", "VOR-ORD-07")


def close_up(price: int, coherency: int, settings: Settings, t: Tally) -> int:
    """What keeping closer together or further apart makes of a model's final PV (VOR-SQD-08)."""
    if coherency == 2:
        price = _closer(price, settings, t)
        if settings.coherency_floor:
            price = t.minimum(price, LEAST_MODEL, "no model costs less", "VOR-MIN-01")
    elif coherency == 4:
        price = t.times(price, Fraction(115, 100), UP, '4" coherency, +15%', "VOR-SQD-07", 2)
    return price


def _closer(price: int, settings: Settings, t: Tally) -> int:
    """10% off, at least 1: the price is rounded, or the amount (VOR-GAP-08)."""
    label = '2" coherency, -10%'
    if settings.percent_rounding == "price":
        return t.times(price, Fraction(90, 100), NEAREST, label, "VOR-SQD-06", 1)
    amount = max(1, rounded(Fraction(price, 10), NEAREST))
    return t.add(price, -amount, f"{label}, amount nearest", "VOR-SQD-06")


def _squad(squad: Squad, settings: Settings, t: Tally) -> int:
    """All models: each at its own price."""
    price = 0
    for model in squad.models:
        if model.count:
            part = model_price(model, squad.coherency, settings)
            price = t.include(price, part, "VOR-ORD-06", model.count)
    return price


# -- vehicles ----------------------------------------------------------------------------


def _vehicle(vehicle: Vehicle, settings: Settings, t: Tally) -> int:
    """Statistics, extra capacity, weapons and the surcharge on those beyond the allotment."""
    price = t.include(0, statistics_of_vehicle(vehicle, settings), "VOR-VST-01")
    extra = Priced("capacity", _capacity, (vehicle, settings))
    if vehicle.capacity:
        price = t.include(price, extra, "VOR-VCL-04")
    beyond = additional(vehicle, settings)
    for index, weapon in enumerate(vehicle.weapons):
        bearer = vehicle.bearer(index in beyond)
        price = t.include(price, once_of(weapon.attack, bearer, settings, priced), "VOR-ORD-05")
    price = t.minimum(price, LEAST_MODEL, "no vehicle costs less", "VOR-MIN-01")
    return close_up(price, vehicle.coherency, settings, t) if vehicle.squad else price


def _capacity(vehicle: Vehicle, settings: Settings, t: Tally) -> int:
    label = f"{vehicle.capacity} more models carried"
    price = t.add(0, CAPACITY * vehicle.capacity, label, "VOR-VCL-04")
    if vehicle.restricted and settings.capacity_reduced:
        rounding = settings.general_rounding
        price = t.times(price, GENERAL, rounding, "restricted deployment, -40%", "VOR-GAP-20")
    return price


def _vehicles(vehicle: Vehicle, settings: Settings, t: Tally) -> int:
    part = vehicle_price(vehicle, settings)
    return t.include(0, part, "VOR-ORD-06", vehicle.count)


# -- prices with their names -------------------------------------------------------------


def model_price(model: Model, coherency: int, settings: Settings) -> Priced:
    """One model, in a squad of this coherency."""
    return Priced(model.name or "model", _model, (model, coherency, settings))


def vehicle_price(vehicle: Vehicle, settings: Settings) -> Priced:
    """One vehicle."""
    return Priced(vehicle.name or vehicle.base, _vehicle, (vehicle, settings))


def unit_price(unit: Unit, settings: Settings, name: str = "") -> Priced:
    """All models or vehicles of a unit."""
    if isinstance(unit, Squad):
        return Priced(name or unit.name, _squad, (unit, settings))
    return Priced(name or unit.name, _vehicles, (unit, settings))
