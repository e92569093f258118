"""The JSON Schema of a system's rosters, made from the same declarations that read them.

What validates is read, but for what only the reading knows: that options of one unit are not
named twice, and how many units there are in all. What is read by another name or spelling than
the catalogue's own does not validate: files that Grognard writes always do.

Things of the players' own design are described by their forms; a file of one may say more than
its form has fields for, so that here only the reading is strict.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import quote

from grognard.forces.catalogue import (
    MOST_LIMITS,
    MOST_MODELS,
    MOST_NESTED,
    MOST_PARTS,
    MOST_POINTS,
    MOST_UNITS,
    SHARE,
    Catalogue,
    Choice,
    Entry,
)
from grognard.forces.document import MOST_TEXT
from grognard.forces.faces import Design
from grognard.rules.settings import Setting, settings_of

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]


def roster_schema(
    system: str, title: str, catalogues: Sequence[Catalogue], settings: type[Any]
) -> Schema:
    """What a file of a force may hold, for editors and for other programs."""
    definitions: Schema = {}
    names: dict[int, str] = {}  # of each entry, by what it is: catalogues share most of theirs
    for catalogue in catalogues:
        for entry in catalogue.entries.values():
            taken = entry.key in names.values() and id(entry) not in names
            names.setdefault(id(entry), f"{catalogue.key}:{entry.key}" if taken else entry.key)
    for catalogue in catalogues:
        inner = list(catalogue.entries.values())
        for level in range(1, MOST_NESTED + 1):
            for entry in inner:
                if level == 1 or any(other.takes(entry) for other in inner):
                    name = _name(names, entry, level)
                    if name not in definitions:
                        definitions[name] = _unit(entry, inner, names, level)
    return {
        "$schema": DIALECT,
        "title": f"A force of {title}",
        "type": "object",
        "properties": {
            "system": {"const": system},
            "name": _line(),
            "catalogue": {"enum": [c.key for c in catalogues]},
            "limit": _whole(0, MOST_POINTS, "points; 0: none agreed"),
            "notes": _line(),
            "settings": _settings(settings_of(settings)),
            "limits": _limits(),
            "units": {"type": "array", "maxItems": MOST_UNITS},
        },
        "required": ["system"],
        "additionalProperties": False,
        "allOf": [_of_catalogue(c, names, n == 0) for n, c in enumerate(catalogues)],
        "$defs": definitions,
    }


def force_schema(
    system: str,
    title: str,
    catalogues: Sequence[Catalogue],
    settings: type[Any],
    designs: Sequence[Design] = (),
) -> Schema:
    """The same for a system whose players make things of their own besides."""
    roster = roster_schema(system, title, catalogues, settings)
    if not designs:
        return roster
    definitions = roster.pop("$defs")
    head = {key: roster.pop(key) for key in ("$schema", "title", "type", "required")}
    for design in designs:
        definitions[f"design {design.key}"] = _design(design)
        if design.carried:  # then it is what units are chosen from
            carried = _ref(f"design {design.key}")
            roster["properties"][design.carried] = carried
            none = {"not": {"required": [design.carried]}}
            known = {"properties": {"catalogue": roster["properties"]["catalogue"]}}
            roster["properties"]["catalogue"] = _line()
            roster["allOf"] = [{"if": none, "then": {"allOf": [known, *roster["allOf"]]}}]
    alone = [design.key for design in designs if design.alone]
    return head | {
        "properties": {"system": {"const": system}},
        "if": {"required": ["design"], "properties": {"design": {"enum": alone}}},
        "then": {
            "allOf": [
                {
                    "if": {"properties": {"design": {"const": key}}},
                    "then": _ref(f"design {key}"),
                }
                for key in alone
            ]
        },
        "else": roster,
        "$defs": definitions,
    }


def _design(design: Design) -> Schema:
    """The fields of a form, where they stand, and the tables that it is put together from."""
    found: Schema = {"type": "object", "title": design.name, "properties": {}}
    for choice in design.choices:
        *path, last = choice.key.split(".")
        inner = found
        for step in path:
            inner = inner["properties"].setdefault(step, {"type": "object", "properties": {}})
        inner["properties"][last] = _field(choice)
    for part in design.parts:
        table: Schema = _ref(f"design {part.design}")
        if part.mark:  # several designs share the list
            table = {"if": {"required": [part.mark]}, "then": table}
        if not part.many:
            found["properties"][part.key] = table
            continue
        known = found["properties"].get(part.key)
        if known is not None:
            first, marked = known["items"], part.mark
            table = {"if": {"required": [marked]}, "then": table["then"], "else": first}
        found["properties"][part.key] = {"type": "array", "items": table}
    return found


def _field(choice: Choice) -> Schema:
    """What a form sets: values may be numbers or words there."""
    words = f"{choice.label} [{choice.clause}]" if choice.clause else choice.label
    if isinstance(choice.default, bool):
        return {"type": "boolean", "description": words}
    if isinstance(choice.default, int) and not choice.values:
        return _whole(choice.least, choice.most, words)
    if choice.free:
        return _line() | {"description": words}
    numbers = [float(v) for v in choice.values if re.fullmatch(r"-?[0-9]{1,6}(\.[0-9]+)?", v)]
    return {"enum": [*choice.values, *numbers], "description": words}


def _ref(name: str) -> Schema:
    """A pointer, whatever is in the name."""
    return {"$ref": "#/$defs/" + quote(name.replace("~", "~0").replace("/", "~1"), safe="")}


def _name(names: dict[int, str], entry: Entry, level: int) -> str:
    return names[id(entry)] if level == 1 else f"{names[id(entry)]}.{level}"


def _of_catalogue(catalogue: Catalogue, names: dict[int, str], usual: bool) -> Schema:
    """Where this catalogue is named, or none and it is the usual one, its entries are chosen."""
    named: Schema = {"properties": {"catalogue": {"const": catalogue.key}}}
    if not usual:
        named["required"] = ["catalogue"]
    first = [entry for entry in catalogue.entries.values() if entry.alone]
    return {
        "if": named,
        "then": {"properties": {"units": {"items": _one_of(first, names, 1)}}},
    }


def _one_of(entries: Sequence[Entry], names: dict[int, str], level: int) -> Schema:
    """Told apart by their keys, so that a fault is shown where it is."""
    return {
        "type": "object",
        "required": ["entry"],
        "properties": {"entry": {"enum": [entry.key for entry in entries]}},
        "allOf": [
            {
                "if": {"properties": {"entry": {"const": entry.key}}},
                "then": _ref(_name(names, entry, level)),
            }
            for entry in entries
        ],
    }


def _unit(entry: Entry, entries: Sequence[Entry], names: dict[int, str], level: int) -> Schema:
    properties: Schema = {
        "entry": {"const": entry.key},
        "name": _line(),
        "models": _whole(0, MOST_MODELS, f"usually {entry.least} to {entry.most}"),
        "options": {
            "type": "object",
            "properties": {choice.key: _choice(choice) for choice in entry.choices},
            "additionalProperties": False,
        },
    }
    if entry.holds and level < MOST_NESTED:
        inside = [other for other in entries if entry.takes(other)]
        items = _one_of(inside, names, level + 1)
        properties["parts"] = {"type": "array", "maxItems": MOST_PARTS, "items": items}
    return {
        "title": entry.name + (" (house)" if entry.house else ""),
        "type": "object",
        "properties": properties,
        "required": ["entry"],
        "additionalProperties": False,
    }


def _choice(choice: Choice) -> Schema:
    words = f"{choice.label} [{choice.clause}]" if choice.clause else choice.label
    if isinstance(choice.default, bool):
        return {"type": "boolean", "default": choice.default, "description": words}
    if isinstance(choice.default, int):
        return _whole(choice.least, choice.most, words) | {"default": choice.default}
    if choice.free:
        return _line() | {"description": words}
    return {"enum": list(choice.values), "default": choice.default, "description": words}


def _settings(settings: Sequence[Setting]) -> Schema:
    found: Schema = {}
    for setting in settings:
        told: Schema = {
            "default": setting.default,
            "description": f"{setting.help} [{setting.gap}]",
        }
        if setting.choices:
            told["enum"] = list(setting.choices)
        elif isinstance(setting.default, bool):
            told["type"] = "boolean"
        elif isinstance(setting.default, int):
            told["type"] = "integer"
            if setting.low < setting.high:
                told |= {"minimum": setting.low, "maximum": setting.high}
        else:
            told["type"] = "string"
        found[setting.name] = told
    return {"type": "object", "properties": found, "additionalProperties": False}


def _limits() -> Schema:
    """By what units count as: so many of them, or a share of the price."""
    return {
        "type": "object",
        "maxProperties": MOST_LIMITS,
        "propertyNames": _line() | {"minLength": 1},
        "additionalProperties": {
            "anyOf": [
                {"type": "integer", "minimum": 0, "maximum": MOST_UNITS},
                {"type": "string", "pattern": f"^{SHARE}$"},
            ]
        },
    }


def _line() -> Schema:
    """A text in one line. What is printable beyond that only the reading knows."""
    return {"type": "string", "maxLength": MOST_TEXT, "pattern": r"^[^\u0000-\u001f\u007f]*$"}


def _whole(low: int, high: int, words: str) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high, "description": words}
