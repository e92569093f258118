"""Heavy and standard attacks (Attack Option Limits)."""

from __future__ import annotations

from typing import Final

from grognard.systems.vor.attack_tables import NO_TEST
from grognard.systems.vor.attacks import ANYBODY, ITEM, MELEE, Attack, Bearer
from grognard.systems.vor.settings import Settings

RULINGS: Final = Settings()
HEAVY_POWER: Final = 6
HEAVY_AM: Final = -3
FLAMBE_AM: Final = -2


def is_heavy(attack: Attack, bearer: Bearer = ANYBODY, settings: Settings = RULINGS) -> bool:
    """POW 6 or more (VOR-HVY-01), AM -3 or better (VOR-HVY-02), or damage of 2 or more
    (VOR-HVY-03): one of them is enough, and nothing else counts (VOR-HVY-06).

    An item that only parries is no attack (VOR-GAP-31).
    """
    if attack.kind == ITEM:
        return False
    if power_of(attack, bearer) >= HEAVY_POWER or attack.am <= HEAVY_AM:
        return True
    if settings.flambe_heavy and attack.flambe and flambe_am(attack.am) <= HEAVY_AM:
        return True
    return heavy_damage(attack, bearer)


def heavy_damage(attack: Attack, bearer: Bearer = ANYBODY) -> bool:
    """Random damage and damage multipliers count (VOR-HVY-04), full-auto and multiple hits do not
    while the base damage is 1 (VOR-HVY-05).
    """
    if attack.damage != "1":
        return True
    known = bearer.tables.others
    return any(known[name].heavy for name in attack.others if name in known)


def power_of(attack: Attack, bearer: Bearer) -> int:
    """Close combat uses the model's own POW unless the weapon has another (VOR-GAP-27)."""
    return attack.power or (bearer.power if attack.kind == MELEE else 0)


def flambe_am(am: int) -> int:
    """What a Flambe hits with: two points better, and No Test stays (VOR-SPL-12).

    >>> flambe_am(-1)
    -3
    """
    return am if am == NO_TEST else am + FLAMBE_AM


def counts(attack: Attack) -> bool:
    """Whether it is an attack for any limit."""
    return attack.kind != ITEM
