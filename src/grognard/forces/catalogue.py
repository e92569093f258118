"""Catalogues are data, rosters are chosen entries with options: the same for every system.

What an entry costs and what a roster may hold only its system knows (`faces.Builder`). Here is
only what every builder, printer and file format needs to see of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, Final

from grognard.forces.document import MOST_TEXT, Document, Row
from grognard.forces.verdict import Path
from grognard.rules.settings import settings_of

Value = bool | int | str
"""What an option may be set to."""

MOST_UNITS: Final = 200
MOST_MODELS: Final = 500
MOST_POINTS: Final = 1_000_000


@dataclasses.dataclass(slots=True)
class Choice:
    """One option of an entry: a flag, a count from `least` to `most`, one of `values`, or, where
    the default is a text and there are no values, a text in the player's own words.
    """

    key: str
    label: str
    default: Value = False
    values: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    clause: str = ""
    help: str = ""
    aliases: tuple[str, ...] = ()  # other names it is known by

    def refuse(self, value: Value) -> str:
        """Why it cannot be set to this; empty when it can."""
        if type(value) is not type(self.default):
            return f"{value!r} is not {self.legal}"
        if isinstance(value, str) and not self.free and value not in self.values:
            return f"{value!r} is not {self.legal}"
        if isinstance(value, str) and not (len(value) <= MOST_TEXT and value.isprintable()):
            return f"a line of at most {MOST_TEXT} characters is wanted"
        if type(value) is int and not self.least <= value <= self.most:
            return f"{value} is not {self.legal}"
        return ""

    @property
    def free(self) -> bool:
        """A text in the player's own words: a name, say."""
        return isinstance(self.default, str) and not self.values

    @property
    def legal(self) -> str:
        if isinstance(self.default, bool):
            return "true or false"
        if isinstance(self.default, int):
            return f"{self.least} to {self.most}"
        if self.free:
            return "a text"
        return "one of " + ", ".join(self.values)

    def to_dict(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "label": self.label,
            "default": self.default,
            "values": list(self.values),
            "least": self.least,
            "most": self.most,
            "clause": self.clause,
            "help": self.help,
        }


@dataclasses.dataclass(slots=True)
class Entry:
    """One thing that can be chosen. `role` is what limits count it as, in the system's words;
    `least` to `most` are its models; `profile` is what a card shows of it, label by label.
    """

    key: str
    name: str
    role: str
    least: int = 1
    most: int = 1
    usual: int = 0  # models to start with; 0: the least
    choices: tuple[Choice, ...] = ()
    profile: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    house: bool = False
    clause: str = ""
    aliases: tuple[str, ...] = ()  # other names it is known by

    def choice(self, key: str) -> Choice | None:
        for choice in self.choices:
            if choice.key == key:
                return choice
        return None

    def find(self, word: str) -> Choice | None:
        """The option that goes by this key, label or other name, whatever its case."""
        found = self.choice(word)
        if found is None:
            bare = plain_word(word)
            for choice in self.choices:
                if bare in map(plain_word, (choice.key, choice.label, *choice.aliases)):
                    return choice
        return found

    def to_dict(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "name": self.name,
            "role": self.role,
            "least": self.least,
            "most": self.most,
            "usual": self.usual or self.least,
            "choices": [choice.to_dict() for choice in self.choices],
            "profile": dict(self.profile),
            "house": self.house,
            "clause": self.clause,
        }


@dataclasses.dataclass(slots=True)
class Catalogue:
    """All entries of one faction or list. `source` is what the system made them from."""

    system: str
    key: str
    name: str
    entries: dict[str, Entry]
    house: bool = False
    source: Any = None

    def find(self, word: str) -> Entry | None:
        """The entry that goes by this key, name or other name, whatever its case."""
        found = self.entries.get(word)
        if found is None:
            bare = plain_word(word)
            for entry in self.entries.values():
                if bare in map(plain_word, (entry.key, entry.name, *entry.aliases)):
                    return entry
        return found

    def to_dict(self) -> dict[str, Any]:
        return {
            "system": self.system,
            "key": self.key,
            "name": self.name,
            "house": self.house,
            "entries": [entry.to_dict() for entry in self.entries.values()],
        }


@dataclasses.dataclass(slots=True)
class Pick:
    """One chosen entry: how many models, and the options that differ from the usual."""

    entry: str
    name: str = ""
    models: int = 0  # 0: as many as is usual
    options: dict[str, Value] = dataclasses.field(default_factory=dict)

    def option(self, choice: Choice) -> Value:
        return self.options.get(choice.key, choice.default)

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = {"entry": self.entry}
        if self.name:
            data["name"] = self.name
        if self.models:
            data["models"] = self.models
        if self.options:
            data["options"] = dict(self.options)
        return data


