"""Catalogues are data, rosters are chosen entries with options: the same for every system.

What an entry costs and what a roster may hold only its system knows (`faces.Builder`). Here is
only what every builder, printer and file format needs to see of them.
"""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from grognard.forces.document import MOST_TEXT, Document, Row
from grognard.forces.verdict import Path
from grognard.rules.settings import settings_of

Value = bool | int | str
"""What an option may be set to."""

MOST_UNITS: Final = 200
MOST_PARTS: Final = 50
MOST_NESTED: Final = 4
MOST_LIMITS: Final = 50
MOST_OPTIONS: Final = 300
SHARE: Final = "([0-9]{1,2}|100)%"
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
    tags: tuple[str, ...] = ()  # what a unit that has it counts as besides
    sought: bool = True  # a search for the best force may choose it

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

    def in_words(self, value: Value) -> str:
        """It at some value: "no jump packs", "Light Support Weapon 2", "training: Elite"."""
        if isinstance(value, bool):
            return self.label if value else f"no {self.label}"
        if isinstance(value, int):
            return f"{self.label} {value}" if value else f"no {self.label}"
        return f"{self.label}: {value}" if value else f"no {self.label}"

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
    """One thing that can be chosen. `role` and `tags` are what limits count it as, in the
    system's words; `least` to `most` are its models; `profile` is what a card shows of it, label
    by label.

    An entry may hold others: a battle group its models, a carrier its passengers. Then `holds`
    names their keys, or "*" for all of them. What is not `alone` is chosen only inside another.
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
    tags: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    alone: bool = True

    def takes(self, other: Entry) -> bool:
        """Whether it may hold the other one."""
        return other.key in self.holds or ("*" in self.holds and other.key != self.key)

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
            for choice in self.choices if bare else ():
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
            "tags": list(self.tags),
            "holds": list(self.holds),
            "alone": self.alone,
        }


@dataclasses.dataclass(slots=True)
class Catalogue:
    """All entries of one faction or list. `source` is what the system made them from."""

    system: str
    key: str
    name: str
    entries: dict[str, Entry] = dataclasses.field(repr=False)
    house: bool = False
    source: Any = dataclasses.field(default=None, repr=False)

    def find(self, word: str) -> Entry | None:
        """The entry that goes by this key, name or other name, whatever its case."""
        found = self.entries.get(word)
        if found is None:
            bare = plain_word(word)
            for entry in self.entries.values() if bare else ():
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
    """One chosen entry: how many models, the options that differ from the usual, and what it
    holds.
    """

    entry: str
    name: str = ""
    models: int = 0  # 0: as many as is usual
    options: dict[str, Value] = dataclasses.field(default_factory=dict)
    parts: list[Pick] = dataclasses.field(default_factory=list)

    def option(self, choice: Choice) -> Value:
        return self.options.get(choice.key, choice.default)

    def whole(self) -> Iterator[Pick]:
        """It, and everything that it holds."""
        yield self
        for part in self.parts:
            yield from part.whole()

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = {"entry": self.entry}
        if self.name:
            data["name"] = self.name
        if self.models:
            data["models"] = self.models
        if self.options:
            data["options"] = dict(self.options)
        if self.parts:
            data["parts"] = [part.to_dict() for part in self.parts]
        return data


@dataclasses.dataclass(slots=True)
class Roster:
    """Chosen entries of one catalogue, up to a limit (0: none agreed). `limits` are what the
    players agreed on besides: by what units count as, how many, or what share of the price.

    As a file:

        system = "forge_of_war"
        name = "First Company"
        catalogue = "generic"
        limit = 400

        [settings]
        cohesion = "chain"

        [limits]
        vehicle = 1
        horde = "25%"

        [[units]]
        entry = "line_infantry"
        name = "1st Squad"
        models = 8
        options = { training = "Regular", "Assault Rifle" = 6 }

    A unit that holds others has them under `[[units.parts]]`.
    """

    system: str
    name: str
    catalogue: Catalogue
    limit: int = 0
    units: list[Pick] = dataclasses.field(default_factory=list)
    settings: dict[str, Value] = dataclasses.field(default_factory=dict)
    notes: str = ""
    limits: dict[str, int | str] = dataclasses.field(default_factory=dict)

    def entry(self, pick: Pick) -> Entry:
        return self.catalogue.entries[pick.entry]

    def models(self, pick: Pick) -> int:
        entry = self.entry(pick)
        return pick.models or entry.usual or entry.least

    def picks(self) -> Iterator[tuple[Path, Pick]]:
        """Everything chosen, with where it stands: each unit, then what it holds."""
        for index, pick in enumerate(self.units):
            yield from _within(("units", index), pick)

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
        return dataclasses.replace(self, units=[self._normal(pick) for pick in self.units])

    def _normal(self, pick: Pick) -> Pick:
        entry = self.entry(pick)
        options = {
            choice.key: pick.options[choice.key]
            for choice in entry.choices
            if choice.key in pick.options and pick.options[choice.key] != choice.default
        }
        models = 0 if self.models(pick) == (entry.usual or entry.least) else pick.models
        name = "" if pick.name == entry.name else pick.name
        return Pick(pick.entry, name, models, options, [self._normal(p) for p in pick.parts])

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
        if self.limits:
            data["limits"] = dict(self.limits)
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
    limits = row.table("limits")
    if limits is not None:
        roster.limits = _limits(limits)
    for unit in row.tables("units", MOST_UNITS):
        roster.units.append(_pick(unit, catalogue, None, 1))
    if sum(1 for _ in roster.picks()) > MOST_UNITS:
        row.fault("units", f"more than {MOST_UNITS} with all that they hold")
    row.done()
    return roster


def _pick(row: Row, catalogue: Catalogue, holder: Entry | None, level: int) -> Pick:
    """One chosen entry, and what it holds."""
    word = row.raw("entry")
    entry = catalogue.find(word) if isinstance(word, str) else None
    if entry is None and catalogue.entries:
        entry = catalogue.entries[row.choice("entry", catalogue.entries)]
    if entry is not None and not (entry.alone if holder is None else holder.takes(entry)):
        where = "by itself" if holder is None else f"in {holder.name}"
        row.fault("entry", f"{entry.name} cannot be chosen {where}", entry.clause)
    key = entry.key if entry is not None else row.text("entry")
    pick = Pick(key, row.text("name", ""), row.whole("models", 0, MOST_MODELS, 0))
    options = row.table("options")
    if options is not None and entry is not None:
        pick.options = _options(options, entry)
    if entry is not None and entry.holds and level < MOST_NESTED:
        parts = row.tables("parts", MOST_PARTS)
        pick.parts = [_pick(part, catalogue, entry, level + 1) for part in parts]
    row.done()
    return pick


def _limits(row: Row) -> dict[str, int | str]:
    """What the players agreed on: numbers of units, and shares of the price."""
    limits: dict[str, int | str] = {}
    if len(row.values) > MOST_LIMITS:
        row.fault("", f"more than {MOST_LIMITS} limits")
        return {}
    for name, value in row.values.items():
        row.asked.add(name)
        if not 0 < len(name) <= MOST_TEXT or not name.isprintable():
            row.fault(name, "is not a name for a limit")
        elif (isinstance(value, str) and re.fullmatch(SHARE, value)) or (
            not isinstance(value, bool) and isinstance(value, int) and 0 <= value <= MOST_UNITS
        ):
            limits[name] = value
        else:
            row.fault(name, f'0 to {MOST_UNITS} units, or a share such as "25%", is wanted')
    return limits


def _within(path: Path, pick: Pick) -> Iterator[tuple[Path, Pick]]:
    yield path, pick
    for index, part in enumerate(pick.parts):
        yield from _within((*path, "parts", index), part)


def _options(row: Row, entry: Entry) -> dict[str, Value]:
    """The options in this table, each under its own key and in the order of the catalogue."""
    words: dict[str, str] = {}
    if len(row.values) > MOST_OPTIONS:
        row.fault("", f"more than {MOST_OPTIONS} options")
        return {}
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
    return _bare(word) if len(word) <= MOST_TEXT else ""


@functools.lru_cache(8192)
def _bare(word: str) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in word.casefold()).split())


def _values(row: Row, names: list[str], known: Sequence[str] = ()) -> dict[str, Value]:
    """Plain values under these names; all others are not known."""
    values: dict[str, Value] = {}
    if len(row.values) > MOST_OPTIONS:
        row.fault("", f"more than {MOST_OPTIONS} of them")
        return {}
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
