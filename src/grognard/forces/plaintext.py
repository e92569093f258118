"""Rosters as plain text, to be read by people, pasted into a letter, and read back.

    First Company
    system: forge_of_war
    catalogue: generic
    limit: 400

    8 x Line Infantry Troops "1st Squad" [93]
      Light Support Weapon 2
      training: Elite
    1 x Marine Leaders [11]

The first line is the name. A unit begins with how many models it has, its options stand below it,
further in, and so do the units that it holds. What stands in brackets at the end of a line says
what it costs and is not read. List marks, empty lines and lines that begin with # are passed over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from grognard.forces.catalogue import (
    MOST_NESTED,
    MOST_UNITS,
    Catalogue,
    Choice,
    Entry,
    Pick,
    Roster,
    Value,
    plain_word,
)
from grognard.forces.document import MOST_BYTES, Document, Fault, Malformed
from grognard.forces.verdict import Path

UNIT: Final = re.compile(
    r'(?P<models>\d{1,6}) ?[x×] ?(?P<entry>.+?)(?: (?P<name>"(?:[^"\\]|\\.)*"))?'
)
NOTE: Final = re.compile(r" ?\[[^\[\]]*\]$")
MARKS: Final = "-*•·+"
MOST_LINES: Final = 4000
MOST_WIDE: Final = 4000
HEADS: Final = ("system", "catalogue", "limit", "notes", "setting", "agreed")


def to_text(roster: Roster, costs: Sequence[int] = ()) -> str:
    """As people write it. `costs` are the prices of the units in their order."""
    made = roster.normal()
    lines = [_title(made.name), f"system: {made.system}", f"catalogue: {made.catalogue.key}"]
    if made.limit:
        lines.append(f"limit: {made.limit}")
    if made.notes:
        lines.append(f"notes: {quoted(made.notes)}")
    lines += [f"setting: {name} = {_shown(value)}" for name, value in made.settings.items()]
    lines += [f"agreed: {quoted(tag)} = {value}" for tag, value in made.limits.items()]
    for index, pick in enumerate(made.units):
        cost = f" [{costs[index]}]" if index < len(costs) else ""
        lines += ["", *_unit(made, pick, cost, 0)]
    return "\n".join(lines) + "\n"


def _unit(roster: Roster, pick: Pick, cost: str, level: int) -> list[str]:
    entry = roster.entry(pick)
    word = entry.name if roster.catalogue.find(entry.name) is entry else entry.key
    name = f" {quoted(pick.name)}" if pick.name else ""
    lines = [f"{'  ' * level}{roster.models(pick)} x {word}{name}{cost}"]
    for choice in entry.choices:
        if choice.key in pick.options:
            line = _option(entry, choice, pick.options[choice.key])
            lines.append("  " * (level + 1) + line)
    for part in pick.parts:
        lines += _unit(roster, part, "", level + 1)
    return lines


def _option(entry: Entry, choice: Choice, value: Value) -> str:
    word = choice.label if entry.find(choice.label) is choice else choice.key
    if isinstance(value, bool):
        return word if value else f"no {word}"
    if isinstance(value, int):
        return f"{word} {value}"
    return f"{word}: {quoted(value) if choice.free else value}"


def _title(name: str) -> str:
    """In quotes where it would be taken for something else."""
    odd = not name or name.strip() != name or name[0] in '"#' + MARKS
    return quoted(name) if odd or _head(name) or _is_unit(name) else name


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _shown(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    return text if plain_value(text) == value else quoted(text)


# -- reading ------------------------------------------------------------------------------------


class _Line:
    """One line that says something: its number, how far in it stands, and its words."""

    def __init__(self, number: int, inset: int, words: str) -> None:
        self.number = number
        self.inset = inset
        self.words = words


def from_text(text: str, catalogues: Sequence[Catalogue], file: str = "") -> Document:
    """The document that a text means; raises `Malformed` with everything that it does not."""
    return _Reader(text, catalogues, file).document()


class _Reader:
    """Makes plain data of the lines and remembers where each of it stood."""

    def __init__(self, text: str, catalogues: Sequence[Catalogue], file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []
        if len(text) > MOST_BYTES:
            raise Malformed([Fault(file, 0, "", f"more than {MOST_BYTES} characters")])
        self.lines = _lines(text)
        if len(self.lines) > MOST_LINES:
            line = self.lines[MOST_LINES].number
            raise Malformed([Fault(file, line, "", f"more than {MOST_LINES} lines")])
        for wide in self.lines:
            if len(wide.words) > MOST_WIDE:
                why = f"a line of more than {MOST_WIDE} characters"
                raise Malformed([Fault(file, wide.number, "", why)])
        self.known = {catalogue.key: catalogue for catalogue in catalogues}
        self.data: dict[str, Any] = {}
        self.where: dict[Path, int] = {(): 1}
        self.count = 0

    def document(self) -> Document:
        title, at = "", 0
        if self.lines and not _head(self.lines[0].words) and not _is_unit(self.lines[0].words):
            title, at = bare(self.lines[0].words), 1
        while at < len(self.lines) and (head := _head(self.lines[at].words)):
            self.heading(self.lines[at], *head)
            at += 1
        self.data.setdefault("name", title)
        self.data["units"] = self.units(self.lines[at:], ("units",), None, 1)
        if self.faults:
            raise Malformed(self.faults)
        return Document(self.data, self.file, self.where)

    def fault(self, line: _Line, why: str) -> None:
        if len(self.faults) < 20:
            self.faults.append(Fault(self.file, line.number, "", why))

    def heading(self, line: _Line, word: str, rest: str) -> None:
        self.where[(word,)] = line.number
        if word in ("setting", "agreed"):
            name, sign, value = rest.partition("=") if word == "setting" else rest.rpartition("=")
            table = "settings" if word == "setting" else "limits"
            if not sign:
                self.fault(line, f"{word}: name = value is wanted")
                return
            name = bare(name.strip())
            self.data.setdefault(table, {})[name] = plain_value(value.strip())
            self.where[table, name] = line.number
        elif word == "limit":
            number = re.match(r"\d{1,9}", rest)
            if number is None:
                self.fault(line, f"limit: {rest[:60]!r} is no number")
                return
            self.data["limit"] = int(number[0])
        else:
            self.data[word] = bare(rest)

    @property
    def catalogue(self) -> Catalogue | None:
        key = self.data.get("catalogue", next(iter(self.known), ""))
        return self.known.get(key)

    def units(
        self, lines: Sequence[_Line], path: Path, holder: Entry | None, level: int
    ) -> list[dict[str, Any]]:
        """Each line that stands furthest out, with those below it that stand further in."""
        found: list[dict[str, Any]] = []
        for head, below in _blocks(lines):
            self.count += 1
            if self.count > MOST_UNITS:
                self.fault(head, f"more than {MOST_UNITS} units")
                break
            unit = self.unit(head, below, (*path, len(found)), level)
            if unit is not None:
                found.append(unit)
        return found

    def unit(
        self, head: _Line, below: Sequence[_Line], path: Path, level: int
    ) -> dict[str, Any] | None:
        match = UNIT.fullmatch(NOTE.sub("", head.words))
        if match is None:
            words = head.words if len(head.words) <= 60 else head.words[:57] + "..."
            self.fault(head, f'{words!r} is no unit: write 8 x ENTRY "its name"')
            return None
        catalogue = self.catalogue
        entry = catalogue.find(match["entry"]) if catalogue is not None else None
        key = entry.key if entry is not None else match["entry"]
        unit: dict[str, Any] = {"entry": key}
        if match["name"]:
            unit["name"] = bare(match["name"])
        unit["models"] = int(match["models"])
        self.where[path] = self.where[(*path, "entry")] = head.number
        options: dict[str, Value] = {}
        inner: list[_Line] = []
        for line, deeper in _blocks(below):
            if not deeper and not self.is_part(line, entry):
                self.option(line, entry, options, path)
            elif level < MOST_NESTED:
                inner += [line, *deeper]
            else:
                self.fault(line, f"units are nested more than {MOST_NESTED} deep")
        if options:
            unit["options"] = options
        if inner:
            unit["parts"] = self.units(inner, (*path, "parts"), entry, level + 1)
        return unit

    def is_part(self, line: _Line, entry: Entry | None) -> bool:
        """A unit inside another, unless only an option can be meant: 2 x Sniper Rifle."""
        match = UNIT.fullmatch(NOTE.sub("", line.words))
        if match is None or entry is None or self.catalogue is None:
            return match is not None
        other = self.catalogue.find(match["entry"])
        return (other is not None and entry.takes(other)) or not meant(entry, line.words)

    def option(
        self, line: _Line, entry: Entry | None, options: dict[str, Value], path: Path
    ) -> None:
        """One option; of an entry that is not known any will do, the entry is the fault."""
        if entry is None:
            return
        found = meant(entry, line.words)
        if found is None:
            words = line.words if len(line.words) <= 60 else line.words[:57] + "..."
            self.fault(line, f"{words!r} is no option of {entry.name}")
            return
        choice, value = found
        if choice.key in options:
            self.fault(line, f"{choice.label} is said twice")
        options[choice.key] = value
        self.where[(*path, "options", choice.key)] = line.number


def _lines(text: str) -> list[_Line]:
    found: list[_Line] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.expandtabs(4).rstrip()
        words = line.lstrip()
        if not words or words.startswith("#"):
            continue
        inset = len(line) - len(words)
        if words[0] in MARKS and words[1:2] == " ":
            words = words[1:].lstrip()
            inset += 1  # below what has no mark
        if words:
            found.append(_Line(number, inset, words))
    return found


def _blocks(lines: Sequence[_Line]) -> list[tuple[_Line, list[_Line]]]:
    """Each line with what stands further in below it."""
    found: list[tuple[_Line, list[_Line]]] = []
    for line in lines:
        if found and line.inset > found[-1][0].inset:
            found[-1][1].append(line)
        else:
            found.append((line, []))
    return found


def _head(words: str) -> tuple[str, str] | None:
    word, sign, rest = words.partition(":")
    word = word.strip().casefold()
    return (word, rest.strip()) if sign and word in HEADS else None


def _is_unit(words: str) -> bool:
    return UNIT.fullmatch(NOTE.sub("", words)) is not None


def meant(entry: Entry, words: str) -> tuple[Choice, Value] | None:
    """The option that is meant, with or without what it costs."""
    found = _understood(entry, words)
    if found is None or found[0].refuse(found[1]):
        found = _understood(entry, NOTE.sub("", words)) or found
    return found


def _understood(entry: Entry, words: str) -> tuple[Choice, Value] | None:
    """Which option at which value: "no jump packs", "2 x Sniper Rifle", "training: Elite"."""
    name, sign, rest = words.partition(":")
    choice = entry.find(name) if sign else None
    if choice is not None and isinstance(choice.default, str):
        return choice, bare(rest.strip())
    choice = entry.find(words)
    if choice is not None and isinstance(choice.default, bool):
        return choice, True
    if choice is not None and isinstance(choice.default, int):
        return choice, 1
    if plain_word(words).startswith("no "):
        choice = entry.find(words.split(None, 1)[1])
        if choice is not None and not isinstance(choice.default, str):
            return choice, False if isinstance(choice.default, bool) else 0
        return None
    for form, label, number in ((r"(.+) (\d{1,6})", 1, 2), (r"(\d{1,6}) ?[x×] ?(.+)", 2, 1)):
        counted = re.fullmatch(form, words)
        choice = entry.find(counted[label]) if counted is not None else None
        if counted is not None and choice is not None and type(choice.default) is int:
            return choice, int(counted[number])
    return None


def bare(text: str) -> str:
    if len(text) >= 2 and text[0] == text[-1] == '"':
        try:
            return str(json.loads(text))
        except ValueError:
            return text[1:-1]
    return text


def plain_value(text: str) -> Value:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?\d{1,9}", text) else bare(text)
