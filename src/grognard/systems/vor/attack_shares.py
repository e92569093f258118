"""Steps 2 and 3 of an attack's price: what takes a share of its total, the arc last of all.

Anti-structure, damage, limited uses, dodge, ball of flames, firing arc: the order in which the
document lists them (VOR-ORD-02, VOR-GAP-09), with the arc moved to the end (VOR-ORD-03).
"""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Final

from grognard.forces.ledger import NEAREST, UP, Tally, rounded
from grognard.systems.vor.attack_sum import LESS_20, LESS_30, ONE
from grognard.systems.vor.attacks import Attack, Bearer
from grognard.systems.vor.heavy import is_heavy
from grognard.systems.vor.settings import Settings

MORE_10: Final = Fraction(11, 10)
MORE_30: Final = Fraction(13, 10)
LESS_10: Final = Fraction(9, 10)


@dataclasses.dataclass(slots=True)
class Share:
    """A multiplier, and the least by which it raises the price."""

    times: Fraction
    how: str
    label: str
    clause: str
    least: int = 0
    house: bool = False


def take_shares(price: int, a: Attack, b: Bearer, s: Settings, t: Tally) -> int:
    """One after the other, each rounded before the next."""
    found = shares(a, b, s)
    if s.percent_order == "at_once":
        return _at_once(price, found, t)
    for x in found:
        if x.how == NEAREST and s.percent_rounding == "amount":
            price = take_amount(price, x, t)
        else:
            price = t.times(price, x.times, x.how, x.label, x.clause, x.least, house=x.house)
    return price


def shares(a: Attack, b: Bearer, s: Settings) -> list[Share]:
    """What takes a share of this attack, in order."""
    found: list[Share] = []
    if a.anti_structure:
        # It can damage structures without being a blast (VOR-AS-03).
        if is_heavy(a, b, s):
            found.append(Share(MORE_10, UP, "anti-structure, heavy, +10%", "VOR-AS-02"))
        else:
            found.append(Share(MORE_30, UP, "anti-structure, +30%", "VOR-AS-01"))
    uses = _limited(a, b)
    if s.percent_order == "uses_first":
        found += uses
    found += _damage(a, b)
    if s.percent_order != "uses_first":
        found += uses
    if a.dodge:
        found.append(Share(LESS_10, NEAREST, "may be dodged, -10%", "VOR-DOD-01"))
    if a.splash and a.split and s.splash_percent_of == "attack":
        found.append(Share(LESS_30, NEAREST, "split template, -30%", "VOR-SPL-07"))
    if a.splash and a.ball_of_flames and s.splash_percent_of != "splash":
        found.append(Share(LESS_20, NEAREST, "ball of flames, -20%", "VOR-SPL-08"))
    found.append(_arc(a, b, s))
    return found


def _limited(a: Attack, b: Bearer) -> list[Share]:
    """Uses per game: the product is rounded up (VOR-LIM-02). Three rockets of one sort are one
    attack with three uses (VOR-LIM-03).
    """
    option = b.tables.charges.get(a.charges)
    if option is None:
        return []
    label = f"{a.charges} use{'s' if a.charges > 1 else ''} per game"
    return [Share(option.times, UP, label, "VOR-LIM-02", 0, option.house)]


def _damage(a: Attack, b: Bearer) -> list[Share]:
    """Increased and random damage, and the multipliers of the user's own tables (VOR-GAP-39)."""
    k = b.tables
    found = []
    option = k.damage.get(a.damage)
    if option is not None:
        label = f"damage {a.damage}"
        found.append(Share(option.times, UP, label, option.clause, option.least, option.house))
    for name, other in k.others.items():
        if name in a.others and other.times != ONE:
            how = UP if other.times > ONE else NEAREST
            found.append(Share(other.times, how, name, other.clause, other.least, other.house))
    return found


def _arc(a: Attack, b: Bearer, s: Settings) -> Share:
    """The last of all multipliers (VOR-ARC-06); 180 degrees goes without saying (VOR-ARC-02). The
    arc of a sweep is in its own price (VOR-GAP-45).
    """
    arc = max(a.arc, a.sweep_arc) if a.sweep and s.sweep_arc else a.arc
    option = b.tables.arcs.get(arc)
    if option is None:
        return Share(ONE, UP, f"arc of {arc} degrees", "VOR-ARC-02")
    return Share(option.times, UP, f"arc of {arc} degrees", option.clause, 0, option.house)


def take_amount(price: int, x: Share, t: Tally) -> int:
    """A reduction whose amount is rounded instead of the price (a reading of VOR-GAP-08)."""
    amount = rounded(max(0, price) * (ONE - x.times), NEAREST)
    return t.add(max(0, price), -amount, f"{x.label}, amount to the nearest", x.clause, x.house)


def _at_once(price: int, found: list[Share], t: Tally) -> int:
    """All multipliers together and one rounding (a reading of VOR-GAP-09)."""
    exact = Fraction(max(0, price))
    for x in found:
        before = exact
        exact = t.scale(exact, x.times, x.label, x.clause, x.house)
        if x.least and exact < before + x.least:
            missing = before + x.least - exact
            exact = t.add(exact, missing, f"{x.label}, at least +{x.least}", x.clause, x.house)
    return t.round(exact, UP, "to a whole number", "VOR-GAP-09")
