"""From a force list to units on a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from grognard.systems.forge_of_war.deployment import attach_leaders
from grognard.systems.forge_of_war.points import unit_points
from grognard.systems.forge_of_war.profiles import Force, ForceUnit, Profile, Weapon
from grognard.systems.forge_of_war.state import Kind, Unit


def roster(force: Force) -> dict[str, Any]:
    """A force as a record carries it: every unit with its resolved profile and its price."""
    return {
        "name": force.name,
        "units": [{**u.to_dict(), "cost": cost} for u, cost in zip(force.units, _costs(force))],
    }


MOST_COSTS: Final = 100
_COSTS: dict[int, tuple[Force, list[int]]] = {}


def _costs(force: Force) -> list[int]:
    """What its units cost, worked out once for each force."""
    known = _COSTS.get(id(force))
    if known is None or known[0] is not force:
        if len(_COSTS) > MOST_COSTS:  # rosters come and go
            _COSTS.clear()
        known = _COSTS[id(force)] = (force, [unit_points(u).value for u in force.units])
    return known[1]


def raise_units(rosters: Sequence[Mapping[str, Any]], attached: bool = True) -> list[Unit]:
    """The units of both players, not yet on the table; leaders with the unit they start with,
    or all of them alone (FOW-GAP-05)."""
    units: list[Unit] = []
    parts: list[ForceUnit] = []
    hosts: dict[int, int] = {}
    for player, plain in enumerate(rosters):
        first = len(units)
        for entry in plain["units"]:
            part = ForceUnit.from_dict({k: v for k, v in entry.items() if k != "cost"})
            units.append(_unit(len(units), player, part, entry["cost"]))
            parts.append(part)
        _know_leaders(units[first:], parts[first:])
        for n in range(first, len(units)):
            if parts[n].attach:
                hosts[n] = next(
                    m for m in range(first, len(units)) if parts[m].name == parts[n].attach
                )
    if attached:
        attach_leaders(units, hosts)
    return units


def _unit(index: int, player: int, part: ForceUnit, cost: int) -> Unit:
    """One unit: the profile's own weapon for all figures that carry nothing else."""
    profile = part.profile
    if profile.vehicle:
        return _vehicle(index, player, part, cost)
    kinds: list[Kind] = []
    counts: list[int] = []
    left = part.figures
    for weapon, n in part.arms:
        kinds.append(_kind(profile, weapon, index))
        counts.append(min(n, left))
        left -= counts[-1]
    if left or not kinds:
        kinds.append(_kind(profile, None, index))
        counts.append(left)
    unit = Unit(index, player, part.name, profile, kinds, cost, profile.commander)
    for k, n in enumerate(counts):
        for _ in range(n):
            unit.add(k)
    unit.start = unit.figures
    return unit


def _vehicle(index: int, player: int, part: ForceUnit, cost: int) -> Unit:
    """One hull (FOW-GAP-85), a kind for each weapon system; what is not in its row stands on a
    pintle (FOW-GAP-50)."""
    profile = part.profile
    kinds = [
        Kind(profile, weapon, mount=mount) for weapon, mount in zip(profile.weapons, profile.mounts)
    ]
    own = [weapon.name for weapon in profile.weapons]
    for weapon, n in part.arms:
        kinds += [Kind(profile, weapon, mount="turret")] * (n - own.count(weapon.name))
    unit = Unit(
        index,
        player,
        part.name,
        profile,
        kinds or [Kind(profile, None)],
        cost,
        profile.commander,
    )
    unit.add(0)
    unit.start = 1
    return unit


def _kind(profile: Profile, weapon: Weapon | None, index: int) -> Kind:
    leader = index if profile.leader and not profile.vehicle else -1
    return Kind(profile, weapon, leader)


def _know_leaders(units: Sequence[Unit], parts: Sequence[ForceUnit]) -> None:
    """Every unit can take every leader of its force: one more kind of figure each."""
    for leader in units:
        if leader.kinds[0].leader == leader.index and leader.figures == 1:
            for unit in units:
                if unit is not leader and not unit.profile.leader and not unit.profile.vehicle:
                    unit.kinds.append(leader.kinds[0])
