"""Profiles, weapons, terrain and ready forces: what the data files hold, checked and typed.

    >>> parse_profile("CV7-SV6-FV5-AV1-W1").sv
    6
    >>> load_catalogue().weapon("HMG").range
    36.0

The values of this module are plain and not frozen (building them must be cheap), but nothing
changes them once they are built: share them, use them as keys, and take `dataclasses.replace` for
another one. They compare by value, pickle, and turn into plain dictionaries and back, because the
record of a match carries the profiles that it was played with.

What the document does not give is named in `house` of each of them (FOW-15-11).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from pathlib import Path
from typing import Any, Final, Literal

TroopType = Literal["infantry", "cavalry", "armour", "monstrous"]  # FOW-3.3-01: exactly one of them
TargetKind = Literal["infantry", "horde", "vehicle"]
Side = Literal["front", "side", "rear", "top"]
Mount = Literal["turret", "sponson", "hull"]  # FOW-10.2-01; a pintle counts as a turret
Cover = Literal["none", "soft", "hard", "purpose-built", "bunker"]

TYPES: Final[dict[str, TroopType]] = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "armour": "armour",
    "monstrous": "monstrous",
}
MOUNTS: Final[dict[str, Mount]] = {"turret": "turret", "sponson": "sponson", "hull": "hull"}
COVERS: Final[dict[str, Cover]] = {
    "none": "none",
    "soft": "soft",
    "hard": "hard",
    "purpose-built": "purpose-built",
    "bunker": "bunker",
}

HIGHEST_LISTED_AV: Final = 9  # FOW-3.4-02
LEAST_VEHICLE_AV: Final = 6  # FOW-10.1-02
POWERED_AV: Final = 4  # FOW-GAP-33: figures with this AV carry heavy weapons like mounts
LEAST_BUNKER: Final = 4  # FOW-7.2-03
DEFAULT_BLAST: Final = 3.0  # FOW-GAP-41

# The house's own ends for numbers that the document leaves open, so that none can run away.
MOST_AV: Final = 30
MOST_WOUNDS: Final = 100
MOST_ATTACKS: Final = 20
MOST_FIGURES: Final = 500


# ---------------------------------------------------------------- what can be wrong


class DataError(Exception):
    """Something in the data is wrong: in which file, entry and field, and why."""

    def __init__(
        self, file: str, entry: str, field: str, why: str, clause: str = "", line: int = 0
    ) -> None:
        where = [file + (f":{line}" if line else ""), entry, field]
        text = ": ".join(part for part in [*where, why] if part)
        super().__init__(text + (f" [{clause}]" if clause else ""))
        self.file = file
        self.entry = entry
        self.field = field
        self.why = why
        self.clause = clause
        self.line = line  # 0: not known

    def __reduce__(self) -> tuple[Any, ...]:
        made_of = (self.file, self.entry, self.field, self.why, self.clause, self.line)
        return (DataError, made_of)


@dataclass(slots=True)
class Notice:
    """Something unusual that is played all the same; `hard` when the user's list forbids it."""

    entry: str
    why: str
    clause: str
    hard: bool = False

    def __str__(self) -> str:
        return f"{self.entry}: {self.why} [{self.clause}]"


# ---------------------------------------------------------------- values


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
        row = _recorded("training", data)
        training = _training(row)
        row.close()
        return training


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
                "reach": _plain(self.reach),
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
            out["range"] = _plain(self.range)
            out["wv"] = self.wv
            if self.area:
                out["area"] = _plain(self.area)
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
            out["blast"] = _plain(self.blast)
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
        row = _recorded("weapon", data)
        weapon = _weapon(row)
        row.close()
        weapon.house = row.recorded_house
        return weapon

    def __str__(self) -> str:
        return self.name


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
            "move": _plain(self.move),
            "base": [_plain(self.base), _plain(self.width)] if self.width else _plain(self.base),
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
        row = _recorded("profile", data)
        weapons = [Weapon.from_dict(w) for w in row.tables("weapons")]
        training = Training.from_dict(row.table("training"))
        profile = _profile(row, training, row.flag("vehicle"), weapons, row.number("move", 0, 100))
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


