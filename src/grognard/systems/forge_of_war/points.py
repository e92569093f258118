"""What a force costs: the house formula of FOW-GAP-61. The document has no points at all.

Each price is a ledger that says how it came about. All arithmetic is exact, and each item (a
figure, a weapon, a vehicle) is rounded up once, at its end.

    >>> from grognard.systems.forge_of_war.profiles import load_catalogue
    >>> print(figure_points(load_catalogue().profile("Line Infantry")))
    Line Infantry Troops 6
      CV 7: 0 -> 7 [FOW-GAP-61, house]
      SV 7: 7 -> 14 [FOW-GAP-61, house]
      FV 6: 14 -> 20 [FOW-GAP-61, house]
      2 x AV 1: 20 -> 22 [FOW-GAP-61, house]
      x (7 + 3 markers) / 40: 22 -> 5.5 [FOW-GAP-61, house]
      rounded up: 5.5 -> 6, up [FOW-GAP-61, house]
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from grognard.forces.ledger import UP, Priced, Tally
from grognard.systems.forge_of_war.profiles import Force, ForceUnit, Profile, Weapon

CLAUSE: Final = "FOW-GAP-61"
FLAME_WEIGHT: Final = 3  # what a weapon with an area counts for


def _figure(profile: Profile, t: Tally) -> int:
    """ceil((CV + SV + FV + 2 AV) x (7 + markers) / 40) x W."""
    price = t.add(0, profile.cv, f"CV {profile.cv}", CLAUSE, True)
    price = t.add(price, profile.sv, f"SV {profile.sv}", CLAUSE, True)
    price = t.add(price, profile.fv, f"FV {profile.fv}", CLAUSE, True)
    price = t.add(price, 2 * profile.av, f"2 x AV {profile.av}", CLAUSE, True)
    markers = profile.training.markers
    exact = t.scale(
        price, Fraction(7 + markers, 40), f"x (7 + {markers} markers) / 40", CLAUSE, True
    )
    price = t.round(exact, UP, "rounded up", CLAUSE, True)
    return t.times(price, Fraction(profile.wounds), UP, f"x W {profile.wounds}", CLAUSE, house=True)


def _weapon(weapon: Weapon, t: Tally) -> int:
    """Range / 12 + WV + best weight of fire against infantry; 1 more for a sniper's.

    The formula has no price for close combat weapons; they cost nothing, and the ledger says so.
    """
    if not weapon.ranged:
        return t.add(0, 0, "close combat: not priced", CLAUSE, True)
    inches = Fraction(weapon.range).limit_denominator(1024)
    exact = t.add(Fraction(0), inches / 12, f"range {weapon.range:g} / 12", CLAUSE, True)
    exact = t.add(exact, Fraction(max(weapon.wv, 0)), f"WV {weapon.wv}", CLAUSE, True)
    if weapon.area:
        exact = t.add(exact, Fraction(FLAME_WEIGHT), "flame", CLAUSE, True)
    else:
        exact = t.add(exact, Fraction(weapon.fire.best()), "weight of fire", CLAUSE, True)
    price = t.round(exact, UP, "rounded up", CLAUSE, True)
    return t.add(price, 1, "sniper", CLAUSE, True) if weapon.auto_marker else price


def _vehicle(profile: Profile, t: Tally) -> int:
    """5 AV + CV + SV + FV + 5 facing + 5 W + transport, and all its weapons."""
    price = t.add(0, 5 * profile.av, f"5 x AV {profile.av}", CLAUSE, True)
    price = t.add(price, profile.cv, f"CV {profile.cv}", CLAUSE, True)
    price = t.add(price, profile.sv, f"SV {profile.sv}", CLAUSE, True)
    price = t.add(price, profile.fv, f"FV {profile.fv}", CLAUSE, True)
    price = t.add(price, 5 * profile.facing, f"5 x facing {profile.facing}", CLAUSE, True)
    price = t.add(price, 5 * profile.wounds, f"5 x W {profile.wounds}", CLAUSE, True)
    price = t.add(price, profile.transport, f"transport {profile.transport}", CLAUSE, True)
    for weapon in profile.weapons:
        price = t.include(price, weapon_points(weapon), CLAUSE)
    return price


def _unit(unit: ForceUnit, t: Tally) -> int:
    """So many figures, and each weapon that they carry."""
    profile = unit.profile
    if profile.vehicle:
        return t.include(0, vehicle_points(profile), CLAUSE, unit.figures)
    price = t.include(0, figure_points(profile), CLAUSE, unit.figures)
    for weapon, count in unit.arms:
        price = t.include(price, weapon_points(weapon), CLAUSE, count)
    if profile.cc_weapon is not None:
        price = t.include(price, weapon_points(profile.cc_weapon), CLAUSE, unit.figures)
    return price


def _force(force: Force, t: Tally) -> int:
    price = 0
    for unit in force.units:
        price = t.include(price, unit_points(unit), CLAUSE)
    return price


def figure_points(profile: Profile) -> Priced:
    """A figure without its weapons."""
    return Priced(profile.name, _figure, (profile,))


def weapon_points(weapon: Weapon) -> Priced:
    return Priced(weapon.name, _weapon, (weapon,))


def vehicle_points(profile: Profile) -> Priced:
    """A vehicle with all its weapons."""
    return Priced(profile.name, _vehicle, (profile,))


def unit_points(unit: ForceUnit) -> Priced:
    return Priced(unit.name, _unit, (unit,))


def force_points(force: Force) -> Priced:
    """All units of a force."""
    return Priced(force.name, _force, (force,))
