"""Force lists as catalogues to choose from: every type, with what a player may choose of it."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from grognard.forces.catalogue import Catalogue, Choice, Entry, Pick
from grognard.forces.document import Document, read
from grognard.forces.ledger import Priced
from grognard.forces.verdict import Breach
from grognard.systems.vor.attack_tables import DATA, own_file
from grognard.systems.vor.attacks import BASIC, ELITE, Attack
from grognard.systems.vor.legality import sizes
from grognard.systems.vor.refills import MOST as MOST_REFILLS
from grognard.systems.vor.refills import Stock, stock_of
from grognard.systems.vor.settings import Settings
from grognard.systems.vor.statistics import value
from grognard.systems.vor.unit_files import read_list, slug
from grognard.systems.vor.unit_tables import STATISTICS
from grognard.systems.vor.units import VEHICLE_SQUAD, ForceList, Model, Squad, Unit, Vehicle

SYSTEM: Final = "vor"
LISTS: Final = ("house.toml", "swarm.toml")
OWN_LIST: Final = "lists.toml"
COHERENCY: Final = "coherency"
MOST_KEPT: Final = 20_000


class Types:
    """What a catalogue was made from: the types by the keys of its entries, and what was worked
    out of them already.
    """

    def __init__(self, forces: ForceList) -> None:
        self.forces = forces
        self.units: dict[str, Unit] = {}
        self.groups: dict[str, dict[str, int]] = {}  # of each type: which choice counts which model
        self.attacks: dict[str, dict[str, str]] = {}  # and which may leave out which attack
        self.stock: dict[str, Stock] = {}  # by choice: refills that anybody may carry
        self.prices: dict[Any, Priced] = {}
        self.breaches: dict[Any, list[Breach]] = {}

    def forget(self) -> None:
        """Nothing grows for ever."""
        if len(self.prices) > MOST_KEPT or len(self.breaches) > MOST_KEPT:
            self.prices.clear()
            self.breaches.clear()


def catalogue_of(forces: ForceList, house: bool = False) -> Catalogue:
    """The list as a catalogue. Types of the same name get keys of their own."""
    types = Types(forces)
    entries: dict[str, Entry] = {}
    for unit in forces.units:
        key = base = slug(unit.name) or "unit"
        n = 1
        while key in entries:
            n += 1
            key = f"{base}-{n}"
        types.units[key] = unit
        types.groups[key] = {}
        types.attacks[key] = {}
        entries[key] = _entry(types, key, unit, house)
    refills = _refills(types, entries)
    for entry in entries.values():
        entry.choices = (*entry.choices, *refills)
    return Catalogue(SYSTEM, forces.key, forces.name, entries, house, types)


def _entry(types: Types, key: str, unit: Unit, house: bool) -> Entry:
    if isinstance(unit, Vehicle):
        least, most = (unit.least, unit.most) if unit.squad else (1, 1)
        shown = _vehicle_profile(unit)
        choices = [_coherency(unit.coherency)] if unit.squad else []
        choices += _left_out(types, key, [weapon.attack for weapon in unit.weapons])
        return Entry(
            key, unit.name, unit.role, least, most, unit.count, tuple(choices), shown, house,
            "VOR-FS-17",
        )  # fmt: skip
    low, high = sizes(unit, Settings())
    choices = [_coherency(unit.coherency)] if unit.role in (BASIC, ELITE) else []
    choices += _groups(types, key, unit)
    choices += _left_out(types, key, [a for model in unit.models for a in model.attacks])
    profile = _profile(unit.models[unit.main]) if unit.models else {}
    clause = ROLE_CLAUSES[unit.role]
    return Entry(
        key, unit.name, unit.role, low, high, unit.size, tuple(choices), profile, house, clause
    )


ROLE_CLAUSES: Final = {
    "leader": "VOR-FS-01",
    "basic": "VOR-FS-03",
    "elite": "VOR-FS-10",
    "individual": "VOR-FS-16",
}


def _coherency(usual: int) -> Choice:
    return Choice(COHERENCY, "coherency", usual, (), 2, 4, "VOR-SQD-03", "inches")


def _groups(types: Types, key: str, squad: Squad) -> list[Choice]:
    """How many of each model but the usual one, where that may be chosen."""
    found: list[Choice] = []
    for index, model in enumerate(squad.models):
        if index == squad.main or model.most <= model.least:
            continue
        name = model.name or f"model {index + 1}"
        choice = Choice(
            slug(name), name, model.count, (), model.least, model.most,
            "VOR-AOL-05" if model.leads else "VOR-AOL-04",
        )  # fmt: skip
        if choice.key not in types.groups[key] and choice.key != COHERENCY:
            types.groups[key][choice.key] = index
            found.append(choice)
    return found


def _left_out(types: Types, key: str, attacks: list[Attack]) -> list[Choice]:
    """Attacks may be left out unless they are primary (VOR-PRI-02)."""
    found: list[Choice] = []
    primary = {attack.name for attack in attacks if attack.primary}
    for attack in attacks:
        name = slug(attack.name)
        if not name or attack.name in primary or name in types.attacks[key]:
            continue
        choice = f"attack-{name}" if name in types.groups[key] or name == COHERENCY else name
        if choice in types.attacks[key]:
            continue
        types.attacks[key][choice] = attack.name
        found.append(Choice(choice, attack.name, True, clause="VOR-PRI-02"))
    return found


def _refills(types: Types, entries: Mapping[str, Entry]) -> list[Choice]:
    """Whoever carries refills says so (VOR-LIM-05)."""
    taken = {choice.key for entry in entries.values() for choice in entry.choices}
    found: list[Choice] = []
    for stock in stock_of(types.units.values()):
        key = slug(stock.label.replace("refills of", "refills"))
        if key in taken or key in types.stock:
            continue
        types.stock[key] = stock
        found.append(
            Choice(key, stock.label, 0, (), 0, MOST_REFILLS, "VOR-LIM-05", "uses", sought=False)
        )
    return found


def _profile(model: Model) -> dict[str, Any]:
    shown: dict[str, Any] = {"Size": model.size}
    if model.raw is None:
        shown |= {name: value(model, name) for name in STATISTICS}
    shown["Attacks"] = ", ".join(a.name or "attack" for a in model.attacks) or "unarmed"
    return shown


def _vehicle_profile(vehicle: Vehicle) -> dict[str, Any]:
    base = vehicle.made_from
    shown: dict[str, Any] = {"Class": base.kind}
    shown |= {name: vehicle.value(name) for name in base.stats}
    shown |= {"RC": vehicle.rc or "-", "CC": vehicle.cc or "-"}
    if base.transport:
        shown["Carries"] = base.transport + vehicle.capacity
    shown["Weapons"] = ", ".join(w.attack.name or "weapon" for w in vehicle.weapons) or "none"
    if vehicle.restricted:
        shown["Deployment"] = "restricted"
    return shown


# -- lists that are ready ------------------------------------------------------------------


def catalogues() -> list[Catalogue]:
    """The lists that come with the house, and the user's own."""
    return _catalogues(own_file(OWN_LIST), own_file("units.toml"), own_file("attacks.toml"))


