"""What an attack costs: the steps of its price in their order, each rounded before the next.

>>> from grognard.systems.vor.attacks import Attack
>>> rifle = Attack("Rifle", power=5, am=-1, range="12/24/35", damage="2", primary=True)
>>> print(priced(rifle))
Rifle 9
  POW 5, AM -1: 0 -> 8 [VOR-RC-01]
  range 12/24/35: 8 -> 9 [VOR-RNG-01]
  damage 2: 9 -> 19 = 13.5, up, at least +10 [VOR-DMG-01]
  primary, -10%: 19 -> 17 = 17.1, nearest, at least -2 [VOR-PRI-03]
  general, -40%: 17 -> 9 = 9.4, nearest [VOR-ORD-07]
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from grognard.forces.ledger import NEAREST, UP, Priced, Tally, rounded
from grognard.systems.vor.attack_shares import LESS_10, take_shares
from grognard.systems.vor.attack_sum import ONE, plain_sum
from grognard.systems.vor.attacks import ANYBODY, ITEM, Attack, Bearer
from grognard.systems.vor.heavy import RULINGS
from grognard.systems.vor.settings import Settings

LEAST: Final = 2
PRIMARY_LEAST: Final = 2
SURPLUS: Final = Fraction(5, 4)
KEPT: Final = {20: Fraction(80, 100), 40: Fraction(60, 100)}


def priced(attack: Attack, bearer: Bearer = ANYBODY, settings: Settings = RULINGS) -> Priced:
    """The final price, with its steps on demand."""
    return Priced(attack.name or "attack", price_attack, (attack, bearer, settings))


def price_attack(a: Attack, b: Bearer, s: Settings, t: Tally) -> int:
    """The final PV: the total, what is off it (VOR-ORD-04), the surcharge (VOR-ORD-05)."""
    whole = total(a, b, s, t)
    price = own_reductions(whole, a, s, t)
    price = general_reduction(price, whole, b, s, t)
    price = minimum(price, a, s, t)
    return surcharge(price, t) if b.surplus else price


def total(a: Attack, b: Bearer, s: Settings, t: Tally) -> int:
    """What reductions are measured on: the plain sum, the shares, the arc (VOR-ORD-01 to 03)."""
    price = plain_sum(a, b, s, t)
    if s.minimum_on_sum:
        price = t.minimum(price, LEAST, "no attack costs less", "VOR-GAP-10")
    return price if a.kind == ITEM else take_shares(price, a, b, s, t)


def own_reductions(price: int, a: Attack, s: Settings, t: Tally) -> int:
    """An item that breaks (VOR-PAR-02) and a primary attack (VOR-PRI-03): after everything else,
    and before the general reduction (VOR-PRI-04). Percentages of one total are added (VOR-PAR-03).
    A model may have several primary attacks, each reduced by itself (VOR-PRI-06).
    """
    whole = price
    if a.breakable:
        price = _less(price, whole, UP, "breaks when its parry fails, -10%", "VOR-PAR-02", 0, s, t)
    if a.primary:
        price = _less(price, whole, NEAREST, "primary, -10%", "VOR-PRI-03", PRIMARY_LEAST, s, t)
    return price


def _less(
    price: int, whole: int, how: str, label: str, clause: str, least: int, s: Settings, t: Tally
) -> int:
    """10% off: the price is rounded, or the amount (VOR-GAP-08)."""
    base = max(0, whole if s.reduction_stacking == "additive" else price)
    if s.percent_rounding == "price":
        return t.times(price, LESS_10, how, label, clause, least, base)
    amount = max(least, rounded(base * (ONE - LESS_10), how))
    return t.add(price, -amount, f"{label}, amount {how}", clause)


def rate_of(b: Bearer) -> int:
    """The general reduction in percent: 40 (VOR-ORD-07), on vehicles 20 (VOR-VRD-02), and 40 again
    under Restricted Deployment (VOR-VRD-03).
    """
    return 20 if b.mounted and not b.restricted else 40


def general_reduction(price: int, whole: int, b: Bearer, s: Settings, t: Tally) -> int:
    """A share of the same total as the reductions before it, or of what they left (VOR-GAP-07)."""
    rate = rate_of(b)
    clause = "VOR-ORD-07"
    if b.mounted:
        clause = "VOR-VRD-03" if b.restricted else "VOR-VRD-02"
    of = whole if s.reduction_stacking == "additive" else price
    label = f"general, -{rate}%"
    return t.times(price, KEPT[rate], s.general_rounding, label, clause, 0, of)


def minimum(price: int, a: Attack, s: Settings, t: Tally) -> int:
    """No attack costs less than 2 PV (VOR-PRI-05); nor does a shield (VOR-GAP-31)."""
    if a.kind == ITEM and not s.shield_minimum:
        return t.minimum(price, 0, "nothing at least", "VOR-GAP-31")
    return t.minimum(price, LEAST, "no attack costs less", "VOR-PRI-05")


def surcharge(price: int, t: Tally) -> int:
    """A weapon beyond the allotment of its vehicle: 25% of its final PV (VOR-VCL-03)."""
    return t.times(price, SURPLUS, UP, "beyond the allotment, +25%", "VOR-VCL-03", 1)
