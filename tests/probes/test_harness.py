"""The battery that all probes pass must catch what it is for."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from grognard.rules.effects import Choose, Option, Rules, Stable, die
from grognard.rules.refusal import Refusal
from grognard.rules.system import Outcome
from tests.probes import harness
from tests.toys.bidding import SYSTEM as BIDDING
from tests.toys.bidding import Settings as Bids


@dataclasses.dataclass
class Tally:
    marks: list[int]
    left: int = 3
    hidden: int = 0

    def clone(self) -> Tally:
        return Tally(self.marks[:], self.left, self.hidden)

    def to_dict(self) -> dict[str, Any]:
        return {"marks": self.marks, "left": self.left}

    def view(self, seat: int | None) -> dict[str, Any]:
        return self.to_dict()

    def outcome(self) -> Outcome | None:
        return None if self.left else Outcome(-1, (0.0,), "over")

    def invariants(self) -> list[Refusal]:
        return []


def pick(t: Tally) -> Rules[int]:
    return (yield from Choose(0, "pick", "pick", [Option(n, str(n)) for n in range(4)]))


def sound(t: Tally) -> Rules[None]:
    while t.left:
        yield from Stable()
        n = yield from pick(t)
        face = yield from die(6, "die")
        t.marks.append(10 * n + face)
        t.left -= 1


def keeps_a_local(t: Tally) -> Rules[None]:
    while t.left:
        n = yield from pick(t)
        yield from Stable()
        face = yield from die(6, "die")
        t.marks.append(10 * n + face)
        t.left -= 1


def keeps_a_secret(t: Tally) -> Rules[None]:
    while t.left:
        yield from Stable()
        n = yield from pick(t)
        t.hidden += n + 1  # clone() carries it, to_dict() does not
        t.marks.append(t.hidden)
        t.left -= 1


class Game:
    def __init__(self, play: Callable[[Any], Rules[None]]) -> None:
        self.play = play

    def start(self, setup: Any, settings: Any) -> Tally:
        return Tally([])

    def thaw(self, data: Any, setup: Any, settings: Any) -> Tally:
        return Tally(list(data["marks"]), data["left"])


def test_a_sound_game_passes() -> None:
    for seed in range(5):
        harness.play_session(Game(sound), {}, None, seed)
        harness.play_session(BIDDING, {}, Bids(), seed)


@pytest.mark.parametrize("play", [keeps_a_local, keeps_a_secret])
def test_a_game_that_cannot_go_on_from_its_state_is_caught(play: Any) -> None:
    with pytest.raises((AssertionError, TypeError)):
        harness.play_session(Game(play), {}, None, 1)