@dataclass(slots=True)
class Terrain:
    """A kind of terrain."""

    name: str
    difficult: bool = False
    obstacle: bool = False
    impassable: bool = False
    impassable_for: tuple[TroopType, ...] = ()
    passages: tuple[str, ...] = ()  # what leads over it or through it
    passage: str = ""  # what it is itself, for others
    road: bool = False
    building: bool = False
    cover: Cover = "none"
    value: int = 0
    blocks_sight: bool = False
    see_over: bool = False
    clauses: tuple[str, ...] = ()
    house: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash(self.name)

    def with_value(self, value: int) -> Terrain:
        """The bunker that both players agreed on: worth 4 or more (FOW-7.2-03)."""
        if self.cover != "bunker":
            why = f"only a bunker's is agreed; {self.cover} cover is worth {self.value}"
            raise DataError("", self.name, "value", why, "FOW-7.2-03")
        if not LEAST_BUNKER <= value <= MOST_AV:
            why = f"{value} is not in {LEAST_BUNKER} to {MOST_AV}"
            raise DataError("", self.name, "value", why, "FOW-7.2-03")
        return replace(self, value=value)

    def to_dict(self) -> dict[str, Any]:
        out: dict[str, Any] = {"name": self.name, "cover": self.cover, "value": self.value}
        for name, value in (
            ("difficult", self.difficult),
            ("obstacle", self.obstacle),
            ("impassable", self.impassable),
            ("road", self.road),
            ("building", self.building),
            ("blocks_sight", self.blocks_sight),
            ("see_over", self.see_over),
        ):
            if value:
                out[name] = True
        if self.impassable_for:
            out["impassable_for"] = list(self.impassable_for)
        if self.passages:
            out["passages"] = list(self.passages)
        if self.passage:
            out["passage"] = self.passage
        out["clause"] = list(self.clauses)
        if self.house:
            out["house"] = list(self.house)
        return out

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Terrain:
        row = _recorded("terrain", data)
        cover = _cover(row)
        least = LEAST_BUNKER if cover == "bunker" else 0
        terrain = _terrain(row, cover, row.whole("value", least, MOST_AV))
        row.close()
        terrain.house = row.recorded_house
        return terrain


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
        row = _recorded("unit", data)
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
            if isinstance(count, int) and count is not True and 1 <= count <= MOST_FIGURES:
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

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "key": self.key,
            "about": self.about,
            "units": [unit.to_dict() for unit in self.units],
            "clause": self.clause,
            "house": list(self.house),
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Force:
        row = _recorded("force", data)
        units = tuple(ForceUnit.from_dict(u) for u in row.tables("units"))
        force = Force(
            row.entry, row.text("key"), row.text("about", ""), units, row.text("clause", "")
        )
        row.close()
        force.house = row.recorded_house
        return force


# ---------------------------------------------------------------- the short form

# FOW-3.1-01: always in this order; what they are called in data files.
_VALUES: Final = {"CV": "cv", "SV": "sv", "FV": "fv", "AV": "av", "W": "wounds"}
_VALUE: Final = re.compile(
    r"\s*(?P<label>[A-Za-z]+)\s*[:=]?\s*(?P<value>-?[0-9]{1,6})"
    r"(?:\s*\(\s*(?P<extra>-?[0-9]{1,6})\s*\))?\s*[-–/,;]?\s*"
)
_ARMOUR: Final = re.compile(r"\s*([0-9]{1,6})\s*(?:\(\s*(-?[0-9]{1,6})\s*\))?\s*")


def parse_profile(
    text: str, name: str = "", training: Training | None = None, vehicle: bool | None = None
) -> Profile:
    """Read CV-SV-FV-AV-W; brackets after FV are attacks, after AV they make it a vehicle.

    Professional unless told otherwise. Raises `DataError`, which names the value that is wrong.

    >>> parse_profile("CV7-SV6-FV5(2)-AV1-W1").attacks
    2
    >>> parse_profile("CV7-SV6-FV0-AV7(1)-W1").av_at("rear")
    6
    """
    entry = name or text.strip()
    numbers: list[int] = []
    extras: dict[str, int] = {}
    at = 0
    for label, field in _VALUES.items():
        found = _VALUE.match(text, at)
        if found is None or found["label"].upper() != label:
            what = repr(text[at:].strip()) if text[at:].strip() else "the end"
            why = f"{label} and a number expected at {what}; write CV7-SV6-FV5-AV1-W1"
            raise DataError("", entry, field, why, "FOW-3.1-01")
        numbers.append(int(found["value"]))
        if found["extra"] is not None:
            extras[label] = int(found["extra"])
        at = found.end()
    if text[at:].strip():
        why = f"nothing may follow: {text[at:]!r}"
        raise DataError("", entry, "wounds", why, "FOW-3.1-01")
    for label in extras:
        if label not in ("FV", "AV"):
            why = "only FV (attacks) and AV (facing) take a number in brackets"
            raise DataError("", entry, _VALUES[label], why, "FOW-3.1-05")
    cv, sv, fv, av, wounds = numbers
    if vehicle is None:
        vehicle = "AV" in extras  # FOW-10.3-01
    if training is None:
        training = load_catalogue().training("Professional")
    profile = Profile(
        name,
        training,
        cv,
        sv,
        fv,
        av,
        wounds=wounds,
        attacks=extras.get("FV", 1),
        type="cavalry" if vehicle else "infantry",
        vehicle=vehicle,
        facing=extras.get("AV", 0),
        move=load_catalogue().base_move("cavalry" if vehicle else "infantry", vehicle),
        size_min=1 if vehicle else 5,
        size_max=1 if vehicle else _size_max(training),
    )
    for fault in faults(profile):
        raise DataError("", entry, fault.field, fault.why, fault.clause)
    return profile


def format_profile(profile: Profile) -> str:
    """The short form: what `parse_profile` reads."""
    fv = f"FV{profile.fv}" + (f"({profile.attacks})" if profile.attacks != 1 else "")
    av = "AV" + format_armour(profile)
    return f"CV{profile.cv}-SV{profile.sv}-{fv}-{av}-W{profile.wounds}"


