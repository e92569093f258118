"""The record of a match: one JSON object a line, each with a hash over itself and the line
before, so that a changed byte or a cut end is found and its line named.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from grognard.rules.plain import canonical

FORMAT = 1
LONGEST = 4_000_000
"""No line of a record is longer; the header carries whole rosters."""


def line_hash(before: str, line: dict[str, Any]) -> str:
    """The hash of a line (without its own hash) that follows the line hashed `before`."""
    return hashlib.sha256((before + canonical(line)).encode()).hexdigest()


def seal(answer: Any, salt: str) -> str:
    """The commitment to a secret answer."""
    return hashlib.sha256((salt + canonical(answer)).encode()).hexdigest()


class Damaged(Exception):
    """A record that is not what was written; `line` counts from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


class Record:
    """Lines in memory, and in a file if there is one; every line is flushed as it comes."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.lines: list[dict[str, Any]] = []
        self.hash = ""

    def append(self, kind: str, **fields: Any) -> dict[str, Any]:
        line: dict[str, Any] = {"kind": kind, **fields}
        self.hash = line_hash(self.hash, line)
        line["hash"] = self.hash
        self.lines.append(line)
        if self.path is not None:
            with self.path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(canonical(line) + "\n")
        return line

    @property
    def closed(self) -> bool:
        return bool(self.lines) and self.lines[-1]["kind"] == "end"

    def text(self) -> str:
        return "".join(canonical(line) + "\n" for line in self.lines)


def read_record(path: Path) -> Record:
    """Load and check every hash; raises Damaged naming the first bad line."""
    record = Record(path)
    with path.open("rb") as file:
        for number, raw in _raw_lines(file):
            record.lines.append(check_line(number, raw, record.hash, record.closed))
            record.hash = record.lines[-1]["hash"]
    if not record.lines:
        raise Damaged(1, "the file is empty")
    if record.lines[0]["kind"] != "header":
        raise Damaged(1, "a record begins with its header")
    if record.closed and record.lines[-1].get("lines") != len(record.lines):
        raise Damaged(len(record.lines), "the closing line counts other lines than there are")
    return record


def _raw_lines(file: Any) -> Iterator[tuple[int, bytes]]:
    number = 0
    while True:
        raw: bytes = file.readline(LONGEST + 1)
        if not raw:
            return
        number += 1
        if len(raw) > LONGEST:
            raise Damaged(number, "the line is too long")
        if not raw.endswith(b"\n"):
            raise Damaged(number, "the line is cut off")
        yield number, raw[:-1]


def check_line(number: int, raw: bytes, before: str, closed: bool) -> dict[str, Any]:
    """One line, decoded and checked against the hash of the line before."""
    if closed:
        raise Damaged(number, "there are lines after the closing line")
    try:
        line = json.loads(raw)
    except (ValueError, RecursionError):
        raise Damaged(number, "this is not JSON") from None
    if not isinstance(line, dict) or not isinstance(line.get("kind"), str):
        raise Damaged(number, "this is no line of a record")
    said = line.pop("hash", None)
    try:
        if raw.decode() != canonical({**line, "hash": said}):
            raise Damaged(number, "the line is not written as records are")
        if said != line_hash(before, line):
            raise Damaged(number, "the line or one before it was changed")
    except (UnicodeError, ValueError):
        raise Damaged(number, "this is not a line of a record") from None
    line["hash"] = said
    return line
