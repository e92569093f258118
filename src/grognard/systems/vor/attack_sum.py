"""Step 1 of an attack's price: its table price and everything priced as a plain number
(VOR-ORD-01).

What stands in no table costs nothing here: a check says that it cannot be had.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from grognard.forces.ledger import NEAREST, UP, Priced, Tally
from grognard.systems.vor.attack_tables import BLAST_MODIFIERS, NO_TEST, Option, Range, Shot, inches
from grognard.systems.vor.attacks import ITEM, MELEE, RANGED, Attack, Bearer
from grognard.systems.vor.heavy import is_heavy, power_of
from grognard.systems.vor.settings import Settings

LARGE_BLAST: Final = 7
"""In half inches: from 3.5 inches on a blast has rules of its own (VOR-BLA-10 to 14)."""

DOUBLE: Final = Fraction(2)
HALF_AGAIN: Final = Fraction(3, 2)
MORE_10: Final = Fraction(11, 10)
MORE_15: Final = Fraction(115, 100)
LESS_20: Final = Fraction(8, 10)
LESS_25: Final = Fraction(3, 4)
LESS_30: Final = Fraction(7, 10)
ONE: Final = Fraction(1)

Part = Callable[[Attack, Bearer, Settings, Tally], int]


def plain_sum(a: Attack, b: Bearer, s: Settings, t: Tally) -> int:
    """Table, range, and option after option."""
    if a.kind == ITEM:
        return _parry(0, a, b, t)
    k = b.tables
    price = _table(a, b, s, t)
    price = _range(price, a, b, s, t)
    price = _mpc(price, a, b, s, t)
    if a.am in k.armour:
        clause = "VOR-AM-05" if a.am == NO_TEST else "VOR-AM-01" if a.am > 0 else "VOR-AM-02"
        price = _buy(price, k.armour[a.am], f"in all AM {am_word(a.am)}", clause, t)
    price = _modifiers(price, a, b, s, t)
    if a.blast:
        price = _include(price, f"blast {inches(a.blast)}", blast_price, "VOR-BLA-01", a, b, s, t)
    if a.sweep:
        price = _include(price, f"sweep {inches(a.sweep)}", sweep_price, "VOR-SWP-01", a, b, s, t)
    if a.reach:  # of this attack alone (VOR-REA-02)
        price = t.add(price, a.reach, f'reach {a.reach}"', "VOR-REA-01")
    price = _uses(price, a, b, s, t)
    if a.knockdown is not None:
        price = _include(
            price, f"knockdown +{a.knockdown}", knockdown_price, "VOR-KD-01", a, b, s, t
        )
    price = _parry(price, a, b, t)
    if a.full_auto or a.hits:
        price = _include(
            price, f"full-auto *{a.full_auto}/+{a.hits}", full_auto_price, "VOR-FA-08", a, b, s, t
        )
    if a.point_blank:
        hands, clause = k.hands, "VOR-PB-01"
        if is_heavy(a, b, s):
            hands, clause = k.heavy_hands, "VOR-PB-02"
        price = _buy(price, hands.get(a.point_blank), f"point blank, {a.point_blank}", clause, t)
    if a.persistent is not None:
        price = _include(price, "persistent", persistent_price, "VOR-PER-01", a, b, s, t)
    if a.indirect:
        price = _buy(price, k.indirect.get(a.indirect), a.indirect, "VOR-IND-01", t)
    if a.splash:
        price = _include(price, f"{a.splash} splash", splash_price, "VOR-SPL-01", a, b, s, t)
    for name, other in k.others.items():  # in their order there, whatever they were entered in
        if name in a.others and other.times == ONE:
            price = _buy(price, other, name, "VOR-GAP-39", t)
    if s.infantry_increase == "attack":
        price = _infantry(price, a, b, t)
    return price


def _buy(price: int, option: Option | None, label: str, clause: str, t: Tally) -> int:
    return price if option is None else t.add(price, option.pv, label, clause, option.house)


def _include(
    price: int, what: str, rule: Part, clause: str, a: Attack, b: Bearer, s: Settings, t: Tally
) -> int:
    """A part with steps of its own."""
    return t.include(price, Priced(what, rule, (a, b, s)), clause)


# -- POW, AM, MPC ----------------------------------------------------------------------


def base_am(a: Attack, b: Bearer) -> int:
    """The AM that its row of the table has: that which the total needs, unless it is given."""
    if a.base_am is not None:
        return a.base_am
    option = b.tables.armour.get(a.am)
    return a.am if option is None else option.base


def row_of(a: Attack, b: Bearer) -> Shot:
    """Its row of POW and AM; the nearest one where there is none.

    Close combat takes the row of the ranged table, as a number of the house, where no table of
    its own has one; under POW 3 it takes that of POW 3 (VOR-GAP-27).
    """
    power, am = power_of(a, b), base_am(a, b)
    k = b.tables
    found = k.close.get((power, am)) if a.kind == MELEE else k.ranged.get((power, am))
    if found is None:
        found = k.ranged[max(3, min(10, power)), max(-2, min(0, am))]
        if a.kind == MELEE:
            found = Shot(found.mpc, found.pv, found.kind, True)
    return found


def _table(a: Attack, b: Bearer, s: Settings, t: Tally) -> int:
    row = row_of(a, b)
    label = f"POW {power_of(a, b)}, AM {base_am(a, b)}"
    if a.kind == MELEE:
        return t.add(0, row.pv, f"close combat, {label}", "VOR-GAP-27", row.house)
    price = t.add(0, row.pv, label, "VOR-RC-01", row.house)
    return _infantry(price, a, b, t) if s.infantry_increase == "table" else price


def _infantry(price: int, a: Attack, b: Bearer, t: Tally) -> int:
    """POW 10 that no vehicle carries: 98, 105 and 113 for large models (VOR-RC-02, VOR-RC-04)."""
    if a.kind != RANGED or b.mounted or power_of(a, b) < 10:
        return price
    share = HALF_AGAIN if b.size == "large" else DOUBLE
    return t.times(price, share, UP, f"not on a vehicle, {b.size}", "VOR-RC-02")


def large_blast(a: Attack) -> bool:
    return a.blast >= LARGE_BLAST


def base_mpc(a: Attack, b: Bearer) -> int:
    return row_of(a, b).mpc


def least_mpc(a: Attack, b: Bearer) -> int:
    """The MPC under which none may go: half of the base, rounded down, so 3 of 7 (VOR-MPC-03,
    VOR-MPC-05); for large blasts one more than the POW (VOR-BLA-11).

    >>> from grognard.systems.vor.attacks import ANYBODY
    >>> least_mpc(Attack(power=7), ANYBODY), least_mpc(Attack(power=9, blast=8), ANYBODY)
    (3, 10)
    """
    half = base_mpc(a, b) // 2
    return max(half, power_of(a, b) + 1) if large_blast(a) and not b.mounted else half


def most_mpc(a: Attack, b: Bearer) -> int:
    """One and a half times the base, rounded up, so 5 of 3 (VOR-MPC-04, VOR-MPC-06).

    >>> from grognard.systems.vor.attacks import ANYBODY
    >>> most_mpc(Attack(power=3), ANYBODY)
    5
    """
    return -(-3 * base_mpc(a, b) // 2)


def mpc_of(a: Attack, b: Bearer) -> int:
    """What an attack costs in MP: the base with what was bought; large blasts are raised to their
    least for nothing (VOR-BLA-11).
    """
    bought = base_mpc(a, b) + a.mpc
    return max(bought, least_mpc(a, b)) if large_blast(a) else bought


def mpc_counts(a: Attack, b: Bearer, s: Settings) -> bool:
    """Weapons on vehicles do not use it (VOR-GAP-21), those of POW 10 never do (VOR-RC-03)."""
    if a.kind == ITEM:
        return False
    return not b.mounted or (s.vehicle_mpc and power_of(a, b) < 10)


def _mpc(price: int, a: Attack, b: Bearer, s: Settings, t: Tally) -> int:
    """Points down cost, points up give back; of a large blast only those above its least do
    (VOR-GAP-26).
    """
    if not a.mpc or not mpc_counts(a, b, s):
        return price
    change = a.mpc
    if change > 0 and large_blast(a) and not b.mounted:
        change = max(0, base_mpc(a, b) + change - max(base_mpc(a, b), least_mpc(a, b)))
        if not s.large_blast_discount or not change:
            return price
    clause = "VOR-MPC-01" if change < 0 else "VOR-MPC-02"
    return _buy(price, b.tables.mpc.get(change), f"MPC {change:+}", clause, t)


def am_word(am: int) -> str:
    """As people write it.

    >>> am_word(1), am_word(-3), am_word(NO_TEST)
    ('+1', '-3', 'no test')
    """
    return "no test" if am == NO_TEST else f"{am:+}" if am else "0"


# -- range -----------------------------------------------------------------------------


def range_of(a: Attack, b: Bearer, s: Settings) -> Range | None:
    """Its row of the range table. Splash has none (VOR-SPL-09), close combat neither; a ranged
    sweep buys none (VOR-SWP-04) and takes that of no range at all, as every other attack without
    range does (VOR-RNG-03, VOR-GAP-28).
    """
    if a.kind != RANGED or a.splash:
        return None
    ranges = b.tables.ranges
    if a.sweep:
        return ranges["none"] if s.rangeless_sweep == "credit" else None
    return ranges.get(a.range or "none")


def _range(price: int, a: Attack, b: Bearer, s: Settings, t: Tally) -> int:
    row = range_of(a, b, s)
    if row is None:
        return price
    clause = "VOR-RNG-01" if row.modifiers else "VOR-RNG-03"
    label = f"range {row.name}" if row.modifiers else "no range"
    return t.add(price, row.pv, label, clause, row.house)


def range_changes(a: Attack) -> tuple[int, int, int]:
    return a.short, a.medium, a.long


def range_modifiers(a: Attack, b: Bearer, s: Settings) -> tuple[int, ...]:
    """What is added to the number to hit at each band: the row's own, and what was bought, better
    being more (VOR-RMD-04).
    """
    row = range_of(a, b, s)
    if row is None:
        return ()
    return tuple(m + c for m, c in zip(row.modifiers, range_changes(a)))


def _modifiers(price: int, a: Attack, b: Bearer, s: Settings, t: Tally) -> int:
    """Each point at each band by itself (VOR-RMD-03); only at bands that there are
    (VOR-GAP-24).
    """
    if not (a.short or a.medium or a.long):
        return price
    row = range_of(a, b, s)
    bands = 0 if row is None else len(row.modifiers)
    k = b.tables
    for band, change in list(zip(("short", "medium", "long"), range_changes(a)))[:bands]:
        if change > 0:
            option = k.better[band]
            amount, clause = change * option.pv, "VOR-RMD-01"
        elif change < 0:
            option = k.worse[band]
            amount, clause = -change * option.pv, "VOR-RMD-02"
        else:
            continue
        price = t.add(price, amount, f"{change:+} at {band} range", clause, option.house)
    return price


# -- blast -----------------------------------------------------------------------------


def modifiers_of(a: Attack) -> list[str]:
    """The blast modifiers that were bought, in the order of the table. The first three together
    are an Area of Effect (VOR-BLA-03).
    """
    return [m for m in BLAST_MODIFIERS if getattr(a, m)]


def blast_price(a: Attack, b: Bearer, s: Settings, t: Tally) -> int:
    """The radius; doubled if it is large and on no vehicle (VOR-BLA-13, 48 to 128: VOR-BLA-14);
    then its modifiers, added up (VOR-BLA-04), which change nothing but this (VOR-BLA-05); rounded
    (VOR-BLA-06); then what blocks the sight (VOR-PER-03). The order is that of VOR-GAP-25 and
    VOR-GAP-35.
    """
    k = b.tables
    price = _buy(0, k.blast.get(a.blast), f"blast {inches(a.blast)}", "VOR-BLA-01", t)
    doubled = large_blast(a) and not b.mounted
    if doubled and s.blast_doubling == "first":
        price = t.times(price, DOUBLE, UP, "not on a vehicle, x2", "VOR-BLA-13")
    named = [(m.replace("_", " "), k.blast_modifiers[m]) for m in modifiers_of(a)]
    if a.blocks_sight and s.blocked_sight == "modifier":
        named.append(("blocks line of sight", Option(times=MORE_15 - 1)))
    if named:
        exact = Fraction(price)
        for label, option in named:
            words = f"{label}, {_percent(option.times)}"
            if s.blast_modifiers == "additive":
                part = price * option.times
                exact = t.add(exact, part, words, "VOR-BLA-02", option.house)
            else:
                exact = t.scale(exact, ONE + option.times, words, "VOR-BLA-02", option.house)
        price = t.round(exact, NEAREST, "to a whole number", "VOR-BLA-06")
    if doubled and s.blast_doubling == "last":
        price = t.times(price, DOUBLE, UP, "not on a vehicle, x2", "VOR-BLA-13")
    if a.blocks_sight and s.blocked_sight == "finished":
        price = t.times(price, MORE_15, UP, "blocks line of sight, +15%", "VOR-PER-03")
    return price


def _percent(share: Fraction) -> str:
    return f"{int(share * 100):+}%"


def persistent_price(a: Attack, b: Bearer, s: Settings, t: Tally) -> int:
    """The extra turns; blocking the sight raises this and the blast, each by itself: 19 and 23
    instead of 16 and 20 (VOR-PER-05).
    """
    turns = a.persistent or 0
    label = f"{turns} extra turns" if turns else "rest of the turn"
    price = _buy(0, b.tables.persistent.get(turns), label, "VOR-PER-01", t)
    if a.blocks_sight:
        price = t.times(price, MORE_15, UP, "blocks line of sight, +15%", "VOR-PER-03")
    return price


# -- sweep -----------------------------------------------------------------------------


def sweep_price(a: Attack, b: Bearer, s: Settings, t: Tally) -> int:
    option = b.tables.sweep.get((a.sweep, a.sweep_arc))
    label = f"sweep {inches(a.sweep)}, {a.sweep_arc} degrees"
    price = _buy(0, option, label, "VOR-SWP-01", t)
    if a.sweep_reach and a.kind == RANGED:
        price = t.times(price, MORE_10, UP, "with reach, +10%", "VOR-SWP-14")
    return price


def reach_of(a: Attack) -> Fraction:
    """At what distance it can be made against one model (VOR-REA-04). A close combat sweep reaches
    as far as its radius (VOR-SWP-13), a ranged one if that was bought (VOR-SWP-14).
    """
    swept = a.sweep if a.kind == MELEE or a.sweep_reach else 0
    return max(Fraction(a.reach), Fraction(swept, 2))


# -- uses, knockdown, parry, full-auto -------------------------------------------------


def _uses(price: int, a: Attack, b: Bearer, s: Settings, t: Tally) -> int:
    """One use per turn goes without saying (VOR-GAP-29)."""
    option = b.tables.uses.get(a.uses)
    if option is None:
        return price
    heavy = is_heavy(a, b, s)
    amount, clause = (option.heavy, "VOR-UPT-02") if heavy else (option.pv, "VOR-UPT-01")
    price = t.add(price, amount, f"{a.uses} uses per turn", clause, option.house)
    if b.mounted:
        price = t.add(price, amount, "the same again on a vehicle", "VOR-UPT-03", option.house)
    return price


def knockdown_price(a: Attack, b: Bearer, s: Settings, t: Tally) -> int:
    """The bonus, and what is off if large models are at -2 (VOR-KD-02): the price is rounded up, to
    4, 8, 12, 15, 19 and 23 (VOR-KD-03).
    """
    bonus = a.knockdown or 0
    price = _buy(0, b.tables.knockdown.get(bonus), f"knockdown +{bonus}", "VOR-KD-01", t)
    if a.light_knockdown:
        price = t.times(price, LESS_25, UP, "large models at -2, -25%", "VOR-KD-02")
    return price


def _parry(price: int, a: Attack, b: Bearer, t: Tally) -> int:
    """Close combat and ranged attacks are parried by abilities of their own (VOR-PAR-04), each with
    the modifier that it was bought with (VOR-PAR-05).
    """
    parry = b.tables.parry
    if a.parry is not None:
        price = _buy(price, parry.get(a.parry), f"parry {a.parry:+}", "VOR-PAR-01", t)
    if a.parry_ranged is not None:
        label = f"parry ranged attacks {a.parry_ranged:+}"
        price = _buy(price, parry.get(a.parry_ranged), label, "VOR-PAR-04", t)
    return price


def full_auto_price(a: Attack, b: Bearer, s: Settings, t: Tally) -> int:
    """Uses and possible hits are added, 2 uses and +2 hits to 24 (VOR-FA-08, VOR-FA-09), and only
    their sum is multiplied by the template (VOR-FA-07).
    """
    k = b.tables
    price = 0
    if a.full_auto:
        label = f"{a.full_auto} full-auto uses per turn"
        price = _buy(price, k.full_auto.get(a.full_auto), label, "VOR-FA-01", t)
    if a.hits:
        price = _buy(price, k.hits.get(a.hits), f"possible hits +{a.hits}", "VOR-FA-02", t)
    template = k.templates.get(a.template)
    if template is not None:
        label = f"template {a.template}"
        price = t.times(price, template.times, UP, label, "VOR-FA-03", house=template.house)
    return price


# -- splash ----------------------------------------------------------------------------


def splash_price(a: Attack, b: Bearer, s: Settings, t: Tally) -> int:
    """The template, split or whole, the cover that is ignored, and the Flambe."""
    k = b.tables
    size = k.splash.get(a.splash)
    mixed = s.splash_percent_of == "mixed"
    if a.split and mixed and size is not None and size.split:
        label = f"split template {a.splash}"
        price = t.add(0, size.split, label, "VOR-SPL-18", size.house)
    else:
        price = _buy(0, size, f"splash template {a.splash}", "VOR-SPL-01", t)
        if a.split and mixed:
            price = t.times(price, LESS_30, NEAREST, "split, -30%", "VOR-SPL-07")
    if a.ignores_cover:
        # Hard cover includes soft: one price for both (VOR-SPL-04).
        clause = "VOR-SPL-03" if a.ignores_cover == "hard" else "VOR-SPL-02"
        label = f"ignores {a.ignores_cover} cover"
        price = _buy(price, k.cover.get(a.ignores_cover), label, clause, t)
    if a.flambe:
        label = f"flambe on {a.flambe} or less"
        price = _buy(price, k.flambe.get(a.flambe), label, "VOR-SPL-06", t)
    if s.splash_percent_of == "splash":
        if a.split:
            price = t.times(price, LESS_30, NEAREST, "split, -30%", "VOR-SPL-07")
        if a.ball_of_flames:
            price = t.times(price, LESS_20, NEAREST, "ball of flames, -20%", "VOR-SPL-08")
    return price
