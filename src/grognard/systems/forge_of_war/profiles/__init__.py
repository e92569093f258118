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

from grognard.systems.forge_of_war.profiles.catalogue import Catalogue
from grognard.systems.forge_of_war.profiles.lists import Force, ForceUnit, arms_of, force_notices
from grognard.systems.forge_of_war.profiles.loader import (
    armour_value,
    check_catalogue,
    load_catalogue,
    own_catalogue,
    own_changes,
)
from grognard.systems.forge_of_war.profiles.rows import DataError, Notice
from grognard.systems.forge_of_war.profiles.short import (
    dismounted,
    parse_armour,
    parse_profile,
)
from grognard.systems.forge_of_war.profiles.terrain import Cover, Terrain
from grognard.systems.forge_of_war.profiles.troops import (
    HIGHEST_LISTED_AV,
    Armour,
    Mount,
    Profile,
    Side,
    Training,
    Troop,
    TroopType,
    faults,
    format_armour,
    format_profile,
    notices,
    size_notices,
)
from grognard.systems.forge_of_war.profiles.weapons import Fire, TargetKind, Weapon

__all__ = [
    "HIGHEST_LISTED_AV",
    "Armour",
    "Catalogue",
    "Cover",
    "DataError",
    "Fire",
    "Force",
    "ForceUnit",
    "Mount",
    "Notice",
    "Profile",
    "Side",
    "TargetKind",
    "Terrain",
    "Training",
    "Troop",
    "TroopType",
    "Weapon",
    "armour_value",
    "arms_of",
    "check_catalogue",
    "dismounted",
    "faults",
    "force_notices",
    "format_armour",
    "format_profile",
    "load_catalogue",
    "notices",
    "own_catalogue",
    "own_changes",
    "parse_armour",
    "parse_profile",
    "size_notices",
]