@functools.cache
def _catalogues(own: Path | None, *tables: Path | None) -> list[Catalogue]:
    made = [catalogue_of(shipped(DATA / "lists" / name), True) for name in LISTS]
    return made if own is None else made + own_lists(own)


def own_lists(file: Path) -> list[Catalogue]:
    """The force lists in a file of the user's own; raises `Malformed`."""
    document = read(file)
    made: list[Catalogue] = []
    for row in document.row.tables("lists", 50):
        forces = read_list(row)
        row.done()
        made.append(catalogue_of(forces))
    document.row.done()
    document.close()
    return made


def shipped(file: Path) -> ForceList:
    document = read(file)
    forces = list_in(document)
    document.close()
    return forces


def list_in(document: Document) -> ForceList:
    """The force list that a document holds."""
    row = document.row
    row.choice("system", [SYSTEM])
    row.has("design")
    forces = read_list(row)
    row.done()
    return forces


# -- what was chosen -----------------------------------------------------------------------


def fielded(catalogue: Catalogue, pick: Pick, models: int) -> Unit:
    """The type as it was chosen: so many models, and what was left out."""
    types: Types = catalogue.source
    unit = types.units[pick.entry]
    options = pick.options
    gone = {
        name for key, name in types.attacks[pick.entry].items() if options.get(key, True) is False
    }
    coherency = int(options.get(COHERENCY, unit.coherency))
    if isinstance(unit, Vehicle):
        weapons = [weapon for weapon in unit.weapons if weapon.attack.name not in gone]
        return Vehicle(
            unit.name, unit.base, unit.stats, unit.rc, unit.cc, unit.capacity, unit.restricted,
            weapons, unit.squad, models, unit.least, unit.most, coherency, unit.cap,
        )  # fmt: skip
    counts = [model.count for model in unit.models]
    for key, index in types.groups[pick.entry].items():
        counts[index] = int(options.get(key, counts[index]))
    counts[unit.main] = max(0, models - sum(counts) + counts[unit.main])
    chosen = [_counted(model, count, gone) for model, count in zip(unit.models, counts)]
    return Squad(
        unit.name, unit.role, chosen, coherency, unit.least, unit.most, unit.demand, unit.cap
    )


def _counted(model: Model, count: int, gone: set[str]) -> Model:
    attacks = [attack for attack in model.attacks if attack.name not in gone]
    return Model(
        model.name, model.role, model.size, model.stats, model.raw, model.abilities, attacks,
        count, model.least, model.most, model.leads,
    )  # fmt: skip


def is_squad(role: str) -> bool:
    """What limits speak of as squads: basic and elite ones (VOR-GAP-15)."""
    return role in (BASIC, ELITE)


def is_vehicle(role: str) -> bool:
    return role in ("vehicle", VEHICLE_SQUAD)
