"""Rows of data files while they are read: checked field by field, every fault kept."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

# The house's own ends for numbers that the document leaves open, so that none can run away.
MOST_AV: Final = 30
MOST_WOUNDS: Final = 100
MOST_ATTACKS: Final = 20
MOST_FIGURES: Final = 500

LEAST: Final = 0.01
"""A bound below this only says that nothing is not enough."""


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


def plain(number: float) -> int | float:
    """6 rather than 6.0, so that records do not depend on how a number was written."""
    return int(number) if number == int(number) else number


def name_key(name: str) -> str:
    """Names are found whatever their case, dashes and plural: "naval officer", "Hivers – small"."""
    words = re.sub(r"[^a-z0-9]+", " ", name.casefold().replace("'", "").replace("’", "")).split()
    return " ".join(w[:-1] if len(w) > 3 and w.endswith("s") and w[-2] != "s" else w for w in words)


def closest(word: str, words: Sequence[str]) -> str:
    import difflib

    found = difflib.get_close_matches(name_key(word), [name_key(w) for w in words], 1)
    for candidate in words:
        if found and name_key(candidate) == found[0]:
            return candidate
    return ""


class Source:
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


class Row:
    """A row while it is read: hands out checked fields and collects what is wrong with it."""

    def __init__(self, table: str, nth: int, source: Source | None) -> None:
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
            least = "0 (excluded)" if 0.0 < low < LEAST else f"{low:g}"
            self.fault(field, f"{value} is not in {least} to {high:g}", clause)
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
                near = closest(name, sorted(self.asked))
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


def recorded(what: str, data: Mapping[str, Any]) -> Row:
    row = Row(what, 0, None)
    values = dict(data)
    house = values.pop("house", [])
    row.take(values, "record")
    row.entry = row.text("name")
    if isinstance(house, list) and all(isinstance(h, str) for h in house):
        row.recorded_house = tuple(house)
    else:
        row.fault("house", "a list of texts is wanted")
    return row
