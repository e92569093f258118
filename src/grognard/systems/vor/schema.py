"""The JSON Schema of all files of VOR, made from the same declarations that read them.

What validates is read, but for what only the reading knows: which radius or reach a table has,
and which attacks a model after the first can leave out.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Final

from grognard.forces.catalogue import MOST_MODELS, MOST_UNITS, Catalogue
from grognard.forces.document import MOST_TEXT
from grognard.forces.schema import DIALECT, Schema, roster_schema
from grognard.systems.vor import attack_tables, unit_tables
from grognard.systems.vor.attack_files import COVERS, MOST_OTHERS, NO_TEST_WORD
from grognard.systems.vor.attack_tables import ARCS, BLAST_MODIFIERS, SIZES
from grognard.systems.vor.attacks import KINDS, ROLES, Attack
from grognard.systems.vor.entries import SYSTEM
from grognard.systems.vor.settings import Settings
from grognard.systems.vor.things import ATTACK, LIST, MODEL, SQUAD, VEHICLE_KIND
from grognard.systems.vor.unit_files import (
    HIGHEST,
    MOST_ABILITIES,
    MOST_ATTACKS,
    MOST_COUNT,
    MOST_GROUPS,
    MOST_RAW,
    MOST_TYPES,
    SQUAD_ROLES,
)
from grognard.systems.vor.unit_tables import OF_VEHICLES, STATISTICS

TITLE: Final = "VOR: Custom Force Creation"
LINE: Final[Schema] = {
    "type": "string",
    "maxLength": MOST_TEXT,
    "pattern": r"^[^\u0000-\u001f\u007f]*$",
}
FLAG: Final[Schema] = {"type": "boolean"}
WHOLE: Final[dict[str, tuple[int, int]]] = {
    "power": (0, 20), "mpc": (-50, 50), "short": (-50, 50), "medium": (-50, 50),
    "long": (-50, 50), "base_am": (-9, 9), "reach": (0, 100), "uses": (1, 50),
    "charges": (0, 50), "knockdown": (0, 50), "parry": (-50, 50), "parry_ranged": (-50, 50),
    "full_auto": (0, 50), "hits": (0, 50), "persistent": (0, 50), "flambe": (0, 50),
}  # fmt: skip


def vor_schema(catalogues: list[Catalogue]) -> Schema:
    """A file is a design of some kind, an army of a ready list, or one that brings its own."""
    army = roster_schema(SYSTEM, TITLE, catalogues, Settings)
    definitions: Schema = army.pop("$defs")
    del army["$schema"]
    army["properties"]["design"] = {"const": "army"}
    own: Schema = {
        **{key: value for key, value in army.items() if key != "allOf"},
        "properties": {
            **army["properties"],
            "catalogue": LINE,
            "list": {"$ref": "#/$defs/inner.list"},
            "units": _many(_pick(), MOST_UNITS),
        },
    }
    kinds = {
        ATTACK: ({**_attack(), "bearer": _table(_bearer())}, []),
        MODEL: ({**_model(), "role": {"enum": list(SQUAD_ROLES)}}, []),
        SQUAD: (_squad(), ["models"]),
        VEHICLE_KIND: (_vehicle(), ["base"]),
        LIST: (_list(), []),
    }
    choose: list[Schema] = []
    for kind, (fields, needed) in kinds.items():
        named: Schema = {"properties": {"design": {"const": kind}}, "required": ["design"]}
        choose.append({"if": named, "then": {"$ref": f"#/$defs/design.{kind}"}})
        head: Schema = {"system": {"const": SYSTEM}, "design": {"const": kind}}
        definitions[f"design.{kind}"] = _table({**head, **fields}, ["system", "design", *needed])
    definitions |= {
        "army": army,
        "army.own": own,
        "inner.attack": _table(_attack()),
        "inner.weapon": _table({**_attack(), "additional": FLAG}),
        "inner.list": _table(_list()),
        "inner.squad": _table(_squad(), ["models"]),
        "inner.vehicle": _table(_vehicle(), ["base"]),
    }
    designed: Schema = {
        "properties": {"design": {"enum": list(kinds)}},
        "required": ["design"],
    }
    ready: Schema = {
        "if": {"required": ["list"]},
        "then": {"$ref": "#/$defs/army.own"},
        "else": {"$ref": "#/$defs/army"},
    }
    return {
        "$schema": DIALECT,
        "title": f"A force or a design of {TITLE}",
        "type": "object",
        "required": ["system"],
        "allOf": [*choose, {"if": {"not": designed}, "then": ready}],
        "$defs": definitions,
    }


def _table(fields: Schema, needed: list[str] | None = None) -> Schema:
    table: Schema = {"type": "object", "properties": fields, "additionalProperties": False}
    return table | ({"required": needed} if needed else {})


def _many(items: Schema, most: int) -> Schema:
    return {"type": "array", "items": items, "maxItems": most}


def _whole(low: int, high: int) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


def _attack() -> Schema:
    """Field by field; words are those of the tables."""
    k = attack_tables.tables()
    radius: Schema = {"type": "number", "minimum": 0, "maximum": 50, "multipleOf": 0.5}
    words: dict[str, list[Any]] = {
        "kind": list(KINDS),
        "range": list(k.ranges),
        "template": list(k.templates),
        "damage": ["1", *k.damage],
        "point_blank": [*k.hands, *k.heavy_hands],
        "indirect": list(k.indirect),
        "splash": list(k.splash),
        "ignores_cover": list(COVERS),
        "arc": list(ARCS),
        "sweep_arc": [180, 270],
    }
    fields: Schema = {"area_of_effect": FLAG}
    for field in dataclasses.fields(Attack):
        name = field.name
        if name in words:
            fields[name] = {"enum": words[name]}
        elif name in WHOLE:
            fields[name] = _whole(*WHOLE[name])
        elif name in ("blast", "sweep"):
            fields[name] = radius
        elif name in BLAST_MODIFIERS or isinstance(field.default, bool):
            fields[name] = FLAG
        elif name == "others":
            fields[name] = _many({"enum": list(k.others)}, MOST_OTHERS)
        elif name != "am":
            fields[name] = LINE
    fields["am"] = {"anyOf": [_whole(-9, 9), {"const": NO_TEST_WORD}]}
    return fields


def _bearer() -> Schema:
    return {
        "role": {"enum": list(ROLES)},
        "size": {"enum": list(SIZES)},
        "power": _whole(0, HIGHEST),
        "restricted": FLAG,
        "surplus": FLAG,
    }


def _model() -> Schema:
    ability = _table({"name": LINE, "pv": _whole(-MOST_RAW, MOST_RAW)}, ["name", "pv"])
    return {
        "name": LINE,
        "size": {"enum": list(SIZES)},
        "stats": _table({name: _whole(0, HIGHEST) for name in STATISTICS}),
        "statistics": _whole(0, MOST_RAW),
        "abilities": _many(ability, MOST_ABILITIES),
        "attacks": _many({"$ref": "#/$defs/inner.attack"}, MOST_ATTACKS),
        "more": _many({"$ref": "#/$defs/inner.attack"}, MOST_ATTACKS),
    }


def _squad() -> Schema:
    count = _whole(0, MOST_COUNT)
    of_squad = {**_model(), "count": count, "least": count, "most": count, "leads": FLAG}
    of_squad["without"] = _many(LINE, MOST_ATTACKS)
    return {
        "name": LINE,
        "role": {"enum": list(SQUAD_ROLES)},
        "coherency": _whole(0, HIGHEST),
        "least": count,
        "most": count,
        "demand": _whole(1, HIGHEST),
        "cap": _whole(0, HIGHEST),
        "models": {**_many(_table(of_squad), MOST_GROUPS), "minItems": 1},
    }


def _vehicle() -> Schema:
    count = _whole(1, MOST_COUNT)
    return {
        "name": LINE,
        "base": {"enum": [base.name for base in unit_tables.tables().vehicles.values()]},
        "stats": _table({name: _whole(0, HIGHEST) for name in OF_VEHICLES}),
        **{key: _whole(0, HIGHEST) for key in ("rc", "cc", "capacity", "coherency", "cap")},
        "restricted": FLAG,
        "squad": FLAG,
        **dict.fromkeys(("count", "least", "most"), count),
        "weapons": _many({"$ref": "#/$defs/inner.weapon"}, MOST_ATTACKS),
    }


def _list() -> Schema:
    vehicle = {"if": {"required": ["base"]}, "then": {"$ref": "#/$defs/inner.vehicle"}}
    unit = {**vehicle, "else": {"$ref": "#/$defs/inner.squad"}, "type": "object"}
    return {"name": LINE, "key": LINE, "notes": LINE, "units": _many(unit, MOST_TYPES)}


def _pick() -> Schema:
    """A unit of a list that only the file knows."""
    value: Schema = {"type": ["boolean", "integer", "string"]}
    return _table(
        {
            "entry": LINE,
            "name": LINE,
            "models": _whole(0, MOST_MODELS),
            "options": {"type": "object", "additionalProperties": value},
        },
        ["entry"],
    )
