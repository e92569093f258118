"""The record of a match: one JSON object a line, each with a hash over itself and the line
before, so that a changed byte or a cut end is found and its line named.
"""

from __future__ import annotations

import hashlib
import io
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


_TEXT = (str,)
_NUMBER = (int,)
_LINES: dict[str, dict[str, tuple[type, ...]]] = {
    "header": {
        "format": _NUMBER,
        "match": _TEXT,
        "system": _TEXT,
        "rules": _TEXT,
        "settings": (dict,),
        "setup": (dict,),
        "seats": (list,),
        "commitment": _TEXT,
        "parent": _TEXT,
    },
    "nonce": {"seat": _NUMBER, "nonce": _TEXT},
    "answer": {"seat": _NUMBER, "answer": (int, list)},
    "sealed": {"seat": _NUMBER, "commitment": _TEXT},
    "opened": {"seat": _NUMBER, "answer": (int, list), "salt": _TEXT},
    "roll": {"n": _NUMBER, "sides": _NUMBER, "faces": (list,), "why": _TEXT, "seat": _NUMBER},
    "turn": {"turn": _NUMBER, "state": (dict,), "digest": _TEXT},
    "event": {"event": _TEXT},
    "end": {"lines": _NUMBER, "outcome": (dict,), "digest": _TEXT, "secret": _TEXT},
}
_EVENTS: dict[str, dict[str, tuple[type, ...]]] = {
    "fallback": {"seat": _NUMBER, "why": _TEXT},
    "undo-wanted": {"seat": _NUMBER},
    "draw-wanted": {"seat": _NUMBER},
    "overrule-wanted": {"seat": _NUMBER, "changes": (list,)},
    "consent": {"seat": _NUMBER},
    "decline": {"seat": _NUMBER},
    "draw": {"seat": _NUMBER},
    "overrule": {"seat": _NUMBER, "changes": (list,)},
    "undo": {"seat": _NUMBER, "keep": _NUMBER},
    "resign": {"seat": _NUMBER},
    "rules": {"rules": _TEXT, "since": _NUMBER},
}
_SEAT: dict[str, tuple[type, ...]] = {
    "player": _NUMBER,
    "side": _NUMBER,
    "name": _TEXT,
    "bot": _TEXT,
    "seed": _NUMBER,
}
_OUTCOME: dict[str, tuple[type, ...]] = {"winner": _NUMBER, "scores": (list,), "reason": _TEXT}


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
        self.torn = False  # whether the file ends in the middle of a line

    def append(self, kind: str, **fields: Any) -> dict[str, Any]:
        line: dict[str, Any] = {"kind": kind, **fields}
        hashed = line_hash(self.hash, line)
        raw = (canonical({**line, "hash": hashed}) + "\n").encode()
        if len(raw) > LONGEST:
            raise ValueError(f"a line of {len(raw)} bytes could not be read again")
        if self.path is not None:
            with self.path.open("ab") as file:
                file.write(raw)
        self.hash = hashed
        line = json.loads(raw)  # what was given may go on changing
        self.lines.append(line)
        return line

    @property
    def closed(self) -> bool:
        return bool(self.lines) and self.lines[-1]["kind"] == "end"

    def text(self) -> str:
        return "".join(canonical(line) + "\n" for line in self.lines)


def read_record(path: Path, mend: bool = False) -> Record:
    """Load and check every hash; raises Damaged naming the first bad line.

    With `mend` a last line that was not written to its end is left out.
    """
    with path.open("rb") as file:
        return _read(Record(path), file, mend)


def parse_record(data: bytes) -> Record:
    """A record that comes from elsewhere than a file of ours."""
    return _read(Record(), io.BytesIO(data), False)


def _read(record: Record, file: Any, mend: bool) -> Record:
    for number, raw in _raw_lines(file):
        if not raw.endswith(b"\n"):
            if mend and not record.closed:
                record.torn = True
                break
            raise Damaged(number, "the line is cut off")
        raw = raw[:-1]
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
        yield number, raw


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
    except (ValueError, RecursionError):
        raise Damaged(number, "this is not a line of a record") from None
    line["hash"] = said
    return line


def check_fields(number: int, line: dict[str, Any]) -> None:
    """Whether a line holds what its kind must hold; raises Damaged when it does not.

    More than that is no fault, nor is an event of a kind not known here.
    """
    kind = line["kind"]
    if kind not in _LINES:
        raise Damaged(number, f"no line is a {kind!r}")
    _check(number, kind, line, _LINES[kind])
    if kind == "event":
        _check(number, line["event"], line, _EVENTS.get(line["event"], {}))
    elif kind == "header":
        if "start" in line:
            _check_start(number, line["start"])
        for seat in line["seats"]:
            if not isinstance(seat, dict):
                raise Damaged(number, f"{seat!r:.40} is no seat")
            _check(number, "seat", seat, _SEAT)
    elif kind == "end":
        _check(number, "outcome", line["outcome"], _OUTCOME)
        for score in line["outcome"]["scores"]:
            if type(score) not in (int, float):
                raise Damaged(number, f"{score!r:.40} is no score")


def _check_start(number: int, start: Any) -> None:
    if not isinstance(start, dict):
        raise Damaged(number, f"{start!r:.40} is no point to begin at")
    _check(number, "start", start, {"state": (dict,), "answers": (list,), "turn": _NUMBER})
    for given in start["answers"]:
        if not isinstance(given, list) or len(given) != 2 or type(given[0]) is not int:
            raise Damaged(number, f"{given!r:.40} is no answer to begin with")


def _check(
    number: int, what: str, data: dict[str, Any], fields: dict[str, tuple[type, ...]]
) -> None:
    for name, types in fields.items():
        if name not in data:
            raise Damaged(number, f"the {what} lacks its {name}")
        if type(data[name]) not in types:
            raise Damaged(number, f"the {what} has the {name} {data[name]!r:.40}")
