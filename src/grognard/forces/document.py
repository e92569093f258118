"""Files of forces, read strictly: TOML and JSON in, tables with their lines out.

Nothing in a file is trusted. What is wrong is collected with file, line, field and reason, and
raised all together as `Malformed`; no file, however large, deep or odd, ends in anything else.

    >>> document = parse('name = "First"\\nlimit = "much"', "first.toml")
    >>> row = document.row
    >>> row.text("name"), row.whole("limit", 0, 10000, 1000)
    ('First', 1000)
    >>> document.close()
    Traceback (most recent call last):
    grognard.forces.document.Malformed: first.toml:2: limit: 'much' is not a whole number
"""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path as File
from typing import Any, Final

from grognard.forces.lines import deep_line, lines_of, odd_line
from grognard.forces.verdict import Path

MOST_BYTES: Final = 1_000_000
MOST_DEPTH: Final = 24
MOST_FAULTS: Final = 20
MOST_TEXT: Final = 1000
MOST_DOTS: Final = 200  # the time that a dotted key takes grows with the square of its parts


class Fault:
    """One thing that is wrong with a file: where, and why."""

    def __init__(self, file: str, line: int, field: str, why: str, clause: str = "") -> None:
        self.file = file
        self.line = line  # 0: not known
        self.field = field
        self.why = why
        self.clause = clause

    def to_dict(self) -> dict[str, Any]:
        return {
            "file": self.file,
            "line": self.line,
            "field": self.field,
            "why": self.why,
            "clause": self.clause,
        }

    def __str__(self) -> str:
        where = self.file + (f":{self.line}" if self.line else "")
        text = ": ".join(part for part in (where, self.field, self.why) if part)
        return text + (f" [{self.clause}]" if self.clause else "")


class Malformed(Exception):
    """A file that will not do, with everything that is wrong with it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = list(faults)


class Document:
    """A file that was parsed: its root table, and what was found wrong with it so far."""

    def __init__(
        self, data: Mapping[str, Any], file: str = "", lines: Mapping[Path, int] | None = None
    ) -> None:
        self.data = data
        self.file = file
        self.lines = lines or {}
        self.faults: list[Fault] = []
        self.row = Row(self, (), data)

    def line(self, path: Path) -> int:
        """The line where this stands, or what it stands in."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 0)

    def fault(self, path: Path, why: str, clause: str = "") -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(self.file, self.line(path), dotted(path), why, clause))

    def close(self) -> None:
        """The end of reading: raises what is wrong."""
        if self.faults:
            raise Malformed(self.faults)


class Row:
    """A table being read, field by field; `done` complains of fields that nobody asked for."""

    def __init__(self, document: Document, path: Path, values: Mapping[str, Any]) -> None:
        self.document = document
        self.path = path
        self.values = values
        self.asked: set[str] = set()

    def fault(self, field: str, why: str, clause: str = "") -> None:
        path = (*self.path, field) if field else self.path
        self.document.fault(path, why, clause)

    def has(self, field: str) -> bool:
        self.asked.add(field)
        return field in self.values

    def raw(self, field: str) -> Any:
        self.asked.add(field)
        return self.values.get(field)

    def text(self, field: str, default: str | None = None) -> str:
        value = self.raw(field)
        if isinstance(value, str):
            if len(value) <= MOST_TEXT and value.isprintable():
                return value
            self.fault(field, f"a line of at most {MOST_TEXT} characters is wanted")
        elif value is not None:
            self.fault(field, f"{shown(value)} is not a text")
        elif default is None:
            self.fault(field, "is missing")
        return default or ""

    def flag(self, field: str, default: bool = False) -> bool:
        value = self.raw(field)
        if isinstance(value, bool):
            return value
        if value is not None:
            self.fault(field, f"{shown(value)} is neither true nor false")
        return default

    def whole(
        self, field: str, low: int, high: int, default: int | None = None, clause: str = ""
    ) -> int:
        value = self.raw(field)
        if isinstance(value, int) and not isinstance(value, bool):
            if low <= value <= high:
                return value
            self.fault(field, f"{shown(value)} is not in {low} to {high}", clause)
        elif value is not None:
            self.fault(field, f"{shown(value)} is not a whole number", clause)
        elif default is None:
            self.fault(field, "is missing", clause)
        return low if default is None else default

    def choice(
        self, field: str, options: Iterable[Any], default: Any = None, clause: str = ""
    ) -> Any:
        """One of these values, whatever they are."""
        known = list(options)
        value = self.raw(field)
        for option in known:
            if type(value) is type(option) and value == option:
                return option
        if value is not None or default is None:
            why = "is missing" if value is None else f"{shown(value)} is not known"
            word = value if isinstance(value, str) else ""
            near = difflib.get_close_matches(word, list(map(str, known)), 1)
            hint = f"did you mean {near[0]}?" if near else f"one of {', '.join(map(str, known))}"
            self.fault(field, f"{why}; {hint}", clause)
        return known[0] if default is None else default

    def texts(self, field: str, most: int = 100) -> tuple[str, ...]:
        """A list of texts; one by itself is a list of one."""
        value = self.raw(field)
        items = [value] if isinstance(value, str) else [] if value is None else value
        if (
            isinstance(items, list)
            and len(items) <= most
            and all(isinstance(i, str) and len(i) <= MOST_TEXT for i in items)
        ):
            return tuple(items)
        self.fault(field, f"{shown(value)} is not a list of at most {most} texts")
        return ()

    def table(self, field: str) -> Row | None:
        """The table of this name; None when there is none."""
        value = self.raw(field)
        if isinstance(value, dict):
            return Row(self.document, (*self.path, field), value)
        if value is not None:
            self.fault(field, f"{shown(value)} is not a table")
        return None

    def tables(self, field: str, most: int = 200) -> list[Row]:
        """A list of tables."""
        value = self.raw(field)
        if value is None:
            return []
        if not isinstance(value, list) or len(value) > most:
            self.fault(field, f"a list of at most {most} tables is wanted")
            return []
        rows: list[Row] = []
        for n, item in enumerate(value):
            path = (*self.path, field, n)
            if isinstance(item, dict):
                rows.append(Row(self.document, path, item))
            else:
                self.document.fault(path, f"{shown(item)} is not a table")
        return rows

    def done(self) -> None:
        """Every field must have been asked for."""
        for name in self.values:
            if len(self.document.faults) >= MOST_FAULTS:
                return
            if name not in self.asked:
                near = difflib.get_close_matches(name, sorted(self.asked), 1)
                self.fault(name, "no such field" + (f"; did you mean {near[0]}?" if near else ""))


