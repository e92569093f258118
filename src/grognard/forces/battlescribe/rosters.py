"""Rosters: a selection for each unit, in it one for its models and one for each option.

What a reader finds that the catalogue does not know is passed over with a note, since other
programs name and nest things their own way. A file without a single known unit is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from grognard.forces.battlescribe import ids
from grognard.forces.battlescribe.tree import VERSION, Node, put, read_tree, start, written
from grognard.forces.catalogue import (
    MOST_MODELS,
    MOST_NESTED,
    MOST_POINTS,
    MOST_UNITS,
    Catalogue,
    Choice,
    Entry,
    Pick,
    Roster,
    Value,
    plain_word,
)
from grognard.forces.document import MOST_TEXT, Document, Fault, Malformed, shown
from grognard.forces.plaintext import bare, plain_value, quoted
from grognard.forces.verdict import Path

MOST_NOTES: Final = 50
MOST_SELECTIONS: Final = 5000
FORCE: Final = "Force"
HOUSE: Final = "These values are the house's own: the rules do not give them."


def write_roster(roster: Roster, costs: Sequence[int], currency: str, title: str = "") -> bytes:
    """A roster as .ros. `costs` are the prices of the units in their order."""
    made = roster.normal()
    system = made.system
    root = start(
        "roster",
        id=ids.ident(system, "roster", made.name),
        name=made.name,
        battleScribeVersion=VERSION,
        gameSystemId=ids.game_id(system),
        gameSystemName=title or system,
        gameSystemRevision="1",
    )
    cost = {"name": currency, "typeId": ids.cost_id(system)}
    put(put(root, "costs"), "cost", **cost, value=str(sum(costs)))
    if made.limit:
        put(put(root, "costLimits"), "costLimit", **cost, value=str(made.limit))
    force = put(
        put(root, "forces"),
        "force",
        id=ids.ident(system, "force", made.name),
        name=FORCE,
        entryId=ids.force_id(system),
        catalogueId=ids.catalogue_id(made.catalogue),
        catalogueRevision="1",
        catalogueName=made.catalogue.name,
    )
    selections = put(force, "selections")
    for index, pick in enumerate(made.units):
        value = costs[index] if index < len(costs) else 0
        _unit(selections, made, pick, None, f"{index}", cost | {"value": str(value)})
    if made.notes:
        put(root, "customNotes", made.notes)
    if made.settings or made.limits:
        box = put(root, "tags")
        for name, value_ in made.settings.items():
            put(box, "tag", id=f"setting:{name}", name=_said(value_))
        for name, limit in made.limits.items():
            put(box, "tag", id=f"agreed:{name}", name=_said(limit))
    return written(root)


def _unit(
    parent: Any, roster: Roster, pick: Pick, holder: Entry | None, place: str, cost: dict[str, str]
) -> None:
    catalogue, entry = roster.catalogue, roster.entry(pick)
    own = ids.entry_id(catalogue, entry)
    named = {"customName": pick.name} if pick.name else {}
    unit = put(
        parent,
        "selection",
        id=ids.ident(own, place),
        name=entry.name,
        entryId=ids.reference(catalogue, entry, holder),
        **named,
        number="1",
        type="unit",
    )
    texts = [(c, str(pick.option(c))) for c in entry.choices if c.free and pick.option(c)]
    if texts:
        put(unit, "customNotes", "\n".join(f"{c.label}: {quoted(text)}" for c, text in texts))
    if entry.house:
        rule = put(put(unit, "rules"), "rule", id=ids.ident(own, "house"), name="House data")
        put(rule, "description", HOUSE)
    profile_of(unit, catalogue, entry)
    selections = put(unit, "selections")
    put(
        selections,
        "selection",
        id=ids.ident(own, place, "model"),
        name=entry.name,
        entryId=ids.model_id(catalogue, entry),
        number=str(roster.models(pick)),
        type="model",
    )
    for choice in entry.choices:
        _option(selections, catalogue, entry, choice, pick.option(choice), place)
    for index, part in enumerate(pick.parts):
        _unit(selections, roster, part, entry, f"{place}.{index}", cost | {"value": "0"})
    put(put(unit, "costs"), "cost", **cost)
    category = ids.category_id(catalogue.system, entry.role)
    put(
        put(unit, "categories"),
        "category",
        id=ids.ident(own, place, "category"),
        name=entry.role,
        entryId=category,
        primary="true",
    )


def _option(
    parent: Any, catalogue: Catalogue, entry: Entry, choice: Choice, value: Value, place: str
) -> None:
    own = ids.choice_id(catalogue, entry, choice)
    if isinstance(value, str):
        if choice.free:
            return
        put(
            parent,
            "selection",
            id=ids.ident(own, place),
            name=value,
            entryId=ids.value_id(catalogue, entry, choice, value),
            entryGroupId=own,
            number="1",
            type="upgrade",
        )
    elif value:
        put(
            parent,
            "selection",
            id=ids.ident(own, place),
            name=choice.label,
            entryId=own,
            number=str(int(value)),
            type="upgrade",
        )


def profile_of(parent: Any, catalogue: Catalogue, entry: Entry) -> None:
    """What a card shows of an entry."""
    if not entry.profile:
        return
    system = catalogue.system
    profile = put(
        put(parent, "profiles"),
        "profile",
        id=ids.ident(ids.entry_id(catalogue, entry), "profile"),
        name=entry.name,
        typeId=ids.profile_type_id(system),
        typeName="Profile",
    )
    box = put(profile, "characteristics")
    for label, value in entry.profile.items():
        type_id = ids.characteristic_id(system, label)
        put(box, "characteristic", str(value), name=label, typeId=type_id)


def _said(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if plain_value(str(value)) == value else quoted(str(value))


# -- reading ------------------------------------------------------------------------------------


def game_of(raw: bytes, file: str = "") -> str:
    """The system that a roster was written for, where Grognard wrote it, else ""."""
    game = read_tree(raw, file, ("roster",)).get("gameSystemId")
    return game.removeprefix(ids.OURS) if game.startswith(ids.OURS) else ""


def read_roster_file(
    raw: bytes, catalogues: Sequence[Catalogue], file: str = ""
) -> tuple[Document, list[str]]:
    """The document that a .ros or .rosz means, and what was passed over."""
    reader = _Reader(read_tree(raw, file, ("roster",)), catalogues, file)
    return reader.document(), reader.notes


class _Reader:
    """Finds the things of a catalogue among the selections of a roster, by id or by name."""

    def __init__(self, root: Node, catalogues: Sequence[Catalogue], file: str) -> None:
        self.root = root
        self.file = file
        self.notes: list[str] = []
        self.where: dict[Path, int] = {(): root.line}
        self.catalogues = catalogues
        self.system = catalogues[0].system if catalogues else ""
        self.ours = root.get("gameSystemId") == ids.game_id(self.system)
        self.forces = list(_forces(root))
        self.known: dict[str, dict[str, tuple[Choice, str]]] = {}
        chosen = sum(1 for force in self.forces for _ in _below(force, through=True))
        if chosen > MOST_SELECTIONS:
            raise Malformed([Fault(file, root.line, "", f"more than {MOST_SELECTIONS} selections")])
        self.catalogue = self._catalogue()
        self.by_id: dict[str, Entry] = {}
        for catalogue in catalogues:
            for entry in catalogue.entries.values():
                mine = self.catalogue.entries.get(entry.key)
                if mine is not None:
                    self.by_id[ids.entry_id(catalogue, entry)] = mine
        self.count = 0

    def _catalogue(self) -> Catalogue:
        """The one that is named, or the one that knows most of the units."""
        if not self.catalogues:
            raise Malformed([Fault(self.file, 0, "", "there is no catalogue to read it by")])
        known = {ids.catalogue_id(c): c for c in self.catalogues}
        for force in self.forces:
            if force.get("catalogueId") in known:
                return known[force.get("catalogueId")]
        names = [s.get("name") for f in self.forces for s in f.all("selections", "selection")]
        hits = [sum(1 for name in names if c.find(name)) for c in self.catalogues]
        return self.catalogues[hits.index(max(hits))]

    def note(self, node: Node, what: str) -> None:
        if len(self.notes) < MOST_NOTES:
            self.notes.append(f"line {node.line}: {what}")

    def document(self) -> Document:
        data: dict[str, Any] = {
            "system": self.system,
            "name": _line(self.root.get("name")),
            "catalogue": self.catalogue.key,
        }
        self.limit(data)
        if self.root.said("customNotes"):
            data["notes"] = _line(self.root.said("customNotes"))
        self.tags(data)
        units: list[dict[str, Any]] = []
        for force in self.forces:
            for node in force.all("selections", "selection"):
                units += self.units(node, ("units", len(units)), None, 1)
        if not units and (self.notes or not self.ours):
            first = f": {self.notes[0]}" if self.notes else ""
            why = f"no unit of {self.catalogue.name} was found{first}"
            raise Malformed([Fault(self.file, self.root.line, "", why)])
        data["units"] = units
        return Document(data, self.file, self.where)

    def limit(self, data: dict[str, Any]) -> None:
        for node in self.root.all("costLimits", "costLimit"):
            number = re.fullmatch(r"(\d{1,9})(\.0*)?", node.get("value"))
            if number is not None and 0 < int(number[1]) <= MOST_POINTS:
                data["limit"] = int(number[1])
                self.where["limit",] = node.line
                return

    def tags(self, data: dict[str, Any]) -> None:
        for node in self.root.all("tags", "tag"):
            kind, sign, name = node.get("id").partition(":")
            table = {"setting": "settings", "agreed": "limits"}.get(kind, "")
            if sign and table and self.ours:
                data.setdefault(table, {})[name] = plain_value(node.get("name"))
                self.where[table, name] = node.line

    def units(
        self, node: Node, path: Path, holder: Entry | None, level: int
    ) -> list[dict[str, Any]]:
        """The unit that a selection is, or those inside it when it is only a heading."""
        entry = self.entry(node)
        if entry is None or level > MOST_NESTED:
            found: list[dict[str, Any]] = []
            for inner in node.all("selections", "selection"):
                if level <= MOST_NESTED and inner.get("type") != "upgrade":
                    place = (*path[:-1], int(path[-1]) + len(found))
                    found += self.units(inner, place, holder, level + 1)
            if not found:
                self.note(node, f"{shown(node.get('name'))} is not known, passed over")
            return found
        if not (entry.alone if holder is None else holder.takes(entry)):
            where = "by itself" if holder is None else f"in {holder.name}"
            self.note(node, f"{entry.name} cannot be chosen {where}, passed over")
            return []
        self.count += 1
        if self.count > MOST_UNITS:
            raise Malformed([Fault(self.file, node.line, "", f"more than {MOST_UNITS} units")])
        return [self.unit(node, entry, path, level)]

    def entry(self, node: Node) -> Entry | None:
        if node.get("type") == "upgrade" and not self.ours:
            return None
        own = node.get("entryId").rpartition("::")[2]
        return self.by_id.get(own) or (None if self.ours else self.catalogue.find(node.get("name")))

    def unit(self, node: Node, entry: Entry, path: Path, level: int) -> dict[str, Any]:
        self.where[path] = node.line
        unit: dict[str, Any] = {"entry": entry.key}
        name = _line(node.get("customName"))
        if name and name != entry.name:
            unit["name"] = name
        options: dict[str, Value] = self._nothing(entry) if self.ours else {}
        parts: list[dict[str, Any]] = []
        models = 0
        if node.get("type") == "model":
            models = _number(node)
        for inner, depth in _below(node):
            other = self.entry(inner) if inner.get("type") != "model" or entry.holds else None
            if other is not None and entry.takes(other) and depth == 1:
                place = (*path, "parts", len(parts))
                parts += self.units(inner, place, entry, level + 1)
            elif inner.get("type") == "model":
                models += _number(inner)
            elif inner.get("type") != "unit":
                self.option(inner, entry, options, path)
        self.texts(node, entry, options)
        if models:
            unit["models"] = min(models, MOST_MODELS)
            if models > MOST_MODELS:
                self.note(node, f"{models} models are more than {MOST_MODELS}, cut")
        if options:
            unit["options"] = options
        if parts:
            unit["parts"] = parts
        return unit

    def _nothing(self, entry: Entry) -> dict[str, Value]:
        """What our own files say by leaving it out."""
        found: dict[str, Value] = {}
        for choice in entry.choices:
            if choice.default is True:
                found[choice.key] = False
            elif type(choice.default) is int and choice.default and choice.least == 0:
                found[choice.key] = 0
        return found

    def option(self, node: Node, entry: Entry, options: dict[str, Value], path: Path) -> None:
        found = self._option(node, entry)
        if found is None:
            self.note(node, f"{entry.name}: {shown(node.get('name'))} is not known, passed over")
            return
        choice, value = found
        if type(value) is int and type(options.get(choice.key)) is int and not self.ours:
            value += int(options[choice.key])  # in several models
        if type(value) is int and choice.most and value > choice.most:
            self.note(node, f"{choice.label}: {value} is more than {choice.most}, cut")
            value = choice.most
        if not choice.refuse(value):
            options[choice.key] = value
            self.where[(*path, "options", choice.key)] = node.line

    def _option(self, node: Node, entry: Entry) -> tuple[Choice, Value] | None:
        known = self.ids_of(entry).get(node.get("entryId").rpartition("::")[2])
        if known is not None:
            choice, value = known
            return choice, value if isinstance(choice.default, str) else _worth(choice, node)
        if self.ours:
            return None
        name = plain_word(node.get("name"))
        for choice in entry.choices:
            for value in choice.values:
                if plain_word(value) == name:
                    return choice, value
        found = entry.find(node.get("name"))
        if found is not None and not isinstance(found.default, str):
            return found, _worth(found, node)
        return None

    def ids_of(self, entry: Entry) -> dict[str, tuple[Choice, str]]:
        """What each id among the options of an entry stands for."""
        if entry.key not in self.known:
            found: dict[str, tuple[Choice, str]] = {}
            for choice in entry.choices:
                if not isinstance(choice.default, str):
                    found[ids.choice_id(self.catalogue, entry, choice)] = choice, ""
                for value in choice.values:
                    found[ids.value_id(self.catalogue, entry, choice, value)] = choice, value
            self.known[entry.key] = found
        return self.known[entry.key]

    def texts(self, node: Node, entry: Entry, options: dict[str, Value]) -> None:
        """Words of the player's own."""
        for line in node.said("customNotes").splitlines():
            label, sign, text = line.partition(":")
            choice = entry.find(label) if sign else None
            if choice is not None and choice.free:
                options[choice.key] = _line(bare(text.strip()))


def _forces(node: Node, level: int = 0) -> Iterator[Node]:
    for force in node.all("forces", "force"):
        yield force
        if level < MOST_NESTED:
            yield from _forces(force, level + 1)


def _below(node: Node, depth: int = 1, through: bool = False) -> Iterator[tuple[Node, int]]:
    """Everything selected inside, but not inside units that are inside, unless `through`."""
    for inner in node.all("selections", "selection"):
        yield inner, depth
        if through or inner.get("type") != "unit":
            yield from _below(inner, depth + 1, through)


def _worth(choice: Choice, node: Node) -> Value:
    number = _number(node)
    return number > 0 if isinstance(choice.default, bool) else number


def _number(node: Node) -> int:
    text = node.get("number") or "1"
    return int(text) if re.fullmatch(r"[0-9]{1,6}", text) else 1


def _line(text: str) -> str:
    """One line that may stand in a roster."""
    return "".join(c if c.isprintable() else " " for c in text)[:MOST_TEXT]
