"""What a design is where nothing is said: the defaults of its plain values."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from grognard.systems.vor.attack_tables import Option
from grognard.systems.vor.attacks import ANYBODY, Attack, Bearer
from grognard.systems.vor.heavy import counts, is_heavy
from grognard.systems.vor.hitting import Hit, Shot
from grognard.systems.vor.things import write_thing
from grognard.systems.vor.trials import Blow
from grognard.systems.vor.unit_tables import Change
from grognard.systems.vor.units import Ability, ForceList, Model, Squad, Vehicle, Weapon
from grognard.systems.vor.vehicles import limits
from tests.systems.vor.making import RULINGS, vehicle

NOTHING: list[tuple[Any, dict[str, Any]]] = [
    (Bearer(), {"role": "individual", "size": "medium", "power": 3, "restricted": False,
                "surplus": False, "own": None}),
    (Ability("A"), {"name": "A", "pv": 0}),
    (Model(), {"name": "", "role": "individual", "size": "medium", "stats": {}, "raw": None,
               "abilities": [], "attacks": [], "count": 1, "least": 0, "most": 0,
               "leads": False}),
    (Squad(), {"name": "", "role": "basic", "models": [], "coherency": 3, "least": 0, "most": 0,
               "demand": 1, "cap": 0}),
    (Weapon(Attack()), {"attack": Attack(), "additional": None}),
    (Vehicle(), {"name": "", "base": "", "stats": {}, "rc": 0, "cc": 0, "capacity": 0,
                 "restricted": False, "weapons": [], "squad": False, "count": 1, "least": 1,
                 "most": 1, "coherency": 3, "cap": 0}),
    (ForceList(), {"name": "", "key": "", "units": [], "notes": ""}),
    (Option(), {"pv": 0, "times": 1, "least": 0, "heavy": 0, "clause": "", "house": False,
                "bands": 0, "spotter": False, "base": 0, "splits": False, "split": 0,
                "unpriced": False, "damage": False, "multiple": False}),
]  # fmt: skip


@pytest.mark.parametrize("case", NOTHING, ids=lambda case: type(case[0]).__name__)
def test_what_goes_without_saying(case: tuple[Any, dict[str, Any]]) -> None:
    made, said = case
    assert {f.name: getattr(made, f.name) for f in dataclasses.fields(made)} == said


def test_what_follows_from_nothing() -> None:
    squad = Squad()
    assert (squad.size, squad.main, squad.small_unit) == (0, 0, False)
    assert [n for n in (0, 1, 2, 5) if Squad(role="individual", most=n).small_unit] == [2, 5]
    assert not Squad(role="elite", most=5).small_unit
    model = Model()
    assert (model.alone, model.power, model.armed, model.bearer) == (True, 3, False, Bearer())
    drone = Vehicle(base="drone")
    assert (drone.role, drone.value("MP"), drone.bearer().mounted) == ("vehicle", 10, True)
    for made, said in NOTHING:
        assert {f.name: getattr(made, f.name) for f in dataclasses.fields(made)} == said


def test_an_attack_begins_with_nothing_bought() -> None:
    made = Attack()
    unusual = {"kind": "ranged", "sweep_arc": 180, "uses": 1, "template": "2x4", "damage": "1",
               "arc": 180, "others": ()}  # fmt: skip
    for field in dataclasses.fields(Attack):
        value = getattr(made, field.name)
        if field.name in unusual:
            assert value == unusual[field.name], field.name
        elif field.name in ("base_am", "knockdown", "parry", "parry_ranged", "persistent"):
            assert value is None, field.name
        else:
            assert value in (0, "", False), field.name
    assert not is_heavy(made)
    assert counts(made)
    assert write_thing(Model())["role"] == "individual"


def test_shots_and_blows_begin_plain() -> None:
    shot = Shot(Attack(), ANYBODY, 5)
    assert (shot.where, shot.indirect, shot.spotter, shot.aim, shot.more) == (
        "short", False, False, 0, 0,
    )  # fmt: skip
    assert Hit(True) == (True, False, False, 0)
    assert Blow() == (0, False, "medium")


@pytest.mark.clause("VOR-VST-02")
def test_a_share_of_the_base_is_rounded_up() -> None:
    flyer = vehicle("Light Flyer")  # MP 15
    for percent, span in ((30, 5), (20, 3), (34, 6), (1000, 150), (1, 1)):
        change = Change("MP", 4, -4, percent, 0, 0, 50, "VOR-VST-12", False)
        assert limits(flyer, change, RULINGS)[1] == 15 + span