def format_armour(profile: Profile) -> str:
    return f"{profile.av}({profile.facing})" if profile.vehicle else str(profile.av)


def parse_armour(text: str) -> tuple[int, int]:
    """A vehicle's armour and its facing modifier (FOW-10.3-01).

    >>> parse_armour("7(1)")
    (7, 1)
    """
    found = _ARMOUR.fullmatch(text)
    if found is None:
        raise DataError("", text, "av", "write 7, or 7(1) for a vehicle", "FOW-10.3-01")
    return int(found[1]), int(found[2] or 0)


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


def dismounted(profile: Profile) -> Profile:
    """What riders become on foot: what their list says, else themselves at 6" (FOW-3.3-05).

    Their values, training and weapons stay; the type and the move of Infantry come (FOW-GAP-77).
    """
    if profile.type != "cavalry" or profile.vehicle:
        why = "only cavalry dismounts"
        clause = "FOW-GAP-85" if profile.vehicle else "FOW-3.3-04"
        raise DataError("", profile.name, "type", why, clause)
    if profile.dismount is not None:
        return replace(profile.dismount, commander=profile.commander)
    move = load_catalogue().base_move("infantry", False)
    return replace(profile, type="infantry", move=move)


# ---------------------------------------------------------------- reading rows

FILES: Final = {
    "training": "training.toml",
    "movement": "movement.toml",
    "armour": "armour.toml",
    "weapon": "weapons.toml",
    "troop": "troops.toml",
    "vehicle": "vehicles.toml",
    "cover": "terrain.toml",
    "terrain": "terrain.toml",
    "force": "forces.toml",
}
_DATA: Final = Path(__file__).parent / "data"


def _plain(number: float) -> int | float:
    """6 rather than 6.0, so that records do not depend on how a number was written."""
    return int(number) if number == int(number) else number


def _key(name: str) -> str:
    """Names are found whatever their case, dashes and plural: "naval officer", "Hivers – small"."""
    words = re.sub(r"[^a-z0-9]+", " ", name.casefold().replace("'", "").replace("’", "")).split()
    return " ".join(w[:-1] if len(w) > 3 and w.endswith("s") and w[-2] != "s" else w for w in words)


def _closest(word: str, words: Sequence[str]) -> str:
    import difflib

    found = difflib.get_close_matches(_key(word), [_key(w) for w in words], 1)
    for candidate in words:
        if found and _key(candidate) == found[0]:
            return candidate
    return ""


class _Source:
    """A data file as text, to tell in which line something stands."""

    def __init__(self, file: str, text: str, house: bool) -> None:
        self.file = file
        self.text = text
        self.house = house

    def line(self, table: str, nth: int, field: str) -> int:
        """The line of a field in the nth `[[table]]`, or of the table's own header."""
        header = re.compile(r"\s*\[\[\s*" + re.escape(table) + r"\s*\]\]")
        wanted = re.compile(r"(^|[\s{,\"'])" + re.escape(field) + r"[\"']?\s*=")
        seen, start = -1, 0
        for number, text in enumerate(self.text.splitlines(), 1):
            if text.lstrip().startswith("[["):
                if start:
                    return start
                if header.match(text):
                    seen += 1
                    if seen == nth:
                        start = number
            elif start and field and wanted.search(text):
                return number
        return start


