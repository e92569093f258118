"""Reads the data files, with a user's merged over the shipped ones."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from grognard.forces.own import own_data
from grognard.rules.refusal import Refusal, Refused
from grognard.systems.forge_of_war.profiles.catalogue import FILES, Catalogue
from grognard.systems.forge_of_war.profiles.lists import Force, ForceUnit, arms_of, force_notices
from grognard.systems.forge_of_war.profiles.plans import read_plan
from grognard.systems.forge_of_war.profiles.rows import (
    MOST_AV,
    MOST_FIGURES,
    DataError,
    Notice,
    Row,
    Source,
    name_key,
)
from grognard.systems.forge_of_war.profiles.terrain import (
    COVERS,
    LEAST_BUNKER,
    read_cover,
    read_terrain,
)
from grognard.systems.forge_of_war.profiles.troops import (
    HIGHEST_LISTED_AV,
    TYPES,
    Armour,
    Training,
    Troop,
    faults,
    notices,
    read_profile,
    read_training,
)
from grognard.systems.forge_of_war.profiles.weapons import Weapon, read_weapon

DATA: Final = Path(__file__).parents[1] / "data"

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


def own_catalogue() -> Catalogue:
    """The rows that are played with: the shipped ones, and over them those of the user's own
    folder. Raises `Refused` with everything that is wrong there."""
    extra = own_data("forge_of_war")
    try:
        catalogue, found = _load(extra)
    except DataError as error:
        found = [error]
    if found:
        raise Refused([Refusal(str(fault)) for fault in found])
    return catalogue


def own_changes(extra: Path) -> tuple[list[str], list[str], list[str]]:
    """What a user's folder adds and changes, what is unusual about it, and what is wrong."""
    try:
        catalogue, found = _load(extra)
    except DataError as error:
        return [], [], [str(error)]
    shipped = load_catalogue()
    known = {str(notice) for notice in shipped.notices}
    notices = [str(notice) for notice in catalogue.notices if str(notice) not in known]
    rows: list[str] = []
    if not found:
        given = _given(extra, catalogue)
        for what, mine, theirs in (
            ("weapon", catalogue.weapons, shipped.weapons),
            ("troop", catalogue.troops, shipped.troops),
            ("vehicle", catalogue.vehicles, shipped.vehicles),
            ("armour", catalogue.armours, shipped.armours),
            ("training", catalogue.trainings, shipped.trainings),
            ("terrain", catalogue.terrains, shipped.terrains),
            ("cover", catalogue.cover_values, shipped.cover_values),
            ("movement", catalogue.moves, shipped.moves),
            ("force", catalogue.forces, shipped.forces),
            ("scenario", catalogue.plans, shipped.plans),
        ):
            for name in mine if what == "movement" else given.get(what, ()):
                if name not in theirs:
                    rows.append(f"new {what}: {name}")
                elif mine[name] != theirs[name]:
                    rows.append(f"changed {what}: {name}")
    return rows, notices, [str(fault) for fault in found]


