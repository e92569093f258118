"""Probe: prices that go through percentages, roundings and minimums, every step explained.

What it builds of VOR's custom force creation, with the rulings of the inventory:

- order of steps: VOR-ORD-01 to 07, VOR-GAP-09, 10;
- attacks: VOR-RC-01 to 04 (the printed table), six rows of the range table, knockdown VOR-KD-01 to
  03, plain additions, VOR-AS-01, 02, VOR-DMG-01 to 04, VOR-RND-01 to 04, VOR-LIM-01, 02,
  VOR-DOD-01, VOR-ARC-01 to 04, 06;
- reductions: VOR-PRI-03, 04, VOR-PAR-02, 03, VOR-VRD-02, 03, VOR-VCL-03, VOR-GAP-05, 07, 08;
- models: VOR-STA-04, 11, VOR-MIN-01 to 03, VOR-SQD-06 to 08, VOR-GAP-12.

`Explained` does not serve: it is a sum of whole numbers, and what has to be shown here is a chain
(before, the exact value, how it was rounded, after), whose links are percentages of what came
before. Its trick serves: `forces/ledger.py` writes the rule once, with a listener that is deaf
while prices are worked out by the thousand.
"""

from __future__ import annotations

import dataclasses
from fractions import Fraction

from grognard.forces.ledger import DOWN, NEAREST, UP, Priced, Tally
from grognard.rules.settings import setting

# -- VOR -----------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Settings:
    reduction_stacking: str = setting(
        "additive", "VOR-GAP-07", "how reductions combine", choices=("additive", "sequential")
    )
    general_rounding: str = setting(
        NEAREST, "VOR-GAP-05", "rounding of the general reduction", choices=(NEAREST, UP, DOWN)
    )


RULINGS = Settings()

RANGED = {
    (3, 0): 2,
    (3, -1): 3,
    (3, -2): 5,
    (4, 0): 4,
    (4, -1): 5,
    (4, -2): 7,
    (5, 0): 6,
    (5, -1): 8,
    (5, -2): 12,
    (6, 0): 10,
    (6, -1): 14,
    (6, -2): 20,
    (7, 0): 20,
    (7, -1): 25,
    (7, -2): 30,
    (8, 0): 35,
    (8, -1): 40,
    (8, -2): 45,
    (9, 0): 50,
    (9, -1): 55,
    (9, -2): 60,
    (10, 0): 65,
    (10, -1): 70,
    (10, -2): 75,
}
RANGES = {"3/5": -6, "6/12/18": -1, "10/20/30": 0, "12/24/35": 1, "18/36/55": 9, "40/80/120": 50}
DAMAGE = {
    "2": (Fraction(3, 2), 10, "VOR-DMG-01"),
    "3": (Fraction(2), 20, "VOR-DMG-02"),
    "4": (Fraction(7, 2), 30, "VOR-DMG-03"),
    "auto-kill": (Fraction(4), 40, "VOR-DMG-04"),
    "1d2": (Fraction(13, 10), 5, "VOR-RND-01"),
    "1d3": (Fraction(3, 2), 10, "VOR-RND-02"),
    "1d4": (Fraction(9, 5), 15, "VOR-RND-03"),
    "1d5": (Fraction(2), 20, "VOR-RND-04"),
}
ARCS = {90: Fraction(1, 2), 180: Fraction(1), 270: Fraction(3, 2), 360: Fraction(2)}
USES = {1: 3, 2: 4, 3: 5, 4: 6, 5: 7, 6: 8}  # tenths
KNOCKDOWN = (5, 10, 15, 20, 25, 30)


@dataclasses.dataclass(frozen=True)
class Attack:
    """An attack as it is designed. `rate` is the general reduction in percent."""

    power: int = 3
    modifier: int = 0
    range: str = "10/20/30"
    plain: tuple[tuple[str, int, str], ...] = ()  # label, PV, clause
    size: str = "medium"
    mounted: bool = False
    anti_structure: bool = False
    damage: str = "1"
    uses: int = 0
    dodge: bool = False
    arc: int = 180
    primary: bool = False
    breakable: bool = False
    rate: int = 40
    surplus: bool = False

    @property
    def heavy(self) -> bool:
        return self.power >= 6 or self.modifier <= -3 or self.damage != "1"


