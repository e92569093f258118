"""Plain data as TOML and JSON: what `document` reads.

>>> print(to_toml({"name": "First", "units": [{"entry": "a", "options": {"two words": 2}}]}))
name = "First"
<BLANKLINE>
[[units]]
entry = "a"
options = { "two words" = 2 }
<BLANKLINE>
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

MOST_WIDTH: Final = 88
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


def to_json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def to_toml(data: Mapping[str, Any]) -> str:
    """Values first, then tables, then lists of tables: as people write it."""
    lines: list[str] = []
    _table(data, (), lines)
    return "\n".join(lines).lstrip("\n") + "\n"


def _table(table: Mapping[str, Any], path: tuple[str, ...], lines: list[str]) -> None:
    below: list[tuple[str, Any]] = []
    for key, value in table.items():
        if _are_tables(value) or (_is_table(value) and not (path and _fits(key, value))):
            below.append((key, value))
        else:
            lines.append(f"{_key(key)} = {_value(value)}")
    for key, value in below:
        here = (*path, key)
        name = ".".join(map(_key, here))
        if _is_table(value):
            lines += ["", f"[{name}]"]
            _table(value, here, lines)
        else:
            for item in value:
                lines += ["", f"[[{name}]]"]
                _table(item, here, lines)


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping)


def _are_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_table, value))


def _fits(key: str, table: Mapping[str, Any]) -> bool:
    """A small table of plain values goes into one line."""
    plain = not any(isinstance(value, (Mapping, list)) for value in table.values())
    return plain and len(_key(key)) + 3 + len(_value(table)) <= MOST_WIDTH


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    raise TypeError(f"TOML has no word for {value!r}")


def _text(text: str) -> str:
    """A basic string: JSON's escapes are TOML's too, but for the delete sign."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