def _given(extra: Path, catalogue: Catalogue) -> dict[str, list[str]]:
    """The rows that stand in a user's files, by table, under their printed names."""
    import tomllib

    out: dict[str, list[str]] = {}
    for table, file in FILES.items():
        path = extra / file
        if path.is_file() and table != "movement":
            for row in tomllib.loads(path.read_text("utf-8")).get(table, []):
                out.setdefault(table, []).append(catalogue.printed_name(table, row["name"]))
    return out


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
        self.parsed: dict[str, tuple[dict[str, Any], Source] | None] = {}

    def load(self) -> Catalogue:
        made = self.catalogue
        known = sorted(set(FILES.values()))
        for file in self.files:
            if file not in known:
                why = f"is not read; files are called {', '.join(known)}"
                made.notices.append(Notice(file, why, "FOW-15.1-01"))
        for row in self.rows("training"):
            made.trainings[row.entry] = read_training(row)
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
            weapon = read_weapon(row)
            weapon.house = row.added(())
            made.weapons[row.entry] = weapon
            self.end(row)
        for table, into in (("troop", made.troops), ("vehicle", made.vehicles)):
            riders: list[tuple[Row, Troop]] = []
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
        for row in self.rows("scenario"):
            plan = read_plan(row)
            plan.house = row.added(())
            made.plans[row.entry] = plan
            self.end(row)
        return made

    # ---- files

    def parse(self, file: str, own: bool) -> tuple[dict[str, Any], Source] | None:
        import tomllib

        name = str(self.extra / file) if own and self.extra is not None else file
        known = name if own else "shipped " + name
        if known not in self.parsed:
            path = self.extra / file if own and self.extra is not None else DATA / file
            self.parsed[known] = None
            try:
                text = path.read_text("utf-8")
                data = tomllib.loads(text)
                self.parsed[known] = (data, Source(name, text, data.get("house") is True))
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

    def rows(self, table: str) -> list[Row]:
        """Shipped rows with the user's merged in, in order; and the index of their names."""
        file = FILES[table]
        rows: dict[str, Row] = {}
        self.read(table, self.parse(file, False), rows, False)
        if file in self.files:
            self.read(table, self.parse(file, True), rows, True)
        self.index(table, list(rows.values()))
        return list(rows.values())

    def read(
        self,
        table: str,
        parsed: tuple[dict[str, Any], Source] | None,
        rows: dict[str, Row],
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
            row = Row(table, nth, source)
            if not isinstance(name, str) or not name_key(name):
                row.fault("name", "every row needs a name", "FOW-16.1-04" if row.is_weapon else "")
                self.faults += row.faults
                continue
            key = name_key(name)
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

    def merged(self, shipped: Row, row: Row, values: Mapping[str, object]) -> Row:
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

    def index(self, table: str, rows: Sequence[Row]) -> None:
        """Every name, alias and example finds its row; own rows win over shipped ones."""
        names: dict[str, str] = {}
        rank: dict[str, int] = {}
        own_first = [row for row in rows if row.own] + [row for row in rows if not row.own]
        fields = ["name", "aliases"]
        if table in ("force", "scenario"):
            fields.insert(1, "key")
        elif table == "armour":
            fields.append("examples")
        for step, field in enumerate(fields):
            for row in own_first:
                words = (row.entry,) if field == "name" else row.texts(field)
                for word in words:
                    key, level = name_key(word), 2 * step + (0 if row.own else 1)
                    holder = names.get(key)
                    if holder is None:
                        names[key] = row.entry
                        rank[key] = level
                    elif holder != row.entry and (rank[key] == level or row.own):
                        row.fault(field, f"{word!r} already means {holder}")
        self.catalogue.names[table] = names

    def end(self, row: Row) -> None:
        row.finish()
        self.faults += row.faults

    # ---- rows that refer to others

    def weapon(self, row: Row, field: str, name: str) -> Weapon | None:
        try:
            return self.catalogue.weapon(name)
        except DataError as error:
            row.fault(field, error.why, error.clause)
            return None

    def troop(self, row: Row, vehicle: bool) -> Troop:
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
        base = read_profile(row, trainings[0], vehicle, weapons, 0.0)
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

    def dismount(self, row: Row, troop: Troop) -> None:
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
            cover = read_cover(row)
            value = made.cover_values.get(cover, 0)
            if row.has("value"):
                value = row.whole("value", LEAST_BUNKER, MOST_AV, clause="FOW-7.2-03")
                if cover != "bunker":
                    row.fault("value", "only a bunker has a value of its own", "FOW-7.2-03")
            terrain = read_terrain(row, cover, value)
            terrain.house = row.added(())
            made.terrains[row.entry] = terrain
            self.end(row)

    def force(self, row: Row) -> Force:
        units: list[ForceUnit] = []
        parts = row.raw("unit")
        if not (isinstance(parts, list) and parts and all(isinstance(p, dict) for p in parts)):
            row.fault("unit", "a force needs units, each under [[force.unit]]", "FOW-GAP-63")
            parts = []
        names: set[str] = set()
        for values in parts:
            part = Row("force.unit", self.nth_unit(row, values), row.source)
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
            row.text("key", name_key(row.entry).replace(" ", "-")),
            row.text("about", ""),
            tuple(units),
            ", ".join(row.texts("clause")),
            row.added(()),
            row.flag("hidden"),
        )
        self.catalogue.notices += force_notices(force)
        return force

    def nth_unit(self, row: Row, wanted: Mapping[str, Any]) -> int:
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

    def unit(self, row: Row, name: str) -> ForceUnit | None:
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
        carried = arms_of(profile, figures, arms)
        return ForceUnit(name, profile, figures, carried, row.text("attach", ""))
