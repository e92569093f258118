"""Troops and vehicles: the five values of chapter 3.1 and all that hangs on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from grognard.systems.forge_of_war.profiles.rows import (
    MOST_ATTACKS,
    MOST_AV,
    MOST_WOUNDS,
    DataError,
    Notice,
    Row,
    plain,
    recorded,
)
from grognard.systems.forge_of_war.profiles.weapons import TargetKind, Weapon

TroopType = Literal["infantry", "cavalry", "armour", "monstrous"]  # FOW-3.3-01: exactly one of them
Side = Literal["front", "side", "rear", "top"]
Mount = Literal["turret", "sponson", "hull"]  # FOW-10.2-01; a pintle counts as a turret

TYPES: Final[dict[str, TroopType]] = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "armour": "armour",
    "monstrous": "monstrous",
}
MOUNTS: Final[dict[str, Mount]] = {"turret": "turret", "sponson": "sponson", "hull": "hull"}

HIGHEST_LISTED_AV: Final = 9  # FOW-3.4-02
LEAST_VEHICLE_AV: Final = 6  # FOW-10.1-02
WIDEST: Final = 150.0  # millimetres from corner to corner: 6" less a hair
POWERED_AV: Final = 4  # FOW-GAP-33: figures with this AV carry heavy weapons like mounts


@dataclass(slots=True)
class Training:
    """A band of training (FOW-3.2-01) and how many D-markers it can carry (FOW-5.1-05)."""

    name: str
    markers: int
    horde: bool = False

    def __hash__(self) -> int:
        return hash(self.name)

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, "markers": self.markers, "horde": self.horde}

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Training:
        row = recorded("training", data)
        training = read_training(row)
        row.close()
        return training


@dataclass(slots=True)
class Profile:
    """One figure or vehicle: the five values (FOW-3.1-01) and all that hangs on them."""

    name: str
    training: Training
    cv: int
    sv: int
    fv: int
    av: int
    wounds: int = 1  # FOW-3.1-08
    attacks: int = 1  # FOW-3.1-05, FOW-GAP-09: for each figure
    type: TroopType = "infantry"
    vehicle: bool = False
    facing: int = 0  # FOW-10.3-01: the number in brackets after AV
    move: float = 6.0
    base: float = 25.0  # millimetres: diameter, or length of an oblong one
    width: float = 0.0  # millimetres; 0: the base is round
    weapons: tuple[Weapon, ...] = ()
    mounts: tuple[Mount, ...] = ()  # one for each weapon of a vehicle
    transport: int = 0  # FOW-10.5-01
    hover: bool = False  # FOW-10.5-02
    jump: bool = False  # FOW-3.3-02: infantry all the same
    grenades: bool = False  # FOW-GAP-64
    terrifying: bool = False  # FOW-GAP-07
    leader: bool = False
    commander: bool = False  # FOW-GAP-69
    cc_weapon: Weapon | None = None
    dismount: Profile | None = None  # FOW-3.3-05
    size_min: int = 5
    size_max: int = 20  # 0: no end
    size_hard: bool = False
    clause: str = ""  # where the values come from
    house: tuple[str, ...] = ()  # columns that the house adds; ("*",) for a row of the house

    def __hash__(self) -> int:
        return hash((self.name, self.cv, self.sv, self.fv, self.av))

    @property
    def horde(self) -> bool:
        return self.training.horde

    @property
    def markers(self) -> int:
        """How many D-markers a unit of these can carry (FOW-5.1-05)."""
        return self.training.markers

    def target_kind(self) -> TargetKind:
        """What it counts as for weight of fire (FOW-16-32): horde first (FOW-GAP-35)."""
        if self.training.horde:
            return "horde"
        if self.vehicle or self.type == "armour":
            return "vehicle"
        return "infantry"

    def attack_dice(self, figures: int) -> int:
        """Close combat dice of so many figures in contact (FOW-3.1-05)."""
        return figures * self.attacks

    def fv_with(self, weapon: Weapon | None) -> int:
        """FV when armed so: pistols add 1 (FOW-16-10)."""
        return self.fv + weapon.fv_bonus if weapon is not None else self.fv

    def av_at(self, side: Side) -> int:
        """Armour of a vehicle where it is hit (FOW-10.3-01, FOW-10.3-02, FOW-10.3-03)."""
        if side == "front":
            return self.av + self.facing
        if side == "rear":
            return self.av - self.facing
        return self.av

    def must_deploy(self, weapon: Weapon) -> bool:
        """Whether a weapon has to be deployed; not if mounted or in power armour (FOW-16.1-02)."""
        return weapon.heavy and not self.vehicle and self.av < POWERED_AV  # FOW-GAP-33

    def to_dict(self) -> dict[str, Any]:
        out: dict[str, Any] = {
            "name": self.name,
            "training": self.training.to_dict(),
            "cv": self.cv,
            "sv": self.sv,
            "fv": self.fv,
            "av": self.av,
            "wounds": self.wounds,
            "attacks": self.attacks,
            "type": self.type,
            "move": plain(self.move),
            "base": [plain(self.base), plain(self.width)] if self.width else plain(self.base),
            "weapons": [w.to_dict() for w in self.weapons],
            "size": [self.size_min, self.size_max] if self.size_max else [self.size_min],
        }
        if self.vehicle:
            out["vehicle"] = True
            out["mounts"] = list(self.mounts)
        if self.facing:
            out["facing"] = self.facing
        if self.transport:
            out["transport"] = self.transport
        for name, value in self.traits().items():
            if value:
                out[name] = True
        if self.size_hard:
            out["size_hard"] = True
        if self.cc_weapon is not None:
            out["cc_weapon"] = self.cc_weapon.to_dict()
        if self.dismount is not None:
            out["dismount"] = self.dismount.to_dict()
        if self.clause:
            out["clause"] = self.clause
        if self.house:
            out["house"] = list(self.house)
        return out

    def traits(self) -> dict[str, bool]:
        return {
            "hover": self.hover,
            "jump": self.jump,
            "grenades": self.grenades,
            "terrifying": self.terrifying,
            "leader": self.leader,
            "commander": self.commander,
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Profile:
        row = recorded("profile", data)
        weapons = [Weapon.from_dict(w) for w in row.tables("weapons")]
        training = Training.from_dict(row.table("training"))
        profile = read_profile(
            row, training, row.flag("vehicle"), weapons, row.number("move", 0, 100)
        )
        if row.has("cc_weapon"):
            profile.cc_weapon = Weapon.from_dict(row.table("cc_weapon"))
        if row.has("dismount"):
            on_foot = row.table("dismount")
            if "dismount" in on_foot or profile.type != "cavalry" or profile.vehicle:
                raise DataError("", row.entry, "dismount", "only cavalry dismounts", "FOW-3.3-05")
            profile.dismount = Profile.from_dict(on_foot)
        profile.commander = row.flag("commander")
        row.close()
        profile.house = row.recorded_house
        for fault in faults(profile):
            raise fault
        return profile

    def __str__(self) -> str:
        return f"{self.name} {format_profile(self)}" if self.name else format_profile(self)


@dataclass(slots=True)
class Troop:
    """A row of the troop or vehicle lists: a profile, and the training to choose from."""

    name: str
    aliases: tuple[str, ...]
    listing: str
    family: str
    trainings: tuple[Training, ...]
    base: Profile

    def profile(self, training: Training | None = None) -> Profile:
        """With the training chosen; the first is the default (FOW-15-04, FOW-GAP-60)."""
        if training is None or training == self.base.training:
            return self.base
        if training not in self.trainings:
            may = " or ".join(t.name for t in self.trainings)
            why = f"{training.name} is not offered, only {may}"
            raise DataError("", self.name, "training", why, "FOW-15-04")
        dismount = self.base.dismount
        if dismount is not None:
            dismount = replace(dismount, training=training)
        return replace(self.base, training=training, dismount=dismount)


@dataclass(slots=True)
class Armour:
    """A row of the armour table (FOW-3.4-01)."""

    name: str
    av: int
    examples: tuple[str, ...]
    clause: str = ""
    house: tuple[str, ...] = ()


def format_profile(profile: Profile) -> str:
    """The short form: what `parse_profile` reads."""
    fv = f"FV{profile.fv}" + (f"({profile.attacks})" if profile.attacks != 1 else "")
    av = "AV" + format_armour(profile)
    return f"CV{profile.cv}-SV{profile.sv}-{fv}-{av}-W{profile.wounds}"


def format_armour(profile: Profile) -> str:
    return f"{profile.av}({profile.facing})" if profile.vehicle else str(profile.av)


# ---------------------------------------------------------------- what a profile may be


def faults(profile: Profile) -> list[DataError]:
    """Everything that makes a profile impossible."""
    found: list[DataError] = []

    def check(name: str, value: int, low: int, high: int, clause: str) -> None:
        if not low <= value <= high:
            why = f"{value} is not in {low} to {high}"
            found.append(DataError("", profile.name, name, why, clause))

    least_fv = 0 if profile.vehicle else 1  # FOW-GAP-46
    check("cv", profile.cv, 1, 10, "FOW-3.1-07")
    check("sv", profile.sv, 1, 10, "FOW-3.1-07")
    check("fv", profile.fv, least_fv, 10, "FOW-3.1-07")
    check("av", profile.av, 0, MOST_AV, "FOW-3.1-06")
    check("wounds", profile.wounds, 0 if profile.vehicle else 1, MOST_WOUNDS, "FOW-3.1-08")
    check("attacks", profile.attacks, 1, MOST_ATTACKS, "FOW-3.1-05")

    def refuse(name: str, why: str, clause: str) -> None:
        found.append(DataError("", profile.name, name, why, clause))

    if profile.vehicle:
        check("facing", profile.facing, 0, profile.av, "FOW-10.3-03")  # the rear is never below 0
        if profile.type not in ("armour", "cavalry"):
            refuse("type", "a vehicle is of type armour or cavalry", "FOW-GAP-85")
        if profile.mounts and len(profile.mounts) != len(profile.weapons):
            refuse("mounts", "one for each weapon", "FOW-10.2-01")
        if profile.base * profile.base + profile.width * profile.width > WIDEST * WIDEST:
            refuse("base", f"wider than {WIDEST:g} mm from corner to corner", "FOW-GAP-51")
        if profile.jump:
            refuse("jump", "vehicles hover, infantry jumps", "FOW-6.3-01")
    else:
        if profile.type == "armour":
            refuse("type", "type armour is for vehicles", "FOW-3.3-01")
        if profile.jump and profile.type != "infantry":
            refuse("jump", "jump packs are for infantry", "FOW-6.3-01")
        for name, given in (
            ("facing", profile.facing != 0),
            ("mounts", bool(profile.mounts)),
            ("transport", profile.transport > 0),
            ("hover", profile.hover),
        ):
            if given:
                refuse(name, "only vehicles have one", "FOW-10.1-02")
    if profile.size_max and profile.size_max < profile.size_min:
        refuse("size", f"{profile.size_min} is more than {profile.size_max}", "FOW-3.3-03")
    if profile.cc_weapon is not None and profile.cc_weapon.ranged:
        refuse("cc_weapon", f"{profile.cc_weapon.name} is a ranged weapon", "FOW-GAP-64")
    return found


def notices(profile: Profile) -> list[Notice]:
    """What is allowed but not foreseen by the document."""
    found: list[Notice] = []
    if profile.av > HIGHEST_LISTED_AV:
        why = f"AV {profile.av} is above {HIGHEST_LISTED_AV}: no rule of the document covers it"
        found.append(Notice(profile.name, why, "FOW-GAP-65"))
    if profile.vehicle and profile.av < LEAST_VEHICLE_AV:
        why = f"AV {profile.av}: vehicles generally have {LEAST_VEHICLE_AV} or more"
        found.append(Notice(profile.name, why, "FOW-10.1-02"))
    return found


def size_notices(profile: Profile, figures: int) -> list[Notice]:
    """Whether a unit has an unusual number of figures (FOW-3.3-03).

    >>> marines = load_catalogue().profile("Marines")
    >>> [str(n) for n in size_notices(marines, 4)]
    ['Marines: 4 figures are fewer than the usual 5 [FOW-3.3-03]']
    """
    low, high, clause = profile.size_min, profile.size_max, "FOW-3.3-03"
    if profile.vehicle:
        low, high, clause = 1, 1, "FOW-GAP-85"
        if figures > 1:
            why = f"{figures} vehicles in one unit: each is a unit of its own"
            return [Notice(profile.name, why, clause, hard=True)]
    elif profile.leader:
        clause = "FOW-GAP-63"
    usual = "allowed" if profile.size_hard else "usual"
    what = f"{figures} figure" + (" is" if figures == 1 else "s are")
    if figures < low:
        why = f"{what} fewer than the {usual} {low}"
    elif high and figures > high:
        why = f"{what} more than the {usual} {high}"
    else:
        return []
    return [Notice(profile.name, why, clause, hard=profile.size_hard or figures < 1)]


# ---------------------------------------------------------------- reading


def read_training(row: Row) -> Training:
    return Training(row.entry, row.whole("markers", 0, 100), row.flag("horde"))


def usual_most(training: Training) -> int:
    return 0 if training.horde else 20  # FOW-3.3-03: hordes have no upper end


def read_profile(
    row: Row, training: Training, vehicle: bool, weapons: list[Weapon], move: float
) -> Profile:
    """What rows of troops, rows of vehicles and records have in common."""
    kind: TroopType = TYPES[row.option("type", list(TYPES), "cavalry" if vehicle else "infantry")]
    size = row.numbers("size", 2)
    leader = row.flag("leader")
    if size:
        size_min, size_max = int(size[0]), int(size[1]) if len(size) == 2 else 0
    elif vehicle or leader:
        size_min, size_max = 1, 1
    else:
        size_min, size_max = (1 if kind == "monstrous" else 5), usual_most(training)
    base = row.numbers("base", 2) or [25.0]
    mounts: list[Mount] = []
    for mount in row.texts("mounts"):
        if mount in MOUNTS:
            mounts.append(MOUNTS[mount])
        else:
            row.fault("mounts", f"{mount!r} is none of {', '.join(MOUNTS)}", "FOW-10.2-01")
    if vehicle and not mounts:
        mounts = [MOUNTS["turret"] for _ in weapons]  # FOW-GAP-50
    return Profile(
        row.entry,
        training,
        row.whole("cv", 1, 10, clause="FOW-3.1-07"),
        row.whole("sv", 1, 10, clause="FOW-3.1-07"),
        row.whole("fv", 0 if vehicle else 1, 10, clause="FOW-3.1-07"),
        row.whole("av", 0, MOST_AV, clause="FOW-3.1-06"),
        wounds=row.whole("wounds", 0 if vehicle else 1, MOST_WOUNDS, 1, "FOW-3.1-08"),
        attacks=row.whole("attacks", 1, MOST_ATTACKS, 1, "FOW-3.1-05"),
        type=kind,
        vehicle=vehicle,
        facing=row.whole("facing", 0, MOST_AV, 0, "FOW-10.3-01"),
        move=move,
        base=base[0],
        width=base[1] if len(base) == 2 else 0.0,
        weapons=tuple(weapons),
        mounts=tuple(mounts),
        transport=row.whole("transport", 0, 200, 0, "FOW-10.5-01"),
        hover=row.flag("hover"),
        jump=row.flag("jump"),
        grenades=row.flag("grenades"),
        terrifying=row.flag("terrifying"),
        leader=leader,
        size_min=size_min,
        size_max=size_max,
        size_hard=row.flag("size_hard"),
        clause=", ".join(row.texts("clause")),
    )
