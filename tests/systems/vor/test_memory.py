"""What is remembered: the same for the same, other things for others, and never without end."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from grognard.forces.document import Document
from grognard.systems.vor import memory
from grognard.systems.vor.attacks import ANYBODY, Attack, Bearer
from grognard.systems.vor.settings import Settings

RULINGS = Settings()
OTHER = Settings(general_rounding="up")
GUN = Attack(power=5)
TANK = Bearer("vehicle", "large")


class Counted:
    """What is made, and how often something was."""

    def __init__(self) -> None:
        self.made = 0

    def of_thing(self, thing: Any, settings: Any) -> list[Any]:
        self.made += 1
        return [thing, settings]

    def of_attack(self, attack: Attack, bearer: Bearer, settings: Any) -> list[Any]:
        self.made += 1
        return [attack, bearer, settings]


def test_equal_settings_are_one_object() -> None:
    one = memory.the_same(Settings(general_rounding="down"))
    assert memory.the_same(Settings(general_rounding="down")) is one
    assert memory.the_same(Settings()) is not one


@pytest.mark.parametrize("remember", [memory.made_once, memory.made_lately])
def test_a_thing_is_worked_out_once(remember: Any) -> None:
    counted = Counted()
    thing, twin = ["a"], ["a"]
    first = remember(thing, RULINGS, counted.of_thing)
    assert first == [thing, RULINGS]
    assert remember(thing, RULINGS, counted.of_thing) is first
    assert remember(twin, RULINGS, counted.of_thing) is not first  # equal, but another one
    assert remember(thing, OTHER, counted.of_thing) == [thing, OTHER]
    assert counted.made == 3


def test_an_attack_is_worked_out_once_for_each_bearer() -> None:
    counted = Counted()
    twin = dataclasses.replace(GUN)
    first = memory.once_of(GUN, ANYBODY, RULINGS, counted.of_attack)
    assert memory.once_of(GUN, Bearer(), RULINGS, counted.of_attack) is first
    assert memory.once_of(GUN, TANK, RULINGS, counted.of_attack) == [GUN, TANK, RULINGS]
    assert memory.once_of(GUN, ANYBODY, OTHER, counted.of_attack) == [GUN, ANYBODY, OTHER]
    assert memory.once_of(twin, ANYBODY, RULINGS, counted.of_attack) is not first
    assert counted.made == 4


def test_equal_attacks_are_known_as_one() -> None:
    counted = Counted()
    first = memory.known_of(GUN, ANYBODY, RULINGS, counted.of_attack)
    twin = dataclasses.replace(GUN)
    assert memory.known_of(twin, ANYBODY, Settings(), counted.of_attack) is first
    assert memory.known_of(twin, TANK, RULINGS, counted.of_attack) is not first
    assert memory.known_of(twin, ANYBODY, OTHER, counted.of_attack) is not first
    assert memory.known_of(Attack(power=6), ANYBODY, RULINGS, counted.of_attack) is not first
    assert counted.made == 4


def test_nothing_grows_for_ever() -> None:
    counted = Counted()
    things = [[n] for n in range(2 * memory.MOST + 5)]
    for thing in things:
        memory.made_once(thing, RULINGS, counted.of_thing)
        assert len(memory._MADE) <= memory.MOST
    for thing in things[:200]:
        memory.made_lately(thing, RULINGS, counted.of_thing)
    assert len(memory._LATELY) == memory.MOST_LATELY == 60
    # the last of them are known still, and whoever is asked for is among the last again
    counted.made = 0
    memory.made_lately(things[140], RULINGS, counted.of_thing)
    memory.made_lately(things[200], RULINGS, counted.of_thing)
    memory.made_lately(things[140], RULINGS, counted.of_thing)
    assert counted.made == 1
    memory.made_lately(things[141], RULINGS, counted.of_thing)
    assert counted.made == 2  # it had to go for the new one
    for n in range(400):
        memory.known_of(Attack(power=5, reach=n), ANYBODY, RULINGS, counted.of_attack)
        assert len(memory._VALUES) <= memory.MOST_VALUES == 150


def test_what_is_faulty_is_not_remembered() -> None:
    def make(row: Any) -> list[Any]:
        return [row.whole("n", 0, 5)]

    good = Document({"n": 3})
    first = memory.read_once(good.row, make)
    assert memory.read_once(Document({"n": 3}).row, make) is first
    assert memory.read_once(Document({"n": 4}).row, make) == [4]
    for _ in range(2):
        bad = Document({"n": 9})
        memory.read_once(bad.row, make)
        assert len(bad.faults) == 1