def dotted(path: Path) -> str:
    """As people name it: units[3].attacks[0].power."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            name = part if len(part) <= 60 else part[:57] + "..."
            text += f".{name}" if text else name
    return text


def shown(value: Any) -> str:
    """A value in a message: never long."""
    if isinstance(value, (dict, list)):
        return "a table" if isinstance(value, dict) else "a list"
    if isinstance(value, int) and value.bit_length() > 200:
        return "a huge number"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


# -- reading files -------------------------------------------------------------------


def read(file: File) -> Document:
    """The document in a file; `.json` is JSON, everything else TOML."""
    name = str(file)
    try:
        size = file.stat().st_size
        if not file.is_file():
            raise Malformed([Fault(name, 0, "", "is not a file")])
        if size > MOST_BYTES:
            raise Malformed([Fault(name, 0, "", f"{size} bytes are more than {MOST_BYTES}")])
        raw = file.read_bytes()
    except OSError as error:
        why = error.strerror or "cannot be read"
        raise Malformed([Fault(name, 0, "", why[0].lower() + why[1:])]) from None
    return parse(raw, name)


def parse(raw: bytes | str, file: str = "", form: str = "") -> Document:
    """The document in a text; its form is told by the file's name unless `form` says it."""
    if len(raw) > MOST_BYTES:
        raise Malformed([Fault(file, 0, "", f"more than {MOST_BYTES} bytes")])
    try:
        text = raw if isinstance(raw, str) else raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        assert isinstance(raw, bytes)
        line = raw.count(b"\n", 0, error.start) + 1
        raise Malformed([Fault(file, line, "", "is not UTF-8")]) from None
    form = form or ("json" if file.lower().endswith(".json") else "toml")
    if form == "toml" and (line := _dotty(text)):
        raise Malformed([Fault(file, line, "", f"more than {MOST_DOTS} dots in one line")])
    try:
        data = _json(text) if form == "json" else tomllib.loads(text)
    except RecursionError:
        line = deep_line(text, MOST_DEPTH)
        raise Malformed([Fault(file, line, "", "is nested too deep")]) from None
    except json.JSONDecodeError as error:
        raise Malformed([Fault(file, error.lineno, "", error.msg.lower())]) from None
    except ValueError as error:  # tomllib's own error is one
        line, why = _place(error, text)
        raise Malformed([Fault(file, line, "", why[:200])]) from None
    if not isinstance(data, dict):
        raise Malformed([Fault(file, 1, "", "a table is wanted, not a list or a value")])
    if depth(data) > MOST_DEPTH:
        line = deep_line(text, MOST_DEPTH)
        why = f"tables are nested more than {MOST_DEPTH} deep"
        raise Malformed([Fault(file, line, "", why)])
    return Document(data, file, lines_of(text, form))


def depth(data: Any) -> int:
    """How deep plain data is nested."""
    deepest, todo = 0, [(data, 1)]
    while todo:
        item, level = todo.pop()
        if isinstance(item, (dict, list)):
            deepest = max(deepest, level)
            if level > MOST_DEPTH:
                return level
            inner = item.values() if isinstance(item, dict) else item
            todo += [(i, level + 1) for i in inner]
    return deepest


def _place(error: ValueError, text: str) -> tuple[int, str]:
    """On which line that is, and why, in a few words."""
    said = str(error).splitlines()[0]
    if said.startswith("Exceeds the limit"):
        digits = re.search(r"[0-9_]{4000}", text)
        line = text.count("\n", 0, digits.start()) + 1 if digits else 0
        return line, "a number with thousands of digits"
    found = re.search(r"at line (\d+)", said)
    if found:
        return int(found[1]), re.sub(r" \(at .*\)$", "", said)
    if "end of doc" in said:
        return text.count("\n") + 1, re.sub(r" \(at .*\)$", "", said)
    return odd_line(text), said


def _json(text: str) -> Any:
    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        table = dict(items)
        if len(table) < len(items):
            names = [name for name, _ in items]
            twice = next(n for n in names if names.count(n) > 1)
            raise ValueError(f"{shown(twice)} stands twice in one table")
        return table

    def constant(name: str) -> Any:
        raise ValueError(f"{name} is no number")

    return json.loads(text, object_pairs_hook=pairs, parse_constant=constant)


def _dotty(text: str) -> int:
    """The first line with too many dots; 0: none."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_DOTS:
            return number
    return 0