@dataclasses.dataclass(slots=True)
class Roster:
    """Chosen entries of one catalogue, up to a limit (0: none agreed).

    As a file:

        system = "forge_of_war"
        name = "First Company"
        catalogue = "generic"
        limit = 400

        [settings]
        cohesion = "chain"

        [[units]]
        entry = "line_infantry"
        name = "1st Squad"
        models = 8
        options = { training = "Regular", "Assault Rifle" = 6 }
    """

    system: str
    name: str
    catalogue: Catalogue
    limit: int = 0
    units: list[Pick] = dataclasses.field(default_factory=list)
    settings: dict[str, Value] = dataclasses.field(default_factory=dict)
    notes: str = ""

    def entry(self, pick: Pick) -> Entry:
        return self.catalogue.entries[pick.entry]

    def models(self, pick: Pick) -> int:
        entry = self.entry(pick)
        return pick.models or entry.usual or entry.least

    def names(self) -> list[str]:
        """What its units are called: each by a name of its own."""
        names: list[str] = []
        taken = {pick.name for pick in self.units}
        known: set[str] = set()
        last: dict[str, int] = {}  # of each name that several have: the number given last
        for pick in self.units:
            name = base = pick.name or self.entry(pick).name
            n = last.get(base, 1)
            while name in known or (n > 1 and name in taken):
                n += 1
                name = f"{base} {n}"
            last[base] = n
            known.add(name)
            names.append(name)
        return names

    def normal(self) -> Roster:
        """The same without what goes without saying: one way to write each roster."""
        units = []
        for pick in self.units:
            entry = self.entry(pick)
            options = {
                choice.key: pick.options[choice.key]
                for choice in entry.choices
                if choice.key in pick.options and pick.options[choice.key] != choice.default
            }
            models = 0 if self.models(pick) == (entry.usual or entry.least) else pick.models
            name = "" if pick.name == entry.name else pick.name
            units.append(Pick(pick.entry, name, models, options))
        return dataclasses.replace(self, units=units)

    def to_dict(self) -> dict[str, Any]:
        """The plain data that `read_roster` reads again."""
        data: dict[str, Any] = {
            "system": self.system,
            "name": self.name,
            "catalogue": self.catalogue.key,
            "limit": self.limit,
        }
        if self.notes:
            data["notes"] = self.notes
        if self.settings:
            data["settings"] = dict(self.settings)
        data["units"] = [pick.to_dict() for pick in self.units]
        return data


def read_roster(row: Row, catalogue: Catalogue) -> Roster:
    """The roster in this table; entries and options that the catalogue does not know are faults.

    How many models and which options are *legal* is for the system to say, with its clauses.
    """
    roster = Roster(row.text("system"), row.text("name", ""), catalogue)
    row.has("catalogue")
    roster.limit = row.whole("limit", 0, MOST_POINTS, 0)
    roster.notes = row.text("notes", "")
    settings = row.table("settings")
    if settings is not None:
        roster.settings = _values(settings, list(settings.values))
    for unit in row.tables("units", MOST_UNITS):
        word = unit.raw("entry")
        entry = catalogue.find(word) if isinstance(word, str) else None
        if entry is None and catalogue.entries:
            entry = catalogue.entries[unit.choice("entry", catalogue.entries)]
        key = entry.key if entry is not None else unit.text("entry")
        pick = Pick(key, unit.text("name", ""), unit.whole("models", 0, MOST_MODELS, 0))
        options = unit.table("options")
        if options is not None and entry is not None:
            pick.options = _options(options, entry)
        unit.done()
        roster.units.append(pick)
    row.done()
    return roster


def _options(row: Row, entry: Entry) -> dict[str, Value]:
    """The options in this table, each under its own key and in the order of the catalogue."""
    words: dict[str, str] = {}
    for word in row.values:
        choice = entry.find(word)
        if choice is not None and words.setdefault(choice.key, word) != word:
            row.fault(word, f"the same as {words[choice.key]}")
    values = _values(row, list(words.values()), [c.key for c in entry.choices])
    options: dict[str, Value] = {}
    for choice in entry.choices:
        word = words.get(choice.key, "")
        if word in values:
            why = choice.refuse(values[word])
            if why:
                row.fault(word, why, choice.clause)
            options[choice.key] = values[word]
    return options


def plain_word(word: str) -> str:
    """Names are found whatever their case and signs: "RPG (HE)" is "rpg he"."""
    return " ".join("".join(c if c.isalnum() else " " for c in word.casefold()).split())


def _values(row: Row, names: list[str], known: Sequence[str] = ()) -> dict[str, Value]:
    """Plain values under these names; all others are not known."""
    values: dict[str, Value] = {}
    row.asked.update(known)
    for name in names:
        if row.has(name):
            value = row.raw(name)
            if isinstance(value, (bool, int, str)):
                values[name] = value
            else:
                row.fault(name, "a text, a whole number, true or false is wanted")
    row.done()
    return values


def check_settings(document: Document, roster: Roster, settings: type[Any]) -> None:
    """Faults for settings that the system does not have, or not so."""
    known = {s.name: s for s in settings_of(settings)}
    row = document.row.table("settings")
    if row is None:
        return
    for name, value in roster.settings.items():
        option = known.get(name)
        if option is None:
            row.fault(name, f"no such setting; one of {', '.join(known)}")
        else:
            refusal = option.refuse(value)
            if refusal is not None:
                row.fault(name, f"{refusal.what}; {refusal.legal}", refusal.clause)


def unit_path(index: int) -> Path:
    """Where a unit of a roster stands in its plain data."""
    return ("units", index)


def document_of(roster: Roster) -> Document:
    """The roster as a document that was just read."""
    return Document(roster.to_dict())
