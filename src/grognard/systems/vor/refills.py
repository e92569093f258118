"""Limited uses in a campaign: what is spent stays spent, and refills are carried by somebody."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Sequence
from fractions import Fraction

from grognard.forces.ledger import DEAF, UP, Tally
from grognard.forces.verdict import Breach, Repair
from grognard.systems.vor.attack_price import price_attack
from grognard.systems.vor.attacks import Attack, Bearer
from grognard.systems.vor.settings import Settings


@dataclasses.dataclass(frozen=True)
class Refill:
    """So many uses of an attack, carried along by a unit."""

    attack: str
    uses: int
    carrier: str = ""


def uses_left(attack: Attack, spent: int, refilled: int = 0) -> int:
    """The next battle begins with what the last one left: nothing comes back but what was bought
    again (VOR-LIM-04).
    """
    return max(0, min(attack.charges, attack.charges - spent + refilled))


def price_refill(a: Attack, uses: int, b: Bearer, s: Settings, t: Tally) -> int:
    """All uses cost the attack's final PV, some their share of it, rounded up (VOR-LIM-04,
    VOR-GAP-55).
    """
    whole = price_attack(a, b, s, DEAF)
    uses = max(0, min(uses, a.charges))
    if s.refills == "difference" and 0 < uses < a.charges:
        left = dataclasses.replace(a, charges=a.charges - uses)
        amount = whole - price_attack(left, b, s, DEAF)
        return t.add(0, amount, f"{uses} of {a.charges} uses", "VOR-GAP-55")
    price = t.add(0, whole * uses, f"{uses} times the final PV", "VOR-LIM-04")
    exact = t.scale(price, Fraction(1, max(1, a.charges)), f"of {a.charges} uses", "VOR-GAP-55")
    return t.round(exact, UP, "to a whole number", "VOR-GAP-55")


def check_refills(
    refills: Sequence[Refill], limited: Collection[str], units: Collection[str]
) -> list[Breach]:
    """Each is for an attack with limited uses, and somebody of the army carries it (VOR-LIM-05)."""
    found = []
    for n, refill in enumerate(refills):
        if refill.attack not in limited:
            what = f"refills for {refill.attack!r}, which has no limited uses"
            found.append(Breach(what, "VOR-LIM-05", (n, "attack"), Repair("leave them out")))
        if refill.carrier not in units:
            what = f"nobody carries the refills for {refill.attack!r}"
            repair = Repair("name a unit of the army")
            found.append(Breach(what, "VOR-LIM-05", (n, "carrier"), repair))
    return found


def refills_left(refills: Sequence[Refill], lost: Collection[str]) -> list[Refill]:
    """What is left after some units were lost: their refills are lost too (VOR-LIM-06)."""
    return [refill for refill in refills if refill.carrier not in lost]
