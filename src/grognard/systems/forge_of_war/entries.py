"""The troop lists as catalogues to choose from (FOW-GAP-63): every row, with its options."""

from __future__ import annotations

import re
from typing import Final

from grognard.forces.catalogue import MOST_MODELS, Catalogue, Choice, Entry
from grognard.systems.forge_of_war.profiles import Catalogue as Rows
from grognard.systems.forge_of_war.profiles import Profile, Troop, Weapon, format_armour

SYSTEM: Final = "forge_of_war"
GENERIC: Final = "generic"
NONE: Final = "none"

COMMANDER: Final = Choice("commander", "Force Commander", False, clause="FOW-GAP-69")
JUMP: Final = Choice("jump", "jump packs", False, clause="FOW-6.3-01")
GRENADES: Final = Choice("grenades", "fragmentation grenades", False, clause="FOW-GAP-64")
TERRIFYING: Final = Choice("terrifying", "terrifying", False, clause="FOW-GAP-07")
ATTACH: Final = Choice(
    "attach", "starts with", "", clause="FOW-GAP-05", help="the unit that the leader starts with"
)

TITLES: Final = {
    "human": "Human troops",
    "modified": "Genetically modified human troops",
    "alien": "Alien troops",
}


class Lists:
    """What a catalogue was made from: the rows, found by the keys of its entries."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.troops: dict[str, Troop] = {}


def catalogues_of(rows: Rows) -> list[Catalogue]:
    """All troops and vehicles together, and each list by itself with the vehicles."""
    lists = Lists(rows)
    entries: dict[str, Entry] = {}
    listings: dict[str, list[str]] = {}
    for troop in [*rows.troops.values(), *rows.vehicles.values()]:
        key = slug(troop.name)
        lists.troops[key] = troop
        entries[key] = entry_of(rows, key, troop)
        if not troop.base.vehicle:
            listings.setdefault(troop.listing, []).append(key)
    made = [Catalogue(SYSTEM, GENERIC, "Generic troops", entries, True, lists)]
    vehicles = [key for key, troop in lists.troops.items() if troop.base.vehicle]
    for listing, keys in listings.items():
        if len(listings) > 1:
            title = TITLES.get(listing, listing.replace("_", " ").capitalize())
            chosen = {key: entries[key] for key in keys + vehicles}
            made.append(Catalogue(SYSTEM, slug(listing), title, chosen, True, lists))
    return made


def slug(name: str) -> str:
    """A key that can be typed: "Hivers, small" is hivers-small."""
    return re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")


def entry_of(rows: Rows, key: str, troop: Troop) -> Entry:
    profile = troop.base
    return Entry(
        key,
        troop.name,
        role_of(profile),
        profile.size_min,
        profile.size_max or MOST_MODELS,  # FOW-3.3-03: hordes have no upper end
        choices=choices_of(rows, troop),
        profile=figures_of(profile),
        house=profile.house == ("*",),
        clause=profile.clause,
        aliases=troop.aliases,
    )


def role_of(profile: Profile) -> str:
    """What it counts as."""
    if profile.vehicle:
        return "vehicle"
    if profile.leader:
        return "leader"
    return "horde" if profile.horde else profile.type


def choices_of(rows: Rows, troop: Troop) -> tuple[Choice, ...]:
    profile = troop.base
    choices: list[Choice] = []
    if len(troop.trainings) > 1:  # FOW-15-04, FOW-GAP-60
        names = tuple([t.name for t in troop.trainings])
        choices.append(Choice("training", "training", names[0], names, clause="FOW-15-04"))
    choices.append(COMMANDER)
    if profile.vehicle:
        return tuple(choices)
    if profile.leader:
        choices.append(ATTACH)
    for choice, given in ((GRENADES, profile.grenades), (TERRIFYING, profile.terrifying)):
        choices.append(_flag(choice, given))
    if profile.type == "infantry":
        choices.append(_flag(JUMP, profile.jump))
    hand = [w.name for w in rows.weapons.values() if not w.ranged]
    if hand:
        usual = profile.cc_weapon.name if profile.cc_weapon is not None else NONE
        values = (NONE, *hand)
        choices.append(
            Choice("cc_weapon", "close combat weapon", usual, values, 0, 0, "FOW-9.3-06")
        )
    own = {w.name for w in profile.weapons}
    for weapon in rows.weapons.values():
        if weapon.ranged and weapon.name not in own:
            choices.append(weapon_choice(rows, weapon))
    return tuple(choices)


def weapon_choice(rows: Rows, weapon: Weapon) -> Choice:
    """How many figures carry it instead of their own (FOW-GAP-63)."""
    choice = Choice(weapon.name, weapon.name, 0, (), 0, MOST_MODELS, weapon.clause)
    names = rows.names.get("weapon", {})
    choice.aliases = tuple([key for key, name in names.items() if name == weapon.name])
    return choice


def _flag(choice: Choice, given: bool) -> Choice:
    """As the row has it unless the player says otherwise."""
    return Choice(choice.key, choice.label, given, clause=choice.clause) if given else choice


def figures_of(profile: Profile) -> dict[str, str | int]:
    """The numbers of a row, label by label."""
    fv = str(profile.fv) + (f"({profile.attacks})" if profile.attacks != 1 else "")
    shown: dict[str, str | int] = {
        "Training": profile.training.name,
        "CV": profile.cv,
        "SV": profile.sv,
        "FV": fv,
        "AV": format_armour(profile),
        "W": profile.wounds,
        "Move": f'{profile.move:g}"',
        "Weapons": ", ".join([w.name for w in profile.weapons]) or NONE,
    }
    if profile.transport:
        shown["Transport"] = profile.transport
    return shown
