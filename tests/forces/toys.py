"""Rosters for tests: a small list whose units hold others, and legal picks of any catalogue."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from grognard.forces.catalogue import Catalogue, Choice, Entry, Pick, Roster, read_roster
from grognard.forces.document import Document
from grognard.forces.faces import Further
from grognard.forces.ledger import Priced, Tally
from grognard.forces.verdict import Breach

LASER = Choice("laser", "laser", False, tags=("hi-tech",), clause="X-3")
TOY = Catalogue(
    "toy",
    "list",
    "A list",
    {
        "group": Entry("group", "Battle Group", "group", holds=("trooper", "heavy")),
        "trooper": Entry("trooper", "Trooper", "model", profile={"HP": "2"}, alone=False),
        "heavy": Entry(
            "heavy",
            "Heavy Trooper",
            "model",
            choices=(LASER, Choice("shield", "shield", True)),
            house=True,
            tags=("heavy",),
            aliases=("Heavies",),
        ),
        "spears": Entry(
            "spears",
            "Spear [close] 2",
            "formed",
            3,
            12,
            usual=6,
            clause="X-1",
            choices=(
                Choice("drill", "drill", "Regular", ("Levy", "Regular", "Elite [3]"), clause="X-2"),
                Choice("slings", "slings", 0, least=0, most=4, help="instead of spears"),
                Choice("horns", "2 x horns", 1, least=0, most=2),
                Choice("motto", "motto", ""),
            ),
            profile={"C": "7", "D": "5"},
        ),
    },
)
COSTS = {"group": 0, "trooper": 5, "heavy": 12, "spears": 16}


def _unit(roster: Roster, pick: Pick, t: Tally) -> int:
    """So much for each model; a laser 3, a shield 1, a sling or horn 2, levies 1 less; parts."""
    price = t.add(0, COSTS[pick.entry] * roster.models(pick), "models", "X-1")
    for choice in roster.entry(pick).choices:
        worth = {"laser": 3, "shield": 1, "slings": 2, "horns": 2}.get(choice.key, 0)
        value = pick.option(choice)
        if worth and not isinstance(value, str):
            price = t.add(price, worth * int(value), choice.label, "X-2")
    if pick.options.get("drill") == "Levy":
        price = t.add(price, -roster.models(pick), "levy", "X-2")
    for part in pick.parts:
        price = t.include(price, Priced(part.entry, _unit, (roster, part)), "X-1")
    return price


def _all(roster: Roster, t: Tally) -> int:
    price = 0
    for pick in roster.units:
        price = t.include(price, Priced(pick.entry, _unit, (roster, pick)), "X-1")
    return price


class ToyBuilder:
    """A builder of rosters of the small list."""

    currency = "points"

    def catalogues(self) -> list[Catalogue]:
        return [TOY]

    def read(self, document: Document) -> Roster:
        made = read_roster(document.row, TOY)
        document.close()
        return made

    def write(self, thing: Any) -> dict[str, Any]:
        data: dict[str, Any] = thing.to_dict()
        return data

    def price(self, thing: Any, settings: Any) -> Priced:
        return Priced(thing.name, _all, (thing,))

    def check(self, thing: Any, settings: Any) -> list[Breach]:
        return []

    def further(self, thing: Any, settings: Any) -> list[Further]:
        return []


NAMES = st.text(
    st.one_of(st.sampled_from("\" []#-*•:,=\\x×éß2{}<&>'"), st.characters()), max_size=12
).filter(str.isprintable)


def value(choice: Choice) -> st.SearchStrategy[Any]:
    if isinstance(choice.default, bool):
        return st.booleans()
    if isinstance(choice.default, int):
        return st.integers(choice.least, choice.most)
    return st.sampled_from(choice.values) if choice.values else NAMES


@st.composite
def picks(draw: Any, catalogue: Catalogue, holder: Entry | None = None) -> Pick:
    entries = list(catalogue.entries.values())
    fit = [e for e in entries if (e.alone if holder is None else holder.takes(e))]
    entry = draw(st.sampled_from(fit))
    chosen = draw(st.lists(st.sampled_from(entry.choices), max_size=4)) if entry.choices else []
    options = {c.key: draw(value(c)) for c in chosen}
    parts = draw(st.lists(picks(catalogue, entry), max_size=3)) if entry.holds else []
    models = draw(st.integers(0, min(entry.most, 40)))
    return Pick(entry.key, draw(NAMES), models, options, parts)


@st.composite
def rosters(draw: Any, catalogue: Catalogue, settings: dict[str, Any]) -> Roster:
    limits = st.one_of(st.integers(0, 9), st.integers(0, 100).map(lambda n: f"{n}%"))
    return Roster(
        catalogue.system,
        draw(NAMES),
        catalogue,
        draw(st.integers(0, 2000)),
        draw(st.lists(picks(catalogue), max_size=4)),
        draw(st.sampled_from([{}, settings])),
        draw(NAMES),
        draw(st.dictionaries(NAMES.filter(bool), limits, max_size=2)),
    )
