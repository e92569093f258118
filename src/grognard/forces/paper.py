"""Forces on paper: lists, cards, tokens and templates as PDF, true to scale.

The layout is `paper.typ`; what is printed goes into it as JSON. The fonts are those that typst
brings along, so that a page looks the same everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from grognard.forces.cards import Card, Shape, plain_cards
from grognard.forces.catalogue import Pick, Roster
from grognard.forces.faces import Builder, judge
from grognard.forces.formats import roster_of
from grognard.forces.ledger import Priced, number

PAPERS: Final = ("a4", "us-letter")
PARTS: Final = ("sheet", "cards", "tokens", "templates")
MOST_TOKENS: Final = 1000


class NoPrinter(Exception):
    """What prints is not installed."""

    def __init__(self) -> None:
        super().__init__("printing needs typst: pip install 'grognard[pdf]'")


def pages_of(
    builder: Builder,
    thing: Any,
    settings: Any,
    title: str,
    credits: str,
    parts: Sequence[str] = PARTS,
) -> dict[str, Any]:
    """All that is printed of a thing, as plain data. Parts that would be empty are left out."""
    priced = builder.price(thing, settings)
    verdict = judge(builder, thing, settings)
    roster = roster_of(builder, thing)
    cards = cards_of(builder, thing, settings)
    shapes = shapes_of(builder)
    data: dict[str, Any] = {
        "name": _name(builder, thing, roster),
        "system": title,
        "credits": credits,
        "catalogue": roster.catalogue.name if roster is not None else "",
        "currency": builder.currency,
        "total": priced.value,
        "limit": roster.limit if roster is not None else 0,
        "notes": roster.notes if roster is not None else "",
        "units": [],
        "steps": [],
        "legal": verdict.legal,
        "breaches": [
            {
                "what": breach.what,
                "clause": breach.clause,
                "repair": breach.repair.words if breach.repair is not None else "",
            }
            for breach in verdict.found
        ],
        "cards": [card.to_dict() for card in cards],
        "tokens": _tokens(cards),
        "shapes": [shape.to_dict() for shape in shapes],
    }
    if roster is not None:
        data["units"] = [
            _unit(roster, n, pick, name, part)
            for n, (pick, name, part) in enumerate(
                zip(roster.units, roster.names(), priced.parts), 1
            )
        ]
    else:
        data["steps"] = [
            {
                "label": step.label,
                "before": number(step.before),
                "after": number(step.after),
                "clause": step.clause,
                "house": step.house,
            }
            for step in priced.steps
        ]
    marked = [card.house for card in cards] + [shape.house for shape in shapes]
    data["house"] = priced.house or any(marked)
    filled = {"cards": cards, "tokens": data["tokens"], "templates": shapes}
    data["show"] = [part for part in parts if part == "sheet" or filled[part]] or ["sheet"]
    return data


def cards_of(builder: Builder, thing: Any, settings: Any) -> list[Card]:
    """A card for each unit: the system's own, or what the catalogue says."""
    make = getattr(builder, "cards", None)
    if make is not None:
        found: list[Card] = make(thing, settings)
        return found
    roster = roster_of(builder, thing)
    return plain_cards(roster, builder.price(thing, settings)) if roster is not None else []


def shapes_of(builder: Builder) -> list[Shape]:
    found: list[Shape] = getattr(builder, "shapes", list)()
    return found


def pdf(data: dict[str, Any], paper: str = "a4") -> bytes:
    """The pages; raises `NoPrinter` where nothing is installed that prints."""
    try:
        import typst
    except ImportError:
        raise NoPrinter from None
    from importlib.resources import files

    source = files("grognard.forces").joinpath("paper.typ").read_bytes()
    given = {"data": json.dumps(data | {"paper": paper})}
    made = typst.compile(source, format="pdf", sys_inputs=given, ignore_system_fonts=True)
    assert isinstance(made, bytes)
    return made


def _name(builder: Builder, thing: Any, roster: Roster | None) -> str:
    named = roster.name if roster is not None else builder.write(thing).get("name")
    return named if isinstance(named, str) and named else "Army"


def _unit(roster: Roster, n: int, pick: Pick, name: str, part: Priced) -> dict[str, Any]:
    entry = roster.entry(pick)
    inside = []
    for inner in pick.parts:
        words = [f"{roster.models(inner)} x {inner.name or roster.entry(inner).name}"]
        inside.append("; ".join(words + _chosen(roster, inner)))
    return {
        "number": n,
        "name": name,
        "entry": entry.name,
        "models": roster.models(pick),
        "chosen": _chosen(roster, pick),
        "parts": inside,
        "cost": part.value,
        "house": entry.house or part.house,
    }


def _chosen(roster: Roster, pick: Pick) -> list[str]:
    return [
        choice.in_words(pick.option(choice))
        for choice in roster.entry(pick).choices
        if pick.option(choice) != choice.default
    ]


def _tokens(cards: Sequence[Card]) -> list[dict[str, Any]]:
    """Every base, as long as paper is patient."""
    found: list[dict[str, Any]] = []
    left = MOST_TOKENS
    for card in cards:
        for token in card.tokens:
            if 0 < token.size <= 300 and token.count > 0 and left > 0:
                found.append(token.to_dict() | {"count": min(token.count, left)})
                left -= token.count
    return found
