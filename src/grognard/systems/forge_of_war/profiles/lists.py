"""Ready forces: units of so many figures, and what they carry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grognard.systems.forge_of_war.profiles.rows import MOST_FIGURES, Notice, recorded
from grognard.systems.forge_of_war.profiles.troops import Profile, notices, size_notices
from grognard.systems.forge_of_war.profiles.weapons import Weapon


@dataclass(slots=True)
class ForceUnit:
    """A unit of a ready force: so many figures of a profile, and how many of them carry what."""

    name: str
    profile: Profile
    figures: int
    arms: tuple[tuple[Weapon, int], ...]
    attach: str = ""  # a leader's unit (FOW-GAP-05)

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "profile": self.profile.to_dict(),
            "figures": self.figures,
            "arms": [[weapon.to_dict(), count] for weapon, count in self.arms],
            "attach": self.attach,
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> ForceUnit:
        row = recorded("unit", data)
        profile = Profile.from_dict(row.table("profile"))
        figures = row.whole("figures", 1, MOST_FIGURES)
        arms: list[tuple[Weapon, int]] = []
        given = row.raw("arms")
        if not isinstance(given, list):
            row.fault("arms", "a list of weapons and how many is wanted")
            given = []
        for pair in given:
            if not (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], dict)):
                row.fault("arms", "a weapon and how many is wanted")
                continue
            weapon, count = Weapon.from_dict(pair[0]), pair[1]
            if type(count) is int and 1 <= count <= MOST_FIGURES:
                arms.append((weapon, count))
            else:
                row.fault("arms", f"{count!r} is not in 1 to {MOST_FIGURES}")
        unit = ForceUnit(row.entry, profile, figures, tuple(arms), row.text("attach", ""))
        row.close()
        return unit


@dataclass(slots=True)
class Force:
    """A ready force."""

    name: str
    key: str
    about: str
    units: tuple[ForceUnit, ...]
    clause: str = ""
    house: tuple[str, ...] = ()
    hidden: bool = False  # not offered: a fixture

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "key": self.key,
            "about": self.about,
            "units": [unit.to_dict() for unit in self.units],
            "clause": self.clause,
            "house": list(self.house),
            "hidden": self.hidden,
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Force:
        row = recorded("force", data)
        units = tuple(ForceUnit.from_dict(u) for u in row.tables("units"))
        force = Force(
            row.entry, row.text("key"), row.text("about", ""), units, row.text("clause", "")
        )
        force.hidden = row.flag("hidden")
        row.close()
        force.house = row.recorded_house
        return force


def arms_of(
    profile: Profile, figures: int, special: Sequence[tuple[Weapon, int]]
) -> tuple[tuple[Weapon, int], ...]:
    """What a unit carries: some figures something special, all others the row's own weapons.

    The weapons of a vehicle stand beside what is special, they are not replaced.
    """
    rest = figures
    if not profile.vehicle:
        rest -= sum(count for _, count in special)
    usual: list[tuple[Weapon, int]] = []
    for weapon in profile.weapons:
        for at, (known, count) in enumerate(usual):
            if known.name == weapon.name:
                usual[at] = (known, count + rest)
                break
        else:
            usual.append((weapon, rest))
    return tuple([pair for pair in usual if pair[1] > 0] + list(special))


def force_notices(force: Force) -> list[Notice]:
    """The house checks of a force but for its points (FOW-GAP-63)."""
    found: list[Notice] = []
    commanders = sum(unit.profile.commander for unit in force.units)
    if commanders != 1:
        why = f"{commanders} Force Commanders instead of exactly one"
        found.append(Notice(force.name, why, "FOW-GAP-63", hard=True))
    for unit in force.units:
        for notice in notices(unit.profile) + size_notices(unit.profile, unit.figures):
            found.append(replace(notice, entry=unit.name))
        carried = sum(count for _, count in unit.arms)
        if carried > unit.figures and not unit.profile.vehicle and len(unit.profile.weapons) < 2:
            why = f"{carried} weapons for {unit.figures} figures"
            found.append(Notice(unit.name, why, "FOW-GAP-63", hard=True))
    return found