class _Row:
    """A row while it is read: hands out checked fields and collects what is wrong with it."""

    def __init__(self, table: str, nth: int, source: _Source | None) -> None:
        self.table_name = table
        self.nth = nth
        self.source = source
        self.values: dict[str, object] = {}
        self.origin: dict[str, str] = {}  # document, house, user
        self.entry = ""
        self.asked: set[str] = {"name", "clause"}
        self.faults: list[DataError] = []
        self.recorded_house: tuple[str, ...] = ()
        self.all_house = False
        self.own = False  # not a row of the shipped lists

    def take(self, values: Mapping[str, object], origin: str) -> None:
        for name, value in values.items():
            self.values[name] = value
            self.origin[name] = origin

    def fault(self, field: str, why: str, clause: str = "") -> None:
        file, line = "", 0
        if self.source is not None:
            file = self.source.file
            line = self.source.line(self.table_name, self.nth, field)
        self.faults.append(DataError(file, self.entry, field, why, clause, line))

    def has(self, field: str) -> bool:
        self.asked.add(field)
        return field in self.values

    def raw(self, field: str) -> object:
        self.asked.add(field)
        return self.values.get(field)

    def missing(self, field: str) -> None:
        self.fault(field, "is missing")

    def text(self, field: str, default: str | None = None) -> str:
        value = self.raw(field)
        if isinstance(value, str) and len(value) <= 1000:
            return value
        if value is not None:
            self.fault(field, f"{value!r} is not a text")
        elif default is None:
            self.missing(field)
        return default or ""

    def texts(self, field: str) -> tuple[str, ...]:
        value = self.raw(field)
        if value is None:
            return ()
        if isinstance(value, str):
            return (value,)
        if isinstance(value, list) and all(isinstance(v, str) for v in value):
            return tuple(str(v) for v in value)
        self.fault(field, f"{value!r} is not a list of texts")
        return ()

    def flag(self, field: str, default: bool = False) -> bool:
        value = self.raw(field)
        if isinstance(value, bool):
            return value
        if value is not None:
            self.fault(field, f"{value!r} is neither true nor false")
        return default

    def whole(
        self, field: str, low: int, high: int, default: int | None = None, clause: str = ""
    ) -> int:
        value = self.raw(field)
        if isinstance(value, int) and not isinstance(value, bool):
            if low <= value <= high:
                return value
            self.fault(field, f"{value} is not in {low} to {high}", clause)
        elif value is not None:
            self.fault(field, f"{value!r} is not a whole number", clause)
        elif default is None:
            self.missing(field)
        return low if default is None else default

    def number(
        self, field: str, low: float, high: float, default: float | None = None, clause: str = ""
    ) -> float:
        value = self.raw(field)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            if low <= value <= high:
                return float(value)
            self.fault(field, f"{value} is not in {low:g} to {high:g}", clause)
        elif value is not None:
            self.fault(field, f"{value!r} is not a number", clause)
        elif default is None:
            self.missing(field)
        return float(low) if default is None else float(default)

    def numbers(self, field: str, most: int) -> list[float]:
        """A number, or a list of at most so many."""
        value = self.raw(field)
        if value is None:
            return []
        out: list[float] = []
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, (int, float)) and not isinstance(item, bool) and 0 <= item <= 1000:
                out.append(float(item))
            else:
                self.fault(field, f"{item!r} is not a number in 0 to 1000")
                return []
        if not 1 <= len(out) <= most:
            self.fault(field, f"1 to {most} numbers are wanted")
            return []
        return out

    def option(self, field: str, options: Sequence[str], default: str) -> str:
        value = self.text(field, default)
        if value in options:
            return value
        self.fault(field, f"{value!r} is none of {', '.join(options)}")
        return default

    def table(self, field: str) -> dict[str, Any]:
        value = self.raw(field)
        if isinstance(value, dict):
            return value
        raise DataError("", self.entry, field, "a table is wanted")

    def tables(self, field: str) -> list[dict[str, Any]]:
        value = self.raw(field)
        if isinstance(value, list) and all(isinstance(v, dict) for v in value):
            return list(value)
        raise DataError("", self.entry, field, "a list of tables is wanted")

    def added(self, always: Sequence[str]) -> tuple[str, ...]:
        """Which columns the house adds: its own, and those of `always` that nobody gave."""
        if self.all_house:
            return ("*",)
        return tuple(
            sorted(
                {f for f, origin in self.origin.items() if origin == "house"}
                | {f for f in always if f not in self.origin}
            )
        )

    def finish(self) -> None:
        """Every field must have been asked for."""
        for name in self.values:
            if name not in self.asked:
                near = _closest(name, sorted(self.asked))
                hint = f"; did you mean {near}?" if near else ""
                self.fault(name, "no such field" + hint, "FOW-16.1-04" if self.is_weapon else "")

    @property
    def is_weapon(self) -> bool:
        return self.table_name == "weapon"

    def close(self) -> None:
        """The end of a row of a record: raises what is wrong."""
        self.finish()
        for fault in self.faults:
            raise fault


def _recorded(what: str, data: Mapping[str, Any]) -> _Row:
    row = _Row(what, 0, None)
    values = dict(data)
    house = values.pop("house", [])
    row.take(values, "record")
    row.entry = row.text("name")
    if isinstance(house, list) and all(isinstance(h, str) for h in house):
        row.recorded_house = tuple(house)
    else:
        row.fault("house", "a list of texts is wanted")
    return row


def _training(row: _Row) -> Training:
    return Training(row.entry, row.whole("markers", 0, 100), row.flag("horde"))


def _fire(row: _Row) -> Fire:
    """Weight of fire in one of its three forms (FOW-16.1-04)."""
    value = row.raw("fire")
    if value is None:
        row.fault("fire", "is missing: a number, or one of the two tables", "FOW-16.1-04")
        return Fire()
    if not isinstance(value, dict):
        dice = row.whole("fire", 1, 100, clause="FOW-16.1-04")
        return Fire(dice, dice, dice)
    part = _Row(row.table_name, row.nth, row.source)
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


def _weapon(row: _Row) -> Weapon:
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


def _cover(row: _Row) -> Cover:
    return COVERS[row.option("cover", list(COVERS), "none")]


def _terrain(row: _Row, cover: Cover, value: int) -> Terrain:
    kinds: list[TroopType] = []
    for name in row.texts("impassable_for"):
        if name in TYPES:
            kinds.append(TYPES[name])
        else:
            row.fault("impassable_for", f"{name!r} is none of {', '.join(TYPES)}")
    return Terrain(
        row.entry,
        difficult=row.flag("difficult"),
        obstacle=row.flag("obstacle"),
        impassable=row.flag("impassable"),
        impassable_for=tuple(kinds),
        passages=row.texts("passages"),
        passage=row.text("passage", ""),
        road=row.flag("road"),
        building=row.flag("building"),
        cover=cover,
        value=value,
        blocks_sight=row.flag("blocks_sight"),
        see_over=row.flag("see_over"),
        clauses=row.texts("clause"),
    )


