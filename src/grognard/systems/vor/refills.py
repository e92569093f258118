"""Limited uses in a campaign: what is spent stays spent, and refills are carried by somebody.

In the file of an army whoever carries refills says so among its options, `refills-grenade = 4`.
What refills there are comes from the attacks of the whole force list.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from typing import Final

from grognard.forces.ledger import DEAF, UP, Priced, Tally
from grognard.forces.verdict import Breach, Repair
from grognard.systems.vor.attack_price import price_attack
from grognard.systems.vor.attacks import Attack, Bearer
from grognard.systems.vor.heavy import RULINGS
from grognard.systems.vor.settings import Settings
from grognard.systems.vor.units import Squad, Unit

MOST: Final = 50
"""Uses of one attack that one unit carries."""

MOST_KINDS: Final = 60
"""Sorts of refills in one force list."""


@dataclasses.dataclass(frozen=True)
class Stock:
    """Refills that can be bought: of which attack, and who of the list uses it."""

    attack: Attack
    bearer: Bearer
    label: str


@dataclasses.dataclass(frozen=True)
class Refill:
    """So many uses of an attack, carried along by a unit."""

    stock: Stock
    uses: int
    carrier: str


def uses_left(attack: Attack, spent: int, refilled: int = 0) -> int:
    """The next battle begins with what the last one left: nothing comes back but what was bought
    again (VOR-LIM-04).
    """
    return max(0, min(attack.charges, attack.charges - spent + refilled))


def stock_of(units: Iterable[Unit]) -> list[Stock]:
    """What the types of a list use up. What is called the same and costs the same is the same."""
    found: dict[str, Stock] = {}
    known: set[tuple[Attack, int]] = set()
    for unit in units:
        for attack, bearer in limited(unit, False):
            kind = attack, price_attack(attack, bearer, RULINGS, DEAF)
            if kind in known or len(found) >= MOST_KINDS:
                continue
            known.add(kind)
            label = f"refills of {attack.name}"
            if label in found:
                label = f"{label} ({unit.name})"
            found.setdefault(label, Stock(attack, bearer, label))
    return list(found.values())


def limited(unit: Unit, there: bool = True) -> list[tuple[Attack, Bearer]]:
    """The attacks of a unit with limited uses and a name, and who has them; `there`: only of
    models that are.
    """
    if isinstance(unit, Squad):
        models = [m for m in unit.models if m.count or not there]
        known = [(attack, model.bearer) for model in models for attack in model.attacks]
    else:
        known = [(weapon.attack, unit.bearer()) for weapon in unit.weapons]
    return [(attack, bearer) for attack, bearer in known if attack.charges and attack.name]


def price_refill(a: Attack, uses: int, b: Bearer, s: Settings, t: Tally) -> int:
    """All uses cost the attack's final PV, some their share of it, rounded up (VOR-LIM-04,
    VOR-GAP-55).
    """
    whole = price_attack(a, b, s, DEAF)
    charges = max(1, a.charges)
    if s.refills == "difference":
        full, rest = uses // charges, uses % charges
        price = t.add(0, whole * full, f"{full} times the final PV", "VOR-LIM-04")
        if rest:
            left = dataclasses.replace(a, charges=charges - rest)
            amount = max(0, whole - price_attack(left, b, s, DEAF))
            price = t.add(price, amount, f"{rest} of {charges} uses", "VOR-GAP-55")
        return price
    price = t.add(0, whole * uses, f"{uses} times the final PV", "VOR-LIM-04")
    exact = t.scale(price, Fraction(1, charges), f"of {charges} uses", "VOR-GAP-55")
    return t.round(exact, UP, "to a whole number", "VOR-GAP-55")


def refill_price(stock: Stock, uses: int, settings: Settings) -> Priced:
    rule = (stock.attack, uses, stock.bearer, settings)
    return Priced(f"{stock.label}, {uses}", price_refill, rule)


def check_refills(refills: Sequence[Refill], known: Collection[Attack]) -> list[Breach]:
    """Each is for an attack that somebody of the army has (VOR-LIM-05). Paths begin at the list of
    refills.
    """
    found = []
    for n, refill in enumerate(refills):
        if refill.stock.attack not in known:
            what = f"{refill.carrier}: {refill.stock.label}, which nobody has"
            found.append(Breach(what, "VOR-LIM-05", (n,), Repair("leave them out")))
    return found


def refills_left(refills: Sequence[Refill], lost: Collection[str]) -> list[Refill]:
    """What is left after some units were lost: their refills are lost too (VOR-LIM-06)."""
    return [refill for refill in refills if refill.carrier not in lost]
