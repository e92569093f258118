"""Offers without a way through files are what the way through files would find."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from grognard.forces.document import Document
from grognard.forces.faces import Further, Offer, _offers, offers
from grognard.forces.verdict import apply
from grognard.systems.vor.choosing import changes, furthers
from grognard.systems.vor.entries import Types
from grognard.systems.vor.settings import Settings
from tests.systems.vor.making import (
    BUILDER,
    CANNON,
    CHIEF,
    DRONES,
    LINE,
    PISTOL,
    RIFLE,
    RULINGS,
    army,
    model,
    settings,
    squad,
    thing,
    vehicle,
)

ARMED = {"name": "Line", "count": 4, "stats": {"POW": 4}, "attacks": [{"kind": "melee"}]}
SHIELD = {"name": "Shield", "kind": "item", "parry": 0, "breakable": True}
THINGS: dict[str, Any] = {
    "attack": lambda: thing("attack", power=5, range="6/12/18", blast=3.5, am=-3, charges=2),
    "item": lambda: BUILDER.read(Document({"system": "vor", "design": "attack", **SHIELD})),
    "mounted": lambda: thing("attack", bearer={"role": "vehicle"}, power=10, arc=270),
    "model": lambda: model(stats={"RC": 0, "MP": 15}, size="large", attacks=[RIFLE]),
    "leader": lambda: model(role="leader", statistics=30, attacks=[CANNON, *[SHIELD] * 2]),
    "squad": lambda: squad(
        "basic",
        ARMED,
        {"name": "Gunner", "count": 3, "more": [CANNON]},  # one too many
        {"name": "Sergeant", "count": 1, "leads": True, "attacks": [SHIELD]},
        coherency=4,
    ),
    "elite": lambda: squad("elite", {"count": 10, "attacks": [CANNON, PISTOL]}, coherency=2),
    "vehicle": lambda: vehicle(
        "Transport Walker",
        rc=4,
        capacity=2,
        weapons=[RIFLE, CANNON, {**PISTOL, "additional": True}],
    ),
    "drones": lambda: vehicle("Drone", squad=True, count=3, most=4, weapons=[RIFLE, RIFLE]),
    "restricted": lambda: vehicle(restricted=True, stats={"TC": 0, "MP": 13}, weapons=[CANNON]),
    "list": lambda: thing(
        "list",
        name="L",
        units=[CHIEF, {**LINE, "cap": 2}, {**DRONES, "rc": 9}, {**LINE, "name": "B"}],
    ),
}
READINGS = [
    {},
    {
        "reduction_scope": "model",
        "weapon_places": "entry",
        "percent_rounding": "amount",
        "refunds": "all",
        "basic_attacks": "before",
    },
]


def told(found: list[Offer]) -> list[Any]:
    """What is left out of a list moves up what comes after it: its breaches stand elsewhere then,
    and by way of files they look like new ones.
    """
    gone = [o.further.label.endswith("leave it out") for o in found]
    whole = [o.further.edits[0].path[:-1] == ("units",) for o in found]
    return [
        offer.to_dict() | ({"breaches": []} if out and of_list else {})
        for offer, out, of_list in zip(found, gone, whole, strict=True)
    ]


@pytest.mark.parametrize("key", THINGS)
@pytest.mark.parametrize("readings", READINGS)
def test_the_same_offers_either_way(key: str, readings: dict[str, Any]) -> None:
    made, s = THINGS[key](), settings(**readings)
    found = offers(BUILDER, made, s)
    assert found
    assert told(found) == told(list(_offers(BUILDER, made, s, lambda further: True)))
    # and once more, from what is known by now
    assert told(offers(BUILDER, made, s)) == told(found)


@pytest.mark.parametrize("key", THINGS)
def test_what_is_made_is_what_the_file_would_say(key: str) -> None:
    made = THINGS[key]()
    plain = BUILDER.write(made)
    for further, make in changes(made, RULINGS):
        again = BUILDER.read(Document(apply(plain, further.edits)))
        assert BUILDER.write(make()) == BUILDER.write(again), further.label
    assert BUILDER.write(made) == plain  # the thing itself stays as it was
    assert len(furthers(made, RULINGS)) == len(list(changes(made, RULINGS)))


def test_what_is_offered_for_a_squad_by_name() -> None:
    rows: list[dict[str, Any]] = [{"count": 1}, {"name": "B", "count": 0, "statistics": 9}]
    found = [f.label for f in furthers(squad("elite", *rows, coherency=2), RULINGS)]
    stats = ("MP", "CC", "RC", "POW", "BOD", "AR", "SHD", "GUT", "BRN", "LIF")
    base = {"MP": 6, "CC": 3, "RC": 3, "POW": 3, "BOD": 4, "AR": 3, "SHD": 0, "GUT": 4, "BRN": 4,
            "LIF": 1}  # fmt: skip
    assert found == [
        "3 inch coherency",
        "4 inch coherency",
        "model 1: 2 of them",
        "model 1: 0 of them",
        *(f"model 1: {s} {n}" for s in stats for n in (base[s] + 1, base[s] - 1) if n >= 0),
        "model 1: one attack more",
        "B: 1 of them",
        "B: one attack more",
    ]
    wide = [f.label for f in furthers(squad("elite", {"count": 1}, coherency=4), RULINGS)]
    assert wide[:2] == ["2 inch coherency", "3 inch coherency"]


def test_what_is_offered_for_a_vehicle_by_name() -> None:
    found = [f.label for f in furthers(vehicle("Light Transport", rc=4, stats={"TC": 0}), RULINGS)]
    values = {"MP": 12, "TC": 0, "POW": 5, "BOD": 7, "LIF": 3, "AR": 6, "SHD": 0}
    assert found == [
        *(f"{s} {n}" for s, v in values.items() for n in (v + 1, v - 1) if n >= 0),
        "no RC", *(f"RC {n}" for n in (3, 5, 6, 7, 8, 9)),
        *(f"CC {n}" for n in (3, 4, 5, 6, 7, 8, 9)),
        "one model more carried", "restricted deployment", "one attack more",
    ]  # fmt: skip
    tank = [f.label for f in furthers(vehicle(restricted=True), RULINGS)]
    assert "no restricted deployment" in tank
    assert "one model more carried" not in tank
    assert not [label for label in tank if "coherency" in label]
    assert "4 inch coherency" in [f.label for f in furthers(vehicle(squad=True), RULINGS)]


def test_offers_for_a_part_are_those_of_the_whole() -> None:
    made = THINGS["list"]()
    every = offers(BUILDER, made, RULINGS)
    second = offers(BUILDER, made, RULINGS, ("units", 1))
    assert told(second) == told([o for o in every if o.further.edits[0].path[:2] == ("units", 1)])
    assert len(offers(BUILDER, made, RULINGS, ("units", 1), 3)) == 3
    flat = offers(BUILDER, made, RULINGS, ("units", 1), deep=False)
    assert 0 < len(flat) < len(second)


def test_the_ready_lists_have_the_same_offers_either_way() -> None:
    for catalogue in BUILDER.catalogues()[:1]:
        types: Types = catalogue.source
        one = thing("list", **{k: v for k, v in BUILDER.write(types.forces).items()
                               if k not in ("system", "design")})  # fmt: skip
        quick = offers(BUILDER, one, RULINGS, ("units", 0))
        slow = _offers(BUILDER, one, RULINGS, lambda further: further.concerns(("units", 0)))
        assert told(quick) == told(list(slow))


def test_a_breach_of_the_list_is_not_news() -> None:
    """Neither when a unit changes, nor when the one before it goes."""
    wrong = {"name": "Wrong", "role": "basic", "models": [{"count": 3}]}
    made = thing("list", name="L", units=[CHIEF, wrong])
    for offer in offers(BUILDER, made, RULINGS):
        if offer.further.label.startswith("Chief"):
            assert not any("Wrong" in breach.what for breach in offer.breaches)
    smaller = [o for o in offers(BUILDER, made, RULINGS) if o.further.label.endswith(": 2 of them")]
    assert [o.amount for o in smaller] == [5, -5]  # another Chief, one Wrong fewer


def test_nothing_is_worked_out_that_nobody_asked_for() -> None:
    """Of a part only the part, and of many no more than are wanted."""
    asked: list[str] = []

    def wanted(further: Further) -> bool:
        asked.append(further.label)
        return True

    made = thing("list", name="L", units=[LINE, {**CHIEF, "name": "Boss"}, DRONES])
    found = BUILDER.offers(made, RULINGS, wanted, ("units", 1))
    assert found is not None
    assert [*found]
    assert asked
    assert all(label.startswith("Boss") for label in asked)
    # a squad that has more arms than anybody's is not gone through to the end
    asked.clear()
    models = [{"name": f"M{n}", "count": 1, "attacks": [PISTOL] * 30} for n in range(3)]
    laden = thing("list", name="L", units=[{"name": "Laden", "role": "elite", "models": models}])
    few = BUILDER.offers(laden, RULINGS, wanted)
    assert few is not None
    assert len([*itertools.islice(few, 5)]) == 5
    assert len(asked) == 5


def test_armies_and_strict_sources_go_the_usual_way() -> None:
    strict = settings(strict_source=True)
    tank = vehicle(weapons=[RIFLE])
    assert BUILDER.offers(tank, strict, lambda further: True) is None
    assert BUILDER.offers(army(("Line", 1)), RULINGS, lambda further: True) is None
    assert offers(BUILDER, tank, strict)


def test_other_settings_are_other_offers() -> None:
    made = squad("elite", {"count": 2, "statistics": 21, "attacks": [RIFLE]})
    amounts = [
        [offer.amount for offer in offers(BUILDER, made, s)]
        for s in (RULINGS, settings(general_rounding="up"), Settings())
    ]
    assert amounts[0] == amounts[2] != amounts[1]
