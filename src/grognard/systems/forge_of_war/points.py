"""What a force costs: the house formula of FOW-GAP-61. The document has no points at all.

Each price is a ledger that says how it came about. All arithmetic is exact, and each item (a
figure, a weapon, a vehicle) is rounded up once, at its end.

    >>> from grognard.systems.forge_of_war.profiles import load_catalogue
    >>> print(figure_points(load_catalogue().profile("Line Infantry")))
    Line Infantry Troops: 6 points (house formula)
      CV 7                            +7
      SV 7                            +7
      FV 6                            +6
      2 x AV 1                        +2
      x (7 + 3 markers) / 40       -33/2
      rounded up                    +1/2
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from grognard.systems.forge_of_war.profiles import Force, ForceUnit, Profile, Weapon

CLAUSE: Final = "FOW-GAP-61"
FLAME_WEIGHT: Final = 3  # what a weapon with an area counts for


@dataclass(slots=True)
class Step:
    """One line of a ledger: what it adds."""

    label: str
    clause: str
    amount: Fraction

    def to_dict(self) -> dict[str, Any]:
        return {"label": self.label, "clause": self.clause, "amount": str(self.amount)}


class Ledger:
    """The steps to a price; their amounts add up to `total`."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.house = True
        self.steps: list[Step] = []
        self.sum = Fraction(0)

    @property
    def total(self) -> int:
        """The price: a whole number once every item is rounded."""
        return -int(-self.sum // 1)

    def add(self, label: str, amount: int | Fraction, clause: str = CLAUSE) -> None:
        step = Step(label, clause, Fraction(amount))
        self.steps.append(step)
        self.sum += step.amount

    def times(self, label: str, factor: int | Fraction) -> None:
        if factor != 1:
            self.add(label, self.sum * factor - self.sum)

    def round_up(self) -> None:
        if self.sum != self.total:
            self.add("rounded up", self.total - self.sum)

    def to_dict(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "house": self.house,
            "total": self.total,
            "steps": [step.to_dict() for step in self.steps],
        }

    def __str__(self) -> str:
        lines = [f"{self.title}: {self.total} points (house formula)"]
        for step in self.steps:
            sign = "+" if step.amount >= 0 else ""
            lines.append(f"  {step.label:<28}{sign + str(step.amount):>6}")
        return "\n".join(lines)


def figure_points(profile: Profile) -> Ledger:
    """A figure without its weapons: ceil((CV + SV + FV + 2 AV) x (7 + markers) / 40) x W."""
    ledger = Ledger(profile.name)
    ledger.add(f"CV {profile.cv}", profile.cv)
    ledger.add(f"SV {profile.sv}", profile.sv)
    ledger.add(f"FV {profile.fv}", profile.fv)
    ledger.add(f"2 x AV {profile.av}", 2 * profile.av)
    markers = profile.training.markers
    ledger.times(f"x (7 + {markers} markers) / 40", Fraction(7 + markers, 40))
    ledger.round_up()
    ledger.times(f"x W {profile.wounds}", profile.wounds)
    return ledger


def weapon_points(weapon: Weapon) -> Ledger:
    """A weapon: range / 12 + WV + best weight of fire against infantry; 1 more for a sniper's.

    The formula has no price for close combat weapons; they cost nothing, and the ledger says so.
    """
    ledger = Ledger(weapon.name)
    if not weapon.ranged:
        ledger.add("close combat: not priced", 0)
        return ledger
    inches = Fraction(weapon.range).limit_denominator(1024)
    ledger.add(f"range {weapon.range:g} / 12", inches / 12)
    ledger.add(f"WV {weapon.wv}", max(weapon.wv, 0))
    if weapon.area:
        ledger.add("flame", FLAME_WEIGHT)
    else:
        ledger.add("weight of fire", weapon.fire.best())
    ledger.round_up()
    if weapon.auto_marker:
        ledger.add("sniper", 1)
    return ledger


def vehicle_points(profile: Profile) -> Ledger:
    """A vehicle with all its weapons: 5 AV + CV + SV + FV + 5 facing + 5 W + transport."""
    ledger = Ledger(profile.name)
    ledger.add(f"5 x AV {profile.av}", 5 * profile.av)
    ledger.add(f"CV {profile.cv}", profile.cv)
    ledger.add(f"SV {profile.sv}", profile.sv)
    ledger.add(f"FV {profile.fv}", profile.fv)
    ledger.add(f"5 x facing {profile.facing}", 5 * profile.facing)
    ledger.add(f"5 x W {profile.wounds}", 5 * profile.wounds)
    ledger.add(f"transport {profile.transport}", profile.transport)
    for weapon in profile.weapons:
        ledger.add(weapon.name, weapon_points(weapon).total)
    return ledger


def unit_points(unit: ForceUnit) -> Ledger:
    """So many figures, and each weapon that they carry."""
    profile = unit.profile
    ledger = Ledger(unit.name)
    if profile.vehicle:
        label = profile.name if unit.figures == 1 else f"{unit.figures} x {profile.name}"
        ledger.add(label, unit.figures * vehicle_points(profile).total)
        return ledger
    each = figure_points(profile).total
    ledger.add(f"{unit.figures} x {profile.name} at {each}", unit.figures * each)
    for weapon, count in unit.arms:
        each = weapon_points(weapon).total
        ledger.add(f"{count} x {weapon.name} at {each}", count * each)
    if profile.cc_weapon is not None:
        ledger.add(profile.cc_weapon.name, unit.figures * weapon_points(profile.cc_weapon).total)
    return ledger


def force_points(force: Force) -> Ledger:
    """All units of a force."""
    ledger = Ledger(force.name)
    for unit in force.units:
        ledger.add(unit.name, unit_points(unit).total)
    return ledger