def attack_total(a: Attack, t: Tally) -> int:
    """Steps 1 to 3: table, plain additions, shares of the total, the arc (VOR-ORD-01 to 03)."""
    price = t.add(
        0, RANGED[a.power, a.modifier], f"power {a.power}, armour {a.modifier}", "VOR-RC-01"
    )
    if a.power == 10 and not a.mounted:
        share = Fraction(3, 2) if a.size == "large" else Fraction(2)
        price = t.times(price, share, UP, f"not on a vehicle, {a.size}", "VOR-RC-02")
    price = t.add(price, RANGES[a.range], f"range {a.range}", "VOR-RNG-01")
    for label, amount, clause in a.plain:
        price = t.add(price, amount, label, clause)
    if a.anti_structure:
        share, clause = (
            (Fraction(11, 10), "VOR-AS-02") if a.heavy else (Fraction(13, 10), "VOR-AS-01")
        )
        price = t.times(price, share, UP, "anti-structure", clause)
    if a.damage in DAMAGE:
        share, least, clause = DAMAGE[a.damage]
        price = t.times(price, share, UP, f"damage {a.damage}", clause, least)
    if a.uses:
        price = t.times(
            price, Fraction(USES[a.uses], 10), UP, f"{a.uses} uses a game", "VOR-LIM-02"
        )
    if a.dodge:
        price = t.times(price, Fraction(9, 10), NEAREST, "may be dodged", "VOR-DOD-01")
    return t.times(price, ARCS[a.arc], UP, f"{a.arc} degrees", "VOR-ARC-06")


def attack_price(a: Attack, s: Settings, t: Tally) -> int:
    """Steps 4 and 5: reductions, the minimum of 2, the surcharge (VOR-ORD-04, 05)."""
    price = total = attack_total(a, t)
    whole = s.reduction_stacking == "additive"  # every share is one of the same total

    def less(price: int, percent: int, how: str, label: str, clause: str, least: int = 0) -> int:
        share = Fraction(100 - percent, 100)
        of = total if whole else price
        return t.times(price, share, how, f"{label}, -{percent}%", clause, least, of)

    if a.breakable:
        price = less(price, 10, UP, "breaks when a parry fails", "VOR-PAR-02")
    if a.primary:
        price = less(price, 10, NEAREST, "primary", "VOR-PRI-03", 2)
    price = less(price, a.rate, s.general_rounding, "general", "VOR-ORD-07")
    price = t.minimum(price, 2, "no attack costs less", "VOR-PRI-05")
    if a.surplus:
        price = t.times(price, Fraction(5, 4), UP, "beyond the allotment", "VOR-VCL-03", 1)
    return price


def statistic(normal: tuple[int, ...], above: int, t: Tally) -> int:
    """Points up to the listed maximum, then each further one twice as dear (VOR-STA-04)."""
    price = 0
    for n, pv in enumerate(normal, 1):
        price = t.add(price, pv, f"point {n}", "VOR-STA-01")
    for n in range(1, above + 1):
        price = t.add(price, normal[-1] * 2**n, f"{n} above the maximum", "VOR-STA-04")
    return price


def model_price(
    statistics: int, attacks: tuple[Attack, ...], coherency: int, s: Settings, t: Tally
) -> int:
    """A model of a squad: statistics reduced, attacks, minimum, coherency (VOR-ORD-06)."""
    price = t.add(0, statistics, "statistics", "VOR-STA-01")
    price = t.times(price, Fraction(60, 100), s.general_rounding, "general, -40%", "VOR-ORD-07")
    for n, a in enumerate(attacks, 1):
        price = t.include(price, Priced(f"attack {n}", attack_price, (a, s)), "VOR-ORD-06")
    if not attacks:
        price = t.add(price, -3, "only Basic Attacks", "VOR-MIN-02")
    price = t.minimum(price, 5, "no model costs less", "VOR-MIN-01")
    if coherency == 2:
        price = t.times(price, Fraction(9, 10), NEAREST, '2" coherency', "VOR-SQD-06", 1)
        price = t.minimum(price, 5, "no model costs less", "VOR-MIN-01")
    if coherency == 4:
        price = t.times(price, Fraction(115, 100), UP, '4" coherency', "VOR-SQD-07", 2)
    return price
