"""Attacks in files: one table each, with the fields of `Attack` by name.

Radii are written in inches (`blast = 3.5`), no armour test as `am = "no test"`, and
`area_of_effect = true` stands for the three blast modifiers that it consists of (VOR-BLA-03). A
table with nothing but a `line` is an attack in shorthand.

>>> from grognard.forces.document import Document
>>> row = Document({"power": 5, "am": -1, "range": "12/24/35", "blast": 2.5}).row
>>> attack = read_attack(row)
>>> attack.blast
5
>>> write_attack(attack)
{'power': 5, 'am': -1, 'range': '12/24/35', 'blast': 2.5}
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any, Final

from grognard.forces.document import Row, shown
from grognard.systems.vor.attack_tables import (
    ARCS,
    BLAST_MODIFIERS,
    NO_TEST,
    Tables,
    half_inches,
    tables,
)
from grognard.systems.vor.attacks import KINDS, RANGED, Attack
from grognard.systems.vor.notation import read_shorthand

NO_TEST_WORD: Final = "no test"
AREA_OF_EFFECT: Final = ("no_knockdown", "no_structures", "no_shielding")
MOST_OTHERS: Final = 20
COVERS: Final = ("soft", "hard")


def read_attack(row: Row, own: Tables | None = None) -> Attack:
    """The attack in this table; fields and words that nobody knows are faults.

    Fields that the caller has asked for before are his. What is *legal* is for a check to say.
    """
    k = own or tables()
    if row.has("line"):
        return _from_line(row, k)
    area = row.flag("area_of_effect")
    blast = {m: row.flag(m) or (area and m in AREA_OF_EFFECT) for m in BLAST_MODIFIERS}
    attack = Attack(
        name=row.text("name", ""),
        kind=row.choice("kind", KINDS, RANGED),
        power=row.whole("power", 0, 20, 0),
        am=_am(row, "am") or 0,
        base_am=_am(row, "base_am"),
        range=_word(row, "range", k.ranges, "VOR-RNG-01"),
        mpc=row.whole("mpc", -50, 50, 0),
        short=row.whole("short", -50, 50, 0),
        medium=row.whole("medium", -50, 50, 0),
        long=row.whole("long", -50, 50, 0),
        blast=half_inches(row, "blast"),
        no_knockdown=blast["no_knockdown"],
        no_structures=blast["no_structures"],
        no_shielding=blast["no_shielding"],
        double_deviation=blast["double_deviation"],
        half_deviation=blast["half_deviation"],
        destroys_terrain=blast["destroys_terrain"],
        sweep=half_inches(row, "sweep"),
        sweep_arc=row.choice("sweep_arc", [180, 270], 180, "VOR-SWP-01"),
        sweep_reach=row.flag("sweep_reach"),
        reach=row.whole("reach", 0, 100, 0),
        uses=row.whole("uses", 1, 50, 1),
        charges=row.whole("charges", 0, 50, 0),
        knockdown=_maybe(row, "knockdown", 0, 50),
        light_knockdown=row.flag("light_knockdown"),
        parry=_maybe(row, "parry", -50, 50),
        parry_ranged=_maybe(row, "parry_ranged", -50, 50),
        breakable=row.flag("breakable"),
        full_auto=row.whole("full_auto", 0, 50, 0),
        hits=row.whole("hits", 0, 50, 0),
        template=_word(row, "template", k.templates, "VOR-FA-03") or "2x4",
        anti_structure=row.flag("anti_structure"),
        damage=_word(row, "damage", ["1", *k.damage], "VOR-DMG-01") or "1",
        arc=row.choice("arc", ARCS, 180, "VOR-ARC-02"),
        blind=row.text("blind", ""),
        point_blank=_word(row, "point_blank", [*k.hands, *k.heavy_hands], "VOR-PB-01"),
        persistent=_maybe(row, "persistent", 0, 50),
        blocks_sight=row.flag("blocks_sight"),
        indirect=_word(row, "indirect", k.indirect, "VOR-IND-01"),
        dodge=row.flag("dodge"),
        splash=_word(row, "splash", k.splash, "VOR-SPL-01"),
        split=row.flag("split"),
        ignores_cover=_word(row, "ignores_cover", COVERS, "VOR-SPL-02"),
        flambe=row.whole("flambe", 0, 50, 0),
        ball_of_flames=row.flag("ball_of_flames"),
        others=_others(row, k),
        primary=row.flag("primary"),
    )
    row.done()
    return attack


def _from_line(row: Row, k: Tables) -> Attack:
    """`line = "Pitbull: POW 5, AM -1, 12/24/35, F-A (*2/+2)"`: all of it in shorthand."""
    found = read_shorthand(row.text("line"), k)
    row.done()
    if isinstance(found, Attack):
        return found
    for refusal in found:
        row.fault("line", "; ".join(filter(None, (refusal.what, refusal.legal))), refusal.clause)
    return Attack()


def write_attack(attack: Attack) -> dict[str, Any]:
    """The plain data that `read_attack` reads again: nothing that goes without saying."""
    data: dict[str, Any] = {}
    for name, usual in USUAL:
        value = getattr(attack, name)
        if value == usual:
            continue
        if name in ("blast", "sweep"):
            data[name] = value // 2 if value % 2 == 0 else value / 2
        elif value == NO_TEST and name == "am":
            data[name] = NO_TEST_WORD
        else:
            data[name] = list(value) if name == "others" else value
    return data


USUAL: Final = tuple((f.name, f.default) for f in dataclasses.fields(Attack))


def _am(row: Row, field: str) -> int | None:
    word = row.raw(field)
    if field == "am" and isinstance(word, str) and word[:20].strip().lower() == NO_TEST_WORD:
        return NO_TEST
    return _maybe(row, field, -9, 9)


def _maybe(row: Row, field: str, low: int, high: int) -> int | None:
    return row.whole(field, low, high) if row.has(field) else None


def _word(row: Row, field: str, known: Iterable[str], clause: str) -> str:
    """One of these words, whatever its case, its spaces and its inch marks; a band that is not
    there may be written as the dash that it is in the table, and a number for its word.
    """
    value = row.raw(field)
    if value is None:
        return ""
    words = {word.lower(): word for word in known}
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        word = " ".join(str(value)[:100].lower().split())
        bare = word.replace(" ", "").replace('"', "").removesuffix("/-")
        found = words.get(word) or words.get(bare)
        if found is not None:
            return found
    row.choice(field, words.values(), "", clause)
    return ""


def _others(row: Row, k: Tables) -> tuple[str, ...]:
    """Options of the user's own tables, each once, in the order of their names."""
    names = row.texts("others", MOST_OTHERS)
    for name in names:
        if name not in k.others:
            row.fault("others", f"{shown(name)} is in no table", "VOR-GAP-39")
    if len(set(names)) < len(names):
        row.fault("others", "each of them once", "VOR-GAP-39")
    return tuple(sorted(set(names)))
