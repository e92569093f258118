"""Weapons: the list of chapter 16."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any, Final, Literal

from grognard.systems.forge_of_war.profiles.rows import MOST_AV, Row, plain, recorded

TargetKind = Literal["infantry", "horde", "vehicle"]
DEFAULT_BLAST: Final = 3.0  # FOW-GAP-41


@dataclass(slots=True)
class Fire:
    """Weight of fire: how many dice a figure rolls."""

    infantry: int = 1
    horde: int = 1
    vehicle: int = 1
    far: int = 0
    reach: float = 0.0  # 0: the same number at every distance
    far_needs_still: bool = False

    def __hash__(self) -> int:
        return hash((self.infantry, self.horde, self.vehicle, self.far))

    def dice(self, target: TargetKind, distance: float, still: bool) -> int:
        """Dice at this distance; `still`: the shooter moves neither before nor after (FOW-16-07).

        >>> rifle = Fire(2, 2, 2, far=1, reach=12.0, far_needs_still=True)
        >>> rifle.dice("infantry", 12.0, False), rifle.dice("infantry", 18.0, True)
        (2, 1)
        """
        if self.reach and distance > self.reach:  # FOW-16-31: up to 12" includes exactly 12"
            if self.far_needs_still and not still:
                return 0  # FOW-GAP-34
            return self.far
        if target == "horde":  # FOW-16-32
            return self.horde
        if target == "vehicle":
            return self.vehicle
        return self.infantry

    def best(self) -> int:
        """The most dice it can give against infantry."""
        return max(self.infantry, self.far)

    def to_data(self) -> int | dict[str, Any]:
        """As it is written in a data file."""
        if self.reach:
            return {
                "near": self.infantry,
                "far": self.far,
                "reach": plain(self.reach),
                "far_needs_still": self.far_needs_still,
            }
        if self.infantry == self.horde == self.vehicle:
            return self.infantry
        return {"infantry": self.infantry, "horde": self.horde, "vehicle": self.vehicle}


@dataclass(slots=True)
class Weapon:
    """A row of the weapon list (FOW-16.1-03)."""

    name: str
    range: float = 0.0  # 0: for close combat only
    wv: int = 0
    fire: Fire = dataclass_field(default_factory=Fire)
    area: float = 0.0
    heavy: bool = False
    indirect: bool = False
    direct: bool = True
    accurate: bool = False
    anti_tank: bool = False
    wv_vehicle: int = 0
    fv_bonus: int = 0
    overheat: int = 0
    auto_marker: bool = False
    cc_value: int = 0
    blast: float = 0.0
    clause: str = ""
    house: tuple[str, ...] = ()  # fields that the house adds; ("*",) for a row of the house

    def __hash__(self) -> int:
        return hash((self.name, self.wv))

    @property
    def ranged(self) -> bool:
        return self.range > 0

    def value_against(self, vehicle: bool) -> int:
        """WV, with what some guns add against vehicles (FOW-16-15, FOW-16-30)."""
        return self.wv + self.wv_vehicle if vehicle else self.wv

    def dice(self, target: TargetKind, distance: float, still: bool) -> int:
        """Dice for each figure that fires it."""
        return self.fire.dice(target, distance, still)

    def to_dict(self) -> dict[str, Any]:
        out: dict[str, Any] = {"name": self.name}
        if not self.ranged:
            out["close_combat"] = True
        else:
            out["range"] = plain(self.range)
            out["wv"] = self.wv
            if self.area:
                out["area"] = plain(self.area)
            else:
                out["fire"] = self.fire.to_data()
            out["direct"] = self.direct
        if self.heavy:
            out["heavy"] = True
        if self.indirect:
            out["indirect"] = True
        if self.indirect or self.accurate:
            out["accurate"] = self.accurate
        if self.indirect or self.blast:
            out["blast"] = plain(self.blast)
        if self.anti_tank:
            out["anti_tank"] = True
        if self.wv_vehicle:
            out["wv_vehicle"] = self.wv_vehicle
        if self.fv_bonus:
            out["fv_bonus"] = self.fv_bonus
        if self.overheat:
            out["overheat"] = self.overheat
        if self.auto_marker:
            out["auto_marker"] = True
        if self.cc_value:
            out["cc_value"] = self.cc_value
        if self.clause:
            out["clause"] = self.clause
        if self.house:
            out["house"] = list(self.house)
        return out

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Weapon:
        row = recorded("weapon", data)
        weapon = read_weapon(row)
        row.close()
        weapon.house = row.recorded_house
        return weapon

    def __str__(self) -> str:
        return self.name


def _fire(row: Row) -> Fire:
    """Weight of fire in one of its three forms (FOW-16.1-04)."""
    value = row.raw("fire")
    if value is None:
        row.fault("fire", "is missing: a number, or one of the two tables", "FOW-16.1-04")
        return Fire()
    if not isinstance(value, dict):
        dice = row.whole("fire", 1, 100, clause="FOW-16.1-04")
        return Fire(dice, dice, dice)
    part = Row(row.table_name, row.nth, row.source)
    part.entry = row.entry
    part.take(value, "")
    if "near" in value:
        near = part.whole("near", 1, 100)
        fire = Fire(
            near,
            near,
            near,
            part.whole("far", 0, 100),
            part.number("reach", 1 / 1024, 1000),
            part.flag("far_needs_still"),
        )
    else:
        infantry = part.whole("infantry", 1, 100)
        horde = part.whole("horde", 0, 100, infantry)
        fire = Fire(infantry, horde, part.whole("vehicle", 0, 100, infantry))
    part.finish()
    row.faults += part.faults
    return fire


def read_weapon(row: Row) -> Weapon:
    clause = "FOW-16.1-04"
    weapon = Weapon(row.entry, clause=", ".join(row.texts("clause")))
    weapon.cc_value = row.whole("cc_value", 0, 20, 0, clause)
    if row.flag("close_combat"):
        return weapon
    weapon.range = row.number("range", 1 / 1024, 1000, clause=clause)
    weapon.wv = row.whole("wv", 0, MOST_AV, clause=clause)
    if row.has("area"):
        weapon.area = row.number("area", 1 / 1024, 100, clause=clause)
        if row.has("fire"):
            row.fault("fire", "a weapon with an area has no weight of fire", "FOW-GAP-37")
    else:
        weapon.fire = _fire(row)
    weapon.heavy = row.flag("heavy")
    weapon.indirect = row.flag("indirect")
    weapon.direct = row.flag("direct", not weapon.indirect)
    if not (weapon.direct or weapon.indirect):
        row.fault("direct", "neither direct nor indirect fire is left", "FOW-8.1-06")
    weapon.accurate = row.flag("accurate")
    weapon.blast = row.number("blast", 0, 100, DEFAULT_BLAST if weapon.indirect else 0.0)
    weapon.anti_tank = row.flag("anti_tank")
    weapon.wv_vehicle = row.whole("wv_vehicle", 0, MOST_AV, 0, clause)
    weapon.fv_bonus = row.whole("fv_bonus", 0, 10, 0, clause)
    weapon.overheat = row.whole("overheat", 0, 10, 0, clause)
    weapon.auto_marker = row.flag("auto_marker")
    return weapon
