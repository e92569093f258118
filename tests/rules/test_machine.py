"""Procedures run from one open question to the next."""

import pytest

from grognard.rules.effects import (
    Call,
    Choose,
    Option,
    Roll,
    Rules,
    Secretly,
    Stable,
    Tell,
    count,
    die,
)
from grognard.rules.machine import Machine, run


def wound(hits: int) -> Rules[int]:
    yield from Tell("wounds", "{} to wound", hits)
    return (yield from count(hits, 6, 4, 6, "to wound"))


def attack(dice: int) -> Rules[tuple[int, int]]:
    hits = yield from count(dice, 6, 3, 6, "to hit")
    wounds = yield from Call(wound, hits)
    return hits, wounds


def fight(rounds: int) -> Rules[list[tuple[int, int]]]:
    done = []
    for _ in range(rounds):
        yield from Stable()
        done.append((yield from Call(attack, 4)))
    return done


def step(machine: Machine) -> str:
    return type(machine.pending).__name__


def test_calls_are_run_in_place_and_return_to_their_caller():
    machine = Machine(fight(1))
    assert step(machine) == "Stable"
    machine.send(None)
    assert repr(machine.pending) == "Roll(4d6 to hit)"
    machine.send(3)
    assert step(machine) == "Tell"
    assert isinstance(machine.pending, Tell)
    assert machine.pending.text == "3 to wound"
    machine.send(None)
    assert repr(machine.pending) == "Roll(3d6 to wound)"
    assert not machine.done
    machine.send(2)
    assert machine.done
    assert machine.pending is None
    assert machine.result == [(3, 2)]


def deep(n: int) -> Rules[int]:
    if n == 0:
        return (yield from die(6, "at the bottom"))
    return 1 + (yield from Call(deep, n - 1))


def test_calls_in_calls_in_calls():
    machine = Machine(deep(200))
    assert isinstance(machine.pending, Roll)
    machine.send(5)
    assert machine.result == 205


def silent() -> Rules[str]:
    yield from ()
    return "at once"


def calls_silent() -> Rules[str]:
    return (yield from Call(silent))


@pytest.mark.parametrize("rule", [silent, calls_silent])
def test_a_procedure_may_ask_nothing(rule):
    machine = Machine(rule())
    assert machine.done
    assert machine.result == "at once"


def declare(player: int, words: list[str]) -> Rules[str]:
    yield from Tell("declares", "player {}", player)
    return (yield from Choose(player, "declare", "what", [Option(w, w) for w in words]))


def declarations() -> Rules[dict[int, str]]:
    return (
        yield from Secretly(
            "declare", {p: (lambda p=p: declare(p, ["hold", "charge"])) for p in (0, 1, 2)}
        )
    )


def test_run_answers_everything_to_the_end():
    asked = []

    def answer(effect):
        asked.append(repr(effect))
        return effect.player % 2 if isinstance(effect, Choose) else 2

    assert run(fight(2), answer) == [(2, 2), (2, 2)]
    assert asked == ["Roll(4d6 to hit)", "Roll(2d6 to wound)"] * 2
    assert run(declarations(), answer) == {0: "hold", 1: "charge", 2: "hold"}


def test_an_error_in_the_rules_comes_out_where_it_happened():
    def broken() -> Rules[int]:
        face = yield from die(6, "x")
        raise ZeroDivisionError(face)

    machine = Machine(broken())
    with pytest.raises(ZeroDivisionError):
        machine.send(3)


def test_a_roll_of_no_dice_is_answered_at_once():
    machine = Machine(attack(0))
    assert repr(machine.pending) == "Tell(0 to wound)"
    machine.send(None)
    assert machine.result == (0, 0)
    assert run(attack(3), lambda effect: 0) == (0, 0)
