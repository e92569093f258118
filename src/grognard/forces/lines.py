"""On which line of a TOML or JSON text everything stands. The text is known to be well formed.

>>> lines = lines_of('[[units]]\\nname = "A"\\n[[units]]\\nname = "B"', "toml")
>>> lines["units", 1, "name"]
4
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from grognard.forces.verdict import Path

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|'
    r"[\[\]{}=,:.\n]|[^\s\[\]{}=,:.#\"']+",
    re.DOTALL,
)


def lines_of(text: str, form: str) -> dict[Path, int]:
    """For each table, item and value: its line."""
    reader = _Reader(text)
    if form == "json":
        reader.value(())
    else:
        reader.statements()
    return reader.lines


def deep_line(text: str, most: int) -> int:
    """The first line on which tables or lists are nested more than so deep; 0: none found."""
    depth = 0
    for token, line in _tokens(text):
        depth += (token in ("[", "{")) - (token in ("]", "}"))
        if depth >= most:
            return line
    for line, words in enumerate(text.split("\n"), 1):
        if words.count(".") >= most:
            return line
    return 0


def odd_line(text: str) -> int:
    """The first line of a JSON text where a key stands twice in one table, or a number is none;
    0: no such line.
    """
    open_: list[set[str]] = []
    last = "", 0
    for token, line in _tokens(text):
        if token in ("NaN", "Infinity", "-Infinity"):
            return line
        if token in ("{", "["):
            open_.append(set())
        elif token in ("}", "]") and open_:
            open_.pop()
        elif token == ":" and open_ and last[0].startswith('"'):
            key = _unquoted(last[0])
            if key in open_[-1]:
                return last[1]
            open_[-1].add(key)
        if token != "\n":
            last = token, line
    return 0


class _Reader:
    """Goes through the tokens once."""

    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, int]] = list(_tokens(text))
        self.at = 0
        self.lines: dict[Path, int] = {(): 1}
        self.last: dict[Path, int] = {}  # of each array of tables: the table that is open

    def here(self) -> str:
        return self.tokens[self.at][0]

    def over(self) -> bool:
        return self.at >= len(self.tokens)

    def skip(self, token: str) -> None:
        while not self.over() and self.here() == token:
            self.at += 1

    def key(self, end: str) -> Path:
        """The parts of a key, up to the `end` that follows it."""
        parts: list[str | int] = []
        while self.here() not in end:
            token = self.here()
            if token not in (".", "\n"):
                parts.append(_unquoted(token))
            self.at += 1
        self.at += 1
        return tuple(parts)

    def statements(self) -> None:
        table: Path = ()
        self.skip("\n")
        while not self.over():
            line = self.tokens[self.at][1]
            if self.here() == "[":
                many = self.tokens[self.at + 1][0] == "["
                self.at += 1 + many
                table = self.resolve(self.key("]"), many)
                self.at += many
                self.lines[table] = line
            else:
                self.value(table + self.key("="), line)
            self.skip("\n")

    def resolve(self, key: Path, many: bool) -> Path:
        path: Path = ()
        for n, part in enumerate(key, 1):
            path = (*path, part)
            if n == len(key) and many:
                self.last[path] = self.last.get(path, -1) + 1
            if path in self.last:
                path = (*path, self.last[path])
        return path

    def value(self, path: Path, line: int = 0) -> None:
        self.skip("\n")
        token, here = self.tokens[self.at]
        self.lines[path] = line or here
        self.at += 1
        if token == "[":
            n = 0
            self.skip("\n")
            while self.here() != "]":
                self.value((*path, n))
                n += 1
                self.between()
            self.at += 1
        elif token == "{":
            self.skip("\n")
            while self.here() != "}":
                line = self.tokens[self.at][1]
                self.value(path + self.key("=:"), line)
                self.between()
            self.at += 1
        else:
            while not self.over() and self.here() not in ",]}\n":
                self.at += 1

    def between(self) -> None:
        self.skip("\n")
        self.skip(",")
        self.skip("\n")


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    line = 1
    for match in _TOKEN.finditer(text):
        token = match[0]
        if not token.startswith("#"):
            yield token, line
        line += token.count("\n")


def _unquoted(token: str) -> str:
    if token.startswith('"'):
        try:
            return str(json.loads(token))
        except ValueError:  # TOML knows escapes that JSON does not
            return token[1:-1]
    return token[1:-1] if token.startswith("'") else token