def _size_max(training: Training) -> int:
    return 0 if training.horde else 20  # FOW-3.3-03: hordes have no upper end


def _profile(
    row: _Row, training: Training, vehicle: bool, weapons: list[Weapon], move: float
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
        size_min, size_max = (1 if kind == "monstrous" else 5), _size_max(training)
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


# ---------------------------------------------------------------- the catalogue


class Catalogue:
    """All rows, found by any of their names. Made by `load_catalogue`; nothing changes it after."""

    def __init__(self) -> None:
        self.trainings: dict[str, Training] = {}
        self.moves: dict[str, float] = {}  # by troop type, and "vehicle"
        self.armours: dict[str, Armour] = {}
        self.weapons: dict[str, Weapon] = {}
        self.troops: dict[str, Troop] = {}
        self.vehicles: dict[str, Troop] = {}
        self.cover_values: dict[str, int] = {}
        self.terrains: dict[str, Terrain] = {}
        self.forces: dict[str, Force] = {}  # by key
        self.notices: list[Notice] = []
        self.names: dict[str, dict[str, str]] = {}  # table -> key -> printed name

    def printed_name(self, table: str, name: str) -> str:
        """The name a row is printed under; raises `DataError` when there is no such row."""
        names = self.names.get(table, {})
        found = names.get(_key(name))
        if found is not None:
            return found
        near = _closest(name, sorted(set(names.values())))
        if not near:
            near = names.get(_closest(name, sorted(names)), "")
        hint = f"; did you mean {near}?" if near else ""
        if table == "training":
            hint = f"; training is one of {', '.join(self.trainings)}"
        clause = {"training": "FOW-3.2-01", "armour": "FOW-3.4-01", "weapon": "FOW-16.1-03"}
        why = f"no {table} is called {name!r}{hint}"
        raise DataError(FILES[table], name, "name", why, clause.get(table, ""))

    def training(self, name: str) -> Training:
        return self.trainings[self.printed_name("training", name)]

    def weapon(self, name: str) -> Weapon:
        return self.weapons[self.printed_name("weapon", name)]

    def troop(self, name: str) -> Troop:
        return self.troops[self.printed_name("troop", name)]

    def vehicle(self, name: str) -> Troop:
        return self.vehicles[self.printed_name("vehicle", name)]

    def terrain(self, name: str) -> Terrain:
        return self.terrains[self.printed_name("terrain", name)]

    def force(self, name: str) -> Force:
        """A ready force, by its name or its key."""
        return self.forces[self.printed_name("force", name)]

    def armour_value(self, name: str) -> int:
        """AV of a kind of armour, or of one of the examples beside it (FOW-3.4-01)."""
        return self.armours[self.printed_name("armour", name)].av

    def profile(self, name: str, training: str = "") -> Profile:
        """A troop or vehicle ready to be fielded; with a training where there is a choice."""
        if _key(name) in self.names["vehicle"]:
            row = self.vehicle(name)
        else:
            row = self.troop(name)
        return row.profile(self.training(training) if training else None)

    def base_move(self, kind: TroopType, vehicle: bool) -> float:
        """Inches per move action (FOW-6.1-01); vehicles but armour: FOW-10.4-01, FOW-GAP-23."""
        return self.moves["vehicle" if vehicle and kind != "armour" else kind]


_CACHE: Final[dict[str, tuple[tuple[tuple[str, int, int], ...], Catalogue]]] = {}


def load_catalogue(extra: Path | None = None) -> Catalogue:
    """The shipped rows, with those of a user's directory merged over them by name.

    A row of the same name changes only the fields it gives; a new name adds a row (FOW-15.1-01,
    FOW-16.1-01). Raises `DataError` for the first thing that is wrong; `check_catalogue` lists all.
    """
    catalogue, found = _load(extra)
    for fault in found:
        raise fault
    return catalogue


def check_catalogue(extra: Path | None = None) -> list[DataError]:
    """Everything that is wrong with the data."""
    return _load(extra)[1]


def armour_value(name: str) -> int:
    """AV of a kind of armour in the shipped table.

    >>> armour_value("Heavy Power Armour")
    5
    """
    return load_catalogue().armour_value(name)


def _load(extra: Path | None) -> tuple[Catalogue, list[DataError]]:
    where = "" if extra is None else str(extra)
    stamps: list[tuple[str, int, int]] = []
    if extra is not None:
        if not extra.is_dir():
            raise DataError(where, "", "", "is not a directory")
        for file in sorted(extra.glob("*.toml")):
            stat = file.stat()
            stamps.append((file.name, stat.st_mtime_ns, stat.st_size))
    cached = _CACHE.get(where)
    if cached is not None and cached[0] == tuple(stamps):
        return cached[1], []
    loader = _Loader(extra, [name for name, _, _ in stamps])
    catalogue = loader.load()
    if not loader.faults:
        _CACHE[where] = (tuple(stamps), catalogue)
    return catalogue, loader.faults


class _Loader:
    """Reads the files, merges the user's rows, and builds the catalogue."""

    def __init__(self, extra: Path | None, files: Sequence[str]) -> None:
        self.extra = extra
        self.files = files
        self.faults: list[DataError] = []
        self.catalogue = Catalogue()
        self.parsed: dict[str, tuple[dict[str, Any], _Source] | None] = {}

    def load(self) -> Catalogue:
        made = self.catalogue
        known = sorted(set(FILES.values()))
        for file in self.files:
            if file not in known:
                why = f"is not read; files are called {', '.join(known)}"
                made.notices.append(Notice(file, why, "FOW-15.1-01"))
        for row in self.rows("training"):
            made.trainings[row.entry] = _training(row)
            self.end(row)
        for row in self.rows("movement"):
            kind = row.option("type", [*TYPES, "vehicle"], "infantry")
            made.moves[kind] = row.number("move", 0, 100)
            self.end(row)
        for row in self.rows("armour"):
            av = row.whole("av", 0, MOST_AV, clause="FOW-3.4-01")
            clause = ", ".join(row.texts("clause"))
            made.armours[row.entry] = Armour(
                row.entry, av, row.texts("examples"), clause, row.added(())
            )
            if av > HIGHEST_LISTED_AV:
                why = f"AV {av} is above {HIGHEST_LISTED_AV}: no rule of the document covers it"
                made.notices.append(Notice(row.entry, why, "FOW-GAP-65"))
            self.end(row)
        for row in self.rows("weapon"):
            weapon = _weapon(row)
            weapon.house = row.added(())
            made.weapons[row.entry] = weapon
            self.end(row)
        for table, into in (("troop", made.troops), ("vehicle", made.vehicles)):
            riders: list[tuple[_Row, Troop]] = []
            for row in self.rows(table):
                troop = self.troop(row, table == "vehicle")
                if row.has("dismount"):
                    riders.append((row, troop))
                into[row.entry] = troop
                self.end(row)
            for row, troop in riders:
                self.dismount(row, troop)
        self.terrain()
        for row in self.rows("force"):
            force = self.force(row)
            made.forces[row.entry] = force
            self.end(row)
        return made

    # ---- files

    def parse(self, file: str, own: bool) -> tuple[dict[str, Any], _Source] | None:
        import tomllib

        name = str(self.extra / file) if own and self.extra is not None else file
        known = name if own else "shipped " + name
        if known not in self.parsed:
            path = self.extra / file if own and self.extra is not None else _DATA / file
            self.parsed[known] = None
            try:
                text = path.read_text("utf-8")
                data = tomllib.loads(text)
                self.parsed[known] = (data, _Source(name, text, data.get("house") is True))
                self.outline(file, name, data)
            except tomllib.TOMLDecodeError as error:
                at = re.search(r"line (\d+)", str(error))
                line = int(at[1]) if at else 0
                self.faults.append(DataError(name, "", "", str(error), "", line))
            except (OSError, UnicodeDecodeError) as unread:
                self.faults.append(DataError(name, "", "", f"cannot be read: {unread}"))
        return self.parsed[known]

    def outline(self, file: str, name: str, data: Mapping[str, Any]) -> None:
        """What stands outside the rows: only `house`."""
        tables = [table for table, of in FILES.items() if of == file]
        for field, value in data.items():
            if field in tables:
                if not (isinstance(value, list) and all(isinstance(v, dict) for v in value)):
                    why = f"rows are written under [[{field}]]"
                    self.faults.append(DataError(name, "", field, why))
            elif field != "house":
                wanted = " or ".join(f"[[{t}]]" for t in tables)
                self.faults.append(DataError(name, "", field, f"unknown; rows are {wanted}"))

    def rows(self, table: str) -> list[_Row]:
        """Shipped rows with the user's merged in, in order; and the index of their names."""
        file = FILES[table]
        rows: dict[str, _Row] = {}
        self.read(table, self.parse(file, False), rows, False)
        if file in self.files:
            self.read(table, self.parse(file, True), rows, True)
        self.index(table, list(rows.values()))
        return list(rows.values())

    def read(
        self,
        table: str,
        parsed: tuple[dict[str, Any], _Source] | None,
        rows: dict[str, _Row],
        own: bool,
    ) -> None:
        if parsed is None:
            return
        data, source = parsed
        raws = data.get(table, [])
        if not isinstance(raws, list):
            return  # told by outline()
        seen: set[str] = set()
        for nth, raw in enumerate(raws):
            if not isinstance(raw, dict):
                continue
            values = dict(raw)
            house = values.pop("house", source.house)
            name = values.get("name")
            row = _Row(table, nth, source)
            if not isinstance(name, str) or not _key(name):
                row.fault("name", "every row needs a name", "FOW-16.1-04" if row.is_weapon else "")
                self.faults += row.faults
                continue
            key = _key(name)
            row.entry = name.strip()
            row.own = own
            if key in seen:
                row.fault("name", "stands in this file twice")
            seen.add(key)
            if key in rows and own:
                aliases = rows[key].values.get("aliases")
                row = self.merged(rows[key], row, values)
                if isinstance(aliases, list) and isinstance(values.get("aliases"), list):
                    values["aliases"] = aliases + values["aliases"]  # printed names stay names
            if own:
                if isinstance(house, dict):
                    row.take(house, "user")
                row.take(values, "user")
            else:
                row.all_house = house is True
                row.take(values, "house" if house is True else "document")
                if isinstance(house, dict):
                    for field in house:
                        if field in values:
                            row.fault(field, "stands both in the row and in its house table")
                    row.take(house, "house")
            if not isinstance(house, (dict, bool)):
                row.fault("house", "true, or a table of what the house adds")
            rows[key] = row

    def merged(self, shipped: _Row, row: _Row, values: Mapping[str, object]) -> _Row:
        """A user's row over a shipped one: what he does not give stays as it was."""
        for given, replaced in (
            ("fire", "area"),
            ("area", "fire"),
            ("weapon", "weapons"),
            ("weapons", "weapon"),
            ("weapons", "mounts"),
        ):
            if given in values:
                shipped.values.pop(replaced, None)
                shipped.origin.pop(replaced, None)
        row.values = shipped.values
        row.origin = shipped.origin
        row.faults += shipped.faults
        row.entry = shipped.entry
        row.own = False
        return row

    def index(self, table: str, rows: Sequence[_Row]) -> None:
        """Every name, alias and example finds its row; own rows win over shipped ones."""
        names: dict[str, str] = {}
        rank: dict[str, int] = {}
        own_first = [row for row in rows if row.own] + [row for row in rows if not row.own]
        fields = ["name", "aliases"]
        if table == "force":
            fields.insert(1, "key")
        elif table == "armour":
            fields.append("examples")
        for step, field in enumerate(fields):
            for row in own_first:
                words = (row.entry,) if field == "name" else row.texts(field)
                for word in words:
                    key, level = _key(word), 2 * step + (0 if row.own else 1)
                    holder = names.get(key)
                    if holder is None:
                        names[key] = row.entry
                        rank[key] = level
                    elif holder != row.entry and (rank[key] == level or row.own):
                        row.fault(field, f"{word!r} already means {holder}")
        self.catalogue.names[table] = names

    def end(self, row: _Row) -> None:
        row.finish()
        self.faults += row.faults

    # ---- rows that refer to others

    def weapon(self, row: _Row, field: str, name: str) -> Weapon | None:
        try:
            return self.catalogue.weapon(name)
        except DataError as error:
            row.fault(field, error.why, error.clause)
            return None

    def troop(self, row: _Row, vehicle: bool) -> Troop:
        made = self.catalogue
        trainings: list[Training] = []
        for name in row.texts("training"):
            try:
                trainings.append(made.training(name))
            except DataError as error:
                row.fault("training", error.why, error.clause)
        if not trainings:
            if not row.has("training"):
                row.missing("training")
            trainings = [Training("Professional", 3)]
        if row.has("weapon") and row.has("weapons"):
            row.fault("weapon", "weapon and weapons are two ways to say one thing")
        given = row.texts("weapons") if row.has("weapons") else row.texts("weapon")
        weapons: list[Weapon] = []
        for name in given:
            if name != "none":  # close combat only
                weapon = self.weapon(row, "weapons" if row.has("weapons") else "weapon", name)
                if weapon is not None and not weapon.ranged:
                    row.fault("weapon", f"{name} is for close combat: it goes under cc_weapon")
                elif weapon is not None:
                    weapons.append(weapon)
        base = _profile(row, trainings[0], vehicle, weapons, 0.0)
        move = made.base_move(base.type, vehicle) if base.type in made.moves else 0.0
        base.move = row.number("move", 0, 100, move)
        if row.has("cc_weapon"):
            base.cc_weapon = self.weapon(row, "cc_weapon", row.text("cc_weapon"))
        always = ["type", "wounds", "attacks", "move", "base"]
        always += ["mounts"] if vehicle else ["size"]
        if not (row.has("weapon") or row.has("weapons")):
            always.append("weapon")
        base.house = row.added(always)
        if not row.faults:
            for fault in faults(base):
                row.fault(fault.field, fault.why, fault.clause)
        made.notices += notices(base)
        return Troop(
            row.entry,
            row.texts("aliases"),
            row.text("list", "own"),
            row.text("family", ""),
            tuple(trainings),
            base,
        )

    def dismount(self, row: _Row, troop: Troop) -> None:
        """What kind of infantry riders become is set by their list (FOW-3.3-05)."""
        row.faults.clear()  # those found before are told already
        try:
            on_foot = self.catalogue.troop(row.text("dismount")).base
        except DataError as error:
            row.fault("dismount", error.why, "FOW-3.3-05")
        else:
            if on_foot.type != "infantry":
                row.fault("dismount", f"{on_foot.name} is not infantry", "FOW-3.3-05")
            if troop.base.type != "cavalry" or troop.base.vehicle:
                row.fault("dismount", "only cavalry dismounts", "FOW-3.3-05")
            troop.base.dismount = replace(on_foot, training=troop.base.training)
        self.faults += row.faults

    def terrain(self) -> None:
        made = self.catalogue
        for row in self.rows("cover"):
            if row.entry not in COVERS:
                row.fault("name", f"{row.entry!r} is none of {', '.join(COVERS)}", "FOW-7.2-04")
            bunker = row.entry == "bunker"
            low, clause = (LEAST_BUNKER, "FOW-7.2-03") if bunker else (0, "FOW-7.2-04")
            made.cover_values[row.entry] = row.whole("value", low, MOST_AV, clause=clause)
            self.end(row)
        for row in self.rows("terrain"):
            cover = _cover(row)
            value = made.cover_values.get(cover, 0)
            if row.has("value"):
                value = row.whole("value", LEAST_BUNKER, MOST_AV, clause="FOW-7.2-03")
                if cover != "bunker":
                    row.fault("value", "only a bunker has a value of its own", "FOW-7.2-03")
            terrain = _terrain(row, cover, value)
            terrain.house = row.added(())
            made.terrains[row.entry] = terrain
            self.end(row)

    def force(self, row: _Row) -> Force:
        units: list[ForceUnit] = []
        parts = row.raw("unit")
        if not (isinstance(parts, list) and parts and all(isinstance(p, dict) for p in parts)):
            row.fault("unit", "a force needs units, each under [[force.unit]]", "FOW-GAP-63")
            parts = []
        names: set[str] = set()
        for values in parts:
            part = _Row("force.unit", self.nth_unit(row, values), row.source)
            part.take(values, "")
            part.entry = f"{row.entry}: " + part.text("name")
            unit = self.unit(part, part.text("name"))
            if part.entry in names:
                part.fault("name", "two units of this name")
            names.add(part.entry)
            part.finish()
            row.faults += part.faults
            if unit is not None:
                units.append(unit)
        for unit in units:
            leads = [u for u in units if u.name == unit.attach and u is not unit]
            if unit.attach and not (leads and unit.profile.leader):
                row.fault("attach", f"{unit.name}: a leader is attached to a unit of his force")
        force = Force(
            row.entry,
            row.text("key", _key(row.entry).replace(" ", "-")),
            row.text("about", ""),
            tuple(units),
            ", ".join(row.texts("clause")),
            row.added(()),
        )
        self.catalogue.notices += force_notices(force)
        return force

    def nth_unit(self, row: _Row, wanted: Mapping[str, Any]) -> int:
        """Which [[force.unit]] of its file a unit is."""
        nth = 0
        for parsed in self.parsed.values():
            if parsed is not None and parsed[1] is row.source:
                for force in parsed[0].get("force", []):
                    for unit in force.get("unit", []):
                        if unit is wanted:
                            return nth
                        nth += 1
        return 0

    def unit(self, row: _Row, name: str) -> ForceUnit | None:
        made = self.catalogue
        figures = row.whole("figures", 1, MOST_FIGURES, 1 if row.has("vehicle") else None)
        try:
            known = row.text("vehicle") if row.has("vehicle") else row.text("troop")
            found = made.vehicle(known) if row.has("vehicle") else made.troop(known)
            training = row.text("training", "")
            profile = found.profile(made.training(training) if training else None)
        except DataError as error:
            field = error.field if error.field == "training" else "troop"
            row.fault("vehicle" if row.has("vehicle") else field, error.why, error.clause)
            row.asked.update(row.values)  # the rest cannot be judged
            return None
        cc_weapon = profile.cc_weapon
        if row.has("cc_weapon"):
            cc_weapon = self.weapon(row, "cc_weapon", row.text("cc_weapon"))
        profile = replace(
            profile,
            commander=row.flag("commander"),
            jump=row.flag("jump", profile.jump),
            grenades=row.flag("grenades", profile.grenades),
            terrifying=row.flag("terrifying", profile.terrifying),
            cc_weapon=cc_weapon,
        )
        for fault in faults(profile):
            row.fault(fault.field, fault.why, fault.clause)
        given = row.raw("weapons")
        if given is not None and not isinstance(given, dict):
            row.fault("weapons", 'a table is wanted: { "Light Support Weapon" = 1 }')
            given = None
        arms: list[tuple[Weapon, int]] = []
        special = 0
        for weapon_name, count in (given or {}).items():
            weapon = self.weapon(row, "weapons", weapon_name)
            if isinstance(count, bool) or not isinstance(count, int) or count < 1:
                row.fault("weapons", f"{weapon_name}: {count!r} is not a number of figures")
            elif weapon is not None:
                arms.append((weapon, count))
                special += count
        if special > figures and not profile.vehicle:
            why = f"{special} weapons for {figures} figures"
            row.fault("weapons", why, "FOW-GAP-63")
        rest = figures if profile.vehicle else figures - special
        plain: dict[str, int] = {}
        for weapon in profile.weapons:
            plain[weapon.name] = plain.get(weapon.name, 0) + rest
        usual = [(made.weapons[w], count) for w, count in plain.items() if count > 0]
        return ForceUnit(name, profile, figures, tuple(usual + arms), row.text("attach", ""))
