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
from grognard.systems.vor.attacks import Attack
from grognard.systems.vor.builder import VorBuilder
from grognard.systems.vor.settings import Settings

BUILDER = VorBuilder()
DESIGNS = {design.key: design for design in BUILDER.designs()}
ALONE = [design for design in DESIGNS.values() if design.alone]
WITHIN = {
    "squad-model": ("squad", ("models", 0)),
    "weapon": ("vehicle", ("weapons", 0)),
    "bearer": ("attack", ("bearer",)),
    "ability": ("model", ("abilities", 0)),
}
"""Where a design that is no file of its own stands."""


def standing(design: Design) -> dict[str, Any]:
    return {"system": "vor", "design": design.key, **design.start}


def inside(design: Design) -> tuple[dict[str, Any], tuple[str | int, ...]]:
    """A whole file with such a table in it, and where."""
    if design.alone:
        return standing(design), ()
    outer, path = WITHIN[design.key]
    whole = standing(DESIGNS[outer])
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


@pytest.mark.parametrize("design", ALONE, ids=lambda d: d.key)
def test_a_new_one_can_be_read_and_priced(design: Design) -> None:
    thing = BUILDER.read(Document(standing(design)))
    assert BUILDER.design_of(thing) == design.key
    assert BUILDER.price(thing, Settings()).value > 0
    assert BUILDER.read(Document(BUILDER.write(thing))) == thing


@pytest.mark.parametrize("design", DESIGNS.values(), ids=lambda d: d.key)
def test_whatever_a_form_may_write_is_read(design: Design) -> None:
    whole, path = inside(design)
    for choice in design.choices:
        for value in values(choice):
            where = (*path, *choice.key.split("."))
            BUILDER.read(Document(edited(whole, [put(*where, value=value)])))


def test_every_field_of_an_attack_can_be_set() -> None:
    fields = {field.name for field in dataclasses.fields(Attack)}
    known = {choice.key for choice in DESIGNS["attack"].choices}
    assert fields - known == {"base_am", "others"}
    assert known <= fields


def test_parts_are_designs_and_clauses_are_clauses() -> None:
    index = load_index(SYSTEM.clauses)
    for design in DESIGNS.values():
        for part in design.parts:
            assert part.design in DESIGNS
        for clause in [c.clause for c in (*design.choices, *design.parts)]:
            assert not clause or clause in index.clauses or clause in index.gaps, clause
