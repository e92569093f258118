"""What is printed of a force: cards, tokens and templates, in pieces that any layout can set."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

from grognard.forces.catalogue import Pick, Roster
from grognard.forces.ledger import Priced

DISC: Final = "disc"
TEARDROP: Final = "teardrop"
RECTANGLE: Final = "rectangle"


@dataclasses.dataclass(slots=True)
class Grid:
    """A small table on a card: weapons, powers."""

    title: str
    heads: tuple[str, ...]
    rows: list[tuple[str, ...]]

    def to_dict(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "heads": list(self.heads),
            "rows": [list(r) for r in self.rows],
        }


@dataclasses.dataclass(slots=True)
class Note:
    """A rule worth having at hand, with its clause."""

    text: str
    clause: str = ""

    def to_dict(self) -> dict[str, str]:
        return {"text": self.text, "clause": self.clause}


@dataclasses.dataclass(slots=True)
class Token:
    """A paper figure's base: round, or as deep as `width` says; in millimetres."""

    label: str
    size: float
    width: float = 0.0
    count: int = 1

    def to_dict(self) -> dict[str, Any]:
        return {"label": self.label, "size": self.size, "width": self.width, "count": self.count}


@dataclasses.dataclass(slots=True)
class Card:
    """A unit, resolved: what a player needs to know of it at the table."""

    title: str
    kind: str
    models: int = 1
    points: int = 0
    stats: list[tuple[str, str]] = dataclasses.field(default_factory=list)
    grids: list[Grid] = dataclasses.field(default_factory=list)
    notes: list[Note] = dataclasses.field(default_factory=list)
    tokens: list[Token] = dataclasses.field(default_factory=list)
    boxes: int = 0  # wounds, markers or uses to tick off
    boxes_of: str = ""
    house: bool = False

    def to_dict(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "kind": self.kind,
            "models": self.models,
            "points": self.points,
            "stats": [list(pair) for pair in self.stats],
            "grids": [grid.to_dict() for grid in self.grids],
            "notes": [note.to_dict() for note in self.notes],
            "tokens": [token.to_dict() for token in self.tokens],
            "boxes": self.boxes,
            "boxes_of": self.boxes_of,
            "house": self.house,
        }


@dataclasses.dataclass(slots=True)
class Shape:
    """A template, in inches: a disc of this diameter, a teardrop or rectangle `size` long and
    `width` across.
    """

    name: str
    kind: str
    size: float
    width: float = 0.0
    clause: str = ""
    house: bool = False

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "kind": self.kind,
            "size": self.size,
            "width": self.width,
            "clause": self.clause,
            "house": self.house,
        }


def plain_cards(roster: Roster, priced: Priced) -> list[Card]:
    """Cards of what the catalogue says, for systems that have nothing better."""
    cards: list[Card] = []
    for pick, name, part in zip(roster.units, roster.names(), priced.parts):
        card = _card(roster, pick, name)
        card.points = part.value
        card.house = card.house or part.house
        for inner in pick.parts:
            below = _card(roster, inner, inner.name or roster.entry(inner).name)
            stats = ", ".join(f"{label} {value}" for label, value in below.stats)
            text = f"{below.models} x {below.title}" + (f": {stats}" if stats else "")
            card.notes.append(Note(text, roster.entry(inner).clause))
            card.notes += below.notes
            card.tokens += below.tokens
            card.house = card.house or below.house
        cards.append(card)
    return cards


def _card(roster: Roster, pick: Pick, name: str) -> Card:
    entry = roster.entry(pick)
    models = roster.models(pick)
    notes = [
        Note(choice.in_words(pick.option(choice)), choice.clause)
        for choice in entry.choices
        if pick.option(choice) != choice.default
    ]
    stats = [(label, str(value)) for label, value in entry.profile.items()]
    tokens = [] if entry.holds else [Token(name, 25.0, count=models)]
    kind = f"{entry.name}, {entry.role}"
    return Card(name, kind, models, 0, stats, notes=notes, tokens=tokens, house=entry.house)
