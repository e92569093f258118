"""Refills of limited uses: bought with an army, and carried by somebody of it."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.forces.document import Document
from grognard.forces.formats import FORMS, read_form, write_form
from grognard.systems.vor import refills
from grognard.systems.vor.armies import carried
from grognard.systems.vor.entries import Types
from tests.systems.vor.making import (
    BUILDER,
    CANNON,
    CHIEF,
    LINE,
    RULINGS,
    army,
    breaches,
    broken,
    price,
    repaired,
    settings,
    unit,
)

clause = pytest.mark.clause

ROCKET = {"name": "Rocket", "power": 8, "am": -2, "range": "15/30/45", "charges": 3}
"""45 + 3 = 48, half of it 24, and 40% off 14.4: 14 PV."""

TEAM = {
    "name": "Team",
    "role": "elite",
    "models": [{"name": "Loader", "count": 2}, {"name": "Gunner", "count": 1, "attacks": [ROCKET]}],
}
KEY = "refills-rocket"


def laden(*units: dict[str, Any], types: Any = (TEAM, LINE, CHIEF)) -> Any:
    data = {"system": "vor", "list": {"name": "List", "units": list(types)}, "units": list(units)}
    return BUILDER.read(Document(data))


def with_refills(uses: int, carrier: str = "line") -> Any:
    options = {KEY: uses} if uses else {}
    return laden({"entry": "team"}, {"entry": "line"}, {"entry": carrier, "options": options})


@clause("VOR-LIM-04", "VOR-LIM-05", "VOR-GAP-55")
def test_refills_cost_their_share_and_belong_to_who_carries_them() -> None:
    without = price(with_refills(0))
    # a third of 14 is 4.7; two thirds are 9.3; four uses are 18.7
    assert [price(with_refills(n)) - without for n in (1, 2, 3, 4)] == [5, 10, 14, 19]
    difference = settings(refills="difference")
    # two uses: 48 x 0.4 = 19.2, 20, 12; 14 - 12 for one
    assert price(with_refills(1), difference) - without == 2
    made = with_refills(4)
    assert not breaches(made)
    parts = BUILDER.price(made, RULINGS).parts
    assert [part.value for part in parts] == [5 + 5 + 14, 25, 25 + 19]
    step = parts[2].steps[-1]
    assert (step.clause, step.label, step.amount) == ("VOR-LIM-05", "refills of Rocket, 4", 19)
    (refill,) = carried(made, made.units[2], "Line 2")
    assert (refill.stock.attack.name, refill.uses, refill.carrier) == ("Rocket", 4, "Line 2")


@clause("VOR-LIM-05")
def test_refills_for_what_nobody_has() -> None:
    made = laden({"entry": "line", "options": {KEY: 2}})
    assert broken(made) == {"VOR-LIM-05"}
    assert repaired(made).units[0].options == {}
    left_out = laden(
        {"entry": "line"},
        {"entry": "chief", "options": {KEY: 2}},
        {"entry": "team", "options": {"rocket": False}},
    )
    assert broken(left_out) == {"VOR-LIM-05"}
    assert not breaches(laden({"entry": "line"}, {"entry": "team", "options": {KEY: 2}}))


@clause("VOR-LIM-06")
def test_refills_are_lost_with_their_carrier() -> None:
    made = with_refills(4)
    load = [
        refill
        for pick, name in zip(made.units, made.names(), strict=True)
        for refill in carried(made, pick, name)
    ]
    assert refills.refills_left(load, {"Line 2"}) == []
    assert refills.refills_left(load, {"Line"}) == load
    (note,) = [n for n in BUILDER.cards(made, None)[2].notes if n.clause == "VOR-LIM-06"]
    assert note.text == "carries refills of Rocket, 4 uses: lost with it"


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_file_holds_them(form: str) -> None:
    unit_ = {"entry": "guardsmen", "options": {"refills of Grenade": 5}}
    made = BUILDER.read(
        Document({"system": "vor", "catalogue": "colonial-guard", "units": [unit_]})
    )
    raw = write_form(BUILDER, made, RULINGS, form, "VOR")
    again = BUILDER.read(read_form(raw, BUILDER.catalogues(), f"a.{form}").document).normal()
    assert again.units[0].options == {"refills-grenade": 5}
    assert price(again) == price(made)


@clause("VOR-LIM-05")
def test_what_refills_there_are() -> None:
    """One sort for what is the same at the same price, and each with a name of its own."""
    dear = {**ROCKET, "power": 9}
    fist = {"name": "Fist", "kind": "melee", "charges": 2}
    rows = [
        TEAM,
        unit("Same", "individual") | {"models": [{"count": 1, "attacks": [ROCKET, CANNON]}]},
        unit("Dear", "individual") | {"models": [{"count": 1, "attacks": [dear, fist]}]},
        unit("Huge", "individual")
        | {"models": [{"count": 1, "size": "large", "stats": {"POW": 7}, "attacks": [fist]}]},
        {"name": "Tank", "base": "Battle Tank", "weapons": [ROCKET]},  # 20% off: it costs more
    ]
    types: Types = laden(types=rows).catalogue.source
    assert {key: stock.label for key, stock in types.stock.items()} == {
        "refills-rocket": "refills of Rocket",
        "refills-rocket-dear": "refills of Rocket (Dear)",
        "refills-fist": "refills of Fist",
        "refills-fist-huge": "refills of Fist (Huge)",
        "refills-rocket-tank": "refills of Rocket (Tank)",
    }


@clause("VOR-LIM-05")
def test_what_may_be_chosen_may_be_refilled() -> None:
    """Of models too that are not there unless somebody chooses them."""
    gunner = {"name": "Gunner", "count": 0, "most": 2, "attacks": [ROCKET]}
    crew = {"name": "Crew", "role": "elite", "models": [{"name": "Loader", "count": 2}, gunner]}
    made = laden({"entry": "crew", "options": {KEY: 1}}, {"entry": "line"}, types=[crew, LINE])
    assert [*made.catalogue.source.stock] == [KEY]
    assert broken(made) == {"VOR-LIM-05"}  # nobody has a rocket yet
    armed = laden(
        {"entry": "crew", "options": {KEY: 1, "gunner": 1}}, {"entry": "line"}, types=[crew, LINE]
    )
    assert not breaches(armed)


def test_a_search_buys_none() -> None:
    from grognard.forces.filling import variants

    made = army(("Line", 1), types=[TEAM])
    picks = [pick for entry in made.catalogue.entries.values() for pick in variants(entry, True)]
    assert picks
    assert not any(KEY in pick.options for pick in picks)
