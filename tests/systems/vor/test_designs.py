"""What screens make their forms of: every field of every design is one that files know."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest

from grognard.forces.catalogue import Choice
from grognard.forces.document import Document
from grognard.forces.faces import Design
from grognard.forces.verdict import apply as edited
from grognard.forces.verdict import put
from grognard.rules.clauses import load_index
from grognard.systems.vor import SYSTEM
from grognard.systems.vor.attack_tables import BLAST_MODIFIERS, tables
from grognard.systems.vor.attacks import Attack
from grognard.systems.vor.builder import VorBuilder
from grognard.systems.vor.designs import designs
from grognard.systems.vor.settings import Settings

BUILDER = VorBuilder()
KINDS = (
    "squad",
    "vehicle",
    "model",
    "attack",
    "list",
    "squad-model",
    "ability",
    "weapon",
    "bearer",
)
ALONE = KINDS[:5]
WITHIN = {
    "squad-model": ("squad", ("models", 0)),
    "weapon": ("vehicle", ("weapons", 0)),
    "bearer": ("attack", ("bearer",)),
    "ability": ("model", ("abilities", 0)),
}
"""Where a design that is no file of its own stands."""


def design_of(key: str) -> Design:
    return {design.key: design for design in designs()}[key]


def standing(design: Design) -> dict[str, Any]:
    return {"system": "vor", "design": design.key, **design.start}


def inside(design: Design) -> tuple[dict[str, Any], tuple[str | int, ...]]:
    """A whole file with such a table in it, and where."""
    if design.alone:
        return standing(design), ()
    outer, path = WITHIN[design.key]
    whole = standing(design_of(outer))
    key = path[0]
    fresh: Any = dict(design.start)
    return {**whole, key: [fresh] if len(path) > 1 else fresh}, path


def values(choice: Choice) -> Iterator[bool | int | float | str]:
    """As a form would write them: numbers, where they read as such."""
    numbers = choice.most > choice.least or type(choice.default) is int
    if isinstance(choice.default, bool):
        yield True
    elif choice.values:
        for value in choice.values:
            try:
                number = float(value)
                yield (int(number) if number == int(number) else number) if numbers else value
            except ValueError:
                if value:
                    yield value
    elif isinstance(choice.default, int):
        yield from (choice.least, choice.most)
    else:
        yield "A name"


@pytest.mark.parametrize("key", ALONE)
def test_a_new_one_can_be_read_and_priced(key: str) -> None:
    design = design_of(key)
    assert design.alone
    thing = BUILDER.read(Document(standing(design)))
    assert BUILDER.design_of(thing) == design.key
    assert BUILDER.price(thing, Settings()).value > 0
    assert BUILDER.read(Document(BUILDER.write(thing))) == thing


@pytest.mark.parametrize("key", KINDS)
def test_whatever_a_form_may_write_is_read(key: str) -> None:
    design = design_of(key)
    assert design.alone == (key in ALONE)
    whole, path = inside(design)
    for choice in design.choices:
        for value in values(choice):
            where = (*path, *choice.key.split("."))
            BUILDER.read(Document(edited(whole, [put(*where, value=value)])))


def test_every_field_of_an_attack_can_be_set() -> None:
    fields = {field.name for field in dataclasses.fields(Attack)}
    known = {choice.key for choice in design_of("attack").choices}
    assert fields - known == {"base_am", "others"}
    assert known <= fields


def test_parts_are_designs_and_clauses_are_clauses() -> None:
    index = load_index(SYSTEM.clauses)
    assert [design.key for design in designs()] == list(KINDS)
    for design in designs():
        for part in design.parts:
            assert part.design in KINDS
        for clause in [c.clause for c in (*design.choices, *design.parts)]:
            assert not clause or clause in index.clauses or clause in index.gaps, clause


# -- every form, field by field ------------------------------------------------------------

Field = tuple[Any, ...]
"""The default, then the values that there are, or from where to where."""

MANY = (0, 0, 100)
SIZE: Field = ("medium", ("small", "medium", "large"))
NAMED: dict[str, Field] = {"name": ("", ())}
STATS = ("MP", "CC", "RC", "POW", "BOD", "AR", "SHD", "GUT", "BRN", "LIF")


def maybe(low: int, high: int) -> Field:
    """A number, or nothing."""
    return ("", ("", *map(str, range(low, high + 1))))


def numbers(*values: float) -> tuple[str, ...]:
    return tuple(f"{value:g}" for value in values)


SQUAD: dict[str, Field] = {
    "role": ("basic", ("basic", "elite", "individual", "leader")),
    "coherency": (3, 2, 4),
    "least": MANY,
    "most": MANY,
    "demand": (1, 1, 20),
    "cap": (0, 0, 99),
}
MODEL: dict[str, Field] = {"size": SIZE, **{f"stats.{name}": maybe(0, 15) for name in STATS}}
VEHICLE: dict[str, Field] = {
    "base": ("", ("Light Transport", "Transport Walker", "Combat Walker", "Battle Tank",
                  "Light Flyer", "Drone")),
    "stats.MP": maybe(0, 49),
    **{f"stats.{name}": maybe(0, 15) for name in ("TC", "POW", "BOD", "LIF", "AR", "SHD")},
    "rc": (0, numbers(0, 3, 4, 5, 6, 7, 8, 9)),
    "cc": (0, numbers(0, 3, 4, 5, 6, 7, 8, 9)),
    "capacity": (0, 0, 50),
    "restricted": (False, ()),
    "squad": (False, ()),
    "coherency": (3, 2, 4),
    "count": (1, 1, 100),
    "least": (1, 1, 100),
    "most": (1, 1, 100),
    "cap": (0, 0, 99),
}  # fmt: skip
INCHES = numbers(0, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5)
FLAGS = (
    "primary", *BLAST_MODIFIERS, "sweep_reach", "light_knockdown", "breakable", "anti_structure",
    "blocks_sight", "dodge", "split", "ball_of_flames",
)  # fmt: skip
ATTACK: dict[str, Field] = {
    **dict.fromkeys(FLAGS, (False, ())),
    **dict.fromkeys(("short", "medium", "long"), (0, -9, 9)),
    **dict.fromkeys(("parry", "parry_ranged"), maybe(-3, 2)),
    **dict.fromkeys(("blast", "sweep"), (0, INCHES)),
    **dict.fromkeys(("full_auto", "hits"), (0, numbers(0, 1, 2, 3))),
    **dict.fromkeys(("knockdown", "persistent"), maybe(0, 5)),
    "kind": ("ranged", ("ranged", "melee", "item")),
    "power": (0, numbers(0, 3, 4, 5, 6, 7, 8, 9, 10)),
    "am": (0, (*numbers(2, 1, 0, -1, -2, -3, -4, -5, -6), "no test")),
    "range": ("", ("", *tables().ranges)),
    "mpc": (0, numbers(*range(-5, 6))),
    "reach": (0, 0, 5),
    "uses": (1, numbers(1, 2, 3)),
    "charges": (0, numbers(0, 1, 2, 3, 4, 5, 6)),
    "sweep_arc": (180, numbers(180, 270)),
    "template": ("2x4", ("2x4", "3x5", "4x6", "5x8")),
    "damage": ("1", ("1", "2", "3", "4", "auto-kill", "1d2", "1d3", "1d4", "1d5")),
    "arc": (180, numbers(90, 180, 270, 360)),
    "blind": ("", ("", "rear", "left", "right")),
    "point_blank": ("", ("", "one hand", "two hands", "-3", "-2", "-1", "0")),
    "indirect": ("", ("", "short indirect", "medium indirect", "short blind fire",
                      "long indirect", "medium blind fire", "long blind fire")),
    "splash": ("", ("", "small", "normal", "large")),
    "ignores_cover": ("", ("", "soft", "hard")),
    "flambe": (0, numbers(0, 5, 7)),
}  # fmt: skip
FORMS: dict[str, dict[str, Field]] = {
    "squad": NAMED | SQUAD,
    "vehicle": NAMED | VEHICLE,
    "model": NAMED | {"role": ("individual", SQUAD["role"][1])} | MODEL,
    "attack": NAMED | ATTACK,
    "list": NAMED,
    "squad-model": NAMED
    | {"count": (1, 0, 100), "least": MANY, "most": MANY, "leads": (False, ())}
    | MODEL,
    "ability": NAMED | {"pv": (0, 0, 1000)},
    "weapon": NAMED | ATTACK | {"additional": (False, ())},
    "bearer": {
        "role": ("individual", ("leader", "basic", "elite", "individual", "vehicle")),
        "size": SIZE,
        "power": (3, 0, 15),
        "restricted": (False, ()),
        "surplus": (False, ()),
    },
}


@pytest.mark.parametrize("key", KINDS)
def test_the_fields_of_each_form(key: str) -> None:
    form = {choice.key: choice for choice in design_of(key).choices}
    assert set(form) == set(FORMS[key])
    for field, (default, *rest) in FORMS[key].items():
        choice = form[field]
        assert choice.default == default, field
        assert type(choice.default) is type(default), field
        if len(rest) == 2:
            assert (choice.least, choice.most, choice.values) == (*rest, ()), field
        else:
            assert choice.values == rest[0], field
            if choice.most:  # one of these numbers, or none
                assert choice.values[1:] == numbers(*range(choice.least, choice.most)), field


def test_what_a_new_one_begins_with() -> None:
    """Priced by hand: five without statistics, whose rifles are 4 less 1.6, so 2 each."""
    prices = {"squad": 5 * 5, "vehicle": 40, "model": 5, "attack": 2, "list": 5 * 5}
    for key, price in prices.items():
        thing = BUILDER.read(Document(standing(design_of(key))))
        assert BUILDER.price(thing, Settings()).value == price
        assert not [b for b in BUILDER.check(thing, Settings()) if not b.advisory]
    parts = {d.key: [(p.key, p.design, p.many, p.mark) for p in d.parts] for d in designs()}
    assert parts == {
        "squad": [("models", "squad-model", True, "")],
        "vehicle": [("weapons", "weapon", True, "")],
        "model": [("attacks", "attack", True, ""), ("abilities", "ability", True, "")],
        "attack": [("bearer", "bearer", False, "")],
        "list": [("units", "squad", True, ""), ("units", "vehicle", True, "base")],
        "squad-model": [("attacks", "attack", True, ""), ("abilities", "ability", True, "")],
        "ability": [],
        "weapon": [],
        "bearer": [],
    }
    assert [d.key for d in designs() if d.carried] == ["list"]
