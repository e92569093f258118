"""Unit Statistics: what the statistics of a model cost, and how far they may go."""

from __future__ import annotations

from typing import Final

from grognard.forces.ledger import Priced, Tally
from grognard.forces.verdict import Breach, Repair, put, remove
from grognard.systems.vor.attacks import BASIC
from grognard.systems.vor.settings import Settings
from grognard.systems.vor.unit_tables import LOWERABLE, STATISTICS, Statistic, tables
from grognard.systems.vor.units import Model

ABSOLUTE: Final = {"MP": 15, "GUT": 10}  # VOR-STA-05, VOR-STA-06
OTHERS: Final = 9  # VOR-STA-08
DOUBLED: Final = "LIF"  # VOR-STA-07
STEPS: Final = 5
"""The multipliers that the document lists: 2, 4, 8, 16 and 32 (VOR-GAP-03)."""


def absolute(statistic: Statistic, alone: bool) -> int:
    """What nothing lifts it beyond (VOR-STA-09)."""
    if statistic.name == DOUBLED:
        return 2 * statistic.listed(alone)
    return ABSOLUTE.get(statistic.name, OTHERS)


def _clause(name: str) -> str:
    known = {"MP": "VOR-STA-05", "GUT": "VOR-STA-06", DOUBLED: "VOR-STA-07"}
    return known.get(name, "VOR-STA-08")


def value(model: Model, name: str) -> int:
    """What the model has of a statistic."""
    return model.stats.get(name, tables().statistics[name, model.size].base)


# -- the price ---------------------------------------------------------------------------


def _statistics(model: Model, settings: Settings, t: Tally) -> int:
    """All statistics of a model, before any reduction; less than nothing counts as 0."""
    if model.raw is not None:
        return t.add(0, model.raw, "statistics as given", "VOR-GAP-02")
    price = 0
    known = tables().statistics
    for name in STATISTICS:
        if name in model.stats:
            price = _statistic(known[name, model.size], model.alone, model.stats[name], settings,
                               t, price)  # fmt: skip
    return t.minimum(price, 0, "a negative sum counts as 0", "VOR-GAP-02")


def _statistic(
    statistic: Statistic, alone: bool, have: int, settings: Settings, t: Tally, price: int
) -> int:
    """Point by point up to the listed maximum, then each one twice as dear as the one before."""
    listed = statistic.listed(alone)
    within = min(have, listed) - statistic.base
    if within < 0 and not refunded(statistic.name, settings):
        within = 0
    price = t.add(
        price,
        within * statistic.pv,
        f"{statistic.name} {min(have, listed)}",
        "VOR-STA-01",
        statistic.house,
    )
    for above in range(1, have - listed + 1):
        label = f"{statistic.name} {listed + above}, {above} above the maximum"
        clause = "VOR-STA-03" if above == 1 else "VOR-STA-04"
        price = t.add(price, statistic.pv * 2**above, label, clause, statistic.house)
    return price


def refunded(name: str, settings: Settings) -> bool:
    """Points below the base give their price back (VOR-GAP-02)."""
    return settings.refunds == "all" or (settings.refunds == "lowerable" and name in LOWERABLE)


def statistics_of(model: Model, settings: Settings) -> Priced:
    return Priced("statistics", _statistics, (model, settings))


# -- legality ----------------------------------------------------------------------------


def check_statistics(model: Model, settings: Settings) -> list[Breach]:
    """Beyond what a statistic may be, above or below; not for statistics given as one sum."""
    found: list[Breach] = []
    if model.raw is not None:
        return found
    known = tables().statistics
    for name in STATISTICS:
        if name not in model.stats:
            continue
        have = model.stats[name]
        statistic = known[name, model.size]
        top = absolute(statistic, model.alone)
        clause = _clause(name)
        listed = statistic.listed(model.alone)
        if settings.points_above == "five" and listed + STEPS < top:
            top, clause = listed + STEPS, "VOR-GAP-03"
        if model.role == BASIC and not settings.basic_over_maximum and listed < top:
            top, clause = listed, "VOR-FS-04"
        low = lowest(statistic, settings)
        if have > top:
            repair = Repair(f"make it {top}", [put("stats", name, value=top)])
            what = f"{name} {have} is above {top}"
            found.append(Breach(what, clause, ("stats", name), repair))
        elif have < low:
            edit = remove("stats", name) if low == statistic.base else put("stats", name, value=low)
            what = f"{name} {have} is below {low}"
            found.append(
                Breach(what, "VOR-STA-12", ("stats", name), Repair(f"make it {low}", [edit]))
            )
    return found


def lowest(statistic: Statistic, settings: Settings) -> int:
    """CC, RC and BRN go down to 0, all others stay at their base (VOR-STA-12, VOR-GAP-02)."""
    if statistic.name in LOWERABLE:
        return 0
    return min(statistic.base, 1) if settings.refunds == "all" else statistic.base


# -- what 0 means at the table -------------------------------------------------------------


def fails(model: Model, name: str) -> bool:
    """Every attempt that uses this statistic fails without a roll (VOR-STA-13)."""
    return name in LOWERABLE and value(model, name) == 0


def bonus_against(model: Model) -> int:
    """What opponents add to hit a model with a CC of 0, in place of the usual +1 (VOR-STA-14)."""
    return 2 if fails(model, "CC") else 0
